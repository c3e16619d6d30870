/* Constraints beside the groups: relations, sums, counts, value sets, automata, disjunctions.
 *
 * They stand in the structure and never change; what a search needs to work on them is scratch
 * space of its own. A propagator looks at the domains, narrows them, and can be run at any time, in
 * any order, as often as one likes. When all its variables are fixed it tells exactly whether the
 * constraint holds.
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
 *     ONLY       variable, set
 *
 * Sums and value sets are often of a special kind; then a *shape* is made of the row,
 * and a faster propagator reads that instead: see bitmask_shapes.c.
 *
 *   bitmask_constraints.c   the program copied, tables of unions, steps of automata
 *   bitmask_shapes.c        which sums are counts or sums of plain values, which sets are few
 *   bitmask_propagators.h   what all propagators use
 *   bitmask_pairs.c         relations, differences, required values; which propagator to run
 *   bitmask_sums.c          sums with any weights
 *   bitmask_units.c         sums of plain values, plus or minus, with one total
 *   bitmask_counts.c        how many variables are in their sets
 *   bitmask_sets.c          families of value sets
 *   bitmask_automata.c      automata, layer by layer
 *   bitmask_any.c           disjunctions */
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
    /* found by bitmask_shapes.c, not written */
    CONSTRAINT_UNIT,   /* a SUM of values as they are, plus or minus, with one total */
    CONSTRAINT_COUNT,  /* a SUM in which each variable adds one of two neighbouring numbers */
    CONSTRAINT_FAMILY, /* a SET of few sets */
    CONSTRAINT_RUN,    /* a SET of two or three variables that take neighbouring values */
} bitmask_kind;

enum {
    BITMASK_MOST_UNIT = 32,     /* terms of a unit sum */
    BITMASK_MOST_COUNTED = 63,  /* variables of a count */
    BITMASK_MOST_FAMILY = 128,  /* sets of a family */
    BITMASK_FAMILY_WORDS = BITMASK_MOST_FAMILY / 64,
    BITMASK_MOST_FEW = 16,      /* sets of a family that needs little room, of up to 12 values */
    BITMASK_CHUNK = 6,          /* bits of a domain that are looked up at once in a family */
};

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
    uint64_t codes;
    int32_t state, target;
} bitmask_step;

/* The same, for up to 16 values and 2^16 states: a quarter of the room. */
typedef struct {
    uint16_t codes, target;
} bitmask_short_step;

/* The sum of the codes of the first `plus` variables, less the codes of the others, is `target`.
 * Variables of the same sign that all differ stand together, and have the same clique. */
typedef struct {
    int32_t terms, plus, target;
    int32_t variable[BITMASK_MOST_UNIT];
    int32_t clique[BITMASK_MOST_UNIT];
    bool cliques; /* has one of them two members or more? */
} bitmask_unit;

/* The number of variables whose value is in their set is one of the bits of `allowed`. Variables
 * that all differ and have the same set stand together, and have the same clique. */
typedef struct {
    int32_t terms;
    uint64_t allowed;
    uint64_t *set;
    int32_t *variable, *clique;
} bitmask_tally;

/* Up to 64 sets per word, one bit each: with[v] has the sets with value v, and `touched` what that
 * makes for each chunk of a domain: the sets that have a value in common with it. Of few sets, as
 * those of nearly all cages, `few` has that in a sixteenth of the room: all families of a killer stay
 * in the nearest cache. */
typedef struct {
    int32_t sets, words, chunks;
    uint64_t (*with)[BITMASK_FAMILY_WORDS];
    uint64_t (*touched)[BITMASK_FAMILY_WORDS];
    uint16_t *few;                      /* two chunks; NULL if there are more sets or values */
    const int64_t *set;
} bitmask_family;

typedef struct {
    int32_t constraints;
    int32_t tables;
    bool *posted;       /* must it hold by itself, or is it only part of a branch? */
    bool *repeats;      /* is it an automaton that reads a variable twice? */
    int32_t *kind;
    size_t *at;         /* constraint -> its row of the program */
    int64_t *program;
    bitmask_table *table;
    int64_t *weight;    /* rows of weights, one per code */
    bitmask_step *step;
    bitmask_short_step *short_step; /* or NULL; then the other is */
    int32_t *state_at;  /* state of a layer -> its first step; one more state than there are */
    size_t *scratch_at; /* constraint -> its words of scratch */
    size_t scratch;     /* words of scratch that a search needs */
    int32_t *shape;     /* constraint -> its unit, tally or family */
    int32_t units, tallies, families;
    bitmask_unit *unit;
    bitmask_tally *tally;
    bitmask_family *family;
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
