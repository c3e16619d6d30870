/* Unique rectangles and loops: patterns that would give a puzzle two solutions.
 *
 * A loop of cells with the same two digits, each house visited by no cell or by two of them, one at
 * an odd and one at an even step, could be filled in two ways. So some cell of it that has more
 * candidates (an extra cell) must hold one of those. All loops are looked at; the easiest hint wins,
 * of equal ones that of the smaller type, of equal ones the first. */
#include "rating9_patterns.h"

typedef struct {
    const rating9_layout *layout;
    const rating9_grid *grid;
    unsigned pair;             /* the two digits */
    int length;
    uint8_t loop[81];
    cells9 in_loop;
    uint32_t visited[2];       /* houses, by even and odd steps */
    rating9_hint best;
    int best_type;             /* 0: none yet */
} loops;

static void offer(loops *l, const rating9_hint *hint, int type)
{
    if (!hint->count)
        return;
    if (l->best_type == 0 || hint->rating < l->best.rating
        || (hint->rating == l->best.rating && type < l->best_type)) {
        l->best = *hint;
        l->best_type = type;
    }
}

static void loop_hint(const loops *l, rating9_hint *hint)
{
    double rating = 4.5;
    if (l->length >= 10)
        rating += 0.3;
    if (l->length >= 8)
        rating += 0.2;
    else if (l->length >= 6)
        rating += 0.1;
    hint_start(hint, l->length == 4 ? RATING9_UNIQUE_RECTANGLE : RATING9_UNIQUE_LOOP, rating);
}

/* Type 2: all extra cells have the same extra digit; it goes from the cells that see them all. */
static void same_extra(loops *l, const int extra[], int count)
{
    const rating9_grid *grid = l->grid;
    unsigned digits = grid->candidates[extra[0]] & ~l->pair;
    unsigned digit = digits & -digits;
    cells9 seen = l->layout->sees[extra[0]];
    for (int i = 1; i < count; i++)
        seen = cells9_and(seen, l->layout->sees[extra[i]]);
    rating9_hint hint;
    loop_hint(l, &hint);
    for (int k = 0; k < 20; k++) {
        int cell = l->layout->peers[extra[0]][k];
        if (cells9_has(seen, cell))
            hint_remove(&hint, cell, grid->candidates[cell] & digit);
    }
    offer(l, &hint, 2);
}

/* Type 3, naked: the extra digits of both cells, as one cell, are a naked set with other cells. */
static void naked_extra(loops *l, int house, int degree, int one, int two, unsigned extra)
{
    const rating9_grid *grid = l->grid;
    const uint8_t *cells = l->layout->cells[house];
    unsigned both = extra & grid->candidates[cells[one]] & grid->candidates[cells[two]];
    for (unsigned set = (1u << degree) - 1; set <= ALL; set = next_subset(set)) {
        if (!(set >> one & 1) || (set >> two & 1))
            continue;
        unsigned digits = extra, covered = both;
        int small = 0;
        for (unsigned rest = set & ~(1u << one); rest; rest &= rest - 1) {
            unsigned here = grid->candidates[cells[first9(rest)]];
            small |= size9(here) < 2;
            digits |= here;
            covered |= here;
        }
        if (small || size9(covered) != degree || size9(digits) != degree)
            continue;
        rating9_hint hint;
        loop_hint(l, &hint);
        hint.rating += (degree - 1) * 0.1;
        for (unsigned rest = ALL & ~(set | 1u << two); rest; rest &= rest - 1) {
            int cell = cells[first9(rest)];
            hint_remove(&hint, cell, grid->candidates[cell] & digits);
        }
        offer(l, &hint, 3);
    }
}

/* Type 3, hidden: both digits and others have, besides the extra cells, too few places. */
static void hidden_extra(loops *l, int house, int degree, int one, int two, unsigned extra)
{
    const rating9_grid *grid = l->grid;
    const uint8_t *cells = l->layout->cells[house];
    int others[9], count = 0;
    for (unsigned rest = ALL & ~(l->pair | extra); rest; rest &= rest - 1)
        others[count++] = first9(rest);
    if (degree - 2 > count || count == 0)
        return;
    for (unsigned set = (1u << (degree - 2)) - 1; set < 1u << count; set = next_subset(set)) {
        unsigned digits = l->pair;
        for (unsigned rest = set; rest; rest &= rest - 1)
            digits |= 1u << others[first9(rest)];
        unsigned places = 0;
        int none = 0;
        for (unsigned rest = digits; rest; rest &= rest - 1) {
            unsigned here = grid->places[house][first9(rest)] & ~(1u << two);
            none |= !here;
            places |= here;
        }
        if (!none && size9(places) == degree) {
            places &= ~(1u << one);
            rating9_hint hint;
            loop_hint(l, &hint);
            hint.rating += (size9(places) - 1) * 0.1;
            for (unsigned rest = places; rest; rest &= rest - 1) {
                int cell = cells[first9(rest)];
                hint_remove(&hint, cell, grid->candidates[cell] & ~digits);
            }
            offer(l, &hint, 3);
        }
        if (!set)
            break; /* the empty set has no next one */
    }
}

static void type3(loops *l, int cell1, int cell2, unsigned extra)
{
    const rating9_layout *layout = l->layout;
    for (int degree = size9(extra); degree <= 7; degree++)
        for (int kind = 0; kind < KINDS; kind++) {
            int house = layout->house[cell1][kind];
            if (house != layout->house[cell2][kind])
                continue;
            int one = layout->place[cell1][kind], two = layout->place[cell2][kind];
            if (degree * 2 <= l->grid->open[house])
                naked_extra(l, house, degree, one, two, extra);
            if (degree * 2 < l->grid->open[house])
                hidden_extra(l, house, degree, one, two, extra);
        }
}

/* Type 4: one of the two digits is locked in both extra cells; the other one goes from them. */
static void type4(loops *l, int cell1, int cell2)
{
    const rating9_layout *layout = l->layout;
    unsigned low = l->pair & -l->pair, locked = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int house = layout->house[cell1][kind];
        if (house != layout->house[cell2][kind])
            continue;
        unsigned ours = 1u << layout->place[cell1][kind] | 1u << layout->place[cell2][kind];
        for (unsigned rest = l->pair; rest; rest &= rest - 1)
            if (!(l->grid->places[house][first9(rest)] & ~ours))
                locked |= rest & -rest;
    }
    if (!locked)
        return;
    rating9_hint hint;
    loop_hint(l, &hint);
    unsigned gone = locked & low ? l->pair & ~low : low;
    hint_remove(&hint, cell1, gone);
    hint_remove(&hint, cell2, gone);
    offer(l, &hint, 4);
}

static void check_loop(loops *l)
{
    if (l->visited[0] != l->visited[1])
        return;
    int extra[81], count = 0;
    for (int i = 0; i < l->length; i++)
        if (l->grid->candidates[l->loop[i]] != l->pair)
            extra[count++] = l->loop[i];
    if (count == 1) {
        rating9_hint hint;
        loop_hint(l, &hint);
        hint_remove(&hint, extra[0], l->pair);
        offer(l, &hint, 1);
    } else if (count > 2) {
        same_extra(l, extra, count);
    } else if (count == 2) {
        unsigned digits = (l->grid->candidates[extra[0]] | l->grid->candidates[extra[1]]) & ~l->pair;
        if (size9(digits) == 1)
            same_extra(l, extra, 2);
        else
            type3(l, extra[0], extra[1], digits);
        type4(l, extra[0], extra[1]);
    }
}

/* Go on from a cell. `allowed` more cells may have extra digits of any kind; beyond that, only if
 * all extra digits on the way are one and the same. As in the original, `extra` also remembers those
 * of the cells that were tried before from here. */
static void extend(loops *l, int cell, int allowed, unsigned extra, int last_kind)
{
    const rating9_layout *layout = l->layout;
    int odd = l->length & 1;
    uint32_t houses = 0;
    for (int kind = 0; kind < KINDS; kind++)
        houses |= UINT32_C(1) << layout->house[cell][kind];
    if (l->visited[odd] & houses)
        return; /* no house may be visited twice by steps of the same parity */
    l->visited[odd] |= houses;
    l->loop[l->length++] = (uint8_t)cell;
    cells9_add(&l->in_loop, cell);
    for (int kind = 0; kind < KINDS; kind++) {
        if (kind == last_kind)
            continue;
        for (int k = 0; k < 9; k++) {
            int next = layout->cells[layout->house[cell][kind]][k];
            if (next == l->loop[0] && l->length >= 4) {
                check_loop(l);
                continue;
            }
            unsigned candidates = l->grid->candidates[next];
            if (cells9_has(l->in_loop, next) || (candidates & l->pair) != l->pair)
                continue;
            extra |= candidates & ~l->pair;
            int more = candidates != l->pair;
            if (!more || size9(extra) == 1 || allowed > 0)
                extend(l, next, allowed - more, extra, kind);
        }
    }
    l->length--;
    l->visited[odd] &= ~houses;
    cells9 alone = {0, 0};
    cells9_add(&alone, cell);
    l->in_loop = cells9_less(l->in_loop, alone);
}

PATTERN(unique_loop)
{
    loops l = {.layout = layout, .grid = grid};
    for (int cell = 0; cell < 81; cell++)
        if (size9(grid->candidates[cell]) == 2) {
            l.pair = grid->candidates[cell];
            extend(&l, cell, 2, 0, -1);
        }
    return l.best_type && visitor->see(visitor, &l.best);
}
