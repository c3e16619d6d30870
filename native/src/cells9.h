/* Sets of the 81 cells of a 9x9 board, or of at most 128 cells of another, as bits. */
#ifndef CSP_SUDOKU_CELLS9_H
#define CSP_SUDOKU_CELLS9_H

#include <stdint.h>

typedef struct {
    uint64_t low, high; /* cells 0 to 63, and those from 64 on */
} cells;

#define INLINE static inline __attribute__((always_inline))

INLINE cells both(cells a, cells b) { return (cells){a.low & b.low, a.high & b.high}; }
INLINE cells either(cells a, cells b) { return (cells){a.low | b.low, a.high | b.high}; }
INLINE cells without(cells a, cells b) { return (cells){a.low & ~b.low, a.high & ~b.high}; }
INLINE int is_none(cells a) { return (a.low | a.high) == 0; }
INLINE int are_apart(cells a, cells b) { return is_none(both(a, b)); }
INLINE int are_same(cells a, cells b) { return a.low == b.low && a.high == b.high; }
INLINE int is_within(cells a, cells b) { return is_none(without(a, b)); }

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

#endif
