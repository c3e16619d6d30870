"""Who drinks water, and who owns the zebra? Five houses, fifteen clues."""

import csp_sudoku as cs

model = cs.CSP()
for kind in (
    "red green ivory yellow blue",
    "English Spanish Ukrainian Norwegian Japanese",
    "coffee tea milk juice water",
    "dog snails fox horse zebra",
    "OldGold Kools Chesterfields LuckyStrike Parliaments",
):
    model.all_different(model.variables(kind, range(1, 6)))


def same(one, other):
    """Two things are in the same house."""
    return model[one] == model[other]


def beside(one, other):
    """Two things are in neighbouring houses."""
    return abs(model[one] - model[other]) == 1


model.add(
    same("English", "red"),
    same("Spanish", "dog"),
    same("coffee", "green"),
    same("Ukrainian", "tea"),
    model["green"] == model["ivory"] + 1,
    same("OldGold", "snails"),
    same("Kools", "yellow"),
    model["milk"] == 3,
    model["Norwegian"] == 1,
    beside("Chesterfields", "fox"),
    beside("Kools", "horse"),
    same("LuckyStrike", "juice"),
    same("Japanese", "Parliaments"),
    beside("Norwegian", "blue"),
)
house = model.solve().solution
people = {
    house[name]: name for name in ["English", "Spanish", "Ukrainian", "Norwegian", "Japanese"]
}
print(f"the {people[house['water']]} drinks water, the {people[house['zebra']]} owns the zebra")
print(f"the only solution: {model.is_unique()}")
