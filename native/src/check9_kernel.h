/* The check of check9.h, written once and compiled for each kind of CPU. The including file gives
 * `bits_of`: for each digit from 1 to 8 a bit, for all other numbers 0.
 *
 * A group that holds the digits 1 to 8 has the OR 255, in nine cells. If that is so for all 27 groups,
 * and there are nine 9s on the board, then no group can have two of them (eight cells are taken), so
 * that each has one: each digit stands once in each group.
 *
 * ORs are taken at all cells at once, in three vectors; only those count that begin at the first cell
 * of a row, a column or a box. A few boards go through each step together, because what was just
 * stored cannot be loaded at another offset without a wait. */

#define INLINE static inline __attribute__((always_inline))

INLINE void load(bytes *to, const uint8_t *from) { memcpy(to, from, WIDTH); }
INLINE void store(uint8_t *to, const bytes *from) { memcpy(to, from, WIDTH); }

/* The OR of `n` vectors that begin `step` apart. */
INLINE bytes or_of(const uint8_t *from, int n, int step)
{
    bytes all = {0}, next;
    for (int i = 0; i < n; i++) {
        load(&next, from + i * step);
        all |= next;
    }
    return all;
}

/* 255 where a row begins, on the whole board; where a box or a column begins, in a band. */
static const uint8_t ROWS[3 * WIDTH] = {
    [0] = 255, [9] = 255, [18] = 255, [27] = 255, [36] = 255, [45] = 255, [54] = 255, [63] = 255,
    [72] = 255,
};
static const uint8_t BOXES[WIDTH] = {[0] = 255, [3] = 255, [6] = 255};
static const uint8_t COLUMNS[WIDTH] = {255, 255, 255, 255, 255, 255, 255, 255, 255};

/* The three vectors of a board. The last one overlaps, so that nothing outside is read; its first
 * cells were counted already. */
static const int START[3] = {0, WIDTH, CELLS - WIDTH};
#define FIFTEEN(x) x, x, x, x, x, x, x, x, x, x, x, x, x, x, x
static const uint8_t FRESH[3][WIDTH] = {
    {255, 255, FIFTEEN(255), FIFTEEN(255)},
    {255, 255, FIFTEEN(255), FIFTEEN(255)},
    {FIFTEEN(0), FIFTEEN(255), 255, 255},
};

typedef struct {
    uint8_t bit[PADDED];    /* of each cell; 0 beyond the board */
    uint8_t triad[PADDED];  /* at each cell the OR of it and the two to its right */
    bytes nines;            /* how many, in parts */
    bytes wrong;            /* clues that were changed, bits that a group lacks */
} board;

INLINE void read_row(board *b, const uint8_t *clues, uint8_t clue_zero, const uint8_t *solution,
                     uint8_t zero)
{
    bytes none = {0};
    b->nines = b->wrong = none;
    for (int i = 0; i < 3; i++) {
        bytes digit, clue, fresh;
        load(&digit, solution + START[i]);
        load(&clue, clues + START[i]);
        load(&fresh, FRESH[i]);
        digit -= zero;
        clue -= clue_zero;
        const bytes bits = bits_of(&digit);
        store(b->bit + START[i], &bits);
        b->wrong |= (bytes)((bytes)(clue - 1) < 9) & (bytes)(clue != digit);
        b->nines -= (bytes)(digit == 9) & fresh;
    }
}

INLINE void find_triads(board *b)
{
    for (int i = 0; i < 3; i++) {
        const bytes triad = or_of(b->bit + WIDTH * i, 3, 1);
        store(b->triad + WIDTH * i, &triad);
    }
}

/* The bits that a group lacks; `begins` tells which of the ORs are those of groups. */
INLINE void add_missing(board *b, const bytes *ors, const uint8_t *begins)
{
    bytes begin;
    load(&begin, begins);
    b->wrong |= ~*ors & begin;
}

INLINE void find_missing(board *b)
{
    const bytes columns = or_of(b->bit, 9, 9);
    add_missing(b, &columns, COLUMNS);
    for (int i = 0; i < 3; i++) {
        const bytes boxes = or_of(b->triad + 27 * i, 3, 9);
        const bytes rows = or_of(b->triad + WIDTH * i, 3, 3);
        add_missing(b, &boxes, BOXES);
        add_missing(b, &rows, ROWS + WIDTH * i);
    }
}

INLINE int is_right(const board *b)
{
    uint64_t wrong[WIDTH / 8], nines[WIDTH / 8], bits = 0, bytes_of_nines = 0;
    memcpy(wrong, &b->wrong, WIDTH);
    memcpy(nines, &b->nines, WIDTH);
    for (int i = 0; i < WIDTH / 8; i++) {
        bits |= wrong[i];
        bytes_of_nines += nines[i];
    }
    return bits == 0 && bytes_of_nines * 0x0101010101010101u >> 56 == 9;
}

static size_t first_wrong(const check9_rows *clues, const check9_rows *solutions,
                          const uint32_t *counts, uint32_t invalid, size_t rows)
{
    enum { TOGETHER = 8 };
    board boards[TOGETHER] = {0};
    size_t row[TOGETHER];
    for (size_t next = 0; next < rows;) {
        int n = 0;
        for (; n < TOGETHER && next < rows; next++) {
            if (counts[next] == 0 || counts[next] == invalid)
                continue;
            row[n] = next;
            read_row(&boards[n++], clues->cells + next * clues->stride, clues->zero,
                     solutions->cells + next * solutions->stride, solutions->zero);
        }
        for (int i = 0; i < n; i++)
            find_triads(&boards[i]);
        for (int i = 0; i < n; i++)
            find_missing(&boards[i]);
        for (int i = 0; i < n; i++)
            if (!is_right(&boards[i]))
                return row[i];
    }
    return rows;
}
