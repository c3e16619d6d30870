"""What should never break, under attack: `python -m tests.torture SECONDS` (or `make torture`).

Each kind of attack is a function that takes a random generator and a folder of its own, and yields
one `Trial` after the other for as long as it is asked. A kind runs in a process of its own, so that
a crash or a hang of one is a finding and does not end the others.
"""
