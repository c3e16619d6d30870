/* Families of value sets: the values of some variables, which all differ, are one of these sets.
 *
 * What is in one of the sets that the domains still allow is allowed, and what is in all of them is
 * required. With two or three open variables left, each is told exactly what it may be. */
#include "bitmask_propagators.h"

typedef struct {
    uint64_t all, fixed;  /* the union of the domains; the values of fixed variables */
    int32_t opens;        /* how many are open; the first three of them */
    uint64_t domain[3], found[3];
    int32_t variable[3];
} set_view;

static inline void view(const bitmask_search *s, const int64_t *variable, int32_t count,
                        set_view *w)
{
    *w = (set_view){0};
    for (int32_t i = 0; i < count; i++) {
        uint64_t domain = s->domain[variable[i]];
        w->all |= domain;
        if (is_single(domain)) {
            w->fixed |= domain;
            continue;
        }
        if (w->opens < 3) {
            w->domain[w->opens] = domain;
            w->variable[w->opens] = (int32_t)variable[i];
        }
        w->opens++;
    }
}

/* What two or three open variables may take of the values that a set leaves for them: tried out. */
static bool place_exactly(set_view *w, uint64_t rest)
{
    bool fits = false;
    for (uint64_t a = w->domain[0] & rest; a; a &= a - 1) {
        uint64_t first = lowest(a);
        for (uint64_t b = w->domain[1] & rest & ~first; b; b &= b - 1) {
            uint64_t second = lowest(b), third = rest & ~first & ~second;
            if (w->opens == 3 && !(w->domain[2] & third))
                continue;
            w->found[0] |= first;
            w->found[1] |= second;
            w->found[2] |= third;
            fits = true;
        }
    }
    return fits;
}

/* Apply what was found. */
static bool confine(bitmask_search *s, const int64_t *variable, int32_t count, const set_view *w,
                    uint64_t allowed, uint64_t required)
{
    if (w->opens == 2 || w->opens == 3) {
        s->settled = true;
        for (int32_t i = 0; i < w->opens; i++)
            if (!keep(s, w->variable[i], w->found[i]))
                return false;
    } else if (w->all & ~allowed) {
        for (int32_t i = 0; i < count; i++)
            if (!keep(s, (int32_t)variable[i], allowed))
                return false;
    }
    required &= ~w->fixed;
    if (!required)
        return true;
    int32_t open[64], opens = 0;
    for (int32_t i = 0; i < count; i++) {
        open[opens] = (int32_t)variable[i];
        opens += (s->domain[variable[i]] & required) != 0;
    }
    return bitmask_require(s, open, opens, required);
}

/* Each set in turn. */
bool bitmask_run_set(bitmask_search *s, int32_t c)
{
    const int64_t *p = row_of(s, c), *variable = p + 2, *set = p + 2 + p[0];
    int32_t count = (int32_t)p[0];
    set_view w;
    if (!count)
        return p[1] > 0;
    view(s, variable, count, &w);
    bool exact = w.opens == 2 || w.opens == 3;
    uint64_t allowed = 0, required = ~UINT64_C(0);
    for (int64_t k = 0; k < p[1]; k++) {
        uint64_t one = (uint64_t)set[k];
        if (w.fixed & ~one || one & ~w.all)
            continue;
        if (exact) {
            if (!place_exactly(&w, one & ~w.fixed))
                continue;
        } else {
            int32_t i = 0;
            while (i < count && s->domain[variable[i]] & one)
                i++;
            if (i < count)
                continue;
        }
        allowed |= one;
        required &= one;
    }
    return allowed && confine(s, variable, count, &w, allowed, required);
}

/* Drop the sets that have nothing in common with a domain. */
static inline void meet(const bitmask_family *f, uint64_t domain, uint64_t *alive)
{
    const uint64_t(*touched)[BITMASK_FAMILY_WORDS] = f->touched;
    uint64_t met[BITMASK_FAMILY_WORDS] = {0};
    for (int32_t chunk = 0; chunk < f->chunks; chunk++) {
        const uint64_t *row = touched[domain & ((1 << BITMASK_CHUNK) - 1)];
        for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++)
            met[k] |= row[k];
        touched += 1 << BITMASK_CHUNK;
        domain >>= BITMASK_CHUNK;
    }
    for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++)
        alive[k] &= met[k];
}

/* All ones if the sets meet, else 0. */
static inline uint64_t meeting(uint64_t a, uint64_t b)
{
    return 0 - (uint64_t)((a & b) != 0);
}

/* The same for three variables and three values: there are six ways to give them away, and trying
 * them takes no branches, which nothing could predict. */
static inline bool place_three(set_view *w, uint64_t rest)
{
    uint64_t p = lowest(rest), q = lowest(rest ^ p), r = rest ^ p ^ q;
    uint64_t p0 = meeting(w->domain[0], p), p1 = meeting(w->domain[1], p);
    uint64_t p2 = meeting(w->domain[2], p), q0 = meeting(w->domain[0], q);
    uint64_t q1 = meeting(w->domain[1], q), q2 = meeting(w->domain[2], q);
    uint64_t r0 = meeting(w->domain[0], r), r1 = meeting(w->domain[1], r);
    uint64_t r2 = meeting(w->domain[2], r);
    uint64_t pqr = p0 & q1 & r2, prq = p0 & r1 & q2, qpr = q0 & p1 & r2;
    uint64_t qrp = q0 & r1 & p2, rpq = r0 & p1 & q2, rqp = r0 & q1 & p2;
    w->found[0] |= (p & (pqr | prq)) | (q & (qpr | qrp)) | (r & (rpq | rqp));
    w->found[1] |= (p & (qpr | rpq)) | (q & (pqr | rqp)) | (r & (prq | qrp));
    w->found[2] |= (p & (qrp | rqp)) | (q & (prq | rpq)) | (r & (pqr | qpr));
    return (pqr | prq | qpr | qrp | rpq | rqp) != 0;
}

/* The sets that have a value in common with these, of up to 64 sets of up to 2 * BITMASK_CHUNK
 * values. */
static inline uint64_t met(const bitmask_family *f, uint64_t values)
{
    return f->touched[values & ((1 << BITMASK_CHUNK) - 1)][0]
         | f->touched[(1 << BITMASK_CHUNK) + (values >> BITMASK_CHUNK)][0];
}

/* The same for families of up to 64 sets, one bit each, which nearly all are. */
static bool run_small_family(bitmask_search *s, const bitmask_family *f, const int64_t *p)
{
    int32_t count = (int32_t)p[0];
    const int64_t *variable = p + 2;
    uint64_t alive = ~UINT64_C(0) >> (64 - f->sets), allowed = 0, required = ~UINT64_C(0);
    set_view w;
    w.all = w.fixed = 0;
    w.opens = 0;
    for (int32_t i = 0; i < count; i++) {
        uint64_t domain = s->domain[variable[i]];
        w.all |= domain;
        alive &= met(f, domain);
        if (is_single(domain)) {
            w.fixed |= domain;
            continue;
        }
        if (w.opens < 3) {
            w.domain[w.opens] = domain;
            w.variable[w.opens] = (int32_t)variable[i];
            w.found[w.opens] = 0;
        }
        w.opens++;
    }
    alive &= ~met(f, s->on->universe & ~w.all);
    for (uint64_t left = alive; left; left &= left - 1) {
        uint64_t one = (uint64_t)f->set[__builtin_ctzll(left)], rest = one & ~w.fixed;
        if (w.opens == 2) {
            uint64_t a = w.domain[0] & rest, b = w.domain[1] & rest;
            if (!a || !b || (a == b && is_single(a)))
                continue;
            w.found[0] |= is_single(b) ? a & ~b : a;
            w.found[1] |= is_single(a) ? b & ~a : b;
        } else if (w.opens == 3 && !place_three(&w, rest)) {
            continue;
        }
        allowed |= one;
        required &= one;
    }
    return allowed && confine(s, variable, count, &w, allowed, required);
}

/* All sets at once, one bit for each. */
bool bitmask_run_family(bitmask_search *s, int32_t c)
{
    const bitmask_constraints *constraints = s->on->constraints;
    const bitmask_family *f = &constraints->family[constraints->shape[c]];
    const int64_t *p = row_of(s, c), *variable = p + 2;
    int32_t count = (int32_t)p[0];
    if (f->sets <= 64 && f->sets > 0 && f->chunks == 2)
        return run_small_family(s, f, p);
    uint64_t alive[BITMASK_FAMILY_WORDS];
    set_view w;
    for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++) {
        int32_t left = f->sets - 64 * k;
        alive[k] = left >= 64 ? ~UINT64_C(0) : left > 0 ? (UINT64_C(1) << left) - 1 : 0;
    }
    view(s, variable, count, &w);
    for (int32_t i = 0; i < count; i++)
        meet(f, s->domain[variable[i]], alive);
    uint64_t missing = s->on->universe & ~w.all;
    for (; missing; missing &= missing - 1)
        for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++)
            alive[k] &= ~f->with[__builtin_ctzll(missing)][k];
    if (w.opens == 2 || w.opens == 3)
        for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++)
            for (uint64_t left = alive[k]; left; left &= left - 1) {
                uint64_t one = (uint64_t)f->set[64 * k + __builtin_ctzll(left)];
                if (!place_exactly(&w, one & ~w.fixed))
                    alive[k] &= ~lowest(left);
            }
    uint64_t any = 0, allowed = 0, required = 0;
    for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++)
        any |= alive[k];
    if (!any)
        return false;
    for (uint64_t left = w.all; left; left &= left - 1) {
        const uint64_t *with = f->with[__builtin_ctzll(left)];
        uint64_t some = 0, none = 0;
        for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++) {
            some |= alive[k] & with[k];
            none |= alive[k] & ~with[k];
        }
        allowed |= some ? lowest(left) : 0;
        required |= none ? 0 : lowest(left);
    }
    return confine(s, variable, count, &w, allowed, required);
}
