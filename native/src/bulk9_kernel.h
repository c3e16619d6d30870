/* Many 9x9 puzzles at the same time, bit-sliced; written once and compiled for each kind of CPU.
 *
 * The including file says how many words of 64 bits a register has (WORDS), and how clues become a
 * board of words and a board of words a solution.
 *
 * State. A *plane* is one register: one bit for each of 64 * WORDS *lanes*, and a lane works on one
 * board. The plane of (digit, cell) says in which lanes the cell can still hold the digit:
 *
 *                         lane   0 1 2 3 4 5 6 7 ...
 *      digit 1, cell 0           1 0 1 1 0 0 1 0        lanes 0, 2, 3 and 6 can have a 1 there
 *      digit 1, cell 1           0 0 1 0 1 1 0 0
 *      ...                                               729 planes, 23 KB with 256 lanes
 *      digit 9, cell 80          1 1 0 0 0 1 0 0
 *
 * Every rule is AND, OR and NOT of whole planes, so that one instruction applies a step of it to all
 * lanes: no tables, no branches, and nothing that a single puzzle has to wait for.
 *
 * Rules. Those of sudoku9_kernel.h, digit after digit: naked singles; the layouts of the digit in the
 * triads of each band; hidden singles, which lock their cell for the digits that come later; three
 * digits that only one triad can hold. A round goes through the digits upwards, the next one
 * downwards, so that a lock reaches all of them.
 *
 * Search. When most of the lanes are finished (solved, dead, or stuck), all of these are served. A
 * stuck board is split: the first child stays in its lane. The second children and the solutions
 * leave the planes together, by a transposition of 64x64 bits that turns planes into boards, and
 * another one brings new boards into the idle lanes. So each puzzle is searched depth first by one
 * lane, with a stack of waiting boards, and when it is finished the lane takes the next row; when
 * there are no more rows, idle lanes help the others. A puzzle with two solutions goes to sudoku9,
 * so that the solution to be written does not depend on the other puzzles. The first rows of a job
 * go there as well, and while a third of them have several solutions, so do the others.
 *
 * On hard puzzles half of the time goes into rounds, a third into the two transpositions and the
 * splits, and the rest into moving boards.
 *
 * Tried, and slower or no better:
 *   - second children copied straight into free lanes at a few fixed distances: the cost of the copies
 *     is that of a transposition, and a third of them still find no free lane;
 *   - as many boards of a puzzle at once as there are lanes (breadth first): puzzles with many
 *     solutions, and hard ones, fill the lanes with boards that wait for each other;
 *   - a test for change in every round; rounds of rows and columns in turn.
 */

typedef uint64_t plane __attribute__((vector_size(8 * WORDS)));

enum {
    LANES = 64 * WORDS,
    ENOUGH = LANES * 5 / 8, /* finished lanes that are worth serving */
    WORTH_IT = LANES / 2,   /* rows left for which the planes are worth their cost */
    TOO_FEW = LANES / 8,    /* busy lanes at the end that are not worth another round */
    WAITING = 16 * LANES,   /* boards that can wait; beyond that, a puzzle goes to sudoku9 */
    NONE = -1,
};

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

/* A puzzle is known by the lane that began it. */
typedef struct {
    size_t row;
    uint32_t live;      /* boards in lanes or waiting */
    uint32_t splits;
    uint32_t solutions;
    int32_t waiting;    /* the top of its stack, a chain through `waiting_next` */
} puzzle;

typedef struct {
    plane can[BULK9_WORDS][64];         /* the candidates, in the order of bulk9_board */
    plane lone[SUDOKU9_CELLS];          /* the cell had at most one candidate when the round began */
    plane unlocked[SUDOKU9_CELLS];      /* no digit has this cell as its only place so far */
    plane full[2][27];                  /* three digits claim the triad; rows, columns */
    plane claims[2][27];                /* in this round: how many, 0 to 3, as two bits */
    plane alive, open, changed;         /* what the last round said of each lane */
    plane busy;                         /* lanes with a board to work on */
    plane boards[BULK9_WORDS][64];      /* boards on their way in or out: word, lane of its 64 */
    puzzle puzzles[LANES];
    int16_t owner[LANES];               /* the puzzle that a lane works for */
    bulk9_board waiting[WAITING];
    int32_t waiting_next[WAITING];
    int32_t unused;                     /* chain of unused places in `waiting` */
    int32_t waiting_total;
    int32_t helped;                     /* where idle lanes looked for work last */
} engine;

/* -- Planes -------------------------------------------------------------------------------------- */

INLINE plane no_lane(void) { return (plane){0}; }
INLINE plane all_lanes(void) { return ~(plane){0}; }

INLINE int any(plane a)
{
    uint64_t bits = 0;
    for (int w = 0; w < WORDS; w++)
        bits |= a[w];
    return bits != 0;
}

INLINE int size_of(plane a)
{
    int bits = 0;
    for (int w = 0; w < WORDS; w++)
        bits += __builtin_popcountll(a[w]);
    return bits;
}

/* The lanes of a set one after another; returns how many. */
INLINE int list_lanes(plane set, uint8_t list[LANES])
{
    int n = 0;
    for (int w = 0; w < WORDS; w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            list[n++] = (uint8_t)(64 * w + __builtin_ctzll(bits));
    return n;
}

INLINE plane only(int lane)
{
    uint64_t word[WORDS] = {0};
    plane set;
    word[lane / 64] = (uint64_t)1 << lane % 64;
    memcpy(&set, word, sizeof set);
    return set;
}

/* The nine planes of a digit in a row of the board. */
INLINE plane *line_of(plane can[BULK9_WORDS][64], int digit, int row)
{
    if (row < 7)
        return can[digit] + 9 * row;
    return can[9 + digit / 3] + BULK9_TAIL * (digit % 3) + 9 * (row - 7);
}

/* Functions of three planes. The including file may define THREE, which computes any of them in one
 * instruction: bit 4a + 2b + c of `table` is the result for the bits a, b, c. */
#ifndef THREE
#define THREE(a, b, c, table, otherwise) (otherwise)
#endif

INLINE plane either3(plane a, plane b, plane c) { return THREE(a, b, c, 0xFE, a | b | c); }
INLINE plane all3(plane a, plane b, plane c) { return THREE(a, b, c, 0x80, a & b & c); }
INLINE plane odd3(plane a, plane b, plane c) { return THREE(a, b, c, 0x96, a ^ b ^ c); }
INLINE plane two_of(plane a, plane b, plane c)
{
    return THREE(a, b, c, 0xE8, (a & b) | ((a | b) & c));
}

/* a, but where b or c is; a, but where b and c are; a, and where b and c are. */
INLINE plane without_either(plane a, plane b, plane c)
{
    return THREE(a, b, c, 0x10, a & ~(b | c));
}
INLINE plane without_both(plane a, plane b, plane c)
{
    return THREE(a, b, c, 0x70, a & ~(b & c));
}
INLINE plane with_both(plane a, plane b, plane c) { return THREE(a, b, c, 0xF8, a | (b & c)); }

/* b where the mask is, a elsewhere. */
INLINE plane choose(plane mask, plane a, plane b)
{
    return THREE(mask, a, b, 0xAC, (a & ~mask) | (b & mask));
}

/* -- Rules --------------------------------------------------------------------------------------- */

/* Find the cells with one candidate, the lanes with a cell that has none, and those with more. */
INLINE void count_candidates(engine *e)
{
    plane alive = all_lanes(), open = no_lane();
    for (int part = 0; part < 2; part++) {
        const int begin = part ? BULK9_HEAD : 0, end = part ? SUDOKU9_CELLS : BULK9_HEAD;
        const plane *can[9];
        for (int digit = 0; digit < 9; digit++)
            can[digit] = line_of(e->can, digit, part ? 7 : 0) - begin;
        for (int cell = begin; cell < end; cell++) {
            plane some[3], two[3];
            for (int i = 0; i < 3; i++) {
                plane a = can[3 * i][cell], b = can[3 * i + 1][cell], c = can[3 * i + 2][cell];
                some[i] = either3(a, b, c);
                two[i] = two_of(a, b, c);
            }
            plane more = two_of(some[0], some[1], some[2]);
            more = either3(more, two[0], two[1]) | two[2];
            alive &= either3(some[0], some[1], some[2]);
            open |= more;
            e->lone[cell] = ~more;
        }
    }
    e->alive = alive;
    e->open = open;
}

/* A digit placed in one triad of a box leaves the other two; and it leaves a triad that three other
 * digits fill, unless it has no other place in the box. */
INLINE void leave_triads(plane triad[3], const plane placed[3], const plane *full)
{
    const plane before[3] = {triad[0], triad[1], triad[2]};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        plane out = placed[j];
        if (full)
            out = with_both(out, full[i], before[j] | before[k]);
        triad[i] = without_either(before[i], placed[k], out);
    }
}

/* Keep the triads of a band, by line and box, that belong to one of the six layouts of the digit;
 * returns the lanes that have any. */
INLINE plane keep_layouts(plane t[3][3])
{
    plane even0 = all3(t[0][0], t[1][1], t[2][2]), odd0 = all3(t[0][0], t[1][2], t[2][1]);
    plane even1 = all3(t[0][1], t[1][2], t[2][0]), odd1 = all3(t[0][1], t[1][0], t[2][2]);
    plane even2 = all3(t[0][2], t[1][0], t[2][1]), odd2 = all3(t[0][2], t[1][1], t[2][0]);
    t[0][0] = even0 | odd0, t[0][1] = even1 | odd1, t[0][2] = even2 | odd2;
    t[1][0] = even2 | odd1, t[1][1] = even0 | odd2, t[1][2] = even1 | odd0;
    t[2][0] = even1 | odd2, t[2][1] = even2 | odd0, t[2][2] = even0 | odd1;
    return either3(t[0][0], t[0][1], t[0][2]);
}

/* The lanes in which only this triad of the box can hold the digit. */
INLINE void find_claims(const plane triad[3], plane claim[3])
{
    claim[0] = without_either(triad[0], triad[1], triad[2]);
    claim[1] = without_either(triad[1], triad[0], triad[2]);
    claim[2] = without_either(triad[2], triad[0], triad[1]);
}

/* Count the claims on the three triads of a box: 0, 1, 2, 3 = three or more. */
INLINE void count_claims(plane low[3], plane high[3], const plane claim[3], int first)
{
    for (int i = 0; i < 3; i++) {
        plane l = low[i], h = high[i];
        high[i] = first ? no_lane() : with_both(h, l, claim[i]);
        low[i] = first ? claim[i] : THREE(h, l, claim[i], 0xE6, (l ^ claim[i]) | (h & l));
    }
}

/* What a round does, fixed when it is compiled. */
typedef struct {
    int triples; /* which triads are watched for three claims: 0 rows, 1 columns */
    int watch;   /* notice changes */
} round_kind;

/* All rules for one digit. `first`: no digit came before it in this round. */
INLINE void treat_digit(engine *e, int digit, const round_kind kind, const int first)
{
    plane row[3][3][3];    /* band, line, box */
    plane column[3][3][3]; /* stack, line, band */
    plane alive = e->alive, changed = e->changed;

    for (int band = 0; band < 3; band++) {
        plane *const line[3] = {line_of(e->can, digit, 3 * band),
                                line_of(e->can, digit, 3 * band + 1),
                                line_of(e->can, digit, 3 * band + 2)};
        for (int box = 0; box < 3; box++) {
            const int corner = 27 * band + 3 * box, triads = 9 * band + 3 * box;
            plane can[3][3], lone[3][3], triad[3], placed[3];
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    const int cell = corner + 9 * r + c;
                    can[r][c] = line[r][3 * box + c];
                    if (!first)
                        can[r][c] &= e->unlocked[cell];
                    lone[r][c] = can[r][c] & e->lone[cell];
                }
            }
            for (int r = 0; r < 3; r++) {
                triad[r] = either3(can[r][0], can[r][1], can[r][2]);
                placed[r] = either3(lone[r][0], lone[r][1], lone[r][2]);
            }
            leave_triads(triad, placed, kind.triples == 0 ? e->full[0] + triads : NULL);
            for (int r = 0; r < 3; r++)
                row[band][r][box] = triad[r];
            for (int c = 0; c < 3; c++) {
                triad[c] = either3(can[0][c], can[1][c], can[2][c]);
                placed[c] = either3(lone[0][c], lone[1][c], lone[2][c]);
            }
            leave_triads(triad, placed, kind.triples == 1 ? e->full[1] + triads : NULL);
            for (int c = 0; c < 3; c++)
                column[box][c][band] = triad[c];
        }
        alive &= keep_layouts(row[band]);
    }
    for (int stack = 0; stack < 3; stack++)
        alive &= keep_layouts(column[stack]);

    for (int band = 0; band < 3; band++) {
        plane *const line[3] = {line_of(e->can, digit, 3 * band),
                                line_of(e->can, digit, 3 * band + 1),
                                line_of(e->can, digit, 3 * band + 2)};
        for (int box = 0; box < 3; box++) {
            const int corner = 27 * band + 3 * box, triads = 9 * band + 3 * box;
            plane in_row[3], in_column[3], row_claim[3], column_claim[3];
            for (int i = 0; i < 3; i++) {
                in_row[i] = row[band][i][box];
                in_column[i] = column[box][i][band];
            }
            find_claims(in_row, row_claim);
            find_claims(in_column, column_claim);
            count_claims(e->claims[0] + triads, e->claims[1] + triads,
                         kind.triples == 0 ? row_claim : column_claim, first);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    const int cell = corner + 9 * r + c;
                    plane *can = &line[r][3 * box + c];
                    const plane free = first ? all_lanes() : e->unlocked[cell], before = *can;
                    plane keep = all3(in_row[r], in_column[c], free);
                    *can = before & keep;
                    if (kind.watch)
                        changed = THREE(changed, before, keep, 0xF4, changed | (before & ~keep));
                    e->unlocked[cell] = without_both(free, row_claim[r], column_claim[c]);
                }
            }
        }
    }
    e->alive = alive;
    e->changed = changed;
}

INLINE void begin_round(engine *e)
{
    count_candidates(e);
    e->changed = no_lane();
}

INLINE void end_round(engine *e, const round_kind kind)
{
    for (int i = 0; i < 27; i++)
        e->full[kind.triples][i] = e->claims[0][i] & e->claims[1][i];
}

NOINLINE void round_upwards(engine *e)
{
    const round_kind kind = {.triples = 0, .watch = 0};
    begin_round(e);
    treat_digit(e, 0, kind, 1);
    for (int digit = 1; digit < 9; digit++)
        treat_digit(e, digit, kind, 0);
    end_round(e, kind);
}

NOINLINE void round_downwards(engine *e)
{
    const round_kind kind = {.triples = 1, .watch = 1};
    begin_round(e);
    treat_digit(e, 8, kind, 1);
    for (int digit = 7; digit >= 0; digit--)
        treat_digit(e, digit, kind, 0);
    end_round(e, kind);
}

/* Continue until enough of the busy lanes are finished; returns them. A lane is finished when a
 * round downwards shows a contradiction, or changes nothing. */
static plane settle(engine *e)
{
    const int busy = size_of(e->busy);
    for (;;) {
        round_upwards(e);
        round_downwards(e);
        plane finished = e->busy & ~(e->alive & e->changed);
        const int n = size_of(finished);
        if (n >= ENOUGH || n >= busy - busy / 4)
            return finished;
    }
}

/* -- Boards in and out of the planes ------------------------------------------------------------- */

/* Exchange the bits of a above its lower j (in each group of 2j) with the lower bits of b. */
INLINE void exchange(plane *a, plane *b, int j, uint64_t lower)
{
    plane high = *a >> j, mask = all_lanes() & lower;
    plane differ = THREE(high, *b, mask, 0x28, (high ^ *b) & mask);
    *a ^= differ << j;
    *b ^= differ;
}

/* Three steps on eight registers: blocks of 4j, then 2j, then j bits change places. */
INLINE void exchange_blocks(plane *a, int stride, int j, uint64_t m4, uint64_t m2, uint64_t m1)
{
    plane x[8];
    for (int i = 0; i < 8; i++)
        x[i] = a[stride * i];
    for (int i = 0; i < 4; i++)
        exchange(&x[i], &x[i + 4], 4 * j, m4);
    for (int i = 0; i < 2; i++) {
        exchange(&x[i], &x[i + 2], 2 * j, m2);
        exchange(&x[i + 4], &x[i + 6], 2 * j, m2);
    }
    for (int i = 0; i < 8; i += 2)
        exchange(&x[i], &x[i + 1], j, m1);
    for (int i = 0; i < 8; i++)
        a[stride * i] = x[i];
}

/* Bit i of word k becomes bit k of word i, for 64x64 bits in each word of the registers: blocks of
 * 32x32 bits change places first, then those of 16x16 inside them, and so on. */
NOINLINE void transpose(plane a[64])
{
    for (int k = 0; k < 8; k++)
        exchange_blocks(a + k, 8, 8, 0x00000000FFFFFFFFull, 0x0000FFFF0000FFFFull,
                        0x00FF00FF00FF00FFull);
    for (int k = 0; k < 8; k++)
        exchange_blocks(a + 8 * k, 1, 1, 0x0F0F0F0F0F0F0F0Full, 0x3333333333333333ull,
                        0x5555555555555555ull);
}

INLINE void get_board(const engine *e, int lane, bulk9_board *board)
{
    for (int i = 0; i < BULK9_WORDS; i++)
        board->word[i] = e->boards[i][lane % 64][lane / 64];
}

INLINE void put_board(engine *e, int lane, const bulk9_board *board)
{
    for (int i = 0; i < BULK9_WORDS; i++)
        e->boards[i][lane % 64][lane / 64] = board->word[i];
}

/* All lanes become boards. */
NOINLINE void planes_to_boards(engine *e)
{
    for (int i = 0; i < BULK9_WORDS; i++) {
        for (int k = 0; k < 64; k++)
            e->boards[i][k] = e->can[i][k];
        transpose(e->boards[i]);
    }
}

/* The boards of some lanes become planes. */
NOINLINE void boards_to_planes(engine *e, plane lanes)
{
    for (int i = 0; i < BULK9_WORDS; i++) {
        transpose(e->boards[i]);
        for (int k = 0; k < 64; k++)
            e->can[i][k] = choose(lanes, e->can[i][k], e->boards[i][k]);
    }
    for (int i = 0; i < 27; i++) {
        e->full[0][i] &= ~lanes;
        e->full[1][i] &= ~lanes;
    }
}

/* -- Splits -------------------------------------------------------------------------------------- */

/* The triads of a digit: rows as band, line, box; columns as stack, line, band. */
typedef struct {
    plane row[3][3][3], column[3][3][3];
} triads;

INLINE void find_triads(engine *e, int digit, triads *t)
{
    for (int band = 0; band < 3; band++) {
        const plane *a = line_of(e->can, digit, 3 * band);
        const plane *b = line_of(e->can, digit, 3 * band + 1);
        const plane *c = line_of(e->can, digit, 3 * band + 2);
        for (int i = 0; i < 3; i++) {
            t->row[band][0][i] = either3(a[3 * i], a[3 * i + 1], a[3 * i + 2]);
            t->row[band][1][i] = either3(b[3 * i], b[3 * i + 1], b[3 * i + 2]);
            t->row[band][2][i] = either3(c[3 * i], c[3 * i + 1], c[3 * i + 2]);
        }
        for (int i = 0; i < 9; i++)
            t->column[i / 3][i % 3][band] = either3(a[i], b[i], c[i]);
    }
}

/* Bands of rows are 0, 1, 2, those of columns 3, 4, 5. In settled lanes a digit with two layouts or
 * more stands in two triads of some box, with three or more in all three of some box. */
typedef struct {
    plane two[6][9], three[6][9];
} outlook;

INLINE void look_at_band(plane t[3][3], plane *two, plane *three)
{
    *two = either3(two_of(t[0][0], t[1][0], t[2][0]), two_of(t[0][1], t[1][1], t[2][1]),
                   two_of(t[0][2], t[1][2], t[2][2]));
    *three = either3(all3(t[0][0], t[1][0], t[2][0]), all3(t[0][1], t[1][1], t[2][1]),
                     all3(t[0][2], t[1][2], t[2][2]));
}

/* Numbers in every lane: bit i of the number is a plane. */
INLINE void add3(plane a, plane b, plane c, plane *sum, plane *carry)
{
    *sum = odd3(a, b, c);
    *carry = two_of(a, b, c);
}

/* How many of nine, 0 to 9. */
INLINE void count9(const plane a[9], plane number[4])
{
    plane ones[3], twos[3], one, two, more, four;
    for (int i = 0; i < 3; i++)
        add3(a[3 * i], a[3 * i + 1], a[3 * i + 2], &ones[i], &twos[i]);
    add3(ones[0], ones[1], ones[2], &one, &more);
    add3(twos[0], twos[1], twos[2], &two, &four);
    number[0] = one;
    number[1] = two ^ more;
    number[2] = four ^ (two & more);
    number[3] = four & two & more;
}

enum { SCORE_BITS = 6 };

/* Twice the digits with two layouts or more, plus those with three or more; zero becomes the
 * greatest number. */
INLINE void score_band(const plane two[9], const plane three[9], plane score[SCORE_BITS])
{
    plane a[4], b[4], carry;
    count9(two, a);
    count9(three, b);
    score[0] = b[0];
    add3(a[0], b[1], no_lane(), &score[1], &carry);
    add3(a[1], b[2], carry, &score[2], &carry);
    add3(a[2], b[3], carry, &score[3], &carry);
    add3(a[3], no_lane(), carry, &score[4], &score[5]);
    plane open = score[0] | score[1] | score[2] | score[3] | score[4] | score[5];
    for (int i = 0; i < SCORE_BITS; i++)
        score[i] |= ~open;
}

/* In each lane the band with the lowest score. */
INLINE void choose_band(const outlook *view, plane chosen[6])
{
    plane best[SCORE_BITS];
    for (int band = 0; band < 6; band++) {
        plane score[SCORE_BITS], less = no_lane();
        score_band(view->two[band], view->three[band], score);
        for (int i = 0; i < SCORE_BITS && band > 0; i++)
            less = (less & ~(score[i] ^ best[i])) | (best[i] & ~score[i]);
        chosen[band] = band ? less : all_lanes();
        for (int earlier = 0; earlier < band; earlier++)
            chosen[earlier] &= ~less;
        for (int i = 0; i < SCORE_BITS; i++)
            best[i] = band ? choose(less, best[i], score[i]) : score[i];
    }
}

/* In these lanes the digit to split at: the first with two layouts, or else the first open one. */
INLINE void choose_digit(const plane two[9], const plane three[9], plane lanes, plane chosen[9])
{
    plane pair = no_lane();
    for (int digit = 0; digit < 9; digit++)
        pair |= two[digit] & ~three[digit];
    for (int digit = 0; digit < 9; digit++) {
        chosen[digit] = lanes & two[digit] & ~(three[digit] & pair);
        lanes &= ~chosen[digit];
    }
}

/* What the children lose in the first two lines of a band: the first one takes the first triad of a
 * line in which the digit has a choice, the second one does not. */
typedef struct {
    plane first[2][3], second[2][3];
} losses;

INLINE void cut_band(plane t[3][3], plane lanes, losses *loss)
{
    for (int line = 0; line < 2; line++) {
        plane a = t[line][0], b = t[line][1], c = t[line][2];
        plane here = line ? lanes : lanes & two_of(a, b, c);
        plane taken[3] = {here & a, here & b & ~a, here & c & ~(a | b)};
        for (int box = 0; box < 3; box++) {
            loss->first[line][box] = here & ~taken[box];
            loss->second[line][box] = taken[box];
        }
        lanes &= ~here;
    }
}

/* Split the boards of these lanes: first children stay in the planes, second ones, and all lanes that
 * are not split, become boards. */
NOINLINE void split(engine *e, plane lanes)
{
    outlook view;
    plane band[6], chosen[6][9];
    triads t;
    for (int digit = 0; digit < 9; digit++) {
        find_triads(e, digit, &t);
        for (int i = 0; i < 3; i++) {
            look_at_band(t.row[i], &view.two[i][digit], &view.three[i][digit]);
            look_at_band(t.column[i], &view.two[3 + i][digit], &view.three[3 + i][digit]);
        }
    }
    choose_band(&view, band);
    for (int i = 0; i < 6; i++)
        choose_digit(view.two[i], view.three[i], band[i] & lanes, chosen[i]);

    for (int digit = 0; digit < 9; digit++) {
        losses row[3], column[3];
        find_triads(e, digit, &t);
        for (int i = 0; i < 3; i++) {
            cut_band(t.row[i], chosen[i][digit], &row[i]);
            cut_band(t.column[i], chosen[3 + i][digit], &column[i]);
        }
        for (int i = 0; i < 9; i++) {
            const int band = i / 3, stack = i % 3;
            for (int r = 0; r < 3; r++) {
                plane *can = line_of(e->can, digit, 3 * band + r) + 3 * stack;
                plane *other = line_of(e->boards, digit, 3 * band + r) + 3 * stack;
                for (int c = 0; c < 3; c++) {
                    plane first = no_lane(), second = no_lane();
                    if (r < 2) {
                        first |= row[band].first[r][stack];
                        second |= row[band].second[r][stack];
                    }
                    if (c < 2) {
                        first |= column[stack].first[c][band];
                        second |= column[stack].second[c][band];
                    }
                    other[c] = can[c] & ~second;
                    can[c] &= ~first;
                }
            }
        }
        transpose(e->boards[digit]);
    }
    for (int i = 9; i < BULK9_WORDS; i++)
        transpose(e->boards[i]);
}

/* -- Puzzles ------------------------------------------------------------------------------------- */

/* The puzzle's boards are no longer needed. */
static void forget(engine *e, int owner)
{
    puzzle *p = &e->puzzles[owner];
    while (p->waiting != NONE) {
        int32_t at = p->waiting;
        p->waiting = e->waiting_next[at];
        e->waiting_next[at] = e->unused;
        e->unused = at;
        e->waiting_total--;
    }
    p->live = 0;
    for (int lane = 0; lane < LANES; lane++)
        if (e->owner[lane] == owner)
            e->busy &= ~only(lane);
}

/* Leave the puzzle to the one-at-a-time search. */
static void hand_over(bulk9_job *job, int owner)
{
    engine *e = job->engine;
    job->queue[job->queued++] = e->puzzles[owner].row;
    forget(e, owner);
}

static void give_up(bulk9_job *job, int owner)
{
    hand_over(job, owner);
    bulk9_note(job, 1, LANES);
}

static uint64_t nodes_of(const puzzle *p) { return 1 + 2 * (uint64_t)p->splits; }

/* A board needs no more work. */
static void drop_board(bulk9_job *job, int owner)
{
    engine *e = job->engine;
    puzzle *p = &e->puzzles[owner];
    if (--p->live == 0) {
        bulk9_finish(job, p->row, p->solutions, nodes_of(p));
        bulk9_note(job, 0, LANES);
    }
}

/* A board is solved. A second solution ends the puzzle here: its count may have to go on, and the
 * solution to be written is the one that sudoku9 finds first. */
static void keep_solution(bulk9_job *job, int lane)
{
    engine *e = job->engine;
    const int owner = e->owner[lane];
    puzzle *p = &e->puzzles[owner];
    if (p->live == 0)
        return;
    if (++p->solutions == 2) {
        if (job->table.limit > 2 || job->table.solutions) {
            give_up(job, owner);
        } else {
            bulk9_finish(job, p->row, job->table.limit, nodes_of(p));
            forget(e, owner);
        }
        return;
    }
    if (job->table.solutions) {
        bulk9_board board;
        get_board(e, lane, &board);
        write_solution(&board, job->table.solutions + p->row * job->table.solutions_stride,
                       job->table.solutions_text ? '0' : 0);
    }
    drop_board(job, owner);
}

/* The second child of a split goes on the puzzle's stack. */
static void keep_second_child(bulk9_job *job, int lane)
{
    engine *e = job->engine;
    const int owner = e->owner[lane];
    puzzle *p = &e->puzzles[owner];
    const int32_t at = e->unused;
    if (p->live == 0)
        return;
    if (at == NONE) {
        give_up(job, owner);
        return;
    }
    e->unused = e->waiting_next[at];
    get_board(e, lane, &e->waiting[at]);
    e->waiting_next[at] = p->waiting;
    p->waiting = at;
    p->live++;
    p->splits++;
    e->waiting_total++;
}

/* The board stays valid until another one is put to wait. */
static const bulk9_board *take_waiting(engine *e, int owner)
{
    puzzle *p = &e->puzzles[owner];
    const int32_t at = p->waiting;
    p->waiting = e->waiting_next[at];
    e->waiting_next[at] = e->unused;
    e->unused = at;
    e->waiting_total--;
    return &e->waiting[at];
}

/* Begin the next row in this lane. An invalid row is finished at once, and the lane stays idle
 * until the next refill. */
static const bulk9_board *take_row(bulk9_job *job, int lane, bulk9_board *fresh)
{
    engine *e = job->engine;
    const size_t row = job->next++;
    if (!read_clues(fresh, bulk9_clues(job, row), job->table.clues_text)) {
        bulk9_finish(job, row, SUDOKU9_INVALID, 0);
        return NULL;
    }
    e->puzzles[lane] = (puzzle){.row = row, .live = 1, .waiting = NONE};
    return fresh;
}

/* Find work for an idle lane: a board of its own puzzle, a new row, or a board of another puzzle. */
static const bulk9_board *find_work(bulk9_job *job, int lane, bulk9_board *fresh)
{
    engine *e = job->engine;
    e->owner[lane] = (int16_t)lane;
    if (e->puzzles[lane].waiting != NONE)
        return take_waiting(e, lane);
    if (e->puzzles[lane].live == 0 && job->next < job->table.rows && !job->alone)
        return take_row(job, lane, fresh);
    if (e->waiting_total == 0)
        return NULL;
    while (e->puzzles[e->helped].waiting == NONE)
        e->helped = (e->helped + 1) % LANES;
    e->owner[lane] = (int16_t)e->helped;
    return take_waiting(e, e->helped);
}

static void refill(bulk9_job *job)
{
    engine *e = job->engine;
    uint8_t idle[LANES];
    uint64_t filled[WORDS] = {0};
    const int n = list_lanes(~e->busy, idle);
    for (int i = 0; i < n; i++) {
        const int lane = idle[i];
        bulk9_board fresh;
        const bulk9_board *board = find_work(job, lane, &fresh);
        if (board) {
            put_board(e, lane, board);
            filled[lane / 64] |= (uint64_t)1 << lane % 64;
        }
    }
    plane lanes;
    memcpy(&lanes, filled, sizeof lanes);
    if (any(lanes))
        boards_to_planes(e, lanes);
    e->busy |= lanes;
}

/* Serve the finished lanes, and find work for those that became idle. */
static void serve(bulk9_job *job, plane finished)
{
    engine *e = job->engine;
    const plane dead = finished & ~e->alive;
    const plane solved = finished & e->alive & ~e->open;
    const plane stuck = finished & e->alive & e->open;
    uint8_t lane[LANES];
    if (any(stuck))
        split(e, stuck);
    else if (any(solved))
        planes_to_boards(e);
    e->busy &= stuck | ~finished;
    for (int i = 0, n = list_lanes(dead, lane); i < n; i++)
        drop_board(job, e->owner[lane[i]]);
    for (int i = 0, n = list_lanes(solved, lane); i < n; i++)
        keep_solution(job, lane[i]);
    for (int i = 0, n = list_lanes(stuck & e->busy, lane); i < n; i++)
        keep_second_child(job, lane[i]);
    refill(job);
}

/* -- The job ------------------------------------------------------------------------------------- */

static void start(bulk9_job *job)
{
    engine *e = job->engine;
    memset(e, 0, offsetof(engine, waiting));
    e->waiting_total = e->unused = e->helped = 0;
    for (int lane = 0; lane < LANES; lane++)
        e->puzzles[lane].waiting = NONE;
    for (int i = 0; i < WAITING; i++)
        e->waiting_next[i] = i + 1 < WAITING ? i + 1 : NONE;
}

/* Empty the planes, and continue one row at a time: this many rows more, if there are as many. */
static void go_one_at_a_time(bulk9_job *job, int more)
{
    engine *e = job->engine;
    for (int lane = 0; lane < LANES; lane++)
        if (e->puzzles[lane].live)
            hand_over(job, lane);
    for (; more > 0 && job->next < job->table.rows && job->queued < LANES; more--)
        job->queue[job->queued++] = job->next++;
}

static int run(bulk9_job *job, uint64_t nodes)
{
    engine *e = job->engine;
    while (job->done < job->table.rows) {
        nodes = bulk9_work_off(job, nodes);
        if (nodes == 0)
            return job->done == job->table.rows;
        const size_t rows_left = job->table.rows - job->next;
        const int busy = size_of(e->busy);
        const int at_the_end = rows_left < WORTH_IT && busy < TOO_FEW && e->waiting_total == 0;
        if (at_the_end) {
            go_one_at_a_time(job, LANES);
        } else if (job->alone && rows_left) {
            go_one_at_a_time(job, BULK9_SAMPLE);
        } else if (busy == 0) {
            refill(job);
            nodes -= LANES < nodes ? LANES : nodes;
        } else {
            plane finished = settle(e);
            const uint64_t served = (uint64_t)size_of(finished);
            serve(job, finished);
            nodes -= served < nodes ? served : nodes;
        }
    }
    return 1;
}
