/* Where to branch, and which alternative to try first.
 *
 * A variable with few candidates splits the problem into few parts; so does a value with few places
 * in a tight group. After propagation neither has fewer than two, so a search for the fewest may
 * stop at two. Without it ("none"), or without hidden singles ("naked"), there may be fewer, even
 * none: a decision without alternatives is a dead end found early.
 *
 * A place is branched on only if it is one of two, at most. Preferring 40 places to 41 values made
 * boards of 36x36 and more with few clues ten times slower; on 9x9 boards there is no difference.
 * Ties of groups go by weight: Norvig's impossible grid takes 46 nodes instead of 2624.
 *
 * Beside other constraints places are not branched on: it took up to three times the nodes.
 *
 * Of the orders, domwdeg is the best on every set of puzzles that was measured, from 17 clues to
 * 36x36. Another tie-break, the most peers that share a candidate, is as good on 9x9 boards, but
 * costs ties times peers for each node. */
#include "bitmask_state.h"
#include "tally.h"

enum { MORE_THAN_ANY = 65, MANY = 3 };

/* The open variables of a word that may be branched on: auxiliary ones only after all others. */
static inline uint64_t open_in(const bitmask_search *s, int32_t word)
{
    int32_t own = s->on->own - 64 * word;
    if (own >= 64 || s->auxiliary)
        return s->open[word];
    return own <= 0 ? 0 : s->open[word] & ((UINT64_C(1) << own) - 1);
}

/* Run the body for each open variable that may be branched on, ascending. */
#define FOR_OPEN(s, v)                                                                             \
    for (int32_t word_ = 0, v; word_ < (s)->open_words; word_++)                                   \
        for (uint64_t left_ = open_in(s, word_);                                                   \
             left_ && (v = word_ * 64 + __builtin_ctzll(left_), true); left_ &= left_ - 1)

static int32_t first_open(const bitmask_search *s)
{
    FOR_OPEN (s, v)
        return v;
    return -1;
}

/* The number of candidates that no variable can fall below. */
static int32_t fewest_candidates(const bitmask_search *s)
{
    return s->used ? 0 : 2;
}

/* The variable with the fewest candidates, ties to the first. */
static int32_t smallest(const bitmask_search *s, int32_t *least)
{
    int32_t best = -1, enough = fewest_candidates(s);
    *least = MORE_THAN_ANY;
    FOR_OPEN (s, v) {
        int32_t size = size_of(candidates(s, v));
        if (size >= *least)
            continue;
        *least = size;
        best = v;
        if (size <= enough)
            return best;
    }
    return best;
}

/* The variable with the fewest candidates, ties to the one that failed most often. */
static int32_t weighted(const bitmask_search *s, int32_t *least)
{
    int32_t best = -1;
    uint64_t heaviest = 0;
    *least = MORE_THAN_ANY;
    FOR_OPEN (s, v) {
        int32_t size = size_of(candidates(s, v));
        if (size < *least || (size == *least && s->weight[v] > heaviest)) {
            *least = size;
            heaviest = s->weight[v];
            best = v;
        }
    }
    return best;
}

/* With many variables, the best one of each word of 64 is kept, and looked for again only after one
 * of them has changed. 40,000 variables took 4.8 s when each decision looked at all of them. */
enum { MANY_VARIABLES = 2048, MANY_GROUPS = 2048 };

bool bitmask_is_large(const bitmask_search *s)
{
    return s->on->variables > MANY_VARIABLES && s->config.order == ORDER_DOMWDEG
        && s->config.propagation != PROPAGATION_NONE;
}

/* Is the quotient of candidates and weighted degree smaller for v than size_of_best /
 * weight_of_best? If so, it becomes the best. */
static inline bool is_better(const bitmask_search *s, int32_t v, int32_t size,
                             uint64_t *size_of_best, uint64_t *weight_of_best)
{
    if ((uint64_t)size * *weight_of_best >= *size_of_best * s->weight[v])
        return false;
    *size_of_best = (uint64_t)size;
    *weight_of_best = s->weight[v];
    return true;
}

static void refresh_word(bitmask_search *s, int32_t word)
{
    uint64_t size_of_best = 1, weight_of_best = 0;
    s->best[word] = -1;
    s->fewest[word] = MORE_THAN_ANY;
    for (uint64_t left = open_in(s, word); left; left &= left - 1) {
        int32_t v = 64 * word + __builtin_ctzll(left), size = size_of(s->domain[v]);
        s->fewest[word] = size < s->fewest[word] ? size : s->fewest[word];
        if (is_better(s, v, size, &size_of_best, &weight_of_best))
            s->best[word] = v;
    }
}

static int32_t domwdeg_of_many(bitmask_search *s, int32_t *least)
{
    int32_t best = -1;
    uint64_t size_of_best = 1, weight_of_best = 0;
    for (int32_t span = 0; span <= s->open_words / 64; span++) {
        for (uint64_t left = s->dirty[span]; left; left &= left - 1)
            refresh_word(s, 64 * span + __builtin_ctzll(left));
        s->dirty[span] = 0;
    }
    *least = MORE_THAN_ANY;
    for (int32_t word = 0; word < s->open_words; word++) {
        int32_t v = s->best[word];
        if (v < 0)
            continue;
        *least = s->fewest[word] < *least ? s->fewest[word] : *least;
        if (is_better(s, v, size_of(s->domain[v]), &size_of_best, &weight_of_best))
            best = v;
    }
    return best;
}

/* The variable with the smallest quotient of candidates and weighted degree (Boussemart et al.,
 * Boosting Systematic Search by Weighting Constraints, 2004). */
static int32_t domwdeg(const bitmask_search *s, int32_t *least)
{
    int32_t best = -1;
    uint64_t size_of_best = 1, weight_of_best = 0;
    *least = MORE_THAN_ANY;
    FOR_OPEN (s, v) {
        int32_t size = size_of(candidates(s, v));
        *least = size < *least ? size : *least;
        if (is_better(s, v, size, &size_of_best, &weight_of_best))
            best = v;
    }
    return best;
}

/* Any of the variables with the fewest candidates, or one more than the fewest. */
static int32_t pick(bitmask_search *s, int32_t *least)
{
    int32_t count = 0;
    if (smallest(s, least) < 0)
        return -1;
    FOR_OPEN (s, v)
        if (size_of(candidates(s, v)) <= *least + 1)
            s->ties[count++] = v;
    return s->ties[random_below(s, count)];
}

static int32_t choose_variable(bitmask_search *s, int32_t *least)
{
    switch (s->config.order) {
    case ORDER_SMALLEST:
        return smallest(s, least);
    case ORDER_WEIGHTED:
        return weighted(s, least);
    case ORDER_DOMWDEG:
        return s->dirty ? domwdeg_of_many(s, least) : domwdeg(s, least);
    case ORDER_PICK:
        return pick(s, least);
    default:
        if (s->config.places)
            smallest(s, least);
        return first_open(s);
    }
}

/* The value with the fewest places in a tight group. *count is 0, 1 or 2, or MANY if all have more,
 * or the group is not tight. */
static inline uint64_t fewest_places(const bitmask_search *s, int32_t group, int32_t *count)
{
    const bitmask_rows *members = &s->on->members;
    uint64_t once = 0, twice = 0, thrice = 0, fixed = 0;
    for (int32_t i = members->at[group]; i < members->at[group + 1]; i++) {
        int32_t v = members->item[i];
        uint64_t set = is_open(s, v) ? candidates(s, v) : 0;
        fixed |= is_open(s, v) ? 0 : s->domain[v];
        thrice |= twice & set;
        twice |= once & set;
        once |= set;
    }
    uint64_t alone = once & ~twice, pair = twice & ~thrice;
    int32_t extra = spare(s, group, once | fixed);
    *count = extra < 0 ? 0 : extra > 0 ? MANY : alone ? 1 : pair ? 2 : MANY;
    return lowest(extra < 0 ? ~(once | fixed) : alone ? alone : pair);
}

static uint64_t positions(const bitmask_search *s, int32_t group, uint64_t value)
{
    const int32_t *member = s->on->members.item + s->on->members.at[group];
    uint64_t found = 0;
    for (int32_t i = 0; i < bitmask_size(s->on, group); i++)
        if (is_open(s, member[i]) && candidates(s, member[i]) & value)
            found |= UINT64_C(1) << i;
    return found;
}

static bool has_auxiliary(const bitmask_structure *on, int32_t group)
{
    for (int32_t i = on->members.at[group]; i < on->members.at[group + 1]; i++)
        if (on->members.item[i] >= on->own)
            return true;
    return false;
}

/* Find the value with the fewest places in a tight group, if it has two or less, and less than
 * `least`. Ties go to the group that failed most often, if that is known; else to the first. */
static bool choose_place(const bitmask_search *s, int32_t least, bitmask_frame *frame)
{
    int32_t enough = s->config.propagation > PROPAGATION_NAKED ? 2 : 0;
    uint64_t heaviest = UINT64_MAX;
    if (least <= enough || s->on->groups > MANY_GROUPS)
        return false;
    least = least < MANY ? least : MANY;
    frame->value = 0;
    for (int32_t g = 0; g < s->on->groups && (s->group_weight || least > enough); g++) {
        int32_t count;
        if (s->on->own < s->on->variables && has_auxiliary(s->on, g))
            continue;
        uint64_t value = fewest_places(s, g, &count);
        uint64_t weight = s->group_weight ? s->group_weight[g] : 0;
        if (count > least || (count == least && weight <= heaviest))
            continue;
        least = count;
        heaviest = weight;
        frame->value = value;
        frame->subject = g;
    }
    if (frame->value)
        frame->rest = least > 0 ? positions(s, frame->subject, frame->value) : 0;
    return frame->value != 0;
}

/* Is too little of the board fixed for a clever choice? Then simple backtracking is faster. */
static bool is_filling(const bitmask_search *s)
{
    int32_t open = 0;
    if (s->config.fill == 0)
        return false;
    for (int32_t word = 0; word < s->open_words; word++)
        open += size_of(s->open[word]);
    return s->on->variables - open < s->config.fill;
}

bool bitmask_choose(bitmask_search *s, bitmask_frame *frame)
{
    int32_t least = 0;
    frame->ascending = is_filling(s);
    frame->from = 1;
    s->auxiliary = frame->auxiliary = false;
    int32_t v = frame->ascending ? first_open(s) : choose_variable(s, &least);
    if (v < 0 && s->on->own < s->on->variables) {
        s->auxiliary = frame->auxiliary = true;
        v = smallest(s, &least);
    }
    if (v < 0)
        return false;
    if (s->config.places && !s->two_way && !frame->ascending && !frame->auxiliary
        && choose_place(s, least, frame))
        return true;
    frame->value = 0;
    frame->subject = v;
    frame->rest = candidates(s, v);
    return true;
}

/* The value that the fewest peers would lose. */
static uint64_t least_constraining_value(const bitmask_search *s, int32_t v, uint64_t values)
{
    const bitmask_rows *peers = &s->on->peers;
    tally losers = {.planes = 0};
    for (int32_t i = peers->at[v]; i < peers->at[v + 1]; i++)
        if (is_open(s, peers->item[i]))
            tally_add(&losers, candidates(s, peers->item[i]) & values);
    return lowest(tally_least(&losers, values));
}

/* The position at which the fewest peers would lose the value. */
static uint64_t least_constraining_place(const bitmask_search *s, int32_t group, uint64_t value,
                                         uint64_t places)
{
    const int32_t *member = s->on->members.item + s->on->members.at[group];
    const bitmask_rows *peers = &s->on->peers;
    int32_t least = INT32_MAX;
    uint64_t best = 0;
    for (; places; places &= places - 1) {
        int32_t v = member[__builtin_ctzll(places)], losers = 0;
        for (int32_t i = peers->at[v]; i < peers->at[v + 1]; i++)
            losers += is_open(s, peers->item[i]) && candidates(s, peers->item[i]) & value;
        if (losers < least) {
            least = losers;
            best = lowest(places);
        }
    }
    return best;
}

/* The value that the variable had when the search was deepest, if it may be tried; else the one that
 * the fewest peers would lose.
 *
 * Most of a deep assignment is right, and a search that begins again would lose it. Solvers for SAT
 * keep the values of their variables for the same reason (A. Biere: CaDiCaL, "best phases"). */
static uint64_t deepest_value(const bitmask_search *s, int32_t v, uint64_t values)
{
    uint64_t then = s->deepest[v] & values;
    return then ? then : least_constraining_value(s, v, values);
}

static uint64_t random_member(bitmask_search *s, uint64_t set)
{
    for (int32_t skip = random_below(s, size_of(set)); skip > 0; skip--)
        set &= set - 1;
    return lowest(set);
}

/* Take the next alternative out of the rest of a decision; there must be one. */
uint64_t bitmask_next(bitmask_search *s, bitmask_frame *frame)
{
    uint64_t next;
    if (frame->ascending || s->config.values == VALUES_ASCENDING) {
        uint64_t all = frame->value ? UINT64_MAX : s->on->universe;
        candidate from = {frame->from, 0};
        next = successor(s->config.successor, ~frame->rest, all, from).code;
        frame->from = next << 1;
    } else if (s->config.values == VALUES_RANDOM) {
        next = random_member(s, frame->rest);
    } else if (frame->value) {
        next = least_constraining_place(s, frame->subject, frame->value, frame->rest);
    } else if (s->config.values == VALUES_DEEPEST) {
        next = deepest_value(s, frame->subject, frame->rest);
    } else {
        next = least_constraining_value(s, frame->subject, frame->rest);
    }
    frame->rest ^= next;
    return next;
}
