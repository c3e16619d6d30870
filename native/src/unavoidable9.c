#include "unavoidable9.h"

#include <stdlib.h>
#include <string.h>

/* A cell that must change, and the values that were not tried yet. */
typedef struct {
    cells changed;              /* cells that change, this one among them */
    cells open;                 /* those that have no new value yet */
    unsigned cell, untried;
    uint16_t once[4], more[4];  /* rows, columns, boxes and old digits with one change, or more */
} step;

struct unavoidable9_search {
    uint8_t solution[SUDOKU9_CELLS];
    uint8_t unit[SUDOKU9_CELLS][4];         /* row, column, box, and the digit */
    cells owners[SUDOKU9_CELLS][9];         /* who holds a digit in the units of a cell */
    uint16_t taken[3][9];                   /* new digits of each unit */
    uint8_t value[SUDOKU9_CELLS];           /* new digits, 0 to 8 */
    unsigned largest;
    unsigned first;                         /* the smallest cell that changes; 81 at the end */
    int top;
    step step[UNAVOIDABLE9_LARGEST + 2];
    unavoidable9_set *sets;
    size_t count, room;
};

unavoidable9_search *unavoidable9_new(const uint8_t solution[SUDOKU9_CELLS], unsigned largest)
{
    unavoidable9_search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->largest = largest;
    search->top = -1;
    memcpy(search->solution, solution, SUDOKU9_CELLS);
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++) {
        search->unit[cell][0] = (uint8_t)(cell / 9);
        search->unit[cell][1] = (uint8_t)(cell % 9);
        search->unit[cell][2] = (uint8_t)(cell / 27 * 3 + cell % 9 / 3);
        search->unit[cell][3] = (uint8_t)(solution[cell] - 1);
    }
    for (unsigned cell = 0; cell < SUDOKU9_CELLS; cell++)
        for (unsigned other = 0; other < SUDOKU9_CELLS; other++)
            for (unsigned kind = 0; kind < 3; kind++)
                if (search->unit[cell][kind] == search->unit[other][kind]) {
                    cells *owners = &search->owners[cell][search->unit[other][3]];
                    *owners = either(*owners, only(other));
                }
    return search;
}

void unavoidable9_free(unavoidable9_search *search)
{
    if (!search)
        return;
    free(search->sets);
    free(search);
}

static void change(const unavoidable9_search *search, step *here, unsigned cell)
{
    here->changed = either(here->changed, only(cell));
    here->open = either(here->open, only(cell));
    for (unsigned kind = 0; kind < 4; kind++) {
        const uint16_t bit = (uint16_t)(1u << search->unit[cell][kind]);
        here->more[kind] |= here->once[kind] & bit;
        here->once[kind] |= bit;
    }
}

/* The fewest cells that change in the end: a unit or digit with one change needs another. */
static unsigned least(const step *here)
{
    unsigned most = 0;
    for (unsigned kind = 0; kind < 4; kind++) {
        const unsigned lone = (unsigned)__builtin_popcount(here->once[kind] & ~here->more[kind]);
        most = lone > most ? lone : most;
    }
    return size_of(here->changed) + most;
}

static unsigned untried_of(const unavoidable9_search *search, unsigned cell)
{
    const uint8_t *unit = search->unit[cell];
    unsigned taken = 1u << unit[3];
    for (unsigned kind = 0; kind < 3; kind++)
        taken |= search->taken[kind][unit[kind]];
    return 0x1FF & ~taken;
}

/* Continue with the open cell that has the fewest values. */
static void choose(const unavoidable9_search *search, step *here)
{
    unsigned fewest = 10;
    for (cells todo = here->open; !is_none(todo);) {
        const unsigned cell = first_of(todo);
        unsigned allowed = 0;
        todo = without(todo, only(cell));
        for (unsigned left = untried_of(search, cell); left; left &= left - 1) {
            const unsigned digit = (unsigned)__builtin_ctz(left);
            const cells new = without(search->owners[cell][digit], here->changed);
            const int is_early = !is_none(new) && first_of(new) < search->first;
            if (!is_early && size_of(here->changed) + size_of(new) <= search->largest)
                allowed |= 1u << digit;
        }
        const unsigned count = (unsigned)__builtin_popcount(allowed);
        if (count < fewest) {
            fewest = count;
            here->cell = cell;
            here->untried = allowed;
            if (count == 0)
                return;
        }
    }
}

static void mark(unavoidable9_search *search, unsigned cell, unsigned digit)
{
    for (unsigned kind = 0; kind < 3; kind++)
        search->taken[kind][search->unit[cell][kind]] ^= (uint16_t)(1u << digit);
}

static int keep(unavoidable9_search *search, cells changed)
{
    for (size_t i = 0; i < search->count; i++)
        if (is_within(search->sets[i].cells, changed))
            return 1;
    if (search->count == search->room) {
        const size_t room = search->room ? 2 * search->room : 256;
        unavoidable9_set *sets = realloc(search->sets, room * sizeof *sets);
        if (!sets)
            return 0;
        search->sets = sets;
        search->room = room;
    }
    unavoidable9_set *set = &search->sets[search->count++];
    memset(set, 0, sizeof *set);
    set->cells = changed;
    unsigned i = 0;
    for (cells todo = changed; !is_none(todo); todo = without(todo, only(first_of(todo))))
        set->value[i++] = (uint8_t)(search->value[first_of(todo)] + 1);
    return 1;
}

static int by_size(const void *a, const void *b)
{
    const cells one = ((const unavoidable9_set *)a)->cells;
    const cells other = ((const unavoidable9_set *)b)->cells;
    if (size_of(one) != size_of(other))
        return size_of(one) < size_of(other) ? -1 : 1;
    if (one.high != other.high)
        return one.high < other.high ? -1 : 1;
    return one.low < other.low ? -1 : one.low > other.low;
}

/* Sort by size, and leave out what contains another set. */
static void finish(unavoidable9_search *search)
{
    size_t kept = 0;
    if (search->count)
        qsort(search->sets, search->count, sizeof *search->sets, by_size);
    for (size_t i = 0; i < search->count; i++) {
        size_t k = 0;
        while (k < kept && !is_within(search->sets[k].cells, search->sets[i].cells))
            k++;
        if (k == kept)
            search->sets[kept++] = search->sets[i];
    }
    search->count = kept;
}

int unavoidable9_run(unavoidable9_search *search, uint64_t nodes)
{
    while (search->top >= 0 || search->first < SUDOKU9_CELLS) {
        if (nodes-- == 0)
            return 1;
        step *here = &search->step[search->top < 0 ? 0 : search->top];
        if (search->top < 0) {
            memset(here, 0, sizeof *here);
            change(search, here, search->first);
            choose(search, here);
            search->top = 0;
        }
        if (here->untried == 0) {
            if (--search->top < 0) {
                if (++search->first == SUDOKU9_CELLS)
                    finish(search);
            } else {
                const unsigned cell = search->step[search->top].cell;
                mark(search, cell, search->value[cell]);
            }
            continue;
        }
        const unsigned cell = here->cell, digit = (unsigned)__builtin_ctz(here->untried);
        here->untried &= here->untried - 1;
        step *below = here + 1;
        *below = *here;
        below->open = without(below->open, only(cell));
        for (cells new = without(search->owners[cell][digit], here->changed); !is_none(new);) {
            const unsigned other = first_of(new);
            change(search, below, other);
            new = without(new, only(other));
        }
        if (least(below) > search->largest)
            continue;
        search->value[cell] = (uint8_t)digit;
        if (is_none(below->open)) {
            if (!keep(search, below->changed))
                return -1;
            continue;
        }
        mark(search, cell, digit);
        choose(search, below);
        search->top++;
    }
    return 0;
}

const unavoidable9_set *unavoidable9_sets(const unavoidable9_search *search, size_t *count)
{
    *count = search->count;
    return search->sets;
}
