#include "minimal9.h"

#include "grid9.h"

#include <string.h>

/* Whether the puzzle has a solution that differs from the known one. With a single clue gone, such
 * a solution has another digit there; taking the digit away leaves only the question whether there
 * is any. */
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

/* Drop the first `count` units of the order from the solution. */
static void drop(const minimal9_order *order, const uint8_t *solution, unsigned count, uint8_t *clues)
{
    memcpy(clues, solution, SUDOKU9_CELLS);
    for (unsigned i = 0; i < order->start[count]; i++)
        clues[order->cell[i]] = 0;
}

/* Drop units up to the first that cannot go; 1 if no other can go either. */
static int reduce_or_fail(sudoku9_search *search, const minimal9_order *order,
                          const uint8_t *solution, uint8_t *clues)
{
    unsigned proper = 0, not_proper = order->units, middle = order->units * 9 / 16;
    while (not_proper - proper > 1) { /* the first guess is where it ends most often */
        drop(order, solution, middle, clues);
        if (has_other(search, clues, solution, order->cell, order->start[middle]))
            not_proper = middle;
        else
            proper = middle;
        middle = (proper + not_proper) / 2;
    }
    drop(order, solution, proper, clues);
    for (unsigned unit = proper + 1; unit < order->units; unit++) {
        const uint8_t *cells = order->cell + order->start[unit];
        const unsigned count = (unsigned)(order->start[unit + 1] - order->start[unit]);
        for (unsigned i = 0; i < count; i++)
            clues[cells[i]] = 0;
        if (!has_other(search, clues, solution, cells, count))
            return 0;
        for (unsigned i = 0; i < count; i++)
            clues[cells[i]] = solution[cells[i]];
    }
    return 1;
}

enum { TRIES_PER_GRID = 32 };

int minimal9_run(sudoku9_search *search, const minimal9_job *job, minimal9_place *place,
                 unsigned tries)
{
    for (; place->row < job->rows; tries--) {
        if (tries == 0)
            return 0;
        const size_t row = place->row;
        uint8_t *clues = job->puzzles + row * SUDOKU9_CELLS;
        minimal9_order order;
        if (!place->begun) {
            const size_t number = job->rows_are_attempts ? 0 : row;
            rng of_puzzle = rng_stream(job->seed, job->first + number);
            place->random = rng_stream(rng_word(&of_puzzle), job->attempt + (row - number));
            place->begun = 1;
            place->tries = 0;
        }
        if (place->tries++ % TRIES_PER_GRID == 0) {
            rng of_grid = {rng_word(&place->random)};
            grid9_random(&of_grid, place->solution);
        }
        shuffle_units(&place->random, &job->units, &order);
        if (job->method == MINIMAL9_TOP_DOWN) {
            memcpy(clues, place->solution, SUDOKU9_CELLS);
            minimal9_reduce(search, &order, place->solution, clues);
        } else if (!reduce_or_fail(search, &order, place->solution, clues)) {
            continue;
        }
        if (job->solutions)
            memcpy(job->solutions + row * SUDOKU9_CELLS, place->solution, SUDOKU9_CELLS);
        place->row++;
        place->begun = 0;
    }
    return 1;
}
