"""The recipes of CONTRIBUTING.md work: each is followed literally in a copy of the checkout."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"(?ms)^### (.+?)\n(.+?)(?=^### |\Z)", PAGE))

FILE = r"`(?P<path>[^`]+)`"
CODE = r"\s*```(?:python|sh|text)\n(?P<code>.*?)```"
STEPS = {
    "create": re.compile(rf"(?s)Create\s{FILE}:{CODE}"),
    "append": re.compile(rf"(?s)Add\sto\sthe\send\sof\s{FILE}:{CODE}"),
    "insert": re.compile(rf"(?s)In\s{FILE},\sadd\safter\sthe\sline\s`(?P<line>[^`]+)`:{CODE}"),
    "replace": re.compile(rf"In\s{FILE},\sreplace\s`(?P<old>[^`]+)`\sby\s`(?P<new>[^`]+)`"),
    "run": re.compile(rf"(?s)Try it:{CODE}"),
}


def steps_of(recipe):
    found = [(kind, match) for kind, step in STEPS.items() for match in step.finditer(recipe)]
    return sorted(found, key=lambda step: step[1].start())


def follow(recipe, checkout):
    for kind, match in steps_of(recipe):
        if kind == "run":
            run(match["code"], checkout)
            continue
        path = checkout / match["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "" if kind == "create" else path.read_text(encoding="utf-8")
        if kind == "replace":
            text = replaced(text, match["old"], match["new"])
        elif kind == "insert":
            line = f"\n{match['line']}\n"
            text = replaced(text, line, line + apart(match["code"]))
        else:
            text += apart(match["code"])
        path.write_text(text, encoding="utf-8")


def apart(code):
    """Set functions and classes apart from what stands above them, as the formatter does."""
    return f"\n\n{code}" if code.startswith(("@", "class ", "def ")) else code


def replaced(text, old, new):
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    return text.replace(old, new)


def run(commands, checkout):
    """Run commands with the changed package, its folders where they are imported."""
    installed = checkout / "installed" / "csp_sudoku"
    installed.mkdir(parents=True)
    inside = [*(checkout / "csp_sudoku").iterdir(), checkout / "encoders", ROOT / "native"]
    for path in inside:
        (installed / path.name).symlink_to(path)
    script = commands.replace(".venv/bin", str(Path(sys.executable).parent))
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(installed.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_a_recipe_for_each_kind_of_extension():
    kinds = [name.split()[-1] for name in RECIPES]
    assert kinds == ["constraint", "rule", "backend", "technique", "format", "command"]


@pytest.mark.parametrize("name", RECIPES)
def test_every_block_of_a_recipe_is_a_step(name):
    kinds = [kind for kind, _ in steps_of(RECIPES[name])]
    blocks = re.findall(r"(?m)^```(?:python|sh|text)$", RECIPES[name])
    assert len(blocks) == len(kinds) - kinds.count("replace")
    assert kinds.count("run") == 1


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_works_as_it_is_written(name, tmp_path):
    for folder in ("csp_sudoku", "encoders"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    follow(RECIPES[name], tmp_path)
