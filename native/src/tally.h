/* Sixty-four counters, one per value, in a handful of words: bit-sliced.
 *
 * Bit x of plane[k] is binary digit k of the count of value x, so that one set of values is counted
 * by a ripple of carries, two words long on average, whatever the number of values in the set:
 *
 *     value      7 6 5 4 3 2 1 0
 *     plane[0]   0 1 1 0 0 1 0 1
 *     plane[1]   0 0 1 0 0 1 1 0      value 5 was counted 3 times, value 1 twice, value 7 never */
#ifndef CSP_SUDOKU_TALLY_H
#define CSP_SUDOKU_TALLY_H

#include <stdint.h>

enum { TALLY_PLANES = 32 };

typedef struct {
    int planes;
    uint64_t plane[TALLY_PLANES];
} tally;

static inline void tally_add(tally *t, uint64_t set)
{
    for (int k = 0; set; k++) {
        if (k == t->planes)
            t->plane[t->planes++] = 0;
        uint64_t carry = t->plane[k] & set;
        t->plane[k] ^= set;
        set = carry;
    }
}

/* Those among `values` that were counted least often: decide digit by digit, from the top. */
static inline uint64_t tally_least(const tally *t, uint64_t values)
{
    for (int k = t->planes; k-- > 0;) {
        uint64_t fewer = values & ~t->plane[k];
        if (fewer)
            values = fewer;
    }
    return values;
}

/* How often the single value `code` was counted. */
static inline int32_t tally_of(const tally *t, uint64_t code)
{
    int32_t count = 0;
    for (int k = 0; k < t->planes; k++)
        count |= (int32_t)((t->plane[k] & code) != 0) << k;
    return count;
}

#endif
