/* A table of counts by key, within a limit of memory.
 *
 *     entry   | head | key .. | count .. |       in one long array of words, one after the other
 *     slot    the place of an entry and some bits of its hash; 0 if it is empty
 *
 * Keys are compared as a whole, so that a collision of hashes never gives a wrong count. If there is
 * no room for another entry, the entries that nobody has asked for since the last time go; if that
 * leaves too many, so does the older half. */
#ifndef CSP_SUDOKU_COUNTING_CACHE_H
#define CSP_SUDOKU_COUNTING_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t *entry;
    size_t words, room, most; /* used, allocated, and allowed, of `entry` and `slot` together */
    uint64_t *slot;
    size_t slots; /* a power of two */
    size_t entries, dropped;
} counting_cache;

void counting_cache_make(counting_cache *cache, size_t bytes);
void counting_cache_free(counting_cache *cache);

/* The words of the count of a key; NULL if it is not known. */
const uint64_t *counting_cache_find(counting_cache *cache, const uint64_t *key, size_t words,
                                    size_t *found);

/* Keep a count. If there is no memory for it, it is not kept: it can be counted again. */
void counting_cache_keep(counting_cache *cache, const uint64_t *key, size_t words,
                         const uint64_t *count, size_t count_words);

#endif
