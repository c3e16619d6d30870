/* All hints of a search: see rating9_harvest.h. */
#include <stdlib.h>
#include <string.h>

#include "rating9_harvest.h"

rating9_harvest *rating9_harvest_new(void)
{
    return calloc(1, sizeof(rating9_harvest));
}

void rating9_harvest_free(rating9_harvest *harvest)
{
    if (!harvest)
        return;
    free(harvest->cycles);
    free(harvest->list);
    free(harvest);
}

void rating9_harvest_clear(rating9_harvest *harvest)
{
    for (int i = 0; i < harvest->used; i++)
        harvest->slot[harvest->used_slots[i] & 1][harvest->used_slots[i] >> 1].size = 0;
    harvest->used = harvest->cycle_count = harvest->order = harvest->sorted = 0;
}

rating9_found *rating9_harvest_slot(rating9_harvest *harvest, const rating9_grid *grid,
                                    int candidate, int state)
{
    unsigned others = grid->candidates[candidate / 9] & ~(1u << candidate % 9);
    if (state == 1 && size9(others) == 1) { /* one of two is on: the other one goes */
        candidate = candidate / 9 * 9 + first9(others);
        state = 0;
    }
    rating9_found *found = &harvest->slot[state][candidate];
    if (!found->size) {
        harvest->used_slots[harvest->used++] = (uint16_t)(candidate << 1 | state);
        found->removals = 1;
        found->cells[0] = (uint8_t)(candidate / 9);
        found->digits[0] = (uint16_t)(state ? others : 1u << candidate % 9);
        found->size = -1; /* taken, and about to be filled */
    }
    return found;
}

rating9_found *rating9_harvest_cycle(rating9_harvest *harvest)
{
    if (harvest->cycle_count == harvest->cycle_room) {
        int room = harvest->cycle_room ? harvest->cycle_room * 2 : 64;
        rating9_found *more = realloc(harvest->cycles, (size_t)room * sizeof *more);
        if (!more)
            return NULL;
        harvest->cycles = more;
        harvest->cycle_room = room;
    }
    return &harvest->cycles[harvest->cycle_count++];
}

static int compare(const void *one, const void *two)
{
    const rating9_found *a = *(rating9_found *const *)one, *b = *(rating9_found *const *)two;
    if (a->rating != b->rating)
        return a->rating < b->rating ? -1 : 1;
    if (a->size != b->size)
        return a->size - b->size;
    return a->kind != b->kind ? a->kind - b->kind : a->order - b->order;
}

static int same_removals(const rating9_found *a, const rating9_found *b)
{
    return a->removals == b->removals
        && !memcmp(a->cells, b->cells, (size_t)a->removals * sizeof *a->cells)
        && !memcmp(a->digits, b->digits, (size_t)a->removals * sizeof *a->digits);
}

int rating9_harvest_sort(rating9_harvest *harvest)
{
    int most = harvest->used + harvest->cycle_count;
    if (most > harvest->list_room) {
        rating9_found **more = realloc(harvest->list, (size_t)most * sizeof *more);
        if (!more)
            return 0;
        harvest->list = more;
        harvest->list_room = most;
    }
    int count = 0;
    for (int i = 0; i < harvest->used; i++) {
        int slot = harvest->used_slots[i];
        harvest->list[count++] = &harvest->slot[slot & 1][slot >> 1];
    }
    for (int i = 0; i < harvest->cycle_count; i++)
        harvest->list[count++] = &harvest->cycles[i];
    if (count)
        qsort(harvest->list, (size_t)count, sizeof *harvest->list, compare);
    harvest->sorted = 0;
    for (int i = 0; i < count; i++) {
        rating9_found *found = harvest->list[i];
        int known = 0;
        if (harvest->cycle_count && (found->removals > 1 || size9(found->digits[0]) > 1))
            for (int k = 0; k < harvest->sorted && !known; k++)
                known = same_removals(found, harvest->list[k]);
        if (!known)
            harvest->list[harvest->sorted++] = found;
    }
    return 1;
}
