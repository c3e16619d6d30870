/* What the propagators of constraints share. Each returns false if its constraint cannot hold any
 * more. */
#ifndef CSP_SUDOKU_BITMASK_PROPAGATORS_H
#define CSP_SUDOKU_BITMASK_PROPAGATORS_H

#include "bitmask_state.h"

/* bitmask_pairs.c: run the propagator of a constraint. */
bool bitmask_run(bitmask_search *s, int32_t constraint);

/* bitmask_pairs.c: each of these values must stand in one of these variables. */
bool bitmask_require(bitmask_search *s, const int32_t *variable, int32_t count, uint64_t required);

/* bitmask_pairs.c: a value that must stand in one of these variables leaves those that see all of its
 * places there, but for those `inside`, which do not have it anyway; NULL for none. */
bool bitmask_leave_common_peers(bitmask_search *s, const int32_t *variable, int32_t count,
                                uint64_t value, const uint64_t *inside);

bool bitmask_run_sum(bitmask_search *s, int32_t constraint);
bool bitmask_run_unit(bitmask_search *s, const bitmask_unit *unit);
bool bitmask_run_count(bitmask_search *s, const bitmask_tally *count);
bool bitmask_run_set(bitmask_search *s, int32_t constraint);
bool bitmask_run_run(bitmask_search *s, int32_t constraint);
bool bitmask_run_family(bitmask_search *s, int32_t constraint);
bool bitmask_run_automaton(bitmask_search *s, int32_t constraint);
bool bitmask_run_any(bitmask_search *s, int32_t constraint);

/* Leave only these values to a variable. */
static inline bool keep(bitmask_search *s, int32_t v, uint64_t set)
{
    uint64_t old = s->domain[v], left = old & set;
    if (left == old)
        return true;
    if (!left)
        return false;
    narrow(s, v, left);
    return true;
}

static inline int32_t lowest_code(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline int32_t highest_code(uint64_t set)
{
    return 63 - __builtin_clzll(set);
}

static inline const int64_t *row_of(const bitmask_search *s, int32_t constraint)
{
    return s->on->constraints->program + s->on->constraints->at[constraint];
}

#endif
