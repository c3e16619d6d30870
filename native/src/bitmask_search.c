/* The machine: choose, try, continue or backtrack; pause anywhere, and resume.
 *
 *     START -> CHOOSE -> TRY -> CHOOSE ...     a decision is pushed, its alternatives are tried
 *                 |       |
 *             solution   OVER                  no frame is left
 *
 * Beside constraints, a decision has two ways: a value, or anything but that value. When the value
 * has failed it is taken away, what follows from that is found, and the next choice is a new one, of
 * any variable. (With all values of one variable in turn, region sum lines took three times the
 * nodes. To find what follows only together with the next decision, as ISS does, saved a tenth of the
 * time on most hard puzzles, and took more than eight times the nodes on another.) With groups alone,
 * where a value that is gone tells little, they are tried in turn.
 *
 * Restarts. A search that chose badly at the top may spend any amount of time below, so after some
 * dead ends it takes everything back and starts again, with the weights that it learnt and other
 * random choices; each run may meet twice as many dead ends as the one before. Nothing is
 * excluded by what an earlier run has seen, and there are no restarts after the first solution: the
 * run that found it continues to its own end. So no solution is lost, since that run is a whole
 * search; and none comes twice, since all runs before it found none. The allowance grows without
 * bound, so a problem without solutions is settled by the first run that may meet as many dead ends
 * as it needs; all runs before it together meet as many as that one, at most. (With a quarter more
 * each time it would be about five times as many.)
 * (Luby's sequence 1 1 2 1 1 2 4 ... was measured too: no better on boards of 25x25 and 36x36.)
 *
 * Beside constraints, runs after a restart were no shorter than the first one, on the whole: so the
 * first restart comes later, and each run may meet sixteen times as many dead ends as the one before.
 * At the first restart every value of every variable is tried by itself, once and again until none
 * fails (Debruyne, Bessiere: Some practicable filtering techniques, 1997): it takes some hundredth of
 * the time of a long search, and now and then leaves little to search. Such tries deeper in the
 * search, to choose the decision that takes away most, saved nine nodes of ten, and took more time. */
#include "bitmask_state.h"

#include <stdlib.h>
#include <string.h>

/* Hands out pieces of one block; with base NULL it only adds up what is needed. */
typedef struct {
    char *base;
    size_t used;
} arena;

static void *piece(arena *a, size_t items, size_t size)
{
    size_t at = a->used;
    a->used += (items * size + 15) & ~(size_t)15;
    return a->base ? a->base + at : NULL;
}

static void lay_worklist(arena *a, bitmask_worklist *list, int32_t numbers)
{
    int32_t words = numbers / 64 + 1;
    for (list->shift = 0; words > 64 << list->shift; list->shift++)
        continue;
    list->word = piece(a, (size_t)words + ((size_t)1 << list->shift), sizeof(uint64_t));
}

static size_t constraint_words(const bitmask_structure *on)
{
    return on->constraints ? (size_t)on->constraints->constraints / 64 + 1 : 0;
}

/* Point the arrays of s into the block, those that must begin as zeros first; return the number of
 * bytes up to which they must. */
static size_t lay_out(bitmask_search *s, arena *a, size_t changes, bool without)
{
    const bitmask_structure *on = s->on;
    const bitmask_config *config = &s->config;
    size_t variables = (size_t)on->variables, groups = (size_t)on->groups;
    lay_worklist(a, &s->changed, on->groups);
    lay_worklist(a, &s->stale, on->groups);
    lay_worklist(a, &s->crossings, on->crossings);
    lay_worklist(a, &s->active, on->constraints ? on->constraints->constraints : 0);
    s->keen = piece(a, groups / 64 + 1, sizeof *s->keen);
    s->tight = piece(a, groups, sizeof *s->tight);
    if (config->propagation == PROPAGATION_NONE)
        s->used = piece(a, groups, sizeof *s->used);
    if (config->order == ORDER_WEIGHTED || config->order == ORDER_DOMWDEG)
        s->weight = piece(a, variables, sizeof *s->weight);
    if (config->order == ORDER_DOMWDEG)
        s->group_weight = piece(a, groups, sizeof *s->group_weight);
    if (bitmask_is_large(s)) {
        s->dirty = piece(a, (size_t)s->open_words / 64 + 1, sizeof *s->dirty);
        s->best = piece(a, (size_t)s->open_words, sizeof *s->best);
        s->fewest = piece(a, (size_t)s->open_words, sizeof *s->fewest);
    }
    if (without)
        s->without = piece(a, constraint_words(on), sizeof *s->without);
    if (on->constraints)
        s->scratch = piece(a, on->constraints->scratch, sizeof *s->scratch);
    if (config->values == VALUES_DEEPEST)
        s->deepest = piece(a, variables, sizeof *s->deepest);
    size_t zeros = a->used;
    s->open = piece(a, (size_t)s->open_words + 1, sizeof *s->open);
    s->domain = piece(a, variables, sizeof *s->domain);
    s->frame = piece(a, variables + 1, sizeof *s->frame);
    s->trail = piece(a, changes + 1, sizeof *s->trail);
    if (config->order == ORDER_PICK)
        s->ties = piece(a, variables, sizeof *s->ties);
    if (config->propagation == PROPAGATION_ALLDIFFERENT)
        s->match = piece(a, (size_t)on->members.at[on->groups], 1);
    return zeros;
}

/* Every change removes a value, so there are no more changes on the trail than values in all. */
static size_t count_values(const bitmask_structure *on, const uint64_t *domain)
{
    size_t values = 0;
    for (int32_t v = 0; v < on->variables; v++)
        values += (size_t)size_of(domain[v]);
    return values;
}

static void open_all(bitmask_search *s)
{
    for (int32_t word = 0; word < s->open_words; word++)
        s->open[word] = ~UINT64_C(0);
    s->open[s->open_words] = 0; /* so that there are two */
    if (s->on->variables & 63)
        s->open[s->open_words - 1] >>= 64 - (s->on->variables & 63);
}

/* Would another run differ from the last one? */
static bool can_differ(const bitmask_config *config)
{
    return config->order == ORDER_WEIGHTED || config->order == ORDER_DOMWDEG
        || config->order == ORDER_PICK || config->values == VALUES_RANDOM;
}

/* How much later restarts come beside constraints than without; and how many variables may be tried
 * one by one. */
enum { LATER = 4, TIMES_MORE = 16, MOST_PROBED = 1024 };

static void set_out(bitmask_search *s, const uint64_t *domain)
{
    const bitmask_structure *on = s->on;
    if (on->variables) /* without variables there may be no array */
        memcpy(s->domain, domain, (size_t)on->variables * sizeof *domain);
    open_all(s);
    if (s->match)
        memset(s->match, BITMASK_UNMATCHED, (size_t)on->members.at[on->groups]);
    if (s->config.order == ORDER_DOMWDEG)
        for (int32_t v = 0; v < on->variables; v++)
            s->weight[v] = 1;
    for (int32_t word = 0; s->dirty && word < s->open_words; word++)
        touch(s, 64 * word);
    s->random = s->config.seed;
    s->fewest_open = on->variables;
    s->two_way = on->constraints && s->config.propagation > PROPAGATION_NONE;
    s->patience = can_differ(&s->config) ? s->config.restarts : 0;
    if (s->two_way)
        s->patience = s->patience < UINT64_MAX / LATER ? LATER * s->patience : UINT64_MAX;
    s->plain = bitmask_is_plain(&s->config);
}

static void identify(bitmask_search *s, const bitmask_structure *on, const bitmask_config *config)
{
    s->on = on;
    s->config = *config;
    s->open_words = (on->variables + 63) / 64;
}

/* One block holds the search and all its arrays. */
bitmask_search *bitmask_search_make(const bitmask_structure *on, const bitmask_config *config,
                                    const uint64_t *domain, const uint64_t *without)
{
    bitmask_search plan = {0};
    arena a = {NULL, sizeof plan};
    size_t changes = count_values(on, domain);
    identify(&plan, on, config);
    size_t zeros = lay_out(&plan, &a, changes, without != NULL);
    a.base = malloc(a.used);
    if (!a.base)
        return NULL;
    memset(a.base, 0, zeros);
    bitmask_search *s = (bitmask_search *)a.base;
    a.used = sizeof plan;
    identify(s, on, config);
    lay_out(s, &a, changes, without != NULL);
    if (s->without)
        memcpy(s->without, without, constraint_words(on) * sizeof *without);
    set_out(s, domain);
    return s;
}

void bitmask_search_free(bitmask_search *s)
{
    free(s);
}

void bitmask_search_record(bitmask_search *s, uint64_t *events, uint64_t room)
{
    s->events = events;
    s->recorded = 0;
    s->room = room;
    s->plain = false; /* the tight loop has no room for it; it tries the same branches */
}

uint64_t bitmask_search_recorded(const bitmask_search *s)
{
    return s->recorded;
}

static void record(bitmask_search *s, bitmask_event kind, int32_t variable, uint64_t value)
{
    uint64_t depth = s->depth < UINT16_MAX ? (uint64_t)s->depth : UINT16_MAX;
    uint64_t code = value ? (uint64_t)__builtin_ctzll(value) : 0;
    if (s->recorded < s->room)
        s->events[s->recorded++] = (uint64_t)variable << 32 | depth << 16 | code << 8 | kind;
}

static bool is_restart_due(const bitmask_search *s)
{
    return s->patience && s->failures >= s->patience && s->count[COUNT_SOLUTIONS] == 0;
}

static uint64_t more_patience(uint64_t patience, uint64_t times)
{
    return patience < UINT64_MAX / times ? times * patience + 1 : UINT64_MAX;
}

static void start_round(bitmask_search *s)
{
    s->probed = 0;
    s->unprobed = ~UINT64_C(0);
    s->gained = false;
}

/* The sequence of Luby, Sinclair and Zuckerman (Optimal speedup of Las Vegas algorithms, 1993), from
 * number 1 on: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... */
static uint64_t luby(uint64_t number)
{
    while (number & (number + 1))
        number -= (UINT64_C(1) << (63 - __builtin_clzll(number))) - 1;
    return (number + 1) / 2;
}

/* What failed lately counts for more than what failed long ago. (One is added, so that few failures
 * do not outweigh candidates. Without that, boards of 36x36 took three times as long.) */
static void halve_weights(bitmask_search *s)
{
    for (int32_t v = 0; s->weight && v < s->on->variables; v++) {
        s->weight[v] = s->weight[v] / 2 + 1;
        touch(s, v);
    }
    for (int32_t g = 0; s->group_weight && g < s->on->groups; g++)
        s->group_weight[g] /= 2;
}

static void lose_patience(bitmask_search *s)
{
    if (s->config.rhythm == RHYTHM_DOUBLING) {
        s->patience = more_patience(s->patience, s->two_way ? TIMES_MORE : 2);
        return;
    }
    uint64_t times = luby(s->count[COUNT_RESTARTS] + 2);
    s->patience = s->config.restarts < UINT64_MAX / times ? s->config.restarts * times : UINT64_MAX;
    halve_weights(s);
}

static void restart(bitmask_search *s)
{
    bitmask_rollback(s, 0);
    s->depth = 0;
    s->failures = 0;
    lose_patience(s);
    s->stage = STAGE_CHOOSE;
    if ((s->two_way || s->config.probe) && s->count[COUNT_RESTARTS] == 0
        && s->on->variables <= MOST_PROBED) {
        s->stage = STAGE_PROBE;
        start_round(s);
    }
    s->count[COUNT_RESTARTS]++;
    if (s->events)
        record(s, EVENT_RESTART, 0, 0);
}

/* Keep the values of an assignment that is deeper than all before. Variables that are open in it
 * keep those of an earlier one. */
static void keep_deepest(bitmask_search *s)
{
    int32_t open = 0;
    for (int32_t word = 0; word < s->open_words; word++)
        open += size_of(s->open[word]);
    if (open >= s->fewest_open)
        return;
    s->fewest_open = open;
    for (int32_t v = 0; v < s->on->variables; v++)
        if (!is_open(s, v))
            s->deepest[v] = s->domain[v];
}

static void note_dead_end(bitmask_search *s)
{
    if (s->deepest)
        keep_deepest(s);
    s->count[COUNT_BACKTRACKS]++;
    s->failures++;
}

/* The alternative that stands in the top frame has failed, at once or after a long search. */
static void note_failed_branch(bitmask_search *s)
{
    if (s->depth > 0 && s->config.order == ORDER_WEIGHTED)
        s->weight[s->frame[s->depth - 1].tried]++;
}

/* A decision failed at once. Beside constraints that makes its variable heavier, too, and by more
 * than each variable of what failed: the variable that was decided on is a reason, and of the others
 * many are not. (By 2 instead of 1 took a seventh of the nodes from the nine hardest puzzles, each
 * with its variables in several orders; by 3 and 4 a little more; by 16 cost a third more than by 1.
 * ISS, github.com/sigh/Interactive-Sudoku-Solver, counts nothing but decisions.) */
enum { FAILED_DECISION = 2 };

static void note_failed_decision(bitmask_search *s, int32_t v)
{
    if (!s->two_way || s->config.order != ORDER_DOMWDEG)
        return;
    s->weight[v] += FAILED_DECISION;
    touch(s, v);
}

/* Push a decision; false if there is nothing left to decide. */
static bool decide(bitmask_search *s)
{
    bitmask_frame *frame = &s->frame[s->depth];
    if (!bitmask_choose(s, frame))
        return false;
    frame->mark = s->top;
    frame->taken = 0;
    s->depth++;
    if (!frame->rest) {
        note_dead_end(s);
        bitmask_blame_decision(s, frame);
    }
    return true;
}

static void try_next(bitmask_search *s, bitmask_frame *frame)
{
    uint64_t next = bitmask_next(s, frame), value = next;
    frame->tried = frame->subject;
    if (frame->value) {
        const bitmask_rows *members = &s->on->members;
        frame->tried = members->item[members->at[frame->subject] + __builtin_ctzll(next)];
        value = frame->value;
    }
    frame->taken = value;
    s->count[COUNT_NODES]++;
    if ((uint64_t)s->depth > s->count[COUNT_MAX_DEPTH])
        s->count[COUNT_MAX_DEPTH] = (uint64_t)s->depth;
    bool is_alive = bitmask_assign(s, frame->tried, value);
    if (s->events)
        record(s, is_alive ? EVENT_ALIVE : EVENT_DEAD, frame->tried, value);
    if (is_alive) {
        s->stage = STAGE_CHOOSE;
    } else {
        note_dead_end(s);
        note_failed_branch(s);
        note_failed_decision(s, frame->tried);
    }
}

static void give_up(bitmask_search *s)
{
    s->depth--;
    note_failed_branch(s);
}

/* What holds at the root is never taken back. */
static void settle_root(bitmask_search *s)
{
    s->top = s->cursor = s->marked = 0;
}

/* The branch of the top frame is done: take its decision away for good, and see what follows. Then
 * the next choice is a new one, of whatever looks best by now. False if nothing is left. */
static bool refute(bitmask_search *s, const bitmask_frame *frame)
{
    int32_t v = frame->tried;
    uint64_t left = s->domain[v] & ~frame->taken;
    s->depth--;
    if (!left || !bitmask_assign(s, v, left))
        return false;
    if (s->depth == 0)
        settle_root(s);
    return true;
}

/* Try one more value by itself, at the root; if it fails, take it away. After a round without a
 * failure the search goes on. False if nothing is left. */
static bool probe(bitmask_search *s)
{
    while (s->probed < s->on->own
           && (!is_open(s, s->probed) || !(s->unprobed & s->domain[s->probed]))) {
        s->probed++;
        s->unprobed = ~UINT64_C(0);
    }
    if (s->probed == s->on->own) {
        s->stage = s->gained ? STAGE_PROBE : STAGE_CHOOSE;
        start_round(s);
        return true;
    }
    int32_t v = s->probed;
    uint64_t value = lowest(s->unprobed & s->domain[v]);
    s->unprobed &= ~value;
    s->count[COUNT_NODES]++;
    bool is_alive = bitmask_assign(s, v, value);
    bitmask_rollback(s, 0);
    if (s->events) {
        s->depth = 1;
        record(s, is_alive ? EVENT_ALIVE : EVENT_DEAD, v, value);
        s->depth = 0;
    }
    if (is_alive)
        return true;
    s->count[COUNT_BACKTRACKS]++;
    s->gained = true;
    if (!bitmask_assign(s, v, s->domain[v] & ~value))
        return false;
    settle_root(s);
    return true;
}

static bitmask_status run_to_solution(bitmask_search *s, uint64_t stop)
{
    for (;;) {
        if (s->stage == STAGE_PROBE) {
            if (s->count[COUNT_NODES] == stop)
                return BITMASK_PAUSED;
            if (!probe(s))
                return BITMASK_EXHAUSTED;
            continue;
        }
        if (s->stage == STAGE_CHOOSE) {
            s->stage = STAGE_TRY;
            if (!decide(s)) {
                while (s->depth > 0 && s->frame[s->depth - 1].auxiliary)
                    s->depth--; /* other ways to choose auxiliary variables are the same solution */
                return BITMASK_SOLUTION;
            }
        }
        if (s->depth == 0)
            return BITMASK_EXHAUSTED;
        bitmask_frame *frame = &s->frame[s->depth - 1];
        bitmask_rollback(s, frame->mark);
        if (s->two_way && frame->taken) {
            if (is_restart_due(s)) {
                restart(s);
            } else if (refute(s, frame)) {
                s->stage = STAGE_CHOOSE;
            } else {
                note_dead_end(s);
                note_failed_branch(s);
            }
        } else if (!frame->rest)
            give_up(s);
        else if (is_restart_due(s))
            restart(s);
        else if (s->count[COUNT_NODES] == stop)
            return BITMASK_PAUSED;
        else
            try_next(s, frame);
    }
}

static void begin(bitmask_search *s)
{
    s->stage = bitmask_begin(s) ? STAGE_CHOOSE : STAGE_OVER;
    if (s->plain && s->stage == STAGE_CHOOSE)
        bitmask_plain_begin(s);
}

#ifndef KERNEL_NAME
#define KERNEL_NAME "generic"
#endif

static bitmask_settled settle_domains(const bitmask_structure *structure,
                                      bitmask_propagation propagation, uint64_t *domain)
{
    bitmask_config config = {.propagation = propagation};
    bitmask_search *s = bitmask_search_make(structure, &config, domain, NULL);
    if (!s)
        return SETTLE_NO_MEMORY;
    bool holds = bitmask_begin(s);
    if (structure->variables)
        memcpy(domain, s->domain, (size_t)structure->variables * sizeof *domain);
    bitmask_search_free(s);
    return holds ? SETTLE_DONE : SETTLE_CONTRADICTION;
}

static bitmask_status step(bitmask_search *s, uint64_t stop)
{
    if (s->stage == STAGE_START)
        begin(s);
    if (s->stage == STAGE_OVER)
        return BITMASK_EXHAUSTED;
    bitmask_status status = s->plain ? bitmask_plain_run(s, stop) : run_to_solution(s, stop);
    if (status == BITMASK_EXHAUSTED)
        s->stage = STAGE_OVER;
    if (status == BITMASK_SOLUTION) {
        s->count[COUNT_SOLUTIONS]++;
        if (s->events)
            record(s, EVENT_SOLUTION, 0, 0);
    }
    return status;
}

static void publish(bitmask_search *s)
{
    for (int which = 0; which < COUNTS; which++)
        atomic_store_explicit(&s->published[which], s->count[which], memory_order_relaxed);
}

static bitmask_status run(bitmask_search *s, uint64_t solutions, uint64_t nodes)
{
    bitmask_status status = BITMASK_SOLUTION;
    uint64_t stop = s->count[COUNT_NODES] + nodes; /* UINT64_MAX wraps: never reached */
    for (uint64_t found = 0; status == BITMASK_SOLUTION && found < solutions; found++)
        status = step(s, stop);
    publish(s);
    return status;
}

const bitmask_kernel bitmask_generic = {KERNEL_NAME, settle_domains, run};

void bitmask_search_solution(const bitmask_search *s, unsigned char *value)
{
    for (int32_t v = 0; v < s->on->variables; v++)
        value[v] = (unsigned char)successor_digit(s->domain[v]);
    if (s->plain)
        bitmask_plain_solution(s, value);
}

uint64_t bitmask_search_count(const bitmask_search *s, bitmask_count which)
{
    return atomic_load_explicit(&s->published[which], memory_order_relaxed);
}
