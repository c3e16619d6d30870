/* The unchanging part of a problem, in compressed rows. */
#ifndef CSP_SUDOKU_BITMASK_STRUCTURE_H
#define CSP_SUDOKU_BITMASK_STRUCTURE_H

#include "bitmask.h"

/* Row r is item[at[r]] .. item[at[r + 1] - 1]. */
typedef struct {
    int32_t *at;
    int32_t *item;
} bitmask_rows;

/* A row of numbers as bits of a worklist: those that share a word are one item. A board of up to 64
 * groups has one item per row, and a variable marks all its groups by one OR. */
typedef struct {
    uint64_t bits;
    int32_t word;
} bitmask_mark;

typedef struct {
    int32_t *at;
    bitmask_mark *item;
} bitmask_marks;

/* Two groups that share two variables or more:
 *
 *     item   shared .. | only in the first .. | only in the second .. |
 *            at          first_at               second_at              end */
typedef struct {
    int32_t first, second;
    int32_t at, first_at, second_at, end;
} bitmask_crossing;

struct bitmask_structure {
    int32_t variables;
    int32_t own;             /* solutions are about the first so many */
    int32_t values;
    int32_t groups;
    int32_t crossings;
    uint64_t universe;       /* all values */
    bool crowded;            /* a group has more members than there are values: no solution */
    bitmask_rows members;    /* group -> variables */
    bitmask_rows memberships; /* variable -> groups */
    bitmask_rows peers;      /* variable -> other variables of its groups, each once */
    bitmask_marks touches;   /* variable -> groups of three or more, as marks */
    bitmask_marks lean;      /* the same without the groups of value sets; beside constraints */
    bitmask_crossing *crossing;
    int32_t *crossed;        /* the variables of the crossings */
    bitmask_marks crosses;   /* group -> crossings, as marks */
    bitmask_constraints *constraints; /* beside the groups; or NULL */
    bitmask_rows constrained; /* constraint -> variables */
    bitmask_marks watches;   /* variable -> constraints that must hold, as marks */
    uint64_t *sees;          /* beside constraints: variable -> its peers as bits, sees_words words;
                                NULL if there are too many */
    uint64_t *inside;        /* the same for groups: group -> its members as bits */
    bool common;             /* are common peers looked at instead of crossings? There are none then */
    int32_t sees_words;
};

/* bitmask_shapes.c: which constraints have a faster propagator; false if memory runs out. */
bool bitmask_find_shapes(bitmask_structure *on);
void bitmask_free_shapes(bitmask_constraints *all);

static inline int32_t bitmask_size(const bitmask_structure *on, int32_t group)
{
    return on->members.at[group + 1] - on->members.at[group];
}

#endif
