/* Digits that are locked in lines: pointing, claiming, and fish. */
#include "rating9_patterns.h"

/* The places of the first house that lie in the second one, for a block and a line; 0 if the two do
 * not cross. */
static unsigned overlap(int house1, int house2)
{
    int i1 = house1 % 9, i2 = house2 % 9;
    switch (house1 / 9 * KINDS + house2 / 9) {
    case BLOCK * KINDS + ROW:
        return i2 / 3 == i1 / 3 ? 7u << 3 * (i2 % 3) : 0;
    case BLOCK * KINDS + COLUMN:
        return i2 / 3 == i1 % 3 ? 0x49u << i2 % 3 : 0;
    case ROW * KINDS + BLOCK:
        return i2 / 3 == i1 / 3 ? 7u << 3 * (i2 % 3) : 0;
    default: /* a column and a block */
        return i2 % 3 == i1 / 3 ? 7u << 3 * (i2 / 3) : 0;
    }
}

/* A digit whose places in the first house all lie in the second one, too. */
typedef int (*locked_found)(const rating9_layout *layout, const rating9_grid *grid,
                            rating9_visitor *visitor, int house1, int house2, int digit);

static int each_locked(const rating9_layout *layout, const rating9_grid *grid,
                       rating9_visitor *visitor, locked_found found)
{
    static const int PAIRS[4][2] = {{BLOCK, COLUMN}, {BLOCK, ROW}, {COLUMN, BLOCK}, {ROW, BLOCK}};
    for (int pair = 0; pair < 4; pair++)
        for (int house1 = PAIRS[pair][0] * 9, end1 = house1 + 9; house1 < end1; house1++)
            for (int house2 = PAIRS[pair][1] * 9, end2 = house2 + 9; house2 < end2; house2++) {
                unsigned common = overlap(house1, house2);
                if (!common)
                    continue;
                for (int digit = 0; digit < 9; digit++) {
                    unsigned places = grid->places[house1][digit];
                    if (!(places & ~common) && size9(places) > 1
                        && found(layout, grid, visitor, house1, house2, digit))
                        return 1;
                }
            }
    return 0;
}

/* The digit goes from the rest of the second house. */
static int remove_locked(const rating9_layout *layout, const rating9_grid *grid,
                         rating9_visitor *visitor, int house1, int house2, int digit)
{
    rating9_hint hint;
    unsigned gone = grid->places[house2][digit] & ~overlap(house2, house1);
    if (!gone)
        return 0;
    if (house1 < 9)
        hint_start(&hint, RATING9_POINTING, 2.6);
    else
        hint_start(&hint, RATING9_CLAIMING, 2.8);
    for (; gone; gone &= gone - 1)
        hint_remove(&hint, layout->cells[house2][first9(gone)], 1u << digit);
    for (unsigned rest = ALL & ~overlap(house1, house2); rest; rest &= rest - 1)
        hint_missing(&hint, layout->cells[house1][first9(rest)], 1u << digit);
    return visitor->see(visitor, &hint);
}

PATTERN(locked)
{
    return each_locked(layout, grid, visitor, remove_locked);
}

/* Once the digit is gone there, a house like the first one has a single place for it. */
static int place_locked(const rating9_layout *layout, const rating9_grid *grid,
                        rating9_visitor *visitor, int house1, int house2, int digit)
{
    for (int house3 = house1 / 9 * 9, end = house3 + 9; house3 < end; house3++) {
        unsigned common = overlap(house3, house2);
        unsigned places = grid->places[house3][digit];
        unsigned rest = places & ~common;
        if (house3 == house1 || !common || size9(places) < 2 || size9(rest) != 1)
            continue;
        rating9_hint hint;
        if (house1 < 9)
            hint_start(&hint, RATING9_DIRECT_POINTING, 1.7);
        else
            hint_start(&hint, RATING9_DIRECT_CLAIMING, 1.9);
        hint.cell = layout->cells[house3][first9(rest)];
        hint.digit = digit;
        if (visitor->see(visitor, &hint))
            return 1;
    }
    return 0;
}

PATTERN(direct_locked)
{
    return each_locked(layout, grid, visitor, place_locked);
}

/* In `degree` lines the digit has `degree` places, the same ones: it goes from the lines across. */
static int fish(const rating9_layout *layout, const rating9_grid *grid, rating9_visitor *visitor,
                int degree, int technique, double rating)
{
    static const int BASES[2] = {COLUMN, ROW};
    for (int b = 0; b < 2; b++) {
        int base = BASES[b] * 9, cover = BASES[1 - b] * 9;
        for (unsigned lines = (1u << degree) - 1; lines <= ALL; lines = next_subset(lines))
            for (int digit = 0; digit < 9; digit++) {
                if (grid->placed[digit] + degree * 2 > 9)
                    continue;
                unsigned places = 0;
                int small = 0;
                for (unsigned rest = lines; rest && !small; rest &= rest - 1) {
                    unsigned here = grid->places[base + first9(rest)][digit];
                    small = size9(here) < 2;
                    places |= here;
                }
                if (small || size9(places) != degree)
                    continue;
                rating9_hint hint;
                hint_start(&hint, technique, rating);
                for (unsigned rest = places; rest; rest &= rest - 1) {
                    int line = cover + first9(rest);
                    for (unsigned gone = grid->places[line][digit] & ~lines; gone; gone &= gone - 1)
                        hint_remove(&hint, layout->cells[line][first9(gone)], 1u << digit);
                }
                if (!hint.count)
                    continue;
                for (unsigned rest = lines; rest; rest &= rest - 1)
                    for (unsigned out = ALL & ~places; out; out &= out - 1)
                        hint_missing(&hint, layout->cells[base + first9(rest)][first9(out)],
                                     1u << digit);
                if (visitor->see(visitor, &hint))
                    return 1;
            }
    }
    return 0;
}

PATTERN(x_wing)
{
    return fish(layout, grid, visitor, 2, RATING9_X_WING, 3.2);
}

PATTERN(swordfish)
{
    return fish(layout, grid, visitor, 3, RATING9_SWORDFISH, 3.8);
}

PATTERN(jellyfish)
{
    return fish(layout, grid, visitor, 4, RATING9_JELLYFISH, 5.2);
}
