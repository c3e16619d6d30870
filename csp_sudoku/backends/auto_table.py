"""The measurements that `auto` uses: the best search to start with, by structure and clues.

Written by bench/auto.py. `auto` takes the nearest row of the nearest board. Seconds are PAR-2: the
mean time, where a puzzle that was not solved in 2 s counts with 4 s. Rows with heavy tails, which
five puzzles say little about, are the means of twenty puzzles or more of bench/sizes.py (seeds 77
to 79, 90 and 301 to 313): they are marked.
"""

Rows = tuple[tuple[float, str, float, str, float], ...]

BOARDS: dict[tuple[str, int, int, float], Rows] = {
    # board, cells, values, groups per cell: given, best, seconds, next, seconds
    ("sudoku-2x2", 16, 4, 3.0): (
        (0.0, "bitmask", 5.9e-05, "bitmask:singles", 5.8e-05),
        (0.25, "bitmask", 4.8e-05, "bitmask:singles", 4.5e-05),
        (0.5, "bitmask", 4.5e-05, "bitmask:singles", 4.3e-05),
    ),
    ("sudoku-2x3", 36, 6, 3.0): (
        (0.0, "bitmask", 6.3e-05, "bitmask:singles", 5.5e-05),
        (0.2, "bitmask", 5.7e-05, "bitmask:singles", 5.2e-05),
        (0.28, "bitmask", 5e-05, "bitmask:singles", 4.8e-05),
        (0.35, "bitmask", 5.3e-05, "bitmask:singles", 5e-05),
        (0.5, "bitmask", 4.9e-05, "bitmask:singles", 4.8e-05),
    ),
    ("sudoku-3x4", 144, 12, 3.0): (
        (0.0, "bitmask:singles", 0.00021, "bitmask", 0.00031),
        (0.15, "bitmask:singles", 0.00018, "bitmask", 0.00029),
        (0.23, "probing", 0.0075, "sat", 0.017),  # of bench/sizes.py, jigsaws
        (0.3, "bitmask", 0.00019, "bitmask:singles", 0.00019),
        (0.34, "bitmask", 0.00016, "bitmask:singles", 0.00015),
        (0.4, "bitmask", 0.0001, "bitmask:singles", 9.3e-05),
        (0.5, "bitmask", 9.4e-05, "bitmask:alldifferent", 9.7e-05),
        (0.7, "bitmask", 8.3e-05, "bitmask:alldifferent", 8e-05),
    ),
    ("sudoku-4x4", 256, 16, 3.0): (
        (0.0, "bitmask:singles", 0.0005, "bitmask", 0.00076),
        (0.06, "bitmask:singles", 0.00049, "bitmask", 0.00087),
        (0.15, "bitmask:singles", 0.00046, "bitmask", 0.00065),
        (0.25, "bitmask:singles", 0.00031, "bitmask", 0.0005),
        (0.37, "bitmask", 0.0033, "bitmask:singles", 0.0037),
        (0.42, "bitmask:singles", 0.00018, "bitmask", 0.0002),  # of bench/sizes.py
        (0.5, "bitmask:singles", 0.00015, "bitmask", 0.00017),
        (0.7, "bitmask:alldifferent", 0.00012, "bitmask", 0.00014),
    ),
    ("sudoku-4x5", 400, 20, 3.0): (
        (0.0, "bitmask:singles", 0.0014, "bitmask", 0.003),
        (0.06, "bitmask:singles", 0.0011, "bitmask", 0.0018),
        (0.2, "bitmask:singles", 0.00081, "bitmask", 0.0013),
        (0.3, "bitmask", 0.001, "bitmask:singles", 0.001),
        (0.4, "bitmask", 0.00098, "bitmask:alldifferent", 0.0014),
        (0.45, "bitmask:singles", 0.00091, "bitmask:alldifferent", 0.0011),
        (0.5, "bitmask", 0.00026, "bitmask:alldifferent", 0.00021),
        (0.6, "bitmask:alldifferent", 0.00019, "bitmask:singles", 0.00022),
    ),
    ("sudoku-5x5", 625, 25, 3.0): (
        (0.0, "bitmask:singles", 0.0016, "bitmask", 0.0028),
        (0.06, "bitmask:singles", 0.0017, "bitmask", 0.0027),
        (0.15, "bitmask:singles", 0.0015, "bitmask", 0.0021),
        (0.3, "bitmask", 0.0015, "bitmask:singles", 0.0019),
        (0.35, "bitmask", 0.0034, "bitmask:alldifferent", 0.004),
        (0.4, "probing:alldifferent", 0.016, "sat", 0.022),  # of bench/sizes.py
        (0.45, "deepest", 0.01, "sat", 0.062),  # of bench/sizes.py
        (0.5, "bitmask", 0.0015, "bitmask:singles", 0.0014),
        (0.6, "bitmask", 0.00015, "bitmask:singles", 0.00012),
        (0.75, "bitmask:alldifferent", 9.9e-05, "bitmask:singles", 0.0001),
    ),
    ("sudoku-6x6", 1296, 36, 3.0): (
        (0.0, "bitmask:singles", 0.013, "bitmask", 0.022),
        (0.06, "bitmask:singles", 0.027, "bitmask", 0.038),
        (0.2, "bitmask:alldifferent", 0.032, "bitmask:singles", 0.036),
        (0.3, "bitmask", 0.051, "bitmask:alldifferent", 0.078),
        (0.4, "bitmask", 2.8, "bitmask:alldifferent", 2.7),
        (0.5, "bitmask", 4.0, "bitmask:singles", 4.0),
        (0.55, "sat", 0.041, "bitmask", 0.23),  # of bench/sizes.py
        (0.65, "bitmask:singles", 0.00082, "bitmask:alldifferent", 0.00082),
    ),
    ("sudoku-7x7", 2401, 49, 3.0): (
        (0.0, "bitmask", 0.038, "bitmask:alldifferent", 0.054),
        (0.06, "bitmask", 1.4, "bitmask:singles", 1.4),
        (0.3, "bitmask", 4.0, "bitmask:singles", 4.0),
        (0.55, "bitmask", 4.0, "bitmask:singles", 4.0),
        (0.6, "deepest", 0.0011, "bitmask:alldifferent", 0.0012),  # of bench/sizes.py
        (0.7, "bitmask", 0.00091, "bitmask:alldifferent", 0.00078),
    ),
    ("latin-9", 81, 9, 2.0): (
        (0.0, "bitmask", 9.8e-05, "bitmask:singles", 9.5e-05),
        (0.2, "bitmask", 8.8e-05, "bitmask:singles", 8.3e-05),
        (0.35, "bitmask", 7.3e-05, "bitmask:singles", 6.9e-05),
        (0.4, "bitmask", 6.5e-05, "bitmask:singles", 6.4e-05),
        (0.5, "bitmask", 6.5e-05, "bitmask:alldifferent", 7.7e-05),
    ),
    ("latin-16", 256, 16, 2.0): (
        (0.0, "bitmask", 0.00046, "bitmask:singles", 0.00044),
        (0.2, "bitmask", 0.00051, "bitmask:singles", 0.0005),
        (0.35, "bitmask", 0.00025, "bitmask:singles", 0.00023),
        (0.45, "bitmask", 0.00021, "bitmask:singles", 0.00018),
        (0.55, "bitmask", 0.00016, "bitmask:singles", 0.00015),
    ),
    ("latin-25", 625, 25, 2.0): (
        (0.0, "bitmask", 0.0024, "bitmask:singles", 0.0023),
        (0.15, "bitmask", 0.0026, "bitmask:singles", 0.0026),
        (0.3, "bitmask", 0.0014, "bitmask:singles", 0.0017),
        (0.4, "bitmask", 0.0012, "bitmask:singles", 0.0011),
        (0.45, "bitmask", 0.001, "bitmask:singles", 0.00091),
        (0.5, "bitmask", 0.0007, "bitmask:singles", 0.00073),
        (0.6, "deepest", 8e-05, "bitmask:singles", 0.0002),  # of bench/sizes.py
    ),
    ("latin-30", 900, 30, 2.0): (
        (0.0, "bitmask", 0.0037, "bitmask:singles", 0.0038),
        (0.4, "bitmask", 0.0018, "bitmask:singles", 0.0017),
        (0.58, "bitmask:alldifferent", 0.0054, "bitmask:singles", 0.0096),
        (0.645, "sat", 0.041, "bitmask:alldifferent", 0.058),  # of bench/sizes.py
        (0.7, "bitmask", 0.00021, "bitmask:alldifferent", 0.00017),
    ),
    ("latin-33", 1089, 33, 2.0): (
        (0.0, "bitmask", 0.0072, "bitmask:singles", 0.007),
        (0.15, "bitmask", 0.007, "bitmask:singles", 0.0073),
        (0.3, "bitmask", 0.0048, "bitmask:singles", 0.0043),
        (0.4, "bitmask", 0.0038, "bitmask:singles", 0.0034),
        (0.5, "bitmask", 0.0024, "bitmask:singles", 0.0023),
        (0.58, "bitmask", 0.013, "bitmask:alldifferent", 0.011),
        (0.65, "sat", 1.7, "bitmask:alldifferent", 2.5),
    ),
    ("jigsaw-9@1", 81, 9, 3.0): (
        (0.0, "bitmask:singles", 0.00022, "bitmask", 0.00032),
        (0.1, "bitmask:singles", 0.00012, "bitmask", 0.00018),
        (0.23, "bitmask", 0.00016, "bitmask:singles", 0.00026),
        (0.3, "bitmask:singles", 0.00015, "bitmask:alldifferent", 0.00018),
        (0.45, "bitmask:singles", 9.7e-05, "bitmask:alldifferent", 0.00014),
    ),
    ("sudoku-3x3+diagonals", 81, 9, 3.2): (
        (0.0, "bitmask", 0.00017, "bitmask:singles", 0.00014),
        (0.1, "bitmask", 0.00019, "bitmask:singles", 0.0002),
        (0.23, "bitmask", 0.0002, "bitmask:singles", 0.00021),
        (0.3, "bitmask", 0.00011, "bitmask:singles", 8.6e-05),
        (0.45, "bitmask", 8.7e-05, "bitmask:alldifferent", 7.5e-05),
    ),
    ("sudoku-4x4+diagonals", 256, 16, 3.1): (
        (0.0, "bitmask:singles", 0.00073, "bitmask", 0.0011),
        (0.15, "bitmask:singles", 0.00071, "bitmask", 0.00095),
        (0.3, "bitmask", 0.00098, "bitmask:singles", 0.0014),
        (0.4, "bitmask", 0.00025, "bitmask:singles", 0.0002),
        (0.5, "bitmask", 0.00018, "bitmask:singles", 0.00018),
    ),
    ("sudoku-5x5+diagonals", 625, 25, 3.1): (
        (0.0, "bitmask:singles", 0.0017, "bitmask", 0.0028),
        (0.2, "bitmask:singles", 0.0014, "bitmask", 0.0023),
        (0.3, "bitmask", 0.0037, "bitmask:alldifferent", 0.0064),
        (0.4, "bitmask", 0.046, "bitmask:alldifferent", 0.4),
        (0.45, "bitmask:alldifferent", 1.2, "sat", 1.5),
        (0.55, "bitmask", 0.00013, "bitmask:singles", 0.00012),
    ),
    ("sudoku-3x3+windows", 81, 9, 3.4): (
        (0.0, "bitmask:singles", 0.00011, "bitmask", 0.00017),
        (0.1, "bitmask:singles", 0.00019, "bitmask", 0.00027),
        (0.21, "bitmask", 0.00018, "bitmask:singles", 0.00024),
        (0.3, "bitmask", 0.00015, "bitmask:singles", 0.00015),
        (0.45, "bitmask", 0.00015, "bitmask:alldifferent", 0.00014),
    ),
    ("samurai", 369, 9, 3.2): (
        (0.0, "bitmask:singles", 0.00069, "bitmask", 0.00088),
        (0.1, "bitmask:singles", 0.00047, "bitmask", 0.00069),
        (0.2, "bitmask:singles", 0.00025, "bitmask", 0.00039),
        (0.25, "bitmask", 0.00029, "bitmask:singles", 0.00043),
        (0.3, "bitmask", 0.00014, "bitmask:singles", 0.00016),
        (0.45, "bitmask", 8e-05, "bitmask:singles", 6.4e-05),
    ),
}
