/* The all-different filter (Regin 1994): keep the values that lie in some assignment of the group.
 *
 * First a matching: each open member gets a value of its own. Then a graph on the *values*: from
 * the value of a member lead arrows to all values that the member could take instead, so the arrows
 * of x are simply the domain of its owner, a word. A value without an owner is where a chain of
 * exchanges can end; it has arrows to all. A member may change from x to y if and only if exchanges
 * lead from y back to x, that is, if both lie in one strongly connected component.
 *
 *      member   a: {1,2}   b: {1,2}   c: {2,3,4}     matched a=1, b=2, c=3; 4 has no owner
 *      arrows   1 -> 2     2 -> 1     3 -> 2,4    4 -> 1,2,3
 *      components  {1,2}  {3,4}:      c loses 2
 *
 * The matching of the last visit is kept for each group, over backtracking too: it is only a hint,
 * and where the domains still allow it, nothing needs to be found again. */
#include "bitmask_state.h"

typedef struct {
    int32_t count;                /* open members */
    int32_t variable[64];
    uint64_t domain[64];
    unsigned char *hint[64];      /* where the value of the member is kept between visits */
    unsigned char owner[64];      /* value -> member */
    uint64_t all;                 /* the union of the domains */
    uint64_t owned;               /* values that have an owner */
} group_view;

/* Fixed members are skipped: their values are already out of all other domains. */
static void view(const bitmask_search *s, int32_t group, group_view *w)
{
    const bitmask_rows *members = &s->on->members;
    w->count = 0;
    w->all = w->owned = 0;
    for (int32_t i = members->at[group]; i < members->at[group + 1]; i++) {
        int32_t v = members->item[i];
        if (is_single(s->domain[v]))
            continue;
        w->variable[w->count] = v;
        w->domain[w->count] = s->domain[v];
        w->hint[w->count++] = &s->match[i];
        w->all |= s->domain[v];
    }
}

static void give(group_view *w, int32_t member, int32_t value)
{
    w->owner[value] = (unsigned char)member;
    *w->hint[member] = (unsigned char)value;
}

/* Keep those old matches that are still possible; the other members are left to be matched. */
static uint64_t recall(group_view *w)
{
    uint64_t left = 0;
    for (int32_t m = 0; m < w->count; m++) {
        int32_t value = *w->hint[m];
        uint64_t code = value == BITMASK_UNMATCHED ? 0 : UINT64_C(1) << value;
        if (code & w->domain[m] & ~w->owned) {
            w->owned |= code;
            w->owner[value] = (unsigned char)m;
        } else {
            left |= UINT64_C(1) << m;
        }
    }
    return left;
}

/* Find a value for a member: follow an alternating path, depth first, until a member can take a
 * value without an owner; then each member on the path takes the value that it wants. */
static bool match(group_view *w, int32_t member)
{
    int32_t path[64], wants[64], length = 1;
    uint64_t visited = 0;
    path[0] = member;
    while (length > 0) {
        int32_t m = path[length - 1];
        uint64_t next = w->domain[m] & ~visited, free = next & ~w->owned;
        if (free) {
            wants[length - 1] = __builtin_ctzll(free);
            w->owned |= lowest(free);
            while (length-- > 0)
                give(w, path[length], wants[length]);
            return true;
        }
        if (!next) {
            length--;
            continue;
        }
        int32_t value = __builtin_ctzll(next);
        visited |= lowest(next);
        wants[length - 1] = value;
        path[length++] = w->owner[value];
    }
    return false;
}

/* The owners of these values keep nothing outside of them. */
static void confine(bitmask_search *s, const group_view *w, uint64_t component)
{
    for (uint64_t left = component & w->owned; left; left &= left - 1) {
        int32_t m = w->owner[__builtin_ctzll(left)];
        if (w->domain[m] & ~component)
            narrow(s, w->variable[m], w->domain[m] & component);
    }
}

/* Strongly connected components, by a path of sets (after Purdom and Munro; Gabow): extend the path
 * by an arrow out of its last set; an arrow back into the path merges all sets from there on into
 * one; a last set without arrows out of it is a component. */
static void split(bitmask_search *s, const group_view *w)
{
    uint64_t inside[65], arrows[65], left = w->all, on_path = 0;
    int32_t last = -1;
    while (left) {
        uint64_t out = last < 0 ? left : arrows[last] & left & ~inside[last];
        uint64_t back = last < 0 ? 0 : out & on_path;
        if (back) {
            for (; back & ~inside[last]; last--) {
                inside[last - 1] |= inside[last];
                arrows[last - 1] |= arrows[last];
            }
        } else if (out) {
            uint64_t value = lowest(out);
            last++;
            inside[last] = value;
            arrows[last] = value & w->owned ? w->domain[w->owner[__builtin_ctzll(value)]] : w->all;
            on_path |= value;
        } else {
            confine(s, w, inside[last]);
            left &= ~inside[last];
            on_path &= ~inside[last];
            last--;
        }
    }
}

bool bitmask_filter(bitmask_search *s, int32_t group)
{
    group_view w;
    view(s, group, &w);
    for (uint64_t left = recall(&w); left; left &= left - 1)
        if (!match(&w, __builtin_ctzll(left)))
            return false;
    split(s, &w);
    return true;
}
