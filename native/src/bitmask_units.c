/* Sums of values as they are, plus or minus, with a single total.
 *
 * Each open term is a set of *numbers* from 0 up: its codes above the lowest one, or those below
 * the highest one if they are taken away. The numbers must add up to what the total *needs* beyond
 * the least sum. Sets of numbers are words, and adding a number to each of them is a shift.
 *
 * With up to three open terms, each number is kept that the others can complete. With more, there
 * are bounds, in which members of a clique, which all differ, take different values (after the sums
 * of ISS, github.com/sigh/Interactive-Sudoku-Solver). With more than MOST_SPREAD, and at least one
 * term's width of room at both ends, these find something once in eighty times and are left out:
 * killers with cages of five cells take as many nodes, and a tenth less time. */
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
        return bitmask_leave_common_peers(s, place, 2, lowest(both), NULL)
            && bitmask_leave_common_peers(s, place, 2, both & (both - 1), NULL);
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

/* The set, moved up by 0 to `most`; there are no more than so many values. */
static inline uint64_t smeared(uint64_t set, int32_t most, int32_t values)
{
    if (most >= values - 1)
        return 0 - lowest(set);
    for (int32_t step = 1; most > 0; step *= 2) {
        int32_t by = step < most ? step : most;
        set |= set << by;
        most -= by;
    }
    return set;
}

static inline uint64_t smeared_down(uint64_t set, int32_t most, int32_t values)
{
    if (most >= values - 1)
        return up_to(highest_code(set));
    for (int32_t step = 1; most > 0; step *= 2) {
        int32_t by = step < most ? step : most;
        set |= set >> by;
        most -= by;
    }
    return set;
}

/* The open terms of a sum: first those that are added. */
typedef struct {
    int32_t count, plus;
    int32_t term[BITMASK_MOST_UNIT + 1]; /* places among all terms */
    uint64_t set[BITMASK_MOST_UNIT + 1];
    int32_t low[BITMASK_MOST_UNIT + 1], high[BITMASK_MOST_UNIT + 1];
    int32_t need, spare;                 /* what is to be added to the least sum; and cannot be */
    int32_t widest;
} open_terms;

typedef struct {
    int32_t first, end;    /* places in the list of open terms */
    uint64_t least, most;  /* the least different values that they can take, and the greatest */
} open_clique;

/* Give each member of a clique the least value from its own least one on that no other has: the
 * values that are taken in the end are the same in whatever order, and no choice has a smaller sum.
 * The same from above. Returns false if there are too few; adds what that is more, or less, than
 * if each took its least, or greatest. */
static inline bool spread(const open_terms *o, open_clique *c, int32_t *more, int32_t *less)
{
    uint64_t all = 0, least = 0, most = 0;
    for (int32_t k = c->first; k < c->end; k++)
        all |= o->set[k];
    for (int32_t k = c->first; k < c->end; k++) {
        uint64_t above = all & ~least & (~UINT64_C(0) << o->low[k]);
        uint64_t below = all & ~most & up_to(o->high[k]);
        if (!above || !below)
            return false;
        int32_t high = highest_code(below);
        *more += lowest_code(above) - o->low[k];
        *less += o->high[k] - high;
        least |= lowest(above);
        most |= UINT64_C(1) << high;
    }
    c->least = least;
    c->most = most;
    return true;
}

/* Any value of a clique is at most as far above one of its least values as there is to spare: in
 * ascending order, no choice has a value below the one of the least choice. */
static bool bound_cliques(bitmask_search *s, const bitmask_unit *u, const open_terms *o)
{
    open_clique clique[BITMASK_MOST_UNIT + 1];
    int32_t cliques = 0, need = o->need, spare = o->spare, values = s->on->values;
    for (int32_t k = 0; k < o->count;) {
        open_clique *c = &clique[cliques++];
        int32_t id = u->clique[o->term[k]], more = 0, less = 0;
        bool minus = k >= o->plus;
        c->first = k++;
        while (id >= 0 && k < o->count && u->clique[o->term[k]] == id)
            k++;
        c->end = k;
        if (!spread(o, c, &more, &less))
            return false;
        need -= minus ? less : more;
        spare -= minus ? more : less;
    }
    if (need < 0 || spare < 0)
        return false;
    if (need >= values - 1 && spare >= values - 1)
        return true;
    for (int32_t i = 0; i < cliques; i++) {
        const open_clique *c = &clique[i];
        bool minus = c->first >= o->plus;
        uint64_t left = smeared(c->least, minus ? spare : need, values)
                      & smeared_down(c->most, minus ? need : spare, values);
        for (int32_t k = c->first; k < c->end; k++)
            if (!keep(s, u->variable[o->term[k]], left))
                return false;
    }
    return true;
}

static bool bound_terms(bitmask_search *s, const bitmask_unit *u, const open_terms *o)
{
    for (int32_t k = 0; k < o->count; k++) {
        int32_t width = o->high[k] - o->low[k];
        if (width <= o->need && width <= o->spare)
            continue;
        bool minus = k >= o->plus;
        int32_t up = minus ? o->spare : o->need, down = minus ? o->need : o->spare;
        uint64_t left = o->set[k];
        if (width > up)
            left &= up_to(o->low[k] + up);
        if (width > down)
            left &= ~UINT64_C(0) << (o->high[k] - down);
        if (!keep(s, u->variable[o->term[k]], left))
            return false;
    }
    return true;
}

/* List the open terms; false if the total is out of reach. */
static inline bool open_up(const bitmask_search *s, const bitmask_unit *u, open_terms *o)
{
    int32_t opens = 0, plus = 0, need = u->target, reach = 0, widest = 0;
    for (int32_t i = 0; i < u->terms; i++) {
        uint64_t set = s->domain[u->variable[i]];
        int32_t low = lowest_code(set), high = highest_code(set), width = high - low;
        plus += i < u->plus && width != 0;
        need += i < u->plus ? -low : high;
        reach += width;
        widest = width > widest ? width : widest;
        o->term[opens] = i;
        o->set[opens] = set;
        o->low[opens] = low;
        o->high[opens] = high;
        opens += width != 0;
    }
    o->count = opens;
    o->plus = plus;
    o->need = need;
    o->spare = reach - need;
    o->widest = widest;
    return need >= 0 && need <= reach;
}

enum { MOST_SPREAD = 4 };

/* With many open terms, and room at both ends, bounds hardly ever find anything. */
static inline bool is_loose(const bitmask_search *s, const open_terms *o)
{
    return o->count > MOST_SPREAD && s->depth > 0 && o->need >= s->on->values
        && o->spare >= s->on->values;
}

bool bitmask_run_unit(bitmask_search *s, const bitmask_unit *u)
{
    open_terms o;
    for (;;) {
        if (!open_up(s, u, &o))
            return false;
        if (o.count == 0)
            return true;
        if (o.count <= 3 && o.need < 64) {
            open_term t[3];
            for (int32_t k = 0; k < o.count; k++)
                t[k] = opened(s, u, o.term[k]);
            if (o.count == 1)
                return keep_numbers(s, &t[0], UINT64_C(1) << o.need);
            return o.count == 2 ? two_open(s, &t[0], &t[1], o.need) : three_open(s, t, o.need);
        }
        if (is_loose(s, &o))
            return true;
        int32_t top = s->top;
        if ((o.widest > o.need || o.widest > o.spare) && !bound_terms(s, u, &o))
            return false;
        if (s->top == top && u->cliques && !bound_cliques(s, u, &o))
            return false;
        if (s->top == top)
            return true;
    }
}
