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
enum { HITTING9_REGIONS = 8, HITTING9_CELLS = 128 };

/* Puzzles of at most `most` clues, 0 to 81, with a clue in each of the cells `given`: at most `most`
 * of them; and at most HITTING9_REGIONS regions. Returns NULL when memory is short.
 *
 * Without a solution, any choice of the cells `all` that meets the sets is found: the board may be
 * any of at most HITTING9_CELLS cells, and whoever asks tells by hitting9_learn what is not proper. */
hitting9_search *hitting9_new(const sudoku9_kernel *kernel, const uint8_t *solution, cells all,
                              cells given, unsigned most, const hitting9_region *region,
                              unsigned regions);
void hitting9_free(hitting9_search *search);

/* Before the search begins: record why choices fail; a set that every choice has to meet (the first
 * 2,048 are taken); or collect all those of at most `largest` cells of a solution. 0 when memory is
 * short. */
int hitting9_record(hitting9_search *search);
int hitting9_add(hitting9_search *search, cells set);
int hitting9_collect(hitting9_search *search, unsigned largest);

/* Collect some more sets; 0 when they are complete and the search can run, -1 when memory is short.
 * Milliseconds each. */
int hitting9_collect_more(hitting9_search *search);
size_t hitting9_sets(const hitting9_search *search);

/* Continue to the next puzzle, for about `nodes` more choices. Every puzzle of at most `most` clues
 * contains one of those found: clues that are proper already are not added to. */
sudoku9_status hitting9_run(hitting9_search *search, uint64_t nodes);

/* The cells of the puzzle just found; only right after SUDOKU9_FOUND. */
cells hitting9_clues(const hitting9_search *search);
uint64_t hitting9_nodes(const hitting9_search *search);

/* Right after SUDOKU9_FOUND: what was found is not proper, as it does not meet this set. */
void hitting9_learn(hitting9_search *search, cells set);

/* The trace, one line for each step, nodes in the order in which they are visited, each with the
 * clues of the one above it and one more:
 *
 *     x REGION SET ...     the clues left for the region are fewer than these sets, which lie in it
 *                          and have no live cell in common: the node fails
 *     d REGION SET ...     they are as many: the region's live cells that are in none of them die
 *     b SET CELL ...       one of these, the live cells of the set, is a clue: one node for each, in
 *                          which the cells before it are dead
 *
 * Region 0 is the board. Sets have the numbers 0, 1, ... in the order in which they were added,
 * collected and learnt; a set that was learnt from another solution has it as hitting9_rival. */
const char *hitting9_text(const hitting9_search *search, size_t *length);
void hitting9_clear_text(hitting9_search *search);
const uint8_t *hitting9_rival(const hitting9_search *search, size_t number);
int hitting9_is_short(const hitting9_search *search);   /* of memory: the trace has a gap */

#endif
