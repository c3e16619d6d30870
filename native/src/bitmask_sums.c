/* Sums with any weights. For each term its least and greatest weight; for members of one clique,
 * which all differ and have the same ascending weights, also what so many different values add up
 * to at least. */
#include "bitmask_propagators.h"

typedef struct {
    int32_t variable;
    int32_t clique;        /* -1 for none */
    const int64_t *weight; /* one per code */
    bool ascending;
} sum_term;

static inline sum_term term_of(const bitmask_search *s, const int64_t *p, int64_t i)
{
    const int64_t *row = p + 2 + 3 * i;
    const int64_t *weight = s->on->constraints->weight + row[1];
    return (sum_term){(int32_t)row[0], (int32_t)(row[2] >> 1), weight, (row[2] & 1) != 0};
}

static inline void extremes(const sum_term *term, uint64_t set, int64_t *least, int64_t *greatest)
{
    if (term->ascending) {
        *least = term->weight[__builtin_ctzll(set)];
        *greatest = term->weight[63 - __builtin_clzll(set)];
        return;
    }
    *least = INT64_MAX;
    *greatest = INT64_MIN;
    for (; set; set &= set - 1) {
        int64_t weight = term->weight[__builtin_ctzll(set)];
        *least = weight < *least ? weight : *least;
        *greatest = weight > *greatest ? weight : *greatest;
    }
}

/* The allowed total nearest to a bound, from inside; false if there is none between them. */
static bool fit(const int64_t *interval, int64_t intervals, int64_t *low, int64_t *high)
{
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (int64_t k = 0; k < intervals; k++) {
        int64_t from = interval[2 * k], to = interval[2 * k + 1];
        if (to < *low || from > *high)
            continue;
        from = from > *low ? from : *low;
        to = to < *high ? to : *high;
        first = from < first ? from : first;
        last = to > last ? to : last;
    }
    *low = first;
    *high = last;
    return first <= last;
}

static inline bool is_total(const int64_t *interval, int64_t intervals, int64_t total)
{
    for (int64_t k = 0; k < intervals; k++)
        if (interval[2 * k] <= total && total <= interval[2 * k + 1])
            return true;
    return false;
}

/* The codes whose weight lies between two bounds. */
static inline uint64_t between(const sum_term *term, uint64_t set, int64_t low, int64_t high)
{
    uint64_t found = 0;
    for (; set; set &= set - 1) {
        int64_t weight = term->weight[__builtin_ctzll(set)];
        if (low <= weight && weight <= high)
            found |= lowest(set);
    }
    return found;
}

/* The sum of the `count` least (or greatest) ascending weights in a set of codes; `last` is the
 * outermost of them. The set has at least that many. */
static int64_t extreme_sum(const int64_t *weight, uint64_t set, int32_t count, bool greatest,
                           int64_t *last)
{
    int64_t sum = 0;
    *last = 0;
    for (; count > 0; count--) {
        int32_t code = greatest ? 63 - __builtin_clzll(set) : __builtin_ctzll(set);
        *last = weight[code];
        sum += *last;
        set &= ~(UINT64_C(1) << code);
    }
    return sum;
}

/* One round of bounds; *changed if something was narrowed. */
static bool bound_sum(bitmask_search *s, const int64_t *p, int64_t *work, bool *changed)
{
    int64_t terms = p[0], intervals = p[1];
    const int64_t *interval = p + 2 + 3 * terms;
    int64_t *least = work, *greatest = work + terms;
    int64_t *slack_low = work + 2 * terms, *slack_high = work + 3 * terms;
    int64_t low = 0, high = 0;
    for (int64_t i = 0; i < terms; i++) {
        sum_term term = term_of(s, p, i);
        extremes(&term, s->domain[term.variable], &least[i], &greatest[i]);
        slack_low[i] = least[i];
        slack_high[i] = greatest[i];
        low += least[i];
        high += greatest[i];
    }
    /* Cliques stand together: terms are sorted by clique. */
    for (int64_t i = 0, end; i < terms; i = end) {
        sum_term first = term_of(s, p, i);
        end = i + 1;
        if (first.clique < 0)
            continue;
        uint64_t all = s->domain[first.variable];
        int64_t sum_low = least[i], sum_high = greatest[i];
        for (; end < terms; end++) {
            sum_term term = term_of(s, p, end);
            if (term.clique != first.clique)
                break;
            all |= s->domain[term.variable];
            sum_low += least[end];
            sum_high += greatest[end];
        }
        int32_t count = (int32_t)(end - i);
        if (count < 2)
            continue;
        if (size_of(all) < count)
            return false;
        int64_t last_low, last_high;
        int64_t distinct_low = extreme_sum(first.weight, all, count, false, &last_low);
        int64_t distinct_high = extreme_sum(first.weight, all, count, true, &last_high);
        /* What all others of the clique add at least: either way of counting is a bound. */
        int64_t better_low = distinct_low > sum_low ? distinct_low : sum_low;
        int64_t better_high = distinct_high < sum_high ? distinct_high : sum_high;
        for (int64_t j = i; j < end; j++) {
            int64_t rest_low = sum_low - least[j], rest_high = sum_high - greatest[j];
            int64_t other_low = distinct_low - last_low, other_high = distinct_high - last_high;
            rest_low = rest_low > other_low ? rest_low : other_low;
            rest_high = rest_high < other_high ? rest_high : other_high;
            slack_low[j] = better_low - rest_low;
            slack_high[j] = better_high - rest_high;
        }
        low += better_low - sum_low;
        high += better_high - sum_high;
    }
    int64_t fit_low = low, fit_high = high;
    if (!fit(interval, intervals, &fit_low, &fit_high))
        return false;
    for (int64_t i = 0; i < terms; i++) {
        sum_term term = term_of(s, p, i);
        uint64_t set = s->domain[term.variable];
        if (is_single(set))
            continue;
        int64_t from = fit_low - (high - slack_high[i]), to = fit_high - (low - slack_low[i]);
        if (from <= least[i] && greatest[i] <= to)
            continue;
        uint64_t left = between(&term, set, from, to);
        if (left == set)
            continue;
        if (!left)
            return false;
        narrow(s, term.variable, left);
        *changed = true;
    }
    return true;
}

enum { EXACT_OPEN = 3, EXACT_WORK = 4096 };

/* With few open terms left, keep just the codes that are part of an allowed total. */
static bool exact_sum(bitmask_search *s, const int64_t *p)
{
    int64_t terms = p[0], intervals = p[1], fixed = 0, work = 1;
    const int64_t *interval = p + 2 + 3 * terms;
    sum_term open[EXACT_OPEN];
    int32_t count = 0;
    for (int64_t i = 0; i < terms; i++) {
        sum_term term = term_of(s, p, i);
        uint64_t set = s->domain[term.variable];
        if (is_single(set)) {
            fixed += term.weight[__builtin_ctzll(set)];
            continue;
        }
        if (count == EXACT_OPEN)
            return true;
        open[count++] = term;
        work *= size_of(set);
        if (work > EXACT_WORK)
            return true;
    }
    if (count == 0)
        return is_total(interval, intervals, fixed);
    uint64_t set[EXACT_OPEN] = {1, 1, 1}, found[EXACT_OPEN] = {0, 0, 0};
    for (int32_t k = 0; k < count; k++)
        set[k] = s->domain[open[k].variable];
    bool differ01 = count > 1 && open[0].clique >= 0 && open[0].clique == open[1].clique;
    bool differ02 = count > 2 && open[0].clique >= 0 && open[0].clique == open[2].clique;
    bool differ12 = count > 2 && open[1].clique >= 0 && open[1].clique == open[2].clique;
    for (uint64_t a = set[0]; a; a &= a - 1) {
        uint64_t one = lowest(a);
        int64_t first = fixed + open[0].weight[__builtin_ctzll(a)];
        for (uint64_t b = differ01 ? set[1] & ~one : set[1]; b; b &= b - 1) {
            uint64_t two = lowest(b);
            int64_t second = count > 1 ? first + open[1].weight[__builtin_ctzll(b)] : first;
            uint64_t rest = set[2] & ~(differ02 ? one : 0) & ~(differ12 ? two : 0);
            for (uint64_t c = rest; c; c &= c - 1) {
                int64_t total = count > 2 ? second + open[2].weight[__builtin_ctzll(c)] : second;
                if (!is_total(interval, intervals, total))
                    continue;
                found[0] |= one;
                found[1] |= two;
                found[2] |= lowest(c);
            }
        }
    }
    for (int32_t k = 0; k < count; k++)
        if (!keep(s, open[k].variable, found[k]))
            return false;
    return true;
}

bool bitmask_run_sum(bitmask_search *s, int32_t c)
{
    const int64_t *p = row_of(s, c);
    int64_t *work = (int64_t *)(s->scratch + s->on->constraints->scratch_at[c]);
    for (bool changed = true; changed;) {
        changed = false;
        if (!bound_sum(s, p, work, &changed))
            return false;
    }
    return exact_sum(s, p);
}
