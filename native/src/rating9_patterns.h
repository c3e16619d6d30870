/* The techniques that are patterns: each shows its hints to a visitor, in Sudoku Explainer's order,
 * and returns 1 when the visitor took one. */
#ifndef CSP_SUDOKU_RATING9_PATTERNS_H
#define CSP_SUDOKU_RATING9_PATTERNS_H

#include "rating9_board.h"

/* The order in which most of them go through the kinds of houses. */
static const int HOUSE_KINDS[KINDS] = {BLOCK, COLUMN, ROW};

#define PATTERN(name) \
    int rating9_##name(const rating9_layout *layout, const rating9_grid *grid, \
                       rating9_visitor *visitor)

/* rating9_singles.c */
PATTERN(hidden_single);
PATTERN(naked_single);

/* rating9_sets.c */
PATTERN(direct_hidden_pair);
PATTERN(direct_hidden_triplet);
PATTERN(naked_pair);
PATTERN(naked_triplet);
PATTERN(naked_quad);
PATTERN(hidden_pair);
PATTERN(hidden_triplet);
PATTERN(hidden_quad);

/* rating9_lines.c */
PATTERN(direct_locked);
PATTERN(locked);
PATTERN(x_wing);
PATTERN(swordfish);
PATTERN(jellyfish);

/* rating9_wings.c */
PATTERN(xy_wing);
PATTERN(xyz_wing);

/* rating9_unique.c */
PATTERN(unique_loop);

/* rating9_bug.c */
PATTERN(bug);

/* rating9_aligned.c */
PATTERN(aligned_pair);
PATTERN(aligned_triplet);

#endif
