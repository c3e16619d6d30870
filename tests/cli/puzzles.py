"""Puzzles that the tests of several commands ask about."""

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
SEVERAL = "." + HARD[1:]
DOUBLED = "88" + "." * 79
SOLVED_4 = "1234341221434321"
MINIMAL_4 = "...43...2......1"
TWO_4 = "..343412..434321"
"""1 and 2 can be exchanged in the open cells."""
EMPTY = "." * 81


def lines(*rows):
    return "".join(f"{row}\n" for row in rows)
