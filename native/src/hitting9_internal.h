/* What a search for small puzzles holds, and cells as bits. */
#ifndef CSP_SUDOKU_HITTING9_INTERNAL_H
#define CSP_SUDOKU_HITTING9_INTERNAL_H

#include "hitting9.h"

enum {
    MOST_SETS = 1024,   /* sets that a search begins with */
    RECENT_SETS = 256,  /* sets that were learnt last */
    LIST = MOST_SETS + RECENT_SETS,
};

typedef struct {
    uint64_t low, high; /* cells 0 to 63, and 64 to 80 */
} cells;

#define INLINE static inline __attribute__((always_inline))

INLINE cells both(cells a, cells b) { return (cells){a.low & b.low, a.high & b.high}; }
INLINE cells either(cells a, cells b) { return (cells){a.low | b.low, a.high | b.high}; }
INLINE cells without(cells a, cells b) { return (cells){a.low & ~b.low, a.high & ~b.high}; }
INLINE int is_none(cells a) { return (a.low | a.high) == 0; }
INLINE int are_apart(cells a, cells b) { return is_none(both(a, b)); }

INLINE cells only(unsigned cell)
{
    return cell < 64 ? (cells){UINT64_C(1) << cell, 0} : (cells){0, UINT64_C(1) << (cell - 64)};
}

INLINE unsigned size_of(cells a)
{
    return (unsigned)(__builtin_popcountll(a.low) + __builtin_popcountll(a.high));
}

INLINE unsigned first_of(cells a)
{
    return (unsigned)(a.low ? __builtin_ctzll(a.low) : 64 + __builtin_ctzll(a.high));
}

/* One clue more than the level above it. */
typedef struct {
    cells clues;
    cells live;                     /* cells that may still become clues */
    unsigned sets;                  /* sets that no clue meets, as far as their cells are live */
    unsigned branches, next;        /* cells to try, one of which is a clue; those tried so far */
    uint8_t branch[SUDOKU9_CELLS];
    cells set[LIST];
} level;

typedef sudoku9_status descend_function(hitting9_search *search, unsigned depth, unsigned cell);
typedef void settle_function(hitting9_search *search, unsigned depth);

struct hitting9_search {
    sudoku9_search *solver;
    descend_function *descend;
    settle_function *settle;
    uint8_t solution[SUDOKU9_CELLS];
    unsigned most;                  /* clues beside the given ones */
    int is_given_proper;            /* and that was not reported yet */
    int top;                        /* the level whose branches are being tried; -1: none left */
    unsigned collected;             /* steps of the collection that are done */
    uint64_t nodes;
    cells puzzle;
    unsigned recent;
    cells learnt[RECENT_SETS];      /* used last, first */
    cells scratch[LIST];
    uint8_t size[LIST];
    level level[];                  /* most + 1 */
};

#endif
