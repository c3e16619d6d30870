/* Exact cover with colours by dancing links: choose options so that each item is covered once. */
#ifndef CSP_SUDOKU_DLX_H
#define CSP_SUDOKU_DLX_H

#include <stddef.h>
#include <stdint.h>

/* The most items, and places where options name them, that a problem may have together. */
#define DLX_LIMIT (INT32_C(1) << 28)

/* A problem. Items 0 .. primary - 1 must be covered exactly once, the others at most once, or any
 * number of times with one colour.
 *
 *     option o covers the items     item[first[o]]    ..  item[first[o + 1] - 1]
 *     with the colours              colour[first[o]]  ..  colour[first[o + 1] - 1]
 *     item i is covered by options  holder[top[i]]    ..  holder[top[i + 1] - 1]
 *
 * A colour is a number from 1 up, and 0 is none; `colour` is NULL where no option has one. Solutions
 * that differ only in how they cover the primary items from `leading` up count as one.
 *
 * A problem is only read: any number of searches and threads may share it. */
typedef struct {
    int32_t leading;
    int32_t primary;
    int32_t items;
    int32_t options;
    const int32_t *first, *item, *colour;
    const int32_t *top, *holder;
} dlx_problem;

typedef enum {
    DLX_SOUND,
    DLX_BACKWARDS, /* the option ends before it begins */
    DLX_EMPTY,     /* the option has no items */
    DLX_UNKNOWN,   /* the option names an item that does not exist */
    DLX_TWICE,     /* the option names an item twice */
    DLX_COLOUR,    /* the option gives an item a colour below 0 */
    DLX_PRIMARY    /* the option gives a primary item a colour */
} dlx_flaw;

/* The first flaw of a problem: which option, and which of its items. */
typedef struct {
    dlx_flaw flaw;
    int32_t option;
    int32_t item;
} dlx_finding;

/* Look for a flaw in `first`, `item` and `colour`. The caller has checked that first[0] is 0 and that
 * the others are as long as first[options] says. `scratch` is room for `items` numbers. */
dlx_finding dlx_examine(const dlx_problem *problem, int32_t *scratch);

/* Fill top[0 .. items] and holder[0 .. first[options] - 1] from the options of a sound problem. */
void dlx_transpose(const dlx_problem *problem, int32_t *top, int32_t *holder);

/* Where a guess was made: how far the trail and the partial solution reached before it. */
typedef struct {
    uint32_t trailed;
    uint32_t depth;
} dlx_guess;

typedef enum { DLX_EXHAUSTED, DLX_SOLUTION, DLX_PAUSED } dlx_status;

/* A search. What the chosen options settle is left out of it; the items and options that remain are
 * renumbered, in the old order. Each item is the head of a ring, through one node of each option
 * that can still cover it. The nodes of an option lie side by side: only the rings need links.
 *
 *        head 0   head 1   head 2      up[x], down[x]   the neighbours in the ring
 *          |        |        |         item[x]          the head of the ring
 *        node 3 - - - - - -node 4      option[x]        the option of the node
 *          |        |        |
 *          |      node 5 - node 6      first[o]         the first node of option o, here 3, 5, 7
 *          |        |        |         name[o]          the number of option o in the problem
 *        node 7 - node 8     |         size[i]          the nodes in the ring of item i
 *          |        |        |         colour[x]        the colour of the node, 0 for none
 *        head 0   head 1   head 2      painter[i]       how many options were picked when one of
 *                                                       them gave item i its colour, 0 before that
 *
 * The last two are there only for general problems: those with colours, or with fewer leading than
 * primary items. All of it lies in one block of numbers that the caller provides. */
typedef struct {
    uint32_t *up, *down, *item, *option;
    uint32_t *first, *name;
    int32_t *size;
    uint32_t *colour, *painter;
    uint32_t primary; /* of the items that remain */
    uint32_t leading; /* likewise */
    int is_general;

    uint32_t *forced; /* a stack of items with a single option left */
    uint32_t *trail;  /* the options that were unlinked, in order */
    uint32_t *picked; /* the partial solution, in order */
    dlx_guess *guess; /* which of the picks were guesses */
    uint32_t forces, trailed, depth, guesses;
    uint32_t leads;   /* how many of the guesses were about leading items: the first ones */
    uint32_t dead;    /* not 0: nothing more is to be found below this partial solution */

    dlx_status status;
    uint32_t max_depth;
    uint64_t nodes;     /* options picked */
    uint64_t updates;   /* nodes unlinked */
    uint64_t looks;     /* sizes looked at, to find the smallest */
    uint64_t solutions;
} dlx_search;

/* How many numbers the block of a search holds. */
size_t dlx_room(const dlx_problem *problem);

/* Make a search ready. The chosen options are part of each solution, the excluded ones of none. */
void dlx_begin(dlx_search *search, const dlx_problem *problem, uint32_t *block,
               const int32_t *chosen, size_t choices,
               const int32_t *excluded, size_t exclusions);

/* Continue until this many more solutions are found (the last one is then in `picked`), or all is
 * searched, or this many more options are picked, or this much effort (updates and looks) is spent.
 * With 0 nodes it only says whether all is searched. */
dlx_status dlx_run(dlx_search *search, uint64_t solutions, uint64_t nodes, uint64_t effort);

#endif
