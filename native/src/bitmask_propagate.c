/* What follows from a decision.
 *
 * A variable whose domain has one value left takes that value out of its peers (taboo, naked
 * singles). A group that changed is looked through: a value with one place left goes there (totem,
 * hidden singles). Two groups that cross: a value that must lie in both leaves the rest of each
 * (locked). Last and costliest, the all-different filter. The cheap rules run until they find
 * nothing before a costlier one is tried, and each change sends control back to the cheapest.
 *
 * "One place left" is a reason only in a *tight* group, where each value must appear: a group with
 * as many members as values in the union of its domains. With fewer values than members it has no
 * solution. A group that is tight stays tight; one that is not may become so. */
#include "bitmask_propagators.h"

/* A weighted degree is the sum of the failures of all groups of a variable. The definition leaves
 * out the groups in which all others are fixed; here they count. */
void bitmask_blame(bitmask_search *s, int32_t group)
{
    if (s->config.order != ORDER_DOMWDEG)
        return;
    const bitmask_rows *members = &s->on->members;
    s->group_weight[group]++;
    for (int32_t i = members->at[group]; i < members->at[group + 1]; i++) {
        s->weight[members->item[i]]++;
        touch(s, members->item[i]);
    }
}

static bool blame(bitmask_search *s, int32_t group)
{
    bitmask_blame(s, group);
    return false;
}

static bool in_group(const bitmask_structure *on, int32_t v, int32_t group)
{
    for (int32_t i = on->memberships.at[v]; i < on->memberships.at[v + 1]; i++)
        if (on->memberships.item[i] == group)
            return true;
    return false;
}

/* v emptied the domain of a peer: blame the groups that hold both. */
static bool blame_clash(bitmask_search *s, int32_t v)
{
    const bitmask_structure *on = s->on;
    if (s->config.order != ORDER_DOMWDEG)
        return false;
    int32_t i = on->peers.at[v];
    while (s->domain[on->peers.item[i]])
        i++;
    for (int32_t j = on->memberships.at[v]; j < on->memberships.at[v + 1]; j++)
        if (in_group(on, on->peers.item[i], on->memberships.item[j]))
            bitmask_blame(s, on->memberships.item[j]);
    return false;
}

/* A decision without alternatives: a value without a place in its group, or a variable without a
 * value, for which all its groups are blamed. */
void bitmask_blame_decision(bitmask_search *s, const bitmask_frame *frame)
{
    const bitmask_rows *groups = &s->on->memberships;
    if (frame->value) {
        bitmask_blame(s, frame->subject);
        return;
    }
    for (int32_t i = groups->at[frame->subject]; i < groups->at[frame->subject + 1]; i++)
        bitmask_blame(s, groups->item[i]);
}

/* Fixed to one value, v takes it out of its peers. */
static inline bool announce(bitmask_search *s, int32_t v)
{
    bitmask_change *end = s->trail + s->top;
    const int32_t *peer = s->on->peers.item + s->on->peers.at[v];
    const int32_t *last = s->on->peers.item + s->on->peers.at[v + 1];
    uint64_t value = s->domain[v];
    bool emptied = false;
    s->open[v >> 6] &= ~(UINT64_C(1) << (v & 63));
    for (; peer < last; peer++)
        end = take(s->domain, end, *peer, value, &emptied);
    taken_to(s, end);
    return !emptied || blame_clash(s, v);
}

/* Follow the chain of naked singles to its end; note the groups that changed if that matters. Up to
 * 64 groups are noted in a register: a word in memory, read and written again for each change, made
 * 9x9 boards slower by a tenth. */
static inline bool chain(bitmask_search *s, bool note_groups)
{
    const bitmask_marks *groups = &s->on->touches;
    bool few = s->on->groups <= 64;
    uint64_t noted = 0;
    while (s->cursor < s->top) {
        int32_t v = s->trail[s->cursor++].variable;
        touch(s, v);
        if (note_groups && few)
            noted |= groups->item[v].bits;
        else if (note_groups)
            worklist_mark(&s->changed, groups, v);
        if (is_single(s->domain[v]) && is_open(s, v) && !announce(s, v))
            return false;
    }
    if (noted)
        worklist_set(&s->changed, 0, noted);
    return true;
}

/* Put each value that has one place left in the group into that place. */
static bool place_alone(bitmask_search *s, int32_t group, uint64_t alone)
{
    const bitmask_rows *members = &s->on->members;
    for (int32_t i = members->at[group]; i < members->at[group + 1]; i++) {
        int32_t v = members->item[i];
        uint64_t value = s->domain[v] & alone;
        if (!value)
            continue;
        if (!is_single(value))
            return blame(s, group);
        narrow(s, v, value);
    }
    return true;
}

/* Hidden singles: values seen once, and not twice, and not fixed already. */
static inline bool find_alone(bitmask_search *s, int32_t group)
{
    const bitmask_rows *members = &s->on->members;
    uint64_t once = 0, twice = 0, fixed = 0;
    for (int32_t i = members->at[group]; i < members->at[group + 1]; i++) {
        uint64_t set = s->domain[members->item[i]];
        twice |= once & set;
        once |= set;
        fixed |= is_single(set) ? set : 0;
    }
    int32_t extra = spare(s, group, once);
    if (extra != 0)
        return extra > 0 || blame(s, group);
    uint64_t alone = once & ~twice & ~fixed;
    return !alone || place_alone(s, group, alone);
}

static inline uint64_t unite(const bitmask_search *s, int32_t at, int32_t end)
{
    uint64_t all = 0;
    for (; at < end; at++)
        all |= s->domain[s->on->crossed[at]];
    return all;
}

static bool take_out(bitmask_search *s, int32_t at, int32_t end, uint64_t gone)
{
    for (; at < end; at++) {
        int32_t v = s->on->crossed[at];
        uint64_t set = s->domain[v];
        if (!(set & gone))
            continue;
        if (!(set & ~gone))
            return false;
        narrow(s, v, set & ~gone);
    }
    return true;
}

/* A value of a tight group whose places all lie in the crossing leaves the rest of the other.
 *
 * On 9x9 boards it saves three nodes of four with 17 clues (15 % faster than singles alone), half
 * of them with the 1465 hard ones (20 % faster), a quarter with the very hardest (20 % slower). On
 * 25x25 and 36x36 it decides. Used only one or two decisions deep it would be faster on all 9x9
 * sets, and of no help on larger boards. */
static inline bool find_locked(bitmask_search *s, int32_t crossing)
{
    const bitmask_crossing *c = &s->on->crossing[crossing];
    uint64_t shared = unite(s, c->at, c->first_at);
    uint64_t first = unite(s, c->first_at, c->second_at);
    uint64_t second = unite(s, c->second_at, c->end);
    uint64_t from_second = shared & ~first & second, from_first = shared & ~second & first;
    if (from_second && spare(s, c->first, shared | first) == 0
        && !take_out(s, c->second_at, c->end, from_second))
        return blame(s, c->first);
    if (from_first && spare(s, c->second, shared | second) == 0
        && !take_out(s, c->first_at, c->second_at, from_first))
        return blame(s, c->second);
    return true;
}

/* Hidden singles; and a value that has two or three places leaves all variables outside of the group
 * that see each of them. Beside other constraints this takes the place of crossings: it also reaches
 * variables that see the places through several groups, and there are fewer groups than pairs of
 * groups that cross (with a king's moves there are hundreds of those). To look at values with more
 * places took more time; with more than nine values they matter, and crossings are looked at as they
 * are without constraints. Of looks at a group alone one of thirty finds something, so both rules share
 * one look. */
static bool find_common(bitmask_search *s, int32_t group)
{
    const bitmask_rows *members = &s->on->members;
    const uint64_t *inside = s->on->inside + (size_t)group * (size_t)s->on->sees_words;
    uint64_t once = 0, twice = 0, thrice = 0, more = 0, fixed = 0;
    for (int32_t i = members->at[group]; i < members->at[group + 1]; i++) {
        uint64_t set = s->domain[members->item[i]];
        more |= thrice & set;
        thrice |= twice & set;
        twice |= once & set;
        once |= set;
        fixed |= is_single(set) ? set : 0;
    }
    int32_t extra = spare(s, group, once);
    if (extra != 0)
        return extra > 0 || blame(s, group);
    uint64_t alone = once & ~twice & ~fixed;
    if (alone)
        return place_alone(s, group, alone);
    const int32_t *member = members->item + members->at[group];
    for (uint64_t few = twice & ~more; few; few &= few - 1)
        if (!bitmask_leave_common_peers(s, member, bitmask_size(s->on, group), lowest(few), inside))
            return blame(s, group);
    return true;
}

/* The next crossing to look through. Groups turn into their crossings as late as possible, since
 * most of them change again before the singles find nothing more. */
static inline int32_t next_crossing(bitmask_search *s)
{
    for (int32_t group; (group = worklist_take(&s->stale)) >= 0;)
        worklist_mark(&s->crossings, &s->on->crosses, group);
    return worklist_take(&s->crossings);
}

/* One step of the costlier rules; *idle if there was nothing to do. */
static inline bool think_harder(bitmask_search *s, bitmask_propagation level, bool *idle)
{
    bool locked = level == PROPAGATION_LOCKED;
    int32_t next = locked ? next_crossing(s) : worklist_take(&s->stale);
    *idle = next < 0;
    if (*idle)
        return true;
    return locked ? find_locked(s, next) : bitmask_filter(s, next) || blame(s, next);
}

/* Run all rules up to `level` until none of them finds anything. */
static inline bool settle(bitmask_search *s, bitmask_propagation level)
{
    for (bool idle = false; !idle;) {
        if (!chain(s, level > PROPAGATION_NAKED))
            return false;
        if (level == PROPAGATION_NAKED)
            return true;
        int32_t group = worklist_take(&s->changed);
        if (group < 0 && level == PROPAGATION_SINGLES)
            return true;
        if (group >= 0 && level > PROPAGATION_SINGLES)
            worklist_add(&s->stale, group);
        if (!(group >= 0 ? find_alone(s, group) : think_harder(s, level, &idle)))
            return false;
    }
    return true;
}

/* The bits of the first word of a row. */
static inline uint64_t first_marks(const bitmask_marks *marks, int32_t row)
{
    const bitmask_mark *mark = marks->item + marks->at[row];
    return mark->word == 0 ? mark->bits : 0;
}

/* The same with constraints beside the groups, which come after the singles. Note which of them a
 * change concerns, and follow naked singles as before. */
static bool chain_watched(bitmask_search *s, const bitmask_marks *groups)
{
    const bitmask_marks *watches = &s->on->watches;
    bool few = s->few_keen, few_constraints = s->on->constraints->constraints <= 64;
    uint64_t noted = 0, watched = 0;
    while (s->cursor < s->top) {
        int32_t v = s->trail[s->cursor].variable;
        touch(s, v);
        if (s->cursor >= s->marked && few_constraints)
            watched |= first_marks(watches, v);
        else if (s->cursor >= s->marked)
            worklist_mark(&s->active, watches, v);
        s->cursor++;
        if (groups && few)
            noted |= first_marks(groups, v);
        else if (groups)
            worklist_mark_among(&s->changed, groups, v, s->keen);
        if (is_single(s->domain[v]) && is_open(s, v) && !announce(s, v))
            return false;
    }
    noted &= s->keen[0];
    if (noted)
        worklist_set(&s->changed, 0, noted);
    if (watched)
        worklist_set(&s->active, 0, watched);
    return true;
}

static inline bool is_left_out(const bitmask_search *s, int32_t constraint)
{
    return s->without && s->without[constraint >> 6] >> (constraint & 63) & 1;
}

/* Run a constraint. Others are told what it changed; itself only if it could find more. */
static inline bool hold(bitmask_search *s, int32_t constraint)
{
    int32_t top = s->top;
    if (!bitmask_hold(s, constraint))
        return false;
    if (s->settled && s->top > top) {
        for (int32_t i = top; i < s->top; i++)
            worklist_mark(&s->active, &s->on->watches, s->trail[i].variable);
        worklist_remove(&s->active, constraint);
        s->marked = s->top;
    }
    return true;
}

static bool settle_watched(bitmask_search *s, bitmask_propagation level)
{
    const bitmask_marks *groups = level == PROPAGATION_NAKED          ? NULL
                                : level == PROPAGATION_ALLDIFFERENT ? &s->on->touches
                                                                    : &s->on->lean;
    bool common = level == PROPAGATION_LOCKED && s->on->common;
    for (bool idle = false; !idle;) {
        if (!chain_watched(s, groups))
            return false;
        int32_t constraint = worklist_take(&s->active);
        if (constraint >= 0) {
            if (!is_left_out(s, constraint) && !hold(s, constraint))
                return false;
            continue;
        }
        int32_t group = level > PROPAGATION_NAKED ? worklist_take(&s->changed) : -1;
        if (group >= 0) {
            if (level > PROPAGATION_SINGLES && !common)
                worklist_add(&s->stale, group);
            if (!(common ? find_common(s, group) : find_alone(s, group)))
                return false;
            continue;
        }
        if (level <= PROPAGATION_SINGLES || common)
            return true;
        if (!think_harder(s, level, &idle))
            return false;
    }
    return true;
}

/* The level as a constant: each case is compiled to its own loop. */
static bool propagate(bitmask_search *s)
{
    if (s->on->constraints)
        return settle_watched(s, s->config.propagation);
    switch (s->config.propagation) {
    case PROPAGATION_NONE:
        s->cursor = s->top;
        return true;
    case PROPAGATION_NAKED:
        return settle(s, PROPAGATION_NAKED);
    case PROPAGATION_SINGLES:
        return settle(s, PROPAGATION_SINGLES);
    case PROPAGATION_LOCKED:
        return settle(s, PROPAGATION_LOCKED);
    default:
        return settle(s, PROPAGATION_ALLDIFFERENT);
    }
}

static void set_used(bitmask_search *s, int32_t v, bool used)
{
    uint64_t value = s->domain[v];
    for (int32_t i = s->on->memberships.at[v]; i < s->on->memberships.at[v + 1]; i++) {
        uint64_t *group = &s->used[s->on->memberships.item[i]];
        *group = used ? *group | value : *group & ~value;
    }
}

/* Without propagation a placed value is only written down, for others to be checked against. */
static void place(bitmask_search *s, int32_t v)
{
    s->open[v >> 6] &= ~(UINT64_C(1) << (v & 63));
    set_used(s, v, true);
}

bool bitmask_assign(bitmask_search *s, int32_t v, uint64_t value)
{
    change(s, v, value);
    if (s->used)
        place(s, v);
    return propagate(s);
}

void bitmask_rollback(bitmask_search *s, int32_t mark)
{
    while (s->top > mark) {
        const bitmask_change *entry = &s->trail[--s->top];
        int32_t v = entry->variable;
        if (s->used)
            set_used(s, v, false);
        s->domain[v] = entry->old;
        s->open[v >> 6] |= UINT64_C(1) << (v & 63);
        touch(s, v);
    }
    s->cursor = s->marked = s->top;
    worklist_clear(&s->changed);
    worklist_clear(&s->active);
    worklist_clear(&s->crossings);
    worklist_clear(&s->stale);
}

enum { NEARLY = 2 };

/* Find the groups that are tight from the start; false if one has too few values. Groups that are
 * not, and have less than NEARLY as many members as there are values, will hardly ever be: beside
 * other constraints only the others are looked through. */
static bool find_tight(bitmask_search *s)
{
    const bitmask_rows *members = &s->on->members;
    for (int32_t g = 0; g < s->on->groups; g++) {
        uint64_t all = 0;
        for (int32_t i = members->at[g]; i < members->at[g + 1]; i++)
            all |= s->domain[members->item[i]];
        int32_t extra = spare(s, g, all);
        if (extra < 0)
            return false;
        s->tight[g] = extra == 0 ? all : 0;
        if (extra == 0 || bitmask_size(s->on, g) + NEARLY >= s->on->values
            || s->config.propagation == PROPAGATION_ALLDIFFERENT)
            s->keen[g >> 6] |= UINT64_C(1) << (g & 63);
    }
    s->few_keen = true;
    for (int32_t word = 1; word <= s->on->groups / 64; word++)
        s->few_keen = s->few_keen && !s->keen[word];
    return true;
}

/* The variables that are fixed from the start, one after the other; false if two of them clash. */
static bool enter_clues(bitmask_search *s)
{
    for (int32_t v = 0; v < s->on->variables; v++) {
        if (!is_single(s->domain[v]) || !is_open(s, v))
            continue;
        if (!s->used && !announce(s, v))
            return false;
        if (s->used && candidates(s, v) == 0)
            return false;
        if (s->used)
            place(s, v);
    }
    return true;
}

bool bitmask_begin(bitmask_search *s)
{
    if (s->on->crowded)
        return false;
    for (int32_t v = 0; v < s->on->variables; v++)
        if (!s->domain[v])
            return false;
    if (!find_tight(s) || !enter_clues(s))
        return false;
    if (s->config.propagation > PROPAGATION_NAKED)
        for (int32_t g = 0; g < s->on->groups; g++)
            worklist_add(&s->changed, g);
    for (int32_t c = 0; s->on->constraints && c < s->on->constraints->constraints; c++)
        if (s->on->constraints->posted[c])
            worklist_add(&s->active, c);
    if (!propagate(s))
        return false;
    s->top = s->cursor = s->marked = 0; /* what holds at the root is never taken back */
    return true;
}
