/* A component without names: its variables in an order that does not depend on where they stand.
 *
 * Renaming values, and moving variables so that groups become groups, changes no count. Two
 * components of which one becomes the other in this way shall get the same key, and so be counted
 * once: two bands of a board, a row and a column, a part of one board and a part of another.
 *
 * Colours are refined as in programs for graph isomorphism (McKay, Piperno 2014, "Practical graph
 * isomorphism, II"): variables are joined to their groups and to the values that they may take, and
 * each gets a number that depends on the numbers of what it is joined to. As long as variables share
 * a number, one of the fewest that do gets a number of its own. Those programs try each of them;
 * here the first one is taken, which is nearly always as good as any other.
 *
 * So this order is not always the same for components that are the same. That costs time alone: a
 * key describes all of a component, whatever the order, and equal keys have equal counts. */
#ifndef CSP_SUDOKU_COUNTING_FORMS_H
#define CSP_SUDOKU_COUNTING_FORMS_H

#include "bitmask_state.h"

/* Larger components are known by the names of their variables: there the order takes longer than
 * what is gained. */
enum { COUNTING_FORM_CELLS = 128, COUNTING_FORM_GROUPS = 128, COUNTING_FORM_WORDS = 2 };

typedef struct {
    uint64_t word[COUNTING_FORM_WORDS];
} counting_set;

typedef struct {
    int32_t cells, values, groups;
    int32_t variable[COUNTING_FORM_CELLS];     /* in the order that was found */
    counting_set group[COUNTING_FORM_GROUPS];  /* places in that order, in no order themselves */
} counting_form;

typedef struct counting_former counting_former;

/* NULL if memory runs out. */
counting_former *counting_former_make(const bitmask_structure *on);
void counting_former_free(counting_former *former);

/* Find the form of a component that is concerned by groups alone; NULL if it is too large. It stands
 * until the next one is looked for. */
const counting_form *counting_find_form(counting_former *former, const bitmask_search *search,
                                        const int32_t *cell, int32_t cells);

#endif
