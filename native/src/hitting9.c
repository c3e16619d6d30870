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
static int next_difference(hitting9_search *search, cells *difference, uint8_t *other)
{
    if (sudoku9_run(search->solver, UINT64_MAX) != SUDOKU9_FOUND)
        return 0;
    sudoku9_solution(search->solver, other, 0);
    *difference = NONE;
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

static void learn(hitting9_search *search, cells set, const uint8_t *rival)
{
    if (search->recent < RECENT_SETS)
        search->recent++;
    move_to_front(search, search->recent - 1, set);
    hitting9_note_set(search, set, rival);
}

/* Take the learnt sets that a level's clues do not meet as what it has to meet. */
static void take_learnt(hitting9_search *search, const level *here)
{
    search->unmet.count = 0;
    for (unsigned i = 0; i < search->recent; i++)
        if (are_apart(search->learnt[i], here->clues))
            append(&search->unmet, both(search->learnt[i], here->live));
}

/* Whether a level's clues, which meet all sets that it had to meet, are a proper puzzle. If not, the
 * learnt sets that they do not meet are what it has to meet. */
static int is_proper(hitting9_search *search, const level *here)
{
    unsigned met = 0;
    while (met < search->recent && !are_apart(search->learnt[met], here->clues))
        met++;
    if (met < search->recent) {
        move_to_front(search, met, search->learnt[met]);
    } else {
        cells difference;
        uint8_t other[SUDOKU9_CELLS];
        if (!search->solver)
            return 1;
        start(search, here->clues);
        do {
            if (!next_difference(search, &difference, other))
                return 1;
        } while (is_none(difference));
        learn(search, difference, other);
    }
    take_learnt(search, here);
    return 0;
}

/* -- Kernels ---------------------------------------------------------------------------------------- */

#define KERNEL(name) name##_generic
#define LANES 1
#include "hitting9_kernel.h"
#undef LANES
#undef KERNEL

#if CPU_IS_X86
#include <immintrin.h>

CPU_AVX2_BEGIN
#define KERNEL(name) name##_avx2
#define LANES 4
#include "hitting9_kernel.h"
#undef LANES
#undef KERNEL
CPU_AVX2_END

CPU_AVX512_BEGIN
#define KERNEL(name) name##_avx512
#define LANES 8
#include "hitting9_kernel.h"
#undef LANES
#undef KERNEL
CPU_AVX512_END
#endif

static void choose_kernel(hitting9_search *search, const sudoku9_kernel *kernel)
{
    search->descend = descend_generic;
    search->settle = settle_generic;
#if CPU_IS_X86
    if (kernel == &sudoku9_avx2) {
        search->descend = descend_avx2;
        search->settle = settle_avx2;
    }
    if (kernel == &sudoku9_avx512) {
        search->descend = descend_avx512;
        search->settle = settle_avx512;
    }
#endif
    (void)kernel;
}

/* -- The first sets --------------------------------------------------------------------------------- */

int hitting9_add(hitting9_search *search, cells set)
{
    hitting9_note_set(search, set, NULL);
    if (search->sets < MOST_SETS) {
        search->sets++;
        if (are_apart(set, search->level[0].clues))
            append(&search->unmet, set);
    }
    return !hitting9_is_short(search);
}

int hitting9_collect(hitting9_search *search, unsigned largest)
{
    search->collection = unavoidable9_new(search->solution, largest);
    return search->collection != NULL;
}

int hitting9_collect_more(hitting9_search *search)
{
    if (!search->collection)
        return 0;
    const int more = unavoidable9_run(search->collection, COLLECTING_NODES);
    if (more == 0) {
        size_t count;
        const unavoidable9_set *sets = unavoidable9_sets(search->collection, &count);
        for (size_t i = 0; i < count; i++)
            if (!hitting9_add(search, sets[i].cells))
                return -1;
        unavoidable9_free(search->collection);
        search->collection = NULL;
    }
    return more;
}

size_t hitting9_sets(const hitting9_search *search) { return search->sets; }

/* -- The search ------------------------------------------------------------------------------------- */

hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t *solution, cells all,
                              cells given, unsigned most, const hitting9_region *region,
                              unsigned regions)
{
    const size_t levels = (size_t)most + 1;
    hitting9_search *search = calloc(1, sizeof *search + levels * sizeof(level));
    if (!search)
        return NULL;
    if (solution) {
        memcpy(search->solution, solution, SUDOKU9_CELLS);
        search->solver = sudoku9_new(kernel);
        if (!search->solver) {
            hitting9_free(search);
            return NULL;
        }
    }
    search->region[0] = (hitting9_region){ALL, most};
    for (unsigned r = 0; r < regions; r++)
        search->region[r + 1] = region[r];
    search->regions = regions + 1;
    choose_kernel(search, kernel);
    search->most = most - size_of(given);
    search->found = -1;
    search->level[0].clues = given;
    search->level[0].live = without(all, given);
    return search;
}

void hitting9_free(hitting9_search *search)
{
    if (!search)
        return;
    if (search->solver)
        sudoku9_free(search->solver);
    unavoidable9_free(search->collection);
    hitting9_forget(search);
    free(search);
}

/* Settle the first level, whose clues are the given ones. */
static sudoku9_status begin(hitting9_search *search)
{
    level *root = &search->level[0];
    search->has_begun = 1;
    search->top = -1;
    for (unsigned r = 0; r < search->regions; r++)
        if (size_of(both(root->clues, search->region[r].cells)) > search->region[r].most)
            return SUDOKU9_DONE;
    if (search->unmet.count == 0 && is_proper(search, root)) {
        search->found = 0;
        return SUDOKU9_FOUND;
    }
    search->settle(search, 0);
    search->top = root->branches ? 0 : -1;
    return SUDOKU9_PAUSED;
}

sudoku9_status hitting9_run(hitting9_search *search, uint64_t nodes)
{
    search->found = -1;
    if (!search->has_begun && begin(search) == SUDOKU9_FOUND)
        return SUDOKU9_FOUND;
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
        const int below = search->top + 1;
        if (search->descend(search, (unsigned)search->top, cell) == SUDOKU9_FOUND) {
            search->found = below;
            return SUDOKU9_FOUND;
        }
        if (search->level[below].branches)
            search->top = below;
    }
    return SUDOKU9_DONE;
}

void hitting9_learn(hitting9_search *search, cells set)
{
    const int found = search->found;
    if (found < 0)
        return;
    level *here = &search->level[found];
    learn(search, set, NULL);
    take_learnt(search, here);
    search->settle(search, (unsigned)found);
    if (here->branches)
        search->top = found;
    search->found = -1;
}

cells hitting9_clues(const hitting9_search *search)
{
    return search->found < 0 ? NONE : search->level[search->found].clues;
}

uint64_t hitting9_nodes(const hitting9_search *search) { return search->nodes; }
