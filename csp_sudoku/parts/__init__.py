"""Large jobs in parts, on any executor, with nothing lost and nothing done twice.

`job` says what a job, a part and a report are, `plan` cuts a job into parts, `folder` keeps what is
done, `run_part` does one part, `run_parts` all of them. `questions` and `makers` are what can be
asked, `tables` reads sources and writes targets. No engine of a cluster is named here: whatever is
a `concurrent.futures.Executor` will do.
"""

from csp_sudoku.parts.executors import (
    processes as processes,
    threads as threads,
)
from csp_sudoku.parts.folder import (
    PartsStatus as PartsStatus,
    status as status,
)
from csp_sudoku.parts.job import (
    Job as Job,
    Part as Part,
    PartReport as PartReport,
)
from csp_sudoku.parts.plan import (
    Plan as Plan,
    plan as plan,
)
from csp_sudoku.parts.running import (
    run_part as run_part,
)
from csp_sudoku.parts.watching import (
    Progress as Progress,
    run_parts as run_parts,
)
