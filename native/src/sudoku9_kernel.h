/* The search for plain 9x9 Sudoku, written once and compiled for each kind of CPU.
 *
 * The including file brings the words: a type `lanes`, 16 numbers of 16 bits that are worked on
 * together, and the functions on it (both, either, without …). Everything else is here.
 *
 * State. A cell is the set of its candidates: bit d - 1 stands for digit d. Look at one place inside
 * a box, say its middle cell. The nine cells at that place, one in each box, form one register:
 *
 *      box of the board        lane that holds it
 *         0  1  2                 0  1  2  (3)
 *         3  4  5                 4  5  6  (7)        lanes in brackets are padding; they
 *         6  7  8                 8  9 10 (11)        always hold all nine digits, which
 *                               (12 13 14  15)        no rule below ever changes
 *
 * and the nine places give nine registers, cell[row in the box][column in the box]: the whole board
 * in 288 bytes. So one instruction treats all nine boxes, and a step to the next box is a rotation of
 * lanes. Nothing else is kept; what the rules need is derived again in every sweep.
 *
 * Rules. A *triad* is the three cells where a line meets a box. Three lines by three boxes of a
 * *band* make a 3x3 table of triads, and each digit must take one triad in every line and in every
 * box of it: it has one of six *layouts*. A triad that belongs to no open layout loses the digit.
 * That covers all of "locked candidates", and spreads a placed digit along its line as well, so that
 * the singles only need to reach the other triads of their own box. A sweep applies, first with rows
 * as the lines and then with columns:
 *     naked singles, layouts, hidden singles (rows only), three digits that only one triad can hold
 * and the board is settled when a sweep changes nothing.
 *
 * Search. A settled board is split at a digit with two layouts in the band that is closest to being
 * finished: a triad has the digit, or it has not. The waiting boards are a stack, and the search can
 * pause between any two nodes.
 *
 * The design of one lane per box, whole-board passes and layouts as the branching variable grew out
 * of the band configurations of tdoku (T. Dillon), which keeps boxes and bands as separate vectors.
 *
 * Tried, and slower or no better:
 *   - rows and columns as separate half sweeps, each with its own test for change: 5 % slower on easy
 *     puzzles, the same on hard ones, and twice the code;
 *   - rows and columns from the same state at once (more parallel, but a quarter more sweeps);
 *   - hidden singles from the columns too (3 % fewer sweeps, 15 % more work in each);
 *   - three digits that fill a triad ("naked triple"): 9 % fewer sweeps, 20 % more work in each;
 *   - the test for empty cells only before a split; more tests for early contradictions;
 *   - two boards at once to hide latency (the registers run out), seven other choices of the digit;
 *   - one layout or the rest instead of one triad or the rest: the same nodes, more tables.
 */

typedef struct {
    lanes cell[3][3];
} board;

typedef enum { DEAD, STUCK, SOLVED } verdict;

enum { ALL_DIGITS = 0x1FF };

/* -- Sets of digits ------------------------------------------------------------------------------ */

/* The including file may have these in one instruction. */
#ifndef CPU_TERNARY
INLINE lanes either3(lanes a, lanes b, lanes c) { return either(a, either(b, c)); }
INLINE lanes all3(lanes a, lanes b, lanes c) { return both(a, both(b, c)); }
INLINE lanes two_of(lanes a, lanes b, lanes c) { return either(both(a, b), both(either(a, b), c)); }
INLINE lanes without_either(lanes a, lanes b, lanes c) { return without(a, either(b, c)); }
INLINE lanes with_both(lanes a, lanes b, lanes c) { return either(a, both(b, c)); }

/* The part of the cell in `wanted`, or all of it where there is none; and of that what has room. */
INLINE lanes narrow_to(lanes cell, lanes wanted, lanes room)
{
    return both(narrow(cell, both(cell, wanted)), room);
}
#endif

/* x & (x - 1) drops the lowest digit of a set. */
INLINE lanes drop_one(lanes set) { return both(set, plus(set, each(-1))); }

/* The set where it holds at most one digit, nothing elsewhere. */
INLINE lanes single(lanes set) { return both(set, empty(drop_one(set))); }

/* -- Rules on triads ----------------------------------------------------------------------------- */

/* A digit placed in one triad of a box leaves the other two. */
INLINE void leave_other_triads(lanes triad[3], const lanes placed[3])
{
    triad[0] = without_either(triad[0], placed[1], placed[2]);
    triad[1] = without_either(triad[1], placed[0], placed[2]);
    triad[2] = without_either(triad[2], placed[0], placed[1]);
}

/* Keep, in each triad, the digits with an open layout. The six layouts of a band, by the box that
 * the digit takes in each of the three lines (lane b of an even layout starts at box b):
 *
 *      even:  X . .   . X .   . . X        odd:  X . .   . X .   . . X
 *             . X .   . . X   X . .              . . X   X . .   . X .
 *             . . X   X . .   . X .              . X .   . . X   X . .
 *
 * `odd` is kept turned by one box, which saves two rotations. */
INLINE void keep_layouts_in_rows(lanes triad[3])
{
    lanes even = all3(triad[0], next_box(triad[1]), last_box(triad[2]));
    lanes odd = all3(triad[1], next_box(triad[0]), last_box(triad[2]));
    triad[0] = either(even, last_box(odd));
    triad[1] = either(last_box(even), odd);
    triad[2] = next_box(either(even, odd));
}

/* The same for columns, as the 2x2 permanents of the other lines and boxes: five operations more,
 * but one rotation deep instead of two, and rotations between distant lanes are slow. */
INLINE void keep_layouts_in_columns(lanes triad[3])
{
    lanes down0 = box_below(triad[0]), up0 = box_above(triad[0]);
    lanes down1 = box_below(triad[1]), up1 = box_above(triad[1]);
    lanes down2 = box_below(triad[2]), up2 = box_above(triad[2]);
    triad[0] = both(triad[0], with_both(both(down1, up2), up1, down2));
    triad[1] = both(triad[1], with_both(both(down0, up2), up0, down2));
    triad[2] = both(triad[2], with_both(both(down0, up1), up0, down1));
}

/* The digits that only this triad of its box can hold; returns the digits that any of them can. */
INLINE lanes find_claims(const lanes triad[3], lanes claim[3])
{
    claim[0] = without_either(triad[0], triad[1], triad[2]);
    claim[1] = without_either(triad[1], triad[0], triad[2]);
    claim[2] = without_either(triad[2], triad[0], triad[1]);
    return either3(triad[0], triad[1], triad[2]);
}

/* A triad with three claims has no room for another digit. */
INLINE lanes room_for(lanes triad, lanes claim)
{
    lanes fewer_than_three = empty(drop_one(drop_one(claim)));
    return choose(fewer_than_three, triad, claim);
}

/* -- A sweep over the board ---------------------------------------------------------------------- */

/* Apply every rule once. Returns 0 if the board is seen to be impossible. `total` becomes the sum of
 * the nine sets of each box, read as numbers: sets only shrink, so an equal total means no change.
 * (About 240 operations with 16 registers: the order in which they are written is worth 10 %.) */
INLINE int sweep(board *b, lanes *total)
{
    /* What the cells say: singles and candidates by row triad, singles by column triad, and the
     * digits that two or more cells of a row triad can hold. */
    lanes placed_in_row[3], placed_in_column[3], row[3], shared[3];
    for (int r = 0; r < 3; r++) {
        lanes x = b->cell[r][0], y = b->cell[r][1], z = b->cell[r][2];
        lanes x_placed = single(x), y_placed = single(y), z_placed = single(z);
        placed_in_row[r] = either3(x_placed, y_placed, z_placed);
        placed_in_column[0] = r ? either(placed_in_column[0], x_placed) : x_placed;
        placed_in_column[1] = r ? either(placed_in_column[1], y_placed) : y_placed;
        placed_in_column[2] = r ? either(placed_in_column[2], z_placed) : z_placed;
        row[r] = either3(z, x, y);
        shared[r] = two_of(x, y, z);
    }

    lanes claim[3], column[3];
    leave_other_triads(row, placed_in_row);
    keep_layouts_in_rows(row);
    lanes possible = find_claims(row, claim);
    for (int r = 0; r < 3; r++) {
        lanes hidden_single = without(claim[r], shared[r]);
        lanes room = room_for(row[r], claim[r]);
        for (int c = 0; c < 3; c++) {
            lanes cell = b->cell[r][c];
            cell = narrow_to(cell, hidden_single, room);
            b->cell[r][c] = cell;
            column[c] = r ? either(column[c], cell) : cell;
        }
    }

    leave_other_triads(column, placed_in_column);
    keep_layouts_in_columns(column);
    possible = both(possible, find_claims(column, claim));
    lanes sum[3], fewest[3];
    for (int c = 0; c < 3; c++) {
        lanes room = room_for(column[c], claim[c]);
        lanes x = both(b->cell[0][c], room);
        lanes y = both(b->cell[1][c], room);
        lanes z = both(b->cell[2][c], room);
        b->cell[0][c] = x;
        b->cell[1][c] = y;
        b->cell[2][c] = z;
        sum[c] = plus(plus(x, y), z);
        fewest[c] = least(least(x, y), z);
    }
    *total = plus(plus(sum[0], sum[1]), sum[2]);
    lanes empty_cell = empty(least(least(fewest[0], fewest[1]), fewest[2]));
    return !any(either(differ(possible, each(ALL_DIGITS)), empty_cell));
}

INLINE lanes total_of(const board *b)
{
    lanes sum = each(0);
    for (int r = 0; r < 3; r++)
        sum = plus(sum, plus(plus(b->cell[r][0], b->cell[r][1]), b->cell[r][2]));
    return sum;
}

/* Is every digit in every row, column and box? (Totals alone can be fooled: 1 + 1 = 2.) */
INLINE int complete(const board *b)
{
    lanes all = each(ALL_DIGITS), box = each(0);
    for (int i = 0; i < 3; i++) {
        lanes row = either3(b->cell[i][0], b->cell[i][1], b->cell[i][2]);
        lanes column = either3(b->cell[0][i], b->cell[1][i], b->cell[2][i]);
        all = both(all, either3(row, next_box(row), last_box(row)));
        all = both(all, either3(column, box_below(column), box_above(column)));
        box = either(box, row);
    }
    return !any(differ(both(all, box), each(ALL_DIGITS)));
}

/* Sweep until the board is solved, impossible, or no longer changes. A box whose total is that of
 * nine different digits is solved or, as `complete` tells, impossible. */
INLINE verdict settle(board *b)
{
    static const uint16_t solved[16] ALIGNED = {511,  511,  511, 4599, 511,  511,  511,  4599,
                                                511,  511,  511, 4599, 4599, 4599, 4599, 4599};
    lanes before = total_of(b), total;
    for (;;) {
        if (!sweep(b, &total))
            return DEAD;
        if (!any(differ(total, from_array(solved))))
            return complete(b) ? SOLVED : DEAD;
        if (!any(differ(total, before)))
            return STUCK;
        before = total;
    }
}

/* -- Splits -------------------------------------------------------------------------------------- */

/* How far the digits are from being placed in the three bands of one orientation. A band is a group
 * of four lanes; two[], three[] and score[] are the same for all its boxes. */
typedef struct {
    uint16_t line[2][16]; /* what the triads of the first two lines can hold */
    uint16_t two[16];     /* digits with two or more layouts */
    uint16_t three[16];   /* digits with three or more */
    uint16_t score[16];   /* two, two, three: its bits count what is open, twos double */
} outlook;

/* The triads of a settled board hold nothing but open layouts. A digit with a single layout stands in
 * one triad of each box; with three or more, it stands in all three triads of some box. */
INLINE void look(const lanes triad[3], outlook *view)
{
    static const uint16_t first_two[16] ALIGNED = {0xFFFF, 0xFFFF, 0, 0, 0xFFFF, 0xFFFF, 0, 0,
                                                   0xFFFF, 0xFFFF, 0, 0, 0,      0,      0, 0};
    static const uint16_t third[16] ALIGNED = {0, 0, 0xFFFF, 0, 0, 0, 0xFFFF, 0,
                                               0, 0, 0xFFFF, 0, 0, 0, 0,      0};
    lanes in_first_two = both(triad[0], triad[1]);
    lanes two = either(in_first_two, both(either(triad[0], triad[1]), triad[2]));
    lanes three = both(in_first_two, triad[2]);
    two = either3(two, next_box(two), last_box(two));
    three = either3(three, next_box(three), last_box(three));
    to_array(view->line[0], triad[0]);
    to_array(view->line[1], triad[1]);
    to_array(view->two, two);
    to_array(view->three, three);
    to_array(view->score, either(both(two, from_array(first_two)), both(three, from_array(third))));
}

/* The bands of rows are 0, 1, 2, those of columns 4, 5, 6. Returns the one with the lowest score
 * that is not zero (a zero wraps to the highest key). A settled board that is not solved has one: if
 * every digit had a single layout in all six bands, it would have a single cell in every box. */
INLINE unsigned choose_band(const outlook view[2])
{
    unsigned best = ~0u;
    for (unsigned band = 0; band < 8; band++) {
        uint64_t open;
        if (band % 4 == 3)
            continue;
        memcpy(&open, view[band / 4].score + 4 * (band % 4), sizeof open);
        unsigned key = ((unsigned)__builtin_popcountll(open) * 8 + band - 8) & 0x7FF;
        best = key < best ? key : best;
    }
    return best & 7;
}

/* The boxes of a line whose triads can hold the digit, as a number of three bits. */
INLINE unsigned boxes_with(const uint16_t triad[3], unsigned digit)
{
    return (triad[0] >> digit & 1u) | (triad[1] >> digit & 1u) << 1 | (triad[2] >> digit & 1u) << 2;
}

/* Make two children of a settled board: `first` beside it, and the second in its place. A digit, if
 * possible one with two layouts, takes the first triad of a line where it has a choice, or it does
 * not. (With two layouts or more there is a choice in the first or in the second line.) */
INLINE void split(board *b, board *first)
{
    /* The lanes of a band, and inside them those of each box: rows turn with columns. */
    static const uint16_t lanes_of_band[8][16] ALIGNED = {
        {0xFFFF, 0xFFFF, 0xFFFF},
        {0, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF},
        {0, 0, 0, 0, 0, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF},
        {0},
        {0xFFFF, 0, 0, 0, 0xFFFF, 0, 0, 0, 0xFFFF},
        {0, 0xFFFF, 0, 0, 0, 0xFFFF, 0, 0, 0, 0xFFFF},
        {0, 0, 0xFFFF, 0, 0, 0, 0xFFFF, 0, 0, 0, 0xFFFF},
        {0},
    };

    outlook view[2];
    lanes triad[3];
    for (int i = 0; i < 3; i++)
        triad[i] = either3(b->cell[i][0], b->cell[i][1], b->cell[i][2]);
    look(triad, &view[0]);
    for (int i = 0; i < 3; i++)
        triad[i] = transpose(either3(b->cell[0][i], b->cell[1][i], b->cell[2][i]));
    look(triad, &view[1]);

    const unsigned band = choose_band(view), of_columns = band / 4, at = band % 4 * 4;
    const outlook *here = &view[of_columns];
    const unsigned pairs = here->two[at] & ~here->three[at];
    const unsigned digit = (unsigned)__builtin_ctz(pairs ? pairs : here->two[at]);
    const unsigned in_first = boxes_with(here->line[0] + at, digit);
    const unsigned line = (in_first & (in_first - 1)) == 0;
    const unsigned in_line = line ? boxes_with(here->line[1] + at, digit) : in_first;
    const unsigned box = (unsigned)__builtin_ctz(in_line);

    lanes in_band = both(from_array(lanes_of_band[band]), each(1 << digit));
    lanes in_triad = both(in_band, from_array(lanes_of_band[of_columns ? box : 4 + box]));
    lanes out_of_first = without(in_band, in_triad);
    lanes *mine = &b->cell[0][0], *other = &first->cell[0][0];
    for (unsigned i = 0; i < 9; i++)
        other[i] = mine[i];
    const unsigned to_next_line = of_columns ? 1 : 3, along_line = of_columns ? 3 : 1;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned cell = to_next_line * line + along_line * i;
        other[cell] = without(mine[cell], out_of_first);
        mine[cell] = without(mine[cell], in_triad);
    }
}

/* -- The search ---------------------------------------------------------------------------------- */

static int start(sudoku9_search *search, const uint8_t *clues, int text)
{
    board *boards = search->boards;
    search->nodes = 0;
    search->top = -1;
    if (!(text ? read_cells(boards[0].cell, clues, 1) : read_cells(boards[0].cell, clues, 0)))
        return 0;
    search->top = 0;
    return 1;
}

static sudoku9_status run(sudoku9_search *search, uint64_t nodes)
{
    board *boards = search->boards;
    int top = search->top;
    uint64_t left = nodes;
    sudoku9_status status = SUDOKU9_DONE;
    while (top >= 0) {
        if (left == 0) {
            status = SUDOKU9_PAUSED;
            break;
        }
        left--;
        verdict v = settle(&boards[top]);
        if (v == STUCK) {
            split(&boards[top], &boards[top + 1]);
            top++;
            continue;
        }
        top--;
        if (v == SOLVED) {
            status = SUDOKU9_FOUND;
            break;
        }
    }
    search->top = top;
    search->nodes += nodes - left;
    return status;
}

/* A solved board was the top of the stack, and still lies above the new top. */
static void solution(const sudoku9_search *search, uint8_t *out, int text)
{
    board *boards = search->boards;
    write_cells(boards[search->top + 1].cell, out, text ? '0' : 0);
}

/* Finish the row at `place`, whose clues are already loaded, or pause in the middle of it. */
static sudoku9_status run_row(sudoku9_search *search, const sudoku9_table *table,
                              sudoku9_place *place, uint64_t nodes)
{
    const uint64_t end = search->nodes + nodes;
    while (place->count < table->limit) {
        sudoku9_status status = run(search, end - search->nodes);
        if (status != SUDOKU9_FOUND)
            return status;
        if (place->count++ == 0 && table->solutions)
            solution(search, table->solutions + place->row * table->solutions_stride,
                     table->solutions_text);
    }
    return SUDOKU9_DONE;
}

static int run_table(sudoku9_search *search, const sudoku9_table *table, sudoku9_place *place,
                     uint64_t nodes)
{
    while (place->row < table->rows) {
        if (nodes == 0)
            return 0;
        const size_t row = place->row;
        uint64_t before = 0;
        uint32_t count = SUDOKU9_INVALID;
        if (place->begun)
            before = search->nodes;
        else
            place->begun = start(search, table->clues + row * table->clues_stride,
                                 table->clues_text);
        if (place->begun) {
            if (run_row(search, table, place, nodes) == SUDOKU9_PAUSED)
                return 0;
            count = place->count;
        }
        if (table->counts)
            table->counts[row] = count;
        if (table->nodes)
            table->nodes[row] = search->nodes;
        if (table->solutions && place->count == 0)
            memset(table->solutions + row * table->solutions_stride,
                   table->solutions_text ? '.' : 0, SUDOKU9_CELLS);
        *place = (sudoku9_place){.row = row + 1};
        uint64_t spent = search->nodes - before + 1;
        nodes -= spent < nodes ? spent : nodes;
    }
    return 1;
}
