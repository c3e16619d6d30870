/* All hints of a search, for chains that are built of chains.
 *
 * A chain within a chain is one that is there only because some candidates are off. Which ones, its
 * reasons tell: the cells (bits 0 to 80) and the digits in houses (81 + house * 9 + digit) where it
 * went from off to on. */
#ifndef CSP_SUDOKU_RATING9_HARVEST_H
#define CSP_SUDOKU_RATING9_HARVEST_H

#include <stdint.h>

#include "rating9_board.h"

enum { REASONS = 6 };

typedef struct {
    double rating;
    int size;              /* nodes; 0 if there is no such hint */
    int kind;
    int order;             /* in which it was found */
    uint64_t print;        /* the same for the same chains */
    uint64_t reasons[REASONS];
    int removals;          /* digits[i] from cells[i] */
    uint8_t cells[81];
    uint16_t digits[81];
} rating9_found;

/* For each set of candidates that hints remove, the easiest hint. Most remove candidates of one cell,
 * and have a slot for it; cycles come on top. */
typedef struct {
    rating9_found slot[2][CANDIDATES];
    rating9_found *cycles;
    int cycle_count, cycle_room;
    int order;
    int used;
    uint16_t used_slots[2 * CANDIDATES];
    int sorted;
    rating9_found **list;  /* all of them, easiest first */
    int list_room;
} rating9_harvest;

rating9_harvest *rating9_harvest_new(void);
void rating9_harvest_free(rating9_harvest *harvest);
void rating9_harvest_clear(rating9_harvest *harvest);

/* The slot of a conclusion: of the candidates that would go. */
rating9_found *rating9_harvest_slot(rating9_harvest *harvest, const rating9_grid *grid,
                                    int candidate, int state);
/* Room for a cycle; NULL when memory is short. */
rating9_found *rating9_harvest_cycle(rating9_harvest *harvest);
/* Sort the hints, and drop those that remove what an easier one removes; 0 when memory is short. */
int rating9_harvest_sort(rating9_harvest *harvest);

static inline void rating9_reason(uint64_t reasons[REASONS], int bit)
{
    reasons[bit / 64] |= UINT64_C(1) << (bit & 63);
}

/* A number for a node, to tell chains apart by the sum over their nodes. (SplitMix64's finish) */
static inline uint64_t rating9_print(int candidate, int state)
{
    uint64_t z = (uint64_t)(candidate * 2 + state + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

#endif
