"""Whatever is typed, piped or found in a file: an exit code that means something, and no traceback.

The options of each command come from its own parser, so that a new one is tried as well. A longer
run: `FUZZ_EXAMPLES=5000 pytest tests/cli/test_fuzz.py`.
"""

import io
import os
import sys
from contextlib import chdir
from importlib import import_module

import pytest
from hypothesis import given, note, settings, strategies as st

from csp_sudoku import Puzzle
from csp_sudoku.cli import COMMANDS, main
from csp_sudoku.cli.arguments import Parser
from csp_sudoku.formats import NAMES as FORMATS, format_of, write
from tests.cli.process import csp_sudoku
from tests.cli.puzzles import DOUBLED, HARD, MINIMAL_4, SOLVED, SOLVED_4, TWO_4

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "15"))
CODES = {0, 1, 2, 3, 10, 20, 130}
TELLING = {"--require-unique", "--save"}
"""Options that say something of each puzzle or file on standard error."""

NUMBERS = ("0", "1", "2", "-1", "+1", "1_0", " 1", "1.5", "1e3", "nan", "inf", "-inf", "1e999", "²")
HUGE = ("٣", "4294967295", "9" * 21, "9" * 5000, "0x10", "1" + "0" * 400)
BOARDS = (
    *("sudoku-2x2", "sudoku-1x4", "latin-4", "latin-1", "jigsaw-AABBAABBCCDDCCDD", "jigsaw-4@7"),
    *("sudoku-2x2+diagonals", "sudoku-2x2+windows+disjoint", "latin-100000", "latin-0", "latin-²"),
    *("sudoku-0x0", "sudoku-99999x99999", "sudoku:3", "sudoku-٣x٣", "sudoku-2x2+", "+", "jigsaw-A"),
    *("jigsaw-", "jigsaw-0@0", "gattai(sudoku-2x2)@0,0;2,2", "gattai()@", "gattai(latin-4)@0,999"),
    *("gattai(" * 2000 + "latin-1" + ")@0,0" * 2000, "samurai+diagonals", "jigsaw-" + "A" * 5000),
)
WORDS = (
    *("", " ", "-", "--", "\0", "\ud800", "\udcff", "a\nb", "\x1b[31m", "²", "٣", "é", "🙂", "/"),
    *(
        ".",
        "..",
        "/dev/null",
        "/proc/self/mem",
        "no/such/file.sdk",
        "x" * 300,
        "x" * 70000,
        "{",
        "[",
    ),
    *("digits", "ascii", "zero", "ABCD", "AA", "line", "json", "grid", "sdk", "hodoku", "numbers"),
    *(
        "dlx",
        "auto",
        "bitmask",
        "sat:glucose4",
        "sat:no",
        "bitmask:x",
        ":",
        "logic",
        "mrv",
        "unfair",
        "3.0..4.5",
    ),
    *("r1c1", "r9c9 r1c1", "r0c0", "r1c1,r1c2", "1111000011110000", "mirror", "full"),
)
PUZZLES = (HARD, SOLVED, DOUBLED, SOLVED_4, MINIMAL_4, TWO_4, "1", ".", "1..4\n....\n....\n2..3")
JSON = (
    '{"values": [%s]}' % ("9" * 5000),
    '{"values": [1e999]}',
    '{"values": [NaN]}',
    '{"values": 5}',
    '{"values": {"a": []}}',
    '{"values": [null, true, "1", {}]}',
    '{"board": 5, "values": [1]}',
    '{"board": "latin-100000", "values": [1]}',
    '{"board": "sudoku-2x2", "values": [0], "candidates": 7}',
    '{"values": [0], "candidates": [[1e9]]}',
    '{"values": [0], "candidates": [[1, 1, 0]]}',
    '{"values": [1], "values": [1]}',
    "[" * 5000,
    '{"values": ' * 5000,
    '{"values": [1]}' + "}" * 9,
    '"\\ud800"',
    "{}",
    "null",
)
TEXTS = (
    "",
    "\n\n# only a comment\n",
    f"{MINIMAL_4}\r\n{TWO_4}\n{SOLVED_4}\r",
    f"\ufeff{MINIMAL_4}\n\ufeff{TWO_4}\n",
    f"{HARD}\n{'x' * 81}\n{DOUBLED}\n{HARD[:80]}\n",
    f"[Puzzle]\n{HARD}\n[State]\n",
    ":0000:x:" + HARD + ":::",
    ":٣:" + HARD + ":١٢٣::",
    "1 2 | 3 4\n----+----\n",
    "{1} {12} {} 4\n" * 4,
    "1,2,,4\n" * 4,
    "0" * 729,
    "9" * 10000,
    "11\u2028" * 9,
    "End\nhint\nsave /dev/full\n\x00\n",
)
BYTES = (
    bytes(range(256)) * 20,
    b"\0" * 4096,
    b"\xff" * 200,
    b"\x7fELF" + bytes(100),
    HARD.encode("utf-16"),
    HARD.encode("utf-16-le"),
    HARD.encode() + b"\0\n" + HARD.encode(),
    b"\x1f\x8b\x08garbage",
    b"\x28\xb5\x2f\xfdgarbage",
)
NAMES = ("puzzles", "games.txt", "a.sdk", "b.json", "c.csv", "d.sdm", "e.gz", "f.zst", "\udcff.txt")


def _options():
    """Return for each command its options, each with whether it takes a value."""
    found = {}
    for name, summary in COMMANDS.items():
        parser = Parser(f"csp-sudoku {name}", summary)
        import_module(f"csp_sudoku.cli.commands.{name.replace('-', '_')}").configure(parser)
        actions = [action for action in parser._actions if action.option_strings]
        found[name] = [
            (a.option_strings[-1], a.nargs != 0, tuple(map(str, a.choices or ()))) for a in actions
        ]
    return found


OPTIONS = _options()
anything = st.one_of(st.sampled_from(NUMBERS + HUGE + BOARDS + WORDS + NAMES), st.text(max_size=20))
WRITTEN = [
    write(puzzle, format)
    for puzzle in map(Puzzle, (MINIMAL_4, HARD, SOLVED_4))
    for format in FORMATS
    if format_of(format).refusal(puzzle) is None
]


@st.composite
def damaged(draw):
    """Draw the text of a puzzle or two in one of the formats, with a piece of it replaced."""
    text = "\n".join(draw(st.lists(st.sampled_from(WRITTEN), min_size=1, max_size=2)))
    at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 9))
    new = draw(st.one_of(st.text(max_size=3), st.sampled_from(("", "\n", "\n\n", "\0", "-", "{}"))))
    return (text[:at] + new + text[at + length :]).encode("utf-8", "surrogatepass")


contents = st.one_of(
    damaged(),
    st.sampled_from([text.encode("utf-8", "surrogateescape") for text in JSON + TEXTS]),
    st.sampled_from(BYTES),
    st.binary(max_size=400),
    st.text(alphabet="0123456789.*_ABCD|+-\n\r\t {}[],:#\"'", max_size=300).map(str.encode),
)


FITTING = {
    "--alphabet": ("digits", "ascii", "zero", "letters", "ABCD"),
    "--backend": ("auto", "bitmask", "dlx", "sat", "logic", "mrv"),
    "--board": BOARDS[:8],
    "--from": FORMATS,
    "--keep": ("r1c1", "r1c1,r2c2"),
    "--output": ("written",),
    "--pattern": ("1111000011110000", "x" * 81),
    "--to": FORMATS,
    "--to-alphabet": ("digits", "ascii", "zero", "letters", "ABCD"),
}
BOUNDED = {
    "--timeout": ("0.05", "0", "nan", "-1", "", "²"),
    "-n": ("2", "1", "0", "-1", "٣"),
    "--limit": ("3", "1", "0", "inf", "9" * 21),
    "--tries": ("2", "1", "0", "x"),
    "--seconds": ("0.01", "0", "inf", "x"),
}
"""Options without which an example may take long: each is given, and has no other value."""
seldom = st.sampled_from((False, False, False, True))


@st.composite
def command_lines(draw, command):
    """Draw what follows a command: puzzles, names and options, with values that fit or do not."""
    known = {option for option, *_ in OPTIONS[command]}
    words = [word for option in BOUNDED if option in known for word in (option, BOUNDED[option][0])]
    words += [
        draw(anything if draw(seldom) else st.sampled_from(PUZZLES + NAMES))
        for _ in range(draw(st.integers(0, 3)))
    ]
    for option, takes_value, choices in draw(
        st.lists(st.sampled_from(OPTIONS[command]), max_size=3)
    ):
        words.append(option)
        if takes_value:
            fitting = BOUNDED.get(option) or FITTING.get(option) or choices or ("1", "2", "3")
            is_odd = draw(seldom) and option not in BOUNDED
            words.append(draw(anything if is_odd else st.sampled_from(fitting)))
    return words


def run(words, stdin, folder):
    """Run a command in this process; return its exit code, and what it wrote."""
    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = folder / "stdout", folder / "stderr"
    with (
        out.open("w", encoding="utf-8") as sys.stdout,
        err.open("w", encoding="utf-8", errors="backslashreplace") as sys.stderr,
    ):
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), errors="surrogateescape")
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
    return code, out.read_text(), err.read_text()


def assert_meaningful(words, code, out, err):
    assert code in CODES
    assert "Traceback" not in err
    if code == 2 and words:  # without a word, all the help is shown
        *before, last = err.splitlines()
        assert last.startswith("csp-sudoku"), err
        assert err.endswith("\n")
        assert not before or TELLING & {*words}, err


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder to work in, with a folder inside and files that are none."""
    made = tmp_path_factory.mktemp("fuzz")
    (made / "work").mkdir()
    (made / "work" / "folder").mkdir()
    (made / "work" / "loop").symlink_to("loop")
    (made / "work" / "nothing").symlink_to("nowhere")
    with chdir(made / "work"):
        yield made


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "selftest"])
def test_no_command_line_ends_in_a_traceback(command, folder, monkeypatch):
    monkeypatch.setattr("csp_sudoku.web.server.serve", lambda settings: None)  # it would not end

    @settings(max_examples=EXAMPLES, deadline=None)
    @given(words=command_lines(command), stdin=contents, name=st.sampled_from(NAMES), file=contents)
    def check(words, stdin, name, file):
        (folder / "work" / name).write_bytes(file)
        note(f"{command} {words!r} with {name}: {file!r}")
        assert_meaningful(words, *run([command, *words], stdin, folder))

    check()


@settings(max_examples=4 * EXAMPLES, deadline=None)
@given(
    words=st.lists(
        st.one_of(anything, st.sampled_from(("--help", "--version", *COMMANDS))), max_size=3
    )
)
def test_no_words_end_in_a_traceback(folder, words):
    if not {"generate", "play", "selftest", "serve"} & {*words[:1]}:  # bounded above
        assert_meaningful(words, *run(words, b"", folder))


@pytest.mark.parametrize(
    ("words", "content", "says"),
    [
        (("show", "{file}"), b"\x7fELF\x02\x01\0\0" * 99, "this is not a text: a NUL byte"),
        (("solve", "{file}"), b"\xff\xd8\xff\xe0" * 99, "this is not a text: the byte 0xff"),
        (("solve", "/dev/null"), b"", "/dev/null: no puzzle; give at least one line"),
        (("solve", "{file}"), b"", "no puzzle; give at least one line"),
        (("solve", "/proc/self/mem"), b"", "it cannot be read"),
        (("show", "{file}"), JSON[0].encode(), "the JSON has a number of 5000 digits"),
        (
            ("show", "--board", "latin-100000", SOLVED_4),
            b"",
            "the size of a board cannot be 100000",
        ),
        (("count", "--limit", "\u0663", SOLVED_4), b"", "a number of 1 or more"),
        (("solve", "no\nfile.txt"), b"", r"no file 'no\nfile.txt'"),
        (("solve", "--x\ny"), b"", r"unrecognized arguments: --x\ny"),
        (("solve", "\udcff" * 81), b"", "the byte 0xff, which is not UTF-8"),
        (("show", "."), b"", ". is a directory; name a file in it"),
    ],
)
def test_a_process_says_in_one_line_what_was_wrong(tmp_path, words, content, says):
    file = tmp_path / "file"
    file.write_bytes(content)
    ended = csp_sudoku(*(word.format(file=file) for word in words))
    assert ended.code == 2
    assert ended.err.count("\n") == 1
    assert says in ended.err
