/* Disjunctions: try each branch on the domains as they are, take it back, and keep what some
 * branch leaves. If only one can hold, it does.
 *
 * Disjunctions may stand within each other. An inner one is run once in each round of the outermost
 * one: with rounds of its own at each level the time would double with each level. */
#include "bitmask_propagators.h"

enum { BRANCH_ROUNDS = 3 };

static bool run_branch(bitmask_search *s, const int64_t *part, int64_t parts, int32_t rounds)
{
    for (int32_t round = 0; round < rounds; round++) {
        int32_t top = s->top;
        for (int64_t k = 0; k < parts; k++)
            if (!bitmask_run(s, (int32_t)part[k]))
                return false;
        if (s->top == top)
            break;
    }
    return true;
}

static void take_back(bitmask_search *s, int32_t mark)
{
    while (s->top > mark) {
        const bitmask_change *entry = &s->trail[--s->top];
        s->domain[entry->variable] = entry->old;
    }
}

bool bitmask_run_any(bitmask_search *s, int32_t c)
{
    const int64_t *p = row_of(s, c);
    int64_t branches = p[0], variables = p[1], alive = 0;
    const int64_t *variable = p + 2, *branch = p + 2 + variables, *only = NULL;
    bool outermost = s->on->constraints->posted[c];
    uint64_t *left = s->scratch + s->on->constraints->scratch_at[c];
    uint64_t propagations = s->count[COUNT_PROPAGATIONS];
    memset(left, 0, (size_t)variables * sizeof *left);
    for (int64_t b = 0; b < branches; b++) {
        int64_t parts = branch[0];
        int32_t mark = s->top;
        if (run_branch(s, branch + 1, parts, outermost ? BRANCH_ROUNDS : 1)) {
            only = branch;
            alive++;
            for (int64_t i = 0; i < variables; i++)
                left[i] |= s->domain[variable[i]];
        }
        take_back(s, mark);
        branch += 1 + parts;
    }
    s->count[COUNT_PROPAGATIONS] = propagations;
    s->settled = false;
    if (alive == 0)
        return false;
    if (alive == 1 && outermost) {
        bool holds = run_branch(s, only + 1, only[0], BRANCH_ROUNDS);
        s->settled = false; /* its last part may be, while the others are not */
        return holds;
    }
    for (int64_t i = 0; i < variables; i++)
        if (!keep(s, (int32_t)variable[i], left[i]))
            return false;
    return true;
}
