#include "hitting9_internal.h"

#include "cpu.h"
#include "sudoku9_internal.h"

#include <stdlib.h>
#include <string.h>

enum { COLLECTING_NODES = 16384 };   /* between two checks of the clock: milliseconds */

/* -- Other solutions -------------------------------------------------------------------------------- */

/* Solve the clues on these cells. */
static void start(hitting9_search *search, cells clues)
{
    uint8_t given[SUDOKU9_CELLS] = {0};
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++)
        if (!are_apart(clues, only(cell)))
            given[cell] = search->solution[cell];
    sudoku9_start(search->solver, given, 0);
}

/* The cells in which the next solution differs; 0 when there are no more. */
static int next_difference(hitting9_search *search, cells *difference)
{
    uint8_t other[SUDOKU9_CELLS];
    if (sudoku9_run(search->solver, UINT64_MAX) != SUDOKU9_FOUND)
        return 0;
    sudoku9_solution(search->solver, other, 0);
    *difference = (cells){0, 0};
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++)
        if (other[cell] != search->solution[cell])
            *difference = either(*difference, only(cell));
    return 1;
}

static void move_to_front(hitting9_search *search, unsigned from, cells set)
{
    memmove(search->learnt + 1, search->learnt, from * sizeof *search->learnt);
    search->learnt[0] = set;
}

/* Whether a level's clues, which meet all sets of its list, are a proper puzzle. If not, the learnt
 * sets that they do not meet become its list. */
static int is_proper(hitting9_search *search, level *here)
{
    unsigned met = 0;
    while (met < search->recent && !are_apart(search->learnt[met], here->clues))
        met++;
    if (met < search->recent) {
        move_to_front(search, met, search->learnt[met]);
    } else {
        cells difference;
        start(search, here->clues);
        do {
            if (!next_difference(search, &difference))
                return 1;
        } while (is_none(difference));
        if (search->recent < RECENT_SETS)
            search->recent++;
        move_to_front(search, search->recent - 1, difference);
    }
    for (unsigned i = 0; i < search->recent; i++)
        if (are_apart(search->learnt[i], here->clues))
            here->set[here->sets++] = search->learnt[i];
    return 0;
}

/* -- Kernels ---------------------------------------------------------------------------------------- */

#define KERNEL(name) name##_generic
#include "hitting9_kernel.h"
#undef KERNEL

#if CPU_IS_X86
CPU_AVX2_BEGIN
#define KERNEL(name) name##_avx2
#include "hitting9_kernel.h"
#undef KERNEL
CPU_AVX2_END
#endif

static void choose_kernel(hitting9_search *search, const sudoku9_kernel *kernel)
{
    search->descend = descend_generic;
    search->settle = settle_generic;
#if CPU_IS_X86
    if (kernel == &sudoku9_avx2 || kernel == &sudoku9_avx512) {
        search->descend = descend_avx2;
        search->settle = settle_avx2;
    }
#endif
    (void)kernel;
}

/* -- The first sets --------------------------------------------------------------------------------- */

/* Take the sets that the given clues do not meet, the smallest first. */
static void finish_collection(hitting9_search *search)
{
    level *root = &search->level[0];
    size_t count;
    const unavoidable9_set *sets = unavoidable9_sets(search->collection, &count);
    for (size_t i = 0; i < count && root->sets < MOST_SETS; i++)
        if (are_apart(sets[i].cells, root->clues))
            root->set[root->sets++] = sets[i].cells;
    unavoidable9_free(search->collection);
    search->collection = NULL;
    for (unsigned r = 0; r < search->regions; r++)
        if (size_of(both(root->clues, search->region[r].cells)) > search->region[r].most)
            return;
    search->is_given_proper = root->sets == 0 && is_proper(search, root);
    if (!search->is_given_proper)
        search->settle(search, 0);
    search->top = 0;
}

int hitting9_collect(hitting9_search *search)
{
    if (!search->collection)
        return 0;
    const int more = unavoidable9_run(search->collection, COLLECTING_NODES);
    if (more == 0)
        finish_collection(search);
    return more;
}

/* -- The search ------------------------------------------------------------------------------------- */

hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t solution[SUDOKU9_CELLS],
                              const uint8_t given[SUDOKU9_CELLS], unsigned most, unsigned largest,
                              const hitting9_region *region, unsigned regions)
{
    const size_t levels = (size_t)most + 1;
    hitting9_search *search = calloc(1, sizeof *search + levels * sizeof(level));
    if (!search)
        return NULL;
    search->solver = sudoku9_new(kernel);
    search->collection = unavoidable9_new(solution, largest);
    if (!search->solver || !search->collection) {
        hitting9_free(search);
        return NULL;
    }
    search->regions = regions;
    for (unsigned r = 0; r < regions; r++)
        search->region[r] = region[r];
    choose_kernel(search, kernel);
    memcpy(search->solution, solution, SUDOKU9_CELLS);
    search->most = most;
    search->top = -1;
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++) {
        level *root = &search->level[0];
        if (given[cell]) {
            root->clues = either(root->clues, only(cell));
            search->most--;
            search->given++;
        } else {
            root->live = either(root->live, only(cell));
        }
    }
    return search;
}

void hitting9_free(hitting9_search *search)
{
    if (!search)
        return;
    if (search->solver)
        sudoku9_free(search->solver);
    unavoidable9_free(search->collection);
    free(search);
}

sudoku9_status hitting9_run(hitting9_search *search, uint64_t nodes)
{
    if (search->is_given_proper) {
        search->is_given_proper = 0;
        search->puzzle = search->level[0].clues;
        return SUDOKU9_FOUND;
    }
    while (search->top >= 0) {
        level *here = &search->level[search->top];
        if (here->next == here->branches) {
            search->top--;
            continue;
        }
        if (nodes-- == 0)
            return SUDOKU9_PAUSED;
        search->nodes++;
        const unsigned cell = here->branch[here->next++];
        here->live = without(here->live, only(cell));
        const unsigned depth = (unsigned)search->top;
        const sudoku9_status status = search->descend(search, depth, cell);
        if (status == SUDOKU9_FOUND) {
            search->puzzle = search->level[depth + 1].clues;
            return SUDOKU9_FOUND;
        }
        if (search->level[depth + 1].branches)
            search->top++;
    }
    return SUDOKU9_DONE;
}

void hitting9_puzzle(const hitting9_search *search, uint8_t clues[SUDOKU9_CELLS])
{
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++)
        clues[cell] = are_apart(search->puzzle, only(cell)) ? 0 : search->solution[cell];
}

uint64_t hitting9_nodes(const hitting9_search *search) { return search->nodes; }

size_t hitting9_sets(const hitting9_search *search) { return search->level[0].sets; }
