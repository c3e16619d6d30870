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
    const size_t many = 64; /* asking the CPU takes as long as some rows */
    if (rows > many && cpu_has_avx2())
        return check9_first_wrong_avx2(clues, solutions, counts, invalid, rows);
#endif
    return first_wrong(clues, solutions, counts, invalid, rows);
}
