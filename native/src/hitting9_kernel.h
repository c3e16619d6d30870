/* The inner part of the search, compiled for different CPUs: KERNEL(name) names each version. */

/* Bring the sets of a level into the order of their sizes; 0 if one has no live cell left. */
static int KERNEL(sort)(hitting9_search *search, level *here)
{
    unsigned start[SUDOKU9_CELLS + 2] = {0};
    for (unsigned i = 0; i < here->sets; i++) {
        search->scratch[i] = both(here->set[i], here->live);
        const unsigned size = size_of(search->scratch[i]);
        if (size == 0)
            return 0;
        search->size[i] = (uint8_t)size;
        start[size + 1]++;
    }
    for (unsigned size = 1; size <= SUDOKU9_CELLS; size++)
        start[size + 1] += start[size];
    for (unsigned i = 0; i < here->sets; i++)
        here->set[start[search->size[i]]++] = search->scratch[i];
    return 1;
}

/* Choose sets that have no cell in common, each of which needs a clue of its own: greedily, small
 * sets first, and then, one short of the clues that are left, by exchanging one set for two. Returns
 * how many, or more than `most`. */
static unsigned KERNEL(pack)(hitting9_search *search, const cells *set, unsigned sets, unsigned most,
                             cells *used)
{
    cells chosen[SUDOKU9_CELLS + 1];
    cells *beside = search->scratch;
    unsigned count = 0;
    *used = (cells){0, 0};
    for (unsigned i = 0; i < sets; i++)
        if (are_apart(set[i], *used)) {
            *used = either(*used, set[i]);
            chosen[count++] = set[i];
            if (count > most)
                return count;
        }
    if (count + 1 < most)
        return count;
    for (unsigned i = 0; i < count; i++) {
        const cells others = without(*used, chosen[i]);
        unsigned candidates = 0;
        for (unsigned k = 0; k < sets; k++) {
            beside[candidates] = set[k];
            candidates += are_apart(set[k], others);
        }
        for (unsigned a = 0; a + 1 < candidates; a++)
            for (unsigned b = a + 1; b < candidates; b++)
                if (are_apart(beside[a], beside[b])) {
                    if (++count > most)
                        return count;
                    chosen[i] = beside[a];
                    chosen[count - 1] = beside[b];
                    *used = either(others, either(beside[a], beside[b]));
                    a = candidates; /* and look at all chosen sets again */
                    i = (unsigned)-1;
                    break;
                }
    }
    return count;
}

/* Take as branches the cells of a set, those first that meet the most sets: once tried, they are
 * excluded from the other branches. */
static void KERNEL(branch)(level *here, cells set)
{
    unsigned meets[SUDOKU9_CELLS];
    here->branches = here->next = 0;
    for (cells todo = set; !is_none(todo);) {
        const unsigned cell = first_of(todo);
        const cells bit = only(cell);
        unsigned count = 0, at = here->branches++;
        for (unsigned i = 0; i < here->sets; i++)
            count += !are_apart(here->set[i], bit);
        for (; at > 0 && meets[at - 1] < count; at--) {
            meets[at] = meets[at - 1];
            here->branch[at] = here->branch[at - 1];
        }
        meets[at] = count;
        here->branch[at] = (uint8_t)cell;
        todo = without(todo, bit);
    }
}

/* Pack the sets within a region; 0 if its clues are too few for them. With as many disjoint sets as
 * clues, each has one clue, and no other cell of the region has any. If the region is tighter than
 * `slack`, its first set is where to branch. */
static int KERNEL(bound)(hitting9_search *search, level *here, const hitting9_region *region,
                         unsigned *slack, cells *set)
{
    const unsigned left = region->most - size_of(both(here->clues, region->cells));
    unsigned sets = 0;
    cells used;
    for (unsigned i = 0; i < here->sets; i++) {
        search->within[sets] = here->set[i];
        sets += is_within(here->set[i], region->cells);
    }
    const unsigned count = KERNEL(pack)(search, search->within, sets, left, &used);
    if (count > left)
        return 0;
    if (count == left)
        here->live = without(here->live, without(region->cells, used));
    if (sets && left - count <= *slack) {
        *slack = left - count;
        *set = search->within[0];
    }
    return 1;
}

/* Find the branches of a level that has sets to meet; none if the clues left are too few for them. */
static void KERNEL(settle)(hitting9_search *search, unsigned depth)
{
    const hitting9_region whole = {{UINT64_MAX, UINT64_MAX}, search->most + search->given};
    level *here = &search->level[depth];
    cells live, set;
    here->branches = here->next = 0;
    do {
        unsigned slack = UINT32_MAX;
        live = here->live;
        if (!KERNEL(sort)(search, here))
            return;
        if (!KERNEL(bound)(search, here, &whole, &slack, &set))
            return;
        for (unsigned r = 0; r < search->regions; r++)
            if (!KERNEL(bound)(search, here, &search->region[r], &slack, &set))
                return;
    } while (!is_within(live, here->live));
    if (search->most - depth == 1)
        for (unsigned i = 0; i < here->sets; i++)
            set = both(set, here->set[i]);
    KERNEL(branch)(here, set);
}

/* Make the level below with one clue more. Most end here, while their sets are copied. */
static sudoku9_status KERNEL(descend)(hitting9_search *search, unsigned depth, unsigned cell)
{
    const level *here = &search->level[depth];
    level *below = &search->level[depth + 1];
    const unsigned left = search->most - depth - 1;
    const cells bit = only(cell);
    cells used = {0, 0};
    unsigned apart = 0;
    below->sets = below->branches = below->next = 0;
    below->clues = either(here->clues, bit);
    below->live = here->live;
    for (unsigned i = 0; i < here->sets; i++) {
        if (!are_apart(here->set[i], bit))
            continue;
        const cells set = both(here->set[i], here->live);
        below->set[below->sets++] = set;
        if (are_apart(set, used)) {
            used = either(used, set);
            if (++apart > left || is_none(set))
                return SUDOKU9_DONE;
        }
    }
    if (below->sets == 0) {
        if (is_proper(search, below))
            return SUDOKU9_FOUND;
        if (left == 0)
            return SUDOKU9_DONE;
    }
    KERNEL(settle)(search, depth + 1);
    return SUDOKU9_PAUSED;
}
