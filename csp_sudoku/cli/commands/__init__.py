"""The commands, one module each: `configure(parser)` adds its arguments, `run(args)` runs it."""
