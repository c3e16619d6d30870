#include "counting_state.h"

/* Components. Two open variables belong together if they stand in one group and share a value, or
 * in one constraint that is not met yet. */

static inline void gather(counting *c, int32_t v, int32_t *end)
{
    uint64_t bit = UINT64_C(1) << (v & 63), *seen = &c->seen[v >> 6];
    if (*seen & bit)
        return;
    *seen |= bit;
    c->part[v >> 6] |= bit;
    c->queue[(*end)++] = v;
    c->alone--;
}

static void gather_constrained(counting *c, int32_t v, int32_t *end)
{
    const bitmask_search *s = c->search;
    const bitmask_rows *rows = &s->on->constrained;
    for (int32_t k = s->on->watches.at[v]; k < s->on->watches.at[v + 1]; k++) {
        const bitmask_mark *mark = &s->on->watches.item[k];
        uint64_t fresh = mark->bits & ~c->joined[mark->word];
        c->joined[mark->word] |= mark->bits;
        for (; fresh; fresh &= fresh - 1) {
            int32_t constraint = mark->word * 64 + __builtin_ctzll(fresh);
            if (counting_is_met(s, constraint))
                continue;
            for (int32_t i = rows->at[constraint]; i < rows->at[constraint + 1]; i++)
                if (is_open(s, rows->item[i]))
                    gather(c, rows->item[i], end);
        }
    }
}

/* Write the part of an open variable behind the others: its size, and its variables in order. */
static void write_part(counting *c, int32_t first)
{
    const bitmask_search *s = c->search;
    int32_t end = 0;
    gather(c, first, &end);
    for (int32_t i = 0; i < end && c->alone; i++) {
        int32_t v = c->queue[i];
        uint64_t set = s->domain[v];
        for (int32_t k = s->on->peers.at[v]; k < s->on->peers.at[v + 1]; k++) {
            int32_t p = s->on->peers.item[k];
            if (s->domain[p] & set && is_open(s, p))
                gather(c, p, &end);
        }
        if (s->on->constraints)
            gather_constrained(c, v, &end);
    }
    c->cell[c->cells++] = end;
    for (int32_t word = 0; word < c->words; word++) {
        for (uint64_t bits = c->part[word]; bits; bits &= bits - 1)
            c->cell[c->cells++] = word * 64 + __builtin_ctzll(bits);
        c->part[word] = 0;
    }
}

/* Split what is open of some variables, which stand in `cell`, into parts behind all others. */
static bool split(counting *c, size_t at, int32_t count)
{
    size_t needed = c->cells + 2 * (size_t)count + 1;
    if (needed > c->cell_room) {
        int32_t *cell = realloc(c->cell, 2 * needed * sizeof *cell);
        if (!cell)
            return false;
        c->cell = cell;
        c->cell_room = 2 * needed;
    }
    memset(c->seen, 0, (size_t)c->words * sizeof *c->seen);
    if (c->joined_words)
        memset(c->joined, 0, (size_t)c->joined_words * sizeof *c->joined);
    c->alone = 0;
    for (int32_t i = 0; i < count; i++)
        c->alone += is_open(c->search, c->cell[at + (size_t)i]);
    for (int32_t i = 0; i < count; i++) {
        int32_t v = c->cell[at + (size_t)i];
        if (is_open(c->search, v) && !(c->seen[v >> 6] >> (v & 63) & 1))
            write_part(c, v);
    }
    return true;
}

/* The variable to branch on: one that solutions are about, as long as there is one. */
static int32_t choose(const counting *c, const int32_t *cell, int32_t cells)
{
    const bitmask_search *s = c->search;
    bool auxiliary = cell[0] >= s->on->own;
    int32_t best = cell[0];
    for (int32_t i = 1; c->smallest && i < cells; i++)
        if ((auxiliary || cell[i] < s->on->own)
            && size_of(s->domain[cell[i]]) < size_of(s->domain[best]))
            best = cell[i];
    return best;
}

/* Push the frame of a component, which stands in `cell`; the first one is that of the whole. */
static bool push(counting *c, size_t at, int32_t cells, size_t key_words)
{
    if (c->depth == c->frame_room) {
        size_t room = 2 * c->frame_room + 16;
        counting_frame *frame = realloc(c->frame, room * sizeof *frame);
        if (!frame)
            return false;
        memset(frame + c->frame_room, 0, (room - c->frame_room) * sizeof *frame);
        c->frame = frame;
        c->frame_room = room;
    }
    counting_frame *frame = &c->frame[c->depth++];
    frame->sum.words = 0;
    frame->cell_at = at;
    frame->cells = cells;
    frame->variable = c->depth > 1 ? choose(c, c->cell + at, cells) : -1;
    frame->rest = c->depth > 1 ? c->search->domain[frame->variable] : 0;
    frame->auxiliary = frame->variable >= c->search->on->own;
    frame->trying = false;
    frame->mark = c->search->top;
    frame->key_at = c->keys;
    frame->key_words = key_words;
    c->keys += key_words;
    frame->next = frame->end = frame->parts_at = c->cells;
    return true;
}

/* Find the parts of what the top frame tries, among the variables of its component. */
static bool begin_parts(counting *c)
{
    counting_frame *frame = &c->frame[c->depth - 1];
    const uint64_t one = 1;
    frame->trying = true;
    frame->parts_at = frame->next = c->cells;
    if (!split(c, frame->cell_at, frame->cells))
        return false;
    frame->end = c->cells;
    return big_set(&frame->product, &one, 1);
}

static bool multiply(counting *c, counting_frame *frame, const uint64_t *word, size_t words)
{
    if (!words)
        frame->next = frame->end; /* the other parts do not matter any more */
    return big_multiply(&frame->product, word, words, &c->space);
}

/* Look up the next part of a frame, or begin to count it. */
static bool take_part(counting *c, counting_frame *frame)
{
    size_t at = frame->next + 1, words, found;
    int32_t cells = c->cell[frame->next];
    frame->next = at + (size_t)cells;
    if (!counting_write_key(c, c->cell + at, cells, &words))
        return false;
    const uint64_t *known = counting_cache_find(&c->cache, c->key + c->keys, words, &found);
    if (known) {
        c->fact[COUNTING_HITS]++;
        return multiply(c, frame, known, found);
    }
    c->fact[COUNTING_MISSES]++;
    return push(c, at, cells, words);
}

static bool try_value(counting *c, counting_frame *frame)
{
    uint64_t value = lowest(frame->rest);
    frame->rest ^= value;
    c->fact[COUNTING_NODES]++;
    if (!bitmask_assign(c->search, frame->variable, value)) {
        bitmask_rollback(c->search, frame->mark);
        return true;
    }
    return begin_parts(c);
}

/* All parts of a value are counted. */
static bool end_value(counting *c, counting_frame *frame)
{
    frame->trying = false;
    c->cells = frame->parts_at;
    bitmask_rollback(c->search, frame->mark);
    if (frame->auxiliary && frame->product.words) {
        frame->rest = 0; /* one way to choose auxiliary variables is as good as many */
        const uint64_t one = 1;
        return big_set(&frame->sum, &one, 1);
    }
    return big_add(&frame->sum, &frame->product);
}

static bool pop(counting *c, counting_frame *frame)
{
    counting_cache_keep(&c->cache, c->key + frame->key_at, frame->key_words, frame->sum.word,
                        frame->sum.words);
    c->keys = frame->key_at;
    c->depth--;
    return multiply(c, &c->frame[c->depth - 1], frame->sum.word, frame->sum.words);
}

/* The whole problem, as a frame without a variable whose only way is being tried. */
static bool begin(counting *c)
{
    int32_t count = c->search->on->variables;
    c->begun = true;
    if (!bitmask_begin(c->search)) {
        c->over = true;
        return true;
    }
    for (int32_t v = 0; v < count; v++)
        c->cell[c->cells++] = v;
    return push(c, 0, count, 0) && begin_parts(c);
}

static bool step(counting *c)
{
    counting_frame *frame = &c->frame[c->depth - 1];
    if (frame->trying && frame->next < frame->end)
        return take_part(c, frame);
    if (frame->variable < 0) {
        c->over = true;
        frame->trying = false;
        return big_set(&frame->sum, frame->product.word, frame->product.words);
    }
    if (frame->trying)
        return end_value(c, frame);
    return frame->rest ? try_value(c, frame) : pop(c, frame);
}

static void publish(counting *c)
{
    c->fact[COUNTING_ENTRIES] = c->cache.entries;
    c->fact[COUNTING_DROPPED] = c->cache.dropped;
    c->fact[COUNTING_BYTES] = (c->cache.room + c->cache.slots) * sizeof(uint64_t);
    for (int which = 0; which < COUNTING_FACTS; which++)
        atomic_store_explicit(&c->told[which], c->fact[which], memory_order_relaxed);
}

counting_status counting_run(counting *c, uint64_t nodes)
{
    uint64_t stop = c->fact[COUNTING_NODES] + nodes; /* UINT64_MAX wraps: never reached */
    if (!c->begun && !c->failed)
        c->failed = !begin(c);
    while (!c->over && !c->failed && c->fact[COUNTING_NODES] != stop)
        c->failed = !step(c);
    publish(c);
    return c->failed ? COUNTING_NO_MEMORY : c->over ? COUNTING_DONE : COUNTING_PAUSED;
}

size_t counting_words(const counting *c, const uint64_t **word)
{
    if (!c->over || !c->depth)
        return 0;
    *word = c->frame[0].sum.word;
    return c->frame[0].sum.words;
}

/* From what is known of the count of a frame's next part, in `least`, to what is known of its own. */
static bool add_least(counting *c, const counting_frame *frame, big *least)
{
    const uint64_t one = 1;
    if (!frame->trying || frame->next < frame->end)
        least->words = 0; /* a part that was not looked at may have no solution */
    else if (!big_multiply(least, frame->product.word, frame->product.words, &c->space))
        return false;
    return big_add(least, &frame->sum)
           && (!frame->auxiliary || !least->words || big_set(least, &one, 1));
}

bool counting_least(counting *c, const uint64_t **word, size_t *words)
{
    const uint64_t one = 1;
    if (!big_set(&c->least, &one, c->depth != 0)) /* the top frame counts no other part */
        return false;
    for (size_t d = c->depth; d-- > 0;)
        if (!add_least(c, &c->frame[d], &c->least))
            return false;
    *word = c->least.word;
    *words = c->least.words;
    return true;
}

uint64_t counting_told(const counting *c, counting_fact which)
{
    return atomic_load_explicit(&c->told[which], memory_order_relaxed);
}

static void *zeros(size_t items, size_t size)
{
    return calloc(items ? items : 1, size);
}

counting *counting_make(const bitmask_structure *on, bitmask_propagation propagation, bool smallest,
                        const uint64_t *domain, size_t memory)
{
    bitmask_config config = {.propagation = propagation};
    counting *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    size_t variables = (size_t)on->variables;
    c->words = (on->variables + 63) / 64;
    c->smallest = smallest;
    c->joined_words = on->constraints ? (on->constraints->constraints + 63) / 64 : 0;
    c->search = bitmask_search_make(on, &config, domain, NULL);
    c->cell_room = 4 * variables + 4;
    c->cell = zeros(c->cell_room, sizeof *c->cell);
    c->seen = zeros((size_t)c->words, sizeof *c->seen);
    c->part = zeros((size_t)c->words, sizeof *c->part);
    c->queue = zeros(variables, sizeof *c->queue);
    c->joined = zeros((size_t)c->joined_words, sizeof *c->joined);
    c->place = zeros(64 * (size_t)c->words, sizeof *c->place);
    c->former = counting_former_make(on);
    counting_cache_make(&c->cache, memory);
    if (c->search && c->former && c->cell && c->seen && c->part && c->queue && c->joined && c->place)
        return c;
    counting_free(c);
    return NULL;
}

void counting_free(counting *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->frame_room; i++) {
        big_free(&c->frame[i].sum);
        big_free(&c->frame[i].product);
    }
    if (c->search)
        bitmask_search_free(c->search);
    counting_former_free(c->former);
    counting_cache_free(&c->cache);
    big_free(&c->space);
    big_free(&c->least);
    free(c->frame);
    free(c->cell);
    free(c->key);
    free(c->seen);
    free(c->part);
    free(c->queue);
    free(c->joined);
    free(c->place);
    free(c);
}
