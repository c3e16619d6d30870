/* The search of bulk9_kernel.h in AVX2: 256 lanes. */
#include "bulk9_internal.h"

#if CPU_IS_X86
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

CPU_AVX2_BEGIN

#include "bulk9_x86.h"

#include "bulk9_kernel.h"

const bulk9_kernel bulk9_avx2 = {sizeof(engine), start, run};

CPU_AVX2_END

#endif
