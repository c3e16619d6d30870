/* Minimal 9x9 puzzles: drop clues as long as there is one solution. */
#ifndef CSP_SUDOKU_MINIMAL9_H
#define CSP_SUDOKU_MINIMAL9_H

#include "rng.h"
#include "sudoku9.h"

/* The order in which clues are dropped: unit u is the cells from start[u] to start[u + 1] - 1, which go
 * together or stay together. Cells in no unit stay. */
typedef struct {
    unsigned units;
    uint8_t start[SUDOKU9_CELLS + 1];
    uint8_t cell[SUDOKU9_CELLS];
} minimal9_order;

/* Drop clues of a proper puzzle, unit after unit, as long as it stays proper. */
void minimal9_reduce(sudoku9_search *search, const minimal9_order *order,
                     const uint8_t solution[SUDOKU9_CELLS], uint8_t clues[SUDOKU9_CELLS]);

/* How a random puzzle is made.
 *
 * MINIMAL9_TOP_DOWN drops the clues of a random grid in a random order, and keeps those that cannot go.
 *
 * MINIMAL9_CONTROLLED_BIAS begins again with the first clue that cannot go, unless then none can. So a
 * random order passes through a given puzzle of n clues with probability 1 / C(81, n), and statistics
 * can be corrected by weighting each puzzle with C(81, n). (D. Berthier: Unbiased statistics of a CSP,
 * 2009.) It takes some 10^5 tries; 32 of them share a grid, which favours none by more than 0.1 %. */
typedef enum { MINIMAL9_TOP_DOWN, MINIMAL9_CONTROLLED_BIAS } minimal9_method;

/* Random minimal puzzles in rows of 81 bytes. Attempt t at puzzle i comes from stream t of a seed that
 * is drawn from stream i of the job's seed, and depends on nothing else. The rows are puzzles from
 * `first` on, or attempts from `attempt` on at one puzzle. */
typedef struct {
    uint64_t seed;
    uint64_t first;
    uint64_t attempt;
    int rows_are_attempts;
    minimal9_method method;
    size_t rows;
    uint8_t *puzzles;
    uint8_t *solutions;   /* NULL: not wanted */
    minimal9_order units; /* what goes together; the order is random */
} minimal9_job;

/* Where the work on a job stands; begins as all zeros. */
typedef struct {
    size_t row;           /* rows before this one are finished */
    int begun;            /* this row is in the middle */
    unsigned tries;       /* with the grid at hand */
    rng random;
    uint8_t solution[SUDOKU9_CELLS];
} minimal9_place;

/* Continue for about this many tries; 1 when all rows are finished. */
int minimal9_run(sudoku9_search *search, const minimal9_job *job, minimal9_place *place,
                 unsigned tries);

#endif
