#include "check9.h"

#include "cpu.h"

#include <string.h>

/* Digits 1 to 8 become one bit of a byte each. A group that holds them all has the OR 255, in nine
 * cells. If that is so for all 27 groups, and there are nine 9s on the board, then no group can have
 * two of them (eight cells are taken), so that each has one, and each digit stands once in a group.
 *
 * ORs are taken at all 81 cells at once, in three vectors; only those count that begin at the first
 * cell of a row, a column or a box. Cells beyond the board are 0. */
enum { CELLS = CHECK9_CELLS, WIDTH = 32, PADDED = 128 };

#define INLINE static inline __attribute__((always_inline))

/* Vectors travel between functions that are all inlined: no calling convention matters. */
#pragma GCC diagnostic ignored "-Wpsabi"
typedef uint8_t bytes __attribute__((vector_size(WIDTH)));

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

/* The bits that a group lacks; `begins` tells which of the ORs are those of groups. */
INLINE void add_missing(bytes *lack, const bytes *ors, const uint8_t *begins)
{
    bytes begin;
    load(&begin, begins);
    *lack |= ~*ors & begin;
}

/* The bits that any row, column or box lacks. */
INLINE bytes missing_bits(const uint8_t bit[PADDED])
{
    uint8_t triads[PADDED] = {0}; /* at each cell the OR of it and the two cells to its right */
    bytes lack = {0};
    const bytes columns = or_of(bit, 9, 9);
    add_missing(&lack, &columns, COLUMNS);
    for (int i = 0; i < 3; i++) {
        const bytes triad = or_of(bit + WIDTH * i, 3, 1);
        store(triads + WIDTH * i, &triad);
    }
    for (int i = 0; i < 3; i++) {
        const bytes boxes = or_of(triads + 27 * i, 3, 9), rows = or_of(triads + WIDTH * i, 3, 3);
        add_missing(&lack, &boxes, BOXES);
        add_missing(&lack, &rows, ROWS + WIDTH * i);
    }
    return lack;
}

/* The sum of all bytes, which must be less than 256. */
INLINE unsigned sum(const bytes *numbers)
{
    uint64_t word[WIDTH / 8], total = 0;
    memcpy(word, numbers, WIDTH);
    for (int i = 0; i < WIDTH / 8; i++)
        total += word[i];
    return (unsigned)(total * 0x0101010101010101u >> 56);
}

INLINE int any(const bytes *numbers)
{
    uint64_t word[WIDTH / 8], bits = 0;
    memcpy(word, numbers, WIDTH);
    for (int i = 0; i < WIDTH / 8; i++)
        bits |= word[i];
    return bits != 0;
}

/* The three vectors of a board. The last one overlaps, so that nothing outside is read; its first
 * cells were counted already. */
static const int START[3] = {0, WIDTH, CELLS - WIDTH};
#define FIFTEEN(x) x, x, x, x, x, x, x, x, x, x, x, x, x, x, x
static const uint8_t FRESH[3][WIDTH] = {
    {255, 255, FIFTEEN(255), FIFTEEN(255)},
    {255, 255, FIFTEEN(255), FIFTEEN(255)},
    {FIFTEEN(0), FIFTEEN(255), 255, 255},
};

INLINE int is_right(const uint8_t *clues, uint8_t clue_zero, const uint8_t *solution, uint8_t zero)
{
    uint8_t bit[PADDED] = {0};
    bytes nines = {0}, wrong = {0};
    for (int i = 0; i < 3; i++) {
        bytes digit, clue, fresh, bits = {0};
        load(&digit, solution + START[i]);
        load(&clue, clues + START[i]);
        digit -= zero;
        clue -= clue_zero;
        for (int d = 1; d <= 8; d++)
            bits |= (bytes)(digit == (uint8_t)d) & (uint8_t)(1 << (d - 1));
        store(bit + START[i], &bits);
        wrong |= (bytes)((bytes)(clue - 1) < 9) & (bytes)(clue != digit);
        load(&fresh, FRESH[i]);
        nines -= (bytes)(digit == 9) & fresh;
    }
    wrong |= missing_bits(bit);
    return !any(&wrong) && sum(&nines) == 9;
}

INLINE size_t first_wrong(const check9_rows *clues, const check9_rows *solutions,
                          const uint32_t *counts, uint32_t invalid, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        if (counts[i] == 0 || counts[i] == invalid)
            continue;
        if (!is_right(clues->cells + i * clues->stride, clues->zero,
                      solutions->cells + i * solutions->stride, solutions->zero))
            return i;
    }
    return rows;
}

#if CPU_IS_X86
CPU_AVX2_BEGIN
static size_t first_wrong_avx2(const check9_rows *clues, const check9_rows *solutions,
                               const uint32_t *counts, uint32_t invalid, size_t rows)
{
    return first_wrong(clues, solutions, counts, invalid, rows);
}
CPU_AVX2_END
#endif

size_t check9_first_wrong(const check9_rows *clues, const check9_rows *solutions,
                          const uint32_t *counts, uint32_t invalid, size_t rows)
{
#if CPU_IS_X86
    if (rows > 64 && cpu_has_avx2())
        return first_wrong_avx2(clues, solutions, counts, invalid, rows);
#endif
    return first_wrong(clues, solutions, counts, invalid, rows);
}
