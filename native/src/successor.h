/* The next candidate of a candidate set, in each of the ways of the brute-force program that came
 * first (docs/seeds.md), and one that was added later.
 *
 * A set of values is a word with one bit per value; a value alone, as a power of two, is its
 * *code*. Given the values that are taken, and the code to begin with, each function below answers
 * with the lowest code from there on that is not taken, or 0. `taken` has the bits above the last
 * value set: what does not exist is taken. That one convention makes 64 values as good as 9: where
 * that program compares a sum with 511, the carry out of the word says the same, and nothing
 * overflows.
 *
 *            taken   1 1 1 1 0 1 0 1 1 1 1 0
 *            code    . . . . . . . . . . 1 .      from value 1 on
 *            answer  . . . . . . 1 . . . . .      value 5 is free
 *
 * They differ in cost only, and every search gives the same answers with any of them. Today, in ns
 * for each node of a brute-force search (that program's main grid, uniqueness proven, 2,068,780
 * nodes, gcc 12 on Zen 3): loop 21.2, mask 19.2, sum 19.0, table 18.3, branchless 18.3, ctz 18.5. */
#ifndef CSP_SUDOKU_SUCCESSOR_H
#define CSP_SUDOKU_SUCCESSOR_H

#include <stdint.h>

typedef enum {
    SUCCESSOR_LOOP,       /* try one code after the other */
    SUCCESSOR_MASK,       /* the loop, after a test whether all reachable codes are taken */
    SUCCESSOR_SUM,        /* the loop, after the same test by one addition */
    SUCCESSOR_TABLE,      /* add, xor, add: no loop; the digit from a table */
    SUCCESSOR_BRANCHLESS, /* add, xor, add: no loop; the digit by counting trailing zeros */
    SUCCESSOR_CTZ,        /* the lowest set bit of what is free; the digit likewise: the default */
    SUCCESSOR_KINDS,
} successor_kind;

/* A value in both notations. code is 0 if there is none; then digit has no meaning. */
typedef struct {
    uint64_t code;
    int digit;
} candidate;

/* The loop must know where the values end, or it would try 55 useless codes for 9 values. */
static inline candidate successor_loop(uint64_t taken, uint64_t universe, candidate from)
{
    while (from.code & taken & universe) {
        from.code <<= 1; /* past the last bit of the word the code is 0, which no set contains */
        from.digit++;
    }
    from.code &= universe;
    return from;
}

/* After the test there is a free code for certain, and the loop needs no other end. */
static inline candidate successor_guarded_loop(uint64_t taken, candidate from)
{
    for (; from.code & taken; from.code <<= 1)
        from.digit++;
    return from;
}

/* The reachable codes are those from `code` on: ~(code - 1). For code 0 there are none, and
 * ~(0 - 1) is 0 as well. */
static inline candidate successor_mask(uint64_t taken, candidate from)
{
    uint64_t reachable = ~(from.code - 1);
    if ((taken & reachable) == reachable)
        return (candidate){0, 0};
    return successor_guarded_loop(taken, from);
}

/* Adding code to taken carries out of the word if and only if every bit from code on is set. */
static inline candidate successor_sum(uint64_t taken, candidate from)
{
    if (taken + from.code < from.code)
        return (candidate){0, 0};
    return successor_guarded_loop(taken, from);
}

/* The carry of taken + code stops at the first free bit. The xor leaves ones from code up to that
 * bit; adding code once more and shifting right by one keeps the uppermost of them. The sum
 * of the two halves, code + (ones ^ code) / 2, is the same without a 65th bit. */
static inline uint64_t successor_code(uint64_t taken, uint64_t code)
{
    uint64_t sum = taken + code;
    uint64_t ones = sum ^ taken;
    uint64_t free = code + ((ones ^ code) >> 1);
    return sum < code ? 0 : free;
}

/* Tables that convert three bits each and are joined by OR take three look-ups for 9 values, but
 * 22 for 64. Multiplying by a de Bruijn sequence gathers six bits that differ for each code, so
 * that one look-up does (Leiserson, Prokop, Randall, Using de Bruijn Sequences to Index a 1 in a
 * Computer Word, 1998). */
static inline int successor_digit_by_table(uint64_t code)
{
    static const unsigned char digit[64] = {
        0, 1, 2, 7, 3, 13, 8, 19, 4, 25, 14, 28, 9, 34, 20, 40,
        5, 17, 26, 38, 15, 46, 29, 48, 10, 31, 35, 54, 21, 50, 41, 57,
        63, 6, 12, 18, 24, 27, 33, 39, 16, 37, 45, 47, 30, 53, 49, 56,
        62, 11, 23, 32, 36, 44, 52, 55, 61, 22, 43, 51, 60, 42, 59, 58,
    };
    return digit[code * UINT64_C(0x0218A392CD3D5DBF) >> 58];
}

/* The number of the lowest bit; 63 for an empty word, for which the instruction has no answer. */
static inline int successor_digit(uint64_t word)
{
    return __builtin_ctzll(word | UINT64_C(1) << 63);
}

static inline candidate successor_ctz(uint64_t taken, uint64_t code)
{
    uint64_t free = ~taken & ~(code - 1);
    return (candidate){free & (0 - free), successor_digit(free)};
}

static inline candidate successor(successor_kind kind, uint64_t taken, uint64_t universe,
                                  candidate from)
{
    uint64_t code;
    switch (kind) {
    case SUCCESSOR_LOOP:
        return successor_loop(taken, universe, from);
    case SUCCESSOR_MASK:
        return successor_mask(taken, from);
    case SUCCESSOR_SUM:
        return successor_sum(taken, from);
    case SUCCESSOR_TABLE:
        code = successor_code(taken, from.code);
        return (candidate){code, successor_digit_by_table(code)};
    case SUCCESSOR_BRANCHLESS:
        code = successor_code(taken, from.code);
        return (candidate){code, successor_digit(code)};
    default:
        return successor_ctz(taken, from.code);
    }
}

#endif
