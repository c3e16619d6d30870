"""How the documentation is built: `make docs` writes it to build/docs."""

import importlib
import pkgutil
import re

from sphinx.application import Sphinx
from sphinx.ext.napoleon import GoogleDocstring

from csp_sudoku import __version__, native

project = "csp-sudoku"
author = "the authors of csp-sudoku"
version = release = __version__
html_title = f"csp-sudoku {__version__}"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

# Reference from docstrings: what a name is stands there, and nowhere else. In them single backticks
# mean code, and become a link where they name something.
default_role = "py:obj"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# A broken reference to something of ours is an error. The standard library is not looked up; type
# variables and what is only used inside have no page. A name that two modules have may be either.
nitpicky = True
_INSIDE = r"csp_sudoku\.(rivals|rows|formats\.hodoku|logic\.(bits|words)|render\.frame)\..*"
nitpick_ignore_regex = [
    (r"py:.*", r"(?!csp_sudoku\.).*"),
    (r"py:class", r"csp_sudoku\.(.*\.)?([A-Z]|_\w+)"),
    (r"py:class", _INSIDE),
]
suppress_warnings = ["ref.python"]

# Compiled modules are read as they are: imported first, or autodoc would run their stubs instead.
for _module in pkgutil.iter_modules(native.__path__, f"{native.__name__}."):
    importlib.import_module(_module.name)

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["boards.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_style = "tango"
pygments_dark_style = "native"


def read_docstring(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Read a docstring as it is meant: sections of Google's style, and a little Markdown.

    Napoleon would take what stands before a colon in an attribute's docstring for its type, so
    attributes are read as functions are.
    """
    lines[:] = [line for line in lines if not line.startswith("Alias for field number")]
    what = "function" if what in ("attribute", "data", "property") else what
    text = re.sub(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)", _as_code, "\n".join(lines))
    text = re.sub(r"(?m)^\|.*\n\|[-: |]+\n(?:\|.*\n?)*", _as_literal_block, text)
    lines[:] = GoogleDocstring(text, what=what, name=name, obj=obj, options=options).lines()


def _as_code(quoted: re.Match[str]) -> str:
    """Keep a name as a reference; anything else in backticks is plain code."""
    return quoted[0] if re.fullmatch(r"[\w.]+", quoted[1]) else f"``{' '.join(quoted[1].split())}``"


def _as_literal_block(table: re.Match[str]) -> str:
    return "::\n\n" + re.sub(r"(?m)^\|", "    |", table[0])


def setup(app: Sphinx) -> None:
    """Have every docstring read so."""
    app.connect("autodoc-process-docstring", read_docstring)
