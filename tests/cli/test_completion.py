"""`csp-sudoku completion`: what bash offers after Tab, and scripts for zsh and fish."""

import subprocess

import pytest

from csp_sudoku.backends import available
from csp_sudoku.cli import COMMANDS
from csp_sudoku.cli.commands.completion import commands
from csp_sudoku.formats import FORMATS
from tests.cli.process import assert_refused, csp_sudoku, here

BACKENDS = [info.name for info in available()]


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    file = tmp_path_factory.mktemp("completion") / "csp-sudoku"
    ended = csp_sudoku("completion", "bash")
    assert (ended.code, ended.err) == (0, "")
    file.write_text(ended.out)
    return file


def offered(script, *words):
    """Return what bash offers for the last word."""
    typed = " ".join(f"'{word}'" for word in ("csp-sudoku", *words))
    code = (
        f"source {script}; COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _csp_sudoku; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", code], capture_output=True, check=True)
    assert b"syntax" not in done.stderr
    return done.stdout.decode().split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([""], list(COMMANDS)),
        (["mini"], ["minimal", "minimum"]),
        (["--v"], ["--version"]),
        (["solve", "--backend", ""], BACKENDS),
        (["solve", "--backend", "=", "d"], ["deepest", "dlx"]),
        (["solve", "--backend", "="], BACKENDS),
        (["solve", "x.txt", "--so"], ["--source"]),
        (["convert", "--to", "s"], [name for name in FORMATS if name.startswith("s")]),
        (["export", "--to", "c"], ["cnf", "cpsat", "cpsat-binary", "col"]),
        (["generate", "--sym", ""], []),
        (["generate", "--difficulty", "e"], ["easy", "extreme"]),
        (["show", "--board", "sa"], ["samurai"]),
        (["hint", "--level", ""], ["1", "2", "3"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["count", "--limit", ""], []),
        (["solve", "p"], []),
    ],
)
def test_bash_offers_what_fits(script, words, expected):
    assert offered(script, *words) == expected


def test_every_option_of_every_command_is_in_every_script(script):
    others = {shell: here("completion", shell).out for shell in ("zsh", "fish")}
    assert [command.name for command in commands()] == list(COMMANDS)
    for command in commands():
        flags = [flag for option in command.options for flag in option.flags]
        assert offered(script, command.name, "-") == flags
        assert f"    {command.name})\n" in others["zsh"]
        own = [line for line in others["fish"].splitlines() if f"from {command.name}'" in line]
        for flag in flags:
            assert f"'*{flag}[" in others["zsh"]
            assert any(f" -{'ls'[len(flag) == 2]} {flag.lstrip('-')} " in line for line in own)


def test_mistakes():
    assert_refused(here("completion", "tcsh"), "tcsh", "bash")
    assert_refused(here("completion"), "shell")
