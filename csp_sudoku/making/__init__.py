"""How puzzles are made: full boards, clues that are enough, and as few of them as can be.

`fillings` gives random full boards, `generate` whole puzzles; `minimal` drops clues while the
puzzle stays proper, `minimum` looks for the fewest. All of them ask `rivals` for other solutions.
"""
