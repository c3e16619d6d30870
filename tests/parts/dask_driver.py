"""A job in parts on a dask cluster, in a process of its own: ADDRESS PATIENCE OUT SOURCE..."""

import sys

from csp_sudoku import PartsError, cluster, parts


def main(address, patience, out, *sources):
    plan = parts.plan(parts.Job("canonical"), sources, out)
    factory = cluster.dask(address, patience=float(patience))
    try:
        for _ in parts.run_parts(plan, executor=factory, resume=True, stall=300):
            print("done", flush=True)
    except PartsError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
