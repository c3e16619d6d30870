/* The check of check9_kernel.h in AVX2, where a shuffle looks up a table of sixteen bytes. */
#include "check9_internal.h"

#if CPU_IS_X86
#include <immintrin.h>

CPU_AVX2_BEGIN

static inline bytes bits_of(const bytes *digit)
{
    const __m256i table = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0));
    const bytes bits = (bytes)_mm256_shuffle_epi8(table, (__m256i)*digit);
    return bits & (bytes)(*digit < 16); /* the shuffle looks at four bits only */
}

#include "check9_kernel.h"

size_t check9_first_wrong_avx2(const check9_rows *clues, const check9_rows *solutions,
                               const uint32_t *counts, uint32_t invalid, size_t rows)
{
    return first_wrong(clues, solutions, counts, invalid, rows);
}

CPU_AVX2_END

#endif
