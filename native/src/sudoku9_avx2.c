/* The search of sudoku9_kernel.h in AVX2. */
#include "sudoku9_internal.h"

#if CPU_IS_X86
#include <immintrin.h>
#include <string.h>

CPU_AVX2_BEGIN

#include "sudoku9_x86.h"

#include "sudoku9_kernel.h"

const sudoku9_kernel sudoku9_avx2 = {"avx2", start, run, solution, run_table};

CPU_AVX2_END

#endif
