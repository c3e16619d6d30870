#include "minimal9.h"

#include "grid9.h"

#include <string.h>

/* Has the puzzle a solution that differs from the known one? With a single clue gone, such a solution
 * has another digit there; taking the digit away leaves only the question whether there is any. */
static int has_other(sudoku9_search *search, const uint8_t *clues, const uint8_t *solution,
                     const uint8_t *gone, unsigned count)
{
    sudoku9_start(search, clues, 0);
    if (count == 1) {
        sudoku9_forbid(search, gone[0], solution[gone[0]]);
        return sudoku9_run(search, UINT64_MAX) == SUDOKU9_FOUND;
    }
    return sudoku9_run(search, UINT64_MAX) == SUDOKU9_FOUND
           && sudoku9_run(search, UINT64_MAX) == SUDOKU9_FOUND;
}

void minimal9_reduce(sudoku9_search *search, const minimal9_order *order,
                     const uint8_t solution[SUDOKU9_CELLS], uint8_t clues[SUDOKU9_CELLS])
{
    for (unsigned unit = 0; unit < order->units; unit++) {
        uint8_t gone[SUDOKU9_CELLS];
        unsigned count = 0;
        for (unsigned i = order->start[unit]; i < order->start[unit + 1]; i++)
            if (clues[order->cell[i]])
                gone[count++] = order->cell[i];
        if (!count)
            continue;
        for (unsigned i = 0; i < count; i++)
            clues[gone[i]] = 0;
        if (has_other(search, clues, solution, gone, count))
            for (unsigned i = 0; i < count; i++)
                clues[gone[i]] = solution[gone[i]];
    }
}

static void shuffle_units(rng *random, const minimal9_order *units, minimal9_order *order)
{
    uint8_t unit[SUDOKU9_CELLS];
    for (unsigned u = 0; u < units->units; u++)
        unit[u] = (uint8_t)u;
    rng_shuffle(random, unit, units->units);
    order->units = units->units;
    order->start[0] = 0;
    for (unsigned u = 0; u < units->units; u++) {
        const unsigned from = units->start[unit[u]], to = units->start[unit[u] + 1];
        memcpy(order->cell + order->start[u], units->cell + from, to - from);
        order->start[u + 1] = (uint8_t)(order->start[u] + to - from);
    }
}

void minimal9_make(sudoku9_search *search, const minimal9_job *job, size_t row, size_t end)
{
    for (; row < end; row++) {
        rng random = rng_stream(job->seed, job->first + row);
        uint8_t solution[SUDOKU9_CELLS], *clues = job->puzzles + row * SUDOKU9_CELLS;
        minimal9_order order;
        grid9_random(&random, solution);
        shuffle_units(&random, &job->units, &order);
        memcpy(clues, solution, SUDOKU9_CELLS);
        minimal9_reduce(search, &order, solution, clues);
        if (job->solutions)
            memcpy(job->solutions + row * SUDOKU9_CELLS, solution, SUDOKU9_CELLS);
    }
}
