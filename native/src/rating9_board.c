/* The rater's board: see rating9_board.h. */
#include <string.h>

#include "rating9_board.h"

#define BITS2(n) n, n + 1, n + 1, n + 2
#define BITS4(n) BITS2(n), BITS2(n + 1), BITS2(n + 1), BITS2(n + 2)
#define BITS6(n) BITS4(n), BITS4(n + 1), BITS4(n + 1), BITS4(n + 2)
#define BITS8(n) BITS6(n), BITS6(n + 1), BITS6(n + 1), BITS6(n + 2)
const uint8_t rating9_size[512] = {BITS8(0), BITS8(1)};

void rating9_lay_out(rating9_layout *layout)
{
    memset(layout, 0, sizeof *layout);
    for (int cell = 0; cell < 81; cell++) {
        int row = cell / 9, column = cell % 9;
        layout->house[cell][BLOCK] = (uint8_t)(row / 3 * 3 + column / 3);
        layout->place[cell][BLOCK] = (uint8_t)(row % 3 * 3 + column % 3);
        layout->house[cell][ROW] = (uint8_t)(9 + row);
        layout->place[cell][ROW] = (uint8_t)column;
        layout->house[cell][COLUMN] = (uint8_t)(18 + column);
        layout->place[cell][COLUMN] = (uint8_t)row;
        for (int kind = 0; kind < KINDS; kind++)
            layout->cells[layout->house[cell][kind]][layout->place[cell][kind]] = (uint8_t)cell;
    }
    for (int cell = 0; cell < 81; cell++) {
        int count = 0;
        for (int kind = 0; kind < KINDS; kind++)
            for (int k = 0; k < 9; k++) {
                int other = layout->cells[layout->house[cell][kind]][k];
                if (other == cell || cells9_has(layout->sees[cell], other))
                    continue;
                cells9_add(&layout->sees[cell], other);
                layout->peers[cell][count++] = (uint8_t)other;
            }
    }
}

void rating9_begin(const rating9_layout *layout, rating9_grid *grid, const uint8_t clues[81])
{
    memset(grid, 0, sizeof *grid);
    memset(grid->open, 9, sizeof grid->open);
    grid->left = 81;
    for (int cell = 0; cell < 81; cell++)
        grid->candidates[cell] = ALL;
    for (int house = 0; house < 27; house++)
        for (int digit = 0; digit < 9; digit++)
            grid->places[house][digit] = ALL;
    for (int cell = 0; cell < 81; cell++)
        if (clues[cell])
            rating9_place(layout, grid, cell, clues[cell] - 1);
}

void rating9_begin_masks(const rating9_layout *layout, rating9_grid *grid,
                         const uint16_t masks[81])
{
    memset(grid, 0, sizeof *grid);
    for (int cell = 0; cell < 81; cell++) {
        grid->candidates[cell] = masks[cell] & ALL;
        grid->filled[cell] = !grid->candidates[cell];
        if (grid->filled[cell])
            continue;
        grid->left++;
        for (int kind = 0; kind < KINDS; kind++) {
            int house = layout->house[cell][kind];
            grid->open[house]++;
            for (unsigned rest = grid->candidates[cell]; rest; rest &= rest - 1)
                grid->places[house][first9(rest)] |= (uint16_t)(1u << layout->place[cell][kind]);
        }
    }
}

void rating9_place(const rating9_layout *layout, rating9_grid *grid, int cell, int digit)
{
    rating9_remove(layout, grid, cell, ALL);
    for (int k = 0; k < 20; k++)
        rating9_remove(layout, grid, layout->peers[cell][k], 1u << digit);
    for (int kind = 0; kind < KINDS; kind++)
        grid->open[layout->house[cell][kind]]--;
    grid->filled[cell] = 1;
    grid->placed[digit]++;
    grid->left--;
}

int rating9_open(const rating9_layout *layout, const rating9_grid *grid)
{
    cells9 found = {0, 0};
    for (int cell = 0; cell < 81; cell++)
        if (size9(grid->candidates[cell]) == 1)
            cells9_add(&found, cell);
    for (int house = 0; house < 27; house++)
        for (int digit = 0; digit < 9; digit++)
            if (size9(grid->places[house][digit]) == 1)
                cells9_add(&found, layout->cells[house][first9(grid->places[house][digit])]);
    return count64(found.low) + count64(found.high);
}
