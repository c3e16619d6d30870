"""The Python in README.md and docs/ runs as tests, in a folder of its own."""

import doctest
import os
import tempfile
from pathlib import Path

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser


def _enter_folder(namespace):
    namespace["_back"], namespace["_folder"] = Path.cwd(), tempfile.TemporaryDirectory()
    os.chdir(namespace["_folder"].name)


def _leave_folder(namespace):
    os.chdir(namespace["_back"])
    namespace["_folder"].cleanup()


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS)],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
    setup=_enter_folder,
    teardown=_leave_folder,
).pytest()
