"""Encoders: a CSP in one solver's own language, and its answer back. Pure: nothing is solved here.

Each encoder builds a structure's encoding once (`csp.shared` keeps it) and takes a problem's masks
cheaply on top: assumptions, chosen options, fixed domains, initial masks.

- `cnf`: clauses, with a choice of forms and of at-most-one encodings;
- `exact_cover`: items and options;
- `bitmask`: groups as numbers, for the native search;
- `cpsat`: a CP-SAT model.

Export formats are texts for other programs, one module each; `exports` has the table of them.

Encoders dispatch on the type of a constraint (`register`), so that a new kind of constraint edits
neither the model nor the encoders.
"""
