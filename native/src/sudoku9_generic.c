/* The search of sudoku9_kernel.h for any CPU: 16 lanes are two vectors of 128 bits, which GCC and
 * Clang map to whatever there is (SSE2, NEON, AltiVec, or plain registers). */
#include "sudoku9_internal.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define ALIGNED __attribute__((aligned(16)))

typedef uint16_t vector __attribute__((vector_size(16)));
typedef uint64_t halves __attribute__((vector_size(16)));

typedef struct {
    vector low, high;
} lanes;

/* -- Words: lane by lane ------------------------------------------------------------------------- */

INLINE lanes each(int value)
{
    const uint16_t v = (uint16_t)value;
    const vector all = {v, v, v, v, v, v, v, v};
    return (lanes){all, all};
}

INLINE lanes from_array(const uint16_t a[16])
{
    lanes x;
    memcpy(&x, a, sizeof x);
    return x;
}

INLINE void to_array(uint16_t a[16], lanes x) { memcpy(a, &x, sizeof x); }

INLINE lanes both(lanes a, lanes b) { return (lanes){a.low & b.low, a.high & b.high}; }
INLINE lanes either(lanes a, lanes b) { return (lanes){a.low | b.low, a.high | b.high}; }
INLINE lanes without(lanes a, lanes b) { return (lanes){a.low & ~b.low, a.high & ~b.high}; }
INLINE lanes differ(lanes a, lanes b) { return (lanes){a.low ^ b.low, a.high ^ b.high}; }
INLINE lanes plus(lanes a, lanes b) { return (lanes){a.low + b.low, a.high + b.high}; }

/* All ones where a lane is zero, zero elsewhere. */
INLINE lanes empty(lanes a) { return (lanes){(vector)(a.low == 0), (vector)(a.high == 0)}; }

/* a where the mask is all ones, b where it is zero. */
INLINE lanes choose(lanes mask, lanes a, lanes b) { return either(both(mask, a), without(b, mask)); }

INLINE lanes least(lanes a, lanes b)
{
    lanes a_is_less = {(vector)(a.low < b.low), (vector)(a.high < b.high)};
    return choose(a_is_less, a, b);
}

/* The part, or the whole set where the part is empty. */
INLINE lanes narrow(lanes set, lanes part) { return either(part, both(set, empty(part))); }

INLINE int any(lanes a)
{
    halves x = (halves)(a.low | a.high);
    return (x[0] | x[1]) != 0;
}

/* -- Words: moves between lanes ------------------------------------------------------------------ */

#if defined(__clang__) || __GNUC__ >= 12
#define PICK(type, mask_type, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define PICK(type, mask_type, a, b, ...) __builtin_shuffle(a, b, (mask_type){__VA_ARGS__})
#endif
#define PICK_LANES(a, b, ...) PICK(vector, vector, a, b, __VA_ARGS__)
#define PICK_HALVES(a, b, ...) (vector) PICK(halves, halves, (halves)(a), (halves)(b), __VA_ARGS__)

/* Lanes 4 * B + b hold boxes of band B. Boxes of a band turn inside their group of four lanes. */
INLINE lanes next_box(lanes x)
{
    return (lanes){PICK_LANES(x.low, x.low, 1, 2, 0, 3, 5, 6, 4, 7),
                   PICK_LANES(x.high, x.high, 1, 2, 0, 3, 5, 6, 4, 7)};
}

INLINE lanes last_box(lanes x)
{
    return (lanes){PICK_LANES(x.low, x.low, 2, 0, 1, 3, 6, 4, 5, 7),
                   PICK_LANES(x.high, x.high, 2, 0, 1, 3, 6, 4, 5, 7)};
}

/* Whole groups turn when the lines are columns. */
INLINE lanes box_below(lanes x)
{
    return (lanes){PICK_HALVES(x.low, x.high, 1, 2), PICK_HALVES(x.low, x.high, 0, 3)};
}

INLINE lanes box_above(lanes x)
{
    return (lanes){PICK_HALVES(x.low, x.high, 2, 0), PICK_HALVES(x.low, x.high, 1, 3)};
}

/* Lane 4 * B + b goes to lane 4 * b + B. */
INLINE lanes transpose(lanes x)
{
    vector a = PICK_LANES(x.low, x.high, 0, 8, 1, 9, 2, 10, 3, 11);
    vector b = PICK_LANES(x.low, x.high, 4, 12, 5, 13, 6, 14, 7, 15);
    return (lanes){PICK_LANES(a, b, 0, 8, 1, 9, 2, 10, 3, 11),
                   PICK_LANES(a, b, 4, 12, 5, 13, 6, 14, 7, 15)};
}

/* -- Words: boards in and out -------------------------------------------------------------------- */

/* The candidates that a symbol stands for; zero if it stands for nothing. */
static const uint16_t set_of_number[256] = {511, 1, 2, 4, 8, 16, 32, 64, 128, 256};
static const uint16_t set_of_text[256] = {
    ['.'] = 511, ['0'] = 511, ['*'] = 511, ['_'] = 511, ['1'] = 1,  ['2'] = 2,   ['3'] = 4,
    ['4'] = 8,   ['5'] = 16,  ['6'] = 32,  ['7'] = 64,  ['8'] = 128, ['9'] = 256,
};

/* Returns 0 if a cell holds a symbol that stands for nothing. */
INLINE int read_cells(lanes cell[3][3], const uint8_t *clues, int text)
{
    const uint16_t *set_of = text ? set_of_text : set_of_number;
    uint16_t sets[3][3][16];
    unsigned meaningless = 0;
    for (int i = 0; i < 9; i++)
        to_array(sets[i / 3][i % 3], each(511));
    for (int band = 0; band < 3; band++) {
        for (int r = 0; r < 3; r++) {
            for (int box = 0; box < 3; box++, clues += 3) {
                for (int c = 0; c < 3; c++) {
                    uint16_t set = set_of[clues[c]];
                    meaningless |= set == 0;
                    sets[r][c][4 * band + box] = set;
                }
            }
        }
    }
    for (int i = 0; i < 9; i++)
        cell[i / 3][i % 3] = from_array(sets[i / 3][i % 3]);
    return !meaningless;
}

/* The way back, from a board of singles. */
INLINE void write_cells(lanes cell[3][3], uint8_t *solution, int zero)
{
    uint16_t sets[3][3][16];
    for (int i = 0; i < 9; i++)
        to_array(sets[i / 3][i % 3], cell[i / 3][i % 3]);
    for (int band = 0; band < 3; band++)
        for (int r = 0; r < 3; r++)
            for (int box = 0; box < 3; box++)
                for (int c = 0; c < 3; c++)
                    *solution++ = (uint8_t)(zero + 1 + __builtin_ctz(sets[r][c][4 * band + box]));
}

#include "sudoku9_kernel.h"

const sudoku9_kernel sudoku9_generic = {"generic", start, run, solution, run_table};
