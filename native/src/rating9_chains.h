/* Chains of implications: what follows when a candidate is the cell's digit ("on") or not ("off").
 *
 * Two kinds of links: within a cell (Y) and within a house for one digit (X).
 *
 *     on  -> off    the other candidates of the cell (Y), the other places of the digit (X)
 *     off -> on     the other one of two candidates of a cell (Y), of two places in a house (X)
 *
 * A candidate is cell * 9 + digit; a node is a candidate with its state. Among the hints that a
 * search finds, the one with the lowest rating wins, of equal ones the one with fewer nodes, of equal
 * ones the one of the lower kind, of equal ones the first. */
#ifndef CSP_SUDOKU_RATING9_CHAINS_H
#define CSP_SUDOKU_RATING9_CHAINS_H

#include <stddef.h>
#include <stdint.h>

#include "rating9_board.h"

typedef struct {
    const rating9_layout *layout;
    int (*poll)(void *);
    void *context;
    int countdown;         /* searches until the next poll */
    int stopped;           /* poll said so, or memory is short: results are worthless from here on */
    int short_of_memory;
} rating9_watch;

/* To be asked once a search of some microseconds; 1 when the rater has to stop. */
static inline int rating9_stopped(rating9_watch *watch)
{
    if (watch->poll && !watch->stopped && --watch->countdown <= 0) {
        watch->countdown = 128;
        watch->stopped = watch->poll(watch->context);
    }
    return watch->stopped;
}

/* What a chain of so many nodes adds to the rating: 0.1 for more than 4, 6, 8, 12, 16, 24, ... links. */
static inline double rating9_length(int nodes)
{
    double added = 0.0;
    int ceiling = 4;
    for (int odd = 0; nodes - 2 > ceiling; odd = !odd) {
        added += 0.1;
        ceiling = odd ? ceiling * 4 / 3 : ceiling * 3 / 2;
    }
    return added;
}

/* All links of a grid, in the order in which searches follow them; those within cells come first. */
typedef struct {
    uint8_t on_off_cell[CANDIDATES], on_off_count[CANDIDATES];
    uint8_t off_on_cell[CANDIDATES], off_on_count[CANDIDATES];
    uint16_t on_off[CANDIDATES][28];
    uint16_t off_on[CANDIDATES][4];
} rating9_links;

void rating9_link(const rating9_layout *layout, const rating9_grid *grid, rating9_links *links);

/* -- All hints of a search, for chains that are built of chains -------------------------------------
 *
 * A chain within a chain is one that is there only because some candidates are off. Which ones, its
 * reasons tell: the cells (bits 0 to 80) and the digits in houses (81 + house * 9 + digit) where it
 * went from off to on. */
enum { REASONS = 6 };

typedef struct {
    double rating;
    int size;              /* nodes; 0 if there is no such hint */
    int kind;
    int order;             /* in which it was found */
    int source;            /* rating9_forcing.c: where its chains begin */
    uint16_t candidate;    /* what is off, or on, in any case */
    uint8_t state;
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

/* rating9_cycles.c: bidirectional cycles and forcing chains, from one candidate to itself. With a
 * harvest, all hints go there and `best` is not used. */
typedef struct rating9_cycles rating9_cycles;
rating9_cycles *rating9_cycles_new(void);
int rating9_find_cycle(rating9_cycles *cycles, rating9_watch *watch, const rating9_grid *grid,
                       rating9_hint *best, rating9_harvest *harvest);

/* rating9_forcing.c: nishio, multiple, dynamic and nested forcing chains. */
typedef struct {
    int multiple;          /* from all candidates of a cell, all places of a house */
    int dynamic;           /* an implication may need several others */
    int nishio;            /* only within a digit, and only contradictions */
    int level;             /* what chains may use besides links: 0 nothing, 1 sets and lines, from 2
                            * on chains: 2 cycles, 3 also multiple chains, 4 dynamic ones, 5 those
                            * and dynamic chains of level 2 */
} rating9_rule;

typedef struct rating9_forcing rating9_forcing;
rating9_forcing *rating9_forcing_new(void);
void rating9_forcing_free(rating9_forcing *forcing);
int rating9_find_forcing(rating9_forcing *forcing, rating9_watch *watch, const rating9_grid *grid,
                         rating9_rule rule, rating9_hint *best, rating9_harvest *harvest);

#endif
