/* Tables of plain 9x9 Sudoku: has each line of a text 81 symbols, and are rows solutions of their
 * clues? Shares no code with any search. */
#ifndef CSP_SUDOKU_CHECK9_H
#define CSP_SUDOKU_CHECK9_H

#include <stddef.h>
#include <stdint.h>

enum { CHECK9_CELLS = 81 };

typedef struct {
    const uint8_t *cells;   /* row i begins at cells + i * stride */
    size_t stride;
    uint8_t zero;           /* the byte of digit d is zero + d: 0 for numbers, '0' for text */
} check9_rows;

/* The first row whose count is neither 0 nor `invalid`, and whose solution is wrong; `rows` if all
 * are right. */
size_t check9_first_wrong(const check9_rows *clues, const check9_rows *solutions,
                          const uint32_t *counts, uint32_t invalid, size_t rows);

/* Whether each line has 81 symbols, all above ' ' and none of them '#', and ends in "\n", or, if
 * `end` is 2, in "\r\n"; the last line may lack its end. */
int check9_is_lines(const uint8_t *text, size_t length, size_t end);

#endif
