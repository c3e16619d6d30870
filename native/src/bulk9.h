/* Plain 9x9 Sudoku in bulk: hundreds of puzzles at the same time, one per bit of each register.
 *
 * Counts and solutions are those of sudoku9, whatever the other puzzles are; the number of nodes is
 * that of the search that finished the row, this one or sudoku9. */
#ifndef CSP_SUDOKU_BULK9_H
#define CSP_SUDOKU_BULK9_H

#include "sudoku9.h"

/* A job owns its memory; the buffers of the table belong to the caller and must live as long as the
 * job. Returns NULL when memory is short. */
typedef struct bulk9_job bulk9_job;
bulk9_job *bulk9_new(const sudoku9_kernel *kernel, const sudoku9_table *table);
void bulk9_free(bulk9_job *job);

/* Continue for about `nodes` nodes; 1 when all rows are finished. */
int bulk9_run(bulk9_job *job, uint64_t nodes);

/* Rows that are finished; not always the first ones. */
size_t bulk9_done(const bulk9_job *job);

#endif
