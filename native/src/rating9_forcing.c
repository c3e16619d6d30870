/* Forcing chains: all that follows from a candidate being on, or off.
 *
 * A closure is the set of all nodes that follow from one node. Where the closures of all candidates
 * of a cell, of all places of a digit in a house, or of a candidate on and off meet, something is
 * true in any case; where a closure contains a candidate both on and off, its source is wrong. The
 * more nodes lead to a conclusion, the harder it is: each node knows how many ancestors it has. */
#include <stdlib.h>
#include <string.h>

#include "rating9_chains.h"
#include "rating9_patterns.h"

enum { OFF, ON };
enum { WORDS = 12, NODES = 2 * CANDIDATES, ANCESTOR_WORDS = NODES / 64 + 1 };

/* Where a node came from; kept only if chains are built of chains. */
typedef struct {
    uint32_t parents;                 /* where they begin among all parents */
    uint16_t count;
    uint8_t cause;                    /* of a node that is on: the kind of house, KINDS for its cell */
    int inner_size;                   /* nodes of the inner chain that turned it off; 0 if none */
    uint64_t inner_print;
} origin;

enum { NO_CAUSE = KINDS + 1 };

typedef struct {
    uint64_t set[2][WORDS];           /* candidates that are off, on */
    int count[2];
    uint16_t list[2][CANDIDATES];     /* the same in the order in which they followed */
    uint16_t size[2][CANDIDATES];     /* of a candidate: its ancestors, and itself */
    int absurd;                       /* ancestors of both nodes of a contradiction; 0 if none */
    int absurd_candidate, absurd_state; /* the node that contradicts one in the set */
    origin absurd_origin;
    origin from[2][CANDIDATES];
} closure;

struct rating9_forcing {
    rating9_watch *watch;
    const rating9_grid *grid;
    rating9_rule rule;
    rating9_links links;
    rating9_hint *best;
    int best_size, best_kind;         /* 0 nodes: none yet */
    rating9_harvest *harvest;         /* NULL: only the best one counts */
    closure *on;                      /* by candidate */
    uint8_t known[CANDIDATES];        /* which of them were computed */
    closure *off;                     /* one, or with a harvest by candidate */
    int off_room;
    /* One closure in the making. */
    closure *made;
    rating9_grid now;                 /* what is left of the grid */
    int nodes;
    uint16_t node_of[2][CANDIDATES];
    uint16_t node_size[NODES + 2];
    uint64_t ancestors[NODES + 2][ANCESTOR_WORDS];
    /* Chains built of chains. */
    int traced;
    uint16_t node_name[NODES + 2];    /* candidate << 1 | state */
    uint16_t *parents;                /* names of nodes */
    uint32_t parent_count, parent_room;
    uint32_t parents_from;            /* those of the node that is being made */
    rating9_harvest *inner_harvest;
    rating9_cycles *inner_cycles;
    rating9_forcing *inner;
};

rating9_forcing *rating9_forcing_new(void)
{
    rating9_forcing *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->off_room = 1;
    f->on = malloc(CANDIDATES * sizeof *f->on);
    f->off = malloc(sizeof *f->off);
    if (!f->on || !f->off) {
        rating9_forcing_free(f);
        return NULL;
    }
    return f;
}

void rating9_forcing_free(rating9_forcing *f)
{
    if (!f)
        return;
    rating9_forcing_free(f->inner);
    rating9_harvest_free(f->inner_harvest);
    free(f->inner_cycles);
    free(f->parents);
    free(f->on);
    free(f->off);
    free(f);
}

static void give_up(rating9_forcing *f)
{
    f->watch->stopped = f->watch->short_of_memory = 1;
}

static int has(const uint64_t set[WORDS], int candidate)
{
    return (int)(set[candidate >> 6] >> (candidate & 63) & 1);
}

/* -- One closure ------------------------------------------------------------------------------------ */

/* A new node is begun, gets its parents, and has its ancestors counted. */
static int begin_node(rating9_forcing *f, int candidate, int state)
{
    int node = f->nodes++;
    f->node_name[node] = (uint16_t)(candidate << 1 | state);
    f->parents_from = f->parent_count;
    memset(f->ancestors[node], 0, (size_t)(node / 64 + 1) * sizeof(uint64_t));
    f->ancestors[node][node / 64] = UINT64_C(1) << (node & 63);
    f->node_size[node] = 1;
    return node;
}

static void keep_parent(rating9_forcing *f, int parent)
{
    if (f->parent_count == f->parent_room) {
        uint32_t room = f->parent_room ? f->parent_room * 2 : 1u << 16;
        uint16_t *more = realloc(f->parents, room * sizeof *more);
        if (!more) {
            give_up(f);
            return;
        }
        f->parents = more;
        f->parent_room = room;
    }
    f->parents[f->parent_count++] = f->node_name[parent];
}

static void add_parent(rating9_forcing *f, int node, int parent)
{
    if (f->traced)
        keep_parent(f, parent);
    uint64_t *mine = f->ancestors[node];
    const uint64_t *theirs = f->ancestors[parent];
    f->node_size[node] = (uint16_t)(f->node_size[node] == 1 ? f->node_size[parent] + 1 : 0);
    for (int word = 0; word <= parent / 64; word++)
        mine[word] |= theirs[word];
}

static void count_ancestors(rating9_forcing *f, int node)
{
    if (f->node_size[node]) /* none or one parent */
        return;
    int count = 0;
    for (int word = 0; word <= node / 64; word++)
        count += count64(f->ancestors[node][word]);
    f->node_size[node] = (uint16_t)count;
}

static origin origin_of(const rating9_forcing *f, int cause)
{
    return (origin){f->parents_from, (uint16_t)(f->parent_count - f->parents_from), (uint8_t)cause,
                    0, 0};
}

static void enlist(rating9_forcing *f, int node, int cause)
{
    closure *made = f->made;
    int candidate = f->node_name[node] >> 1, state = f->node_name[node] & 1;
    count_ancestors(f, node);
    if (f->traced)
        made->from[state][candidate] = origin_of(f, cause);
    made->set[state][candidate >> 6] |= UINT64_C(1) << (candidate & 63);
    made->list[state][made->count[state]++] = (uint16_t)candidate;
    made->size[state][candidate] = f->node_size[node];
    f->node_of[state][candidate] = (uint16_t)node;
}

/* A node whose opposite is in the closure. */
static void contradict(rating9_forcing *f, int node, int cause)
{
    closure *made = f->made;
    made->absurd_candidate = f->node_name[node] >> 1;
    made->absurd_state = f->node_name[node] & 1;
    made->absurd_origin = origin_of(f, cause);
    count_ancestors(f, node);
    made->absurd = f->node_size[node] + made->size[!made->absurd_state][made->absurd_candidate];
}

/* A candidate goes off because another one is on; 1 if that is absurd. */
static int turn_off(rating9_forcing *f, int candidate, int because)
{
    closure *made = f->made;
    int absurd = has(made->set[ON], candidate);
    if (!absurd && has(made->set[OFF], candidate))
        return 0;
    int node = begin_node(f, candidate, OFF);
    add_parent(f, node, f->node_of[ON][because]);
    if (absurd)
        contradict(f, node, NO_CAUSE);
    else
        enlist(f, node, NO_CAUSE);
    return absurd;
}

static int follow_on(rating9_forcing *f, int on)
{
    const uint16_t *off = f->links.on_off[on] + (f->rule.nishio ? f->links.on_off_cell[on] : 0);
    const uint16_t *end = f->links.on_off[on] + f->links.on_off_count[on];
    for (; off < end; off++)
        if ((f->now.candidates[*off / 9] >> *off % 9 & 1) && turn_off(f, *off, on))
            return 1;
    return 0;
}

/* A candidate goes on because another one, and others of its cell or house (kind), are off. */
static int turn_on(rating9_forcing *f, int candidate, int because, int kind)
{
    closure *made = f->made;
    int absurd = has(made->set[OFF], candidate);
    if (!absurd && has(made->set[ON], candidate))
        return 0;
    const rating9_layout *layout = f->watch->layout;
    int node = begin_node(f, candidate, ON), cell = candidate / 9, digit = candidate % 9;
    add_parent(f, node, f->node_of[OFF][because]);
    if (f->rule.dynamic && kind == KINDS) {
        unsigned gone = f->grid->candidates[cell] & ~f->now.candidates[cell];
        for (; gone; gone &= gone - 1)
            if (cell * 9 + first9(gone) != because)
                add_parent(f, node, f->node_of[OFF][cell * 9 + first9(gone)]);
    } else if (f->rule.dynamic) {
        int house = layout->house[cell][kind];
        unsigned gone = f->grid->places[house][digit] & ~f->now.places[house][digit];
        for (; gone; gone &= gone - 1) {
            int other = layout->cells[house][first9(gone)] * 9 + digit;
            if (other != because)
                add_parent(f, node, f->node_of[OFF][other]);
        }
    }
    if (absurd)
        contradict(f, node, kind);
    else
        enlist(f, node, kind);
    return absurd;
}

static int follow_off(rating9_forcing *f, int off)
{
    const rating9_layout *layout = f->watch->layout;
    int cell = off / 9, digit = off % 9;
    int found = 0, target[4], kinds[4];
    unsigned others = f->now.candidates[cell] & ~(1u << digit);
    if (!f->rule.nishio && size9(others) == 1) {
        target[found] = cell * 9 + first9(others);
        kinds[found++] = KINDS;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        int house = layout->house[cell][kind];
        unsigned places = f->now.places[house][digit] & ~(1u << layout->place[cell][kind]);
        if (size9(places) == 1) {
            target[found] = layout->cells[house][first9(places)] * 9 + digit;
            kinds[found++] = kind;
        }
    }
    if (f->rule.dynamic)
        rating9_remove(layout, &f->now, cell, 1u << digit);
    for (int i = 0; i < found; i++)
        if (turn_on(f, target[i], off, kinds[i]))
            return 1;
    return 0;
}

/* -- Patterns and chains within chains --------------------------------------------------------------- */

typedef struct {
    rating9_visitor visitor;
    rating9_forcing *f;
    int added;
} gatherer;

/* Nodes that are off because all of some others are; 1 if there is one that was not off before. */
static int turn_off_all(rating9_forcing *f, const uint16_t parents[], int count, int removals,
                        const uint8_t cells[], const uint16_t digits[], const rating9_found *inner)
{
    int added = 0;
    for (int i = 0; count && i < removals; i++)
        for (unsigned rest = digits[i]; rest; rest &= rest - 1) {
            int candidate = cells[i] * 9 + first9(rest);
            if (has(f->made->set[OFF], candidate))
                continue;
            int node = begin_node(f, candidate, OFF);
            for (int k = 0; k < count; k++)
                add_parent(f, node, f->node_of[OFF][parents[k]]);
            enlist(f, node, NO_CAUSE);
            if (inner) {
                f->made->from[OFF][candidate].inner_size = inner->size;
                f->made->from[OFF][candidate].inner_print = inner->print;
            }
            added = 1;
        }
    return added;
}

/* A pattern that is there only because candidates went off turns more of them off. */
static int gather(rating9_visitor *visitor, const rating9_hint *hint)
{
    gatherer *g = (gatherer *)visitor;
    uint16_t parents[CANDIDATES];
    int count = 0;
    for (int i = 0; i < hint->missing; i++) {
        int cell = hint->missing_cells[i];
        unsigned gone = g->f->grid->candidates[cell] & hint->missing_digits[i];
        for (; gone; gone &= gone - 1)
            parents[count++] = (uint16_t)(cell * 9 + first9(gone));
    }
    g->added |= turn_off_all(g->f, parents, count, hint->count, hint->cells, hint->digits, NULL);
    return 0;
}

/* The candidates that had to be off for an inner chain: those missing in its cells and houses. */
static int missing_for(const rating9_forcing *f, const rating9_found *inner,
                       uint16_t parents[CANDIDATES])
{
    const rating9_layout *layout = f->watch->layout;
    int count = 0;
    uint64_t seen[WORDS] = {0};
    for (int word = 0; word < REASONS; word++)
        for (uint64_t rest = inner->reasons[word]; rest; rest &= rest - 1) {
            int bit = word * 64 + __builtin_ctzll(rest);
            int house = bit < 81 ? 0 : (bit - 81) / 9, digit = bit < 81 ? 0 : (bit - 81) % 9;
            unsigned gone = bit < 81 ? f->grid->candidates[bit] & ~f->now.candidates[bit]
                                     : f->grid->places[house][digit] & ~f->now.places[house][digit];
            for (; gone; gone &= gone - 1) {
                int candidate = bit < 81 ? bit * 9 + first9(gone)
                                         : layout->cells[house][first9(gone)] * 9 + digit;
                if (!has(seen, candidate))
                    parents[count++] = (uint16_t)candidate;
                seen[candidate >> 6] |= UINT64_C(1) << (candidate & 63);
            }
        }
    return count;
}

/* Inner chains that are there only because candidates went off. */
static int use_harvest(rating9_forcing *f)
{
    rating9_harvest *harvest = f->inner_harvest;
    uint16_t parents[CANDIDATES];
    int added = 0;
    if (!f->watch->stopped && !rating9_harvest_sort(harvest))
        give_up(f);
    if (f->watch->stopped)
        return 0;
    for (int i = 0; i < harvest->sorted; i++) {
        const rating9_found *inner = harvest->list[i];
        int count = missing_for(f, inner, parents);
        added |= turn_off_all(f, parents, count, inner->removals, inner->cells, inner->digits, inner);
    }
    return added;
}

static int use_cycles(rating9_forcing *f)
{
    rating9_harvest_clear(f->inner_harvest);
    rating9_find_cycle(f->inner_cycles, f->watch, &f->now, NULL, f->inner_harvest);
    return use_harvest(f);
}

static int use_forcing(rating9_forcing *f, rating9_rule rule)
{
    rating9_harvest_clear(f->inner_harvest);
    rating9_find_forcing(f->inner, f->watch, &f->now, rule, NULL, f->inner_harvest);
    return use_harvest(f);
}

/* The first technique that helps, of those that the level allows. */
static void use_patterns(rating9_forcing *f)
{
    static const rating9_rule MULTIPLE = {.multiple = 1}, DYNAMIC = {.multiple = 1, .dynamic = 1},
        DYNAMIC_2 = {.multiple = 1, .dynamic = 1, .level = 2};
    const rating9_layout *layout = f->watch->layout;
    gatherer g = {{gather}, f, 0};
    rating9_locked(layout, &f->now, &g.visitor);
    if (!g.added)
        rating9_hidden_pair(layout, &f->now, &g.visitor);
    if (!g.added)
        rating9_naked_pair(layout, &f->now, &g.visitor);
    if (!g.added)
        rating9_x_wing(layout, &f->now, &g.visitor);
    if (g.added || f->rule.level < 2 || f->watch->stopped)
        return;
    if (f->rule.level < 4)
        (void)(use_cycles(f) || (f->rule.level == 3 && use_forcing(f, MULTIPLE)));
    else
        (void)(use_forcing(f, DYNAMIC) || (f->rule.level == 5 && use_forcing(f, DYNAMIC_2)));
}

/* All that follows from a node, or all until it is absurd. A node that is on is followed before any
 * that is off. */
static void close_over(rating9_forcing *f, closure *made, int candidate, int state)
{
    memset(made->set, 0, sizeof made->set);
    made->count[OFF] = made->count[ON] = 0;
    made->absurd = 0;
    f->made = made;
    f->now = *f->grid;
    f->nodes = 0;
    enlist(f, begin_node(f, candidate, state), NO_CAUSE);
    for (int ons = 0, offs = 0; ons < made->count[ON] || offs < made->count[OFF];) {
        int absurd = ons < made->count[ON] ? follow_on(f, made->list[ON][ons++])
                                           : follow_off(f, made->list[OFF][offs++]);
        if (absurd || f->watch->stopped)
            return;
        if (f->rule.level > 0 && ons == made->count[ON] && offs == made->count[OFF])
            use_patterns(f);
    }
}

/* -- Where chains came from -------------------------------------------------------------------------- */

/* The closures and nodes that a conclusion rests on. */
typedef struct {
    int count;
    const closure *closures[9];
    int absurd;                       /* a contradiction within the first one */
} premises;

typedef struct {
    uint64_t print;
    uint64_t reasons[REASONS];
    int inner_count, inner_size;      /* inner chains, each counted once */
    uint64_t inner_prints[2 * CANDIDATES];
} trace;

static void trace_inner(trace *t, const origin *from)
{
    for (int i = 0; i < t->inner_count; i++)
        if (t->inner_prints[i] == from->inner_print)
            return;
    if (t->inner_count == 2 * CANDIDATES)
        return;
    t->inner_prints[t->inner_count++] = from->inner_print;
    t->inner_size += from->inner_size;
}

/* All ancestors of a node of a closure. The first assumption of chains from a cell or a house has a
 * reason, too: there is no other choice. */
static void trace_node(const rating9_forcing *f, const closure *c, int name, const origin *from,
                       int first_cause, trace *t)
{
    const rating9_layout *layout = f->watch->layout;
    uint64_t seen[NODES / 64 + 1] = {0};
    uint16_t stack[NODES];
    int depth = 0;
    seen[name >> 6] |= UINT64_C(1) << (name & 63);
    for (;;) {
        int candidate = name >> 1, state = name & 1;
        t->print += rating9_print(candidate, state);
        int cause = from->count || from->cause != NO_CAUSE ? from->cause : first_cause;
        if (state == ON && cause == KINDS)
            rating9_reason(t->reasons, candidate / 9);
        else if (state == ON && cause < KINDS)
            rating9_reason(t->reasons,
                           81 + layout->house[candidate / 9][cause] * 9 + candidate % 9);
        if (from->inner_size)
            trace_inner(t, from);
        for (uint32_t i = from->parents; i < from->parents + from->count; i++) {
            int parent = f->parents[i];
            if (!(seen[parent >> 6] >> (parent & 63) & 1)) {
                seen[parent >> 6] |= UINT64_C(1) << (parent & 63);
                stack[depth++] = (uint16_t)parent;
            }
        }
        if (!depth)
            return;
        name = stack[--depth];
        from = &c->from[name & 1][name >> 1];
    }
}

static void trace_all(const rating9_forcing *f, const premises *p, int candidate, int state,
                      int first_cause, trace *t)
{
    t->print = 0;
    t->inner_count = t->inner_size = 0;
    memset(t->reasons, 0, sizeof t->reasons);
    if (p->absurd) {
        const closure *c = p->closures[0];
        candidate = c->absurd_candidate;
        state = c->absurd_state;
        trace_node(f, c, candidate << 1 | state, &c->absurd_origin, NO_CAUSE, t);
        t->print *= 3;
        trace_node(f, c, candidate << 1 | !state, &c->from[!state][candidate], NO_CAUSE, t);
        return;
    }
    for (int i = 0; i < p->count; i++) {
        trace_node(f, p->closures[i], candidate << 1 | state,
                   &p->closures[i]->from[state][candidate], first_cause, t);
        t->print *= 3; /* chains have an order */
    }
}

/* -- Where closures meet ----------------------------------------------------------------------------- */

enum { DOUBLE = 1, FROM_CELL = 5, FROM_HOUSE = 6, CONTRADICTION = 7 };

static double base_of(rating9_rule rule)
{
    if (rule.level >= 2)
        return 9.5 + 0.5 * (rule.level - 2);
    if (rule.level == 1)
        return 9.0;
    return rule.nishio ? 7.5 : rule.dynamic ? 8.5 : 8.0;
}

static int technique_of(rating9_rule rule, int kind)
{
    if (rule.nishio)
        return RATING9_NISHIO;
    if (rule.dynamic)
        return rule.level == 0 ? RATING9_DYNAMIC
            : rule.level == 1 ? RATING9_DYNAMIC_PLUS : RATING9_NESTED;
    return kind == FROM_CELL ? RATING9_CELL_FORCING : RATING9_REGION_FORCING;
}

static int wins(int size, int kind, int best_size, int best_kind)
{
    return best_size <= 0 || size < best_size || (size == best_size && kind < best_kind);
}

/* A candidate is on or off in any case, by so many nodes, not counting inner chains. `house_kind` is
 * that of the house for FROM_HOUSE. */
static void conclude(rating9_forcing *f, const premises *p, int candidate, int state, int size,
                     int kind, int house_kind)
{
    int cell = candidate / 9, digit = candidate % 9;
    if (state == ON && size9(f->grid->candidates[cell]) < 2)
        return;
    rating9_found *found = NULL;
    int best_size = f->best_size, best_kind = f->best_kind;
    if (f->harvest) {
        found = rating9_harvest_slot(f->harvest, f->grid, candidate, state);
        best_size = found->size;
        best_kind = found->kind;
    }
    if (!wins(size, kind, best_size, best_kind))
        return;
    trace t;
    if (f->traced) {
        trace_all(f, p, candidate, state,
                  kind == FROM_CELL ? KINDS : kind == FROM_HOUSE ? house_kind : NO_CAUSE, &t);
        size += t.inner_size;
        if (!wins(size, kind, best_size, best_kind))
            return;
    }
    double rating = base_of(f->rule) + rating9_length(size);
    if (found) {
        found->rating = rating;
        found->size = size;
        found->kind = kind;
        found->order = f->harvest->order++;
        found->print = t.print;
        memcpy(found->reasons, t.reasons, sizeof t.reasons);
        return;
    }
    hint_start(f->best, technique_of(f->rule, kind), rating);
    if (state == ON) {
        f->best->cell = cell;
        f->best->digit = digit;
    } else {
        hint_remove(f->best, cell, 1u << digit);
    }
    f->best_size = size;
    f->best_kind = kind;
}

/* The nodes that all of some closures have, in the order of the first one. */
static void meet(rating9_forcing *f, const premises *p, int kind, int house_kind)
{
    const closure *const *all = p->closures;
    int count = p->count;
    for (int state = ON; state >= OFF; state--) {
        uint64_t common[WORDS], any = 0;
        for (int word = 0; word < WORDS; word++) {
            common[word] = all[0]->set[state][word];
            for (int i = 1; i < count; i++)
                common[word] &= all[i]->set[state][word];
            any |= common[word];
        }
        if (!any)
            continue;
        for (int k = 0; k < all[0]->count[state]; k++) {
            int candidate = all[0]->list[state][k];
            if (!has(common, candidate))
                continue;
            int size = 0;
            for (int i = 0; i < count; i++)
                size += all[i]->size[state][candidate];
            conclude(f, p, candidate, state, size, kind, house_kind);
        }
    }
}

static const closure *on_closure(rating9_forcing *f, int candidate)
{
    if (!f->known[candidate]) {
        close_over(f, &f->on[candidate], candidate, ON);
        f->known[candidate] = 1;
    }
    return &f->on[candidate];
}

/* The candidate on, and off. */
static void try_both(rating9_forcing *f, int candidate, int size)
{
    const closure *on = on_closure(f, candidate);
    if (!f->rule.dynamic)
        return;
    closure *off = f->harvest ? &f->off[candidate] : f->off;
    premises p = {1, {on}, 1};
    if (on->absurd)
        conclude(f, &p, candidate, OFF, on->absurd, CONTRADICTION, 0);
    close_over(f, off, candidate, OFF);
    p.closures[0] = off;
    if (off->absurd)
        conclude(f, &p, candidate, ON, off->absurd, CONTRADICTION, 0);
    if (size >= 3 && !f->rule.nishio) {
        premises both = {2, {on, off}, 0};
        meet(f, &both, DOUBLE, 0);
    }
}

/* The digit's places in the houses whose first place for it is this cell. */
static void try_houses(rating9_forcing *f, int cell, int digit)
{
    const rating9_layout *layout = f->watch->layout;
    for (int kind = 0; kind < KINDS; kind++) {
        int house = layout->house[cell][kind];
        unsigned places = f->grid->places[house][digit];
        if (size9(places) < 2 || layout->cells[house][first9(places)] != cell)
            continue;
        premises p = {0, {NULL}, 0};
        for (; places; places &= places - 1)
            p.closures[p.count++] = on_closure(f, layout->cells[house][first9(places)] * 9 + digit);
        meet(f, &p, FROM_HOUSE, kind);
    }
}

/* What the search needs beyond what every search needs; 0 when memory is short. */
static int make_room(rating9_forcing *f)
{
    if (f->harvest && f->off_room == 1) {
        free(f->off);
        f->off = malloc(CANDIDATES * sizeof *f->off);
        f->off_room = CANDIDATES;
        if (!f->off)
            return 0;
    }
    if (f->rule.level >= 2 && !f->inner_harvest && !(f->inner_harvest = rating9_harvest_new()))
        return 0;
    if (f->rule.level >= 2 && !f->inner_cycles && !(f->inner_cycles = rating9_cycles_new()))
        return 0;
    return f->rule.level < 3 || f->inner || (f->inner = rating9_forcing_new());
}

int rating9_find_forcing(rating9_forcing *f, rating9_watch *watch, const rating9_grid *grid,
                         rating9_rule rule, rating9_hint *best, rating9_harvest *harvest)
{
    f->watch = watch;
    f->grid = grid;
    f->rule = rule;
    f->best = best;
    f->best_size = 0;
    f->harvest = harvest;
    f->traced = harvest || rule.level >= 2;
    f->parent_count = 0;
    memset(f->known, 0, sizeof f->known);
    if (!make_room(f)) {
        give_up(f);
        return 0;
    }
    rating9_link(watch->layout, grid, &f->links);
    for (int cell = 0; cell < 81; cell++) {
        int size = size9(grid->candidates[cell]);
        if (size < (rule.dynamic ? 2 : 3))
            continue;
        premises all = {0, {NULL}, 0};
        for (unsigned rest = grid->candidates[cell]; rest; rest &= rest - 1) {
            int candidate = cell * 9 + first9(rest);
            if (rating9_stopped(watch))
                return 0;
            try_both(f, candidate, size);
            if (!rule.nishio)
                try_houses(f, cell, first9(rest));
            all.closures[all.count++] = &f->on[candidate];
        }
        if (!rule.nishio)
            meet(f, &all, FROM_CELL, 0);
    }
    return f->best_size != 0;
}
