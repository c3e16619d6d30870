/* Naked and hidden sets: as many digits as cells in one house. */
#include "rating9_patterns.h"

/* The union of `items[i]` over the bits of `set`; 0 unless each has two members or more and the
 * union has exactly `degree`. */
static unsigned common_set(const unsigned items[9], unsigned set, int degree)
{
    unsigned all = 0;
    for (; set; set &= set - 1) {
        unsigned item = items[first9(set)];
        if (size9(item) < 2)
            return 0;
        all |= item;
    }
    return size9(all) == degree ? all : 0;
}

static int naked(const rating9_layout *layout, const rating9_grid *grid, rating9_visitor *visitor,
                 int degree, int technique, double rating)
{
    for (int k = 0; k < KINDS; k++)
        for (int house = HOUSE_KINDS[k] * 9, end = house + 9; house < end; house++) {
            if (grid->open[house] < degree * 2)
                continue;
            const uint8_t *cells = layout->cells[house];
            unsigned candidates[9];
            for (int i = 0; i < 9; i++)
                candidates[i] = grid->candidates[cells[i]];
            for (unsigned set = (1u << degree) - 1; set <= ALL; set = next_subset(set)) {
                unsigned digits = common_set(candidates, set, degree);
                if (!digits)
                    continue;
                rating9_hint hint;
                hint_start(&hint, technique, rating);
                for (unsigned rest = ALL & ~set; rest; rest &= rest - 1)
                    hint_remove(&hint, cells[first9(rest)], candidates[first9(rest)] & digits);
                if (!hint.count)
                    continue;
                for (unsigned rest = set; rest; rest &= rest - 1)
                    hint_missing(&hint, cells[first9(rest)], ALL & ~digits);
                if (visitor->see(visitor, &hint))
                    return 1;
            }
        }
    return 0;
}

/* A digit outside the set that has one place left, once the set's cells are taken. */
static int follow(const unsigned places[9], unsigned digits, unsigned set, int *digit)
{
    for (unsigned rest = ALL & ~digits; rest; rest &= rest - 1) {
        unsigned all = places[first9(rest)];
        unsigned left = all & ~set;
        if (size9(all) > 1 && size9(left) == 1) {
            *digit = first9(rest);
            return first9(left);
        }
    }
    return -1;
}

static int hidden(const rating9_layout *layout, const rating9_grid *grid, rating9_visitor *visitor,
                  int degree, int direct, int technique, double rating)
{
    for (int k = 0; k < KINDS; k++)
        for (int house = HOUSE_KINDS[k] * 9, end = house + 9; house < end; house++) {
            if (grid->open[house] <= degree * (direct ? 1 : 2))
                continue;
            const uint8_t *cells = layout->cells[house];
            unsigned places[9];
            for (int digit = 0; digit < 9; digit++)
                places[digit] = grid->places[house][digit];
            for (unsigned digits = (1u << degree) - 1; digits <= ALL; digits = next_subset(digits)) {
                unsigned set = common_set(places, digits, degree);
                if (!set)
                    continue;
                rating9_hint hint;
                hint_start(&hint, technique, rating);
                if (direct) {
                    int place = follow(places, digits, set, &hint.digit);
                    if (place < 0)
                        continue;
                    hint.cell = cells[place];
                } else {
                    for (unsigned rest = set; rest; rest &= rest - 1) {
                        int cell = cells[first9(rest)];
                        hint_remove(&hint, cell, grid->candidates[cell] & ~digits);
                    }
                    if (!hint.count)
                        continue;
                    for (unsigned rest = ALL & ~set; rest; rest &= rest - 1)
                        hint_missing(&hint, cells[first9(rest)], digits);
                }
                if (visitor->see(visitor, &hint))
                    return 1;
            }
        }
    return 0;
}

PATTERN(naked_pair)
{
    return naked(layout, grid, visitor, 2, RATING9_NAKED_PAIR, 3.0);
}

PATTERN(naked_triplet)
{
    return naked(layout, grid, visitor, 3, RATING9_NAKED_TRIPLET, 3.6);
}

PATTERN(naked_quad)
{
    return naked(layout, grid, visitor, 4, RATING9_NAKED_QUAD, 5.0);
}

PATTERN(hidden_pair)
{
    return hidden(layout, grid, visitor, 2, 0, RATING9_HIDDEN_PAIR, 3.4);
}

PATTERN(hidden_triplet)
{
    return hidden(layout, grid, visitor, 3, 0, RATING9_HIDDEN_TRIPLET, 4.0);
}

PATTERN(hidden_quad)
{
    return hidden(layout, grid, visitor, 4, 0, RATING9_HIDDEN_QUAD, 5.4);
}

PATTERN(direct_hidden_pair)
{
    return hidden(layout, grid, visitor, 2, 1, RATING9_DIRECT_HIDDEN_PAIR, 2.0);
}

PATTERN(direct_hidden_triplet)
{
    return hidden(layout, grid, visitor, 3, 1, RATING9_DIRECT_HIDDEN_TRIPLET, 2.5);
}
