/* Calls the solver of a peer for each row of text, as a C program would, without Python in between. */
#include <stddef.h>
#include <stdint.h>

typedef size_t solver(const char *puzzle, size_t limit, uint32_t flags, char *solution,
                      size_t *guesses);

void solve_rows(solver *solve, const char *rows, size_t n, size_t stride, size_t limit,
                char *solutions, uint32_t *counts)
{
    for (size_t i = 0; i < n; i++) {
        size_t guesses;
        counts[i] = (uint32_t)solve(rows + i * stride, limit, 0, solutions + i * stride, &guesses);
    }
}
