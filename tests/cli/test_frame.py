"""Help, version, mistakes, pipes, and what is not imported."""

import os
import signal
import subprocess
import sys
import weakref
from contextlib import suppress

import pytest

import csp_sudoku as package
from csp_sudoku.cli import COMMANDS, main
from csp_sudoku.cli.signals import Terminated, ended_by_signals
from csp_sudoku.formats import NAMES
from tests.cli.process import assert_refused, csp_sudoku, here

HEAVY = ("networkx", "numpy", "pandas", "pysat", "ortools", "matplotlib", "sympy")
PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def modules_after(*words):
    """Return the modules that a command has imported when it ends."""
    return _told("print('\\n'.join(sys.modules), file=sys.stderr)", *words)


def imports_of(*words):
    """Return what the modules of this package import on the way of a command, loaded or not."""
    note = (
        "import builtins\n"
        "real = builtins.__import__\n"
        "def noting(name, globals=None, *rest):\n"
        "    if (globals or {}).get('__name__', '').startswith('csp_sudoku'):\n"
        "        print(name, file=sys.stderr)\n"
        "    return real(name, globals, *rest)\n"
        "builtins.__import__ = noting\n"
    )
    return _told("", *words, before=note)


def _told(after, *words, before=""):
    code = (
        f"import sys\n{before}"
        "from csp_sudoku.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        f"{after}"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=True)
    return set(done.stderr.decode().split())


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        *((name, PUZZLE) for name in ("show", "convert", "solve", "count", "minimal", "canonical")),
        ("generate",),
        ("solve", "--sat", PUZZLE),
        ("solve", "--require-unique", PUZZLE),
    ],
)
def test_light_commands_import_nothing_heavy(words):
    assert not modules_after(*words) & set(HEAVY)


def test_a_plain_puzzle_is_solved_by_few_modules():
    """What starts in a few milliseconds stays so: each module here was weighed."""
    assert imports_of("solve", PUZZLE) == {
        "__future__",
        "_signal",
        "enum",
        "os",
        "io",
        "sys",
        "csp_sudoku.cli",
        "csp_sudoku.formats.classic",
        "csp_sudoku.native.check",
        "csp_sudoku.native.sudoku9",
        "csp_sudoku.bulk.outcomes",
        "csp_sudoku.status",
    }
    assert not modules_after("solve", PUZZLE) & {"argparse", "json", "typing"}


@pytest.mark.parametrize("words", [("--help",), ("--version",)])
def test_help_and_version_import_little(words):
    assert imports_of(*words) - {"__future__", "_signal", "io", "os", "sys", "types"} == {
        "argparse",
        "importlib",
        "csp_sudoku",
        "csp_sudoku.cli.arguments",
        "csp_sudoku.errors",
    }


def test_a_plain_puzzle_imports_no_format_but_its_own():
    formats = {name for name in modules_after("show", PUZZLE, "--json") if ".formats." in name}
    assert {"csp_sudoku.formats.line"} == formats & {f"csp_sudoku.formats.{n}" for n in NAMES}


def test_help_imports_no_command_and_no_model():
    imported = modules_after("--help")
    assert "csp_sudoku.cli" in imported
    assert not {"csp_sudoku.cli.commands.show", "csp_sudoku.model", "csp_sudoku.boards"} & imported


def test_help_names_every_command():
    ended = csp_sudoku("--help")
    assert ended.code == 0
    assert all(name in ended.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name, capsys):
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert COMMANDS[name] in told
    assert "Exit code: 0" in told


def test_no_word_at_all_shows_the_help_as_a_mistake():
    ended, asked = csp_sudoku(), csp_sudoku("--help")
    assert (ended.code, ended.out, ended.err) == (2, "", asked.out)


def test_help_is_a_word_as_well():
    assert here("help") == here("--help")
    assert here("help", "solve") == here("solve", "--help")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sovle",), "no command 'sovle', perhaps solve;"),
        (("games.txt",), "use csp-sudoku solve games.txt;"),
        ((PUZZLE,), "use csp-sudoku solve PUZZLE;"),
        (("frobnicate",), "no command 'frobnicate'; use solve, count,"),
        (("solve", "--bord", "latin-4"), ": --bord, perhaps --board;"),
        (("solve", "--frobnicate"), "unrecognized arguments: --frobnicate;"),
    ],
)
def test_a_word_that_does_not_exist_is_told_what_may_be_meant(words, says):
    assert_refused(here(*words), says)


def test_version():
    ended = csp_sudoku("--version")
    assert (ended.code, ended.out) == (0, f"csp-sudoku {package.__version__}\n")


def test_the_console_script_is_installed():
    from importlib.metadata import entry_points

    (script,) = entry_points(group="console_scripts", name="csp-sudoku")
    assert script.value == "csp_sudoku.cli:main"


@pytest.mark.parametrize(
    "words", [("frobnicate",), ("--frobnicate",), ("show", "--frobnicate"), ("show", "--board")]
)
def test_usage_mistakes_are_one_line(words):
    assert_refused(csp_sudoku(*words), "csp-sudoku", "--help")


def test_a_closed_pipe_is_no_error(tmp_path):
    many = tmp_path / "many.txt"
    many.write_text(f"{PUZZLE}\n" * 3000)
    code = f"{sys.executable} -m csp_sudoku convert {many} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", code], capture_output=True, check=True)
    assert done.stdout.decode().split() == [PUZZLE, "0"]
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("show {p} >&-", "standard output is closed"),
        ("show - <&-", "standard input is closed"),
        ("solve {p} > /dev/full", "cannot write"),
        ("convert {p} > /dev/full", "cannot write"),
        ("convert {p} -o ''", "without a name"),
        ("solve {p}.gz", ".gz"),
        ("show ''", "no puzzle"),
    ],
)
def test_broken_streams_are_one_line(tmp_path, command, says):
    puzzle = tmp_path / "p.txt"
    puzzle.write_text(PUZZLE + "\n")
    (tmp_path / "p.txt.gz").write_text("this is no gzip\n")
    line = f"{sys.executable} -m csp_sudoku {command.format(p=puzzle)}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
    assert done.returncode == 2, done
    assert says in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1, done.stderr


@pytest.mark.parametrize("name", ["solve", "count"])
@pytest.mark.parametrize("stderr", ["2>&-", "2>/dev/full"])
def test_messages_that_nobody_hears_change_no_exit_code(name, stderr):
    line = f"{sys.executable} -m csp_sudoku {name} {{}} {stderr}"
    for word, code in ((PUZZLE, 0), ("no-file.txt", 2)):
        done = subprocess.run(["bash", "-c", line.format(word)], capture_output=True, check=False)
        assert done.returncode == code, done
        assert done.stderr == b""


# Ctrl-C before a command runs, and after it

_PRESSED_AT_IMPORT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "csp_sudoku.cli.arguments":
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                raise ImportError("as native modules make of it") from None

sys.meta_path.insert(0, Finder())
sys.argv = ["csp-sudoku", "backends"]
from csp_sudoku.cli import main
sys.exit(main())
"""
_PRESSED_AT_EXIT = """
import atexit, os, signal, sys
sys.argv = ["csp-sudoku", "schema"]
from csp_sudoku.cli import main
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.exit(main())
"""


@pytest.mark.parametrize("program", [_PRESSED_AT_IMPORT, _PRESSED_AT_EXIT])
def test_ctrl_c_around_a_command_ends_the_process_without_a_word(program):
    """Python would print a traceback, or go on with an ImportError."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert done.returncode == -signal.SIGINT
    assert done.stderr == b""


@pytest.fixture
def usual_interrupts():
    """Ctrl-C as Python handles it, even where this process was started without."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@ended_by_signals()
def interrupted(error):
    """Raise an error just after Ctrl-C."""
    with suppress(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    raise error


@pytest.mark.parametrize("error", [ImportError, SystemError])
def test_ctrl_c_stays_what_it_is_when_an_import_makes_another_error_of_it(error, usual_interrupts):
    with pytest.raises(Terminated) as end:
        interrupted(error)
    assert end.value.code == 130


def test_an_error_after_a_handled_ctrl_c_is_that_error(usual_interrupts):
    with pytest.raises(ValueError, match="later"):
        interrupted(ValueError("later"))


class Doomed:
    """Ctrl-C comes while this is collected."""

    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(10):
            pass


@ended_by_signals()
def forgotten():
    """Let a weak set forget an object, with Ctrl-C just then, and go on."""
    members = weakref.WeakSet()
    thing = Kept()
    members.add(thing)
    members._pending_removals = Pressing()
    members._iterating = True  # then what is forgotten goes there
    del thing
    signal.sigtimedwait([], 5)
    raise ValueError("Ctrl-C was lost")


def doomed():
    """Yield once; Ctrl-C comes while this is closed."""
    try:
        yield
    finally:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(10):
            pass


@ended_by_signals()
def dropped():
    """Drop a generator that is not at its end, and go on."""
    next(doomed())
    signal.sigtimedwait([], 5)
    raise ValueError("Ctrl-C was lost")


@ended_by_signals()
def collected():
    """Drop an object, and go on."""
    Doomed()
    signal.sigtimedwait([], 5)  # or until a signal is handled
    raise ValueError("Ctrl-C was lost")


class Kept:
    """Something that a weak set can hold."""


class Pressing(list):
    """Ctrl-C comes while this is added to."""

    def append(self, item):
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("losing", [collected, dropped, forgotten])
def test_ctrl_c_while_an_object_is_collected_is_not_lost(losing, usual_interrupts, recwarn):
    with pytest.raises(KeyboardInterrupt):
        losing()
    assert not recwarn
