/* The search of bulk9_kernel.h for any CPU: 128 lanes, in the vectors of 128 bits that GCC and Clang
 * map to whatever there is. */
#include "bulk9_internal.h"

#include <stddef.h>
#include <string.h>

#define WORDS 2

/* The digit that a symbol stands for, 0 for an open cell, or something above nine. */
static inline unsigned number_of(uint8_t symbol, int text)
{
    if (!text)
        return symbol;
    if (symbol == '.' || symbol == '*' || symbol == '_')
        return 0;
    return (uint8_t)(symbol - '0');
}

/* Returns 0 if a cell is above nine. */
static inline int read_clues(bulk9_board *board, const uint8_t *clues, int text)
{
    uint64_t head[10] = {0}, tail[10] = {0}; /* the cells of each number, 0 = open */
    for (int cell = 0; cell < SUDOKU9_CELLS; cell++) {
        const unsigned number = number_of(clues[cell], text);
        if (number > 9)
            return 0;
        if (cell < BULK9_HEAD)
            head[number] |= (uint64_t)1 << cell;
        else
            tail[number] |= (uint64_t)1 << (cell - BULK9_HEAD);
    }
    for (int digit = 0; digit < 9; digit += 3) {
        uint64_t tails = 0;
        for (int i = 0; i < 3; i++) {
            board->word[digit + i] = head[0] | head[digit + i + 1];
            tails |= (tail[0] | tail[digit + i + 1]) << BULK9_TAIL * i;
        }
        board->word[9 + digit / 3] = tails;
    }
    return 1;
}

/* The digits of a solved board. */
static inline void write_solution(const bulk9_board *board, uint8_t *solution, int zero)
{
    for (int digit = 0; digit < 9; digit++) {
        uint64_t head = board->word[digit] << 1 >> 1;
        uint64_t tail = board->word[9 + digit / 3] >> BULK9_TAIL * (digit % 3);
        tail &= (1 << BULK9_TAIL) - 1;
        for (; head; head &= head - 1)
            solution[__builtin_ctzll(head)] = (uint8_t)(zero + digit + 1);
        for (; tail; tail &= tail - 1)
            solution[BULK9_HEAD + __builtin_ctzll(tail)] = (uint8_t)(zero + digit + 1);
    }
}

#include "bulk9_kernel.h"

const bulk9_kernel bulk9_generic = {sizeof(engine), start, run};
