"""SAT solvers that can be interrupted, for everyone who asks one: backends, proofs, making."""
