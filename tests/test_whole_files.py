"""Files appear under their name only when they are whole, and nothing else is lost."""

import os

import pytest

import csp_sudoku as cs
from csp_sudoku.whole_files import half_files, whole


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


def test_ctrl_c_just_after_the_part_was_made_leaves_none(tmp_path, monkeypatch):
    made = []

    def close(file, really=os.close):
        really(file)
        made.extend(tmp_path.iterdir())
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "close", close)
        with pytest.raises(KeyboardInterrupt), whole(tmp_path / "a.txt"):
            pass
    assert len(made) == 1
    assert list(tmp_path.iterdir()) == []


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


# Parts: nothing that stands in the folder is in their way


def test_a_file_with_the_name_of_a_part_stays(tmp_path):
    """The part of `a.txt` was always `a.txt.part`."""
    victim, other = tmp_path / "victim", tmp_path / "a.txt.part"
    victim.write_text("precious")
    other.symlink_to(victim)
    with whole(tmp_path / "a.txt") as part:
        assert part != other
        part.write_text("new")
    assert victim.read_text() == "precious"
    assert other.is_symlink()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o755])
def test_a_file_that_is_replaced_hands_on_its_mode(tmp_path, mode):
    file = tmp_path / "a.txt"
    file.write_text("old")
    file.chmod(mode)
    with whole(file) as part:
        assert part.stat().st_mode & 0o077 == 0
        part.write_text("new")
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == mode


def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path):
    before = os.umask(0o027)
    try:
        with whole(tmp_path / "a.txt") as part:
            part.write_text("new")
    finally:
        os.umask(before)
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640


def test_a_name_as_long_as_names_can_be(tmp_path):
    file = tmp_path / ("ä" * 127)
    with whole(file) as part:
        part.write_text("new")
    assert file.read_text() == "new"


def test_what_is_written_reaches_the_disk_before_it_takes_the_place(tmp_path, monkeypatch):
    happened = []
    monkeypatch.setattr(os, "fsync", lambda file: happened.append("fsync"))
    real = type(tmp_path).replace
    monkeypatch.setattr(
        type(tmp_path), "replace", lambda *paths: (happened.append("replace"), real(*paths))
    )
    with whole(tmp_path / "a.txt") as part:
        part.write_text("new")
    assert happened == ["fsync", "replace", "fsync"]


def test_a_link_is_replaced_where_it_is_not_to_be_followed(tmp_path):
    victim, link = tmp_path / "victim", tmp_path / "link"
    victim.write_text("precious")
    link.symlink_to(victim)
    with whole(link, follows_links=False) as part:
        part.write_text("new")
    assert (victim.read_text(), link.read_text()) == ("precious", "new")
    assert not link.is_symlink()


# Certificates


@pytest.fixture(params=["groups", "rules"])
def certificate(request):
    if request.param == "groups":
        return cs.Puzzle("1... ..2. .3.. ...4").prove_unique()
    rules = ["cage r1c2 r2c2 = 6", "thermo r4c1-r4c3", "cage r3c4 r4c4 = 3"]
    return cs.Puzzle("1...............", rules=rules).prove_unique()


def test_a_certificate_does_not_follow_links(certificate, tmp_path):
    """Its files have fixed names, so a link could lead them to any file of the user."""
    victim, folder = tmp_path / "victim", tmp_path / "folder"
    victim.write_text("precious")
    folder.mkdir()
    for name in ("proof.drat", "solution.json"):
        (folder / name).symlink_to(victim)
    certificate.save(folder)
    assert victim.read_text() == "precious"
    assert type(certificate).load(folder).check()


def test_a_certificate_replaces_what_a_killed_writer_left(certificate, tmp_path):
    (tmp_path / ".proof.drat.0123456789abcdef.part").write_text("half")
    certificate.save(tmp_path)
    assert type(certificate).load(tmp_path).check()
    assert not half_files(tmp_path)
