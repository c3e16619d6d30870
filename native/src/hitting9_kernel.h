/* The inner part of the search, compiled for different CPUs: KERNEL(name) names each version. */

#include "hitting9_lanes.h"

/* Which of the sets from `at` on are apart from some cells, as bits. */
INLINE unsigned KERNEL(apart)(const list *sets, unsigned at, cells from)
{
    const WORDS low = AND(LOAD(sets->low + at), FILL(from.low));
    const WORDS high = AND(LOAD(sets->high + at), FILL(from.high));
    const unsigned left = sets->count - at;
    return KERNEL(zeros)(OR(low, high)) & (left < LANES ? (1u << left) - 1 : (1u << LANES) - 1);
}

/* Take the sets that are apart from some cells, as far as they are within others. */
INLINE void KERNEL(select)(list *chosen, const list *sets, cells from, cells within)
{
    unsigned count = 0;
    for (unsigned at = 0; at < sets->count; at += LANES) {
        const unsigned which = KERNEL(apart)(sets, at, from);
        KERNEL(put)(chosen->low + count, AND(LOAD(sets->low + at), FILL(within.low)), which);
        KERNEL(put)(chosen->high + count, AND(LOAD(sets->high + at), FILL(within.high)), which);
        count += (unsigned)__builtin_popcount(which);
    }
    chosen->count = count;
}

/* Bring sets into the order of their sizes; 0 if one of them has no cell. */
static int KERNEL(sort)(list *sorted, const list *sets)
{
    uint8_t size[LIST + 64];
    unsigned largest = 0, count = 0;
    for (unsigned i = 0; i < sets->count; i++) {
        size[i] = (uint8_t)size_of(set_at(sets, i));
        largest = size[i] > largest ? size[i] : largest;
    }
#if LANES > 1
    memset(size + sets->count, UINT8_MAX, 64);
    for (unsigned one = 0; one <= largest; one++)
        for (unsigned at = 0; at < sets->count; at += 64)
            for (uint64_t left = KERNEL(is_size)(size + at, one); left; left &= left - 1) {
                const unsigned i = at + (unsigned)__builtin_ctzll(left);
                sorted->low[count] = sets->low[i];
                sorted->high[count++] = sets->high[i];
                if (one == 0)
                    return 0;
            }
#else
    unsigned start[MOST_CELLS + 2] = {0};
    for (unsigned i = 0; i < sets->count; i++)
        start[size[i] + 1]++;
    if (start[1])
        return 0;
    for (unsigned one = 1; one <= largest; one++)
        start[one + 1] += start[one];
    for (; count < sets->count; count++) {
        const unsigned to = start[size[count]]++;
        sorted->low[to] = sets->low[count];
        sorted->high[to] = sets->high[count];
    }
#endif
    sorted->count = count;
    return 1;
}

/* Choose sets that have no cell in common, each of which needs a clue of its own, greedily. Stops
 * at one more than `most`. */
static void KERNEL(choose)(packing *pack, const list *sets, unsigned most)
{
    pack->count = 0;
    pack->used = (cells){0, 0};
    for (unsigned at = 0; at < sets->count; at += LANES) {
        unsigned which = KERNEL(apart)(sets, at, pack->used);
        while (which) {
            const unsigned lane = (unsigned)__builtin_ctz(which);
            const cells set = set_at(sets, at + lane);
            pack->used = either(pack->used, set);
            pack->set[pack->count++] = set;
            if (pack->count > most)
                return;
            if (LANES == 1)
                break;
            which &= KERNEL(apart)(sets, at, set);
        }
    }
}

/* Exchange one of the chosen sets for two; 0 if that is impossible. */
static int KERNEL(exchange)(packing *pack, const list *sets, list *beside)
{
    for (unsigned i = 0; i < pack->count; i++) {
        const cells others = without(pack->used, pack->set[i]);
        KERNEL(select)(beside, sets, others, ALL);
        for (unsigned a = 0; a + 1 < beside->count; a++) {
            const cells one = set_at(beside, a);
            for (unsigned at = (a + 1) / LANES * LANES; at < beside->count; at += LANES) {
                const unsigned which = KERNEL(apart)(beside, at, one);
                if (which) {
                    const cells other = set_at(beside, at + (unsigned)__builtin_ctz(which));
                    pack->set[i] = one;
                    pack->set[pack->count++] = other;
                    pack->used = either(others, either(one, other));
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* Take as branches the cells of a set, those first that meet the most sets: once tried, they are
 * excluded from the other branches. */
static void KERNEL(branch)(level *here, cells set)
{
    unsigned meets[MOST_CELLS];
    here->branches = here->next = 0;
    for (cells todo = set; !is_none(todo);) {
        const unsigned cell = first_of(todo);
        const cells bit = only(cell);
        unsigned apart = 0, at = here->branches++;
        for (unsigned i = 0; i < here->sets.count; i += LANES)
            apart += (unsigned)__builtin_popcount(KERNEL(apart)(&here->sets, i, bit));
        for (; at > 0 && meets[at - 1] > apart; at--) {
            meets[at] = meets[at - 1];
            here->branch[at] = here->branch[at - 1];
        }
        meets[at] = apart;
        here->branch[at] = (uint8_t)cell;
        todo = without(todo, bit);
    }
}

/* Of the sets that are as small as the first one, the one whose cells meet the most sets. */
static cells KERNEL(best)(const list *sets, const list *all)
{
    const unsigned size = size_of(set_at(sets, 0));
    unsigned best = 0, fewest = UINT32_MAX;
    for (unsigned i = 0; i < sets->count && size_of(set_at(sets, i)) == size; i++) {
        unsigned apart = 0;
        for (unsigned at = 0; at < all->count; at += LANES)
            apart += (unsigned)__builtin_popcount(KERNEL(apart)(all, at, set_at(sets, i)));
        if (apart < fewest) {
            fewest = apart;
            best = i;
        }
    }
    return set_at(sets, best);
}

/* Pack the sets within a region; 0 if its clues are too few for them. With as many disjoint sets as
 * clues, each has one clue, and no other cell of the region has any. If the region is not less tight
 * than `slack`, its best set is where to branch. */
static int KERNEL(bound)(hitting9_search *search, unsigned depth, unsigned number, unsigned *slack,
                         cells *set)
{
    const hitting9_region *region = &search->region[number];
    level *here = &search->level[depth];
    const unsigned left = region->most - size_of(both(here->clues, region->cells));
    const list *sets = &here->sets;
    packing *pack = &search->packing;
    if (number > 0) {
        KERNEL(select)(&search->within, sets, without(ALL, region->cells), ALL);
        sets = &search->within;
    }
    KERNEL(choose)(pack, sets, left);
    while (pack->count <= left && pack->count + 1 >= left)
        if (!KERNEL(exchange)(pack, sets, &search->beside))
            break;
    if (pack->count >= left)
        note_packing(search, depth, number, pack->count > left);
    if (pack->count > left)
        return 0;
    if (pack->count == left)
        here->live = without(here->live, without(region->cells, pack->used));
    if (sets->count && left - pack->count <= *slack) {
        *slack = left - pack->count;
        *set = KERNEL(best)(sets, &here->sets);
    }
    return 1;
}

/* Find the branches of a level from the sets to meet; none if the clues left are too few for them. */
static void KERNEL(settle)(hitting9_search *search, unsigned depth)
{
    level *here = &search->level[depth];
    cells set = NONE;
    here->branches = here->next = 0;
    for (;;) {
        unsigned slack = UINT32_MAX;
        search->live = here->live;
        if (!KERNEL(sort)(&here->sets, &search->unmet)) {
            note_branches(search, depth, NONE);
            return;
        }
        for (unsigned number = 0; number < search->regions; number++)
            if (!KERNEL(bound)(search, depth, number, &slack, &set))
                return;
        if (is_within(search->live, here->live))
            break;
        KERNEL(select)(&search->unmet, &here->sets, NONE, here->live);
    }
    const cells whole = set;
    if (search->most - depth == 1 && !search->trace)
        for (unsigned i = 0; i < here->sets.count; i++)
            set = both(set, set_at(&here->sets, i));
    KERNEL(branch)(here, set);
    note_branches(search, depth, whole);
}

/* Make the level below with one clue more. */
static sudoku9_status KERNEL(descend)(hitting9_search *search, unsigned depth, unsigned cell)
{
    const level *here = &search->level[depth];
    level *below = &search->level[depth + 1];
    const unsigned left = search->most - depth - 1;
    const cells bit = only(cell);
    below->branches = below->next = 0;
    below->clues = either(here->clues, bit);
    below->live = here->live;
    KERNEL(select)(&search->unmet, &here->sets, bit, here->live);
    if (search->unmet.count == 0 && is_proper(search, below))
        return SUDOKU9_FOUND;
    search->live = here->live;
    KERNEL(choose)(&search->packing, &search->unmet, left);
    if (search->packing.count > left)
        note_packing(search, depth + 1, 0, 1);
    else
        KERNEL(settle)(search, depth + 1);
    return SUDOKU9_PAUSED;
}

#undef WORDS
#undef LOAD
#undef FILL
#undef AND
#undef OR
