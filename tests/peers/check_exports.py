"""Have other people's programs read the exports, and compare the solutions that they find.

Needs `minizinc` (with Gecode) and `java` on the PATH, and PyCSP3 for the XCSP3 solvers in it:

    apt-get install minizinc default-jre-headless
    RANDOM_MODELS=300 python -m tests.peers.check_exports [minizinc] [ace] [choco] [clasp] [dlx1]

Without a name, all are asked but Knuth's dlx1, which DLX1=PROGRAM has to point to. The exit code is
0 if all agree, 1 if one does not, 2 if a program is missing.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from csp_sudoku import Puzzle
from csp_sudoku.encoders.exports import Export
from tests.encoders import export_readers as readers
from tests.encoders.export_problems import key, language, large, small, solutions
from tests.random_models import make
from tests.random_optima import make as make_optimum, optima_by_check

SECONDS = 120
RANDOM_MODELS = int(os.environ.get("RANDOM_MODELS", "60"))
"""How many random models over the whole constraint language are asked about."""


def printed(command: Sequence[object], stdin: bytes = b"") -> str:
    """Run a program, and return what it prints."""
    words = list(map(str, command))
    done = subprocess.run(words, input=stdin, capture_output=True, check=False, timeout=SECONDS)
    return done.stdout.decode() + "\n".join(
        line for line in done.stderr.decode().splitlines() if "rror" in line
    )


def minizinc(path: Path) -> Iterator[str]:
    """MiniZinc with Gecode."""
    text = printed(["minizinc", "--solver", "gecode", "--all-solutions", path])
    assert "==========" in text or "=====UNSATISFIABLE=====" in text, text
    parts = text.split("----------\n")
    return iter(parts[:-1])


def ace(path: Path) -> Iterator[str]:
    """ACE, the solver of the authors of XCSP3.

    It is asked about boards alone: version 2.6 breaks off where the variables of a small group have
    unequal domains, and as many values together as there are variables.
    """
    return _instantiations(printed(["java", "-jar", _jar("ace"), path, "-s=all", "-xe=true"]))


def choco(path: Path) -> Iterator[str]:
    """Choco's reader of XCSP3."""
    main = "org.chocosolver.parser.xcsp.ChocoXCSP"
    return _instantiations(printed(["java", "-cp", _jar("choco"), main, "-a", path]))


def _instantiations(text: str) -> Iterator[str]:
    assert "UNSATISFIABLE" in text or "<instantiation" in text, text
    lines = "\n".join(line.removeprefix("v ") for line in text.splitlines())
    found = re.findall("<instantiation.*?</instantiation>", lines, re.DOTALL)
    return iter(dict.fromkeys(found))  # Choco says the last one twice


def _jar(solver: str) -> Path:
    spec = find_spec("pycsp3")
    assert spec is not None
    assert spec.origin is not None
    (found,) = Path(spec.origin).parent.glob(f"solvers/{solver}/*.jar")
    return found


def clasp(path: Path) -> Iterator[str]:
    """Read clauses and pseudo-Boolean constraints with clasp."""
    return readers.clasp(path.read_text())


def dlx1(path: Path) -> Iterator[str]:
    """Knuth's dlx1, which prints its solutions one after the other with their number."""
    text = printed([NEEDS[dlx1], "m1"], path.read_bytes())
    return iter(re.split(r"^\d+:\n", text, flags=re.MULTILINE)[1:])


Program = Callable[[Path], Iterator[str]]
CHECKS: dict[Program, tuple[str, ...]] = {
    minizinc: ("mzn",),
    ace: ("xcsp3",),
    choco: ("xcsp3",),
    clasp: ("opb", "cnf"),
    dlx1: ("xcover",),
}
"""What each program reads."""
OPTIMA: dict[Program, str] = {minizinc: "mzn", choco: "xcsp3", clasp: "opb"}
"""Who is asked for optima, and in which format."""
LANGUAGE = (minizinc, choco)
"""Who is asked about other constraints than groups. ACE breaks off where a part of a condition is
always true; clasp repeats a solution for each choice of its auxiliary literals."""
NEEDS = {minizinc: "minizinc", ace: "java", choco: "java", dlx1: os.environ.get("DLX1", "dlx1")}


def difference(
    program: Program, export: Export, outputs: Iterator[str], expected: set[object]
) -> str | None:
    """Return in which way a program's solutions are not the expected ones."""
    found = [key(export.decode(output)) for output in outputs]
    if program is choco and any('id="aux_' in line for line in export):
        found = list(set(found))  # it tells those that differ in auxiliary variables alone
    if set(found) != expected or len(found) != len(expected):
        return f"{len(found)} solutions, {len(set(found) & expected)} of the {len(expected)} right"
    return None


def optimum(program: Program, path: Path) -> str:
    """Return the last solution that a program tells on its way to the optimum."""
    if program is minizinc:
        text = printed(["minizinc", "--solver", "gecode", path])
        ends = ("==========", "=====UNSATISFIABLE=====", "----------")  # the last: no objective
        assert any(end in text for end in ends), text
        return text.removesuffix("==========\n")
    if program is clasp:
        return next(readers.clasp_optimum(path.read_text()), "s UNSATISFIABLE")
    main = "org.chocosolver.parser.xcsp.ChocoXCSP"
    command = ["-cp", _jar("choco"), main] if program is choco else ["-jar", _jar("ace")]
    text = printed(["java", *command, path])
    assert "s OPTIMUM FOUND" in text or "UNSATISFIABLE" in text or "s SATISFIABLE" in text, text
    found = list(_instantiations(text))
    return found[-1] if found else "s UNSATISFIABLE"


def check_optima(program: Program, format: str, folder: str) -> int:
    """Have a program optimize random models; return how many of its optima are others."""
    wrong = 0
    for seed in range(RANDOM_MODELS):
        model = make_optimum(seed)
        best, expected = optima_by_check(model)
        export = model.export(format)
        path = Path(folder, f"problem{export.format.endings[0]}")
        export.save(path)
        try:
            found = export.decode(optimum(program, path))
            is_right = found is None if best is None else tuple(found.values()) in expected
            what = None if is_right else f"{found}, {best} expected"
        except Exception as error:
            what = f"{type(error).__name__}: {str(error)[-500:]}"
        if what:
            wrong += 1
            print(f"{format} optimized by {program.__name__}: seed {seed}: {what}", flush=True)
    agreed = f"{RANDOM_MODELS - wrong} of {RANDOM_MODELS} optima agree"
    print(f"{format} optimized by {program.__name__}: {agreed}", flush=True)
    return wrong


def check(program: Program, format: str, folder: str) -> int:
    """Have a program read every problem in a format; return how many it reads otherwise."""
    problems = {**small(), **large()}
    if program is ace:
        problems = {name: asker for name, asker in problems.items() if isinstance(asker, Puzzle)}
    if program in LANGUAGE:
        problems |= language()
        problems |= {f"random model {seed}": make(seed) for seed in range(RANDOM_MODELS)}
    wrong = 0
    for name, asker in problems.items():
        export = asker.export(format)
        path = Path(folder, f"problem{export.format.endings[0]}")
        export.save(path)
        try:
            what = difference(program, export, program(path), solutions(asker))
        except Exception as error:
            what = f"{type(error).__name__}: {str(error)[-500:]}"
        if what:
            wrong += 1
            print(f"{format} read by {program.__name__}: {name}: {what}", flush=True)
    agreed = f"{len(problems) - wrong} of {len(problems)} problems agree"
    print(f"{format} read by {program.__name__}: {agreed}", flush=True)
    return wrong


def main(names: Sequence[str]) -> int:
    """Check with the programs of these names."""
    known = {program.__name__: program for program in CHECKS}
    unknown = [name for name in names if name not in known]
    chosen = [known[name] for name in names or known if name in known]
    if not names:
        chosen.remove(dlx1)
    missing = [need for program, need in NEEDS.items() if program in chosen and not which(need)]
    if unknown or missing:
        print(f"not known: {unknown}, not installed: {missing}", file=sys.stderr)
        return 2
    with TemporaryDirectory() as folder:
        wrong = [check(program, f, folder) for program in chosen for f in CHECKS[program]]
        optimizing = [program for program in chosen if program in OPTIMA]
        wrong += [check_optima(program, OPTIMA[program], folder) for program in optimizing]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
