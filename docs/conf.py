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

# The reference is made from docstrings. In them, single backticks mean code, and become a link if
# they name something that is documented.
default_role = "py:obj"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# A broken reference to something of ours is an error. The standard library is not looked up. Type
# variables and internal modules have no page. A name that two modules define may refer to either.
nitpicky = True
_INTERNAL = (
    r"bulk\.rows|formats\.hodoku|logic\.(board_bits|words)|making\.rivals|manifest|model\.facts"
    r"|render\.frame|sat\.oracle"
)
nitpick_ignore_regex = [
    (r"py:.*", r"(?!csp_sudoku\.).*"),
    (r"py:class", r"csp_sudoku\.(.*\.)?([A-Z]|_\w+)"),
    (r"py:class", rf"csp_sudoku\.({_INTERNAL})\..*"),
    (r"py:class", r"csp_sudoku\.model\.csp\.Structure"),
]
suppress_warnings = ["ref.python"]

# Compiled modules are imported first; otherwise autodoc would read their stubs instead.
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
    """Convert a docstring, with Google style sections and a little Markdown, to reStructuredText.

    In the docstring of an attribute, Napoleon would take the words before a colon for its type.
    Attributes are therefore treated like functions.
    """
    lines[:] = [line for line in lines if not line.startswith("Alias for field number")]
    what = "function" if what in ("attribute", "data", "property") else what
    text = re.sub(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)", _as_code, "\n".join(lines))
    text = re.sub(r"(?m)^\|.*\n\|[-: |]+\n(?:\|.*\n?)*", _as_literal_block, text)
    lines[:] = GoogleDocstring(text, what=what, name=name, obj=obj, options=options).lines()


def _as_code(quoted: re.Match[str]) -> str:
    """Keep a name as a reference, and turn anything else in backticks into plain code."""
    return quoted[0] if re.fullmatch(r"[\w.]+", quoted[1]) else f"``{' '.join(quoted[1].split())}``"


def _as_literal_block(table: re.Match[str]) -> str:
    return "::\n\n" + re.sub(r"(?m)^\|", "    |", table[0])


def setup(app: Sphinx) -> None:
    """Make Sphinx convert every docstring."""
    app.connect("autodoc-process-docstring", read_docstring)
