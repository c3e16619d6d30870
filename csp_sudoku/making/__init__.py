"""How puzzles are made: full boards, clues that leave one solution, and as few clues as possible.

`fillings` returns random full boards, `generate` puzzles; `minimal` drops clues while the puzzle
stays proper, `minimum` looks for the fewest clues. All of them ask `rivals` for other solutions.
"""
