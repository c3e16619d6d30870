/* Aligned pair and triplet exclusion: combinations of digits in two or three cells that leave some
 * other cell, which sees them all, without a candidate. */
#include "rating9_patterns.h"

typedef struct {
    const rating9_layout *layout;
    const rating9_grid *grid;
    rating9_visitor *visitor;
    int degree;
    int count;              /* cells that may take part */
    uint8_t cells[81];
    cells9 excluders[81];   /* of a cell: the cells that it sees and that have few candidates */
    cells9 all;             /* the cells that may take part, as a set */
} aligned;

static void gather(aligned *a)
{
    for (int cell = 0; cell < 81; cell++) {
        if (size9(a->grid->candidates[cell]) < 2)
            continue;
        cells9 excluders = {0, 0};
        int single = 0;
        for (int k = 0; k < 20; k++) {
            int other = a->layout->peers[cell][k];
            int size = size9(a->grid->candidates[other]);
            single |= size == 1;
            if (size >= 2 && size <= a->degree)
                cells9_add(&excluders, other);
        }
        if (single || !(excluders.low | excluders.high))
            continue;
        a->cells[a->count++] = (uint8_t)cell;
        a->excluders[cell] = excluders;
        cells9_add(&a->all, cell);
    }
}

static cells9 common_excluders(const aligned *a, const int cells[], int count)
{
    cells9 common = a->excluders[cells[0]];
    for (int i = 1; i < count; i++)
        common = cells9_and(common, a->excluders[cells[i]]);
    return common;
}

static int two_or_more(cells9 set)
{
    return (set.low && set.high) || (set.low & (set.low - 1)) || (set.high & (set.high - 1));
}

/* What the cells exclude: their candidates that are in no allowed combination. */
static int exclude(aligned *a, const int cells[], cells9 common)
{
    unsigned excluders[20], alive[3] = {0, 0, 0}, from[3] = {0, 0, 1}; /* a pair: one empty turn */
    unsigned all = 0;
    int count = 0;
    for (int i = 0; i < a->degree; i++)
        all |= from[i] = a->grid->candidates[cells[i]];
    for (int k = 0; k < 20; k++) {
        int other = a->layout->peers[cells[0]][k];
        if (cells9_has(common, other) && !(a->grid->candidates[other] & ~all))
            excluders[count++] = a->grid->candidates[other];
    }
    if (!count)
        return 0; /* equal digits alone exclude nothing that naked pairs did not exclude before */
    int sees01 = cells9_has(a->layout->sees[cells[0]], cells[1]);
    int sees02 = a->degree > 2 && cells9_has(a->layout->sees[cells[0]], cells[2]);
    int sees12 = a->degree > 2 && cells9_has(a->layout->sees[cells[1]], cells[2]);
    for (unsigned left0 = from[0]; left0; left0 &= left0 - 1) {
        unsigned d0 = left0 & -left0;
        for (unsigned left1 = sees01 ? from[1] & ~d0 : from[1]; left1; left1 &= left1 - 1) {
            unsigned d1 = left1 & -left1;
            unsigned third = from[2];
            if (a->degree > 2)
                third &= ~((sees02 ? d0 : 0) | (sees12 ? d1 : 0));
            for (; third; third &= third - 1) {
                unsigned d2 = a->degree > 2 ? third & -third : 0;
                if ((alive[0] & d0) && (alive[1] & d1) && (alive[2] & d2) == d2)
                    continue; /* nothing new to learn */
                unsigned taken = d0 | d1 | d2;
                int allowed = 1;
                for (int k = 0; k < count && allowed; k++)
                    allowed = (excluders[k] & ~taken) != 0;
                if (!allowed)
                    continue;
                alive[0] |= d0;
                alive[1] |= d1;
                alive[2] |= d2;
            }
        }
    }
    rating9_hint hint;
    hint_start(&hint, a->degree == 2 ? RATING9_ALIGNED_PAIR : RATING9_ALIGNED_TRIPLET,
               a->degree == 2 ? 6.2 : 7.5);
    for (int i = 0; i < a->degree; i++)
        hint_remove(&hint, cells[i], from[i] & ~alive[i]);
    return hint.count && a->visitor->see(a->visitor, &hint);
}

/* The third cells for a pair: candidates that exclude for one of the two, in the order of peers. */
static int third_cells(aligned *a, int cells[3])
{
    cells9 seen = {0, 0};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 20; k++) {
            int other = a->layout->peers[cells[i]][k];
            if (other == cells[0] || other == cells[1] || cells9_has(seen, other)
                || !cells9_has(a->excluders[cells[i]], other) || !cells9_has(a->all, other))
                continue;
            cells9_add(&seen, other);
            cells[2] = other;
            cells9 common = common_excluders(a, cells, 3);
            if (two_or_more(common) && exclude(a, cells, common))
                return 1;
        }
    return 0;
}

static int search(aligned *a)
{
    gather(a);
    for (int second = 1; second < a->count; second++)
        for (int first = 0; first < second; first++) {
            int cells[3] = {a->cells[first], a->cells[second], -1};
            cells9 common = common_excluders(a, cells, 2);
            if (!two_or_more(common))
                continue; /* a third cell can only make it smaller */
            if (a->degree == 2 ? exclude(a, cells, common) : third_cells(a, cells))
                return 1;
        }
    return 0;
}

PATTERN(aligned_pair)
{
    aligned a = {layout, grid, visitor, 2, 0, {0}, {{0, 0}}, {0, 0}};
    return search(&a);
}

PATTERN(aligned_triplet)
{
    aligned a = {layout, grid, visitor, 3, 0, {0}, {{0, 0}}, {0, 0}};
    return search(&a);
}
