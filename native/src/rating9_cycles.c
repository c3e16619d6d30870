/* Cycles and simple forcing chains: breadth first from each candidate, to itself.
 *
 * A search stops at the depth from which it cannot win any more. */
#include <stdlib.h>
#include <string.h>

#include "rating9_chains.h"

void rating9_link(const rating9_layout *layout, const rating9_grid *grid, rating9_links *links)
{
    for (int cell = 0; cell < 81; cell++)
        for (unsigned digits = grid->candidates[cell]; digits; digits &= digits - 1) {
            int digit = first9(digits), candidate = cell * 9 + digit;
            int offs = 0, ons = 0;
            unsigned others = grid->candidates[cell] & ~(1u << digit);
            if (size9(others) == 1)
                links->off_on[candidate][ons++] = (uint16_t)(cell * 9 + first9(others));
            for (; others; others &= others - 1)
                links->on_off[candidate][offs++] = (uint16_t)(cell * 9 + first9(others));
            links->on_off_cell[candidate] = (uint8_t)offs;
            links->off_on_cell[candidate] = (uint8_t)ons;
            for (int k = 0; k < 20; k++) {
                int other = layout->peers[cell][k];
                if (grid->candidates[other] >> digit & 1)
                    links->on_off[candidate][offs++] = (uint16_t)(other * 9 + digit);
            }
            for (int kind = 0; kind < KINDS; kind++) {
                int house = layout->house[cell][kind];
                unsigned places = grid->places[house][digit] & ~(1u << layout->place[cell][kind]);
                if (size9(places) != 1)
                    continue;
                int other = layout->cells[house][first9(places)] * 9 + digit, known = 0;
                for (int i = links->off_on_cell[candidate]; i < ons; i++)
                    known |= links->off_on[candidate][i] == other;
                if (!known)
                    links->off_on[candidate][ons++] = (uint16_t)other;
            }
            links->on_off_count[candidate] = (uint8_t)offs;
            links->off_on_count[candidate] = (uint8_t)ons;
        }
}

enum { CYCLE, CHAIN };

struct rating9_cycles {
    rating9_watch *watch;
    const rating9_grid *grid;
    rating9_links links;
    int in_cells, in_houses;          /* which links this pass follows */
    /* For each candidate those that go off when it is on, if something follows from that. */
    uint8_t step_count[CANDIDATES];
    uint16_t steps[CANDIDATES][28];
    rating9_hint *best;
    int best_nodes, best_kind;        /* 0 nodes: none yet */
    int limit[2];                     /* the longest cycle and chain that would still win */
    rating9_harvest *harvest;         /* NULL: only the best one counts */
    /* One search: which candidate was reached from which. In cycles, a candidate that is on knows
     * the one that went off before it, and the one that was on before that. */
    uint32_t search;                  /* its number, which marks what it has reached */
    uint32_t seen[2][CANDIDATES], near[CANDIDATES]; /* near: it leads back to the source at once */
    uint16_t on_from[CANDIDATES], before[CANDIDATES], off_from[CANDIDATES];
    uint16_t queue[2][CANDIDATES];
};

rating9_cycles *rating9_cycles_new(void)
{
    return calloc(1, sizeof(rating9_cycles));
}

static double base_of(const rating9_cycles *c, int form)
{
    if (c->in_cells && c->in_houses)
        return 7.0;
    return form == CYCLE ? 6.5 : 6.6;
}

static int kind_of(const rating9_cycles *c)
{
    return c->in_cells && c->in_houses ? 4 : c->in_cells ? 3 : 2;
}

/* Whether a chain of this many nodes is easier than another hint; a `size` of 0 or less: none. */
static int easier(const rating9_cycles *c, int form, int nodes, double rating, int size, int kind)
{
    if (size <= 0)
        return 1;
    double mine = base_of(c, form) + rating9_length(nodes);
    if (mine != rating)
        return mine < rating;
    return nodes != size ? nodes < size : kind_of(c) < kind;
}

static int wins(const rating9_cycles *c, int form, int nodes)
{
    return easier(c, form, nodes, c->best_nodes ? c->best->rating : 0, c->best_nodes, c->best_kind);
}

/* -- Harvest ----------------------------------------------------------------------------------------- */

/* A link's reason: the cell, or the digit in the first house that both share; from off to on, one in
 * which the digit has two places. */
static int link_reason(const rating9_cycles *c, int from, int to, int on)
{
    const rating9_layout *layout = c->watch->layout;
    int cell = to / 9, digit = to % 9;
    if (from / 9 == cell)
        return cell;
    int kind = BLOCK;
    while (kind < COLUMN && (layout->house[cell][kind] != layout->house[from / 9][kind]
           || (on && size9(c->grid->places[layout->house[cell][kind]][digit]) != 2)))
        kind++;
    return 81 + layout->house[cell][kind] * 9 + digit;
}

static void start_found(const rating9_cycles *c, rating9_found *found, int form, int nodes)
{
    found->rating = base_of(c, form) + rating9_length(nodes);
    found->size = nodes;
    found->kind = kind_of(c);
    found->order = c->harvest->order++;
    found->print = (uint64_t)form;
    for (int i = 0; i < REASONS; i++)
        found->reasons[i] = 0;
}

/* A node and the reason of the link that led to it. */
static void add_node(const rating9_cycles *c, rating9_found *found, int from, int to, int on)
{
    found->print += rating9_print(to, on);
    if (on)
        rating9_reason(found->reasons, link_reason(c, from, to, 1));
}

static void harvest_chain(rating9_cycles *c, rating9_found *found, int source, int is_on,
                          int last, int nodes)
{
    start_found(c, found, CHAIN, nodes);
    int to = source, state = !is_on;
    for (int from = last; ; from = state ? c->on_from[to] : c->off_from[to]) {
        add_node(c, found, from, to, state);
        to = from;
        state = !state;
        if (to == source && state == is_on)
            break;
    }
    found->print += rating9_print(source, is_on);
}

static void harvest_cycle(rating9_cycles *c, int source, int last_on, int last_off, int nodes,
                          const rating9_hint *hint)
{
    rating9_found *found;
    if (hint->count == 1 && size9(hint->digits[0]) == 1) {
        found = rating9_harvest_slot(c->harvest, c->grid,
                                     hint->cells[0] * 9 + first9(hint->digits[0]), 0);
        if (!easier(c, CYCLE, nodes, found->rating, found->size, found->kind))
            return;
    } else {
        found = rating9_harvest_cycle(c->harvest);
        if (!found) {
            c->watch->stopped = c->watch->short_of_memory = 1;
            return;
        }
        found->removals = hint->count;
        for (int i = 0; i < hint->count; i++) {
            found->cells[i] = hint->cells[i];
            found->digits[i] = hint->digits[i];
        }
    }
    start_found(c, found, CYCLE, nodes);
    for (int on = source, off = last_off, before = last_on; ;) {
        add_node(c, found, off, on, 1);
        add_node(c, found, before, off, 0);
        rating9_reason(found->reasons, link_reason(c, before, off, 0)); /* the cycle backwards */
        on = before;
        if (on == source)
            break;
        off = c->on_from[on];
        before = c->before[on];
    }
}

/* -- Searches ---------------------------------------------------------------------------------------- */

/* Chains have an even number of nodes, four or more. */
static void set_limits(rating9_cycles *c)
{
    for (int form = CYCLE; form <= CHAIN; form++) {
        c->limit[form] = 2;
        while (c->limit[form] < 2 * CANDIDATES && wins(c, form, c->limit[form] + 2))
            c->limit[form] += 2;
    }
}

static void take(rating9_cycles *c, int form, int nodes, const rating9_hint *hint)
{
    *c->best = *hint;
    c->best->rating = base_of(c, form) + rating9_length(nodes);
    if (form == CYCLE)
        c->best->technique = !c->in_cells ? RATING9_X_CYCLE
            : c->in_houses ? RATING9_XY_CYCLE : RATING9_Y_CYCLE;
    else
        c->best->technique = c->in_cells ? RATING9_FORCING_CHAIN : RATING9_X_CHAIN;
    c->best_nodes = nodes;
    c->best_kind = kind_of(c);
    set_limits(c);
}

static void all_offs(const rating9_cycles *c, int on, const uint16_t **from, const uint16_t **end)
{
    *from = c->links.on_off[on] + (c->in_cells ? 0 : c->links.on_off_cell[on]);
    *end = c->links.on_off[on] + c->links.on_off_count[on];
}

static void next_offs(const rating9_cycles *c, int on, const uint16_t **from, const uint16_t **end)
{
    *from = c->steps[on];
    *end = c->steps[on] + c->step_count[on];
}

static void next_ons(const rating9_cycles *c, int off, const uint16_t **from, const uint16_t **end)
{
    *from = c->links.off_on[off] + (c->in_cells ? 0 : c->links.off_on_cell[off]);
    *end = c->links.off_on[off] + (c->in_houses ? c->links.off_on_count[off]
                                                : c->links.off_on_cell[off]);
}

/* Most candidates that go off leave more than one choice, so that nothing follows. */
static void keep_steps(rating9_cycles *c, int on)
{
    const uint16_t *off, *off_end, *first, *end;
    int count = 0;
    for (all_offs(c, on, &off, &off_end); off < off_end; off++) {
        next_ons(c, *off, &first, &end);
        c->steps[on][count] = *off;
        count += first < end;
    }
    c->step_count[on] = (uint8_t)count;
}

/* The source goes off again after `last_off` went off because `last_on` was on: a cycle. Candidates
 * that see a cell of the cycle with their digit, both forwards and backwards, are removed. */
static void close_cycle(rating9_cycles *c, int source, int last_on, int last_off, int nodes)
{
    const rating9_layout *layout = c->watch->layout;
    cells9 forwards[9] = {{0, 0}}, backwards[9] = {{0, 0}}, cycle = {0, 0};
    unsigned digits = 0;
    int on = source, off = last_off, before = last_on;
    for (;;) {
        int cell = on / 9, digit = on % 9;
        cells9_add(&cycle, cell);
        forwards[digit] = cells9_or(forwards[digit], layout->sees[cell]);
        cell = off / 9, digit = off % 9;
        cells9_add(&cycle, cell);
        backwards[digit] = cells9_or(backwards[digit], layout->sees[cell]);
        digits |= 1u << digit;
        on = before;
        if (on == source)
            break;
        off = c->on_from[on];
        before = c->before[on];
    }
    rating9_hint hint;
    hint_start(&hint, 0, 0);
    for (int cell = 0; cell < 81; cell++) {
        if (cells9_has(cycle, cell))
            continue;
        unsigned gone = 0;
        for (unsigned rest = digits & c->grid->candidates[cell]; rest; rest &= rest - 1)
            if (cells9_has(forwards[first9(rest)], cell) && cells9_has(backwards[first9(rest)], cell))
                gone |= rest & -rest;
        hint_remove(&hint, cell, gone);
    }
    if (hint.count && c->harvest)
        harvest_cycle(c, source, last_on, last_off, nodes, &hint);
    else if (hint.count && wins(c, CYCLE, nodes))
        take(c, CYCLE, nodes, &hint);
}

/* Whether `off` went off on the way from the source to `on`. */
static int on_the_way(const rating9_cycles *c, int source, int on, int off)
{
    for (; on != source; on = c->before[on])
        if (c->on_from[on] == off)
            return 1;
    return 0;
}

/* Forgets what searches before have reached. */
static void begin_search(rating9_cycles *c)
{
    if (++c->search)
        return;
    memset(c->seen, 0, sizeof c->seen);
    memset(c->near, 0, sizeof c->near);
    c->search = 1;
}

static void cycles_from(rating9_cycles *c, int source)
{
    begin_search(c);
    uint16_t *now = c->queue[0], *next = c->queue[1];
    uint32_t search = c->search, *off_seen = c->seen[0];
    int count = 1;
    now[0] = (uint16_t)source;
    c->seen[1][source] = search;
    const uint16_t *off, *off_end, *on, *on_end;
    int last_links = 0;
    for (next_offs(c, source, &off, &off_end); off < off_end; off++) /* links work both ways */
        for (next_ons(c, *off, &on, &on_end); on < on_end; on++)
            if (*on == source) {
                c->near[*off] = search;
                last_links++;
            }
    if (!last_links)
        return;
    for (int nodes = 2; count && nodes <= c->limit[CYCLE]; nodes += 2) {
        int more = 0;
        for (int i = 0; i < count; i++) {
            int here = now[i];
            for (next_offs(c, here, &off, &off_end); off < off_end; off++) {
                int old = off_seen[*off] == search;
                if (old && c->near[*off] != search)
                    continue;
                if (old && on_the_way(c, source, here, *off))
                    continue;
                off_seen[*off] = search;
                for (next_ons(c, *off, &on, &on_end); on < on_end; on++) {
                    if (*on == source) {
                        if (nodes >= 4)
                            close_cycle(c, source, here, *off, nodes);
                    } else if (c->seen[1][*on] != search) {
                        c->seen[1][*on] = search;
                        c->on_from[*on] = *off;
                        c->before[*on] = (uint16_t)here;
                        next[more++] = *on;
                    }
                }
            }
        }
        uint16_t *swap = now;
        now = next;
        next = swap;
        count = more;
    }
}

static void finish_chain(rating9_cycles *c, int source, int is_on, int last, int nodes)
{
    if (c->harvest) {
        rating9_found *found = rating9_harvest_slot(c->harvest, c->grid, source, !is_on);
        if (easier(c, CHAIN, nodes, found->rating, found->size, found->kind))
            harvest_chain(c, found, source, is_on, last, nodes);
        return;
    }
    if (!wins(c, CHAIN, nodes))
        return;
    rating9_hint hint;
    hint_start(&hint, 0, 0);
    if (is_on) { /* if it were on it would be off */
        hint_remove(&hint, source / 9, 1u << source % 9);
    } else {
        hint.cell = source / 9;
        hint.digit = source % 9;
    }
    take(c, CHAIN, nodes, &hint);
}

/* From the source being on (or off) to its being off (or on). */
static void chain_from(rating9_cycles *c, int source, int is_on)
{
    begin_search(c);
    const uint16_t *step, *end;
    uint32_t search = c->search;
    if (is_on) /* links work both ways */
        for (all_offs(c, source, &step, &end); step < end; step++)
            c->near[*step] = search;
    uint16_t *ons = c->queue[0], *offs = c->queue[1];
    int on_count = is_on, off_count = !is_on;
    ons[0] = offs[0] = (uint16_t)source;
    c->seen[is_on][source] = search;
    int nodes = 2;
    for (int turn = is_on; on_count + off_count && nodes <= c->limit[CHAIN]; turn = !turn, nodes++) {
        if (turn) {
            for (int i = 0; i < on_count; i++) {
                if (c->near[ons[i]] == search) {
                    finish_chain(c, source, is_on, ons[i], nodes);
                    return;
                }
                for (next_offs(c, ons[i], &step, &end); step < end; step++)
                    if (c->seen[0][*step] != search) {
                        c->seen[0][*step] = search;
                        c->off_from[*step] = ons[i];
                        offs[off_count++] = *step;
                    }
            }
            on_count = 0;
        } else {
            for (int i = 0; i < off_count; i++)
                for (next_ons(c, offs[i], &step, &end); step < end; step++) {
                    if (!is_on && *step == source) {
                        finish_chain(c, source, is_on, offs[i], nodes);
                        return;
                    }
                    if (c->seen[1][*step] != search) {
                        c->seen[1][*step] = search;
                        c->on_from[*step] = offs[i];
                        ons[on_count++] = *step;
                    }
                }
            off_count = 0;
        }
    }
}

static void pass(rating9_cycles *c, int in_cells, int in_houses)
{
    c->in_cells = in_cells;
    c->in_houses = in_houses;
    set_limits(c);
    for (int cell = 0; cell < 81; cell++)
        for (unsigned rest = c->grid->candidates[cell]; rest; rest &= rest - 1)
            keep_steps(c, cell * 9 + first9(rest));
    for (int cell = 0; cell < 81; cell++) {
        int size = size9(c->grid->candidates[cell]);
        if (size < 2 || (size > 2 && !in_houses))
            continue; /* Y-cycles begin at two candidates */
        for (unsigned rest = c->grid->candidates[cell]; rest; rest &= rest - 1) {
            int source = cell * 9 + first9(rest);
            if (rating9_stopped(c->watch) || (c->limit[CYCLE] < 4 && c->limit[CHAIN] < 4))
                return;
            cycles_from(c, source);
            if (in_houses) {
                chain_from(c, source, 1);
                chain_from(c, source, 0);
            }
        }
    }
}

int rating9_find_cycle(rating9_cycles *c, rating9_watch *watch, const rating9_grid *grid,
                       rating9_hint *best, rating9_harvest *harvest)
{
    c->watch = watch;
    c->grid = grid;
    c->best = best;
    c->best_nodes = 0;
    c->harvest = harvest;
    rating9_link(watch->layout, grid, &c->links);
    pass(c, 0, 1);
    pass(c, 1, 0);
    pass(c, 1, 1);
    return c->best_nodes != 0;
}
