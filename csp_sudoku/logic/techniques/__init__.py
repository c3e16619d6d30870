"""The techniques of the human solver: one module per family, and one table."""
