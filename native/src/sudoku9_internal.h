/* Shared by the kernels of sudoku9 only. */
#ifndef CSP_SUDOKU_SUDOKU9_INTERNAL_H
#define CSP_SUDOKU_SUDOKU9_INTERNAL_H

#include "cpu.h"
#include "sudoku9.h"

struct sudoku9_kernel {
    const char *name;
    int (*start)(sudoku9_search *search, const uint8_t *clues, int text);
    sudoku9_status (*run)(sudoku9_search *search, uint64_t nodes);
    void (*solution)(const sudoku9_search *search, uint8_t *solution, int text);
    int (*run_table)(sudoku9_search *search, const sudoku9_table *table, sudoku9_place *place,
                     uint64_t nodes);
};

extern const sudoku9_kernel sudoku9_generic;
#if CPU_IS_X86
extern const sudoku9_kernel sudoku9_avx2;
extern const sudoku9_kernel sudoku9_avx512;
#endif

/* A board is nine registers of 16 lanes of 16 bits, see sudoku9_kernel.h. */
enum { SUDOKU9_BOARD_BYTES = 9 * 16 * 2 };

/* A split gives its first child a line in which a digit has only one triad left, and uses two of the
 * three lines of a band. So on the way to any board this happened at most once for each of 9 digits in
 * each of 12 lines; and a board waits on the stack only for each such step. */
enum { SUDOKU9_BOARDS = 1 + 9 * 12 };

struct sudoku9_search {
    const sudoku9_kernel *kernel;
    void *memory;       /* what malloc gave */
    void *boards;       /* SUDOKU9_BOARDS boards inside it, aligned for the widest register */
    uint64_t nodes;     /* boards settled since the start */
    int top;            /* the board to continue with; -1 when none is left */
};

#endif
