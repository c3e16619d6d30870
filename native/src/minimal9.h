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

/* Random minimal puzzles in rows of 81 bytes. Puzzle i comes from stream `first + i` of the seed, and so
 * depends on nothing else. */
typedef struct {
    uint64_t seed;
    uint64_t first;
    size_t rows;
    uint8_t *puzzles;
    uint8_t *solutions;   /* NULL: not wanted */
    minimal9_order units; /* what goes together; the order is random */
} minimal9_job;

/* Make the rows from `row` to `end` - 1. */
void minimal9_make(sudoku9_search *search, const minimal9_job *job, size_t row, size_t end);

#endif
