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
#include "rating9_harvest.h"

typedef struct {
    const rating9_layout *layout;
    int (*poll)(void *);
    void *context;
    int countdown;         /* searches until the next poll */
    int stopped;           /* poll asked for it, or memory is short: the results do not count */
    int short_of_memory;
} rating9_watch;

/* To be called once per search of some microseconds; 1 when the rater has to stop. */
static inline int rating9_stopped(rating9_watch *watch)
{
    if (watch->poll && !watch->stopped && --watch->countdown <= 0) {
        watch->countdown = 128;
        watch->stopped = watch->poll(watch->context);
    }
    return watch->stopped;
}

/* What a chain of this many nodes adds to the rating: 0.1 for more than 4, 6, 8, 12, 16, 24, ...
 * links. */
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

/* rating9_cycles.c: bidirectional cycles and forcing chains, from one candidate to itself. With a
 * harvest, all hints go there and `best` is not used. */
typedef struct rating9_cycles rating9_cycles;
rating9_cycles *rating9_cycles_new(void);
int rating9_find_cycle(rating9_cycles *cycles, rating9_watch *watch, const rating9_grid *grid,
                       rating9_hint *best, rating9_harvest *harvest);

/* rating9_forcing.c: multiple forcing chains, from all candidates of a cell or all places of a digit
 * in a house, and what the rule adds to them. */
typedef struct {
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
