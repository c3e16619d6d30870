"""What can be proven of a puzzle: uniqueness, why there is no solution, where solutions differ.

`uniqueness` finds proofs and `certificate` checks them. `conflicts` says which clues contradict
each other, `candidates` what all solutions have in common, `ambiguities` which clues would make a
puzzle proper, and `improper` why some puzzles cannot be proper.
"""
