#include "hitting9_internal.h"

#include "cpu.h"
#include "sudoku9_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    LARGEST_SET = 13,       /* larger ones cost more than they exclude */
    MOST_RIVALS = 20000,    /* solutions that one step of the collection looks at */
};

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
    if (kernel == &sudoku9_avx2) {
        search->descend = descend_avx2;
        search->settle = settle_avx2;
    }
#endif
    (void)kernel;
}

/* -- The first sets --------------------------------------------------------------------------------- */

/* What a step of the collection leaves open: four digits, two lines or boxes, a band or a stack. */
enum { FOURS = 126, PAIRS = 36, STEPS = FOURS + 3 * PAIRS + 6 };

/* The number of the row, column, box, band or stack of a cell. */
static unsigned unit_of(unsigned kind, unsigned cell)
{
    const unsigned row = cell / 9, column = cell % 9;
    switch (kind) {
    case 0: return row;
    case 1: return column;
    case 2: return row / 3 * 3 + column / 3;
    case 3: return row / 3;
    default: return column / 3;
    }
}

/* The units that a step leaves open as bits, and their kind; 5 stands for digits. */
static unsigned units_of_step(unsigned step, unsigned *kind)
{
    const unsigned members = step < FOURS ? 4 : 2;
    unsigned number = step < FOURS ? step : (step - FOURS) % PAIRS;
    if (step >= FOURS + 3 * PAIRS) {
        *kind = 3 + (step - FOURS - 3 * PAIRS) / 3;
        return 1u << (step - FOURS - 3 * PAIRS) % 3;
    }
    *kind = step < FOURS ? 5 : (step - FOURS) / PAIRS;
    for (unsigned units = 0;; units++)
        if ((unsigned)__builtin_popcount(units) == members && number-- == 0)
            return units;
}

static void add_set(hitting9_search *search, cells set)
{
    level *root = &search->level[0];
    if (is_none(set) || size_of(set) > LARGEST_SET || root->sets == LIST)
        return;
    for (unsigned i = 0; i < root->sets; i++)
        if (is_none(without(root->set[i], set)))
            return;
    root->set[root->sets++] = set;
}

static int by_size(const void *a, const void *b)
{
    return (int)size_of(*(const cells *)a) - (int)size_of(*(const cells *)b);
}

/* Take out what the given clues meet, or contains another set; begin with the smallest. */
static void finish_collection(hitting9_search *search)
{
    level *root = &search->level[0];
    cells *sets = root->set;
    unsigned kept = 0;
    qsort(sets, root->sets, sizeof *sets, by_size);
    for (unsigned i = 0; i < root->sets; i++) {
        unsigned k = are_apart(sets[i], root->clues) ? 0 : kept + 1;
        while (k < kept && !is_none(without(sets[k], sets[i])))
            k++;
        if (k == kept)
            sets[kept++] = sets[i];
    }
    root->sets = kept < MOST_SETS ? kept : MOST_SETS;
    search->is_given_proper = root->sets == 0 && is_proper(search, root);
    if (!search->is_given_proper)
        search->settle(search, 0);
    search->top = 0;
}

int hitting9_collect(hitting9_search *search)
{
    cells clues = {0, 0}, difference;
    unsigned kind;
    if (search->collected > STEPS)
        return 0;
    if (search->collected == STEPS) {
        search->collected++;
        finish_collection(search);
        return 0;
    }
    const unsigned units = units_of_step(search->collected++, &kind);
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++) {
        const unsigned unit = kind == 5 ? search->solution[cell] - 1u : unit_of(kind, cell);
        if (!(units >> unit & 1))
            clues = either(clues, only(cell));
    }
    start(search, clues);
    for (unsigned i = 0; i < MOST_RIVALS && next_difference(search, &difference); i++)
        add_set(search, difference);
    return 1;
}

/* -- The search ------------------------------------------------------------------------------------- */

hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t solution[SUDOKU9_CELLS],
                              const uint8_t given[SUDOKU9_CELLS], unsigned most)
{
    const size_t levels = (size_t)most + 1;
    hitting9_search *search = calloc(1, sizeof *search + levels * sizeof(level));
    if (!search)
        return NULL;
    search->solver = sudoku9_new(kernel);
    if (!search->solver) {
        free(search);
        return NULL;
    }
    choose_kernel(search, kernel);
    memcpy(search->solution, solution, SUDOKU9_CELLS);
    search->most = most;
    search->top = -1;
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++) {
        level *root = &search->level[0];
        if (given[cell]) {
            root->clues = either(root->clues, only(cell));
            search->most--;
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
    sudoku9_free(search->solver);
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
