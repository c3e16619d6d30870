/* Plain brute force: variables in order, values in order, a check against the values placed so far,
 * and nothing else.
 *
 * The configuration static, ascending, none needs no trail, no domains that change, no choice: the
 * variables that are open at the start are the levels of the stack, and stay so. A level keeps
 * the value that it tries; the values used in each group are words. What remains is a loop so tight
 * that the way to find the next candidate (successor.h) can be measured, which is what it is for.
 *
 *     frame   | x = 2 | y = 5 | z: from 4 on | u | w |
 *                               depth */
#include "bitmask_state.h"

bool bitmask_is_plain(const bitmask_config *config)
{
    return config->propagation == PROPAGATION_NONE && config->order == ORDER_STATIC
        && config->values == VALUES_ASCENDING && !config->places;
}

static inline void refresh(bitmask_frame *level)
{
    level->from = 1;
    level->tried = 0;
}

/* The variables that are open at the start become the levels. */
void bitmask_plain_begin(bitmask_search *s)
{
    s->levels = 0;
    for (int32_t v = 0; v < s->on->variables; v++) {
        if (!is_open(s, v))
            continue;
        bitmask_frame *level = &s->frame[s->levels++];
        level->subject = v;
        refresh(level);
    }
}

/* The values that variable v cannot take. */
static inline uint64_t taken(const bitmask_search *s, int32_t v)
{
    uint64_t set = ~s->domain[v];
    for (int32_t i = s->on->memberships.at[v]; i < s->on->memberships.at[v + 1]; i++)
        set |= s->used[s->on->memberships.item[i]];
    return set;
}

/* Put a value in, or take it out again. */
static inline void toggle(bitmask_search *s, int32_t v, uint64_t code)
{
    for (int32_t i = s->on->memberships.at[v]; i < s->on->memberships.at[v + 1]; i++)
        s->used[s->on->memberships.item[i]] ^= code;
}

static inline void step_forward(bitmask_search *s, bitmask_frame *level, candidate value)
{
    level->from = value.code;
    level->tried = value.digit;
    toggle(s, level->subject, value.code);
    s->depth++;
    s->count[COUNT_NODES]++;
    if ((uint64_t)s->depth > s->count[COUNT_MAX_DEPTH])
        s->count[COUNT_MAX_DEPTH] = (uint64_t)s->depth;
}

/* Take back the value of the level before this one, which goes on with the next; false if there is
 * none. */
static inline bool step_back(bitmask_search *s)
{
    if (s->depth == 0)
        return false;
    bitmask_frame *level = &s->frame[--s->depth];
    toggle(s, level->subject, level->from);
    level->from <<= 1;
    level->tried++;
    return true;
}

/* Go on until a solution, the end, or until the count of nodes is `stop`. */
static inline bitmask_status walk(bitmask_search *s, uint64_t stop, successor_kind kind)
{
    while (s->depth < s->levels) {
        bitmask_frame *level = &s->frame[s->depth];
        candidate from = {level->from, level->tried};
        candidate next = successor(kind, taken(s, level->subject), s->on->universe, from);
        if (next.code == 0) {
            s->count[COUNT_BACKTRACKS] += level->from == 1;
            refresh(level);
            if (!step_back(s))
                return BITMASK_EXHAUSTED;
        } else if (s->count[COUNT_NODES] == stop) {
            return BITMASK_PAUSED;
        } else {
            step_forward(s, level, next);
        }
    }
    return BITMASK_SOLUTION;
}

/* The kind of successor as a constant: each case is compiled to its own loop. */
bitmask_status bitmask_plain_run(bitmask_search *s, uint64_t stop)
{
    if (s->depth == s->levels && s->stage == STAGE_TRY && !step_back(s))
        return BITMASK_EXHAUSTED;
    s->stage = STAGE_TRY;
    switch (s->config.successor) {
    case SUCCESSOR_LOOP:
        return walk(s, stop, SUCCESSOR_LOOP);
    case SUCCESSOR_MASK:
        return walk(s, stop, SUCCESSOR_MASK);
    case SUCCESSOR_SUM:
        return walk(s, stop, SUCCESSOR_SUM);
    case SUCCESSOR_TABLE:
        return walk(s, stop, SUCCESSOR_TABLE);
    case SUCCESSOR_BRANCHLESS:
        return walk(s, stop, SUCCESSOR_BRANCHLESS);
    default:
        return walk(s, stop, SUCCESSOR_CTZ);
    }
}

void bitmask_plain_solution(const bitmask_search *s, unsigned char *value)
{
    for (int32_t level = 0; level < s->levels; level++)
        value[s->frame[level].subject] = (unsigned char)s->frame[level].tried;
}
