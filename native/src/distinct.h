/* All-different groups in compressed rows, and the linear check that each answer passes. */
#ifndef CSP_SUDOKU_DISTINCT_H
#define CSP_SUDOKU_DISTINCT_H

#include <stdint.h>

/* Group g consists of the variables member[offset[g]] .. member[offset[g + 1] - 1]. */
typedef struct {
    int32_t groups;
    const int32_t *offset;
    const int32_t *member;
} distinct_groups;

/* Two variables of one group that hold the same value. */
typedef struct {
    int32_t group;
    int32_t first;
    int32_t second;
} distinct_clash;

/* Find the first clash of an assignment; return 1 if there is one, 0 if all groups differ.
 *
 * value[v] is the value of variable v, from 1 to `values`; 0 means that v has none yet.
 * `holder` is scratch space for values + 1 numbers; its content does not matter. */
int distinct_find_clash(const distinct_groups *all, const int32_t *value, int32_t values,
                        int32_t *holder, distinct_clash *clash);

#endif
