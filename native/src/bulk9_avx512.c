/* The search of bulk9_kernel.h in AVX-512: 256 lanes as in AVX2, but any function of three planes is
 * one instruction, and there are twice as many registers. (512 lanes were no better: their planes
 * take 46 KB and leave the first cache.) */
#include "bulk9_internal.h"

#if CPU_IS_X86
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

CPU_AVX512_BEGIN

#include "bulk9_x86.h"

#define THREE(a, b, c, table, otherwise) \
    ((plane)_mm256_ternarylogic_epi64((__m256i)(a), (__m256i)(b), (__m256i)(c), table))

#include "bulk9_kernel.h"

const bulk9_kernel bulk9_avx512 = {sizeof(engine), start, run};

CPU_AVX512_END

#endif
