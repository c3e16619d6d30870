"""Ask the page of an installed wheel, from outside the checkout: every file, and a question."""

import sys
from importlib.metadata import files
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path.append(str(CHECKOUT))  # behind the wheel, for the client alone

import csp_sudoku as cs  # noqa: E402
from tests.web.serving import EASY, puzzle, serving  # noqa: E402

assert CHECKOUT / "csp_sudoku" not in Path(cs.__file__).parents, "imported from the checkout"
static = CHECKOUT / "csp_sudoku" / "web" / "static"
names = {file.name for file in static.iterdir()}
shipped = {file.name for file in files("csp-sudoku") or () if "static" in file.parts}
assert shipped == names, shipped ^ names
with serving("--port", "0", "--workers", "1") as server:
    page = server.open_page()
    assert page.body == (static / "index.html").read_bytes()
    for name in sorted(names):
        reply = server.get(f"/{name}", server.cookie)
        assert (reply.status, reply.body) == (200, (static / name).read_bytes()), name
    assert server.ask("live", puzzle=puzzle(EASY))["count"]["count"] == 1
    ruled = puzzle(EASY, rules=["odd r1c1"])  # this one in a process of its own
    assert server.ask("live", puzzle=ruled)["count"]["count"] == 1
assert server.process.returncode in (0, 130), server.process.returncode
print(f"the page of csp-sudoku {cs.__version__} works from its wheel: {len(names)} files")
