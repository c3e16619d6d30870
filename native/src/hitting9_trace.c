#include "hitting9_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 16 + 8 * (MOST_CELLS + 2) };

struct hitting9_trace {
    cells *set;                     /* all sets, by their numbers */
    size_t sets, room;
    uint8_t (*rival)[SUDOKU9_CELLS];
    size_t rivals, rival_room;
    char *text;
    size_t length, text_room;
    int is_short;                   /* of memory */
};

/* Make room for one more of `count` items. */
static void *grown(hitting9_trace *trace, void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    const size_t more = *room ? 2 * *room : 256;
    void *moved = realloc(items, more * size);
    if (!moved) {
        trace->is_short = 1;
        return items;
    }
    *room = more;
    return moved;
}

int hitting9_record(hitting9_search *search)
{
    search->trace = calloc(1, sizeof *search->trace);
    return search->trace != NULL;
}

void hitting9_forget(hitting9_search *search)
{
    if (!search->trace)
        return;
    free(search->trace->set);
    free(search->trace->rival);
    free(search->trace->text);
    free(search->trace);
}

void hitting9_note_set(hitting9_search *search, cells set, const uint8_t *rival)
{
    hitting9_trace *trace = search->trace;
    if (!trace)
        return;
    trace->set = grown(trace, trace->set, trace->sets, &trace->room, sizeof *trace->set);
    if (trace->is_short)
        return;
    trace->set[trace->sets++] = set;
    if (!rival)
        return;
    trace->rival = grown(trace, trace->rival, trace->rivals, &trace->rival_room,
                         sizeof *trace->rival);
    if (!trace->is_short)
        memcpy(trace->rival[trace->rivals++], rival, SUDOKU9_CELLS);
}

/* The number of a set that has only these live cells, and no clue. */
static size_t number_of(const hitting9_search *search, const level *here, cells live)
{
    const hitting9_trace *trace = search->trace;
    size_t number = 0;
    while (number + 1 < trace->sets
           && !(are_apart(trace->set[number], here->clues)
                && are_same(both(trace->set[number], search->live), live)))
        number++;
    return number;
}

/* The end of the text, with room for a line. */
static char *end_of(hitting9_trace *trace)
{
    trace->text = grown(trace, trace->text, trace->length + LONGEST_LINE, &trace->text_room, 1);
    while (!trace->is_short && trace->text_room < trace->length + LONGEST_LINE)
        trace->text = grown(trace, trace->text, trace->text_room, &trace->text_room, 1);
    return trace->is_short ? NULL : trace->text + trace->length;
}

void hitting9_note_branches(hitting9_search *search, const level *here, cells set)
{
    hitting9_trace *trace = search->trace;
    char *end = end_of(trace);
    if (!end)
        return;
    end += sprintf(end, "b %zu", number_of(search, here, set));
    for (unsigned i = 0; i < here->branches; i++)
        end += sprintf(end, " %u", here->branch[i]);
    *end++ = '\n';
    trace->length = (size_t)(end - trace->text);
}

void hitting9_note_packing(hitting9_search *search, const level *here, unsigned region, int is_end)
{
    hitting9_trace *trace = search->trace;
    const packing *pack = &search->packing;
    for (unsigned i = 0; i < pack->count; i++)
        if (is_none(pack->set[i])) {
            hitting9_note_branches(search, here, NONE);
            return;
        }
    char *end = end_of(trace);
    if (!end)
        return;
    end += sprintf(end, "%c %u", is_end ? 'x' : 'd', region);
    for (unsigned i = 0; i < pack->count; i++)
        end += sprintf(end, " %zu", number_of(search, here, pack->set[i]));
    *end++ = '\n';
    trace->length = (size_t)(end - trace->text);
}

int hitting9_is_short(const hitting9_search *search)
{
    return search->trace && search->trace->is_short;
}

const char *hitting9_text(const hitting9_search *search, size_t *length)
{
    *length = search->trace ? search->trace->length : 0;
    return search->trace ? search->trace->text : NULL;
}

void hitting9_clear_text(hitting9_search *search)
{
    if (search->trace)
        search->trace->length = 0;
}

const uint8_t *hitting9_rival(const hitting9_search *search, size_t number)
{
    return search->trace && number < search->trace->rivals ? search->trace->rival[number] : NULL;
}
