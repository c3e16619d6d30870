"""The examples in the docstrings run, native modules included."""

import doctest
import importlib
import pkgutil

import pytest

import csp_sudoku
import csp_sudoku.encoders
import csp_sudoku.native

PACKAGES = (csp_sudoku, csp_sudoku.encoders, csp_sudoku.native)
MODULES = sorted(
    {
        name
        for package in PACKAGES
        for _, name, _ in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not name.endswith("__main__")
    }
)


@pytest.mark.parametrize("name", ["csp_sudoku", *MODULES])
def test_docstrings(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0


def test_every_module_says_why_it_exists():
    for name in ["csp_sudoku", *MODULES]:
        assert importlib.import_module(name).__doc__, name
