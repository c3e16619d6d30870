/* The constraints of a structure: copied, with tables of unions and the steps of automata. */
#include "bitmask_structure.h"

#include <stdlib.h>
#include <string.h>

static void *copied(const void *from, size_t items, size_t size)
{
    void *block = calloc(items + 1, size);
    if (block && items)
        memcpy(block, from, items * size);
    return block;
}

/* The union of the sets that belong to each set of codes: one more bit at a time. */
static uint64_t *unions(const uint64_t *of, int32_t codes)
{
    if (codes > BITMASK_TABLED)
        return NULL;
    size_t size = (size_t)1 << codes;
    uint64_t *all = calloc(size, sizeof *all);
    for (size_t set = 1; all && set < size; set++)
        all[set] = all[set & (set - 1)] | of[__builtin_ctzll(set)];
    return all;
}

static bool fill_table(bitmask_table *table, const uint64_t *row)
{
    table->left_codes = table->left ? ~UINT64_C(0) >> (64 - table->left) : 0;
    table->right_codes = table->right ? ~UINT64_C(0) >> (64 - table->right) : 0;
    for (int32_t i = 0; i < table->left; i++) {
        table->row[i] = row[i];
        for (int32_t j = 0; j < table->right; j++)
            if (row[i] >> j & 1)
                table->column[j] |= UINT64_C(1) << i;
    }
    table->of_left = unions(table->row, table->left);
    table->of_right = unions(table->column, table->right);
    return (table->of_left || table->left > BITMASK_TABLED)
        && (table->of_right || table->right > BITMASK_TABLED);
}

static bool fill_tables(bitmask_constraints *all, const bitmask_program *program)
{
    const uint64_t *row = program->table_row;
    for (int32_t t = 0; t < all->tables; t++) {
        all->table[t].left = program->table_size[2 * t];
        all->table[t].right = program->table_size[2 * t + 1];
        if (!fill_table(&all->table[t], row))
            return false;
        row += all->table[t].left;
    }
    return true;
}

/* Where the steps of each state begin. In place of the number of steps, the row of a layer then says
 * where its states are in `state_at`; layers with the same steps share them. `known` has a zero for
 * each step, and gets the place of the states of the layer that begins with it, plus one. */
static void place_states(bitmask_constraints *all, size_t *known)
{
    size_t states = 0;
    for (int32_t c = 0; c < all->constraints; c++) {
        int64_t *p = all->program + all->at[c];
        if (all->kind[c] != CONSTRAINT_AUTOMATON)
            continue;
        for (int64_t i = 0; i < p[0]; i++) {
            int64_t *layer = p + 1 + 4 * i;
            size_t at = (size_t)layer[3], end = at + (size_t)layer[2], *place = &known[at];
            if (at < end && *place) {
                layer[2] = (int64_t)(*place - 1);
                continue;
            }
            if (at < end)
                *place = states + 1;
            layer[2] = (int64_t)states;
            for (int32_t state = 0; state <= layer[1]; state++) {
                while (state && at < end && all->step[at].state < state)
                    at++;
                all->state_at[states++] = (int32_t)at;
            }
        }
    }
}

static size_t count_states(const bitmask_constraints *all, const bitmask_program *program)
{
    size_t states = 0;
    for (int32_t c = 0; c < all->constraints; c++) {
        const int64_t *p = all->program + program->at[c];
        if (all->kind[c] == CONSTRAINT_AUTOMATON)
            for (int64_t i = 0; i < p[0]; i++)
                states += (size_t)p[1 + 4 * i + 1] + 1;
    }
    return states;
}

/* Put short steps in the place of the others, if they are enough; false if memory runs out. */
static bool shorten_steps(bitmask_constraints *all, const bitmask_program *program)
{
    if (program->values > 16)
        return true;
    for (size_t k = 0; k < program->steps; k++)
        if (all->step[k].target > UINT16_MAX)
            return true;
    all->short_step = calloc(program->steps + 1, sizeof *all->short_step);
    if (!all->short_step)
        return false;
    for (size_t k = 0; k < program->steps; k++)
        all->short_step[k] = (bitmask_short_step){
            (uint16_t)all->step[k].codes, (uint16_t)all->step[k].target};
    free(all->step);
    all->step = NULL;
    return true;
}

/* Does an automaton read a variable twice? Long ones are not looked through. */
static bool does_repeat(const bitmask_constraints *all, int32_t c)
{
    const int64_t *p = all->program + all->at[c], *layer = p + 1;
    if (p[0] > 256)
        return true;
    for (int64_t i = 0; i < p[0]; i++)
        for (int64_t j = 0; j < i; j++)
            if (layer[4 * i] == layer[4 * j])
                return true;
    return false;
}

/* The words that the states of any layer need. */
static size_t widest_layer(const bitmask_constraints *all)
{
    size_t widest = 1;
    for (int32_t c = 0; c < all->constraints; c++) {
        const int64_t *p = all->program + all->at[c];
        for (int64_t layer = 0; all->kind[c] == CONSTRAINT_AUTOMATON && layer < p[0]; layer++) {
            size_t words = (size_t)(p[1 + 4 * layer + 1] + 63) / 64;
            widest = words > widest ? words : widest;
        }
    }
    return widest;
}

/* How many words a constraint needs to work in. */
static size_t scratch_of(const bitmask_constraints *all, int32_t c)
{
    const int64_t *p = all->program + all->at[c];
    size_t words = 0;
    if (all->kind[c] == CONSTRAINT_AUTOMATON) {
        for (int64_t layer = 0; layer < p[0]; layer++)
            words += 2 + 2 * ((size_t)(p[1 + 4 * layer + 1] + 63) / 64);
        words += 4;
    }
    if (all->kind[c] == CONSTRAINT_SUM)
        words = 4 * (size_t)p[0];
    if (all->kind[c] == CONSTRAINT_ANY)
        words = (size_t)p[1];
    return words;
}

bitmask_constraints *bitmask_constraints_make(const bitmask_program *program)
{
    bitmask_constraints *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    size_t count = (size_t)program->constraints;
    all->constraints = program->constraints;
    all->tables = program->tables;
    all->posted = calloc(count + 1, sizeof *all->posted);
    all->repeats = calloc(count + 1, sizeof *all->repeats);
    all->kind = copied(program->kind, count, sizeof *all->kind);
    all->at = calloc(count + 1, sizeof *all->at);
    all->scratch_at = calloc(count + 1, sizeof *all->scratch_at);
    all->program = copied(program->program, program->program_size, sizeof *all->program);
    all->table = calloc((size_t)program->tables + 1, sizeof *all->table);
    all->weight = copied(program->weight, program->weights, sizeof *all->weight);
    all->step = copied(program->step, program->steps, sizeof *all->step);
    size_t *known = calloc(program->steps + 1, sizeof *known);
    if (all->kind && all->program)
        all->state_at = calloc(count_states(all, program) + 1, sizeof *all->state_at);
    if (!all->posted || !all->repeats || !all->kind || !all->at || !all->scratch_at || !all->program || !all->table
        || !all->weight || !all->step || !known || !all->state_at || !fill_tables(all, program)) {
        free(known);
        bitmask_constraints_free(all);
        return NULL;
    }
    for (size_t c = 0; c < count; c++) {
        all->posted[c] = program->posted[c] != 0;
        all->at[c] = (size_t)program->at[c];
    }
    all->scratch = widest_layer(all);
    for (size_t c = 0; c < count; c++) {
        all->repeats[c] = all->kind[c] == CONSTRAINT_AUTOMATON && does_repeat(all, (int32_t)c);
        all->scratch_at[c] = all->scratch;
        all->scratch += scratch_of(all, (int32_t)c);
    }
    place_states(all, known);
    free(known);
    if (!shorten_steps(all, program)) {
        bitmask_constraints_free(all);
        return NULL;
    }
    return all;
}

void bitmask_constraints_free(bitmask_constraints *all)
{
    if (!all)
        return;
    for (int32_t t = 0; all->table && t < all->tables; t++) {
        free(all->table[t].of_left);
        free(all->table[t].of_right);
    }
    free(all->posted);
    free(all->repeats);
    free(all->kind);
    free(all->at);
    free(all->scratch_at);
    free(all->program);
    free(all->table);
    free(all->weight);
    free(all->step);
    free(all->short_step);
    bitmask_free_shapes(all);
    free(all->state_at);
    free(all);
}

int32_t bitmask_constraint_variables(const bitmask_constraints *all, int32_t c, int32_t *variable)
{
    const int64_t *p = all->program + all->at[c];
    int32_t count = 0, first = 0, stride = 1;
    switch ((bitmask_kind)all->kind[c]) {
    case CONSTRAINT_RELATION:
        count = 2;
        break;
    case CONSTRAINT_ONLY:
        count = 1;
        break;
    case CONSTRAINT_SUM:
    case CONSTRAINT_UNIT:
    case CONSTRAINT_COUNT:
        count = (int32_t)p[0], first = 2, stride = 3;
        break;
    case CONSTRAINT_SET:
    case CONSTRAINT_FAMILY:
    case CONSTRAINT_RUN:
        count = (int32_t)p[0], first = 2;
        break;
    case CONSTRAINT_AUTOMATON:
        count = (int32_t)p[0], first = 1, stride = 4;
        break;
    case CONSTRAINT_ANY:
        count = (int32_t)p[1], first = 2;
        break;
    case CONSTRAINT_DIFFERENT:
        count = (int32_t)p[0], first = 1;
        break;
    }
    for (int32_t i = 0; variable && i < count; i++)
        variable[i] = (int32_t)p[first + stride * i];
    return count;
}
