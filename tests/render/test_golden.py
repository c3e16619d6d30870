"""Pictures stay as they were looked at; `python -m tests.render.regenerate` writes them anew."""

import pytest

from tests.render.pictures import GOLDEN, pictures

PICTURES = dict(pictures())


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was(name):
    assert PICTURES[name] + "\n" == (GOLDEN / name).read_text(encoding="utf-8")


def test_no_golden_file_is_left_over():
    assert {path.name for path in GOLDEN.iterdir()} == {*PICTURES}
