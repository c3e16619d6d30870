#include "check9_internal.h"

static inline __attribute__((always_inline)) bytes bits_of(const bytes *digit)
{
    bytes bits = {0};
    for (int d = 1; d <= 8; d++)
        bits |= (bytes)(*digit == (uint8_t)d) & (uint8_t)(1 << (d - 1));
    return bits;
}

#include "check9_kernel.h"

size_t check9_first_wrong(const check9_rows *clues, const check9_rows *solutions,
                          const uint32_t *counts, uint32_t invalid, size_t rows)
{
#if CPU_IS_X86
    const size_t many = 64; /* asking the CPU takes as long as checking some rows */
    if (rows > many && cpu_has_avx2())
        return check9_first_wrong_avx2(clues, solutions, counts, invalid, rows);
#endif
    return first_wrong(clues, solutions, counts, invalid, rows);
}

static int is_line(const uint8_t *line)
{
    uint8_t special = 0;
    for (int i = 0; i < CELLS; i++)
        special |= (line[i] <= ' ') | (line[i] == '#');
    return !special;
}

int check9_is_lines(const uint8_t *text, size_t length, size_t end)
{
    const size_t stride = CELLS + end, rows = (length + end) / stride;
    if (rows * stride != length && rows * stride != length + end)
        return 0;
    for (size_t i = 0; i < rows; i++) {
        const uint8_t *line = text + i * stride;
        const int has_end = (i + 1) * stride <= length;
        if (!is_line(line) || (has_end && memcmp(line + CELLS, end == 2 ? "\r\n" : "\n", end) != 0))
            return 0;
    }
    return 1;
}
