/* Random full 9x9 grids, each of the 6,670,903,752,021,072,936,960 equally likely. */
#ifndef CSP_SUDOKU_GRID9_H
#define CSP_SUDOKU_GRID9_H

#include "rng.h"

/* Fill 81 cells with 1 to 9, row after row. */
void grid9_random(rng *random, uint8_t grid[81]);

#endif
