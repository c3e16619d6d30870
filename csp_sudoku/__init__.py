"""csp-sudoku: a board is a constraint problem; everything else is a way to ask it a question.

Public names are few, and `__init__.pyi` lists them with their homes. Each is imported when it is
first used, so that a command which needs little starts fast.
"""

from __future__ import annotations

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import a public name from its home; `__all__` is the list of them all."""
    homes = _homes()
    if name == "__all__":
        return sorted(homes)
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home, attribute = homes[name]
    module = import_module(home if home != __name__ else f"{home}.{name}")
    # A subpackage is there by now; `backends` can be called like the function of that name.
    value = globals()[name] if name in globals() else getattr(module, attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes()})


def _homes() -> dict[str, tuple[str, str]]:
    """Return the module of each public name and what it is called there, as the stub says."""
    from _ast import PyCF_ONLY_AST
    from pathlib import Path

    stub = Path(__file__).with_suffix(".pyi")
    nodes = compile(stub.read_text("utf-8"), str(stub), "exec", PyCF_ONLY_AST).body
    imports = [node for node in nodes if type(node).__name__ == "ImportFrom"]
    return {a.asname: (n.module, a.name) for n in imports for a in n.names}
