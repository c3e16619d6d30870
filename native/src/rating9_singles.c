/* Singles: the last open cell of a house, the only place of a digit, the only digit of a cell. */
#include "rating9_patterns.h"

static int show(rating9_visitor *visitor, int technique, double rating, int cell, int digit)
{
    rating9_hint hint;
    hint_start(&hint, technique, rating);
    hint.cell = cell;
    hint.digit = digit;
    return visitor->see(visitor, &hint);
}

PATTERN(hidden_single)
{
    for (int last = 1; last >= 0; last--) /* first the last open cells of all houses */
        for (int k = 0; k < KINDS; k++)
            for (int i = 0; i < 9; i++) {
                int house = HOUSE_KINDS[k] * 9 + i;
                if ((grid->open[house] == 1) != last)
                    continue;
                for (int digit = 0; digit < 9; digit++) {
                    unsigned places = grid->places[house][digit];
                    if (size9(places) != 1)
                        continue;
                    double rating = last ? 1.0 : k == 0 ? 1.2 : 1.5;
                    if (show(visitor, last ? RATING9_FULL_HOUSE : RATING9_HIDDEN_SINGLE, rating,
                             layout->cells[house][first9(places)], digit))
                        return 1;
                }
            }
    return 0;
}

PATTERN(naked_single)
{
    (void)layout;
    for (int cell = 0; cell < 81; cell++)
        if (size9(grid->candidates[cell]) == 1
            && show(visitor, RATING9_NAKED_SINGLE, 2.3, cell, first9(grid->candidates[cell])))
            return 1;
    return 0;
}
