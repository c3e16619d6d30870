/* Sums and value sets of a special shape, for which there are faster propagators.
 *
 *     UNIT     each code adds one more, or one less, than the code before it; there is one total
 *     COUNT    each code adds one of two numbers, the greater of which is greater by the same in all
 *              terms: [x in A] + [y in B] + ..; what is taken away is [z not in C] - 1
 *     FAMILY   up to BITMASK_MOST_FAMILY sets
 *
 * In the first two, variables that all differ are put together as cliques. */
#include "bitmask_structure.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int32_t terms, variable[64], clique[64];
    uint64_t key[64]; /* only terms with the same key may stand in one clique */
} cliques;

static bool do_differ(const bitmask_structure *on, int32_t v, int32_t u)
{
    if (on->sees)
        return on->sees[(size_t)v * (size_t)on->sees_words + (size_t)(u >> 6)] >> (u & 63) & 1;
    for (int32_t i = on->peers.at[v]; i < on->peers.at[v + 1]; i++)
        if (on->peers.item[i] == u)
            return true;
    return false;
}

static bool fits(const bitmask_structure *on, const cliques *c, const int32_t *member,
                 int32_t members, int32_t t)
{
    if (c->clique[t] >= 0 || c->key[t] != c->key[member[0]])
        return false;
    for (int32_t m = 0; m < members; m++)
        if (!do_differ(on, c->variable[member[m]], c->variable[t]))
            return false;
    return true;
}

/* Take the largest of the cliques that begin with each term, again and again. */
static void find_cliques(const bitmask_structure *on, cliques *c)
{
    for (int32_t t = 0; t < c->terms; t++)
        c->clique[t] = -1;
    for (int32_t id = 0;; id++) {
        int32_t best[64], most = 1;
        for (int32_t first = 0; first < c->terms; first++) {
            int32_t member[64] = {first}, members = 1;
            if (c->clique[first] >= 0)
                continue;
            for (int32_t t = first + 1; t < c->terms; t++)
                if (fits(on, c, member, members, t))
                    member[members++] = t;
            if (members > most) {
                most = members;
                memcpy(best, member, sizeof best);
            }
        }
        if (most == 1)
            return;
        for (int32_t m = 0; m < most; m++)
            c->clique[best[m]] = id;
    }
}

/* The terms in an order in which cliques stand together; -1 after all others. */
static void sort_terms(const cliques *c, int32_t *order)
{
    for (int32_t t = 0; t < c->terms; t++) {
        int32_t i = t;
        for (; i > 0 && (uint32_t)c->clique[order[i - 1]] > (uint32_t)c->clique[t]; i--)
            order[i] = order[i - 1];
        order[i] = t;
    }
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

/* Sums of codes lie between these bounds; a total beyond them is as good as any other there. */
static int32_t clamped(int64_t total)
{
    const int64_t most = 64 * BITMASK_MOST_UNIT;
    return (int32_t)(total < -most ? -most : total > most ? most : total);
}

static bool make_unit(bitmask_structure *on, int32_t c)
{
    bitmask_constraints *all = on->constraints;
    const int64_t *p = all->program + all->at[c];
    int64_t total = p[2 + 3 * p[0]];
    int32_t order[64], used = 0;
    cliques terms = {.terms = (int32_t)p[0]};
    if (p[0] > BITMASK_MOST_UNIT || p[1] != 1 || p[2 + 3 * p[0]] != p[3 + 3 * p[0]])
        return false;
    for (int32_t i = 0; i < terms.terms; i++) {
        const int64_t *row = p + 2 + 3 * i, *weight = all->weight + row[1];
        int32_t slope = slope_of(weight, on->values);
        if (!slope)
            return false;
        total -= weight[0];
        terms.variable[i] = (int32_t)row[0];
        terms.key[i] = slope > 0;
    }
    find_cliques(on, &terms);
    sort_terms(&terms, order);
    bitmask_unit *u = &all->unit[all->units];
    *u = (bitmask_unit){.terms = terms.terms, .target = clamped(total)};
    for (int32_t minus = 0; minus < 2; minus++) {
        for (int32_t k = 0; k < terms.terms; k++) {
            if (terms.key[order[k]] == (uint64_t)minus)
                continue;
            u->variable[used] = terms.variable[order[k]];
            u->clique[used++] = terms.clique[order[k]];
            u->cliques |= terms.clique[order[k]] >= 0;
        }
        u->plus = minus ? u->plus : used;
    }
    all->shape[c] = all->units++;
    all->kind[c] = CONSTRAINT_UNIT;
    return true;
}

static bool is_within(const int64_t *interval, int64_t intervals, int64_t total)
{
    for (int64_t k = 0; k < intervals; k++)
        if (interval[2 * k] <= total && total <= interval[2 * k + 1])
            return true;
    return false;
}

/* The codes that add the greater one of two numbers; false if there are other numbers. */
static bool split_codes(const int64_t *weight, int32_t values, int64_t *low, int64_t *step,
                        uint64_t *greater)
{
    int64_t high = *low = weight[0];
    for (int32_t code = 1; code < values; code++) {
        *low = weight[code] < *low ? weight[code] : *low;
        high = weight[code] > high ? weight[code] : high;
    }
    *greater = 0;
    for (int32_t code = 0; code < values; code++) {
        if (weight[code] != *low && weight[code] != high)
            return false;
        if (weight[code] != *low)
            *greater |= UINT64_C(1) << code;
    }
    *step = high - *low;
    return true;
}

/* *memory is false if there is none left. */
static bool make_count(bitmask_structure *on, int32_t c, bool *memory)
{
    bitmask_constraints *all = on->constraints;
    const int64_t *p = all->program + all->at[c], *interval = p + 2 + 3 * p[0];
    int64_t least = 0, step = 0;
    int32_t order[64];
    cliques terms = {.terms = (int32_t)p[0]};
    if (p[0] > BITMASK_MOST_COUNTED || p[0] < 1)
        return false;
    for (int32_t i = 0; i < terms.terms; i++) {
        const int64_t *row = p + 2 + 3 * i;
        int64_t low, more;
        if (!split_codes(all->weight + row[1], on->values, &low, &more, &terms.key[i]))
            return false;
        if (more && step && more != step)
            return false;
        step = more ? more : step;
        least += low;
        terms.variable[i] = (int32_t)row[0];
    }
    find_cliques(on, &terms);
    sort_terms(&terms, order);
    bitmask_tally *t = &all->tally[all->tallies++];
    t->terms = terms.terms;
    t->set = calloc((size_t)t->terms, sizeof *t->set);
    t->variable = calloc((size_t)t->terms, sizeof *t->variable);
    t->clique = calloc((size_t)t->terms, sizeof *t->clique);
    *memory = t->set && t->variable && t->clique;
    if (!*memory)
        return false;
    for (int32_t k = 0; k <= t->terms; k++)
        if (is_within(interval, p[1], least + k * step))
            t->allowed |= UINT64_C(1) << k;
    for (int32_t k = 0; k < t->terms; k++) {
        t->set[k] = terms.key[order[k]];
        t->variable[k] = terms.variable[order[k]];
        t->clique[k] = terms.clique[order[k]];
    }
    all->shape[c] = all->tallies - 1;
    all->kind[c] = CONSTRAINT_COUNT;
    return true;
}

/* A family with the same sets, if there is one already; else -1. */
static int32_t same_family(const bitmask_constraints *all, const int64_t *set, int32_t sets)
{
    for (int32_t f = 0; f < all->families; f++)
        if (all->family[f].sets == sets
            && !memcmp(all->family[f].set, set, (size_t)sets * sizeof *set))
            return f;
    return -1;
}

/* The same sets that a chunk touches, for few of them; false if memory runs out. */
static bool make_few(bitmask_family *f)
{
    if (f->sets > BITMASK_MOST_FEW || f->chunks > 2)
        return true;
    f->few = calloc(2 << BITMASK_CHUNK, sizeof *f->few);
    for (int32_t bits = 0; f->few && bits < f->chunks << BITMASK_CHUNK; bits++)
        f->few[bits] = (uint16_t)f->touched[bits][0];
    return f->few;
}

/* Are these all sets of two, or of three, neighbouring values? */
static bool is_run(const bitmask_structure *on, const int64_t *p)
{
    const int64_t *set = p + 2 + p[0];
    if (p[0] < 2 || p[0] > 3 || p[1] < 1 || p[1] != on->values - p[0] + 1)
        return false;
    uint64_t from = 0, least = (UINT64_C(1) << p[0]) - 1;
    for (int64_t k = 0; k < p[1]; k++) {
        uint64_t one = (uint64_t)set[k];
        if (!one || one != least << __builtin_ctzll(one))
            return false;
        from |= one & (0 - one);
    }
    return from == ~UINT64_C(0) >> (64 - p[1]);
}

static bool make_family(bitmask_structure *on, int32_t c)
{
    bitmask_constraints *all = on->constraints;
    const int64_t *p = all->program + all->at[c], *set = p + 2 + p[0];
    if (is_run(on, p)) {
        all->kind[c] = CONSTRAINT_RUN;
        return true;
    }
    if (p[0] < 1 || p[1] > BITMASK_MOST_FAMILY)
        return true;
    int32_t known = same_family(all, set, (int32_t)p[1]);
    if (known < 0) {
        bitmask_family *f = &all->family[known = all->families++];
        f->sets = (int32_t)p[1];
        f->set = set;
        f->chunks = (on->values + BITMASK_CHUNK - 1) / BITMASK_CHUNK;
        f->with = calloc((size_t)on->values, sizeof *f->with);
        f->touched = calloc((size_t)f->chunks << BITMASK_CHUNK, sizeof *f->touched);
        if (!f->with || !f->touched)
            return false;
        for (int32_t k = 0; k < f->sets; k++)
            for (uint64_t left = (uint64_t)set[k]; left; left &= left - 1)
                f->with[__builtin_ctzll(left)][k / 64] |= UINT64_C(1) << (k & 63);
        for (int32_t chunk = 0; chunk < f->chunks; chunk++)
            for (int32_t bits = 1; bits < 1 << BITMASK_CHUNK; bits++) {
                int32_t value = chunk * BITMASK_CHUNK + __builtin_ctz((unsigned)bits);
                uint64_t *row = f->touched[(chunk << BITMASK_CHUNK) + bits];
                const uint64_t *less = f->touched[(chunk << BITMASK_CHUNK) + (bits & (bits - 1))];
                for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++)
                    row[k] = less[k] | (value < on->values ? f->with[value][k] : 0);
            }
        if (!make_few(f))
            return false;
    }
    all->shape[c] = known;
    all->kind[c] = CONSTRAINT_FAMILY;
    return true;
}

bool bitmask_find_shapes(bitmask_structure *on)
{
    bitmask_constraints *all = on->constraints;
    int32_t sums = 0, sets = 0;
    for (int32_t c = 0; c < all->constraints; c++) {
        sums += all->kind[c] == CONSTRAINT_SUM;
        sets += all->kind[c] == CONSTRAINT_SET;
    }
    all->shape = calloc((size_t)all->constraints + 1, sizeof *all->shape);
    all->unit = calloc((size_t)sums + 1, sizeof *all->unit);
    all->tally = calloc((size_t)sums + 1, sizeof *all->tally);
    all->family = calloc((size_t)sets + 1, sizeof *all->family);
    if (!all->shape || !all->unit || !all->tally || !all->family)
        return false;
    for (int32_t c = 0; c < all->constraints; c++) {
        bool memory = true;
        if (all->kind[c] == CONSTRAINT_SET && !make_family(on, c))
            return false;
        if (all->kind[c] == CONSTRAINT_SUM && !make_count(on, c, &memory) && memory)
            make_unit(on, c);
        if (!memory)
            return false;
    }
    return true;
}

void bitmask_free_shapes(bitmask_constraints *all)
{
    for (int32_t t = 0; all->tally && t < all->tallies; t++) {
        free(all->tally[t].set);
        free(all->tally[t].variable);
        free(all->tally[t].clique);
    }
    for (int32_t f = 0; all->family && f < all->families; f++) {
        free(all->family[f].with);
        free(all->family[f].touched);
        free(all->family[f].few);
    }
    free(all->shape);
    free(all->unit);
    free(all->tally);
    free(all->family);
}
