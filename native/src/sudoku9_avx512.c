/* The search of sudoku9_kernel.h in AVX-512, where any function of three registers is one instruction. */
#include "sudoku9_internal.h"

#if CPU_IS_X86
#include <immintrin.h>
#include <string.h>

CPU_AVX512_BEGIN

#define CPU_TERNARY 1

#include "sudoku9_x86.h"

#include "sudoku9_kernel.h"

const sudoku9_kernel sudoku9_avx512 = {"avx512", start, run, solution, run_table};

CPU_AVX512_END

#endif
