/* Building the rows: each kind of row is counted first, laid out, then filled. */
#include "bitmask_structure.h"

#include <stdlib.h>
#include <string.h>

/* Crossings are an extra, and in a problem whose groups overlap wildly there may be as many as
 * pairs of groups. Beyond these bounds none are kept: "locked" then infers what "singles" does. */
enum { MOST_CROSSING_WORK = 1 << 26, MOST_CROSSED = 1 << 24 };

/* Never ask for 0 bytes: the answer could be NULL, which means "no memory" here. */
static void *space(size_t items, size_t size)
{
    return calloc(items + 1, size);
}

/* Turn counts, one place to the right (at[r + 1] = length of row r), into beginnings. */
static int32_t lay_out(int32_t *at, int32_t rows)
{
    for (int32_t r = 0; r < rows; r++)
        at[r + 1] += at[r];
    return at[rows];
}

/* Filling with at[r]++ as the cursor leaves each row's beginning at its end: move back by one. */
static void step_back(int32_t *at, int32_t rows)
{
    memmove(at + 1, at, (size_t)rows * sizeof *at);
    at[0] = 0;
}

static bool copy_members(bitmask_structure *on, const int32_t *at, const int32_t *member)
{
    on->members.at = space((size_t)on->groups + 1, sizeof(int32_t));
    on->members.item = space((size_t)at[on->groups], sizeof(int32_t));
    if (!on->members.at || !on->members.item)
        return false;
    memcpy(on->members.at, at, ((size_t)on->groups + 1) * sizeof(int32_t));
    memcpy(on->members.item, member, (size_t)at[on->groups] * sizeof(int32_t));
    for (int32_t g = 0; g < on->groups; g++)
        on->crowded |= bitmask_size(on, g) > on->values;
    return true;
}

static bool invert_members(bitmask_structure *on)
{
    const bitmask_rows *members = &on->members;
    bitmask_rows *rows = &on->memberships;
    int32_t total = members->at[on->groups];
    rows->at = space((size_t)on->variables + 1, sizeof(int32_t));
    rows->item = space((size_t)total, sizeof(int32_t));
    if (!rows->at || !rows->item)
        return false;
    for (int32_t i = 0; i < total; i++)
        rows->at[members->item[i] + 1]++;
    lay_out(rows->at, on->variables);
    for (int32_t g = 0; g < on->groups; g++)
        for (int32_t i = members->at[g]; i < members->at[g + 1]; i++)
            rows->item[rows->at[members->item[i]]++] = g;
    step_back(rows->at, on->variables);
    return true;
}

/* Count the peers of v, or write them if `peer` is given. seen[u] == stamp: u is already listed. */
static int32_t gather_peers(const bitmask_structure *on, int32_t v, int32_t *seen, int32_t stamp,
                            int32_t *peer)
{
    int32_t count = 0;
    seen[v] = stamp;
    for (int32_t j = on->memberships.at[v]; j < on->memberships.at[v + 1]; j++) {
        int32_t g = on->memberships.item[j];
        for (int32_t i = on->members.at[g]; i < on->members.at[g + 1]; i++) {
            int32_t u = on->members.item[i];
            if (seen[u] == stamp)
                continue;
            seen[u] = stamp;
            if (peer)
                peer[count] = u;
            count++;
        }
    }
    return count;
}

static bool list_peers(bitmask_structure *on)
{
    bitmask_rows *rows = &on->peers;
    int32_t *seen = space((size_t)on->variables, sizeof(int32_t));
    rows->at = space((size_t)on->variables + 1, sizeof(int32_t));
    bool done = false;
    if (!seen || !rows->at)
        goto out;
    for (int32_t v = 0; v < on->variables; v++)
        rows->at[v + 1] = gather_peers(on, v, seen, v + 1, NULL);
    rows->item = space((size_t)lay_out(rows->at, on->variables), sizeof(int32_t));
    if (!rows->item)
        goto out;
    for (int32_t v = 0; v < on->variables; v++)
        gather_peers(on, v, seen, -v - 1, rows->item + rows->at[v]);
    done = true;
out:
    free(seen);
    return done;
}

/* The rows must be ascending. An empty row becomes a mark without bits, so that no row is empty. */
static bool as_marks(const bitmask_rows *rows, int32_t count, bitmask_marks *marks)
{
    marks->at = space((size_t)count + 1, sizeof(int32_t));
    marks->item = space((size_t)rows->at[count] + (size_t)count, sizeof(bitmask_mark));
    if (!marks->at || !marks->item)
        return false;
    bitmask_mark *mark = marks->item;
    for (int32_t r = 0; r < count; r++) {
        for (int32_t i = rows->at[r]; i < rows->at[r + 1]; i++) {
            int32_t word = rows->item[i] >> 6;
            if (mark->bits && mark->word != word)
                mark++;
            mark->word = word;
            mark->bits |= UINT64_C(1) << (rows->item[i] & 63);
        }
        mark++;
        marks->at[r + 1] = (int32_t)(mark - marks->item);
    }
    return true;
}

/* Is there more to say about a group than that a fixed value leaves its peers? Not if it has two
 * members. */
static bool is_large(const bitmask_structure *on, int32_t g)
{
    return bitmask_size(on, g) > 2;
}

/* Has a value set just the members of this group? Then it finds what singles find, and a required
 * value leaves what sees all its places. (That a value of a house whose places all lie in a cage
 * leaves the rest of the cage is lost: that may cost nodes, and spares a look at such groups.) */
static bool is_covered(const bitmask_structure *on, int32_t g, int32_t *seen)
{
    const bitmask_constraints *all = on->constraints;
    const int32_t *at = on->constrained.at;
    for (int32_t i = on->members.at[g]; i < on->members.at[g + 1]; i++)
        seen[on->members.item[i]] = g + 1;
    for (int32_t c = 0; c < all->constraints; c++) {
        if (all->kind[c] != CONSTRAINT_SET || !all->posted[c]
            || at[c + 1] - at[c] != bitmask_size(on, g))
            continue;
        int32_t i = at[c];
        while (i < at[c + 1] && seen[on->constrained.item[i]] == g + 1)
            i++;
        if (i == at[c + 1])
            return true;
    }
    return false;
}

static bool has_sets(const bitmask_structure *on)
{
    for (int32_t c = 0; on->constraints && c < on->constraints->constraints; c++)
        if (on->constraints->kind[c] == CONSTRAINT_SET && on->constraints->posted[c])
            return true;
    return false;
}

/* The groups of each variable that are wanted, as marks. */
static bool mark_groups(const bitmask_structure *on, const bool *wanted, bitmask_marks *marks)
{
    const bitmask_rows *all = &on->memberships;
    bitmask_rows rows = {
        space((size_t)on->variables + 1, sizeof(int32_t)),
        space((size_t)all->at[on->variables], sizeof(int32_t)),
    };
    bool done = rows.at && rows.item;
    for (int32_t v = 0; done && v < on->variables; v++) {
        rows.at[v + 1] = rows.at[v];
        for (int32_t i = all->at[v]; i < all->at[v + 1]; i++)
            if (wanted[all->item[i]])
                rows.item[rows.at[v + 1]++] = all->item[i];
    }
    done = done && as_marks(&rows, on->variables, marks);
    free(rows.at);
    free(rows.item);
    return done;
}

static bool list_touches(bitmask_structure *on, bool *wanted)
{
    int32_t *seen = space((size_t)on->variables, sizeof *seen);
    bool done = seen != NULL;
    for (int32_t g = 0; done && g < on->groups; g++)
        wanted[g] = is_large(on, g);
    done = done && mark_groups(on, wanted, &on->touches);
    for (int32_t g = 0, sets = has_sets(on); done && sets && g < on->groups; g++)
        wanted[g] = wanted[g] && !is_covered(on, g, seen);
    done = done && (!on->constraints || mark_groups(on, wanted, &on->lean));
    free(seen);
    return done;
}

/* How much work it is to look at all pairs of groups that meet. */
static bool many_crossings(const bitmask_structure *on)
{
    int64_t work = 0;
    for (int32_t v = 0; v < on->variables && work <= MOST_CROSSING_WORK; v++) {
        int64_t groups = on->memberships.at[v + 1] - on->memberships.at[v];
        work += groups * groups;
    }
    return work > MOST_CROSSING_WORK;
}

typedef struct {
    int32_t *shared; /* group -> how many variables it shares with the group at hand; else 0 */
    int32_t *met;    /* the groups for which that is not 0 */
    bool *inside;    /* variable -> is it in the group at hand? else false */
    const bool *wanted; /* group -> are its crossings of use? */
} crossing_scratch;

/* List the later groups that share a variable with g. */
static int32_t meet(const bitmask_structure *on, int32_t g, crossing_scratch *scratch)
{
    int32_t meetings = 0;
    for (int32_t i = on->members.at[g]; i < on->members.at[g + 1]; i++) {
        int32_t v = on->members.item[i];
        for (int32_t j = on->memberships.at[v]; j < on->memberships.at[v + 1]; j++) {
            int32_t h = on->memberships.item[j];
            if (h > g && scratch->shared[h]++ == 0)
                scratch->met[meetings++] = h;
        }
    }
    return meetings;
}

/* Write those members of g that are in the other group too (or those that are not); return the
 * end. */
static int32_t *split(const bitmask_structure *on, int32_t g, int32_t other, bool wanted,
                      bool *inside, int32_t *out)
{
    const int32_t *at = on->members.at, *member = on->members.item;
    for (int32_t i = at[other]; i < at[other + 1]; i++)
        inside[member[i]] = true;
    for (int32_t i = at[g]; i < at[g + 1]; i++)
        if (inside[member[i]] == wanted)
            *out++ = member[i];
    for (int32_t i = at[other]; i < at[other + 1]; i++)
        inside[member[i]] = false;
    return out;
}

static bitmask_crossing cross(const bitmask_structure *on, int32_t g, int32_t h, bool *inside,
                              int32_t at)
{
    bitmask_crossing c = {.first = g, .second = h, .at = at};
    int32_t *out = split(on, g, h, true, inside, on->crossed + at);
    c.first_at = (int32_t)(out - on->crossed);
    out = split(on, g, h, false, inside, out);
    c.second_at = (int32_t)(out - on->crossed);
    out = split(on, h, g, false, inside, out);
    c.end = (int32_t)(out - on->crossed);
    return c;
}

/* Go over all crossings: once to learn how many there are and how many variables they list (the
 * answer), and once more to write them, when there is room for them. */
static int64_t visit_crossings(bitmask_structure *on, crossing_scratch *scratch)
{
    int64_t crossed = 0;
    on->crossings = 0;
    for (int32_t g = 0; g < on->groups && crossed <= MOST_CROSSED; g++) {
        int32_t meetings = meet(on, g, scratch);
        for (int32_t k = 0; k < meetings; k++) {
            int32_t h = scratch->met[k], shared = scratch->shared[h];
            scratch->shared[h] = 0;
            if (shared < 2 || !scratch->wanted[g] || !scratch->wanted[h])
                continue;
            if (on->crossing)
                on->crossing[on->crossings] = cross(on, g, h, scratch->inside, (int32_t)crossed);
            on->crossings++;
            crossed += bitmask_size(on, g) + bitmask_size(on, h) - shared;
        }
    }
    return crossed;
}

static bool write_crossings(bitmask_structure *on, crossing_scratch *scratch)
{
    int64_t crossed = visit_crossings(on, scratch);
    if (crossed > MOST_CROSSED) {
        on->crossings = 0;
        return true;
    }
    on->crossed = space((size_t)crossed, sizeof *on->crossed);
    on->crossing = space((size_t)on->crossings, sizeof *on->crossing);
    if (!on->crossed || !on->crossing)
        return false;
    visit_crossings(on, scratch);
    return true;
}

static bool list_crossings(bitmask_structure *on, const bool *wanted)
{
    if (many_crossings(on))
        return true;
    crossing_scratch scratch = {
        space((size_t)on->groups, sizeof(int32_t)),
        space((size_t)on->groups, sizeof(int32_t)),
        space((size_t)on->variables, sizeof(bool)),
        wanted,
    };
    bool done = scratch.shared && scratch.met && scratch.inside && write_crossings(on, &scratch);
    free(scratch.shared);
    free(scratch.met);
    free(scratch.inside);
    return done;
}

static bool mark_crossings(bitmask_structure *on)
{
    bitmask_rows rows = {
        space((size_t)on->groups + 1, sizeof(int32_t)),
        space(2 * (size_t)on->crossings, sizeof(int32_t)),
    };
    bool done = false;
    if (!rows.at || !rows.item)
        goto out;
    for (int32_t c = 0; c < on->crossings; c++) {
        rows.at[on->crossing[c].first + 1]++;
        rows.at[on->crossing[c].second + 1]++;
    }
    lay_out(rows.at, on->groups);
    for (int32_t c = 0; c < on->crossings; c++) {
        rows.item[rows.at[on->crossing[c].first]++] = c;
        rows.item[rows.at[on->crossing[c].second]++] = c;
    }
    step_back(rows.at, on->groups);
    done = as_marks(&rows, on->groups, &on->crosses);
out:
    free(rows.at);
    free(rows.item);
    return done;
}

/* What is looked through when a group changes. */
static bool list_work(bitmask_structure *on)
{
    bool *wanted = space((size_t)on->groups, sizeof *wanted);
    bool done = wanted && list_touches(on, wanted) && (on->common || list_crossings(on, wanted))
             && mark_crossings(on);
    free(wanted);
    return done;
}

/* The variables of each constraint, and the constraints to run when a variable changes. */
static bool list_constraints(bitmask_structure *on)
{
    const bitmask_constraints *all = on->constraints;
    bitmask_rows *rows = &on->constrained, watches = {NULL, NULL};
    rows->at = space((size_t)all->constraints + 1, sizeof(int32_t));
    watches.at = space((size_t)on->variables + 1, sizeof(int32_t));
    int32_t *seen = space((size_t)on->variables, sizeof(int32_t));
    bool done = false;
    if (!rows->at || !watches.at || !seen)
        goto out;
    for (int32_t c = 0; c < all->constraints; c++)
        rows->at[c + 1] = rows->at[c] + bitmask_constraint_variables(all, c, NULL);
    rows->item = space((size_t)rows->at[all->constraints], sizeof(int32_t));
    watches.item = space((size_t)rows->at[all->constraints], sizeof(int32_t));
    if (!rows->item || !watches.item)
        goto out;
    for (int32_t c = 0; c < all->constraints; c++)
        bitmask_constraint_variables(all, c, rows->item + rows->at[c]);
    for (int32_t pass = 0; pass < 2; pass++) { /* count, then write; a variable may occur twice */
        memset(seen, 0, (size_t)on->variables * sizeof *seen);
        for (int32_t c = 0; c < all->constraints; c++)
            for (int32_t i = rows->at[c]; all->posted[c] && i < rows->at[c + 1]; i++) {
                int32_t v = rows->item[i];
                if (seen[v] == c + 1)
                    continue;
                seen[v] = c + 1;
                if (pass == 0)
                    watches.at[v + 1]++;
                else
                    watches.item[watches.at[v]++] = c;
            }
        if (pass == 0)
            lay_out(watches.at, on->variables);
        else
            step_back(watches.at, on->variables);
    }
    done = as_marks(&watches, on->variables, &on->watches);
out:
    free(watches.at);
    free(watches.item);
    free(seen);
    return done;
}

/* Who sees whom, as bits: only beside constraints, for the rules that a required value leaves the
 * common peers, and that a value with few places in a group does. */
enum { MOST_SEEN = 1024 };

enum { MOST_WITHOUT_CROSSINGS = 9 }; /* values: where more cross, more than three places matter */

static bool list_seen(bitmask_structure *on)
{
    if (on->variables > MOST_SEEN)
        return true;
    on->sees_words = on->variables > 64 ? (on->variables + 63) / 64 : 2;
    on->sees = space((size_t)on->variables * (size_t)on->sees_words, sizeof(uint64_t));
    on->inside = space((size_t)on->groups * (size_t)on->sees_words, sizeof(uint64_t));
    if (!on->sees || !on->inside)
        return false;
    for (int32_t g = 0; g < on->groups; g++)
        for (int32_t i = on->members.at[g]; i < on->members.at[g + 1]; i++) {
            int32_t v = on->members.item[i];
            on->inside[(size_t)g * (size_t)on->sees_words + (size_t)(v >> 6)]
                |= UINT64_C(1) << (v & 63);
        }
    for (int32_t v = 0; v < on->variables; v++)
        for (int32_t i = on->peers.at[v]; i < on->peers.at[v + 1]; i++) {
            int32_t u = on->peers.item[i];
            on->sees[(size_t)v * (size_t)on->sees_words + (size_t)(u >> 6)]
                |= UINT64_C(1) << (u & 63);
        }
    on->common = on->values <= MOST_WITHOUT_CROSSINGS;
    return true;
}

/* A crowded structure has no solution, and its rows of peers could be long: it needs none. */
static bool build(bitmask_structure *on, const int32_t *at, const int32_t *member)
{
    if (!copy_members(on, at, member))
        return false;
    if (on->crowded)
        return true;
    if (on->constraints && !list_constraints(on))
        return false;
    return invert_members(on) && list_peers(on)
        && (!on->constraints || list_seen(on))
        && list_work(on)
        && (!on->constraints || bitmask_find_shapes(on));
}

bitmask_structure *bitmask_structure_make(int32_t variables, int32_t own, int32_t values,
                                          int32_t groups, const int32_t *at, const int32_t *member,
                                          bitmask_constraints *constraints)
{
    bitmask_structure *on = calloc(1, sizeof *on);
    if (!on) {
        bitmask_constraints_free(constraints);
        return NULL;
    }
    on->constraints = constraints;
    on->own = own;
    on->variables = variables;
    on->values = values;
    on->groups = groups;
    on->universe = ~UINT64_C(0) >> (64 - values);
    if (build(on, at, member))
        return on;
    bitmask_structure_free(on);
    return NULL;
}

void bitmask_structure_free(bitmask_structure *on)
{
    if (!on)
        return;
    free(on->members.at);
    free(on->members.item);
    free(on->memberships.at);
    free(on->memberships.item);
    free(on->peers.at);
    free(on->peers.item);
    free(on->touches.at);
    free(on->touches.item);
    free(on->lean.at);
    free(on->lean.item);
    free(on->crossing);
    free(on->crossed);
    free(on->crosses.at);
    free(on->crosses.item);
    bitmask_constraints_free(on->constraints);
    free(on->constrained.at);
    free(on->constrained.item);
    free(on->watches.at);
    free(on->watches.item);
    free(on->sees);
    free(on->inside);
    free(on);
}
