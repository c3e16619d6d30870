/* A forward checker of refutations: does a proof show that the clauses cannot all be true?
 *
 * The clauses come as a DIMACS text, the proof as a DRAT text. Each line of the proof adds a clause
 * or, with a leading d, deletes one. An added clause must follow by unit propagation: set all of its
 * literals to false, and what the clauses then force runs into a conflict. The proof refutes when
 * one of its added clauses is empty.
 *
 * Everything that is kept follows from the given clauses. So a deletion only saves time: one that
 * names no clause is ignored, and what a deleted clause forced before stays forced (as in
 * drat-trim, which ignores deletions of unit clauses). Steps that need more than unit propagation
 * (RAT) are refused. */
#ifndef CSP_SUDOKU_RUP_H
#define CSP_SUDOKU_RUP_H

#include <stddef.h>
#include <stdint.h>

/* The largest variable. */
#define RUP_LIMIT (INT32_C(1) << 24)

typedef enum {
    RUP_PAUSED,      /* the effort is spent; call again to continue */
    RUP_REFUTED,     /* every step follows, and one of them is the empty clause */
    RUP_UNFINISHED,  /* every step follows, and none is the empty clause */
    RUP_UNFOUNDED,   /* the step in `line` of the proof does not follow */
    RUP_BAD_CLAUSES, /* `line` of the clauses is not DIMACS, or not as the header says */
    RUP_BAD_PROOF,   /* `line` of the proof is not DRAT, or names a variable that there is not */
    RUP_NO_MEMORY,
    RUP_STOPPED      /* `is_over` said so in the middle of a step; it cannot go on */
} rup_status;

/* Whether the time is over; asked now and then within a step that takes long. */
typedef int (*rup_is_over)(void *deadline);

typedef struct {
    const char *at, *end;
    uint64_t line; /* counted from 1 */
} rup_text;

typedef struct {
    uint32_t clause;
    uint32_t other; /* some other literal of the clause: if it is true, the clause can be skipped */
} rup_watch;

typedef struct {
    rup_watch *watch;
    uint32_t count, room;
} rup_watchers;

/* Variable v, from 1 up, has the literals 2v and, negated, 2v + 1.
 *
 * Clauses of two literals or more lie one after another in the arena:
 *
 *     clause      the number of literals; 0 once it is deleted
 *     clause + 1  the next clause with the same hash, 0 at the end of the chain
 *     clause + 2  the literals; the first two are watched */
typedef struct {
    rup_text clauses, proof;
    int32_t variables;        /* -1 before the header is read */
    uint64_t promised, given; /* clauses: what the header says, and what was read */

    uint32_t *arena;
    size_t used, room;
    uint32_t *chain; /* for each hash the first clause */
    size_t chains, chained;

    rup_watchers *watchers; /* by literal */
    signed char *value;     /* by literal: 1 true, -1 false, 0 open */
    uint32_t *trail;        /* the true literals, in the order in which they became true */
    size_t trailed, propagated;

    uint32_t *literal; /* the line that was read last, each literal once */
    size_t literals;
    uint64_t *seen_in; /* by literal: the step that named it last */
    int tautology;     /* the line has a literal and its negation */

    int contradiction; /* the clauses force a conflict */
    int refuted;       /* the empty clause was added */
    int no_memory;
    uint64_t effort, step, added, deleted;

    rup_is_over is_over; /* NULL if there is no limit */
    void *deadline;
    int stopped;
} rup_checker;

/* Make a checker ready. The texts must stay where they are. */
void rup_begin(rup_checker *checker, const char *clauses, size_t clauses_size,
               const char *proof, size_t proof_size, rup_is_over is_over, void *deadline);

/* Go on until the verdict, or until this much more effort (watches and characters) is spent. */
rup_status rup_run(rup_checker *checker, uint64_t effort);

/* Free all memory. */
void rup_end(rup_checker *checker);

#endif
