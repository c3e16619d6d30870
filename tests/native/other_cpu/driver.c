/* Runs the 9x9 kernels without Python, so that they can be tried for other CPUs under an emulator.
 *
 *     driver ROWS < puzzles      reads lines of 81 symbols
 *
 * For each kernel of this CPU it prints the name, then one line for each row: the number of solutions
 * up to 3, and the first one; first by sudoku9, then by bulk9. The last line says how many of all
 * solutions the check refused. */
#include "bulk9.h"
#include "check9.h"
#include "sudoku9.h"

#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 81, STRIDE = 82, LIMIT = 3, NODES = 1000 };

typedef struct {
    size_t rows;
    uint8_t *clues, *solutions;
    uint32_t *counts;
} batch;

static sudoku9_table table_of(const batch *b)
{
    return (sudoku9_table){.rows = b->rows,
                           .clues = b->clues,
                           .clues_stride = STRIDE,
                           .clues_text = 1,
                           .solutions = b->solutions,
                           .solutions_stride = STRIDE,
                           .solutions_text = 1,
                           .counts = b->counts,
                           .limit = LIMIT};
}

static size_t report(const batch *b)
{
    for (size_t i = 0; i < b->rows; i++)
        printf("%u %.81s\n", (unsigned)b->counts[i], (const char *)b->solutions + i * STRIDE);
    const check9_rows clues = {b->clues, STRIDE, '0'}, solutions = {b->solutions, STRIDE, '0'};
    return check9_first_wrong(&clues, &solutions, b->counts, SUDOKU9_INVALID, b->rows) != b->rows;
}

int main(int arguments, char **argument)
{
    if (arguments != 2)
        return 2;
    batch b = {.rows = strtoul(argument[1], NULL, 10)};
    b.clues = malloc(b.rows * STRIDE + 1);
    b.solutions = calloc(b.rows, STRIDE);
    b.counts = calloc(b.rows, sizeof *b.counts);
    if (!b.clues || !b.solutions || !b.counts)
        return 2;
    if (fread(b.clues, 1, b.rows * STRIDE, stdin) != b.rows * STRIDE)
        return 2;
    const sudoku9_table table = table_of(&b);
    size_t refused = 0;
    const sudoku9_kernel *kernel;
    for (int i = 0; (kernel = sudoku9_kernel_at(i)) != NULL; i++) {
        printf("%s\n", sudoku9_kernel_name(kernel));
        sudoku9_search *search = sudoku9_new(kernel);
        bulk9_job *job = bulk9_new(kernel, &table);
        sudoku9_place place = {0};
        if (!search || !job)
            return 2;
        while (!sudoku9_run_table(search, &table, &place, NODES))
            continue;
        refused += report(&b);
        while (!bulk9_run(job, NODES))
            continue;
        refused += report(&b);
        bulk9_free(job);
        sudoku9_free(search);
    }
    printf("%zu refused\n", refused);
    return 0;
}
