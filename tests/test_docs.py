"""What the documentation names exists: files, tests, commands, backends."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import csp_sudoku as cs
from csp_sudoku.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PAGES = sorted(ROOT.glob("docs/**/*.md"))
FOLDERS = ("csp_sudoku", "encoders", "native", "tests", "bench", "examples")
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w/.]+?)(?:::(\w+))?`")
COMMAND = re.compile(r"(?m)(?:^|[`|$&] ?|\bif )csp-sudoku ([a-z][a-z-]+)")


def test_there_are_pages():
    assert len(PAGES) > 30


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_and_tests_that_a_page_names_exist(page):
    for path, test in PATH.findall(page.read_text(encoding="utf-8")):
        assert (ROOT / path).exists() or (ROOT / f"{path}.pyx").exists(), path
        if test:
            assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_every_test_of_the_seeds_is_found():
    found = PATH.findall((ROOT / "docs/seeds.md").read_text(encoding="utf-8"))
    assert sum(bool(test) for _, test in found) > 40


def test_commands_that_pages_show_exist():
    shown = {
        command
        for page in PAGES
        for command in re.findall(COMMAND, page.read_text(encoding="utf-8"))
    }
    assert len(shown) > 5
    assert shown <= {*COMMANDS}


def test_every_backend_is_on_the_page_that_chooses_one():
    page = (ROOT / "docs/howto/choose-a-backend.md").read_text(encoding="utf-8")
    assert {info.name for info in cs.backends() if f"`{info.name}`" not in page} == set()


def test_every_command_is_on_the_page_of_commands():
    page = (ROOT / "docs/howto/command-line.md").read_text(encoding="utf-8")
    assert {command for command in COMMANDS if f"`{command}`" not in page} == set()


def test_every_example_is_on_the_page_of_examples():
    page = (ROOT / "docs/examples.md").read_text(encoding="utf-8")
    names = {path.name for path in (ROOT / "examples").iterdir() if path.is_file()}
    assert {name for name in names if f"`examples/{name}`" not in page} == set()


def test_the_commands_of_the_readme_run_as_they_stand(tmp_path):
    """In their order and in one shell, but for those of make, and for programs of others."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    lines = [line for line in "".join(blocks).splitlines() if line.startswith(("csp", "PUZZLE"))]
    assert len(lines) > 10
    script = "set -e -o pipefail\n" + "\n".join(lines).replace("| less", "> shown.txt")
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = {path.name for path in tmp_path.iterdir()}
    assert {"proof", "cactus.svg", "steps.html", "book.pdf", "solutions.txt", "games.json"} <= made
