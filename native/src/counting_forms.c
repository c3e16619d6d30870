#include "counting_forms.h"

#include <stdlib.h>

enum { NODES = 64 + COUNTING_FORM_GROUPS }; /* values, and groups behind them */

/* Cell i of the component is joined to the nodes joined[at[i]] .. joined[at[i + 1] - 1]. */
struct counting_former {
    counting_form form;
    const bitmask_structure *on;
    int32_t *number;           /* group -> its place in `group`, counted from 1; 0 if it is not there */
    int32_t nodes;
    int32_t at[COUNTING_FORM_CELLS + 1];
    uint8_t joined[COUNTING_FORM_CELLS * NODES];
    int32_t order[COUNTING_FORM_CELLS]; /* cells by their colours */
    uint64_t cell_colour[COUNTING_FORM_CELLS], node_colour[NODES];
    counting_set group[COUNTING_FORM_GROUPS]; /* cells of each group */
    int32_t first[COUNTING_FORM_GROUPS];      /* the first of them */
    int32_t node[COUNTING_FORM_GROUPS];       /* its node; -1 if it says nothing new */
};

counting_former *counting_former_make(const bitmask_structure *on)
{
    counting_former *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->on = on;
    f->number = calloc(on->groups ? (size_t)on->groups : 1, sizeof *f->number);
    if (f->number)
        return f;
    free(f);
    return NULL;
}

void counting_former_free(counting_former *f)
{
    if (!f)
        return;
    free(f->number);
    free(f);
}

static inline void put(counting_set *set, int32_t member)
{
    set->word[member >> 6] |= UINT64_C(1) << (member & 63);
}

static inline bool is_within(const counting_set *one, const counting_set *other)
{
    return !(one->word[0] & ~other->word[0]) && !(one->word[1] & ~other->word[1]);
}

/* Find the groups of some cells, and number them from 1 on; false if there are too many. */
static bool find_groups(counting_former *f, const int32_t *cell, int32_t cells)
{
    const bitmask_rows *rows = &f->on->memberships;
    int32_t count = 0;
    for (int32_t i = 0; i < cells; i++)
        for (int32_t k = rows->at[cell[i]]; k < rows->at[cell[i] + 1]; k++) {
            int32_t *number = &f->number[rows->item[k]];
            if (!*number) {
                if (count == COUNTING_FORM_GROUPS)
                    return false;
                f->group[count] = (counting_set){{0, 0}};
                f->first[count] = i;
                *number = ++count;
            }
            put(&f->group[*number - 1], i);
        }
    f->form.groups = count;
    return true;
}

static void forget_groups(counting_former *f, const int32_t *cell, int32_t cells)
{
    const bitmask_rows *rows = &f->on->memberships;
    for (int32_t i = 0; i < cells; i++)
        for (int32_t k = rows->at[cell[i]]; k < rows->at[cell[i] + 1]; k++)
            f->number[rows->item[k]] = 0;
}

/* Does a group say nothing new: has it one cell, or does another one have all of its cells? */
static bool is_implied(const counting_former *f, const int32_t *cell, int32_t group)
{
    const counting_set *set = &f->group[group];
    if (set->word[0] ? !set->word[1] && is_single(set->word[0]) : is_single(set->word[1]))
        return true;
    const bitmask_rows *rows = &f->on->memberships;
    int32_t first = cell[f->first[group]];
    for (int32_t k = rows->at[first]; k < rows->at[first + 1]; k++) {
        int32_t other = f->number[rows->item[k]] - 1;
        if (other != group && is_within(set, &f->group[other])
            && (other < group || !is_within(&f->group[other], set)))
            return true;
    }
    return false;
}

/* Give a node to each group that says something. */
static void place_groups(counting_former *f, const int32_t *cell)
{
    int32_t kept = 0;
    for (int32_t g = 0; g < f->form.groups; g++)
        f->node[g] = is_implied(f, cell, g) ? -1 : f->form.values + kept++;
    f->form.groups = kept;
    f->nodes = f->form.values + kept;
}

/* Join the cells to their values and groups. */
static void join(counting_former *f, const bitmask_search *s, const int32_t *cell, int32_t cells)
{
    const bitmask_rows *rows = &f->on->memberships;
    uint8_t number[64];
    uint64_t present = 0;
    for (int32_t i = 0; i < cells; i++)
        present |= s->domain[cell[i]];
    for (f->form.values = 0; present; present &= present - 1)
        number[__builtin_ctzll(present)] = (uint8_t)f->form.values++;
    place_groups(f, cell);
    int32_t end = 0;
    for (int32_t i = 0; i < cells; i++) {
        f->at[i] = end;
        for (uint64_t set = s->domain[cell[i]]; set; set &= set - 1)
            f->joined[end++] = number[__builtin_ctzll(set)];
        for (int32_t k = rows->at[cell[i]]; k < rows->at[cell[i] + 1]; k++) {
            int32_t node = f->node[f->number[rows->item[k]] - 1];
            if (node >= 0)
                f->joined[end++] = (uint8_t)node;
        }
        f->cell_colour[i] = cell[i] >= f->on->own;
    }
    f->at[cells] = end;
    for (int32_t node = 0; node < f->nodes; node++)
        f->node_colour[node] = node >= f->form.values;
}

/* The finalizer of splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t mixed(uint64_t z)
{
    z += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static void refine(counting_former *f)
{
    uint64_t sum[NODES];
    memset(sum, 0, (size_t)f->nodes * sizeof *sum);
    for (int32_t i = 0; i < f->form.cells; i++) {
        uint64_t colour = mixed(f->cell_colour[i]);
        for (int32_t k = f->at[i]; k < f->at[i + 1]; k++)
            sum[f->joined[k]] += colour;
    }
    for (int32_t node = 0; node < f->nodes; node++)
        f->node_colour[node] = mixed(3 * f->node_colour[node] + sum[node]);
    for (int32_t i = 0; i < f->form.cells; i++) {
        uint64_t all = 3 * f->cell_colour[i];
        for (int32_t k = f->at[i]; k < f->at[i + 1]; k++)
            all += f->node_colour[f->joined[k]];
        f->cell_colour[i] = mixed(all);
    }
}

/* Sort the cells by their colours; return how many colours there are. */
static int32_t sort(counting_former *f)
{
    const uint64_t *colour = f->cell_colour;
    int32_t *order = f->order, colours = 1;
    for (int32_t i = 0; i < f->form.cells; i++) {
        int32_t k = i;
        for (; k > 0 && colour[order[k - 1]] > colour[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    for (int32_t k = 1; k < f->form.cells; k++)
        colours += colour[order[k]] != colour[order[k - 1]];
    return colours;
}

/* Refine until there are no more colours than before. */
static int32_t settle(counting_former *f)
{
    int32_t before, colours = 0;
    do {
        before = colours;
        refine(f);
        refine(f);
        colours = sort(f);
    } while (colours > before && colours < f->form.cells);
    return colours;
}

/* Are two cells joined to the same nodes? Then it does not matter which one comes first. */
static bool are_twins(const counting_former *f, int32_t i, int32_t j)
{
    int32_t size = f->at[i + 1] - f->at[i];
    return f->at[j + 1] - f->at[j] == size
           && !memcmp(f->joined + f->at[i], f->joined + f->at[j], (size_t)size);
}

/* One of the fewest cells that share a colour without being twins; -1 if there are none. */
static int32_t choose(const counting_former *f)
{
    const int32_t *order = f->order;
    int32_t best = -1, fewest = f->form.cells + 1, next;
    for (int32_t k = 0; k < f->form.cells; k = next) {
        bool twins = true;
        for (next = k + 1; next < f->form.cells
                           && f->cell_colour[order[next]] == f->cell_colour[order[k]]; next++)
            twins = twins && are_twins(f, order[k], order[next]);
        if (!twins && next - k < fewest) {
            fewest = next - k;
            best = order[k];
        }
    }
    return best;
}

const counting_form *counting_find_form(counting_former *f, const bitmask_search *s,
                                        const int32_t *cell, int32_t cells)
{
    if (cells > COUNTING_FORM_CELLS)
        return NULL;
    f->form.cells = cells;
    bool few = find_groups(f, cell, cells);
    if (few)
        join(f, s, cell, cells);
    forget_groups(f, cell, cells);
    if (!few)
        return NULL;
    while (settle(f) < cells) {
        int32_t i = choose(f);
        if (i < 0)
            break;
        f->cell_colour[i] = mixed(~f->cell_colour[i]);
    }
    memset(f->form.group, 0, (size_t)f->form.groups * sizeof *f->form.group);
    for (int32_t k = 0; k < cells; k++) {
        int32_t i = f->order[k];
        f->form.variable[k] = cell[i];
        for (int32_t j = f->at[i]; j < f->at[i + 1]; j++)
            if (f->joined[j] >= f->form.values)
                put(&f->form.group[f->joined[j] - f->form.values], k);
    }
    return &f->form;
}
