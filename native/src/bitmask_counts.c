/* How many variables take a value of their set: those that must, and those that may. Of a clique, in
 * which all differ, no more may than the set has values. */
#include "bitmask_propagators.h"

/* The variables of a clique that may take a value of the set are told that they do if there are no
 * more of them than values; else each value must stand in one of them. */
static bool fill(bitmask_search *s, const int32_t *place, int32_t places, uint64_t set)
{
    if (places <= size_of(set)) {
        for (int32_t k = 0; k < places; k++)
            if (!keep(s, place[k], set))
                return false;
        return true;
    }
    return bitmask_require(s, place, places, set);
}

static bool empty(bitmask_search *s, const bitmask_tally *t)
{
    for (int32_t i = 0; i < t->terms; i++)
        if (s->domain[t->variable[i]] & ~t->set[i] && !keep(s, t->variable[i], ~t->set[i]))
            return false;
    return true;
}

static bool fill_all(bitmask_search *s, const bitmask_tally *t)
{
    for (int32_t i = 0; i < t->terms;) {
        int32_t place[BITMASK_MOST_COUNTED], places = 0, clique = t->clique[i];
        uint64_t set = t->set[i];
        do {
            place[places] = t->variable[i];
            places += (s->domain[t->variable[i]] & set) != 0;
        } while (++i < t->terms && clique >= 0 && t->clique[i] == clique);
        if (!fill(s, place, places, set))
            return false;
    }
    return true;
}

bool bitmask_run_count(bitmask_search *s, const bitmask_tally *t)
{
    int32_t certain = 0, possible = 0, place[BITMASK_MOST_COUNTED + 1], places = 0;
    bool same = true;
    for (int32_t i = 0; i < t->terms;) {
        int32_t clique = t->clique[i], first = places;
        uint64_t set = t->set[i];
        same &= set == t->set[0];
        do {
            uint64_t domain = s->domain[t->variable[i]], in = domain & set;
            certain += in == domain;
            place[places] = t->variable[i];
            places += in != 0;
        } while (++i < t->terms && clique >= 0 && t->clique[i] == clique);
        int32_t most = clique >= 0 ? size_of(set) : 1;
        possible += places - first < most ? places - first : most;
    }
    if (certain > possible)
        return false;
    uint64_t allowed = t->allowed & ~UINT64_C(0) << certain & ~UINT64_C(0) >> (63 - possible);
    if (!allowed)
        return false;
    if (certain == places)
        return true;
    if (highest_code(allowed) == certain) {
        s->settled = true;
        return empty(s, t);
    }
    if (lowest_code(allowed) == possible)
        return fill_all(s, t);
    if (same && certain == 0 && is_single(t->set[0]) && !(allowed & 1))
        return bitmask_leave_common_peers(s, place, places, t->set[0], NULL);
    return true;
}
