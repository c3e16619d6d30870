"""Golomb rulers: the shortest ruler whose marks are all different distances apart."""

from itertools import combinations, pairwise

import csp_sudoku as cs


def golomb(order: int) -> cs.CSP:
    """Return the problem of a ruler with this many marks, as short as possible."""
    model = cs.CSP()
    longest = order * order - 1
    marks = model.variables([f"mark {i}" for i in range(order)], range(longest + 1))
    model.add(marks[0] == 0, *(a < b for a, b in pairwise(marks)))
    distances = []
    for i, j in combinations(range(order), 2):
        distance = model.variable(f"from {i} to {j}", range(1, longest + 1))
        model.add(marks[i] + distance == marks[j])
        distances.append(distance)
    model.all_different(distances)
    if order > 2:  # of a ruler and its mirror image, one is enough
        model.add(distances[0] < distances[-1])
    model.minimize(marks[-1])
    return model


if __name__ == "__main__":
    for order in range(2, 9):
        answer = golomb(order).solve()
        marks = [answer[f"mark {i}"] for i in range(order)]
        print(f"{order} marks: {answer.value} ({' '.join(map(str, marks))}), {answer.status}")
    print("shortest rulers with 6 marks:", golomb(6).count())
