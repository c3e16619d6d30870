/* The bivalue universal grave (BUG): a grid that would have two solutions.
 *
 * If all open cells had two candidates, and all digits two places in each house, there would be two
 * solutions or none. So one of the few cells that have more candidates holds one of them. */
#include "rating9_patterns.h"

typedef struct {
    const rating9_layout *layout;
    const rating9_grid *grid;
    rating9_visitor *visitor;
    int count;
    uint8_t cells[81];      /* with more candidates, in the order in which they were met */
    uint16_t extra[81];     /* by cell: its digits too many */
    unsigned all_extra;
    int common_count;
    uint8_t common[20];     /* the other cells that see them all */
} bug;

static int is_bug_cell(const bug *b, int cell)
{
    for (int i = 0; i < b->count; i++)
        if (b->cells[i] == cell)
            return 1;
    return 0;
}

/* A cell has one digit too many; 0 if no type of hint is left. */
static int add_bug(bug *b, int cell, int digit)
{
    int first = b->count == 0, kept = 0;
    if (!is_bug_cell(b, cell))
        b->cells[b->count++] = (uint8_t)cell;
    b->extra[cell] |= (uint16_t)(1u << digit);
    b->all_extra |= 1u << digit;
    if (first) {
        for (int k = 0; k < 20; k++)
            b->common[kept++] = b->layout->peers[cell][k];
    } else {
        for (int k = 0; k < b->common_count; k++)
            if (cells9_has(b->layout->sees[cell], b->common[k]) && !is_bug_cell(b, b->common[k]))
                b->common[kept++] = b->common[k];
    }
    b->common_count = kept;
    return b->count == 1 || size9(b->all_extra) == 1 || kept;
}

static int find_bug(bug *b)
{
    const rating9_grid *grid = b->grid;
    for (int house = 0; house < 27; house++)
        for (int digit = 0; digit < 9; digit++) {
            unsigned places = grid->places[house][digit];
            if (size9(places) == 0 || size9(places) == 2)
                continue;
            int found = 0, last = -1;
            for (; places; places &= places - 1) {
                int cell = b->layout->cells[house][first9(places)];
                if (size9(grid->candidates[cell]) >= 3) {
                    found++;
                    last = cell;
                }
            }
            if (found == 0 || (found == 1 && !add_bug(b, last, digit)))
                return 0;
        }
    return b->count > 0;
}

static int is_grave(const bug *b)
{
    rating9_grid rest = *b->grid;
    for (int i = 0; i < b->count; i++)
        rating9_remove(b->layout, &rest, b->cells[i], b->extra[b->cells[i]]);
    for (int cell = 0; cell < 81; cell++)
        if (!rest.filled[cell] && size9(rest.candidates[cell]) != 2)
            return 0;
    for (int house = 0; house < 27; house++)
        for (int digit = 0; digit < 9; digit++)
            if (size9(rest.places[house][digit]) != 0 && size9(rest.places[house][digit]) != 2)
                return 0;
    return 1;
}

/* The house of a kind that all bug cells share, or -1. */
static int shared_house(const bug *b, int kind)
{
    int house = b->layout->house[b->cells[0]][kind];
    for (int i = 1; i < b->count; i++)
        if (b->layout->house[b->cells[i]][kind] != house)
            return -1;
    return house;
}

/* Type 2: one extra digit; it goes from the cells that see all bug cells. */
static int bug_type2(const bug *b)
{
    rating9_hint hint;
    hint_start(&hint, RATING9_BUG, 5.7);
    for (int k = 0; k < b->common_count; k++)
        hint_remove(&hint, b->common[k], b->grid->candidates[b->common[k]] & b->all_extra);
    return hint.count && b->visitor->see(b->visitor, &hint);
}

/* Type 3: the extra digits, as one cell, are a naked set with other cells of a shared house. */
static int bug_type3(const bug *b)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int house = shared_house(b, kind);
        if (house < 0)
            continue;
        int cells[20], count = 0;
        for (int k = 0; k < b->common_count; k++)
            if (b->layout->house[b->common[k]][kind] == house)
                cells[count++] = b->common[k];
        for (int degree = 2; degree <= 6 && degree <= count; degree++)
            for (unsigned set = (1u << (degree - 1)) - 1; set < 1u << count;
                 set = next_subset(set)) {
                unsigned digits = 0;
                int small = size9(b->all_extra) < 2;
                for (unsigned rest = set; rest; rest &= rest - 1) {
                    unsigned here = b->grid->candidates[cells[first9(rest)]];
                    small |= size9(here) < 2;
                    digits |= here;
                }
                if (small || size9(digits) != degree || (b->all_extra & ~digits))
                    continue;
                rating9_hint hint;
                hint_start(&hint, RATING9_BUG, 5.7 + (degree - 1) * 0.1);
                for (int i = 0; i < count; i++)
                    if (!(set >> i & 1))
                        hint_remove(&hint, cells[i], b->grid->candidates[cells[i]] & digits);
                if (hint.count && b->visitor->see(b->visitor, &hint))
                    return 1;
            }
    }
    return 0;
}

/* Type 4: two bug cells share another digit, which then must be in one of them. */
static int bug_type4(const bug *b)
{
    int one = b->cells[0], two = b->cells[1];
    unsigned shared = b->grid->candidates[one] & b->grid->candidates[two] & ~b->all_extra;
    if (size9(shared) != 1)
        return 0;
    for (int kind = 0; kind < KINDS; kind++) {
        if (shared_house(b, kind) < 0)
            continue;
        rating9_hint hint;
        hint_start(&hint, RATING9_BUG, 5.7);
        hint_remove(&hint, one, b->grid->candidates[one] & ~(b->extra[one] | shared));
        hint_remove(&hint, two, b->grid->candidates[two] & ~(b->extra[two] | shared));
        if (hint.count && b->visitor->see(b->visitor, &hint))
            return 1;
    }
    return 0;
}

PATTERN(bug)
{
    bug b = {.layout = layout, .grid = grid, .visitor = visitor};
    if (!find_bug(&b) || !is_grave(&b))
        return 0;
    if (b.count == 1) { /* type 1: the cell holds one of its extra digits */
        rating9_hint hint;
        hint_start(&hint, RATING9_BUG, 5.6);
        hint_remove(&hint, b.cells[0], grid->candidates[b.cells[0]] & ~b.all_extra);
        return hint.count && visitor->see(visitor, &hint);
    }
    if (size9(b.all_extra) == 1)
        return bug_type2(&b) || (b.count == 2 && bug_type4(&b));
    return b.common_count && ((b.count == 2 && bug_type4(&b)) || bug_type3(&b));
}
