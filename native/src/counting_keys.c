#include "counting_state.h"

/* What is left of a component, as words: all that its count depends on, and little else. There are
 * three kinds of keys, and their first words differ.
 *
 * If groups are all that concerns a component, the names of values do not matter: a key has for each
 * value the places where it may stand, and these sets in order. So renaming values gives the same
 * key. Neither do the names of variables: they are counted in the order of its form, and the places
 * of each group follow, again in order. See counting_forms.h.
 *
 * A component that is too large for that has its variables first, as a set or, on large boards, as a
 * list.
 *
 * So has one with other constraints. The domains follow as they are, and then what is left of each
 * constraint: what the fixed terms of a sum add up to, which values of a set are taken, and of any
 * other kind the values of its fixed variables. A relation of a fixed variable has been told to the
 * other one by propagation. */

enum { FEW_WORDS = 4 }; /* a set of variables of up to this many words is written as a set */
enum { KEY_NAMED, KEY_CONSTRAINED, KEY_FORM };

typedef struct {
    counting *c;
    size_t at;       /* the word that is being filled */
    int32_t filled;  /* its bits */
} writer;

static bool reserve(counting *c, size_t words)
{
    if (c->keys + words <= c->key_room)
        return true;
    size_t room = 2 * c->key_room + words;
    uint64_t *key = realloc(c->key, room * sizeof *key);
    if (!key)
        return false;
    c->key = key;
    c->key_room = room;
    return true;
}

static void put_word(writer *w, uint64_t word)
{
    if (w->filled) {
        w->at++;
        w->filled = 0;
    }
    w->c->key[w->at++] = word;
}

/* Add some bits, without a gap to those before them. */
static void put_bits(writer *w, uint64_t word, int32_t bits)
{
    uint64_t *key = w->c->key;
    if (!w->filled)
        key[w->at] = 0;
    key[w->at] |= word << w->filled;
    int32_t over = w->filled + bits - 64;
    if (over < 0) {
        w->filled += bits;
        return;
    }
    w->at++;
    if (over > 0)
        key[w->at] = word >> (bits - over);
    w->filled = over;
}

static void put_variables(writer *w, const int32_t *cell, int32_t cells)
{
    counting *c = w->c;
    if (c->words > FEW_WORDS) {
        put_word(w, (uint64_t)cells);
        for (int32_t i = 0; i < cells; i++)
            put_bits(w, (uint64_t)cell[i], 32);
        return;
    }
    for (int32_t word = 0, i = 0; word < c->words; word++) {
        uint64_t set = 0;
        for (; i < cells && cell[i] >> 6 == word; i++)
            set |= UINT64_C(1) << (cell[i] & 63);
        put_word(w, set);
    }
}

/* Compare two sets of places, which have so many words. */
static int compare(const uint64_t *one, const uint64_t *other, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return 0;
}

/* Put a set behind others that are smaller; there are so many of them so far. */
static void insert(const uint64_t **sorted, int32_t count, const uint64_t *set, size_t words)
{
    for (; count > 0 && compare(sorted[count - 1], set, words) > 0; count--)
        sorted[count] = sorted[count - 1];
    sorted[count] = set;
}

/* Write sets of places, of which there are so many. */
static void put_sets(writer *w, const uint64_t **sets, int32_t count, int32_t places)
{
    size_t words = (size_t)(places + 63) / 64;
    for (int32_t k = 0; k < count; k++)
        for (size_t i = 0; i < words; i++)
            put_bits(w, sets[k][i], i + 1 < words || places % 64 == 0 ? 64 : places % 64);
}

static void put_places(writer *w, const int32_t *cell, int32_t cells)
{
    const uint64_t *domain = w->c->search->domain;
    size_t words = (size_t)(cells + 63) / 64;
    uint64_t *place = w->c->place, present = 0;
    const uint64_t *sorted[64];
    for (int32_t i = 0; i < cells; i++) {
        uint64_t fresh = domain[cell[i]] & ~present, bit = UINT64_C(1) << (i & 63);
        for (; fresh; fresh &= fresh - 1)
            memset(place + (size_t)__builtin_ctzll(fresh) * words, 0, words * sizeof *place);
        present |= domain[cell[i]];
        for (uint64_t set = domain[cell[i]]; set; set &= set - 1)
            place[(size_t)__builtin_ctzll(set) * words + (size_t)(i >> 6)] |= bit;
    }
    int32_t count = 0;
    for (; present; present &= present - 1, count++)
        insert(sorted, count, place + (size_t)__builtin_ctzll(present) * words, words);
    put_sets(w, sorted, count, cells);
}

static void put_form(writer *w, const counting_form *form)
{
    const uint64_t *sorted[COUNTING_FORM_GROUPS];
    const bitmask_structure *on = w->c->search->on;
    put_word(w, KEY_FORM | (uint64_t)form->cells << 8 | (uint64_t)form->values << 16
                | (uint64_t)form->groups << 24);
    put_places(w, form->variable, form->cells);
    for (int32_t g = 0; g < form->groups; g++)
        insert(sorted, g, form->group[g].word, (size_t)(form->cells + 63) / 64);
    put_sets(w, sorted, form->groups, form->cells);
    for (int32_t k = 0; on->own < on->variables && k < form->cells; k++)
        put_bits(w, form->variable[k] >= on->own, 1);
}

static const int64_t *row_of(const bitmask_search *s, int32_t constraint)
{
    const bitmask_constraints *all = s->on->constraints;
    return all->program + all->at[constraint];
}

/* The least and the greatest that a sum can be; for its fixed terms alone they are the same. */
static void reach(const bitmask_search *s, const int64_t *p, bool fixed_alone, int64_t *low,
                  int64_t *high)
{
    *low = *high = 0;
    for (int64_t i = 0; i < p[0]; i++) {
        const int64_t *term = p + 2 + 3 * i, *weight = s->on->constraints->weight + term[1];
        uint64_t set = s->domain[term[0]];
        if (fixed_alone && !is_single(set))
            continue;
        int64_t least = INT64_MAX, greatest = INT64_MIN;
        for (; set; set &= set - 1) {
            int64_t w = weight[__builtin_ctzll(set)];
            least = w < least ? w : least;
            greatest = w > greatest ? w : greatest;
        }
        *low += least;
        *high += greatest;
    }
}

static bool is_sum(int32_t kind)
{
    return kind == CONSTRAINT_SUM || kind == CONSTRAINT_UNIT || kind == CONSTRAINT_COUNT;
}

static bool is_set(int32_t kind)
{
    return kind == CONSTRAINT_SET || kind == CONSTRAINT_FAMILY || kind == CONSTRAINT_RUN;
}

bool counting_is_met(const bitmask_search *s, int32_t constraint)
{
    const bitmask_constraints *all = s->on->constraints;
    const int64_t *p = row_of(s, constraint);
    int32_t kind = all->kind[constraint];
    if (kind == CONSTRAINT_RELATION) {
        const bitmask_table *table = &all->table[p[2]];
        uint64_t right = s->domain[p[1]];
        for (uint64_t set = s->domain[p[0]]; set; set &= set - 1)
            if (right & ~table->row[__builtin_ctzll(set)])
                return false;
        return true;
    }
    if (!is_sum(kind))
        return false;
    int64_t low, high;
    reach(s, p, false, &low, &high);
    const int64_t *interval = p + 2 + 3 * p[0];
    for (int64_t k = 0; k < p[1]; k++)
        if (interval[2 * k] <= low && high <= interval[2 * k + 1])
            return true;
    return false;
}

static void put_rest(writer *w, int32_t constraint)
{
    const bitmask_search *s = w->c->search;
    const bitmask_constraints *all = s->on->constraints;
    const int64_t *p = row_of(s, constraint);
    int32_t kind = all->kind[constraint];
    const bitmask_rows *rows = &s->on->constrained;
    if (kind == CONSTRAINT_RELATION)
        return;
    put_word(w, (uint64_t)constraint);
    if (is_sum(kind)) {
        int64_t low, high;
        reach(s, p, true, &low, &high);
        put_word(w, (uint64_t)low);
        return;
    }
    uint64_t taken = 0;
    for (int32_t i = rows->at[constraint]; i < rows->at[constraint + 1]; i++) {
        uint64_t set = s->domain[rows->item[i]];
        if (is_set(kind) && is_single(set))
            taken |= set;
        else if (!is_set(kind))
            put_bits(w, is_single(set) ? (uint64_t)__builtin_ctzll(set) : 64, 8);
    }
    if (is_set(kind))
        put_word(w, taken);
}

/* The constraints of a component that are not met yet, in `joined`; false if there are none. */
static bool find_constraints(counting *c, const int32_t *cell, int32_t cells)
{
    const bitmask_search *s = c->search;
    bool found = false;
    memset(c->joined, 0, (size_t)c->joined_words * sizeof *c->joined);
    for (int32_t i = 0; i < cells; i++)
        for (int32_t k = s->on->watches.at[cell[i]]; k < s->on->watches.at[cell[i] + 1]; k++) {
            const bitmask_mark *mark = &s->on->watches.item[k];
            c->joined[mark->word] |= mark->bits;
        }
    for (int32_t word = 0; word < c->joined_words; word++)
        for (uint64_t bits = c->joined[word]; bits; bits &= bits - 1)
            if (counting_is_met(s, word * 64 + __builtin_ctzll(bits)))
                c->joined[word] &= ~(bits & (0 - bits));
            else
                found = true;
    return found;
}

bool counting_write_key(counting *c, const int32_t *cell, int32_t cells, size_t *words)
{
    const bitmask_structure *on = c->search->on;
    bool has_others = on->constraints && find_constraints(c, cell, cells);
    const counting_form *form
        = has_others ? NULL : counting_find_form(c->former, c->search, cell, cells);
    size_t most = 5 + (size_t)c->words + (size_t)cells * (size_t)on->values / 64 + (size_t)cells;
    if (form)
        most += ((size_t)form->groups + 1) * (size_t)cells / 64;
    for (int32_t word = 0; has_others && word < c->joined_words; word++)
        for (uint64_t bits = c->joined[word]; bits; bits &= bits - 1) {
            int32_t constraint = word * 64 + __builtin_ctzll(bits);
            most += 4 + (size_t)(on->constrained.at[constraint + 1]
                                 - on->constrained.at[constraint]) / 8;
        }
    if (!reserve(c, most))
        return false;
    writer w = {c, c->keys, 0};
    if (form) {
        put_form(&w, form);
    } else if (!has_others) {
        put_word(&w, KEY_NAMED);
        put_variables(&w, cell, cells);
        put_places(&w, cell, cells);
    } else {
        put_word(&w, KEY_CONSTRAINED);
        put_variables(&w, cell, cells);
        for (int32_t i = 0; i < cells; i++)
            put_bits(&w, c->search->domain[cell[i]], on->values);
        for (int32_t word = 0; word < c->joined_words; word++)
            for (uint64_t bits = c->joined[word]; bits; bits &= bits - 1)
                put_rest(&w, word * 64 + __builtin_ctzll(bits));
    }
    *words = w.at + (w.filled != 0) - c->keys;
    return true;
}
