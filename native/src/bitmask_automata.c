/* Automata: the states that can be reached, layer by layer; then back from the end, dropping those
 * that lead nowhere and noting by which codes the others go on.
 *
 * What a layer makes of the states before it depends on these states and on the domain alone, and
 * on the way back on the states after it. So each layer keeps what it was last asked and what it
 * answered, and only layers that are asked something new work. This needs no care when the search
 * backtracks: it is true of any domains.
 *
 *     scratch   for each layer: domain, codes, reached .., alive ..     and once more at the end
 *
 * At the beginning of all scratch is room for the states after any layer.
 *
 * `codes` is 0 if the way back has to be found anew. */
#include "bitmask_propagators.h"

#define STEPS_OF(kind)                                                                             \
    /* The states that lead on from one word of states, as one word. */                            \
    static inline uint64_t kind##_on(const kind *step, const int32_t *at, uint64_t domain,         \
                                     uint64_t before)                                              \
    {                                                                                              \
        uint64_t after = 0;                                                                        \
        for (; before; before &= before - 1) {                                                     \
            int32_t state = __builtin_ctzll(before);                                               \
            for (const kind *k = step + at[state], *end = step + at[state + 1]; k < end; k++)      \
                after |= (uint64_t)((domain & k->codes) != 0) << k->target;                        \
        }                                                                                          \
        return after;                                                                              \
    }                                                                                              \
                                                                                                   \
    /* The same with any number of states after the layer. */                                      \
    static void kind##_on_wide(const kind *step, const int32_t *at, uint64_t domain,               \
                               uint64_t before, uint64_t *after)                                   \
    {                                                                                              \
        for (; before; before &= before - 1) {                                                     \
            int32_t state = __builtin_ctzll(before);                                               \
            for (const kind *k = step + at[state], *end = step + at[state + 1]; k < end; k++)      \
                after[k->target >> 6] |= (uint64_t)((domain & k->codes) != 0) << (k->target & 63); \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* The states of a word from which something leads to `after`, and by which codes. */          \
    static inline uint64_t kind##_back(const kind *step, const int32_t *at, uint64_t domain,       \
                                       uint64_t before, const uint64_t *after, uint64_t *codes)    \
    {                                                                                              \
        uint64_t alive = 0, found = 0;                                                             \
        for (uint64_t left = before; left; left &= left - 1) {                                     \
            int32_t state = __builtin_ctzll(left);                                                 \
            const kind *k = step + at[state], *end = step + at[state + 1];                         \
            uint64_t by = 0;                                                                       \
            if (found == domain) {                                                                 \
                for (; k < end && !by; k++)                                                        \
                    by = domain & k->codes & (0 - (after[k->target >> 6] >> (k->target & 63) & 1)); \
            } else {                                                                               \
                for (; k < end; k++)                                                               \
                    by |= k->codes & (0 - (after[k->target >> 6] >> (k->target & 63) & 1));        \
                by &= domain;                                                                      \
                found |= by;                                                                       \
            }                                                                                      \
            alive |= by ? lowest(left) : 0;                                                        \
        }                                                                                          \
        *codes |= found;                                                                           \
        return alive;                                                                              \
    }

STEPS_OF(bitmask_step)
STEPS_OF(bitmask_short_step)

typedef struct {
    uint64_t *domain, *codes;
    uint64_t *reached, *alive; /* `words` words each */
    int64_t words;
} layer_memory;

static inline layer_memory memory_at(uint64_t *scratch, int64_t states)
{
    int64_t words = (states + 63) / 64;
    return (layer_memory){scratch, scratch + 1, scratch + 2, scratch + 2 + words, words};
}

static inline uint64_t *memory_end(const layer_memory *m)
{
    return m->alive + m->words;
}

/* Find what is reached from a layer; false if that is what was found the last time. */
static bool go_on(const bitmask_constraints *all, const int64_t *layer, uint64_t domain,
                  const layer_memory *m, const layer_memory *next, uint64_t *after)
{
    const int32_t *at = all->state_at + layer[2];
    if (m->words == 1 && next->words == 1) {
        uint64_t found = all->short_step
                           ? bitmask_short_step_on(all->short_step, at, domain, m->reached[0])
                           : bitmask_step_on(all->step, at, domain, m->reached[0]);
        if (found == next->reached[0])
            return false;
        next->reached[0] = found;
        return true;
    }
    memset(after, 0, (size_t)next->words * sizeof *after);
    for (int64_t word = 0; word < m->words; word++)
        if (all->short_step)
            bitmask_short_step_on_wide(all->short_step, at + 64 * word, domain, m->reached[word],
                                       after);
        else
            bitmask_step_on_wide(all->step, at + 64 * word, domain, m->reached[word], after);
    bool changed = memcmp(after, next->reached, (size_t)next->words * sizeof *after) != 0;
    memcpy(next->reached, after, (size_t)next->words * sizeof *after);
    return changed;
}

/* Find what is alive in a layer and by which codes; false if what is alive is as the last time. */
static bool go_back(const bitmask_constraints *all, const int64_t *layer, const layer_memory *m,
                    const layer_memory *next)
{
    const int32_t *at = all->state_at + layer[2];
    bool changed = false;
    *m->codes = 0;
    for (int64_t word = 0; word < m->words; word++) {
        uint64_t alive =
            all->short_step
                ? bitmask_short_step_back(all->short_step, at + 64 * word, *m->domain,
                                          m->reached[word], next->alive, m->codes)
                : bitmask_step_back(all->step, at + 64 * word, *m->domain, m->reached[word],
                                    next->alive, m->codes);
        changed |= alive != m->alive[word];
        m->alive[word] = alive;
    }
    return changed;
}

bool bitmask_run_automaton(bitmask_search *s, int32_t c)
{
    const bitmask_constraints *all = s->on->constraints;
    const int64_t *p = row_of(s, c), layers = p[0];
    uint64_t *scratch = s->scratch + all->scratch_at[c];
    layer_memory m = memory_at(scratch, layers ? p[2] : 1), next;
    bool changed = m.reached[0] == 0;
    m.reached[0] = 1;
    for (int64_t i = 0; i < layers; i++, m = next) {
        const int64_t *layer = p + 1 + 4 * i;
        uint64_t domain = s->domain[layer[0]];
        next = memory_at(memory_end(&m), i + 1 < layers ? layer[4 + 1] : 1);
        if (!changed && domain == *m.domain)
            continue;
        *m.codes = 0;
        *m.domain = domain;
        changed = go_on(all, layer, domain, &m, &next, s->scratch);
        if (changed)
            *next.codes = 0;
    }
    if (!m.reached[0])
        return false;
    changed = m.alive[0] == 0;
    m.alive[0] = 1;
    for (int64_t i = layers; i-- > 0;) {
        const int64_t *layer = p + 1 + 4 * i;
        next = m;
        m = memory_at(next.domain - 2 - 2 * ((layer[1] + 63) / 64), layer[1]);
        if (changed || !*m.codes)
            changed = go_back(all, layer, &m, &next);
    }
    for (int64_t i = 0; i < layers; i++) { /* only now: what is kept must be whole */
        const int64_t *layer = p + 1 + 4 * i;
        if (!keep(s, (int32_t)layer[0], *m.codes))
            return false;
        m = memory_at(memory_end(&m), i + 1 < layers ? layer[4 + 1] : 1);
    }
    return true;
}
