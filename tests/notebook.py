"""Run a notebook's cells in plain Python: for the tests, and to store the outputs anew.

    python tests/notebook.py examples/story.ipynb

No kernel is needed: an output is what a cell prints, and its last expression as notebooks show it.
"""

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path


def run(cells):
    """Yield the outputs of each code cell, in the form in which notebooks store them."""
    names = {"__name__": "__main__"}
    for number, cell in enumerate(code_of(cells), start=1):
        printed = io.StringIO()
        with redirect_stdout(printed):
            shown = _executed("".join(cell["source"]), names)
        yield [*_stream(printed.getvalue()), *_result(shown, number)]


def code_of(cells):
    """Return the cells that hold code."""
    return [cell for cell in cells if cell["cell_type"] == "code"]


def _executed(source, names):
    """Execute a cell, and return the value of its last expression, if it ends with one."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return (
        None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    )


def _stream(text):
    if text:
        yield {"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}


def _result(shown, number):
    if shown is not None:
        data = {"text/plain": repr(shown).splitlines(keepends=True)}
        if hasattr(shown, "_repr_html_"):
            data["text/html"] = shown._repr_html_().splitlines(keepends=True)
        yield {
            "output_type": "execute_result",
            "execution_count": number,
            "metadata": {},
            "data": data,
        }


def store(path):
    """Run the notebook in a file, and write its outputs into it."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    outputs = list(run(notebook["cells"]))
    for number, cell in enumerate(code_of(notebook["cells"]), start=1):
        cell["execution_count"], cell["outputs"] = number, outputs[number - 1]
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store(Path(name))
