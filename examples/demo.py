"""Solve three puzzles with every installed backend: a hard, an impossible and a large one."""

import csp_sudoku as cs

PUZZLES = {
    "the README's puzzle": (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    ),
    "an impossible one": (
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
    ),
    "16x16": (
        ";5?000=000000>030000046050100=:0:<80?00000;@20600910503;:0000000800000012@:070;0"
        "000@0600>0900:<15:00>0;00=8300201070@0920<0050>000009005060<00?8@0>0=30082?4:00;"
        "=;000>0000301600<04060000>01@30203000000=050600000=?79030;428<0:00:405000900=;0>"
        "080040<>73@:0200"
    ),
}
SECONDS = 2.0


def main() -> None:
    """Print each puzzle, and one line per backend."""
    for title, text in PUZZLES.items():
        puzzle = cs.Puzzle(text)
        print(f"\n{title}: {puzzle.board.name}, {len(puzzle.clues)} clues\n{puzzle}")
        for info in cs.backends():
            print(f"  {info.name:17}", outcome(puzzle, info) if info.installed else info.missing)


def outcome(puzzle: cs.Puzzle, info: cs.BackendInfo) -> str:
    """Solve twice, because the first call also builds what all puzzles of the board share."""
    first = puzzle.solve(info.name, timeout=SECONDS)
    if first.status is cs.Status.UNKNOWN:
        return f"{first.status!s:8} after {first.seconds:.1f} s"
    again = puzzle.solve(info.name, timeout=SECONDS)
    counted = ", ".join(f"{name} {count:,}" for name, count in again.stats.items() if count)
    times = f"first {first.seconds * 1000:8.2f} ms, again {again.seconds * 1000:8.2f} ms"
    return f"{again.status!s:8} {times}   {counted}"


if __name__ == "__main__":
    main()
