/* All minimal unavoidable sets of a 9x9 solution up to a number of cells, by repair.
 *
 * Change one cell: whatever clashes with its new value must change too, and so on, until nothing
 * clashes: then there is another solution. The first cell is the smallest that changes, and each
 * cell that must change is given every value it can have, so that no set is missed. */
#ifndef CSP_SUDOKU_UNAVOIDABLE9_H
#define CSP_SUDOKU_UNAVOIDABLE9_H

#include "cells9.h"
#include "sudoku9.h"

enum { UNAVOIDABLE9_LARGEST = 18 };

typedef struct {
    cells cells;
    uint8_t value[UNAVOIDABLE9_LARGEST]; /* what these cells hold in the other solution, in order */
} unavoidable9_set;

typedef struct unavoidable9_search unavoidable9_search;

/* Sets of at most `largest` cells, 0 to UNAVOIDABLE9_LARGEST, of a full grid. Returns NULL when
 * memory is short. */
unavoidable9_search *unavoidable9_new(const uint8_t solution[SUDOKU9_CELLS], unsigned largest);
void unavoidable9_free(unavoidable9_search *search);

/* Look for more; 1 while there is more to do, 0 when all sets are known, -1 when memory is short. */
int unavoidable9_run(unavoidable9_search *search, uint64_t nodes);

/* The sets found, in the order of their sizes; minimal and complete when the search has ended. */
const unavoidable9_set *unavoidable9_sets(const unavoidable9_search *search, size_t *count);

#endif
