/* Constraints beside the groups: relations, sums, value sets, automata, disjunctions.
 *
 * They stand in the structure and never change; what a search needs to work on them is scratch
 * space of its own. A propagator keeps no state: it looks at the domains, narrows them, and can be
 * run at any time, in any order, as often as one likes. When all its variables are fixed it tells
 * exactly whether the constraint holds.
 *
 * A *program* is how they are handed over: one row of int64 for each constraint, which the Cython
 * side has checked.
 *
 *     RELATION   x, y, table
 *     SUM        terms, intervals, { variable, weights, clique } .., { low, high } ..
 *     SET        variables, sets, { variable } .., { set } ..
 *     AUTOMATON  layers, { variable, states, steps, first step } ..     see bitmask_step
 *     ANY        branches, variables, { variable } .., { parts, { constraint } .. } ..
 *     DIFFERENT  variables, { variable } ..
 *     ONLY       variable, set */
#ifndef CSP_SUDOKU_BITMASK_CONSTRAINTS_H
#define CSP_SUDOKU_BITMASK_CONSTRAINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    CONSTRAINT_RELATION,
    CONSTRAINT_SUM,
    CONSTRAINT_SET,
    CONSTRAINT_AUTOMATON,
    CONSTRAINT_ANY,
    CONSTRAINT_DIFFERENT,
    CONSTRAINT_ONLY,
    CONSTRAINT_UNIT_SUM, /* a SUM of values as they are, plus or minus: found here, not written */
} bitmask_kind;

enum { BITMASK_MOST_UNIT = 32 }; /* terms of a unit sum */

/* A table of pairs: row[i] has the codes of y that go with code i of x, column[j] the reverse. For
 * up to BITMASK_TABLED values the union over any set of codes is looked up. */
enum { BITMASK_TABLED = 12 };
typedef struct {
    int32_t left, right; /* the number of codes on each side; codes above have no partner */
    uint64_t left_codes, right_codes;
    uint64_t row[64], column[64];
    uint64_t *of_left, *of_right; /* set of codes -> union of rows, or of columns; or NULL */
} bitmask_table;

/* From a state, by some codes, to a state of the next layer; the steps of a layer are sorted by
 * state. Constraints that read the same automaton share them. */
typedef struct {
    int32_t state, target;
    uint64_t codes;
} bitmask_step;

typedef struct {
    int32_t constraints;
    int32_t tables;
    bool *posted;       /* must it hold by itself, or is it only part of a branch? */
    int32_t *kind;
    size_t *at;         /* constraint -> its row of the program */
    int64_t *program;
    bitmask_table *table;
    int64_t *weight;    /* rows of weights, one per code */
    bitmask_step *step;
    int32_t *state_at;  /* state of a layer -> its first step; one more state than there are */
    size_t *scratch_at; /* constraint -> its words of scratch */
    size_t scratch;     /* words of scratch that a search needs */
} bitmask_constraints;

/* What the Cython side hands over; the arrays are copied. */
typedef struct {
    int32_t constraints, tables;
    int32_t values; /* the length of a row of weights */
    size_t program_size, weights, steps;
    const unsigned char *posted;
    const int32_t *kind;
    const int64_t *at;
    const int64_t *program;
    const int32_t *table_size; /* left and right of each table */
    const uint64_t *table_row; /* the rows of all tables, one after the other */
    const int64_t *weight;
    const bitmask_step *step;
} bitmask_program;

/* NULL if memory runs out. */
bitmask_constraints *bitmask_constraints_make(const bitmask_program *program);
void bitmask_constraints_free(bitmask_constraints *all);

/* The variables of a constraint, written to `variable` if that is given; returns how many. */
int32_t bitmask_constraint_variables(const bitmask_constraints *all, int32_t constraint,
                                     int32_t *variable);

#endif
