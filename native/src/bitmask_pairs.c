/* Relations and other small constraints, required values, and which propagator to run. */
#include "bitmask_propagators.h"

static inline uint64_t united(const uint64_t *of, const uint64_t *all, uint64_t set)
{
    if (all)
        return all[set];
    uint64_t found = 0;
    for (; set; set &= set - 1)
        found |= of[__builtin_ctzll(set)];
    return found;
}

static inline bool run_relation(bitmask_search *s, const int64_t *p)
{
    const bitmask_table *table = &s->on->constraints->table[p[2]];
    int32_t x = (int32_t)p[0], y = (int32_t)p[1];
    uint64_t left = s->domain[x] & table->left_codes;
    if (!keep(s, y, united(table->row, table->of_left, left)))
        return false;
    uint64_t right = s->domain[y] & table->right_codes;
    return keep(s, x, united(table->column, table->of_right, right));
}

static bool run_only(bitmask_search *s, const int64_t *p)
{
    return keep(s, (int32_t)p[0], (uint64_t)p[1]);
}

/* Inside a branch, where no group says it: fixed values leave the others. */
static bool run_different(bitmask_search *s, const int64_t *p)
{
    const int64_t *variable = p + 1;
    int64_t count = p[0];
    for (uint64_t before = 0, fixed;; before = fixed) {
        uint64_t all = 0;
        fixed = 0;
        for (int64_t i = 0; i < count; i++) {
            uint64_t set = s->domain[variable[i]];
            all |= set;
            if (!is_single(set))
                continue;
            if (fixed & set)
                return false;
            fixed |= set;
        }
        if (size_of(all) < count)
            return false;
        if (fixed == before)
            return true;
        for (int64_t i = 0; i < count; i++)
            if (!is_single(s->domain[variable[i]])
                && !keep(s, (int32_t)variable[i], ~fixed))
                return false;
    }
}

static inline bool take_away(bitmask_search *s, int32_t word, uint64_t variables, uint64_t value)
{
    bitmask_change *end = s->trail + s->top;
    bool emptied = false;
    for (; variables; variables &= variables - 1)
        end = take(s->domain, end, 64 * word + __builtin_ctzll(variables), value, &emptied);
    taken_to(s, end);
    return !emptied;
}

/* For up to 128 variables: all are asked for what they see, and those that are no places see all.
 * (With a list of places, and a loop over words, killers took a tenth longer.) */
static inline bool leave_narrow(bitmask_search *s, const int32_t *variable, int32_t count,
                                uint64_t value, const uint64_t *inside)
{
    uint64_t low = s->open[0] & ~(inside ? inside[0] : 0);
    uint64_t high = s->open[1] & ~(inside ? inside[1] : 0);
    for (int32_t i = 0; i < count; i++) {
        const uint64_t *sees = s->on->sees + 2 * (size_t)variable[i];
        uint64_t all = s->domain[variable[i]] & value ? 0 : ~UINT64_C(0);
        low &= sees[0] | all;
        high &= sees[1] | all;
    }
    return !(low | high) || (take_away(s, 0, low, value) && take_away(s, 1, high, value));
}

bool bitmask_leave_common_peers(bitmask_search *s, const int32_t *variable, int32_t count,
                                uint64_t value, const uint64_t *inside)
{
    const uint64_t *sees = s->on->sees;
    int32_t words = s->on->sees_words, place[64], places = 0;
    if (!sees)
        return true;
    if (words == 2)
        return leave_narrow(s, variable, count, value, inside);
    for (int32_t i = 0; i < count; i++) {
        place[places] = variable[i];
        places += (s->domain[variable[i]] & value) != 0;
    }
    for (int32_t w = 0; w < words; w++) {
        uint64_t common = inside ? s->open[w] & ~inside[w] : s->open[w];
        for (int32_t i = 0; i < places && common; i++)
            common &= sees[(size_t)place[i] * (size_t)words + (size_t)w];
        if (!take_away(s, w, common, value))
            return false;
    }
    return true;
}

/* A value with one place goes there. */
static bool require_alone(bitmask_search *s, const int32_t *variable, int32_t count, uint64_t alone)
{
    for (int32_t i = 0; i < count; i++) {
        uint64_t value = s->domain[variable[i]] & alone;
        if (value && (!is_single(value) || !keep(s, variable[i], value)))
            return false;
    }
    return true;
}

bool bitmask_require(bitmask_search *s, const int32_t *variable, int32_t count, uint64_t required)
{
    uint64_t once = 0, twice = 0, fixed = 0, themselves[2] = {0, 0};
    for (int32_t i = 0; i < count; i++) {
        int32_t v = variable[i];
        uint64_t set = s->domain[v];
        twice |= once & set;
        once |= set;
        fixed |= is_single(set) ? set : 0;
        themselves[v >> 6 & 1] |= UINT64_C(1) << (v & 63);
    }
    if (required & ~once)
        return false;
    required &= ~fixed;
    const uint64_t *inside = s->on->sees_words == 2 ? themselves : NULL;
    if (required & ~twice && !require_alone(s, variable, count, required & ~twice))
        return false;
    for (uint64_t left = required & twice; left; left &= left - 1)
        if (!bitmask_leave_common_peers(s, variable, count, lowest(left), inside))
            return false;
    return true;
}

bool bitmask_run(bitmask_search *s, int32_t c)
{
    const bitmask_constraints *all = s->on->constraints;
    s->settled = false;
    switch ((bitmask_kind)all->kind[c]) {
    case CONSTRAINT_RELATION:
        s->settled = true;
        return run_relation(s, row_of(s, c));
    case CONSTRAINT_SUM:
        return bitmask_run_sum(s, c);
    case CONSTRAINT_UNIT:
        s->settled = true;
        return bitmask_run_unit(s, &all->unit[all->shape[c]]);
    case CONSTRAINT_COUNT:
        return bitmask_run_count(s, &all->tally[all->shape[c]]);
    case CONSTRAINT_SET:
        return bitmask_run_set(s, c);
    case CONSTRAINT_FAMILY:
        return bitmask_run_family(s, c);
    case CONSTRAINT_RUN:
        s->settled = true;
        return bitmask_run_run(s, c);
    case CONSTRAINT_AUTOMATON:
        s->settled = !all->repeats[c];
        return bitmask_run_automaton(s, c);
    case CONSTRAINT_ANY:
        return bitmask_run_any(s, c);
    case CONSTRAINT_DIFFERENT:
        return run_different(s, row_of(s, c));
    default:
        s->settled = true;
        return run_only(s, row_of(s, c));
    }
}

/* A constraint that failed makes its variables heavier, as a group does. */
bool bitmask_hold(bitmask_search *s, int32_t c)
{
    if (bitmask_run(s, c))
        return true;
    if (s->config.order == ORDER_DOMWDEG) {
        const bitmask_rows *rows = &s->on->constrained;
        for (int32_t i = rows->at[c]; i < rows->at[c + 1]; i++) {
            s->weight[rows->item[i]]++;
            touch(s, rows->item[i]);
        }
    }
    return false;
}
