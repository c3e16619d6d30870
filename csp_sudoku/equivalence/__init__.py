"""Equivalent puzzles: the same up to a symmetry of the board and renamed values.

`canonical` gives all equivalent puzzles one form, `transformations` leads from one to another, and
`equivalents` makes random ones. `labelling` is the graph search behind canonical forms.
"""
