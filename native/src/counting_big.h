/* Whole numbers of any size: words, the lowest first, without zeros at the end; 0 has no words. */
#ifndef CSP_SUDOKU_COUNTING_BIG_H
#define CSP_SUDOKU_COUNTING_BIG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t *word;
    size_t words, room;
} big;

__extension__ typedef unsigned __int128 big_pair;

static inline bool big_reserve(big *a, size_t words)
{
    if (words <= a->room)
        return true;
    size_t room = words + a->room;
    uint64_t *word = realloc(a->word, room * sizeof *word);
    if (!word)
        return false;
    a->word = word;
    a->room = room;
    return true;
}

static inline bool big_set(big *a, const uint64_t *word, size_t words)
{
    if (!big_reserve(a, words))
        return false;
    if (words)
        memcpy(a->word, word, words * sizeof *word);
    a->words = words;
    return true;
}

static inline bool big_add(big *a, const big *b)
{
    size_t words = a->words > b->words ? a->words : b->words;
    uint64_t carry = 0;
    if (!big_reserve(a, words + 1))
        return false;
    for (size_t i = 0; i < words; i++) {
        big_pair sum = (big_pair)(i < a->words ? a->word[i] : 0) + carry;
        sum += i < b->words ? b->word[i] : 0;
        a->word[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    a->word[words] = carry;
    a->words = words + (carry != 0);
    return true;
}

/* a *= b, by way of `space`, which swaps its words with a. */
static inline bool big_multiply(big *a, const uint64_t *word, size_t words, big *space)
{
    if (!a->words || !words) {
        a->words = 0;
        return true;
    }
    size_t length = a->words + words;
    if (!big_reserve(space, length))
        return false;
    memset(space->word, 0, length * sizeof *word);
    for (size_t i = 0; i < a->words; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < words; j++) {
            big_pair sum = (big_pair)a->word[i] * word[j] + space->word[i + j] + carry;
            space->word[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        space->word[i + words] = carry;
    }
    space->words = length - (space->word[length - 1] == 0);
    big swapped = *a;
    *a = *space;
    *space = swapped;
    return true;
}

static inline void big_free(big *a)
{
    free(a->word);
}

#endif
