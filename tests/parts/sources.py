"""Puzzles in files, for jobs in parts."""

from pathlib import Path

from csp_sudoku import generate_many, parts

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def games(folder, files=5, rows=20, *, seed=1):
    """Write files of plain puzzles; return their paths."""
    folder.mkdir(exist_ok=True)
    made = iter(generate_many(files * rows, seed=seed))
    paths = []
    for number in range(files):
        path = folder / f"games-{number:04}.txt"
        path.write_text("".join(f"{next(made).to('line')}\n" for _ in range(rows)))
        paths.append(path)
    return paths


def done(plan, **settings):
    """Run a plan; return the reports by number."""
    return {report.part: report for report in parts.run_parts(plan, **settings)}


def content(folder, suffix=".txt"):
    """Return the bytes of each target in a folder."""
    return {path.name: path.read_bytes() for path in sorted(Path(folder).glob(f"*{suffix}"))}


def half_files(folder):
    return [path.name for path in Path(folder).iterdir() if path.name.endswith(".part")]
