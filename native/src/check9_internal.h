/* Shared by the kernels of check9 only. */
#ifndef CSP_SUDOKU_CHECK9_INTERNAL_H
#define CSP_SUDOKU_CHECK9_INTERNAL_H

#include "check9.h"
#include "cpu.h"

#include <string.h>

/* Vectors travel between functions that are all inlined: no calling convention matters. */
#pragma GCC diagnostic ignored "-Wpsabi"

enum { CELLS = CHECK9_CELLS, WIDTH = 32, PADDED = 128 };

typedef uint8_t bytes __attribute__((vector_size(WIDTH)));

#if CPU_IS_X86
size_t check9_first_wrong_avx2(const check9_rows *clues, const check9_rows *solutions,
                               const uint32_t *counts, uint32_t invalid, size_t rows);
#endif

#endif
