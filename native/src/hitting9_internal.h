/* What a search for small puzzles holds. */
#ifndef CSP_SUDOKU_HITTING9_INTERNAL_H
#define CSP_SUDOKU_HITTING9_INTERNAL_H

#include "cells9.h"
#include "hitting9.h"
#include "unavoidable9.h"

enum {
    MOST_CELLS = HITTING9_CELLS,
    MOST_SETS = 2048,   /* sets that a search begins with */
    RECENT_SETS = 1024, /* sets that were learnt last */
    LIST = MOST_SETS + RECENT_SETS,
    PADDING = 8,        /* a vector may be stored behind the last set */
};

#define ALL ((cells){UINT64_MAX, UINT64_MAX})
#define NONE ((cells){0, 0})

/* Sets, their words apart: a vector has the same word of several sets. */
typedef struct {
    unsigned count;
    uint64_t low[LIST + PADDING];
    uint64_t high[LIST + PADDING];
} list;

INLINE cells set_at(const list *sets, unsigned i) { return (cells){sets->low[i], sets->high[i]}; }

INLINE void append(list *sets, cells set)
{
    sets->low[sets->count] = set.low;
    sets->high[sets->count++] = set.high;
}

/* Sets that have no cell in common. */
typedef struct {
    unsigned count;
    cells used;                     /* their cells */
    cells set[MOST_CELLS + 2];
} packing;

/* One clue more than the level above it. */
typedef struct {
    cells clues;
    cells live;                     /* cells that may still become clues */
    unsigned branches, next;        /* cells to try, one of which is a clue; those tried so far */
    uint8_t branch[MOST_CELLS];
    list sets;                      /* sets that no clue meets, as far as their cells are live */
} level;

typedef struct hitting9_trace hitting9_trace;
typedef sudoku9_status descend_function(hitting9_search *search, unsigned depth, unsigned cell);
typedef void settle_function(hitting9_search *search, unsigned depth);

struct hitting9_search {
    sudoku9_search *solver;         /* NULL: the caller tells which choices are proper */
    unavoidable9_search *collection; /* NULL when it is complete */
    hitting9_trace *trace;          /* or NULL */
    descend_function *descend;
    settle_function *settle;
    uint8_t solution[SUDOKU9_CELLS];
    unsigned most;                  /* clues beside the given ones */
    int has_begun;
    int top;                        /* the level whose branches are being tried; -1: none left */
    int found;                      /* the level whose clues are the puzzle just found; or -1 */
    unsigned regions;
    hitting9_region region[1 + HITTING9_REGIONS]; /* the first is the whole board */
    size_t sets;                    /* that it began with */
    uint64_t nodes;
    unsigned recent;
    cells learnt[RECENT_SETS];      /* used last, first */
    cells live;                     /* the cells that the sets below were cut to */
    packing packing;
    list unmet;                     /* sets that the level to be settled has to meet */
    list within;                    /* sets of one region */
    list beside;                    /* sets that have cells in common with one chosen set only */
    level level[];                  /* most + 1 */
};

/* The trace: see hitting9.h. */
void hitting9_forget(hitting9_search *search);
void hitting9_note_set(hitting9_search *search, cells set, const uint8_t *rival);
void hitting9_note_branches(hitting9_search *search, const level *here, cells set);
void hitting9_note_packing(hitting9_search *search, const level *here, unsigned region, int is_end);

INLINE void note_branches(hitting9_search *search, unsigned depth, cells set)
{
    if (search->trace)
        hitting9_note_branches(search, &search->level[depth], set);
}

INLINE void note_packing(hitting9_search *search, unsigned depth, unsigned region, int is_end)
{
    if (search->trace)
        hitting9_note_packing(search, &search->level[depth], region, is_end);
}

#endif
