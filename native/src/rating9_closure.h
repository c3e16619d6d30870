/* Inside the search for forcing chains: closures, and what makes them. */
#ifndef CSP_SUDOKU_RATING9_CLOSURE_H
#define CSP_SUDOKU_RATING9_CLOSURE_H

#include "rating9_chains.h"

enum { OFF, ON };
enum { WORDS = 12, NODES = 2 * CANDIDATES, ANCESTOR_WORDS = NODES / 64 + 1 };

/* Where a node came from; kept only if chains are built of chains. */
typedef struct {
    uint32_t parents;                 /* where they begin among all parents */
    uint16_t count;
    uint8_t cause;                    /* of a node that is on: the kind of house, KINDS for its cell */
    int inner_size;                   /* nodes of the inner chain that turned it off; 0 if none */
    uint64_t inner_print;
} origin;

enum { NO_CAUSE = KINDS + 1 };

/* All nodes that follow from one. */
typedef struct {
    uint64_t set[2][WORDS];           /* candidates that are off, on */
    int count[2];
    uint16_t list[2][CANDIDATES];     /* the same in the order in which they followed */
    uint16_t size[2][CANDIDATES];     /* of a candidate: its ancestors, and itself */
    int absurd;                       /* ancestors of both nodes of a contradiction; 0 if none */
    int absurd_candidate, absurd_state; /* the node that contradicts one in the set */
    origin absurd_origin;
    origin *from;                     /* by name of a node: candidate << 1 | state */
} closure;

struct rating9_forcing {
    rating9_watch *watch;
    const rating9_grid *grid;
    rating9_rule rule;
    rating9_links links;
    rating9_hint *best;
    int best_size, best_kind;         /* 0 nodes: none yet */
    rating9_harvest *harvest;         /* NULL: only the best one counts */
    closure *on;                      /* by candidate */
    uint8_t known[CANDIDATES];        /* which of them were computed */
    closure off;
    /* One closure in the making. */
    closure *made;
    rating9_grid now;                 /* what is left of the grid */
    int nodes;
    uint16_t node_of[2][CANDIDATES];
    uint16_t node_size[NODES + 2];
    uint64_t ancestors[NODES + 2][ANCESTOR_WORDS];
    /* Chains built of chains. */
    int traced;
    origin *origins;                  /* room for those of all closures */
    uint16_t node_name[NODES + 2];
    uint16_t *parents;                /* names of nodes */
    uint32_t parent_count, parent_room;
    uint32_t parents_from;            /* those of the node that is being made */
    rating9_harvest *inner_harvest;
    rating9_cycles *inner_cycles;
    rating9_forcing *inner;
};

static inline int has(const uint64_t set[WORDS], int candidate)
{
    return (int)(set[candidate >> 6] >> (candidate & 63) & 1);
}

/* Memory is short: nothing that is found from here on counts. */
static inline void give_up(rating9_forcing *f)
{
    f->watch->stopped = f->watch->short_of_memory = 1;
}

/* All that follows from a node, or all until it is absurd. */
void rating9_close_over(rating9_forcing *f, closure *made, int candidate, int state);

#endif
