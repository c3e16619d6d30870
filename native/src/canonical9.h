/* The canonical form of a plain 9x9 puzzle: the smallest of all puzzles that differ from it only by
 * a rearrangement of rows, columns, bands and stacks, a transposition, and new names for the
 * values. */
#ifndef CANONICAL9_H
#define CANONICAL9_H

#include <stddef.h>
#include <stdint.h>

enum { CANONICAL9_CELLS = 81 };

typedef enum {
    CANONICAL9_DONE,
    CANONICAL9_CLASH,  /* a value above 9, or one that stands twice in a row, column or box */
    CANONICAL9_MEMORY, /* no memory for the search */
} canonical9_status;

/* How a puzzle becomes its canonical form: transposed first if `transposed`, then line i of the
 * form is line rows[i] (columns[i]) of the puzzle, and value v is called labels[v]; labels[0] is 0. */
typedef struct {
    uint8_t transposed;
    uint8_t rows[9];
    uint8_t columns[9];
    uint8_t labels[10];
} canonical9_change;

typedef struct canonical9_worker canonical9_worker;

canonical9_worker *canonical9_new(void);
void canonical9_free(canonical9_worker *worker);

/* Finds the form of one puzzle (0 for an open cell). `change` may be NULL. `ways`, unless NULL, gets
 * the number of changes that lead a full grid to its form: the size of its symmetry group. */
canonical9_status canonical9_find(canonical9_worker *worker,
                                  const uint8_t puzzle[CANONICAL9_CELLS],
                                  uint8_t form[CANONICAL9_CELLS], canonical9_change *change,
                                  size_t *ways);

#endif
