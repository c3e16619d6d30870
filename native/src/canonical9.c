/* Canonical form by a search row by row: all arrangements that are smallest so far are kept.
 *
 * The form is the smallest text, read row by row, with 0 for an open cell; so values are named 1, 2,
 * 3 ... as they first appear. An arrangement ("state") has chosen its first rows, the order of its
 * stacks, and as much of the order of its columns as these rows settle:
 *
 *        stack 0     stack 1     stack 2        a stack's columns that are open in all rows so far
 *      [ . . 1     | . . .     | . 2 3 ]        stand first and in no order (`open` of them, here
 *      [ . . .     | . 4 2     | . . 1 ]        2, 1 and 1); the others are `placed`
 *
 * For each next row every state tries the rows that may follow; what is not smallest is dropped.
 * Open columns with a clue in the new row are placed after those without: known values in their
 * order, new ones in any order, which is where a state splits.
 *
 * The clues of the first row are all new, and a dense puzzle would split into thousands of states at
 * once. So the first row settles only how many clues each stack has, and its columns are placed
 * while the second row is compared, cell by cell: a value of the second row asks for the column that
 * holds it in the first row to stand as far left as it can.
 *
 * The idea of minimal forms by cutting what is not smallest is common to the programs of the players'
 * forum (row-minlex forms, by G. Stertenbrink, M. Dobrichev and others); this search is our own. */
#include "canonical9.h"

#include <stdlib.h>
#include <string.h>

enum { NOWHERE = 255, NO_VALUE = 255 };

typedef struct {
    uint8_t transposed;
    uint8_t next;      /* the next new label */
    uint8_t row[9];    /* the rows chosen so far */
    uint8_t stack[3];  /* the order of the stacks */
    uint8_t open[3];   /* by place: columns of the stack that are open in all rows so far */
    uint8_t column[9]; /* the column at each place, NOWHERE where it is not settled */
    uint16_t placed;   /* the columns that are settled, as bits */
    uint8_t label[10]; /* the new name of each value, 0 for none yet */
} state;

typedef struct {
    state *items;
    size_t count;
    size_t capacity;
} states;

/* One puzzle and its transposition, and what is wholly empty in them. */
typedef struct {
    uint8_t cell[2][9][9];
    uint16_t empty_rows[2];
    uint8_t empty_bands[2];
    uint8_t empty_stacks[2];
    uint8_t clues[2][9][3];  /* the number of clues of each row in each stack */
    uint8_t where[2][9][10]; /* the column of each value in each row, or NOWHERE */
} board;

struct canonical9_worker {
    board board;
    states now;
    states later;
};

/* -- Lists ------------------------------------------------------------------------------------- */

static state *push(states *list)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 1024;
        state *items = realloc(list->items, capacity * sizeof *items);
        if (!items)
            return NULL;
        list->items = items;
        list->capacity = capacity;
    }
    return &list->items[list->count++];
}

static void swap(canonical9_worker *worker)
{
    states now = worker->now;
    worker->now = worker->later;
    worker->later = now;
    worker->later.count = 0;
}

canonical9_worker *canonical9_new(void) { return calloc(1, sizeof(canonical9_worker)); }

void canonical9_free(canonical9_worker *worker)
{
    if (worker) {
        free(worker->now.items);
        free(worker->later.items);
    }
    free(worker);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static int is_consistent(const uint8_t puzzle[81])
{
    uint16_t row[9] = {0}, column[9] = {0}, box[9] = {0};
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            const uint8_t value = puzzle[9 * r + c];
            if (value > 9)
                return 0;
            const uint16_t bit = (uint16_t)((1u << value) & ~1u);
            const int b = 3 * (r / 3) + c / 3;
            if ((row[r] | column[c] | box[b]) & bit)
                return 0;
            row[r] |= bit;
            column[c] |= bit;
            box[b] |= bit;
        }
    return 1;
}

static void read_board(board *b, const uint8_t puzzle[81])
{
    memset(b->clues, 0, sizeof b->clues);
    memset(b->where, NOWHERE, sizeof b->where);
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            const uint8_t value = puzzle[9 * r + c];
            b->cell[0][r][c] = b->cell[1][c][r] = value;
            b->clues[0][r][c / 3] += value > 0;
            b->clues[1][c][r / 3] += value > 0;
            b->where[0][r][value] = (uint8_t)c;
            b->where[1][c][value] = (uint8_t)r;
        }
    for (int t = 0; t < 2; t++) {
        b->empty_rows[t] = 0;
        b->empty_bands[t] = 0;
        for (int r = 0; r < 9; r++)
            if (!(b->clues[t][r][0] + b->clues[t][r][1] + b->clues[t][r][2]))
                b->empty_rows[t] |= (uint16_t)(1u << r);
        for (int band = 0; band < 3; band++)
            if ((b->empty_rows[t] >> 3 * band & 7) == 7)
                b->empty_bands[t] |= (uint8_t)(1u << band);
    }
    b->empty_stacks[0] = b->empty_bands[1];
    b->empty_stacks[1] = b->empty_bands[0];
}

/* -- Which row may come next ------------------------------------------------------------------- */

static unsigned lowest(unsigned bits) { return bits & (0u - bits); }

/* Of lines that are wholly empty, and so the same, only the first is worth trying. */
static unsigned without_repeats(unsigned choice, unsigned empty)
{
    return (choice & ~empty) | lowest(choice & empty);
}

/* The rows that may stand at `depth`, as bits: of the same band, or of a new one. */
static unsigned next_rows(const board *b, const state *s, int depth)
{
    const int t = s->transposed;
    unsigned used = 0, bands = 0;
    for (int i = 0; i < depth; i++) {
        used |= 1u << s->row[i];
        bands |= 1u << s->row[i] / 3;
    }
    if (depth % 3)
        return without_repeats(7u << 3 * (s->row[depth - 1] / 3) & ~used, b->empty_rows[t]);
    unsigned rows = 0;
    const unsigned free_bands = without_repeats(7u & ~bands, b->empty_bands[t]);
    for (int band = 0; band < 3; band++)
        if (free_bands >> band & 1)
            rows |= without_repeats(7u << 3 * band, b->empty_rows[t]);
    return rows;
}

/* -- The first two rows ------------------------------------------------------------------------ */

static const uint8_t ORDERS[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* Whether an order leaves empty stacks as they are: other orders of them give nothing new. */
static int is_useful(const uint8_t order[3], unsigned empty)
{
    int last = -1;
    for (int i = 0; i < 3; i++)
        if (empty >> order[i] & 1) {
            if (order[i] < last)
                return 0;
            last = order[i];
        }
    return 1;
}

/* Pairs of first rows: the first one has its clues as far right as any can. */
static int begin(canonical9_worker *worker)
{
    const board *b = &worker->board;
    int best = 1000;
    worker->now.count = 0;
    for (int t = 0; t < 2; t++) {
        state s = {.transposed = (uint8_t)t, .next = 1};
        memset(s.column, NOWHERE, sizeof s.column);
        const unsigned first = next_rows(b, &s, 0);
        for (int r = 0; r < 9; r++) {
            if (!(first >> r & 1))
                continue;
            for (int o = 0; o < 6; o++) {
                if (!is_useful(ORDERS[o], b->empty_stacks[t]))
                    continue;
                int pattern = 0;
                for (int i = 0; i < 3; i++) {
                    const uint8_t clues = b->clues[t][r][ORDERS[o][i]];
                    s.stack[i] = ORDERS[o][i];
                    s.open[i] = (uint8_t)(3 - clues);
                    pattern = 4 * pattern + clues;
                }
                if (pattern > best)
                    continue;
                if (pattern < best)
                    worker->now.count = 0;
                best = pattern;
                s.row[0] = (uint8_t)r;
                const unsigned second = next_rows(b, &s, 1);
                for (int r2 = 0; r2 < 9; r2++) {
                    if (!(second >> r2 & 1))
                        continue;
                    state *pushed = push(&worker->now);
                    if (!pushed)
                        return 0;
                    *pushed = s;
                    pushed->row[1] = (uint8_t)r2;
                }
            }
        }
    }
    return 1;
}

static void place(state *s, int position, int column)
{
    s->column[position] = (uint8_t)column;
    s->placed |= (uint16_t)(1u << column);
}

/* The first unsettled place among those of a column's stack that have a clue in the first row. */
static int leftmost(const state *s, int column)
{
    int i = 0;
    while (s->stack[i] != column / 3)
        i++;
    int position = 3 * i + s->open[i];
    while (s->column[position] != NOWHERE)
        position++;
    return position;
}

static int place_of(const state *s, int column)
{
    int position = 0;
    while (s->column[position] != column)
        position++;
    return position;
}

/* Extends one state by one cell of the second row: keeps what is smallest in `later`. `labels`
 * are the labels of the first row by place. `best` is NO_VALUE at first. */
static int second_row_cell(canonical9_worker *worker, const state *s, int position,
                           const uint8_t labels[9], uint8_t *best)
{
    const uint8_t *above = worker->board.cell[s->transposed][s->row[0]];
    const uint8_t *row = worker->board.cell[s->transposed][s->row[1]];
    const int i = position / 3, left = 3 * s->stack[i];
    const int is_open = position < 3 * i + s->open[i];
    if (is_open) { /* a column without a clue in either row stays unsettled */
        int free = 0;
        for (int c = left; c < left + 3; c++)
            free += !above[c] && !row[c];
        if (position - 3 * i < free) {
            if (*best) {
                *best = 0;
                worker->later.count = 0;
            }
            state *pushed = push(&worker->later);
            if (pushed)
                *pushed = *s;
            return pushed != NULL;
        }
    }
    const int settled = s->column[position];
    for (int c = left; c < left + 3; c++) {
        if (settled != NOWHERE ? settled != c
                               : (s->placed >> c & 1) || is_open == (above[c] > 0)
                                     || (is_open && !row[c]))
            continue;
        uint8_t value = 0;
        int partner = NOWHERE, partner_position = 0, is_new = 0;
        if (row[c]) {
            const int q = worker->board.where[s->transposed][s->row[0]][row[c]];
            if (q == NOWHERE) {
                value = s->next;
                is_new = 1;
            } else if (s->placed >> q & 1) {
                value = labels[place_of(s, q)];
            } else {
                partner = q;
                partner_position = leftmost(s, q);
                value = labels[partner_position];
            }
        }
        if (value > *best)
            continue;
        if (value < *best) {
            *best = value;
            worker->later.count = 0;
        }
        state *pushed = push(&worker->later);
        if (!pushed)
            return 0;
        *pushed = *s;
        place(pushed, position, c);
        if (partner != NOWHERE)
            place(pushed, partner_position, partner);
        pushed->next = (uint8_t)(s->next + is_new);
    }
    return 1;
}

/* Writes the label of each value that is new in a row of the state, in the order of places. */
static void name_values(const board *b, state *s, int depth)
{
    const uint8_t *row = b->cell[s->transposed][s->row[depth]];
    for (int position = 0; position < 9; position++) {
        if (s->column[position] == NOWHERE)
            continue;
        const uint8_t value = row[s->column[position]];
        if (value && !s->label[value])
            s->label[value] = s->next++;
    }
}

static int first_rows(canonical9_worker *worker, uint8_t form[18])
{
    if (!begin(worker))
        return 0;
    const state *any = &worker->now.items[0];
    uint8_t label = 0;
    for (int position = 0; position < 9; position++)
        form[position] = position % 3 < any->open[position / 3] ? 0 : ++label;
    for (size_t i = 0; i < worker->now.count; i++)
        worker->now.items[i].next = (uint8_t)(label + 1);
    for (int position = 0; position < 9; position++) {
        uint8_t best = NO_VALUE;
        worker->later.count = 0;
        for (size_t i = 0; i < worker->now.count; i++)
            if (!second_row_cell(worker, &worker->now.items[i], position, form, &best))
                return 0;
        form[9 + position] = best;
        swap(worker);
    }
    for (size_t i = 0; i < worker->now.count; i++) {
        state *s = &worker->now.items[i];
        s->next = 1;
        for (int stack = 0; stack < 3; stack++) {
            s->open[stack] = 0;
            for (int position = 3 * stack; position < 3 * stack + 3; position++)
                s->open[stack] += s->column[position] == NOWHERE;
        }
        name_values(&worker->board, s, 0);
        name_values(&worker->board, s, 1);
    }
    return 1;
}

/* -- The other rows ---------------------------------------------------------------------------- */

/* Columns of one stack that get their place in a new row: in order, the last `fresh` in any order. */
typedef struct {
    uint8_t columns[3];
    uint8_t count;
    uint8_t fresh;
} arrival;

/* Compares a row as it would stand in a state with the best so far; stops where it is larger.
 * Fills `values` and `arrivals` otherwise. */
static int compare_row(const board *b, const state *s, int r, const uint8_t best[9],
                       uint8_t values[9], arrival arrivals[3])
{
    const uint8_t *row = b->cell[s->transposed][r];
    uint8_t next = s->next;
    int order = 0;
    for (int i = 0; i < 3; i++) {
        const int left = 3 * s->stack[i];
        arrival *a = &arrivals[i];
        a->count = a->fresh = 0;
        if (s->open[i]) {
            uint8_t fresh[3];
            for (int c = left; c < left + 3; c++) {
                if ((s->placed >> c & 1) || !row[c])
                    continue;
                const uint8_t label = s->label[row[c]];
                if (!label) {
                    fresh[a->fresh++] = (uint8_t)c;
                    continue;
                }
                int at = a->count++;
                for (; at && s->label[row[a->columns[at - 1]]] > label; at--)
                    a->columns[at] = a->columns[at - 1];
                a->columns[at] = (uint8_t)c;
            }
            for (int f = 0; f < a->fresh; f++)
                a->columns[a->count++] = fresh[f];
        }
        for (int p = 0; p < 3; p++) {
            const int position = 3 * i + p, arrived = p - (s->open[i] - a->count);
            uint8_t value = 0;
            if (arrived >= 0) {
                const uint8_t found =
                    row[p < s->open[i] ? a->columns[arrived] : s->column[position]];
                value = !found ? 0 : s->label[found] ? s->label[found] : next++;
            }
            values[position] = value;
            if (!order) {
                if (value > best[position])
                    return 1;
                order = -(value < best[position]);
            }
        }
    }
    return order;
}

/* Adds the state with its new row to `later`, once for each order of new values in a stack. */
static int add(canonical9_worker *worker, const state *s, int r, int depth,
               const arrival arrivals[3])
{
    int ways[3];
    for (int i = 0; i < 3; i++) /* nothing follows the last row, so that any order will do */
        ways[i] = depth == 8 || arrivals[i].fresh < 2 ? 1 : arrivals[i].fresh == 2 ? 2 : 6;
    for (int way = 0; way < ways[0] * ways[1] * ways[2]; way++) {
        state *pushed = push(&worker->later);
        if (!pushed)
            return 0;
        *pushed = *s;
        pushed->row[depth] = (uint8_t)r;
        int rest = way;
        for (int i = 0; i < 3; i++) {
            const arrival *a = &arrivals[i];
            const int known = a->count - a->fresh, first = 3 * i + s->open[i] - a->count;
            for (int k = 0; k < known; k++)
                place(pushed, first + k, a->columns[k]);
            /* ORDERS[0] and ORDERS[2] are the two orders of two */
            const uint8_t *order = ORDERS[ways[i] == 2 ? 2 * (rest % 2) : rest % ways[i]];
            for (int k = 0; k < a->fresh; k++)
                place(pushed, first + known + k, a->columns[known + order[k]]);
            pushed->open[i] = (uint8_t)(s->open[i] - a->count);
            rest /= ways[i];
        }
        name_values(&worker->board, pushed, depth);
    }
    return 1;
}

static int next_row(canonical9_worker *worker, int depth, uint8_t best[9])
{
    uint8_t values[9];
    arrival arrivals[3];
    memset(best, NO_VALUE, 9);
    worker->later.count = 0;
    for (size_t i = 0; i < worker->now.count; i++) {
        const state *s = &worker->now.items[i];
        const unsigned rows = next_rows(&worker->board, s, depth);
        for (int r = 0; r < 9; r++) {
            if (!(rows >> r & 1))
                continue;
            const int order = compare_row(&worker->board, s, r, best, values, arrivals);
            if (order > 0)
                continue;
            if (order < 0) {
                memcpy(best, values, 9);
                worker->later.count = 0;
            }
            if (!add(worker, s, r, depth, arrivals))
                return 0;
        }
    }
    swap(worker);
    return 1;
}

/* -- The change ------------------------------------------------------------------------------- */

static void write_change(const state *s, canonical9_change *change)
{
    change->transposed = s->transposed;
    memcpy(change->rows, s->row, 9);
    for (int i = 0; i < 3; i++) {
        int column = 3 * s->stack[i];
        for (int position = 3 * i; position < 3 * i + 3; position++) {
            if (s->column[position] != NOWHERE) {
                change->columns[position] = s->column[position];
                continue;
            }
            while (s->placed >> column & 1) /* a column without clues: any place will do */
                column++;
            change->columns[position] = (uint8_t)column++;
        }
    }
    uint8_t next = s->next;
    change->labels[0] = 0;
    for (int value = 1; value < 10; value++)
        change->labels[value] = s->label[value] ? s->label[value] : next++;
}

canonical9_status canonical9_find(canonical9_worker *worker,
                                  const uint8_t puzzle[CANONICAL9_CELLS],
                                  uint8_t form[CANONICAL9_CELLS], canonical9_change *change,
                                  size_t *ways)
{
    if (!is_consistent(puzzle))
        return CANONICAL9_CLASH;
    read_board(&worker->board, puzzle);
    if (!first_rows(worker, form))
        return CANONICAL9_MEMORY;
    for (int depth = 2; depth < 9; depth++)
        if (!next_row(worker, depth, form + 9 * depth))
            return CANONICAL9_MEMORY;
    if (change)
        write_change(&worker->now.items[0], change);
    if (ways)
        *ways = worker->now.count;
    return CANONICAL9_DONE;
}
