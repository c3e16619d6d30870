"""Many puzzles in one call: `rows` reads them, `batch` solves them, `outcomes` holds results."""
