/* The solving loop of the rater: the first technique, from the easiest on, that finds a step. */
#include "rating9.h"

#include <stdlib.h>
#include <string.h>

#include "rating9_board.h"
#include "rating9_chains.h"
#include "rating9_patterns.h"

const char *rating9_name(int technique)
{
    static const char *const NAMES[RATING9_TECHNIQUES] = {
        [RATING9_FULL_HOUSE] = "full house",
        [RATING9_HIDDEN_SINGLE] = "hidden single",
        [RATING9_DIRECT_POINTING] = "direct pointing",
        [RATING9_DIRECT_CLAIMING] = "direct claiming",
        [RATING9_DIRECT_HIDDEN_PAIR] = "direct hidden pair",
        [RATING9_NAKED_SINGLE] = "naked single",
        [RATING9_DIRECT_HIDDEN_TRIPLET] = "direct hidden triplet",
        [RATING9_POINTING] = "pointing",
        [RATING9_CLAIMING] = "claiming",
        [RATING9_NAKED_PAIR] = "naked pair",
        [RATING9_X_WING] = "X-wing",
        [RATING9_HIDDEN_PAIR] = "hidden pair",
        [RATING9_NAKED_TRIPLET] = "naked triplet",
        [RATING9_SWORDFISH] = "swordfish",
        [RATING9_HIDDEN_TRIPLET] = "hidden triplet",
        [RATING9_XY_WING] = "XY-wing",
        [RATING9_XYZ_WING] = "XYZ-wing",
        [RATING9_UNIQUE_RECTANGLE] = "unique rectangle",
        [RATING9_UNIQUE_LOOP] = "unique loop",
        [RATING9_NAKED_QUAD] = "naked quad",
        [RATING9_JELLYFISH] = "jellyfish",
        [RATING9_HIDDEN_QUAD] = "hidden quad",
        [RATING9_BUG] = "bivalue universal grave",
        [RATING9_ALIGNED_PAIR] = "aligned pair exclusion",
        [RATING9_X_CYCLE] = "bidirectional X-cycle",
        [RATING9_X_CHAIN] = "forcing X-chain",
        [RATING9_Y_CYCLE] = "bidirectional Y-cycle",
        [RATING9_XY_CYCLE] = "bidirectional cycle",
        [RATING9_FORCING_CHAIN] = "forcing chain",
        [RATING9_ALIGNED_TRIPLET] = "aligned triplet exclusion",
        [RATING9_NISHIO] = "nishio",
        [RATING9_CELL_FORCING] = "cell forcing chains",
        [RATING9_REGION_FORCING] = "region forcing chains",
        [RATING9_DYNAMIC] = "dynamic forcing chains",
        [RATING9_DYNAMIC_PLUS] = "dynamic forcing chains (+)",
        [RATING9_NESTED] = "nested forcing chains",
    };
    return technique >= 0 && technique < RATING9_TECHNIQUES ? NAMES[technique] : NULL;
}

struct rating9_rater {
    rating9_layout layout;
    rating9_grid grid;
    rating9_cycles *cycles;
    rating9_forcing *forcing;
};

rating9_rater *rating9_new(void)
{
    rating9_rater *rater = calloc(1, sizeof *rater);
    if (!rater)
        return NULL;
    rating9_lay_out(&rater->layout);
    rater->cycles = rating9_cycles_new();
    rater->forcing = rating9_forcing_new();
    if (!rater->cycles || !rater->forcing) {
        rating9_free(rater);
        return NULL;
    }
    return rater;
}

void rating9_free(rating9_rater *rater)
{
    if (!rater)
        return;
    free(rater->cycles);
    rating9_forcing_free(rater->forcing);
    free(rater);
}

/* Takes the first hint that is shown. */
typedef struct {
    rating9_visitor visitor;
    rating9_hint *hint;
} taker;

static int take(rating9_visitor *visitor, const rating9_hint *hint)
{
    *((taker *)visitor)->hint = *hint;
    return 1;
}

typedef int (*pattern)(const rating9_layout *, const rating9_grid *, rating9_visitor *);

static int find_pattern(rating9_rater *rater, rating9_hint *hint)
{
    static const pattern PATTERNS[] = {
        rating9_hidden_single,
        rating9_direct_locked,
        rating9_direct_hidden_pair,
        rating9_naked_single,
        rating9_direct_hidden_triplet,
        rating9_locked,
        rating9_naked_pair,
        rating9_x_wing,
        rating9_hidden_pair,
        rating9_naked_triplet,
        rating9_swordfish,
        rating9_hidden_triplet,
        rating9_xy_wing,
        rating9_xyz_wing,
        rating9_unique_loop,
        rating9_naked_quad,
        rating9_jellyfish,
        rating9_hidden_quad,
        rating9_bug,
        rating9_aligned_pair,
    };
    taker t = {{take}, hint};
    for (size_t i = 0; i < sizeof PATTERNS / sizeof *PATTERNS; i++)
        if (PATTERNS[i](&rater->layout, &rater->grid, &t.visitor))
            return 1;
    return 0;
}

static const rating9_rule RULES[RATING9_FIND_END] = {
    [RATING9_FIND_NISHIO] = {.dynamic = 1, .nishio = 1},
    [RATING9_FIND_MULTIPLE] = {0},
    [RATING9_FIND_DYNAMIC] = {.dynamic = 1},
    [RATING9_FIND_DYNAMIC_PLUS] = {.dynamic = 1, .level = 1},
    [RATING9_FIND_NESTED] = {.dynamic = 1, .level = 2},
    [RATING9_FIND_NESTED + 1] = {.dynamic = 1, .level = 3},
    [RATING9_FIND_NESTED + 2] = {.dynamic = 1, .level = 4},
    [RATING9_FIND_NESTED + 3] = {.dynamic = 1, .level = 5},
};

static int find_chain(rating9_rater *rater, rating9_watch *watch, rating9_hint *hint)
{
    taker t = {{take}, hint};
    if (rating9_find_cycle(rater->cycles, watch, &rater->grid, hint, NULL)
        || rating9_aligned_triplet(&rater->layout, &rater->grid, &t.visitor))
        return 1;
    for (int i = RATING9_FIND_NISHIO; i < RATING9_FIND_END; i++)
        if (rating9_find_forcing(rater->forcing, watch, &rater->grid, RULES[i], hint, NULL))
            return 1;
    return 0;
}

/* Ten times the rating, as it is written. */
static int ten_times(double rating)
{
    return (int)((rating + 0.05) * 10);
}

static void note(rating9_result *result, const rating9_hint *hint, int open)
{
    int rating = ten_times(hint->rating);
    result->steps[result->count++] = (rating9_step){
        (uint8_t)rating, (uint8_t)hint->technique, (uint8_t)open};
    if (rating > result->rating) {
        result->rating = rating;
        result->technique = hint->technique;
    }
}

static void apply(rating9_rater *rater, const rating9_hint *hint)
{
    for (int i = 0; i < hint->count; i++)
        rating9_remove(&rater->layout, &rater->grid, hint->cells[i], hint->digits[i]);
    if (hint->cell >= 0)
        rating9_place(&rater->layout, &rater->grid, hint->cell, hint->digit);
}

rating9_status rating9_rate(rating9_rater *rater, const uint8_t clues[RATING9_CELLS],
                            rating9_result *result, int (*poll)(void *), void *context)
{
    rating9_watch watch = {.layout = &rater->layout, .poll = poll, .context = context};
    rating9_begin(&rater->layout, &rater->grid, clues);
    result->rating = result->technique = result->count = 0;
    while (rater->grid.left) {
        rating9_hint hint;
        int open = rating9_open(&rater->layout, &rater->grid);
        int found = find_pattern(rater, &hint) || find_chain(rater, &watch, &hint);
        if (watch.stopped)
            return watch.short_of_memory ? RATING9_NO_MEMORY : RATING9_STOPPED;
        if (!found || result->count == RATING9_STEPS)
            return RATING9_STUCK;
        note(result, &hint, open);
        apply(rater, &hint);
    }
    return RATING9_SOLVED;
}

rating9_status rating9_find(rating9_rater *rater, const uint16_t masks[RATING9_CELLS], int first,
                            int last, rating9_move *move, int (*poll)(void *), void *context)
{
    rating9_watch watch = {.layout = &rater->layout, .poll = poll, .context = context};
    rating9_hint hint;
    int found = 0;
    rating9_begin_masks(&rater->layout, &rater->grid, masks);
    for (int i = first; i <= last && !found && !watch.stopped; i++)
        found = i == RATING9_FIND_CYCLES
            ? rating9_find_cycle(rater->cycles, &watch, &rater->grid, &hint, NULL)
            : rating9_find_forcing(rater->forcing, &watch, &rater->grid, RULES[i], &hint, NULL);
    if (watch.stopped)
        return watch.short_of_memory ? RATING9_NO_MEMORY : RATING9_STOPPED;
    if (!found)
        return RATING9_STUCK;
    move->rating = ten_times(hint.rating);
    move->technique = hint.technique;
    move->kind = hint.kind;
    move->source = hint.source;
    move->cell = hint.cell;
    move->digit = hint.digit;
    move->count = hint.count;
    memcpy(move->cells, hint.cells, sizeof move->cells);
    memcpy(move->digits, hint.digits, sizeof move->digits);
    return RATING9_SOLVED;
}
