/* The proper puzzles with few clues of a 9x9 solution: all of them, one after another.
 *
 * A proper puzzle meets every unavoidable set of its solution (cells whose values can be exchanged
 * for others). So the search collects small unavoidable sets, and enumerates the choices of cells
 * that meet them all: it takes a set that is not met yet, tries one of its cells after another, and
 * leaves out those that were tried before. Choices that meet all sets are solved; what differs in
 * another solution is one more set. After McGuire, Tugemann, Civario: There is no 16-clue Sudoku
 * (2012), with bounds of its own. */
#ifndef CSP_SUDOKU_HITTING9_H
#define CSP_SUDOKU_HITTING9_H

#include "cells9.h"
#include "sudoku9.h"

typedef struct hitting9_search hitting9_search;

/* Cells that hold at most this many of the clues, given ones included. */
typedef struct {
    cells cells;
    unsigned most;
} hitting9_region;
enum { HITTING9_REGIONS = 8 };

/* Puzzles of at most `most` clues, 0 to 81, with a clue wherever `given` is not 0: at most `most`
 * of them; and at most HITTING9_REGIONS regions. Unavoidable sets of at most `largest` cells are
 * collected. Returns NULL when memory is short. */
hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t solution[SUDOKU9_CELLS],
                              const uint8_t given[SUDOKU9_CELLS], unsigned most, unsigned largest,
                              const hitting9_region *region, unsigned regions);
void hitting9_free(hitting9_search *search);

/* Collect some more sets; 0 when they are complete and the search can run, -1 when memory is short.
 * Milliseconds each. */
int hitting9_collect(hitting9_search *search);
size_t hitting9_sets(const hitting9_search *search);

/* Continue to the next puzzle, for about `nodes` more choices. Every puzzle of at most `most` clues
 * contains one of those found: clues that are proper already are not added to. */
sudoku9_status hitting9_run(hitting9_search *search, uint64_t nodes);

/* The puzzle just found; only right after SUDOKU9_FOUND. */
void hitting9_puzzle(const hitting9_search *search, uint8_t clues[SUDOKU9_CELLS]);
uint64_t hitting9_nodes(const hitting9_search *search);

#endif
