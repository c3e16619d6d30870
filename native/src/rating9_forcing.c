/* Forcing chains: what is true in any case.
 *
 * Where the closures of all candidates of a cell, of all places of a digit in a house, or of a
 * candidate on and off meet, there is something that is true in any case; where a closure contains a
 * candidate both on and off, its source is wrong. The more nodes a conclusion needs, the harder. */
#include <stdlib.h>
#include <string.h>

#include "rating9_closure.h"

rating9_forcing *rating9_forcing_new(void)
{
    rating9_forcing *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->on = malloc(CANDIDATES * sizeof *f->on);
    if (!f->on) {
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
    free(f->origins);
    free(f->on);
    free(f);
}

/* -- Where chains came from -------------------------------------------------------------------------- */

/* The closures and nodes that a conclusion rests on. */
typedef struct {
    int count;
    const closure *closures[9];
    int absurd;                       /* a contradiction within the first one */
    int source;                       /* where they start: see rating9_hint */
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
        from = &c->from[name];
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
        trace_node(f, c, candidate << 1 | !state, &c->from[candidate << 1 | !state], NO_CAUSE, t);
        return;
    }
    for (int i = 0; i < p->count; i++) {
        int name = candidate << 1 | state;
        trace_node(f, p->closures[i], name, &p->closures[i]->from[name], first_cause, t);
        t->print *= 3; /* chains have an order */
    }
}

/* -- Where closures meet ----------------------------------------------------------------------------- */

enum {
    DOUBLE = RATING9_DOUBLE,
    FROM_CELL = RATING9_FROM_CELL,
    FROM_HOUSE = RATING9_FROM_HOUSE,
    CONTRADICTION = RATING9_CONTRADICTION,
};

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

/* A candidate is on or off in any case, by this many nodes, not counting inner chains. `house_kind`
 * is that of the house for FROM_HOUSE. */
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
    f->best->kind = kind;
    f->best->source = p->source;
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
        rating9_close_over(f, &f->on[candidate], candidate, ON);
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
    closure *off = &f->off;
    premises p = {1, {on}, 1, candidate};
    if (on->absurd)
        conclude(f, &p, candidate, OFF, on->absurd, CONTRADICTION, 0);
    rating9_close_over(f, off, candidate, OFF);
    p.closures[0] = off;
    if (off->absurd)
        conclude(f, &p, candidate, ON, off->absurd, CONTRADICTION, 0);
    if (size >= 3 && !f->rule.nishio) {
        premises both = {2, {on, off}, 0, candidate};
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
        premises p = {0, {NULL}, 0, house * 9 + digit};
        for (; places; places &= places - 1)
            p.closures[p.count++] = on_closure(f, layout->cells[house][first9(places)] * 9 + digit);
        meet(f, &p, FROM_HOUSE, kind);
    }
}

/* What the search needs beyond what every search needs; 0 when memory is short. */
static int make_room(rating9_forcing *f)
{
    if (f->traced && !f->origins) {
        f->origins = malloc((CANDIDATES + 1) * NODES * sizeof *f->origins);
        if (!f->origins)
            return 0;
        f->off.from = f->origins + CANDIDATES * NODES;
        for (int candidate = 0; candidate < CANDIDATES; candidate++)
            f->on[candidate].from = f->origins + candidate * NODES;
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
        premises all = {0, {NULL}, 0, cell};
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
