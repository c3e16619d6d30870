"""When two puzzles are the same but for the places and the names of things."""
