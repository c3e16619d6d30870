"""The human solver: candidates, techniques, and steps that say why."""
