#include "counting_cache.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE_BITS = 40, LENGTH_BITS = 24, FIRST_SLOTS = 1 << 10 };
static const uint64_t PLACE = (UINT64_C(1) << PLACE_BITS) - 1;
static const uint64_t LENGTH = (UINT64_C(1) << LENGTH_BITS) - 1;
static const uint64_t ASKED = UINT64_C(1) << 63;

/* A head has the number of words of the key, those of the count, and whether it was asked for. */
static inline uint64_t head_of(size_t key, size_t count)
{
    return (uint64_t)key | (uint64_t)count << LENGTH_BITS;
}

static inline size_t key_words(uint64_t head)
{
    return (size_t)(head & LENGTH);
}

static inline size_t count_words(uint64_t head)
{
    return (size_t)(head >> LENGTH_BITS & LENGTH);
}

static inline size_t entry_words(uint64_t head)
{
    return 1 + key_words(head) + count_words(head);
}

/* The finalizer of splitmix64 (Steele, Lea, Flood 2014) over all words. */
static uint64_t hash_of(const uint64_t *key, size_t words)
{
    uint64_t hash = words;
    for (size_t i = 0; i < words; i++) {
        uint64_t z = (hash ^ key[i]) + UINT64_C(0x9E3779B97F4A7C15);
        z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
        hash = z ^ z >> 31;
    }
    return hash;
}

void counting_cache_make(counting_cache *cache, size_t bytes)
{
    memset(cache, 0, sizeof *cache);
    size_t most = bytes / sizeof(uint64_t);
    cache->most = most < PLACE ? most : (size_t)PLACE;
}

void counting_cache_free(counting_cache *cache)
{
    free(cache->entry);
    free(cache->slot);
}

/* The slot of a key: where it is, or where it would be. There is always an empty slot. */
static uint64_t *slot_of(const counting_cache *cache, const uint64_t *key, size_t words)
{
    uint64_t hash = hash_of(key, words), tag = hash & ~PLACE;
    for (size_t i = (size_t)hash;; i++) {
        uint64_t *slot = &cache->slot[i & (cache->slots - 1)];
        if (!*slot)
            return slot;
        if ((*slot & ~PLACE) != tag)
            continue;
        const uint64_t *entry = cache->entry + ((*slot & PLACE) - 1);
        if (key_words(*entry) == words && !memcmp(entry + 1, key, words * sizeof *key))
            return slot;
    }
}

const uint64_t *counting_cache_find(counting_cache *cache, const uint64_t *key, size_t words,
                                    size_t *found)
{
    if (!cache->slots)
        return NULL;
    const uint64_t *slot = slot_of(cache, key, words);
    if (!*slot)
        return NULL;
    uint64_t *entry = cache->entry + ((*slot & PLACE) - 1);
    *entry |= ASKED;
    *found = count_words(*entry);
    return entry + 1 + words;
}

static void fill_slots(counting_cache *cache)
{
    memset(cache->slot, 0, cache->slots * sizeof *cache->slot);
    for (size_t at = 0; at < cache->words; at += entry_words(cache->entry[at])) {
        const uint64_t *entry = cache->entry + at;
        uint64_t hash = hash_of(entry + 1, key_words(*entry));
        *slot_of(cache, entry + 1, key_words(*entry)) = (hash & ~PLACE) | (at + 1);
    }
}

/* Drop entries that are older than `from` or, before the end of `until`, were not asked for. */
static void sweep(counting_cache *cache, size_t from, size_t until)
{
    size_t kept = 0, next;
    for (size_t at = 0; at < cache->words; at = next) {
        uint64_t head = cache->entry[at];
        size_t words = entry_words(head);
        next = at + words;
        if (at < from || (at < until && !(head & ASKED))) {
            cache->entries--;
            cache->dropped++;
            continue;
        }
        memmove(cache->entry + kept, cache->entry + at, words * sizeof *cache->entry);
        cache->entry[kept] &= ~ASKED;
        kept += words;
    }
    cache->words = kept;
}

static void make_room(counting_cache *cache)
{
    size_t limit = cache->words / 2;
    sweep(cache, 0, cache->words);
    if (cache->words > limit)
        sweep(cache, cache->words - limit, 0);
    fill_slots(cache);
}

static bool grow_slots(counting_cache *cache)
{
    size_t slots = cache->slots ? 2 * cache->slots : FIRST_SLOTS;
    if (cache->words + slots > cache->most)
        return false;
    uint64_t *slot = malloc(slots * sizeof *slot);
    if (!slot)
        return false;
    free(cache->slot);
    cache->slot = slot;
    cache->slots = slots;
    fill_slots(cache);
    return true;
}

static bool grow_entries(counting_cache *cache, size_t words)
{
    size_t allowed = cache->most > cache->slots ? cache->most - cache->slots : 0;
    size_t room = cache->room + cache->room / 2 + words + FIRST_SLOTS;
    room = room < allowed ? room : allowed;
    if (room < cache->words + words)
        return false;
    uint64_t *entry = realloc(cache->entry, room * sizeof *entry);
    if (!entry)
        return false;
    cache->entry = entry;
    cache->room = room;
    return true;
}

void counting_cache_keep(counting_cache *cache, const uint64_t *key, size_t words,
                         const uint64_t *count, size_t counted)
{
    size_t needed = 1 + words + counted;
    if (words > LENGTH || counted > LENGTH)
        return;
    if (2 * (cache->entries + 1) > cache->slots && !grow_slots(cache)) {
        if (!cache->slots)
            return;
        if (4 * (cache->entries + 1) > 3 * cache->slots)
            make_room(cache);
    }
    if (cache->words + needed > cache->room && !grow_entries(cache, needed)) {
        make_room(cache);
        if (cache->words + needed > cache->room)
            return;
    }
    uint64_t *slot = slot_of(cache, key, words);
    if (*slot)
        return; /* it is there: two ways to the same component were under way */
    *slot = (hash_of(key, words) & ~PLACE) | (cache->words + 1);
    uint64_t *entry = cache->entry + cache->words;
    *entry++ = head_of(words, counted);
    memcpy(entry, key, words * sizeof *key);
    if (counted)
        memcpy(entry + words, count, counted * sizeof *count);
    cache->words += needed;
    cache->entries++;
}
