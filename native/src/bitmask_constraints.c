/* The constraints of a structure: copied, with their tables of unions, and the propagators. */
#include "bitmask_state.h"

#include <stdlib.h>

static void *copied(const void *from, size_t items, size_t size)
{
    void *block = calloc(items + 1, size);
    if (block && items)
        memcpy(block, from, items * size);
    return block;
}

/* The union of the sets that belong to each set of codes: one more bit at a time. */
static uint64_t *unions(const uint64_t *of, int32_t codes)
{
    if (codes > BITMASK_TABLED)
        return NULL;
    size_t size = (size_t)1 << codes;
    uint64_t *all = calloc(size, sizeof *all);
    for (size_t set = 1; all && set < size; set++)
        all[set] = all[set & (set - 1)] | of[__builtin_ctzll(set)];
    return all;
}

static bool fill_table(bitmask_table *table, const uint64_t *row)
{
    table->left_codes = table->left ? ~UINT64_C(0) >> (64 - table->left) : 0;
    table->right_codes = table->right ? ~UINT64_C(0) >> (64 - table->right) : 0;
    for (int32_t i = 0; i < table->left; i++) {
        table->row[i] = row[i];
        for (int32_t j = 0; j < table->right; j++)
            if (row[i] >> j & 1)
                table->column[j] |= UINT64_C(1) << i;
    }
    table->of_left = unions(table->row, table->left);
    table->of_right = unions(table->column, table->right);
    return (table->of_left || table->left > BITMASK_TABLED)
        && (table->of_right || table->right > BITMASK_TABLED);
}

static bool fill_tables(bitmask_constraints *all, const bitmask_program *program)
{
    const uint64_t *row = program->table_row;
    for (int32_t t = 0; t < all->tables; t++) {
        all->table[t].left = program->table_size[2 * t];
        all->table[t].right = program->table_size[2 * t + 1];
        if (!fill_table(&all->table[t], row))
            return false;
        row += all->table[t].left;
    }
    return true;
}

/* Where the steps of each state begin. In place of the number of steps, the row of a layer then says
 * where its states are in `state_at`; layers with the same steps share them. `known` has a zero for
 * each step, and gets the place of the states of the layer that begins with it, plus one. */
static void place_states(bitmask_constraints *all, size_t *known)
{
    size_t states = 0;
    for (int32_t c = 0; c < all->constraints; c++) {
        int64_t *p = all->program + all->at[c];
        if (all->kind[c] != CONSTRAINT_AUTOMATON)
            continue;
        for (int64_t i = 0; i < p[0]; i++) {
            int64_t *layer = p + 1 + 4 * i;
            size_t at = (size_t)layer[3], end = at + (size_t)layer[2], *place = &known[at];
            if (at < end && *place) {
                layer[2] = (int64_t)(*place - 1);
                continue;
            }
            if (at < end)
                *place = states + 1;
            layer[2] = (int64_t)states;
            for (int32_t state = 0; state <= layer[1]; state++) {
                while (state && at < end && all->step[at].state < state)
                    at++;
                all->state_at[states++] = (int32_t)at;
            }
        }
    }
}

static size_t count_states(const bitmask_constraints *all, const bitmask_program *program)
{
    size_t states = 0;
    for (int32_t c = 0; c < all->constraints; c++) {
        const int64_t *p = all->program + program->at[c];
        if (all->kind[c] == CONSTRAINT_AUTOMATON)
            for (int64_t i = 0; i < p[0]; i++)
                states += (size_t)p[1 + 4 * i + 1] + 1;
    }
    return states;
}

/* 1 or -1 if each code adds one more, or one less, than the code before it; else 0. */
static int32_t slope_of(const int64_t *weight, int32_t values)
{
    int64_t slope = values > 1 ? weight[1] - weight[0] : 1;
    if (slope != 1 && slope != -1)
        return 0;
    for (int32_t code = 1; code < values; code++)
        if (weight[code] - weight[code - 1] != slope)
            return 0;
    return (int32_t)slope;
}

/* Is it a sum of values as they are, some of them taken away, with a single total? */
static bool is_unit(const bitmask_constraints *all, int32_t c, int32_t values)
{
    const int64_t *p = all->program + all->at[c];
    if (p[0] > BITMASK_MOST_UNIT || p[1] != 1 || p[2 + 3 * p[0]] != p[3 + 3 * p[0]])
        return false;
    for (int64_t i = 0; i < p[0]; i++)
        if (!slope_of(all->weight + p[2 + 3 * i + 1], values))
            return false;
    return true;
}

/* How many words a constraint needs to work in. */
static size_t scratch_of(const bitmask_constraints *all, int32_t c)
{
    const int64_t *p = all->program + all->at[c];
    size_t words = 0;
    if (all->kind[c] == CONSTRAINT_AUTOMATON)
        for (int64_t layer = 0; layer < p[0]; layer++)
            words += (size_t)(p[1 + 4 * layer + 1] + 63) / 64;
    if (all->kind[c] == CONSTRAINT_AUTOMATON)
        words += 1;
    if (all->kind[c] == CONSTRAINT_SUM)
        words = 4 * (size_t)p[0];
    if (all->kind[c] == CONSTRAINT_ANY)
        words = (size_t)p[1];
    return words;
}

bitmask_constraints *bitmask_constraints_make(const bitmask_program *program)
{
    bitmask_constraints *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    size_t count = (size_t)program->constraints;
    all->constraints = program->constraints;
    all->tables = program->tables;
    all->posted = calloc(count + 1, sizeof *all->posted);
    all->kind = copied(program->kind, count, sizeof *all->kind);
    all->at = calloc(count + 1, sizeof *all->at);
    all->scratch_at = calloc(count + 1, sizeof *all->scratch_at);
    all->program = copied(program->program, program->program_size, sizeof *all->program);
    all->table = calloc((size_t)program->tables + 1, sizeof *all->table);
    all->weight = copied(program->weight, program->weights, sizeof *all->weight);
    all->step = copied(program->step, program->steps, sizeof *all->step);
    size_t *known = calloc(program->steps + 1, sizeof *known);
    if (all->kind && all->program)
        all->state_at = calloc(count_states(all, program) + 1, sizeof *all->state_at);
    if (!all->posted || !all->kind || !all->at || !all->scratch_at || !all->program || !all->table
        || !all->weight || !all->step || !known || !all->state_at || !fill_tables(all, program)) {
        free(known);
        bitmask_constraints_free(all);
        return NULL;
    }
    for (size_t c = 0; c < count; c++) {
        all->posted[c] = program->posted[c] != 0;
        all->at[c] = (size_t)program->at[c];
        if (all->kind[c] == CONSTRAINT_SUM && is_unit(all, (int32_t)c, program->values))
            all->kind[c] = CONSTRAINT_UNIT_SUM;
        all->scratch_at[c] = all->scratch;
        all->scratch += scratch_of(all, (int32_t)c);
    }
    place_states(all, known);
    free(known);
    return all;
}

void bitmask_constraints_free(bitmask_constraints *all)
{
    if (!all)
        return;
    for (int32_t t = 0; all->table && t < all->tables; t++) {
        free(all->table[t].of_left);
        free(all->table[t].of_right);
    }
    free(all->posted);
    free(all->kind);
    free(all->at);
    free(all->scratch_at);
    free(all->program);
    free(all->table);
    free(all->weight);
    free(all->step);
    free(all->state_at);
    free(all);
}

int32_t bitmask_constraint_variables(const bitmask_constraints *all, int32_t c, int32_t *variable)
{
    const int64_t *p = all->program + all->at[c];
    int32_t count = 0, first = 0, stride = 1;
    switch ((bitmask_kind)all->kind[c]) {
    case CONSTRAINT_RELATION:
        count = 2;
        break;
    case CONSTRAINT_ONLY:
        count = 1;
        break;
    case CONSTRAINT_SUM:
    case CONSTRAINT_UNIT_SUM:
        count = (int32_t)p[0], first = 2, stride = 3;
        break;
    case CONSTRAINT_SET:
        count = (int32_t)p[0], first = 2;
        break;
    case CONSTRAINT_AUTOMATON:
        count = (int32_t)p[0], first = 1, stride = 4;
        break;
    case CONSTRAINT_ANY:
        count = (int32_t)p[1], first = 2;
        break;
    case CONSTRAINT_DIFFERENT:
        count = (int32_t)p[0], first = 1;
        break;
    }
    for (int32_t i = 0; variable && i < count; i++)
        variable[i] = (int32_t)p[first + stride * i];
    return count;
}

/* Propagators: false means that the constraint cannot hold any more. */

static bool run(bitmask_search *s, int32_t c);

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

static inline uint64_t united(const uint64_t *of, const uint64_t *all, uint64_t set)
{
    if (all)
        return all[set];
    uint64_t found = 0;
    for (; set; set &= set - 1)
        found |= of[__builtin_ctzll(set)];
    return found;
}

static bool run_relation(bitmask_search *s, const int64_t *p)
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

/* A value that must stand in one of these places leaves the cells that see all of them. */
static bool leave_common_peers(bitmask_search *s, const int32_t *place, int32_t places,
                               uint64_t value)
{
    const uint64_t *sees = s->on->sees;
    int32_t words = s->on->sees_words;
    if (!sees)
        return true;
    for (int32_t w = 0; w < words; w++) {
        uint64_t common = ~UINT64_C(0);
        for (int32_t i = 0; i < places && common; i++)
            common &= sees[(size_t)place[i] * (size_t)words + (size_t)w];
        for (; common; common &= common - 1)
            if (!keep(s, 64 * w + __builtin_ctzll(common), ~value))
                return false;
    }
    return true;
}

/* Each of these values must stand in one of these variables. */
static bool require(bitmask_search *s, const int64_t *variable, int64_t count, uint64_t required)
{
    for (; required; required &= required - 1) {
        uint64_t value = lowest(required);
        int32_t place[64], places = 0;
        bool fixed = false;
        for (int64_t i = 0; i < count; i++)
            if (s->domain[variable[i]] & value) {
                fixed |= s->domain[variable[i]] == value;
                place[places++] = (int32_t)variable[i];
            }
        if (fixed)
            continue;
        if (places == 0 || (places == 1 && !keep(s, place[0], value)))
            return false;
        if (places > 1 && !leave_common_peers(s, place, places, value))
            return false;
    }
    return true;
}

/* What two or three open variables may take of the values that a set leaves for them: tried out. */
static bool place_exactly(const uint64_t *domain, int32_t count, uint64_t rest, uint64_t *found)
{
    bool fits = false;
    for (uint64_t a = domain[0] & rest; a; a &= a - 1) {
        uint64_t first = lowest(a);
        for (uint64_t b = domain[1] & rest & ~first; b; b &= b - 1) {
            uint64_t second = lowest(b), third = rest & ~first & ~second;
            if (count == 3 && !(domain[2] & third))
                continue;
            found[0] |= first;
            found[1] |= second;
            found[2] |= third;
            fits = true;
        }
    }
    return fits;
}

/* The sets that the domains still allow: what is in one of them is allowed, what is in all of them
 * is required. With two or three open variables left, each is told exactly what it may be. */
static bool run_set(bitmask_search *s, const int64_t *p)
{
    int64_t count = p[0], sets = p[1];
    const int64_t *variable = p + 2, *set = p + 2 + count;
    uint64_t all = 0, fixed = 0, open[3] = {0, 0, 0}, found[3] = {0, 0, 0};
    int32_t opened[3] = {0, 0, 0}, opens = 0;
    for (int64_t i = 0; i < count; i++) {
        uint64_t domain = s->domain[variable[i]];
        all |= domain;
        if (is_single(domain)) {
            fixed |= domain;
        } else {
            if (opens < 3) {
                open[opens] = domain;
                opened[opens] = (int32_t)variable[i];
            }
            opens++;
        }
    }
    bool exact = opens == 2 || opens == 3;
    uint64_t allowed = 0, required = ~UINT64_C(0);
    for (int64_t k = 0; k < sets; k++) {
        uint64_t one = (uint64_t)set[k];
        if (fixed & ~one || one & ~all)
            continue;
        if (exact) {
            if (!place_exactly(open, opens, one & ~fixed, found))
                continue;
        } else {
            int64_t i = 0;
            while (i < count && s->domain[variable[i]] & one)
                i++;
            if (i < count)
                continue;
        }
        allowed |= one;
        required &= one;
    }
    if (!allowed && count)
        return false;
    if (exact) {
        for (int32_t i = 0; i < opens; i++)
            if (!keep(s, opened[i], found[i]))
                return false;
    } else {
        for (int64_t i = 0; i < count; i++)
            if (!keep(s, (int32_t)variable[i], allowed))
                return false;
    }
    return count == 0 ? sets > 0 : require(s, variable, count, required & ~fixed);
}

/* Sums. For each term its least and greatest weight; for members of one clique, which all differ
 * and have the same ascending weights, also what so many different values add up to at least. */
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

static bool run_sum(bitmask_search *s, int32_t c, const int64_t *p)
{
    int64_t *work = (int64_t *)(s->scratch + s->on->constraints->scratch_at[c]);
    for (bool changed = true; changed;) {
        changed = false;
        if (!bound_sum(s, p, work, &changed))
            return false;
    }
    return exact_sum(s, p);
}

/* Sums of values as they are, plus or minus, with a single total: most of all sums. Each open term
 * is a set of numbers from 0 up (its codes, mirrored if they are taken away), and the numbers that
 * so many terms can add up to are the bits of a word: adding a number is a shift. */
typedef struct {
    int32_t count;
    int32_t variable[BITMASK_MOST_UNIT];
    int32_t clique[BITMASK_MOST_UNIT];
    int32_t width[BITMASK_MOST_UNIT];   /* the greatest number of a term; the least is 0 */
    uint64_t number[BITMASK_MOST_UNIT]; /* its numbers */
    uint64_t domain[BITMASK_MOST_UNIT]; /* and the codes that they were made of */
    bool minus[BITMASK_MOST_UNIT];
    int64_t target, reach;              /* what all open terms add up to, and could at most */
} unit_terms;

static inline uint64_t mirrored(uint64_t set, int32_t width)
{
    uint64_t found = 0;
    for (; set; set &= set - 1)
        found |= UINT64_C(1) << (width - __builtin_ctzll(set));
    return found;
}

static void read_unit(const bitmask_search *s, const int64_t *p, unit_terms *t)
{
    int64_t terms = p[0];
    t->count = 0;
    t->target = p[2 + 3 * terms];
    t->reach = 0;
    for (int64_t i = 0; i < terms; i++) {
        const int64_t *row = p + 2 + 3 * i;
        const int64_t *weight = s->on->constraints->weight + row[1];
        uint64_t set = s->domain[row[0]];
        int32_t low = __builtin_ctzll(set), high = 63 - __builtin_clzll(set);
        bool minus = !(row[2] & 1);
        t->target -= weight[minus ? high : low];
        if (low == high)
            continue;
        int32_t k = t->count++, width = high - low;
        t->variable[k] = (int32_t)row[0];
        t->clique[k] = (int32_t)(row[2] >> 1);
        t->width[k] = width;
        t->domain[k] = set;
        t->number[k] = minus ? mirrored(set >> low, width) : set >> low;
        t->minus[k] = minus;
        t->reach += width;
    }
}

/* Leave these numbers to an open term; *changed if some were lost. */
static bool keep_numbers(bitmask_search *s, const unit_terms *t, int32_t k, uint64_t numbers,
                         bool *changed)
{
    uint64_t left = t->number[k] & numbers;
    if (left == t->number[k])
        return true;
    if (!left)
        return false;
    uint64_t codes = t->minus[k] ? mirrored(left, t->width[k]) : left;
    narrow(s, t->variable[k], codes << __builtin_ctzll(t->domain[k]));
    *changed = true;
    return true;
}

static inline uint64_t up_to(int64_t number)
{
    return number >= 63 ? ~UINT64_C(0) : (UINT64_C(2) << number) - 1;
}

/* Bounds: what the others add at least and at most. Members of a clique take different values, so
 * together they add no less than the least different ones. */
static bool bound_unit(bitmask_search *s, const unit_terms *t, bool *changed)
{
    int64_t more[BITMASK_MOST_UNIT], less[BITMASK_MOST_UNIT], low = 0, high = t->reach;
    for (int32_t k = 0; k < t->count; k++)
        more[k] = less[k] = 0;
    for (int32_t k = 0, end; k < t->count; k = end) {
        end = k + 1;
        if (t->clique[k] < 0 || t->minus[k])
            continue;
        uint64_t all = t->domain[k];
        while (end < t->count && t->clique[end] == t->clique[k])
            all |= t->domain[end++];
        int32_t members = end - k, last_low = 0, last_high = 0;
        if (members < 2)
            continue;
        if (size_of(all) < members)
            return false;
        int64_t plain_low = 0, plain_high = 0, distinct_low = 0, distinct_high = 0;
        uint64_t up = all, down = all;
        for (int32_t m = k; m < end; m++) {
            plain_low += __builtin_ctzll(t->domain[m]);
            plain_high += 63 - __builtin_clzll(t->domain[m]);
            last_low = __builtin_ctzll(up);
            last_high = 63 - __builtin_clzll(down);
            distinct_low += last_low;
            distinct_high += last_high;
            up &= up - 1;
            down ^= UINT64_C(1) << last_high;
        }
        int64_t better_low = distinct_low > plain_low ? distinct_low : plain_low;
        int64_t better_high = distinct_high < plain_high ? distinct_high : plain_high;
        low += better_low - plain_low;
        high -= plain_high - better_high;
        for (int32_t m = k; m < end; m++) {
            /* What the others of the clique add, and how much more that is than plainly counted. */
            int64_t others = plain_low - __builtin_ctzll(t->domain[m]);
            int64_t distinct = distinct_low - last_low;
            more[m] = better_low - plain_low - (distinct > others ? distinct - others : 0);
            others = plain_high - (63 - __builtin_clzll(t->domain[m]));
            distinct = distinct_high - last_high;
            less[m] = plain_high - better_high - (distinct < others ? others - distinct : 0);
        }
    }
    if (t->target < low || t->target > high)
        return false;
    for (int32_t k = 0; k < t->count; k++) {
        int64_t others_low = low - more[k], others_high = high + less[k] - t->width[k];
        int64_t from = t->target - others_high, to = t->target - others_low;
        if (from <= 0 && to >= t->width[k])
            continue;
        uint64_t numbers = to < 0 ? 0 : up_to(to);
        if (from > 0)
            numbers &= from > 63 ? 0 : ~up_to(from - 1);
        if (!keep_numbers(s, t, k, numbers, changed))
            return false;
    }
    return true;
}

/* All numbers that are part of a way to add up to the target, as long as it fits a word: what the
 * terms before it can add up to, and what those after it must. */
static bool add_up(bitmask_search *s, const unit_terms *t, bool *changed)
{
    uint64_t before[BITMASK_MOST_UNIT + 1], needed;
    uint64_t within = up_to(t->target);
    before[0] = 1;
    for (int32_t k = 0; k < t->count; k++) {
        uint64_t sums = 0;
        for (uint64_t set = t->number[k]; set; set &= set - 1)
            sums |= before[k] << __builtin_ctzll(set);
        before[k + 1] = sums & within;
    }
    if (!(before[t->count] >> t->target & 1))
        return false;
    needed = UINT64_C(1) << t->target; /* what the terms up to k must add up to */
    for (int32_t k = t->count; k-- > 0;) {
        uint64_t numbers = 0, reached = before[k], next = 0;
        for (uint64_t set = t->number[k]; set; set &= set - 1) {
            uint64_t earlier = needed >> __builtin_ctzll(set) & reached;
            numbers |= earlier ? lowest(set) : 0;
            next |= earlier;
        }
        if (!keep_numbers(s, t, k, numbers, changed))
            return false;
        needed = next;
    }
    return true;
}

/* Two open terms that differ, and whose numbers the sum pairs off: leave out equal values. */
static bool pair_off(bitmask_search *s, const unit_terms *t)
{
    uint64_t one = 0, other = 0;
    int64_t sum = t->target + __builtin_ctzll(t->domain[0]) + __builtin_ctzll(t->domain[1]);
    for (uint64_t set = t->domain[0]; set; set &= set - 1) {
        int64_t partner = sum - __builtin_ctzll(set);
        if (partner < 0 || partner > 63 || partner == __builtin_ctzll(set)
            || !(t->domain[1] >> partner & 1))
            continue;
        one |= lowest(set);
        other |= UINT64_C(1) << partner;
    }
    return keep(s, t->variable[0], one) && keep(s, t->variable[1], other);
}

static bool run_unit_sum(bitmask_search *s, const int64_t *p)
{
    unit_terms t;
    for (bool changed = true; changed;) {
        changed = false;
        read_unit(s, p, &t);
        if (t.target < 0 || t.target > t.reach)
            return false;
        if (t.count == 0)
            return true;
        if (t.count == 2 && t.clique[0] >= 0 && t.clique[0] == t.clique[1] && !t.minus[0])
            return pair_off(s, &t);
        if (t.count > 2 && !bound_unit(s, &t, &changed))
            return false;
        if (!changed && t.target <= 63)
            return add_up(s, &t, &changed);
    }
    return true;
}

/* Automata: the states that can be reached, layer by layer; then back from the end, dropping those
 * that lead nowhere and noting by which codes the others go on. */
static void step_on(const bitmask_constraints *all, const int64_t *layer, uint64_t domain,
                    const uint64_t *before, uint64_t *after)
{
    const int32_t *at = all->state_at + layer[2];
    for (int64_t word = 0; 64 * word < layer[1]; word++)
        for (uint64_t left = before[word]; left; left &= left - 1) {
            int64_t state = 64 * word + __builtin_ctzll(left);
            const bitmask_step *step = all->step + at[state], *end = all->step + at[state + 1];
            for (; step < end; step++)
                if (domain & step->codes)
                    after[step->target >> 6] |= UINT64_C(1) << (step->target & 63);
        }
}

static uint64_t step_back(const bitmask_constraints *all, const int64_t *layer, uint64_t domain,
                          uint64_t *before, const uint64_t *after)
{
    const int32_t *at = all->state_at + layer[2];
    uint64_t codes = 0;
    for (int64_t word = 0; 64 * word < layer[1]; word++)
        for (uint64_t left = before[word]; left; left &= left - 1) {
            int64_t state = 64 * word + __builtin_ctzll(left);
            const bitmask_step *step = all->step + at[state], *end = all->step + at[state + 1];
            uint64_t by = 0;
            for (; step < end; step++)
                if (after[step->target >> 6] >> (step->target & 63) & 1)
                    by |= step->codes;
            by &= domain;
            codes |= by;
            if (!by)
                before[word] &= ~lowest(left);
        }
    return codes;
}

static bool run_automaton(bitmask_search *s, int32_t c, const int64_t *p)
{
    const bitmask_constraints *all = s->on->constraints;
    int64_t layers = p[0];
    uint64_t *reached = s->scratch + all->scratch_at[c], *before = reached;
    reached[0] = 1;
    for (int64_t i = 0; i < layers; i++) {
        const int64_t *layer = p + 1 + 4 * i;
        bool last = i + 1 == layers;
        int64_t next_words = last ? 1 : (layer[4 + 1] + 63) / 64;
        uint64_t *after = before + (layer[1] + 63) / 64;
        memset(after, 0, (size_t)next_words * sizeof *after);
        step_on(all, layer, s->domain[layer[0]], before, after);
        before = after;
    }
    if (!before[0])
        return false;
    for (int64_t i = layers; i-- > 0;) {
        const int64_t *layer = p + 1 + 4 * i;
        uint64_t *after = before;
        before = after - (layer[1] + 63) / 64;
        uint64_t codes = step_back(all, layer, s->domain[layer[0]], before, after);
        if (!keep(s, (int32_t)layer[0], codes))
            return false;
    }
    return true;
}

/* Disjunctions: try each branch on the domains as they are, take it back, and keep what some
 * branch leaves. If only one can hold, it does.
 *
 * Disjunctions may stand within each other. An inner one is run once in each round of the outermost
 * one: with rounds of its own at each level the time would double with each level. */
enum { BRANCH_ROUNDS = 3 };

static bool run_branch(bitmask_search *s, const int64_t *part, int64_t parts, int32_t rounds)
{
    for (int32_t round = 0; round < rounds; round++) {
        int32_t top = s->top;
        for (int64_t k = 0; k < parts; k++)
            if (!run(s, (int32_t)part[k]))
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

static bool run_any(bitmask_search *s, int32_t c, const int64_t *p)
{
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
    if (alive == 0)
        return false;
    if (alive == 1 && outermost)
        return run_branch(s, only + 1, only[0], BRANCH_ROUNDS);
    for (int64_t i = 0; i < variables; i++)
        if (!keep(s, (int32_t)variable[i], left[i]))
            return false;
    return true;
}

static bool run(bitmask_search *s, int32_t c)
{
    const bitmask_constraints *all = s->on->constraints;
    const int64_t *p = all->program + all->at[c];
    switch ((bitmask_kind)all->kind[c]) {
    case CONSTRAINT_RELATION:
        return run_relation(s, p);
    case CONSTRAINT_SUM:
        return run_sum(s, c, p);
    case CONSTRAINT_UNIT_SUM:
        return run_unit_sum(s, p);
    case CONSTRAINT_SET:
        return run_set(s, p);
    case CONSTRAINT_AUTOMATON:
        return run_automaton(s, c, p);
    case CONSTRAINT_ANY:
        return run_any(s, c, p);
    case CONSTRAINT_DIFFERENT:
        return run_different(s, p);
    default:
        return run_only(s, p);
    }
}

/* A constraint that failed makes its variables heavier, as a group does. */
bool bitmask_hold(bitmask_search *s, int32_t c)
{
    if (run(s, c))
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
