"""Look at an installed wheel from outside the checkout: what is there, and that it works alone."""

import subprocess
import sys
import sysconfig
from contextlib import suppress
from importlib.metadata import files
from pathlib import Path

import csp_sudoku as cs

site = Path(sysconfig.get_path("platlib"))
tops = {file.parts[0] for file in files("csp-sudoku") or () if ".." not in file.parts}
assert tops == {"csp_sudoku", f"csp_sudoku-{cs.__version__}.dist-info"}, tops
package = site / "csp_sudoku"
assert Path(cs.__file__).parent == package, "imported from the checkout"
assert (package / "py.typed").exists()
kernels = {stub.stem for stub in (package / "native").glob("*.pyi")}
assert kernels >= {"bitmask", "bulk9", "canonical9", "check", "dlx", "hitting9"}, kernels
assert kernels >= {"minimal9", "rating9", "rup", "sudoku9"}, kernels
for kernel in kernels:
    assert (package / "native" / f"{kernel}{sysconfig.get_config_var('EXT_SUFFIX')}").exists()

puzzle = cs.Puzzle(
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
for backend in ("auto", "bitmask", "dlx", "sat"):
    assert puzzle.is_unique(backend)
missing = {info.name for info in cs.backends() if not info.installed}
assert missing == {"cpsat"}, missing
(cpsat,) = (info for info in cs.backends() if info.name == "cpsat")
assert "pip install 'csp-sudoku[cpsat]'" in (cpsat.missing or "")

assert puzzle.prove_unique().check()
assert puzzle.is_minimal()
assert puzzle.rate().value == 10.7
assert cs.generate(seed=1).explain()

assert "p cnf 729 12009" in puzzle.export("cnf")
with suppress(cs.BackendUnavailable):
    bytes(puzzle.export("cpsat-binary"))
    raise AssertionError("there is no OR-Tools here")

script = Path(sys.executable).parent / "csp-sudoku"
shown = subprocess.run([script, "show", str(puzzle)], capture_output=True, check=True).stdout
assert b"sudoku-3x3: 81 cells" in shown
serve = subprocess.run([script, "serve"], capture_output=True, text=True, check=False)
assert serve.returncode == 2, serve
assert "pip install 'csp-sudoku[web]'" in serve.stderr, serve.stderr
assert serve.stderr.count("\n") == 1, serve.stderr
subprocess.run([script, "selftest", "--quiet"], check=True)
subprocess.run([script, "schema", "solve"], capture_output=True, check=True)
print(f"csp-sudoku {cs.__version__} works from its wheel")
