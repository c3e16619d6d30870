/* The state of a search, and the few operations that everything else is made of.
 *
 *     domain   one word per variable: the values it may still take
 *     open     one bit per variable: not yet fixed *and* announced to its peers
 *
 *     trail    | x: 1011 | y: 0110 | z: 1100 | y: 0010 |         a domain as it was before a change
 *                        ^                   ^         ^
 *              frame[1].mark              cursor      top
 *
 *     frame    | branch on x | branch on z |                     the decisions that stand, and what
 *              0             1             depth                 of each is still to be tried
 *
 * The trail serves twice. Read backwards, it takes changes back to a frame's mark. Read forwards,
 * it is the queue of what changed and has not been looked at: the entries from cursor to top. */
#ifndef CSP_SUDOKU_BITMASK_STATE_H
#define CSP_SUDOKU_BITMASK_STATE_H

#include <stdatomic.h>
#include <string.h>

#include "bitmask_structure.h"

typedef struct {
    uint64_t old;
    int32_t variable;
} bitmask_change;

/* A decision: the value of a variable, or the place of a value in a group. */
typedef struct {
    uint64_t rest;    /* the alternatives not yet tried: values, or positions in the group */
    uint64_t from;    /* the alternatives below this code are known to be gone */
    uint64_t taken;   /* the value that the last alternative gave to `tried` */
    uint64_t value;   /* the value that is looking for its place; 0 if a variable is branched on */
    int32_t subject;  /* the variable, or the group */
    int32_t tried;    /* the variable that the last alternative fixed */
    int32_t mark;     /* the top of the trail before any alternative */
    bool ascending;   /* whatever the configuration says */
    bool auxiliary;   /* all variables that solutions are about were fixed before */
} bitmask_frame;

/* A set of small numbers that is emptied from the lowest on: one bit per number, and above it one
 * bit for each span of 2^shift words, 0 if all of them are 0. Up to 4096 numbers a span is a word. */
typedef struct {
    uint64_t *word;
    uint64_t spans;
    int32_t shift;
} bitmask_worklist;

typedef enum { STAGE_START, STAGE_PROBE, STAGE_CHOOSE, STAGE_TRY, STAGE_OVER } bitmask_stage;

struct bitmask_search {
    const bitmask_structure *on;
    uint64_t *domain;
    uint64_t *open;
    bitmask_change *trail;
    int32_t top, cursor;
    int32_t marked;             /* changes before this one were told to the constraints already */
    bool settled;               /* would the constraint that was run find nothing if run again? */
    int32_t open_words;
    bitmask_worklist changed;   /* groups to look through for hidden singles */
    bitmask_worklist stale;     /* groups that changed since a costlier rule saw them */
    bitmask_worklist crossings; /* crossings to look through for locked values */
    bitmask_worklist active;    /* constraints to run: a variable of theirs has changed */
    uint64_t *without;          /* constraints that need not hold, as bits; NULL if all must */
    uint64_t *scratch;          /* where propagators work */
    uint64_t *keen;             /* groups that are or may become tight, as bits */
    bool few_keen;              /* are they all among the first 64? */
    uint64_t *tight;            /* group -> its values, if each of them must appear; else 0 */
    uint64_t *used;             /* group -> the values placed in it; only without propagation */
    uint64_t *weight;           /* variable -> failed branches, or weighted degree; or NULL */
    uint64_t *group_weight;     /* group -> failures in it; only for weighted degrees */
    unsigned char *match;       /* member of a group -> the value it was last matched with */
    int32_t *ties;              /* variables to draw from */
    uint64_t *deepest;          /* variable -> its value when the fewest were open, or an older one */
    int32_t fewest_open;        /* how many were open then */
    uint64_t *dirty;            /* words of `open` to look through again; NULL if there are few */
    int32_t *best;              /* word of `open` -> its best variable to branch on, or -1 */
    int32_t *fewest;            /* word of `open` -> the fewest candidates of its variables */
    bitmask_frame *frame;
    int32_t depth;
    int32_t levels;              /* open variables at the start; only for the plain loop */
    bitmask_stage stage;
    bool plain;
    bool two_way;                /* is a decision one value, or anything but that value? */
    bool auxiliary;              /* is a choice among the auxiliary variables being made? */
    bitmask_config config;
    uint64_t random;
    int32_t probed;              /* the variable whose values are tried one by one, at the root */
    uint64_t unprobed;           /* those of its values that were not tried yet */
    bool gained;                 /* has this round of tries taken a value away? */
    uint64_t failures, patience; /* dead ends since the last restart, and how many are allowed */
    uint64_t *events;            /* where branches are recorded; NULL if they are not */
    uint64_t recorded, room;
    uint64_t count[COUNTS];
    _Atomic uint64_t published[COUNTS];
};

static inline bool is_single(uint64_t set)
{
    return (set & (set - 1)) == 0;
}

static inline uint64_t lowest(uint64_t set)
{
    return set & (0 - set);
}

/* The number of values in a set. Where the compiler may not use the instruction, it would call a
 * function. */
static inline int32_t size_of(uint64_t set)
{
#if defined(__POPCNT__) || defined(BITS_BY_INSTRUCTION)
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int32_t)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

static inline bool is_open(const bitmask_search *s, int32_t v)
{
    return s->open[v >> 6] >> (v & 63) & 1;
}

static inline void worklist_set(bitmask_worklist *list, int32_t word, uint64_t bits)
{
    list->word[word] |= bits;
    list->spans |= UINT64_C(1) << (word >> list->shift);
}

static inline void worklist_add(bitmask_worklist *list, int32_t number)
{
    worklist_set(list, number >> 6, UINT64_C(1) << (number & 63));
}

static inline void worklist_mark(bitmask_worklist *list, const bitmask_marks *marks, int32_t row)
{
    const bitmask_mark *mark = marks->item + marks->at[row];
    const bitmask_mark *end = marks->item + marks->at[row + 1];
    do
        worklist_set(list, mark->word, mark->bits);
    while (++mark < end);
}

/* The same, with none but certain numbers. */
static inline void worklist_mark_among(bitmask_worklist *list, const bitmask_marks *marks,
                                       int32_t row, const uint64_t *among)
{
    const bitmask_mark *mark = marks->item + marks->at[row];
    const bitmask_mark *end = marks->item + marks->at[row + 1];
    for (; mark < end; mark++)
        if (mark->bits & among[mark->word])
            worklist_set(list, mark->word, mark->bits & among[mark->word]);
}

static inline void worklist_remove(bitmask_worklist *list, int32_t number)
{
    list->word[number >> 6] &= ~(UINT64_C(1) << (number & 63));
}

/* Take the lowest number out; -1 if there is none. */
static inline int32_t worklist_take(bitmask_worklist *list)
{
    for (; list->spans; list->spans &= list->spans - 1) {
        int32_t word = __builtin_ctzll(list->spans) << list->shift;
        int32_t end = word + (1 << list->shift);
        for (; word < end; word++) {
            uint64_t bits = list->word[word];
            if (bits) {
                list->word[word] = bits & (bits - 1);
                return word * 64 + __builtin_ctzll(bits);
            }
        }
    }
    return -1;
}

static inline void worklist_clear(bitmask_worklist *list)
{
    for (; list->spans; list->spans &= list->spans - 1)
        memset(list->word + ((size_t)__builtin_ctzll(list->spans) << list->shift), 0,
               sizeof(uint64_t) << list->shift);
}

/* How many more values than members: 0 if the group is tight, negative if it has no solution. `all`
 * is the union of its domains. */
static inline int32_t spare(const bitmask_search *s, int32_t group, uint64_t all)
{
    uint64_t tight = s->tight[group];
    if (tight)
        return all == tight ? 0 : -1;
    return size_of(all) - bitmask_size(s->on, group);
}

/* What variable v may take: its domain, less what stands beside it if nothing was propagated. */
static inline uint64_t candidates(const bitmask_search *s, int32_t v)
{
    uint64_t set = s->domain[v];
    if (s->used)
        for (int32_t i = s->on->memberships.at[v]; i < s->on->memberships.at[v + 1]; i++)
            set &= ~s->used[s->on->memberships.item[i]];
    return set;
}

/* Note that a variable is better or worse to branch on than it was. */
static inline void touch(bitmask_search *s, int32_t v)
{
    if (s->dirty)
        s->dirty[v >> 12] |= UINT64_C(1) << (v >> 6 & 63);
}

/* Change the domain of v, and remember what it was. */
static inline void change(bitmask_search *s, int32_t v, uint64_t set)
{
    bitmask_change *entry = &s->trail[s->top++];
    entry->old = s->domain[v];
    entry->variable = v;
    s->domain[v] = set;
}

/* Change the domain of v as an inference, not as a decision. */
static inline void narrow(bitmask_search *s, int32_t v, uint64_t set)
{
    s->count[COUNT_PROPAGATIONS] += (uint64_t)size_of(s->domain[v] ^ set);
    change(s, v, set);
}

/* Take a value from v. No branch predictor knows whether it has it: the change is written to the
 * trail, and the end of the trail, which is returned, moves only if it was one. (With a branch
 * there the whole search was slower by a quarter.) */
static inline bitmask_change *take(uint64_t *restrict domain, bitmask_change *restrict end,
                                   int32_t v, uint64_t value, bool *emptied)
{
    uint64_t old = domain[v], hit = old & value;
    end->old = old;
    end->variable = v;
    domain[v] = old ^ hit;
    *emptied |= old == value;
    return end + (hit != 0);
}

/* Count what was taken, as inferences. */
static inline void taken_to(bitmask_search *s, const bitmask_change *end)
{
    int32_t top = (int32_t)(end - s->trail);
    s->count[COUNT_PROPAGATIONS] += (uint64_t)(top - s->top);
    s->top = top;
}

/* The next number of splitmix64 (Steele, Lea, Flood 2014), scaled to 0 .. bound - 1. */
static inline int32_t random_below(bitmask_search *s, int32_t bound)
{
    uint64_t z = s->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return (int32_t)((z >> 32) * (uint64_t)bound >> 32);
}

enum { BITMASK_UNMATCHED = 64 }; /* in `match`: no value yet */

/* bitmask_propagate.c: false means a dead end, which rollback clears away. */
bool bitmask_begin(bitmask_search *s);
bool bitmask_assign(bitmask_search *s, int32_t v, uint64_t value);
void bitmask_rollback(bitmask_search *s, int32_t mark);
void bitmask_blame(bitmask_search *s, int32_t group);
void bitmask_blame_decision(bitmask_search *s, const bitmask_frame *frame);

/* bitmask_pairs.c: run the propagator of a constraint. */
bool bitmask_hold(bitmask_search *s, int32_t constraint);

/* bitmask_matching.c */
bool bitmask_filter(bitmask_search *s, int32_t group);

/* bitmask_order.c: are there so many variables that a choice must not look at each of them? */
bool bitmask_is_large(const bitmask_search *s);

/* bitmask_order.c: fill in the subject of a decision; false if every variable is fixed. */
bool bitmask_choose(bitmask_search *s, bitmask_frame *frame);
uint64_t bitmask_next(bitmask_search *s, bitmask_frame *frame);

/* bitmask_plain.c */
bool bitmask_is_plain(const bitmask_config *config);
void bitmask_plain_begin(bitmask_search *s);
bitmask_status bitmask_plain_run(bitmask_search *s, uint64_t stop);
void bitmask_plain_solution(const bitmask_search *s, unsigned char *value);

#endif
