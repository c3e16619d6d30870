/* How hard a plain 9x9 Sudoku is, on the scale of Sudoku Explainer 1.2.1.
 *
 * The rater solves a puzzle as that program does: at each point it tries the techniques in a fixed
 * order, applies the first step that it finds, and starts again. The rating of the puzzle is that of
 * its hardest step. Sudoku Explainer is by Nicolas Juillerat; its sources, and the command "serate"
 * that Glenn Fowler added, say what each technique looks at and in which order. The order matters:
 * what one step removes decides what the next ones can find.
 *
 * Ratings are whole numbers here, ten times what people write: 66 for 6.6. */
#ifndef CSP_SUDOKU_RATING9_H
#define CSP_SUDOKU_RATING9_H

#include <stdint.h>

enum {
    RATING9_CELLS = 81,
    RATING9_STEPS = 810, /* each step places a digit (81) or removes a candidate (729) */
};

typedef enum {
    RATING9_FULL_HOUSE,
    RATING9_HIDDEN_SINGLE,
    RATING9_DIRECT_POINTING,
    RATING9_DIRECT_CLAIMING,
    RATING9_DIRECT_HIDDEN_PAIR,
    RATING9_NAKED_SINGLE,
    RATING9_DIRECT_HIDDEN_TRIPLET,
    RATING9_POINTING,
    RATING9_CLAIMING,
    RATING9_NAKED_PAIR,
    RATING9_X_WING,
    RATING9_HIDDEN_PAIR,
    RATING9_NAKED_TRIPLET,
    RATING9_SWORDFISH,
    RATING9_HIDDEN_TRIPLET,
    RATING9_XY_WING,
    RATING9_XYZ_WING,
    RATING9_UNIQUE_RECTANGLE,
    RATING9_UNIQUE_LOOP,
    RATING9_NAKED_QUAD,
    RATING9_JELLYFISH,
    RATING9_HIDDEN_QUAD,
    RATING9_BUG,
    RATING9_ALIGNED_PAIR,
    RATING9_X_CYCLE,
    RATING9_X_CHAIN,
    RATING9_Y_CYCLE,
    RATING9_XY_CYCLE,
    RATING9_FORCING_CHAIN,
    RATING9_ALIGNED_TRIPLET,
    RATING9_NISHIO,
    RATING9_CELL_FORCING,
    RATING9_REGION_FORCING,
    RATING9_DYNAMIC,
    RATING9_DYNAMIC_PLUS,
    RATING9_NESTED,
    RATING9_TECHNIQUES,
} rating9_technique;

/* How the conclusion of a forcing chain follows: from one chain; from a candidate that is on and off;
 * from all candidates of a cell; from all places of a digit in a house; from a contradiction. */
typedef enum {
    RATING9_CHAIN = 0,
    RATING9_DOUBLE = 1,
    RATING9_FROM_CELL = 5,
    RATING9_FROM_HOUSE = 6,
    RATING9_CONTRADICTION = 7,
} rating9_kind;

/* "hidden single", "X-wing", ... */
const char *rating9_name(int technique);

typedef struct {
    uint8_t rating;    /* ten times */
    uint8_t technique;
    uint8_t open;      /* cells that singles alone could fill at this point */
} rating9_step;

/* SOLVED: the rating is the puzzle's. STUCK: no technique finds a step. STOPPED: `poll` asked for
 * it. If it is not solved, the puzzle is at least as hard as its steps so far. */
typedef enum {
    RATING9_SOLVED,
    RATING9_STUCK,
    RATING9_STOPPED,
    RATING9_NO_MEMORY,
} rating9_status;

typedef struct {
    int rating;        /* of the hardest step; 0 if there is none */
    int technique;     /* of the hardest step, the first of equals */
    int count;
    rating9_step steps[RATING9_STEPS];
} rating9_result;

/* A rater owns its memory and nothing else: threads may use different raters at the same time.
 * Returns NULL when memory is short. */
typedef struct rating9_rater rating9_rater;
rating9_rater *rating9_new(void);
void rating9_free(rating9_rater *rater);

/* Rate a puzzle with exactly one solution; cells are 1 to 9, or 0 for an open cell. During long
 * searches `poll` is asked every millisecond or so; when it returns anything but 0, the rater
 * stops. It may be NULL. */
rating9_status rating9_rate(rating9_rater *rater, const uint8_t clues[RATING9_CELLS],
                            rating9_result *result, int (*poll)(void *), void *context);


/* What `rating9_find` looks for, easiest first; the last ones are nested ever deeper. */
enum {
    RATING9_FIND_CYCLES,
    RATING9_FIND_NISHIO,
    RATING9_FIND_MULTIPLE,
    RATING9_FIND_DYNAMIC,
    RATING9_FIND_DYNAMIC_PLUS,
    RATING9_FIND_NESTED,
    RATING9_FIND_END = RATING9_FIND_NESTED + 4,
};

/* A step by chains in any position: what is placed (cell -1 if nothing), what is removed, and how it
 * follows. */
typedef struct {
    int rating, technique, kind, source;
    int cell, digit;
    int count;
    uint8_t cells[RATING9_CELLS];
    uint16_t digits[RATING9_CELLS];
} rating9_move;

/* Find a step by chains, those from `first` to `last`; bit d of a mask stands for digit d (0 to 8),
 * and a filled cell has the mask 0. SOLVED if there is one, STUCK if not. */
rating9_status rating9_find(rating9_rater *rater, const uint16_t masks[RATING9_CELLS], int first,
                            int last, rating9_move *move, int (*poll)(void *), void *context);

#endif
