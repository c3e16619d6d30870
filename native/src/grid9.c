/* A uniform sample of all full grids, by rejection with exact counts.
 *
 *      B1 B2 B3      A box is settled by the sets of digits in its three rows and the sets in its three
 *      B4 B5 B6      columns: a cell is where two of them meet. They fit if each row set shares just one
 *      B7 B8 B9      digit with each column set: if no two digits are together in both.
 *
 * Given B1, there are 56 ways to divide the other digits of each row between B2 and B3, and 6 orders of
 * each of the six sets: 56 * 6^6 bands, and as many stacks B4, B7. So far every choice is free. For the
 * four boxes that are left, there are 56 ways to divide the rows between B5 and B6, 56 for B8 and B9,
 * 56 to divide the columns between B5 and B8, 56 for B6 and B9; all four boxes must fit.
 *
 * Take the band, the stack and the rows of B5 and B6 at random, and count the ways to go on, which is
 * quick: 48.1 on average, and never more than 224. Keep the choice with probability ways / 224, else
 * begin again; then take one of the ways. Every grid has the same chance. (The bound comes from trying
 * all choices: the number of ways depends only on the column sets of B2 and B3 and the row sets of B4
 * and B7, as partitions. One of the four can be any, by renaming the digits; another has five kinds in
 * relation to it; 280 * 280 choices remain for the other two, and 56 for the rows.) */
#include "grid9.h"

#include <string.h>

enum { DIVISIONS = 56, ORDERS = 6 * 6 * 6, MOST_WAYS = 224 };

/* Three sets of three digits each, the rows or the columns of a box: bit d stands for digit d + 1. */
typedef struct {
    unsigned set[3];
} partition;

static unsigned lowest(unsigned set) { return set & (0 - set); }

static unsigned digit_of(unsigned single) { return (unsigned)__builtin_ctz(single); }

/* The digits of a set of three. */
static void singles_of(unsigned set, unsigned single[3])
{
    single[0] = lowest(set);
    single[2] = set;
    single[2] &= single[2] - 1;
    single[1] = lowest(single[2]);
    single[2] &= single[2] - 1;
}

/* The pairs of digits that are together in a set of three, as a set of 36 bits. */
static uint64_t pairs_in(unsigned set)
{
    unsigned single[3];
    singles_of(set, single);
    const unsigned a = digit_of(single[0]), b = digit_of(single[1]), c = digit_of(single[2]);
    return UINT64_C(1) << (b * (b - 1) / 2 + a) | UINT64_C(1) << (c * (c - 1) / 2 + a)
           | UINT64_C(1) << (c * (c - 1) / 2 + b);
}

static uint64_t pairs_of(const partition *p)
{
    return pairs_in(p->set[0]) | pairs_in(p->set[1]) | pairs_in(p->set[2]);
}

/* The lines of a box beside a box with the lines `p`, in one of 56 divisions; the box that is left gets
 * division 55 - number. Each line takes as many digits of the next line of `p` (none, one, two or all),
 * and the others from the line after that; one digit of each line tells which. */
static partition divided(const partition *p, unsigned number)
{
    partition q;
    if (number == 0)
        return (partition){{p->set[2], p->set[0], p->set[1]}};
    if (number == DIVISIONS - 1)
        return (partition){{p->set[1], p->set[2], p->set[0]}};
    const int two = number > 27;
    unsigned at = two ? 54 - number : number - 1, one[3];
    for (int i = 0; i < 3; i++) {
        unsigned single[3];
        singles_of(p->set[i], single);
        one[i] = single[at % 3];
        at /= 3;
    }
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        q.set[i] = two ? (p->set[next] ^ one[next]) | one[last]
                       : one[next] | (p->set[last] ^ one[last]);
    }
    return q;
}

/* The pairs of all 56 divisions: each line has 2 * 9 mixed sets, so few need to be worked out. */
static void pairs_of_divisions(const partition *p, uint64_t pairs[DIVISIONS])
{
    unsigned single[3][3];
    uint64_t one[3][9], two[3][9];
    for (int i = 0; i < 3; i++)
        singles_of(p->set[i], single[i]);
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        for (int at = 0; at < 9; at++) {
            const unsigned n = single[next][at % 3], l = single[last][at / 3];
            one[i][at] = pairs_in(n | (p->set[last] ^ l));
            two[i][at] = pairs_in((p->set[next] ^ n) | l);
        }
    }
    pairs[0] = pairs[DIVISIONS - 1] = pairs_of(p);
    for (unsigned at = 0; at < 27; at++) {
        const unsigned a = at % 3, b = at / 3 % 3, c = at / 9;
        pairs[1 + at] = one[0][3 * c + b] | one[1][3 * a + c] | one[2][3 * b + a];
        pairs[54 - at] = two[0][3 * c + b] | two[1][3 * a + c] | two[2][3 * b + a];
    }
}

/* Put three sets into the lines of a box, one line each, in three orders given by 0 to 215. The cell of
 * line i at place j is cell[across * i + along * j]. Returns the sets of the crossing lines. */
static partition laid(const partition *p, unsigned orders, uint8_t *cell, int across, int along)
{
    static const uint8_t order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    partition crossing = {{0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        unsigned single[3];
        singles_of(p->set[i], single);
        for (int j = 0; j < 3; j++) {
            const unsigned one = single[order[orders % 6][j]];
            cell[across * i + along * j] = (uint8_t)(digit_of(one) + 1);
            crossing.set[j] |= one;
        }
        orders /= 6;
    }
    return crossing;
}

/* The cells of a box where its rows and columns meet. */
static void meet(partition rows, partition columns, uint8_t *cell)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            cell[9 * i + j] = (uint8_t)(digit_of(rows.set[i] & columns.set[j]) + 1);
}

/* The divisions of a stack that suit the rows of its middle box, and for each the pairs of its lowest. */
typedef struct {
    unsigned count;
    uint8_t number[DIVISIONS];
    uint64_t below[DIVISIONS];
} choice;

static void choose(const partition *columns_of_top, uint64_t middle, choice *found)
{
    uint64_t pairs[DIVISIONS];
    pairs_of_divisions(columns_of_top, pairs);
    found->count = 0;
    for (unsigned number = 0; number < DIVISIONS; number++) {
        found->number[found->count] = (uint8_t)number;
        found->below[found->count] = pairs[DIVISIONS - 1 - number];
        found->count += (pairs[number] & middle) == 0;
    }
}

static unsigned fitting(const choice *found, uint64_t lowest_box)
{
    unsigned count = 0;
    for (unsigned i = 0; i < found->count; i++)
        count += (found->below[i] & lowest_box) == 0;
    return count;
}

/* The division that is number `skip` among those that fit. */
static unsigned fitting_at(const choice *found, uint64_t lowest_box, unsigned skip)
{
    for (unsigned i = 0;; i++)
        if ((found->below[i] & lowest_box) == 0 && skip-- == 0)
            return found->number[i];
}

/* Take a choice out of a number that holds several. */
static unsigned draw(uint64_t *lot, unsigned bound)
{
    const unsigned drawn = (unsigned)(*lot % bound);
    *lot /= bound;
    return drawn;
}

/* Everything but B1, once; 0 if the choice is to be thrown away. */
static int attempt(rng *random, const partition *rows1, const partition *columns1, uint8_t *grid)
{
    uint64_t lot = rng_below(random, (uint64_t)DIVISIONS * DIVISIONS * DIVISIONS * ORDERS * ORDERS
                                         * ORDERS * ORDERS);
    const unsigned band = draw(&lot, DIVISIONS), stack = draw(&lot, DIVISIONS);
    const unsigned middle = draw(&lot, DIVISIONS);
    const unsigned order2 = draw(&lot, ORDERS), order3 = draw(&lot, ORDERS);
    const unsigned order4 = draw(&lot, ORDERS), order7 = draw(&lot, ORDERS);
    const partition rows2 = divided(rows1, band), rows3 = divided(rows1, DIVISIONS - 1 - band);
    const partition columns4 = divided(columns1, stack);
    const partition columns7 = divided(columns1, DIVISIONS - 1 - stack);
    const partition columns2 = laid(&rows2, order2, grid + 3, 9, 1);
    const partition columns3 = laid(&rows3, order3, grid + 6, 9, 1);
    const partition rows4 = laid(&columns4, order4, grid + 27, 1, 9);
    const partition rows7 = laid(&columns7, order7, grid + 54, 1, 9);
    const partition rows5 = divided(&rows4, middle), rows6 = divided(&rows4, DIVISIONS - 1 - middle);

    choice second, third;
    choose(&columns2, pairs_of(&rows5), &second);
    choose(&columns3, pairs_of(&rows6), &third);
    uint64_t pairs[DIVISIONS];
    pairs_of_divisions(&rows7, pairs);
    unsigned place = (unsigned)rng_below(random, MOST_WAYS);
    for (unsigned last = 0; last < DIVISIONS; last++) {
        const uint64_t pairs8 = pairs[last], pairs9 = pairs[DIVISIONS - 1 - last];
        const unsigned in_second = fitting(&second, pairs8);
        const unsigned in_third = in_second ? fitting(&third, pairs9) : 0;
        if (place >= in_second * in_third) {
            place -= in_second * in_third;
            continue;
        }
        const unsigned stack2 = fitting_at(&second, pairs8, place % in_second);
        const unsigned stack3 = fitting_at(&third, pairs9, place / in_second);
        meet(rows5, divided(&columns2, stack2), grid + 30);
        meet(rows6, divided(&columns3, stack3), grid + 33);
        meet(divided(&rows7, last), divided(&columns2, DIVISIONS - 1 - stack2), grid + 57);
        meet(divided(&rows7, DIVISIONS - 1 - last), divided(&columns3, DIVISIONS - 1 - stack3),
             grid + 60);
        return 1;
    }
    return 0;
}

void grid9_random(rng *random, uint8_t grid[81])
{
    uint8_t digit[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    rng_shuffle(random, digit, 9);
    partition rows = {{0, 0, 0}}, columns = {{0, 0, 0}};
    for (int i = 0; i < 9; i++) {
        rows.set[i / 3] |= 1u << digit[i];
        columns.set[i % 3] |= 1u << digit[i];
        grid[9 * (i / 3) + i % 3] = (uint8_t)(digit[i] + 1);
    }
    while (!attempt(random, &rows, &columns, grid))
        ;
}
