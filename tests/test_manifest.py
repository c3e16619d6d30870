"""Manifests: the same job is told from any other, and a second writer is refused."""

import json
import os

import pytest

from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.manifest import Manifest, content_of, lock, path_of

JOB = Manifest("count", {"limit": 2, "json": False}, 7, [{"name": "a", "size": 1, "sha256": "x"}])


def changed(**fields):
    return Manifest(**{**vars(JOB), **fields})


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (changed(command="rate"), "begun by count, and this run is rate"),
        (changed(results=2), "its results have version 1, and this program's 2"),
        (changed(seed=8), "begun with --seed 7, and this run is with --seed 8"),
        (changed(arguments={"limit": None, "json": False}), "--limit 2, and .* without --limit"),
        (changed(arguments={"limit": 2, "json": True}), "without --json, and .* with --json"),
        (changed(inputs=[]), "begun with 1 inputs, and this run has 0"),
        (changed(inputs=[{"name": "a", "size": 2, "sha256": "y"}]), "input 1, a, is not what"),
        (changed(inputs=[{"puzzle": "1..."}]), r"input 1, 1\.\.\., is not what"),
    ],
)
def test_another_job_is_refused_with_the_difference(tmp_path, other, says):
    file = tmp_path / "out.txt"
    JOB.save(file)
    with pytest.raises(CspSudokuError, match=f"cannot resume {file}: .*{says}"):
        other.require_same(file)


def test_the_same_job_continues_whatever_its_input_is_called(tmp_path):
    file = tmp_path / "out.txt"
    JOB.save(file)
    JOB.save(file)
    assert Manifest.load(file) == JOB
    changed(inputs=[{"name": "b", "size": 1, "sha256": "x"}]).require_same(file)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "out.txt.manifest.json, which says how it was made, is not there; start again"),
        ("", "is not a manifest of version 1"),
        ("[" * 100_000, "is not a manifest of version 1"),
        ('{"format": "csp-sudoku-manifest", "version": 2}', "is not a manifest of version 1"),
        ('{"format": "csp-sudoku-manifest", "version": 1}', "is damaged"),
        (
            json.dumps({"format": "csp-sudoku-manifest", "version": 1, "more": 1}),
            "is damaged",
        ),
        (
            '{"format": "csp-sudoku-manifest", "version": 1, "command": "count", '
            '"arguments": 5, "seed": 1, "inputs": [3], "results": 1}',
            "is damaged",
        ),
    ],
)
def test_what_is_not_a_manifest_continues_nothing(tmp_path, text, says):
    file = tmp_path / "out.txt"
    if text is not None:
        path_of(file).write_text(text)
    with pytest.raises(SourceError, match=says):
        JOB.require_same(file)


def test_a_file_of_somebody_else_is_not_replaced(tmp_path):
    file = tmp_path / "out.txt"
    path_of(file).write_text('{"mine": 1}')
    with pytest.raises(SourceError, match="is in the way: it is not a manifest"):
        JOB.save(file)
    assert path_of(file).read_text() == '{"mine": 1}'
    path_of(file).unlink()
    os.mkfifo(path_of(file))
    with pytest.raises(SourceError, match="is in the way"):
        JOB.save(file)


def test_a_second_writer_is_refused(tmp_path):
    one, other = (os.open(tmp_path / "a", os.O_RDWR | os.O_CREAT) for _ in range(2))
    lock(one, "a")
    with pytest.raises(SourceError, match="cannot write a: another run is writing it"):
        lock(other, "a")
    os.close(one)
    lock(other, "a")
    os.close(other)


def test_content_is_read_from_the_position_and_leaves_it(tmp_path):
    file = tmp_path / "a"
    file.write_text("skipped, read")
    with file.open("rb") as opened:
        opened.seek(9)
        found = content_of("a", opened.fileno())
        assert opened.read() == b"read"
    assert found["size"] == 4
    reader, writer = os.pipe()
    assert content_of("-", reader) == {"name": "-"}
    os.close(reader)
    os.close(writer)
