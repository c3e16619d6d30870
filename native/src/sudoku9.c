#include "sudoku9.h"

#include "sudoku9_internal.h"

#include <stdlib.h>
#include <string.h>

const sudoku9_kernel *sudoku9_kernel_at(int index)
{
    if (index == 0)
        return &sudoku9_generic;
#if CPU_IS_X86
    if (index == 1 && cpu_has_avx2())
        return &sudoku9_avx2;
    if (index == 2 && cpu_has_avx512())
        return &sudoku9_avx512;
#endif
    return NULL;
}

const char *sudoku9_kernel_name(const sudoku9_kernel *kernel) { return kernel->name; }

sudoku9_search *sudoku9_new(const sudoku9_kernel *kernel)
{
    const size_t line = 64;
    sudoku9_search *search = malloc(sizeof *search);
    void *memory = malloc(SUDOKU9_BOARDS * SUDOKU9_BOARD_BYTES + line);
    if (!search || !memory) {
        free(search);
        free(memory);
        return NULL;
    }
    void *aligned = (char *)memory + (line - (uintptr_t)memory % line);
    *search = (sudoku9_search){.kernel = kernel, .memory = memory, .boards = aligned, .top = -1};
    return search;
}

void sudoku9_free(sudoku9_search *search)
{
    if (search)
        free(search->memory);
    free(search);
}

int sudoku9_start(sudoku9_search *search, const uint8_t clues[SUDOKU9_CELLS], int text)
{
    return search->kernel->start(search, clues, text);
}

/* Every kernel keeps a board as nine registers of 16 lanes in the order of sudoku9_kernel.h. */
void sudoku9_forbid(sudoku9_search *search, unsigned cell, unsigned digit)
{
    const unsigned row = cell / 9, column = cell % 9;
    const unsigned place = 3 * (row % 3) + column % 3, lane = 4 * (row / 3) + column / 3;
    char *at = (char *)search->boards + (16 * place + lane) * sizeof(uint16_t);
    uint16_t set;
    memcpy(&set, at, sizeof set);
    set &= (uint16_t)~(1u << (digit - 1));
    memcpy(at, &set, sizeof set);
}

sudoku9_status sudoku9_run(sudoku9_search *search, uint64_t nodes)
{
    return search->kernel->run(search, nodes);
}

void sudoku9_solution(const sudoku9_search *search, uint8_t solution[SUDOKU9_CELLS], int text)
{
    search->kernel->solution(search, solution, text);
}

uint64_t sudoku9_nodes(const sudoku9_search *search) { return search->nodes; }

int sudoku9_run_table(sudoku9_search *search, const sudoku9_table *table, sudoku9_place *place,
                      uint64_t nodes)
{
    return search->kernel->run_table(search, table, place, nodes);
}
