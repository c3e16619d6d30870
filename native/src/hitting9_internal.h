/* What a search for small puzzles holds, and cells as bits. */
#ifndef CSP_SUDOKU_HITTING9_INTERNAL_H
#define CSP_SUDOKU_HITTING9_INTERNAL_H

#include "cells9.h"
#include "hitting9.h"
#include "unavoidable9.h"

enum {
    MOST_SETS = 2048,   /* sets that a search begins with */
    RECENT_SETS = 256,  /* sets that were learnt last */
    LIST = MOST_SETS + RECENT_SETS,
};

/* One clue more than the level above it. */
typedef struct {
    cells clues;
    cells live;                     /* cells that may still become clues */
    unsigned sets;                  /* sets that no clue meets, as far as their cells are live */
    unsigned branches, next;        /* cells to try, one of which is a clue; those tried so far */
    uint8_t branch[SUDOKU9_CELLS];
    cells set[LIST];
} level;

typedef sudoku9_status descend_function(hitting9_search *search, unsigned depth, unsigned cell);
typedef void settle_function(hitting9_search *search, unsigned depth);

struct hitting9_search {
    sudoku9_search *solver;
    unavoidable9_search *collection; /* NULL when it is complete */
    descend_function *descend;
    settle_function *settle;
    uint8_t solution[SUDOKU9_CELLS];
    unsigned given;
    unsigned most;                  /* clues beside the given ones */
    int is_given_proper;            /* and that was not reported yet */
    int top;                        /* the level whose branches are being tried; -1: none left */
    unsigned regions;
    hitting9_region region[HITTING9_REGIONS];
    uint64_t nodes;
    cells puzzle;
    unsigned recent;
    cells learnt[RECENT_SETS];      /* used last, first */
    cells scratch[LIST];
    cells within[LIST];             /* sets of one region */
    uint8_t size[LIST];
    level level[];                  /* most + 1 */
};

#endif
