/* One closure: all that follows from a candidate being on, or off.
 *
 * Each node knows its ancestors, a set of nodes by their number in this closure, to tell how many
 * nodes a conclusion needs. In dynamic chains a candidate that went off is gone for what follows. */
#include <stdlib.h>
#include <string.h>

#include "rating9_closure.h"
#include "rating9_patterns.h"

/* -- Links ------------------------------------------------------------------------------------------- */

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
        made->from[f->node_name[node]] = origin_of(f, cause);
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

/* Nodes that are off because all of some others are; 1 if there is one that was not off before. In
 * the original, the order of a hint's cells changes from run to run; here it is that of the hint. */
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
                f->made->from[f->node_name[node]].inner_size = inner->size;
                f->made->from[f->node_name[node]].inner_print = inner->print;
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
    static const rating9_rule MULTIPLE = {0}, DYNAMIC = {.dynamic = 1},
        DYNAMIC_2 = {.dynamic = 1, .level = 2};
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
    int added = f->rule.level < 4 ? use_cycles(f) : use_forcing(f, DYNAMIC);
    if (!added && f->rule.level == 3)
        use_forcing(f, MULTIPLE);
    if (!added && f->rule.level == 5)
        use_forcing(f, DYNAMIC_2);
}

/* A node that is on is followed before any that is off. */
void rating9_close_over(rating9_forcing *f, closure *made, int candidate, int state)
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
