/* Count the solutions of a constraint problem by its structure, without visiting them.
 *
 * Fix a variable, propagate, and split the open variables into components that no constraint joins
 * any more: the counts of the components multiply. The count of each component is kept in a table,
 * and components that come back, by whatever way, are not counted again. #SAT solvers work like
 * this (Sang, Bacchus, Beame, Kautz, Pitassi 2004, "Combining component caching and clause learning
 * for effective model counting").
 *
 *   counting.c         the search: components, decisions, what the auxiliary variables mean
 *   counting_keys.c    what is left of a component, as words
 *   counting_forms.c   a component without names, so that its likes are counted once
 *   counting_cache.c   the table of counts, within a limit of memory
 *   counting_big.h     numbers of any size
 *
 * Propagation is that of bitmask_propagate.c. It may be of any strength: the count of a component is
 * the number of its solutions within the domains that it has, and these are part of its key. */
#ifndef CSP_SUDOKU_COUNTING_H
#define CSP_SUDOKU_COUNTING_H

#include "bitmask.h"

typedef struct counting counting;

typedef enum { COUNTING_DONE, COUNTING_PAUSED, COUNTING_NO_MEMORY } counting_status;

typedef enum {
    COUNTING_NODES,   /* values tried */
    COUNTING_HITS,    /* components whose count was known */
    COUNTING_MISSES,  /* components that were counted */
    COUNTING_ENTRIES, /* counts in the table */
    COUNTING_DROPPED, /* counts that were dropped to make room */
    COUNTING_BYTES,   /* memory of the table */
    COUNTING_FACTS,
} counting_fact;

/* `smallest`: branch on the variable with the fewest values, else on the first one. The table may
 * take `memory` bytes. NULL if memory runs out. The structure must outlive the counting. */
counting *counting_make(const bitmask_structure *structure, bitmask_propagation propagation,
                        bool smallest, const uint64_t *domain, size_t memory);
void counting_free(counting *c);

/* Continue for some values to try. NO_MEMORY is the end. */
counting_status counting_run(counting *c, uint64_t nodes);

/* The count, once it is DONE: so many words, the lowest first. */
size_t counting_words(const counting *c, const uint64_t **word);

/* A count that the number of solutions is not below, as far as the counting has come; false if memory
 * runs out. It stands until the next call. */
bool counting_least(counting *c, const uint64_t **word, size_t *words);

/* May be called while another thread runs the counting. */
uint64_t counting_told(const counting *c, counting_fact which);

#endif
