/* Sums of values as they are, plus or minus, with a single total.
 *
 * Each open term is a set of *numbers* from 0 up: its codes above the lowest one, or those below
 * the highest one if they are taken away. The numbers must add up to what the total *needs* beyond
 * the least sum. Sets of numbers are words, and adding a number to each of them is a shift.
 *
 * With up to three open terms, each number is kept that the others can complete. With more, there
 * are bounds, in which members of a clique, which all differ, take different values (after the sums
 * of ISS, github.com/sigh/Interactive-Sudoku-Solver). */
#include "bitmask_propagators.h"

typedef struct {
    int32_t variable, clique, low, width;
    bool minus;
    uint64_t number;
} open_term;

/* Bit 63 - i becomes bit i. */
static inline uint64_t reversed(uint64_t set)
{
    set = (set >> 1 & UINT64_C(0x5555555555555555)) | (set & UINT64_C(0x5555555555555555)) << 1;
    set = (set >> 2 & UINT64_C(0x3333333333333333)) | (set & UINT64_C(0x3333333333333333)) << 2;
    set = (set >> 4 & UINT64_C(0x0F0F0F0F0F0F0F0F)) | (set & UINT64_C(0x0F0F0F0F0F0F0F0F)) << 4;
    return __builtin_bswap64(set);
}

/* The numbers that one of the set completes to `total`, which is 0 to 63. */
static inline uint64_t completing(uint64_t set, int32_t total)
{
    return reversed(set) >> (63 - total);
}

static inline uint64_t up_to(int32_t number)
{
    return ~UINT64_C(0) >> (63 - number);
}

static inline open_term opened(const bitmask_search *s, const bitmask_unit *u, int32_t i)
{
    uint64_t set = s->domain[u->variable[i]];
    open_term t = {.variable = u->variable[i], .clique = u->clique[i], .low = lowest_code(set),
                   .minus = i >= u->plus};
    t.width = highest_code(set) - t.low;
    t.number = set >> t.low;
    if (t.minus)
        t.number = completing(t.number, t.width);
    return t;
}

/* Leave these numbers to an open term. */
static inline bool keep_numbers(bitmask_search *s, const open_term *t, uint64_t numbers)
{
    uint64_t left = t->number & numbers;
    if (left == t->number)
        return true;
    if (!left)
        return false;
    narrow(s, t->variable, (t->minus ? completing(left, t->width) : left) << t->low);
    return true;
}

/* The number of `b` for the same value as number 0 of `a`; the terms have the same sign. */
static inline int32_t same_value(const open_term *a, const open_term *b)
{
    if (a->minus)
        return b->low + b->width - a->low - a->width;
    return a->low - b->low;
}

static inline uint64_t bit(int32_t number)
{
    return number >= 0 && number < 64 ? UINT64_C(1) << number : 0;
}

static bool two_open(bitmask_search *s, open_term *a, open_term *b, int32_t need)
{
    uint64_t left = a->number & completing(b->number, need);
    bool differ = a->clique >= 0 && a->clique == b->clique;
    int32_t twice = need - same_value(a, b);
    if (differ && twice >= 0 && !(twice & 1))
        left &= ~bit(twice / 2);
    if (!left || !keep_numbers(s, a, left) || !keep_numbers(s, b, completing(left, need)))
        return false;
    uint64_t both = s->domain[a->variable];
    if (a->minus == b->minus && both == s->domain[b->variable] && size_of(both) == 2) {
        int32_t place[2] = {a->variable, b->variable};
        return bitmask_leave_common_peers(s, place, 2, both);
    }
    return true;
}

/* What two terms can add up to, as far as it fits a word. */
static inline uint64_t added(const open_term *a, const open_term *b)
{
    uint64_t sums = 0;
    if (a->clique >= 0 && a->clique == b->clique) {
        int32_t same = same_value(a, b);
        for (uint64_t left = a->number; left; left &= left - 1) {
            int32_t number = __builtin_ctzll(left);
            sums |= (b->number & ~bit(number + same)) << number;
        }
    } else {
        for (uint64_t left = a->number; left; left &= left - 1)
            sums |= b->number << __builtin_ctzll(left);
    }
    return sums;
}

static bool three_open(bitmask_search *s, open_term *t, int32_t need)
{
    static const int other[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    for (int k = 0; k < 3; k++) {
        uint64_t left = t[k].number
                      & completing(added(&t[other[k][0]], &t[other[k][1]]), need);
        if (!left)
            return false;
        if (left != t[k].number) {
            if (!keep_numbers(s, &t[k], left))
                return false;
            t[k].number = left;
        }
    }
    return true;
}

/* The set, moved up by 0 to `most`. */
static inline uint64_t smeared(uint64_t set, int32_t most)
{
    for (int32_t step = 1; most > 0 && step < 64; step *= 2) {
        int32_t by = step < most ? step : most;
        set |= set << by;
        most -= by;
    }
    return set;
}

static inline uint64_t smeared_down(uint64_t set, int32_t most)
{
    for (int32_t step = 1; most > 0 && step < 64; step *= 2) {
        int32_t by = step < most ? step : most;
        set |= set >> by;
        most -= by;
    }
    return set;
}

typedef struct {
    int32_t first, end;    /* places in the list of open terms */
    uint64_t least, most;  /* the least different values that they can take, and the greatest */
} open_clique;

/* Give each member of a clique the least value from its own least one on that no other has: the
 * values that are taken in the end are the same in whatever order, and no choice has a smaller sum.
 * The same from above. Returns false if there are too few; adds what that is more, or less, than
 * if each took its least, or greatest. */
static inline bool spread(const bitmask_search *s, const bitmask_unit *u, const int32_t *at,
                          open_clique *c, int32_t *more, int32_t *less)
{
    uint64_t all = 0, least = 0, most = 0;
    for (int32_t k = c->first; k < c->end; k++)
        all |= s->domain[u->variable[at[k]]];
    for (int32_t k = c->first; k < c->end; k++) {
        uint64_t set = s->domain[u->variable[at[k]]];
        int32_t low = lowest_code(set), high = highest_code(set);
        uint64_t above = all & ~least & (~UINT64_C(0) << low);
        uint64_t below = all & ~most & up_to(high);
        if (!above || !below)
            return false;
        *more += lowest_code(above) - low;
        *less += high - highest_code(below);
        least |= lowest(above);
        most |= UINT64_C(1) << highest_code(below);
    }
    c->least = least;
    c->most = most;
    return true;
}

/* Any value of a clique is at most as far above one of its least values as there is to spare: in
 * ascending order, no choice has a value below the one of the least choice. */
static bool bound_cliques(bitmask_search *s, const bitmask_unit *u, const int32_t *at,
                          int32_t opens, int32_t need, int32_t spare)
{
    open_clique clique[BITMASK_MOST_UNIT];
    int32_t cliques = 0;
    for (int32_t k = 0; k < opens;) {
        open_clique *c = &clique[cliques++];
        int32_t id = u->clique[at[k]], more = 0, less = 0;
        c->first = k++;
        while (id >= 0 && k < opens && u->clique[at[k]] == id)
            k++;
        c->end = k;
        if (!spread(s, u, at, c, &more, &less))
            return false;
        bool minus = at[c->first] >= u->plus;
        need -= minus ? less : more;
        spare -= minus ? more : less;
    }
    if (need < 0 || spare < 0)
        return false;
    for (int32_t i = 0; i < cliques; i++) {
        const open_clique *c = &clique[i];
        bool minus = at[c->first] >= u->plus;
        uint64_t left = smeared(c->least, minus ? spare : need)
                      & smeared_down(c->most, minus ? need : spare);
        for (int32_t k = c->first; k < c->end; k++)
            if (!keep(s, u->variable[at[k]], left))
                return false;
    }
    return true;
}

static bool bound_terms(bitmask_search *s, const bitmask_unit *u, const int32_t *at, int32_t opens,
                        int32_t need, int32_t spare)
{
    for (int32_t k = 0; k < opens; k++) {
        int32_t v = u->variable[at[k]];
        uint64_t set = s->domain[v];
        int32_t low = lowest_code(set), high = highest_code(set), width = high - low;
        if (width <= need && width <= spare)
            continue;
        bool minus = at[k] >= u->plus;
        int32_t up = minus ? spare : need, down = minus ? need : spare;
        uint64_t left = set;
        if (width > up)
            left &= up_to(low + up);
        if (width > down)
            left &= ~UINT64_C(0) << (high - down);
        if (!keep(s, v, left))
            return false;
    }
    return true;
}

bool bitmask_run_unit(bitmask_search *s, const bitmask_unit *u)
{
    for (;;) {
        int32_t at[BITMASK_MOST_UNIT + 1], opens = 0, need = u->target, reach = 0, i = 0;
        for (; i < u->plus; i++) {
            uint64_t set = s->domain[u->variable[i]];
            int32_t low = lowest_code(set), high = highest_code(set);
            need -= low;
            reach += high - low;
            at[opens] = i;
            opens += low != high;
        }
        for (; i < u->terms; i++) {
            uint64_t set = s->domain[u->variable[i]];
            int32_t low = lowest_code(set), high = highest_code(set);
            need += high;
            reach += high - low;
            at[opens] = i;
            opens += low != high;
        }
        if (need < 0 || need > reach)
            return false;
        if (opens == 0)
            return true;
        if (opens <= 3 && need < 64) {
            open_term t[3];
            for (int32_t k = 0; k < opens; k++)
                t[k] = opened(s, u, at[k]);
            if (opens == 1)
                return keep_numbers(s, &t[0], UINT64_C(1) << need);
            return opens == 2 ? two_open(s, &t[0], &t[1], need) : three_open(s, t, need);
        }
        int32_t top = s->top;
        if (!bound_terms(s, u, at, opens, need, reach - need))
            return false;
        if (s->top == top && u->cliques && !bound_cliques(s, u, at, opens, need, reach - need))
            return false;
        if (s->top == top)
            return true;
    }
}
