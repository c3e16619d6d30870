#include "bulk9.h"

#include "bulk9_internal.h"
#include "sudoku9_internal.h"

#include <stdlib.h>
#include <string.h>

static const bulk9_kernel *kernel_beside(const sudoku9_kernel *single)
{
#if CPU_IS_X86
    if (single == &sudoku9_avx2)
        return &bulk9_avx2;
    if (single == &sudoku9_avx512)
        return &bulk9_avx512;
#endif
    (void)single;
    return &bulk9_generic;
}

bulk9_job *bulk9_new(const sudoku9_kernel *kernel, const sudoku9_table *table)
{
    const size_t line = 64;
    bulk9_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->kernel = kernel_beside(kernel);
    job->table = *table;
    job->single = sudoku9_new(kernel);
    job->memory = malloc(job->kernel->engine_size + line);
    if (!job->single || !job->memory) {
        bulk9_free(job);
        return NULL;
    }
    job->engine = (char *)job->memory + (line - (uintptr_t)job->memory % line);
    job->alone = 1;
    job->kernel->start(job);
    return job;
}

void bulk9_free(bulk9_job *job)
{
    if (!job)
        return;
    sudoku9_free(job->single);
    free(job->memory);
    free(job);
}

size_t bulk9_done(const bulk9_job *job) { return job->done; }

void bulk9_finish(bulk9_job *job, size_t row, uint32_t count, uint64_t nodes)
{
    const sudoku9_table *table = &job->table;
    if (table->counts)
        table->counts[row] = count;
    if (table->nodes)
        table->nodes[row] = nodes;
    if (table->solutions && (count == 0 || count == SUDOKU9_INVALID))
        memset(table->solutions + row * table->solutions_stride, table->solutions_text ? '.' : 0,
               SUDOKU9_CELLS);
    job->done++;
}

void bulk9_note(bulk9_job *job, int has_several, size_t sample)
{
    job->several += (size_t)has_several;
    if (++job->tried >= sample) {
        job->alone = job->several > job->tried / 3;
        job->tried = job->several = 0;
    }
}

/* Solve the last row of the queue alone; 0 if the nodes did not suffice. */
static int work_off_one(bulk9_job *job, uint64_t nodes)
{
    const sudoku9_table *table = &job->table;
    const size_t row = job->queue[job->queued - 1];
    sudoku9_search *search = job->single;
    if (!job->begun) {
        if (!sudoku9_start(search, bulk9_clues(job, row), table->clues_text)) {
            bulk9_finish(job, row, SUDOKU9_INVALID, 0);
            job->queued--;
            return 1;
        }
        job->begun = 1;
        job->count = 0;
    }
    const uint64_t end = sudoku9_nodes(search) + nodes;
    while (job->count < table->limit) {
        sudoku9_status status = sudoku9_run(search, end - sudoku9_nodes(search));
        if (status == SUDOKU9_PAUSED)
            return 0;
        if (status == SUDOKU9_DONE)
            break;
        if (job->count++ == 0 && table->solutions)
            sudoku9_solution(search, table->solutions + row * table->solutions_stride,
                             table->solutions_text);
    }
    bulk9_finish(job, row, job->count, sudoku9_nodes(search));
    if (job->alone)
        bulk9_note(job, job->count > 1, BULK9_SAMPLE);
    job->begun = 0;
    job->queued--;
    return 1;
}

uint64_t bulk9_work_off(bulk9_job *job, uint64_t nodes)
{
    while (job->queued && nodes) {
        const uint64_t before = job->begun ? sudoku9_nodes(job->single) : 0;
        if (!work_off_one(job, nodes))
            return 0;
        const uint64_t spent = sudoku9_nodes(job->single) - before + 1;
        nodes -= spent < nodes ? spent : nodes;
    }
    return nodes;
}

int bulk9_run(bulk9_job *job, uint64_t nodes) { return job->kernel->run(job, nodes); }
