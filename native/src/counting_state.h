/* The state of a counting.
 *
 *     frame   | component of a b c d e | component of b c |        being counted, each a part of the
 *             0                        1                  depth    one before it
 *
 *     cell    | 5 a b c d e | 2 b c | 2 d e |                      parts, each after its size: those
 *                           ^       ^                              of the value that is being tried
 *                        parts_at  next
 *
 * A frame tries the values of one variable of its component. Each value leaves parts, whose counts
 * multiply; the products of all values add up to the count of the component. */
#ifndef CSP_SUDOKU_COUNTING_STATE_H
#define CSP_SUDOKU_COUNTING_STATE_H

#include "bitmask_state.h"
#include "counting.h"
#include "counting_big.h"
#include "counting_cache.h"
#include "counting_forms.h"

typedef struct {
    big sum, product;
    uint64_t rest;      /* the values that are still to try */
    size_t cell_at;     /* in `cell`: the variables of the component */
    int32_t cells;
    size_t parts_at;    /* in `cell`: the parts that the value leaves, and the next one to count */
    size_t next, end;
    size_t key_at, key_words; /* in `key`: the key of the component */
    int32_t variable;
    int32_t mark;       /* the trail before any value */
    bool trying;        /* is a value being tried? */
    bool auxiliary;     /* no variable of the component is one that solutions are about */
} counting_frame;

struct counting {
    bitmask_search *search;
    int32_t words;      /* of a set of variables */
    bool smallest;
    bool begun, over, failed;
    int32_t *cell;
    size_t cells, cell_room;
    uint64_t *key;
    size_t keys, key_room;
    counting_frame *frame;
    size_t depth, frame_room;
    uint64_t *seen;     /* variables that stand in a part already */
    int32_t alone;      /* open variables of the frame that stand in no part yet */
    uint64_t *part;     /* variables of the part that is being gathered */
    int32_t *queue;
    uint64_t *joined;   /* constraints that were looked at for this part */
    int32_t joined_words;
    counting_former *former;
    uint64_t *place;    /* for each value, where it may stand in a component */
    big space, least;
    counting_cache cache;
    uint64_t fact[COUNTING_FACTS];
    _Atomic uint64_t told[COUNTING_FACTS];
};

/* Is a constraint met whatever its open variables take? False may mean that it was not looked at. */
bool counting_is_met(const bitmask_search *s, int32_t constraint);

/* Write the key of a component, of variables in ascending order, behind the other keys; false if
 * memory runs out. Two components with the same key have the same count. */
bool counting_write_key(counting *c, const int32_t *cell, int32_t cells, size_t *words);

#endif
