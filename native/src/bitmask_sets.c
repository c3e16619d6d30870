/* Families of value sets: the values of some variables, which all differ, are one of these sets.
 *
 * What is in one of the sets that the domains still allow is allowed, and what is in all of them is
 * required. With two or three open variables left, each is told exactly what it may be.
 *
 * Of two or three variables whose values are neighbours, in any order (a *run*, the short lines of
 * renban), the bits of a word are all sets at once: bit i is the set with i as its least value. */
#include "bitmask_propagators.h"

typedef struct {
    uint64_t all, fixed;  /* the union of the domains; the values of fixed variables */
    int32_t opens;        /* how many are open; the first three of them */
    uint64_t domain[4], found[3];
    int32_t variable[4];
} set_view;

/* Each variable is written down as if it were open, and the next one in its place if it is not: a
 * branch here could not be predicted. */
static inline void look_at(set_view *w, int32_t variable, uint64_t domain)
{
    int32_t place = w->opens < 3 ? w->opens : 3;
    bool fixed = is_single(domain);
    w->all |= domain;
    w->fixed |= fixed ? domain : 0;
    w->domain[place] = domain;
    w->variable[place] = variable;
    w->opens += !fixed;
}

static inline void view_set(const bitmask_search *s, const int64_t *variable, int32_t count,
                            set_view *w)
{
    *w = (set_view){0};
    for (int32_t i = 0; i < count; i++)
        look_at(w, (int32_t)variable[i], s->domain[variable[i]]);
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
static bool confine_set(bitmask_search *s, const int64_t *variable, int32_t count,
                        const set_view *w, uint64_t allowed, uint64_t required)
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
    int32_t every[64];
    for (int32_t i = 0; i < count; i++)
        every[i] = (int32_t)variable[i];
    return bitmask_require(s, every, count, required);
}

/* Each set in turn. */
bool bitmask_run_set(bitmask_search *s, int32_t c)
{
    const int64_t *p = row_of(s, c), *variable = p + 2, *set = p + 2 + p[0];
    int32_t count = (int32_t)p[0];
    set_view w;
    if (!count)
        return p[1] > 0;
    view_set(s, variable, count, &w);
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
    return allowed && confine_set(s, variable, count, &w, allowed, required);
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

/* As place_exactly, for two variables and two values. */
static inline bool place_two(set_view *w, uint64_t rest)
{
    uint64_t a = w->domain[0] & rest, b = w->domain[1] & rest;
    if (!a || !b || (a == b && is_single(a)))
        return false;
    w->found[0] |= is_single(b) ? a & ~b : a;
    w->found[1] |= is_single(a) ? b & ~a : b;
    return true;
}

/* As place_exactly, for three variables and three values: there are six ways to give them away, and
 * trying them takes no branches, which nothing could predict. */
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

/* Of few sets, those that have a value in common with these. */
static inline uint32_t met(const bitmask_family *f, uint64_t values)
{
    return f->few[values & ((1 << BITMASK_CHUNK) - 1)]
         | f->few[(1 << BITMASK_CHUNK) + (values >> BITMASK_CHUNK)];
}

/* A family of few sets, as nearly all are. */
static bool run_few(bitmask_search *s, const bitmask_family *f, const int64_t *p)
{
    int32_t count = (int32_t)p[0];
    const int64_t *variable = p + 2;
    uint32_t alive = (UINT32_C(1) << f->sets) - 1;
    uint64_t allowed = 0, required = ~UINT64_C(0);
    set_view w = {0};
    for (int32_t i = 0; i < count; i++) {
        uint64_t domain = s->domain[variable[i]];
        alive &= met(f, domain);
        look_at(&w, (int32_t)variable[i], domain);
    }
    alive &= ~met(f, s->on->universe & ~w.all);
    for (; alive; alive &= alive - 1) {
        uint64_t one = (uint64_t)f->set[__builtin_ctz(alive)];
        if (w.opens == 2 && !place_two(&w, one & ~w.fixed))
            continue;
        if (w.opens == 3 && !place_three(&w, one & ~w.fixed))
            continue;
        allowed |= one;
        required &= one;
    }
    return allowed && confine_set(s, variable, count, &w, allowed, required);
}

/* All sets at once, one bit for each. */
bool bitmask_run_family(bitmask_search *s, int32_t c)
{
    const bitmask_constraints *constraints = s->on->constraints;
    const bitmask_family *f = &constraints->family[constraints->shape[c]];
    const int64_t *p = row_of(s, c), *variable = p + 2;
    int32_t count = (int32_t)p[0];
    if (f->few)
        return run_few(s, f, p);
    uint64_t alive[BITMASK_FAMILY_WORDS];
    set_view w;
    for (int32_t k = 0; k < BITMASK_FAMILY_WORDS; k++) {
        int32_t left = f->sets - 64 * k;
        alive[k] = left >= 64 ? ~UINT64_C(0) : left > 0 ? (UINT64_C(1) << left) - 1 : 0;
    }
    view_set(s, variable, count, &w);
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
    return confine_set(s, variable, count, &w, allowed, required);
}

/* The least values of runs with x below y. */
static inline uint64_t rising_two(uint64_t x, uint64_t y)
{
    return x & y >> 1;
}

static inline uint64_t rising_three(uint64_t x, uint64_t y, uint64_t z)
{
    return x & y >> 1 & z >> 2;
}

/* Leave these values to the variables, `from` being the least values of the runs that are left; what
 * is in all of them leaves the common peers. */
static bool confine_run(bitmask_search *s, const int32_t *variable, const uint64_t *found,
                        int32_t count, uint64_t from)
{
    if (!from)
        return false;
    uint64_t first = lowest(from) << (count - 1), last = UINT64_C(1) << highest_code(from);
    uint64_t required = last <= first ? first | (first - last) : 0;
    for (int32_t i = 0; i < count; i++) {
        required &= is_single(found[i]) ? ~found[i] : ~UINT64_C(0);
        if (!keep(s, variable[i], found[i]))
            return false;
    }
    for (; required; required &= required - 1)
        if (!bitmask_leave_common_peers(s, variable, count, lowest(required), NULL))
            return false;
    return true;
}

bool bitmask_run_run(bitmask_search *s, int32_t c)
{
    const int64_t *p = row_of(s, c);
    int32_t variable[3] = {(int32_t)p[2], (int32_t)p[3], p[0] == 3 ? (int32_t)p[4] : 0};
    uint64_t x = s->domain[variable[0]], y = s->domain[variable[1]];
    if (p[0] == 2) {
        uint64_t xy = rising_two(x, y), yx = rising_two(y, x);
        uint64_t found[2] = {xy | yx << 1, yx | xy << 1};
        return confine_run(s, variable, found, 2, xy | yx);
    }
    uint64_t z = s->domain[variable[2]];
    uint64_t xyz = rising_three(x, y, z), xzy = rising_three(x, z, y);
    uint64_t yxz = rising_three(y, x, z), yzx = rising_three(y, z, x);
    uint64_t zxy = rising_three(z, x, y), zyx = rising_three(z, y, x);
    uint64_t found[3] = {
        xyz | xzy | (yxz | zxy) << 1 | (yzx | zyx) << 2,
        yxz | yzx | (xyz | zyx) << 1 | (xzy | zxy) << 2,
        zxy | zyx | (xzy | yzx) << 1 | (xyz | yxz) << 2,
    };
    return confine_run(s, variable, found, 3, xyz | xzy | yxz | yzx | zxy | zyx);
}
