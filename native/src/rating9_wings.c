/* XY- and XYZ-wings: a pivot, two pincers with two candidates each, and a digit that all share. */
#include "rating9_patterns.h"

static int wing(const rating9_layout *layout, const rating9_grid *grid, rating9_visitor *visitor,
                int pivot_size, int technique, double rating)
{
    for (int pivot = 0; pivot < 81; pivot++) {
        unsigned xy = grid->candidates[pivot];
        if (size9(xy) != pivot_size)
            continue;
        for (int i = 0; i < 20; i++) {
            int one = layout->peers[pivot][i];
            unsigned xz = grid->candidates[one];
            if (size9(xz) != 2 || size9(xy & ~xz) != 1)
                continue;
            for (int k = 0; k < 20; k++) {
                int two = layout->peers[pivot][k];
                unsigned yz = grid->candidates[two];
                if (size9(yz) != 2 || size9(xy | xz | yz) != 3
                    || size9(xy & xz & yz) != pivot_size - 2)
                    continue;
                unsigned z = xz & yz & -(xz & yz);
                cells9 seen = cells9_and(layout->sees[one], layout->sees[two]);
                if (pivot_size == 3)
                    seen = cells9_and(seen, layout->sees[pivot]);
                rating9_hint hint;
                hint_start(&hint, technique, rating);
                for (int p = 0; p < 20; p++) {
                    int cell = layout->peers[one][p];
                    if (cell != pivot && cells9_has(seen, cell))
                        hint_remove(&hint, cell, grid->candidates[cell] & z);
                }
                if (hint.count && visitor->see(visitor, &hint))
                    return 1;
            }
        }
    }
    return 0;
}

PATTERN(xy_wing)
{
    return wing(layout, grid, visitor, 2, RATING9_XY_WING, 4.2);
}

PATTERN(xyz_wing)
{
    return wing(layout, grid, visitor, 3, RATING9_XYZ_WING, 4.4);
}
