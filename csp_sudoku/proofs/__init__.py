"""What can be proven of a puzzle: uniqueness, why there is no solution, where solutions differ.

`uniqueness` finds proofs and `certificate` checks them, `conflicts` says which clues exclude each
other, `candidates` what all solutions have in common, `ambiguities` what would leave only one.
"""
