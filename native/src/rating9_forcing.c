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

typedef struct {
    uint64_t set[2][WORDS];           /* candidates that are off, on */
    int count[2];
    uint16_t list[2][CANDIDATES];     /* the same in the order in which they followed */
    uint16_t size[2][CANDIDATES];     /* of a candidate: its ancestors, and itself */
    int absurd;                       /* ancestors of both nodes of a contradiction; 0 if none */
} closure;

struct rating9_forcing {
    rating9_watch *watch;
    const rating9_grid *grid;
    rating9_rule rule;
    rating9_links links;
    rating9_hint *best;
    int best_size, best_kind;         /* 0 nodes: none yet */
    closure *on;                      /* by candidate */
    uint8_t known[CANDIDATES];        /* which of them were computed */
    closure off;
    /* One closure in the making. */
    closure *made;
    rating9_grid now;                 /* what is left of the grid */
    int nodes;
    uint16_t node_of[2][CANDIDATES];
    uint16_t node_size[NODES + 2];
    uint64_t ancestors[NODES + 2][ANCESTOR_WORDS];
};

rating9_forcing *rating9_forcing_new(void)
{
    rating9_forcing *f = malloc(sizeof *f);
    if (!f)
        return NULL;
    f->on = malloc(CANDIDATES * sizeof *f->on);
    if (!f->on) {
        free(f);
        return NULL;
    }
    return f;
}

void rating9_forcing_free(rating9_forcing *f)
{
    if (f)
        free(f->on);
    free(f);
}

static int has(const uint64_t set[WORDS], int candidate)
{
    return (int)(set[candidate >> 6] >> (candidate & 63) & 1);
}

/* -- One closure ------------------------------------------------------------------------------------ */

/* A new node is begun, gets its parents, and has its ancestors counted. */
static int begin_node(rating9_forcing *f)
{
    int node = f->nodes++;
    memset(f->ancestors[node], 0, (size_t)(node / 64 + 1) * sizeof(uint64_t));
    f->ancestors[node][node / 64] = UINT64_C(1) << (node & 63);
    f->node_size[node] = 1;
    return node;
}

static void add_parent(rating9_forcing *f, int node, int parent)
{
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
        count += __builtin_popcountll(f->ancestors[node][word]);
    f->node_size[node] = (uint16_t)count;
}

static void enlist(rating9_forcing *f, int state, int candidate, int node)
{
    closure *made = f->made;
    count_ancestors(f, node);
    made->set[state][candidate >> 6] |= UINT64_C(1) << (candidate & 63);
    made->list[state][made->count[state]++] = (uint16_t)candidate;
    made->size[state][candidate] = f->node_size[node];
    f->node_of[state][candidate] = (uint16_t)node;
}

/* A candidate goes off because another one is on; 1 if that is absurd. */
static int turn_off(rating9_forcing *f, int candidate, int because)
{
    closure *made = f->made;
    if (has(made->set[ON], candidate)) {
        made->absurd = made->size[ON][candidate] + f->node_size[f->node_of[ON][because]] + 1;
        return 1;
    }
    if (!has(made->set[OFF], candidate)) {
        int node = begin_node(f);
        add_parent(f, node, f->node_of[ON][because]);
        enlist(f, OFF, candidate, node);
    }
    return 0;
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
    int node = begin_node(f), cell = candidate / 9, digit = candidate % 9;
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
    if (absurd) {
        count_ancestors(f, node);
        made->absurd = f->node_size[node] + made->size[OFF][candidate];
        return 1;
    }
    enlist(f, ON, candidate, node);
    return 0;
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

/* -- Patterns within chains -------------------------------------------------------------------------- */

typedef struct {
    rating9_visitor visitor;
    rating9_forcing *f;
    int added;
} gatherer;

/* A pattern that is there only because candidates went off turns more of them off. */
static int gather(rating9_visitor *visitor, const rating9_hint *hint)
{
    gatherer *g = (gatherer *)visitor;
    rating9_forcing *f = g->f;
    int parents[NODES], count = 0;
    for (int i = 0; i < hint->missing; i++) {
        int cell = hint->missing_cells[i];
        unsigned gone = f->grid->candidates[cell] & hint->missing_digits[i];
        for (; gone; gone &= gone - 1)
            parents[count++] = f->node_of[OFF][cell * 9 + first9(gone)];
    }
    if (!count)
        return 0;
    for (int i = 0; i < hint->count; i++)
        for (unsigned rest = hint->digits[i]; rest; rest &= rest - 1) {
            int candidate = hint->cells[i] * 9 + first9(rest);
            if (has(f->made->set[OFF], candidate))
                continue;
            int node = begin_node(f);
            for (int k = 0; k < count; k++)
                add_parent(f, node, parents[k]);
            enlist(f, OFF, candidate, node);
            g->added = 1;
        }
    return 0;
}

static void use_patterns(rating9_forcing *f)
{
    const rating9_layout *layout = f->watch->layout;
    gatherer g = {{gather}, f, 0};
    rating9_locked(layout, &f->now, &g.visitor);
    if (!g.added)
        rating9_hidden_pair(layout, &f->now, &g.visitor);
    if (!g.added)
        rating9_naked_pair(layout, &f->now, &g.visitor);
    if (!g.added)
        rating9_x_wing(layout, &f->now, &g.visitor);
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
    enlist(f, state, candidate, begin_node(f));
    for (int ons = 0, offs = 0; ons < made->count[ON] || offs < made->count[OFF];) {
        int absurd = ons < made->count[ON] ? follow_on(f, made->list[ON][ons++])
                                           : follow_off(f, made->list[OFF][offs++]);
        if (absurd)
            return;
        if (f->rule.level > 0 && ons == made->count[ON] && offs == made->count[OFF])
            use_patterns(f);
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

static int wins(const rating9_forcing *f, int size, int kind)
{
    return !f->best_size || size < f->best_size
        || (size == f->best_size && kind < f->best_kind);
}

/* A candidate is on or off in any case, by so many nodes. */
static void conclude(rating9_forcing *f, int candidate, int state, int size, int kind)
{
    int cell = candidate / 9, digit = candidate % 9;
    if (!wins(f, size, kind) || (state == ON && size9(f->grid->candidates[cell]) < 2))
        return;
    hint_start(f->best, technique_of(f->rule, kind), base_of(f->rule) + rating9_length(size));
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
static void meet(rating9_forcing *f, const closure *const all[], int count, int kind)
{
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
            conclude(f, candidate, state, size, kind);
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
    if (on->absurd)
        conclude(f, candidate, OFF, on->absurd, CONTRADICTION);
    close_over(f, &f->off, candidate, OFF);
    if (f->off.absurd)
        conclude(f, candidate, ON, f->off.absurd, CONTRADICTION);
    if (size >= 3 && !f->rule.nishio) {
        const closure *both[2] = {on, &f->off};
        meet(f, both, 2, DOUBLE);
    }
}

/* The digit's places in the houses whose first place for it is this cell. */
static void try_houses(rating9_forcing *f, int cell, int digit)
{
    const rating9_layout *layout = f->watch->layout;
    for (int kind = 0; kind < KINDS; kind++) {
        int house = layout->house[cell][kind], count = 0;
        unsigned places = f->grid->places[house][digit];
        if (size9(places) < 2 || layout->cells[house][first9(places)] != cell)
            continue;
        const closure *all[9];
        for (; places; places &= places - 1)
            all[count++] = on_closure(f, layout->cells[house][first9(places)] * 9 + digit);
        meet(f, all, count, FROM_HOUSE);
    }
}

int rating9_find_forcing(rating9_forcing *f, rating9_watch *watch, const rating9_grid *grid,
                         rating9_rule rule, rating9_hint *best)
{
    f->watch = watch;
    f->grid = grid;
    f->rule = rule;
    f->best = best;
    f->best_size = 0;
    memset(f->known, 0, sizeof f->known);
    rating9_link(watch->layout, grid, &f->links);
    for (int cell = 0; cell < 81; cell++) {
        int size = size9(grid->candidates[cell]), count = 0;
        if (size < (rule.dynamic ? 2 : 3))
            continue;
        const closure *all[9];
        for (unsigned rest = grid->candidates[cell]; rest; rest &= rest - 1) {
            int candidate = cell * 9 + first9(rest);
            if (rating9_stopped(watch))
                return 0;
            try_both(f, candidate, size);
            if (!rule.nishio)
                try_houses(f, cell, first9(rest));
            all[count++] = &f->on[candidate];
        }
        if (!rule.nishio)
            meet(f, all, count, FROM_CELL);
    }
    return f->best_size != 0;
}
