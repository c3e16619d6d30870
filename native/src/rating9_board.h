/* The rater's board: candidates by cell, and the same candidates by house and digit.
 *
 *     candidates[cell]        bit d: digit d may stand here      (digits are 0 to 8)
 *     places[house][digit]    bit k: the digit may stand at the house's place k
 *
 * Houses 0 to 8 are blocks, 9 to 17 rows, 18 to 26 columns. A filled cell has no candidates. */
#ifndef CSP_SUDOKU_RATING9_BOARD_H
#define CSP_SUDOKU_RATING9_BOARD_H

#include <stdint.h>

#include "rating9.h"

enum { BLOCK, ROW, COLUMN, KINDS };
enum { CANDIDATES = 729, ALL = 0x1FF };

/* A set of cells. */
typedef struct {
    uint64_t low, high;
} cells9;

static inline int cells9_has(cells9 set, int cell)
{
    return (int)((cell < 64 ? set.low >> cell : set.high >> (cell - 64)) & 1);
}

static inline void cells9_add(cells9 *set, int cell)
{
    if (cell < 64)
        set->low |= UINT64_C(1) << cell;
    else
        set->high |= UINT64_C(1) << (cell - 64);
}

static inline cells9 cells9_and(cells9 a, cells9 b)
{
    return (cells9){a.low & b.low, a.high & b.high};
}

static inline cells9 cells9_or(cells9 a, cells9 b)
{
    return (cells9){a.low | b.low, a.high | b.high};
}

static inline cells9 cells9_less(cells9 a, cells9 b)
{
    return (cells9){a.low & ~b.low, a.high & ~b.high};
}

/* The number of bits of a set of nine. */
extern const uint8_t rating9_size[512];
static inline int size9(unsigned set)
{
    return rating9_size[set & ALL];
}

static inline int first9(unsigned set)
{
    return __builtin_ctz(set);
}

/* The number of bits of a word; CPUs without an instruction for it would call a function. */
static inline int count64(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* The next larger set with as many bits; sets of `k` of `n` bits run from (1 << k) - 1 upwards while
 * they are below 1 << n. (Gosper's hack) */
static inline unsigned next_subset(unsigned set)
{
    unsigned lowest = set & -set;
    unsigned ripple = set + lowest;
    return ripple | ((set ^ ripple) >> 2) / lowest;
}

/* What never changes: which cell is where. */
typedef struct {
    uint8_t cells[27][9];          /* of a house */
    uint8_t house[81][KINDS];      /* of a cell */
    uint8_t place[81][KINDS];      /* of a cell in its houses */
    uint8_t peers[81][20];         /* block first, then row, then column: the order of all searches */
    cells9 sees[81];               /* the same as sets */
} rating9_layout;

typedef struct {
    uint16_t candidates[81];
    uint16_t places[27][9];
    uint8_t filled[81];
    uint8_t open[27];              /* open cells of a house */
    uint8_t placed[9];             /* cells that hold this digit */
    int left;                      /* open cells */
} rating9_grid;

void rating9_lay_out(rating9_layout *layout);

/* Begin with clues; those of proper puzzles do not clash. */
void rating9_begin(const rating9_layout *layout, rating9_grid *grid, const uint8_t clues[81]);

/* Begin with the candidates of open cells; 0 for a filled cell. */
void rating9_begin_masks(const rating9_layout *layout, rating9_grid *grid,
                         const uint16_t masks[81]);

void rating9_place(const rating9_layout *layout, rating9_grid *grid, int cell, int digit);

static inline void rating9_remove(const rating9_layout *layout, rating9_grid *grid, int cell,
                                  unsigned digits)
{
    digits &= grid->candidates[cell];
    grid->candidates[cell] &= (uint16_t)~digits;
    for (; digits; digits &= digits - 1)
        for (int kind = 0; kind < KINDS; kind++)
            grid->places[layout->house[cell][kind]][first9(digits)] &=
                (uint16_t)~(1u << layout->place[cell][kind]);
}

/* The cells that singles alone could fill. */
int rating9_open(const rating9_layout *layout, const rating9_grid *grid);

/* One step: a digit placed, or candidates removed, or both. */
typedef struct {
    int technique;
    double rating;       /* as the scale's author adds it up: 6.6 + 0.1 + 0.1; compared exactly */
    int cell, digit;     /* the digit placed; cell -1 if none */
    int count;           /* removals: digits[i] from cells[i] */
    uint8_t cells[81];
    uint16_t digits[81];
    /* For forcing chains: how the conclusion follows, and where its chains start. */
    int kind;            /* one of rating9_kind */
    int source;          /* a candidate (cell * 9 + digit), a cell, or house * 9 + digit */
    /* For chains: what had to be gone before the pattern was there. */
    int missing;
    uint8_t missing_cells[36];
    uint16_t missing_digits[36];
} rating9_hint;

static inline void hint_start(rating9_hint *hint, int technique, double rating)
{
    hint->technique = technique;
    hint->rating = rating;
    hint->cell = -1;
    hint->digit = 0;
    hint->count = 0;
    hint->kind = RATING9_CHAIN;
    hint->source = 0;
    hint->missing = 0;
}

static inline void hint_remove(rating9_hint *hint, int cell, unsigned digits)
{
    if (digits) {
        hint->cells[hint->count] = (uint8_t)cell;
        hint->digits[hint->count++] = (uint16_t)digits;
    }
}

static inline void hint_missing(rating9_hint *hint, int cell, unsigned digits)
{
    hint->missing_cells[hint->missing] = (uint8_t)cell;
    hint->missing_digits[hint->missing++] = (uint16_t)digits;
}

/* Looks at hints: returns 1 to take this one and end the search, 0 to see the next one. */
typedef struct rating9_visitor rating9_visitor;
struct rating9_visitor {
    int (*see)(rating9_visitor *self, const rating9_hint *hint);
};

#endif
