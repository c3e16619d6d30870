/* Donald Knuth's Algorithms X and C with dancing links ("The Art of Computer Programming", 7.2.2.1).
 *
 * Pick an option, and every option that shares an item with it is unlinked from the rings of all
 * its items. An unlinked node still remembers its neighbours: linked again, in the reverse order,
 * it finds its place without any search. The item with the fewest options is always next.
 *
 * An option may give a secondary item a colour. The first one that is picked paints the item: only
 * options that give it another colour, or none, are unlinked, and the others may still be picked.
 *
 * Five things differ from the book:
 *
 * - Forced picks come first. An item whose ring shrinks to one node goes on a stack while the links
 *   are cut, and one whose ring becomes empty ends the branch on the spot. The smallest item is
 *   looked for only when there is something to guess.
 * - A guess is a yes or a no. An option that was refuted is unlinked before the next item is
 *   chosen, and that may be another item. It saves a third of the nodes of hard Sudokus, and all
 *   that is to be remembered of a guess is two numbers.
 * - What the chosen options settle is never linked. A Sudoku loses half of its options to its clues
 *   or more, and what is left fits the first-level cache.
 * - Covered items stay where they are, with a size so large that they are never chosen: going
 *   through an array is faster than following a list, even when most of the array is irrelevant.
 * - A painted item remembers by which pick it was painted. The book marks each node of the item
 *   instead ("purify"); here later picks see that there is nothing to do without going round.
 *
 * The search is compiled twice, so that problems without colours pay nothing for them.
 *
 * Tried on Sudokus, pentominoes, queens, Latin squares, Langford pairs, dominoes and matchings, and
 * given up:
 *
 * - sparse sets ("dancing cells", 7.2.2.3): nothing is linked again, but taking an option out needs
 *   twice the stores. As fast on pentominoes and Langford pairs, 15 to 60 % slower on all else;
 * - a bit set for each item: between 12 % faster and 27 % slower, with no gain on Sudokus, and the
 *   words of long items must be gone through even when they are empty;
 * - fixed lists and a flag for each option: up to twice as slow where the lists are long;
 * - the four numbers of a node side by side in place of four arrays: 20 % slower;
 * - a linked template that is copied, and the chosen options picked in the copy: 10 % slower;
 * - the forced items first in, first out: 3 % more nodes;
 * - to leave the nodes of the item that is covered in their ring, as the book does: no gain. */
#include "dlx.h"

#include <string.h>

/* Added to the size of an item that is not to be chosen: covered, or secondary. */
#define ASIDE (INT32_C(1) << 29)

#define NONE UINT32_MAX

/* The dance stands in two versions of one loop; inlining all of it keeps each as fast as alone. */
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

/* ------------------------------------------------------------------ the problem */

static dlx_finding examine_option(const dlx_problem *problem, int32_t option, int32_t *seen_in)
{
    int32_t from = problem->first[option], to = problem->first[option + 1];
    if (from == to)
        return (dlx_finding){DLX_EMPTY, option, 0};
    for (int32_t at = from; at < to; at++) {
        int32_t item = problem->item[at];
        if (item < 0 || item >= problem->items)
            return (dlx_finding){DLX_UNKNOWN, option, item};
        if (seen_in[item] == option)
            return (dlx_finding){DLX_TWICE, option, item};
        seen_in[item] = option;
        if (problem->colour && problem->colour[at] < 0)
            return (dlx_finding){DLX_COLOUR, option, item};
        if (problem->colour && problem->colour[at] && item < problem->primary)
            return (dlx_finding){DLX_PRIMARY, option, item};
    }
    return (dlx_finding){DLX_SOUND, 0, 0};
}

dlx_finding dlx_examine(const dlx_problem *problem, int32_t *scratch)
{
    for (int32_t option = 0; option < problem->options; option++)
        if (problem->first[option] > problem->first[option + 1])
            return (dlx_finding){DLX_BACKWARDS, option, 0};
    for (int32_t item = 0; item < problem->items; item++)
        scratch[item] = -1;
    dlx_finding finding = {DLX_SOUND, 0, 0};
    for (int32_t option = 0; option < problem->options && finding.flaw == DLX_SOUND; option++)
        finding = examine_option(problem, option, scratch);
    return finding;
}

void dlx_transpose(const dlx_problem *problem, int32_t *top, int32_t *holder)
{
    /* Count item i in top[i + 1] and sum up; filling then moves top[i] on to where top[i + 1] must
     * be, so that a shift by one place sets it right. */
    const int32_t *first = problem->first, *item = problem->item;
    memset(top, 0, ((size_t)problem->items + 1) * sizeof *top);
    for (int32_t at = 0; at < first[problem->options]; at++)
        top[item[at] + 1]++;
    for (int32_t i = 0; i < problem->items; i++)
        top[i + 1] += top[i];
    for (int32_t o = 0; o < problem->options; o++)
        for (int32_t at = first[o]; at < first[o + 1]; at++)
            holder[top[item[at]]++] = o;
    memmove(top + 1, top, (size_t)problem->items * sizeof *top);
    top[0] = 0;
}

/* ------------------------------------------------------------------ making a search ready */

static size_t heads_and_nodes(const dlx_problem *problem)
{
    return (size_t)problem->items + (size_t)problem->first[problem->options];
}

static int is_general(const dlx_problem *problem)
{
    return problem->colour != NULL || problem->leading < problem->primary;
}

size_t dlx_room(const dlx_problem *problem)
{
    size_t options = (size_t)problem->options + 1, items = (size_t)problem->items + 1;
    size_t more = is_general(problem) ? heads_and_nodes(problem) + items : 0;
    return 4 * heads_and_nodes(problem) + 3 * options + 5 * items + more;
}

static void lay_out(dlx_search *s, const dlx_problem *problem, uint32_t *block)
{
    size_t nodes = heads_and_nodes(problem);
    size_t options = (size_t)problem->options + 1, items = (size_t)problem->items + 1;
    memset(s, 0, sizeof *s);
    s->up = block;
    s->down = s->up + nodes;
    s->item = s->down + nodes;
    s->option = s->item + nodes;
    s->first = s->option + nodes;
    s->name = s->first + options;
    s->trail = s->name + options;
    s->size = (int32_t *)(s->trail + options);
    s->forced = (uint32_t *)s->size + items;
    s->picked = s->forced + items;
    s->guess = (dlx_guess *)(s->picked + items);
    s->is_general = is_general(problem);
    if (s->is_general) {
        s->colour = (uint32_t *)(s->guess + items);
        s->painter = s->colour + nodes;
    }
}

/* Mark the items of an option as covered, and all options that name one of them, itself too, as
 * out: what is chosen after it must not be among them. */
static void settle(const dlx_problem *problem, int32_t option, uint32_t *covered, uint32_t *out)
{
    const int32_t *restrict item = problem->item, *restrict top = problem->top;
    const int32_t *restrict holder = problem->holder;
    for (int32_t at = problem->first[option], end = problem->first[option + 1]; at < end; at++) {
        covered[item[at]] = 1;
        for (int32_t h = top[item[at]], last = top[item[at] + 1]; h < last; h++)
            out[holder[h]] = 1;
    }
}

/* The same with colours: options that give an item the colour that it has now are not out. As all
 * that remain do so, the item needs no further attention: it is as good as covered. */
static void settle_colours(const dlx_problem *problem, int32_t option, uint32_t *covered,
                           uint32_t *out)
{
    const int32_t *first = problem->first, *item = problem->item, *colour = problem->colour;
    out[option] = 1;
    for (int32_t at = first[option]; at < first[option + 1]; at++) {
        covered[item[at]] = 1;
        for (int32_t h = problem->top[item[at]]; h < problem->top[item[at] + 1]; h++) {
            int32_t other = problem->holder[h], node = first[other];
            if (colour[at] && !out[other]) {
                while (item[node] != item[at])
                    node++;
                out[other] = colour[node] != colour[at];
            } else {
                out[other] = 1;
            }
        }
    }
}

/* Replace the marks by new numbers for the items that are not covered, from `count` up. */
static uint32_t number_items(uint32_t *covered, int32_t from, int32_t to, uint32_t count)
{
    for (int32_t i = from; i < to; i++) {
        uint32_t remains = !covered[i];
        covered[i] = count;
        count += remains;
    }
    return count;
}

/* Name the options that remain. Without a branch, which could not be predicted: what is out
 * is overwritten. */
static uint32_t name_options(uint32_t *restrict name, const uint32_t *restrict out, int32_t options)
{
    uint32_t count = 0;
    for (int32_t o = 0; o < options; o++) {
        name[count] = (uint32_t)o;
        count += !out[o];
    }
    return count;
}

/* Append the nodes of each option to the rings of its items. */
static void link_options(dlx_search *s, const dlx_problem *problem, const uint32_t *restrict number,
                         uint32_t items, uint32_t options)
{
    uint32_t *restrict up = s->up, *restrict down = s->down;
    uint32_t *restrict item = s->item, *restrict option = s->option;
    int32_t *restrict size = s->size;
    for (uint32_t i = 0; i < items; i++) {
        up[i] = i;
        size[i] = i < s->primary ? 0 : ASIDE;
    }
    uint32_t x = items;
    for (uint32_t o = 0; o < options; o++) {
        s->first[o] = x;
        const int32_t *old = problem->item + problem->first[s->name[o]];
        const int32_t *end = problem->item + problem->first[s->name[o] + 1];
        for (; old < end; old++, x++) {
            uint32_t i = number[*old], last = up[i];
            item[x] = i;
            option[x] = o;
            up[x] = last;
            down[last] = x;
            up[i] = x;
            size[i]++;
        }
    }
    s->first[options] = x;
    for (uint32_t i = 0; i < items; i++)
        down[up[i]] = i;
}

/* The same for a general problem. An item that is covered has the number of the next one; where an
 * option that remains names it, it has the right colour, and no node is needed. */
static void link_general(dlx_search *s, const dlx_problem *problem, const uint32_t *number,
                         uint32_t items, uint32_t options)
{
    for (uint32_t i = 0; i < items; i++) {
        s->up[i] = i;
        s->size[i] = i < s->primary ? 0 : ASIDE;
        s->painter[i] = 0;
    }
    uint32_t x = items;
    for (uint32_t o = 0; o < options; o++) {
        s->first[o] = x;
        for (int32_t at = problem->first[s->name[o]]; at < problem->first[s->name[o] + 1]; at++) {
            uint32_t i = number[problem->item[at]];
            if (i == number[problem->item[at] + 1])
                continue;
            s->item[x] = i;
            s->option[x] = o;
            s->colour[x] = problem->colour ? (uint32_t)problem->colour[at] : 0;
            s->up[x] = s->up[i];
            s->down[s->up[i]] = x;
            s->up[i] = x++;
            s->size[i]++;
        }
    }
    s->first[options] = x;
    for (uint32_t i = 0; i < items; i++)
        s->down[s->up[i]] = i;
}

static void note_forced_items(dlx_search *s)
{
    for (uint32_t i = 0; i < s->primary; i++) {
        s->forced[s->forces] = i;
        s->forces += s->size[i] == 1;
        s->dead |= s->size[i] == 0;
    }
}

void dlx_begin(dlx_search *s, const dlx_problem *problem, uint32_t *block,
               const int32_t *chosen, size_t choices,
               const int32_t *excluded, size_t exclusions)
{
    lay_out(s, problem, block);
    s->status = DLX_PAUSED;
    uint32_t *covered = s->forced, *out = s->trail; /* not needed for anything else yet */
    memset(covered, 0, (size_t)problem->items * sizeof *covered);
    memset(out, 0, (size_t)problem->options * sizeof *out);
    for (size_t e = 0; e < exclusions; e++)
        out[excluded[e]] = 1;
    for (size_t c = 0; c < choices; c++) {
        if (out[chosen[c]]) {
            s->dead = 1;
            return;
        }
        if (problem->colour)
            settle_colours(problem, chosen[c], covered, out);
        else
            settle(problem, chosen[c], covered, out);
    }
    s->primary = number_items(covered, 0, problem->primary, 0);
    uint32_t items = number_items(covered, problem->primary, problem->items, s->primary);
    uint32_t options = name_options(s->name, out, problem->options);
    uint32_t *number = covered;
    number[problem->items] = items;
    s->leading = number[problem->leading];
    if (s->is_general)
        link_general(s, problem, number, items, options);
    else
        link_options(s, problem, number, items, options);
    note_forced_items(s);
}

/* ------------------------------------------------------------------ the dance */

INLINE void unlink_option(dlx_search *s, uint32_t option)
{
    uint32_t from = s->first[option], to = s->first[option + 1];
    s->trail[s->trailed++] = option;
    s->updates += to - from;
    for (uint32_t x = from; x < to; x++) {
        uint32_t up = s->up[x], down = s->down[x], item = s->item[x];
        s->down[up] = down;
        s->up[down] = up;
        int32_t left = --s->size[item];
        /* Without a branch: in a hard puzzle no predictor could guess it. */
        s->forced[s->forces] = item;
        s->forces += left == 1;
        s->dead |= left == 0;
    }
}

INLINE void relink_option(dlx_search *s, uint32_t option)
{
    uint32_t from = s->first[option];
    for (uint32_t x = s->first[option + 1]; x-- > from;) {
        uint32_t up = s->up[x], down = s->down[x];
        s->down[up] = x;
        s->up[down] = x;
        s->size[s->item[x]]++;
    }
}

INLINE void add_to_sizes(dlx_search *s, uint32_t option, int32_t amount)
{
    for (uint32_t x = s->first[option], end = s->first[option + 1]; x < end; x++)
        s->size[s->item[x]] += amount;
}

/* Take an option into the partial solution and cover its items: once round the ring of each, from
 * its own node back to it, past the head. Stop as soon as the branch is dead. */
INLINE void pick(dlx_search *s, uint32_t option)
{
    s->nodes++;
    s->picked[s->depth++] = option;
    add_to_sizes(s, option, ASIDE);
    for (uint32_t x = s->first[option], end = s->first[option + 1]; x < end; x++) {
        uint32_t item = s->item[x];
        for (uint32_t y = s->down[x]; y != x; y = s->down[y]) {
            if (y == item)
                continue;
            unlink_option(s, s->option[y]);
            if (s->dead)
                return;
        }
    }
}

/* The same with colours. All nodes of a painted item have its colour. The sizes of items that are
 * painted stay as they are: they are secondary, and set aside from the beginning. */
INLINE void pick_coloured(dlx_search *s, uint32_t option)
{
    s->nodes++;
    s->picked[s->depth++] = option;
    uint32_t from = s->first[option], to = s->first[option + 1];
    for (uint32_t x = from; x < to; x++) {
        uint32_t item = s->item[x];
        if (!s->colour[x])
            s->size[item] += ASIDE;
        else if (!s->painter[item])
            s->painter[item] = s->depth;
    }
    for (uint32_t x = from; x < to; x++) {
        uint32_t item = s->item[x], colour = s->colour[x];
        if (colour && s->painter[item] != s->depth)
            continue;
        for (uint32_t y = s->down[x]; y != x; y = s->down[y]) {
            if (y == item || (colour && s->colour[y] == colour))
                continue;
            unlink_option(s, s->option[y]);
            if (s->dead)
                return;
        }
    }
}

/* Undo what picking an option did to the items themselves; it is the last one that was picked. */
INLINE void put_back(dlx_search *s, int is_general)
{
    uint32_t option = s->picked[s->depth - 1];
    if (!is_general)
        add_to_sizes(s, option, -ASIDE);
    else
        for (uint32_t x = s->first[option], end = s->first[option + 1]; x < end; x++) {
            uint32_t item = s->item[x];
            if (!s->colour[x])
                s->size[item] -= ASIDE;
            else if (s->painter[item] == s->depth)
                s->painter[item] = 0;
        }
    s->depth--;
}

/* Take back all since the last guess, and rule out what was guessed. Return 0 if there was none. */
INLINE int retreat(dlx_search *s, int is_general)
{
    if (s->depth > s->max_depth)
        s->max_depth = s->depth;
    if (s->guesses == 0)
        return 0;
    dlx_guess guess = s->guess[--s->guesses];
    while (s->trailed > guess.trailed)
        relink_option(s, s->trail[--s->trailed]);
    while (s->depth > guess.depth)
        put_back(s, is_general);
    if (is_general && s->leads > s->guesses)
        s->leads = s->guesses;
    s->forces = 0;
    s->dead = 0;
    unlink_option(s, s->picked[guess.depth]);
    return 1;
}

/* The first of the items with the fewest options, NONE if all are covered. While nothing is forced
 * each has two options at least, so that the first one with two will do. */
INLINE uint32_t smallest_item(dlx_search *s, uint32_t from, uint32_t to)
{
    uint32_t best = NONE, item;
    int32_t least = ASIDE;
    for (item = from; item < to && least > 2; item++)
        if (s->size[item] < least) {
            least = s->size[item];
            best = item;
        }
    s->looks += item - from;
    return best;
}

/* The item to guess at: a leading one as long as one is not covered. */
INLINE uint32_t next_item(dlx_search *s, int is_general)
{
    if (!is_general)
        return smallest_item(s, 0, s->primary);
    uint32_t item = smallest_item(s, 0, s->leading);
    if (item != NONE)
        s->leads = s->guesses + 1;
    else if (s->leading < s->primary)
        item = smallest_item(s, s->leading, s->primary);
    return item;
}

static inline uint64_t saturating_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Inlined into both of its callers, with a constant for `is_general`. */
INLINE dlx_status run(
    dlx_search *search, uint64_t solutions, uint64_t nodes, uint64_t effort, int is_general)
{
    /* On a copy that nothing points to, the compiler can keep the fields in registers. */
    dlx_search copy = *search, *s = &copy;
    uint64_t last_solution = saturating_sum(s->solutions, solutions);
    uint64_t last_node = saturating_sum(s->nodes, nodes);
    uint64_t last_effort = saturating_sum(s->updates + s->looks, effort);
    for (;;) {
        uint32_t item;
        if (s->dead) {
            if (retreat(s, is_general))
                continue;
            s->status = DLX_EXHAUSTED;
            break;
        }
        if (s->nodes >= last_node || s->updates + s->looks >= last_effort) {
            s->status = DLX_PAUSED;
            break;
        }
        if (s->forces) {
            item = s->forced[--s->forces];
            if (s->size[item] >= ASIDE)
                continue;
        } else {
            item = next_item(s, is_general);
            if (item == NONE) {
                s->dead = 1;
                if (is_general) /* no other way to cover the items that do not lead */
                    s->guesses = s->leads;
                if (++s->solutions < last_solution)
                    continue;
                s->status = DLX_SOLUTION;
                break;
            }
            s->guess[s->guesses++] = (dlx_guess){s->trailed, s->depth};
        }
        if (is_general)
            pick_coloured(s, s->option[s->down[item]]);
        else
            pick(s, s->option[s->down[item]]);
    }
    *search = copy;
    return copy.status;
}

NOINLINE dlx_status run_plain(dlx_search *search, uint64_t solutions, uint64_t nodes,
                              uint64_t effort)
{
    return run(search, solutions, nodes, effort, 0);
}

NOINLINE dlx_status run_general(dlx_search *search, uint64_t solutions, uint64_t nodes,
                                uint64_t effort)
{
    return run(search, solutions, nodes, effort, 1);
}

dlx_status dlx_run(dlx_search *search, uint64_t solutions, uint64_t nodes, uint64_t effort)
{
    return search->is_general ? run_general(search, solutions, nodes, effort)
                              : run_plain(search, solutions, nodes, effort);
}
