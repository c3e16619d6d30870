"""`python -m csp_sudoku` is the command csp-sudoku."""

import sys
from _signal import (  # type: ignore[import-not-found]
    SIG_DFL,
    SIGINT,
    default_int_handler,
    getsignal,
    signal,
)

if __name__ == "__main__" and getsignal(SIGINT) is default_int_handler:
    signal(SIGINT, SIG_DFL)  # until the command runs, Ctrl-C just ends the process

from csp_sudoku.cli import main

if __name__ == "__main__":
    sys.exit(main())
