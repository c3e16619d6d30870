"""Files appear under their name only when they are whole, and nothing else is lost."""

import os

import pytest

import csp_sudoku as cs
from csp_sudoku.whole_files import whole


def test_a_file_is_there_when_it_is_whole(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("old")
    with whole(file) as part:
        part.write_text("new")
        assert file.read_text() == "old"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.txt", "new")]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, cs.PuzzleError("no")])
def test_what_stood_there_stays_if_something_goes_wrong(tmp_path, error):
    file = tmp_path / "a.txt"
    file.write_text("old")

    def write():
        with whole(file) as part:
            part.write_text("half")
            raise error

    with pytest.raises(error if isinstance(error, type) else type(error)):
        write()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.txt", "old")]


def test_a_link_keeps_pointing_where_it_did(tmp_path):
    file, link = tmp_path / "a.txt", tmp_path / "link"
    link.symlink_to(file)
    with whole(link) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path):
    """So does /dev/null, which an administrator could replace."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with whole(pipe) as part:
        part.write_text("new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_name_that_no_file_can_have_is_refused():
    with (
        pytest.raises(cs.SourceError, match=r"'a\\x00b' cannot be the name of a file"),
        whole("a\0b"),
    ):
        raise AssertionError("never opened")
    with pytest.raises(cs.SourceError, match="cannot be the name of a file"):
        cs.Puzzle("1... ..2. .3.. ...4").prove_unique().save("a\0b")


def test_what_cannot_be_written_is_named(tmp_path):
    with (
        pytest.raises(cs.SourceError, match=f"cannot write {tmp_path}: Is a directory"),
        whole(tmp_path) as part,
    ):
        part.write_text("new")
