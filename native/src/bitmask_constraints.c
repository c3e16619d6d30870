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
    if (!all->posted || !all->kind || !all->at || !all->scratch_at || !all->program || !all->table
        || !all->weight || !all->step || !fill_tables(all, program)) {
        bitmask_constraints_free(all);
        return NULL;
    }
    for (size_t c = 0; c < count; c++) {
        all->posted[c] = program->posted[c] != 0;
        all->at[c] = (size_t)program->at[c];
        all->scratch_at[c] = all->scratch;
        all->scratch += scratch_of(all, (int32_t)c);
    }
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

/* The sets that the domains still allow: what is in one of them is allowed, what is in all of them
 * is required. */
static bool run_set(bitmask_search *s, const int64_t *p)
{
    int64_t count = p[0], sets = p[1];
    const int64_t *variable = p + 2, *set = p + 2 + count;
    uint64_t all = 0, fixed = 0;
    for (int64_t i = 0; i < count; i++) {
        uint64_t domain = s->domain[variable[i]];
        all |= domain;
        fixed |= is_single(domain) ? domain : 0;
    }
    uint64_t allowed = 0, required = ~UINT64_C(0);
    for (int64_t k = 0; k < sets; k++) {
        uint64_t one = (uint64_t)set[k];
        if (fixed & ~one || one & ~all)
            continue;
        int64_t i = 0;
        while (i < count && s->domain[variable[i]] & one)
            i++;
        if (i < count)
            continue;
        allowed |= one;
        required &= one;
    }
    if (!allowed && count)
        return false;
    for (int64_t i = 0; i < count; i++)
        if (!keep(s, (int32_t)variable[i], allowed))
            return false;
    return count == 0 ? sets > 0 : require(s, variable, count, required);
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

/* Automata: the states that can be reached, layer by layer; then back from the end, dropping those
 * that lead nowhere and noting by which codes the others go on. */
static bool run_automaton(bitmask_search *s, int32_t c, const int64_t *p)
{
    const bitmask_constraints *all = s->on->constraints;
    int64_t layers = p[0];
    uint64_t *reached = s->scratch + all->scratch_at[c], *before = reached;
    reached[0] = 1;
    if (layers == 0)
        return true;
    for (int64_t i = 0; i < layers; i++) {
        const int64_t *layer = p + 1 + 4 * i;
        int64_t words = (layer[1] + 63) / 64;
        bool last = i + 1 == layers;
        int64_t next_words = last ? 1 : (layer[4 + 1] + 63) / 64;
        uint64_t *after = before + words, domain = s->domain[layer[0]];
        const bitmask_step *step = all->step + layer[3], *end = step + layer[2];
        memset(after, 0, (size_t)next_words * sizeof *after);
        for (; step < end; step++)
            if (domain >> step->code & 1 && before[step->state >> 6] >> (step->state & 63) & 1)
                after[step->target >> 6] |= UINT64_C(1) << (step->target & 63);
        before = after;
    }
    if (!before[0])
        return false;
    for (int64_t i = layers; i-- > 0;) {
        const int64_t *layer = p + 1 + 4 * i;
        int64_t words = (layer[1] + 63) / 64;
        uint64_t *after = before, domain = s->domain[layer[0]], codes = 0;
        const bitmask_step *step = all->step + layer[3], *end = step + layer[2];
        before = after - words;
        while (step < end) {
            int32_t state = step->state;
            bool goes_on = false;
            bool reachable = before[state >> 6] >> (state & 63) & 1;
            for (; step < end && step->state == state; step++)
                if (reachable && domain >> step->code & 1
                    && after[step->target >> 6] >> (step->target & 63) & 1) {
                    codes |= UINT64_C(1) << step->code;
                    goes_on = true;
                }
            if (!goes_on)
                before[state >> 6] &= ~(UINT64_C(1) << (state & 63));
        }
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
