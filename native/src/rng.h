/* Random numbers from a seed: SplitMix64, the same numbers as csp_sudoku/rng.py. */
#ifndef CSP_SUDOKU_RNG_H
#define CSP_SUDOKU_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} rng;

static inline uint64_t rng_word(rng *r)
{
    uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* The stream with this number among those of a seed: Rng.stream. */
static inline rng rng_stream(uint64_t seed, uint64_t number)
{
    rng parent = {seed};
    rng child = {rng_word(&parent) + number};
    return (rng){rng_word(&child)};
}

/* 0 to bound - 1, each equally likely. */
static inline uint64_t rng_below(rng *r, uint64_t bound)
{
    const uint64_t unfair = (0 - bound) % bound;
    for (;;) {
        const uint64_t word = rng_word(r);
        if (word >= unfair)
            return word % bound;
    }
}

static inline void rng_shuffle(rng *r, uint8_t *items, unsigned count)
{
    for (unsigned last = count; last-- > 1;) {
        const unsigned other = (unsigned)rng_below(r, last + 1);
        const uint8_t item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}

#endif
