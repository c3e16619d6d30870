/* A forward checker of refutations by unit propagation, made to be read: see rup.h. */
#include "rup.h"

#include <stdlib.h>
#include <string.h>

#define NEGATED(literal) ((literal) ^ 1u)

enum { LENGTH, NEXT, FIRST }; /* what stands where in a clause */

/* A longer table of clauses is not rehashed: that would take long, and nothing could stop it. */
#define MOST_REHASHED ((size_t)1 << 20)
/* Within a step, the clock is looked at each time that this many clauses were seen. */
#define LOOK_AT_CLOCK (UINT32_C(1) << 20)

/* ------------------------------------------------------------------ memory */

/* Make room for this many elements, which 32-bit numbers can count; 0 if there is no memory. */
static int grow(void **block, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room)
        return 1;
    size_t more = needed + needed / 2 + 4;
    if (more > UINT32_MAX || more > SIZE_MAX / size)
        return 0;
    void *grown = realloc(*block, more * size);
    if (!grown)
        return 0;
    *block = grown;
    *room = more;
    return 1;
}

/* Make room for the variables and clauses that the header promises; 0 if there is no memory. */
static int reserve(rup_checker *c, int32_t variables)
{
    size_t literals = 2 * (size_t)variables + 2;
    size_t possible = (size_t)(c->clauses.end - c->clauses.at) / 4; /* a clause like "1 0\n" */
    c->variables = variables;
    c->chains = 1024;
    while (c->chains < c->promised && c->chains < possible)
        c->chains *= 2;
    c->used = 1; /* no clause has the number 0 */
    c->watchers = calloc(literals, sizeof *c->watchers);
    c->value = calloc(literals, sizeof *c->value);
    c->trail = calloc(literals, sizeof *c->trail);
    c->literal = calloc(literals, sizeof *c->literal);
    c->seen_in = calloc(literals, sizeof *c->seen_in);
    c->chain = calloc(c->chains, sizeof *c->chain);
    return c->watchers && c->value && c->trail && c->literal && c->seen_in && c->chain;
}

void rup_end(rup_checker *c)
{
    for (size_t x = 0; c->watchers && x < 2 * (size_t)c->variables + 2; x++)
        free(c->watchers[x].watch);
    free(c->watchers);
    free(c->value);
    free(c->trail);
    free(c->literal);
    free(c->seen_in);
    free(c->chain);
    free(c->arena);
    memset(c, 0, sizeof *c);
}

/* ------------------------------------------------------------------ reading */

static int at_line_end(const rup_text *text)
{
    return text->at == text->end || *text->at == '\n';
}

static void next_line(rup_text *text)
{
    while (!at_line_end(text))
        text->at++;
    if (text->at < text->end)
        text->at++;
    text->line++;
}

/* Read a word that must stand here; 0 if it does not. */
static int read_word(rup_text *text, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
        return 0;
    text->at += length;
    return 1;
}

/* Read digits as a number up to `most`; 0 if there is no such number. */
static int read_number(rup_text *text, uint64_t most, uint64_t *number)
{
    const char *start = text->at;
    uint64_t sum = 0;
    for (; text->at < text->end && *text->at >= '0' && *text->at <= '9'; text->at++) {
        sum = 10 * sum + (uint64_t)(*text->at - '0');
        if (sum > most)
            return 0;
    }
    *number = sum;
    return text->at > start;
}

/* Read a header, "p cnf VARIABLES CLAUSES"; 0 if it is malformed, or the second one. */
static int read_header(rup_checker *c)
{
    uint64_t variables;
    rup_text *text = &c->clauses;
    if (c->variables >= 0 || !read_word(text, "p cnf "))
        return 0;
    if (!read_number(text, RUP_LIMIT, &variables) || !read_word(text, " "))
        return 0;
    if (!read_number(text, UINT32_MAX, &c->promised) || !at_line_end(text))
        return 0;
    c->no_memory = !reserve(c, (int32_t)variables);
    return 1;
}

static void note_literal(rup_checker *c, uint32_t literal)
{
    if (c->seen_in[literal] == c->step)
        return;
    c->seen_in[literal] = c->step;
    c->tautology |= c->seen_in[NEGATED(literal)] == c->step;
    c->literal[c->literals++] = literal;
}

/* Read a clause: numbers, each followed by a blank, and a 0 at the end of the line. */
static int read_clause(rup_checker *c, rup_text *text)
{
    const char *start = text->at;
    c->step++;
    c->literals = 0;
    c->tautology = 0;
    for (;;) {
        uint64_t variable;
        uint32_t negated = (uint32_t)read_word(text, "-");
        if (!read_number(text, (uint64_t)c->variables, &variable))
            return 0;
        if (variable == 0) {
            c->effort += (uint64_t)(text->at - start);
            return !negated && at_line_end(text);
        }
        note_literal(c, 2 * (uint32_t)variable + negated);
        if (!read_word(text, " "))
            return 0;
    }
}

/* ------------------------------------------------------------------ unit propagation */

static void assign(rup_checker *c, uint32_t literal)
{
    c->value[literal] = 1;
    c->value[NEGATED(literal)] = -1;
    c->trail[c->trailed++] = literal;
}

static void unassign_to(rup_checker *c, size_t trailed)
{
    while (c->trailed > trailed) {
        uint32_t literal = c->trail[--c->trailed];
        c->value[literal] = c->value[NEGATED(literal)] = 0;
    }
    c->propagated = trailed;
}

static void watch(rup_checker *c, uint32_t literal, rup_watch new_watch)
{
    rup_watchers *w = &c->watchers[literal];
    size_t room = w->room;
    if (!grow((void **)&w->watch, &room, (size_t)w->count + 1, sizeof *w->watch)) {
        c->no_memory = 1;
        return;
    }
    w->room = (uint32_t)room;
    w->watch[w->count++] = new_watch;
}

/* Look at a clause, one of whose watched literals became false. Say whether the watch stays. */
static int stays(rup_checker *c, rup_watch *seen, uint32_t falsified, int *conflict)
{
    uint32_t *clause = c->arena + seen->clause, *literal = clause + FIRST;
    if (clause[LENGTH] == 0)
        return 0;
    if (literal[0] == falsified) {
        literal[0] = literal[1];
        literal[1] = falsified;
    }
    seen->other = literal[0];
    if (c->value[literal[0]] > 0)
        return 1;
    for (uint32_t k = 2; k < clause[LENGTH]; k++)
        if (c->value[literal[k]] >= 0) {
            literal[1] = literal[k];
            literal[k] = falsified;
            watch(c, literal[1], *seen);
            return 0;
        }
    if (c->value[literal[0]] < 0)
        *conflict = 1;
    else
        assign(c, literal[0]);
    return 1;
}

/* Whether to stop in the middle of a step, asked before each clause that is looked at. */
static int stop(rup_checker *c, uint32_t seen)
{
    if (c->is_over && seen % LOOK_AT_CLOCK == LOOK_AT_CLOCK - 1)
        c->stopped |= c->is_over(c->deadline);
    return c->stopped;
}

/* Assign what the true literals force. Say whether that runs into a conflict. */
static int propagate(rup_checker *c)
{
    int conflict = 0;
    uint32_t looked = 0;
    while (c->propagated < c->trailed && !conflict) {
        uint32_t falsified = NEGATED(c->trail[c->propagated++]);
        rup_watchers *w = &c->watchers[falsified];
        uint32_t kept = 0;
        c->effort += w->count;
        for (uint32_t i = 0; i < w->count; i++) {
            rup_watch seen = w->watch[i];
            if (stop(c, looked++))
                return 0;
            if (conflict || c->value[seen.other] > 0 || stays(c, &seen, falsified, &conflict))
                w->watch[kept++] = seen;
        }
        w->count = kept;
    }
    return conflict;
}

/* Whether the clause that was read last follows by unit propagation. */
static int follows(rup_checker *c)
{
    size_t before = c->trailed;
    int is_true = c->contradiction || c->tautology;
    for (size_t i = 0; i < c->literals && !is_true; i++) {
        if (c->value[c->literal[i]] > 0)
            is_true = 1;
        else if (c->value[c->literal[i]] == 0)
            assign(c, NEGATED(c->literal[i]));
    }
    is_true = is_true || propagate(c);
    unassign_to(c, before);
    return is_true;
}

/* ------------------------------------------------------------------ the clauses that are kept */

/* A hash that does not depend on the order. */
static size_t hash_of(const uint32_t *literal, size_t literals)
{
    uint64_t sum = literals;
    for (size_t i = 0; i < literals; i++) {
        uint64_t x = literal[i] * UINT64_C(0x9E3779B97F4A7C15);
        sum += x ^ (x >> 29);
    }
    return (size_t)(sum ^ (sum >> 32));
}

static void chain_up(rup_checker *c, uint32_t clause)
{
    const uint32_t *words = c->arena + clause;
    uint32_t *first = &c->chain[hash_of(words + FIRST, words[LENGTH]) & (c->chains - 1)];
    c->arena[clause + NEXT] = *first;
    *first = clause;
}

/* Spread the clauses over more chains. Without memory for that, they just stay longer. */
static void lengthen_table(rup_checker *c)
{
    uint32_t *old = c->chain;
    size_t chains = c->chains;
    uint32_t *longer = calloc(4 * chains, sizeof *longer);
    if (!longer)
        return;
    c->chain = longer;
    c->chains = 4 * chains;
    for (size_t i = 0; i < chains; i++)
        for (uint32_t clause = old[i], next; clause; clause = next) {
            next = c->arena[clause + NEXT];
            chain_up(c, clause);
        }
    free(old);
}

/* Put literals that are not false first, and return how many were found, up to two. */
static size_t order_for_watching(rup_checker *c)
{
    size_t found = 0;
    for (size_t i = 0; i < c->literals && found < 2; i++) {
        uint32_t literal = c->literal[i];
        if (c->value[literal] >= 0) {
            c->literal[i] = c->literal[found];
            c->literal[found++] = literal;
        }
    }
    return found;
}

static void store(rup_checker *c)
{
    size_t needed = c->used + FIRST + c->literals;
    if (!grow((void **)&c->arena, &c->room, needed, sizeof *c->arena)) {
        c->no_memory = 1;
        return;
    }
    uint32_t clause = (uint32_t)c->used;
    c->arena[clause + LENGTH] = (uint32_t)c->literals;
    memcpy(c->arena + clause + FIRST, c->literal, c->literals * sizeof *c->literal);
    c->used = needed;
    watch(c, c->literal[0], (rup_watch){clause, c->literal[1]});
    watch(c, c->literal[1], (rup_watch){clause, c->literal[0]});
    if (++c->chained > c->chains && c->chains < MOST_REHASHED)
        lengthen_table(c);
    chain_up(c, clause);
}

/* Keep the clause that was read last, and assign what it forces. */
static void add(rup_checker *c)
{
    if (c->tautology || c->contradiction)
        return;
    size_t open = order_for_watching(c);
    if (c->literals > 1)
        store(c);
    if (c->no_memory)
        return;
    if (open == 1 && c->value[c->literal[0]] == 0)
        assign(c, c->literal[0]);
    c->contradiction = open == 0 || propagate(c);
}

/* Whether a clause has just the literals that were read last. */
static int is_last_read(const rup_checker *c, const uint32_t *words)
{
    if (words[LENGTH] != c->literals)
        return 0;
    for (uint32_t i = 0; i < words[LENGTH]; i++)
        if (c->seen_in[words[FIRST + i]] != c->step)
            return 0;
    return 1;
}

/* Delete one clause with the literals that were read last, if there is one. */
static void delete(rup_checker *c)
{
    uint32_t *link = &c->chain[hash_of(c->literal, c->literals) & (c->chains - 1)];
    uint32_t looked = 0;
    for (; *link && !stop(c, looked++); link = &c->arena[*link + NEXT]) {
        uint32_t *words = c->arena + *link;
        c->effort++;
        if (is_last_read(c, words)) {
            *link = words[NEXT];
            words[LENGTH] = 0; /* its watches go when they are met */
            c->chained--;
            return;
        }
    }
}

/* ------------------------------------------------------------------ line by line */

/* Take in a line of the clauses; 0 if it is malformed. */
static int take_clause(rup_checker *c)
{
    rup_text *text = &c->clauses;
    if (*text->at == 'c')
        return 1;
    if (*text->at == 'p')
        return read_header(c);
    if (c->variables < 0 || !read_clause(c, text))
        return 0;
    c->given++;
    add(c);
    return 1;
}

/* Check a line of the proof. */
static rup_status take_step(rup_checker *c)
{
    int deletion = read_word(&c->proof, "d ");
    if (!read_clause(c, &c->proof))
        return RUP_BAD_PROOF;
    if (deletion) {
        c->deleted++;
        delete(c);
        return RUP_PAUSED;
    }
    if (!follows(c))
        return RUP_UNFOUNDED;
    c->added++;
    c->refuted |= c->literals == 0;
    add(c);
    return RUP_PAUSED;
}

void rup_begin(rup_checker *c, const char *clauses, size_t clauses_size,
               const char *proof, size_t proof_size, rup_is_over is_over, void *deadline)
{
    memset(c, 0, sizeof *c);
    c->is_over = is_over;
    c->deadline = deadline;
    c->clauses = (rup_text){clauses, clauses + clauses_size, 1};
    c->proof = (rup_text){proof, proof + proof_size, 1};
    c->variables = -1;
}

rup_status rup_run(rup_checker *c, uint64_t effort)
{
    uint64_t until = c->effort + effort;
    for (; c->clauses.at < c->clauses.end; next_line(&c->clauses)) {
        if (c->effort >= until)
            return RUP_PAUSED;
        c->effort++;
        if (!take_clause(c))
            return RUP_BAD_CLAUSES;
        if (c->no_memory || c->stopped)
            return c->no_memory ? RUP_NO_MEMORY : RUP_STOPPED;
    }
    if (c->variables < 0 || c->given != c->promised)
        return RUP_BAD_CLAUSES;
    for (; c->proof.at < c->proof.end; next_line(&c->proof)) {
        if (c->effort >= until)
            return RUP_PAUSED;
        c->effort++;
        rup_status status = take_step(c);
        if (c->no_memory || c->stopped)
            return c->no_memory ? RUP_NO_MEMORY : RUP_STOPPED;
        if (status != RUP_PAUSED)
            return status;
    }
    return c->refuted ? RUP_REFUTED : RUP_UNFINISHED;
}
