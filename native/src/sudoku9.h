/* Plain 9x9 Sudoku, one puzzle at a time: count solutions to a limit, or pull them one by one.
 *
 * A cell is a byte: 1 to 9 for a clue, 0 for an open cell; as text, '1' to '9', and '.', '0', '*'
 * or '_' for an open cell. Cell 9 * row + column. */
#ifndef CSP_SUDOKU_SUDOKU9_H
#define CSP_SUDOKU_SUDOKU9_H

#include <stddef.h>
#include <stdint.h>

enum { SUDOKU9_CELLS = 81 };

/* The same search compiled for different CPUs; all give the same answers in the same order. */
typedef struct sudoku9_kernel sudoku9_kernel;

/* The kernels that this CPU can run, slowest first; NULL past the last. */
const sudoku9_kernel *sudoku9_kernel_at(int index);
const char *sudoku9_kernel_name(const sudoku9_kernel *kernel);

/* A search owns its memory and nothing else: threads may run different searches at the same time.
 * Returns NULL when memory is short. */
typedef struct sudoku9_search sudoku9_search;
sudoku9_search *sudoku9_new(const sudoku9_kernel *kernel);
void sudoku9_free(sudoku9_search *search);

/* Begin with a puzzle; 0 if a cell is neither a digit nor open. Clues that contradict each other
 * make a puzzle without solutions. */
int sudoku9_start(sudoku9_search *search, const uint8_t clues[SUDOKU9_CELLS], int text);

/* Take a digit (1 to 9) away from a cell; only between the start and the first run. */
void sudoku9_forbid(sudoku9_search *search, unsigned cell, unsigned digit);

/* Continue to the next solution. The search pauses after about `nodes` more nodes (boards to which
 * all rules were applied), and continues from there when it is called again. */
typedef enum { SUDOKU9_DONE, SUDOKU9_FOUND, SUDOKU9_PAUSED } sudoku9_status;
sudoku9_status sudoku9_run(sudoku9_search *search, uint64_t nodes);

/* The solution just found; only right after SUDOKU9_FOUND. */
void sudoku9_solution(const sudoku9_search *search, uint8_t solution[SUDOKU9_CELLS], int text);
uint64_t sudoku9_nodes(const sudoku9_search *search);

/* Many puzzles in rows of a buffer. Each row is counted to the limit, and its first solution is
 * written; a row without solutions gets zeros (as text: '.'). Outputs that are NULL are left out. */
typedef struct {
    size_t rows;
    const uint8_t *clues;   /* row i begins at clues + i * clues_stride */
    size_t clues_stride;
    int clues_text;
    uint8_t *solutions;     /* the same; bytes between the rows are not touched */
    size_t solutions_stride;
    int solutions_text;
    uint32_t *counts;       /* solutions found, at most `limit`, or SUDOKU9_INVALID */
    uint64_t *nodes;
    uint32_t limit;         /* 1 or more */
} sudoku9_table;

/* The count of a row with an invalid symbol. */
#define SUDOKU9_INVALID UINT32_MAX

/* Where the work on a table stands; begins as all zeros. */
typedef struct {
    size_t row;             /* rows before this one are finished */
    uint32_t count;         /* solutions of this row so far */
    int begun;              /* this row is in the middle of its search */
} sudoku9_place;

/* Continue with the table for about `nodes` nodes; 1 when all rows are finished. */
int sudoku9_run_table(sudoku9_search *search, const sudoku9_table *table, sudoku9_place *place,
                      uint64_t nodes);

#endif
