/* Shared by the kernels of bulk9 only. */
#ifndef CSP_SUDOKU_BULK9_INTERNAL_H
#define CSP_SUDOKU_BULK9_INTERNAL_H

#include "bulk9.h"
#include "cpu.h"

/* A board as 12 words. Words 0 to 8: the cells that can hold digit 1 to 9 in the first seven rows, 63
 * bits each. Words 9 to 11: the last two rows, 18 bits for each of three digits.
 *
 *      word 0    digit 1, rows 0-6      63 bits
 *       ...
 *      word 8    digit 9, rows 0-6      63 bits
 *      word 9    digits 1, 2, 3, rows 7-8      18 + 18 + 18 bits
 *      word 10   digits 4, 5, 6
 *      word 11   digits 7, 8, 9                                                                  */
enum { BULK9_WORDS = 12, BULK9_HEAD = 63, BULK9_TAIL = 18 };

enum { BULK9_SAMPLE = 32 }; /* puzzles solved one at a time between two verdicts */

typedef struct {
    uint64_t word[BULK9_WORDS];
} bulk9_board;

/* What the caller asked for, and what is left to the one-at-a-time search. */
struct bulk9_job {
    const struct bulk9_kernel *kernel;
    sudoku9_table table;
    sudoku9_search *single;
    size_t next;            /* the next row to begin */
    size_t done;            /* rows finished */
    size_t queue[256];      /* rows for the one-at-a-time search; never more than there are lanes */
    int queued;
    int begun;              /* the last one of the queue is in the middle of its search */
    uint32_t count;         /* its solutions so far */
    int alone;              /* rows are left to the one-at-a-time search for the time being */
    size_t tried;           /* puzzles finished or given up since the last verdict about that */
    size_t several;         /* those with more than one solution */
    void *memory;           /* what malloc gave */
    void *engine;           /* inside it, aligned for the widest register */
};

typedef struct bulk9_kernel {
    size_t engine_size;
    void (*start)(bulk9_job *job);
    int (*run)(bulk9_job *job, uint64_t nodes);
} bulk9_kernel;

extern const bulk9_kernel bulk9_generic;
#if CPU_IS_X86
extern const bulk9_kernel bulk9_avx2;
extern const bulk9_kernel bulk9_avx512;
#endif

/* Work through the queue; returns what is left of the nodes, 0 if it could not be finished. */
uint64_t bulk9_work_off(bulk9_job *job, uint64_t nodes);

/* A puzzle was finished or given up. Puzzles with more than one solution are slow in the planes and
 * leave them in the end; so after `sample` puzzles it is decided where the next ones begin. */
void bulk9_note(bulk9_job *job, int has_several, size_t sample);

/* Write the results of a row. Unless `count` is 0 or invalid, its solution is already written. */
void bulk9_finish(bulk9_job *job, size_t row, uint32_t count, uint64_t nodes);

static inline const uint8_t *bulk9_clues(const bulk9_job *job, size_t row)
{
    return job->table.clues + row * job->table.clues_stride;
}

#endif
