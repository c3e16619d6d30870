/* Search for the solutions of a constraint problem with up to 64 values per variable, by bit masks.
 *
 * A *structure* is a number of variables, a number of values, groups of variables that must all
 * differ, and other constraints. It never changes and is shared by any number of searches and threads. A *search* owns all
 * the rest: a domain for each variable (bit i stands for value i), a trail to take changes back, a
 * stack of decisions. It is a state machine: it runs until it has found a given number of solutions
 * or tried a given number of branches, and can be run again.
 *
 *   successor.h           the next candidate of a set
 *   tally.h               64 counters in a handful of words
 *   bitmask_structure.c   groups, members, peers, crossings: compressed rows
 *   bitmask_state.h       the state of a search, drawn
 *   bitmask_propagate.c   what follows from a decision
 *   bitmask_constraints.h relations, sums, value sets, automata, disjunctions, and their files
 *   bitmask_matching.c    the all-different filter by matching and components
 *   bitmask_order.c       where to branch, and what to try first
 *   bitmask_plain.c       brute force: no inference, no heuristics, a tight loop
 *   bitmask_search.c      the machine that drives them
 *   bitmask_bits.c        all of these once more, for CPUs with instructions for bits */
#ifndef CSP_SUDOKU_BITMASK_H
#define CSP_SUDOKU_BITMASK_H

#include <stdbool.h>
#include <stdint.h>

#include "bitmask_constraints.h"
#include "successor.h"

/* More variables, or more members of all groups together, are refused: indices fit an int32. */
#define BITMASK_MOST_MEMBERS (INT32_C(1) << 24)

typedef struct bitmask_structure bitmask_structure;
typedef struct bitmask_search bitmask_search;

/* Group g has the variables member[at[g]] .. member[at[g + 1] - 1]. The first `own` variables are
 * those that solutions are about: the others are auxiliary, and only one way to choose them is
 * looked for. `constraints` may be NULL; the structure takes them over. NULL if memory runs out. */
bitmask_structure *bitmask_structure_make(int32_t variables, int32_t own, int32_t values,
                                          int32_t groups, const int32_t *at, const int32_t *member,
                                          bitmask_constraints *constraints);
void bitmask_structure_free(bitmask_structure *structure);

/* The names in bitmask.pyx follow the order of these enumerations, and of successor_kind. */
typedef enum {
    ORDER_STATIC,
    ORDER_SMALLEST,
    ORDER_WEIGHTED,
    ORDER_DOMWDEG,
    ORDER_PICK,
} bitmask_order;
typedef enum { VALUES_ASCENDING, VALUES_LCV, VALUES_RANDOM, VALUES_DEEPEST } bitmask_values;
typedef enum { RHYTHM_DOUBLING, RHYTHM_LUBY } bitmask_rhythm;
typedef enum {
    PROPAGATION_NONE,
    PROPAGATION_NAKED,
    PROPAGATION_SINGLES,
    PROPAGATION_LOCKED,
    PROPAGATION_ALLDIFFERENT,
} bitmask_propagation;

typedef struct {
    bitmask_order order;
    bitmask_values values;
    bitmask_propagation propagation;
    successor_kind successor;
    bool places;       /* also branch on the place of a value in a group */
    int32_t fill;      /* static order, ascending values, until this many variables are fixed */
    uint64_t seed;
    uint64_t restarts; /* dead ends before the first restart; 0 for none. See bitmask_search.c */
    bitmask_rhythm rhythm;
    bool probe;        /* try every value by itself at the first restart, also without constraints */
} bitmask_config;

typedef enum { BITMASK_SOLUTION, BITMASK_EXHAUSTED, BITMASK_PAUSED } bitmask_status;

typedef enum {
    COUNT_NODES,        /* branches tried */
    COUNT_BACKTRACKS,   /* dead ends met */
    COUNT_PROPAGATIONS, /* values removed from domains by inference */
    COUNT_RESTARTS,
    COUNT_SOLUTIONS,
    COUNT_MAX_DEPTH,    /* most decisions that stood at once */
    COUNTS,
} bitmask_count;

/* What a search records of itself, if it is asked to: 8 bytes for each branch, solution and restart.
 *
 *     bits 0-7 the kind, 8-15 the value, 16-31 the depth (at most 65535), 32-63 the variable
 *
 * The depth of a branch is the number of decisions that stand, with it; a solution and a restart
 * have neither variable nor value. */
typedef enum { EVENT_ALIVE, EVENT_DEAD, EVENT_SOLUTION, EVENT_RESTART } bitmask_event;

typedef enum { SETTLE_NO_MEMORY, SETTLE_CONTRADICTION, SETTLE_DONE } bitmask_settled;

/* The search is compiled twice: for any CPU, and for those that count and find bits by one
 * instruction each. Both walk the same tree. */
typedef struct {
    const char *name;

    /* Narrow the domains to what follows from them without any decision. */
    bitmask_settled (*settle)(const bitmask_structure *structure, bitmask_propagation propagation,
                              uint64_t *domain);

    /* Continue until `solutions` more are found (SOLUTION: the last of them stands in the search),
     * `nodes` more branches are tried (PAUSED), or nothing is left (EXHAUSTED). */
    bitmask_status (*run)(bitmask_search *search, uint64_t solutions, uint64_t nodes);
} bitmask_kernel;

extern const bitmask_kernel bitmask_generic;

/* The fastest that this CPU can run; it is asked each time, which takes a while. */
const bitmask_kernel *bitmask_fastest(void);

/* domain[v] is the set of values that variable v may take, without bits above the last value.
 * `without` has a bit for each constraint that need not hold; NULL if all must.
 * NULL if memory runs out. The structure must outlive the search. */
bitmask_search *bitmask_search_make(const bitmask_structure *structure,
                                    const bitmask_config *config, const uint64_t *domain,
                                    const uint64_t *without);
void bitmask_search_free(bitmask_search *search);

/* Write the value of each variable; only when the last run ended with SOLUTION. */
void bitmask_search_solution(const bitmask_search *search, unsigned char *value);

/* Record events from now on, up to `room` of them; to be called before the first run. The caller
 * keeps the array as long as the search. A search that records none pays one test for each branch. */
void bitmask_search_record(bitmask_search *search, uint64_t *events, uint64_t room);

/* How many events were recorded. */
uint64_t bitmask_search_recorded(const bitmask_search *search);

/* A statistic as the last run left it. May be read while another thread runs the search. */
uint64_t bitmask_search_count(const bitmask_search *search, bitmask_count which);

#endif
