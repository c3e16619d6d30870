"""What can be taken away: texts, pictures, exports and certificates, made in memory."""

from __future__ import annotations

import io
import shlex
import zipfile
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from csp_sudoku.encoders.exports import EXPORTS
from csp_sudoku.errors import CspSudokuError, NotProperError
from csp_sudoku.formats import NAMES
from csp_sudoku.formats.format import FORMATS
from csp_sudoku.proofs.certificate import Certificate
from csp_sudoku.proofs.model_certificates import ModelCertificate, prove_ruled
from csp_sudoku.proofs.uniqueness import prove_unique
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.render.paper import Paper
from csp_sudoku.render.pdf import Entry, Pdf
from csp_sudoku.render.png import png
from csp_sudoku.render.scene import scene_of
from csp_sudoku.render.svg import svg
from csp_sudoku.web.asked import Asked

PICTURES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
_MOST_BYTES = 1 << 25


def texts(asked: Asked) -> dict[str, Any]:
    """Return the puzzle in every format that can hold it, and as a command line."""
    puzzle = asked.puzzle()
    found = []
    for name in NAMES:
        try:
            text = puzzle.to(name)
        except CspSudokuError as error:
            found.append({"name": name, "summary": FORMATS[name].summary, "refused": str(error)})
            continue
        found.append({"name": name, "summary": FORMATS[name].summary, "text": text})
    return {"texts": found, "command": command_line(puzzle)}


def command_line(puzzle: Puzzle) -> str:
    """Return the command that asks the same question.

    >>> command_line(Puzzle("1..4 .... .... 2..3", rules=["thermo r1c1-r1c3"]))
    "csp-sudoku solve 1..4........2..3 --rule 'thermo r1c1 r1c2 r1c3'"
    """
    if puzzle.has_candidates or not puzzle.board.is_named:
        return f"csp-sudoku solve {shlex.quote(puzzle.to('json'))}"
    bare = puzzle.with_rules()
    words = ["csp-sudoku", "solve", bare.to("line") if any(puzzle.values) else "empty"]
    if repr(bare).count("board=") or not any(puzzle.values):
        words += ["--board", puzzle.board.name]
    for rule in puzzle.rules:
        words += ["--rule", str(rule)]
    return shlex.join(words)


def picture(asked: Asked) -> dict[str, Any]:
    """Return a picture of the puzzle with what was entered, as a file."""
    kind = asked.choice("kind", tuple(PICTURES))
    puzzle = asked.puzzle()
    entries = asked.list("entries", len(puzzle.values))
    board = puzzle
    if any(entries):
        values = [a or b for a, b in zip(puzzle.values, entries, strict=True)]
        board = Puzzle.of(puzzle.board, values, None, puzzle.rules)
    if kind == "pdf":
        pdf = Pdf("csp-sudoku", Paper.named("a4"))
        words = puzzle.rules_text if puzzle.rules else ""
        pdf.add("", [Entry("", scene_of(board, clues=puzzle), words)], 1)
        return _file("puzzle.pdf", PICTURES[kind], pdf.end())
    drawn = svg(board, clues=puzzle, dark=asked.flag("dark"))
    content = png(drawn) if kind == "png" else drawn.encode()
    return _file(f"puzzle.{kind}", PICTURES[kind], content)


def export(asked: Asked) -> dict[str, Any]:
    """Return the puzzle for another program, as a file."""
    name = asked.choice("format", tuple(EXPORTS))
    pieces, size = [], 0
    for piece in asked.puzzle().export(name).pieces():
        size += len(piece)
        if size > _MOST_BYTES:
            raise CspSudokuError(
                "the export is too large for the page", fix="use csp-sudoku export"
            )
        pieces.append(piece)
    return _file(f"puzzle{EXPORTS[name].endings[0]}", "application/octet-stream", b"".join(pieces))


def certificate(asked: Asked) -> dict[str, Any]:
    """Return a proof that the puzzle has exactly one solution, checked, as a zip file."""
    puzzle = asked.puzzle()
    proof: Certificate | ModelCertificate
    if puzzle.rules:
        proof = prove_ruled(puzzle, timeout=asked.seconds)
    else:
        proof = prove_unique(puzzle, timeout=asked.seconds)
    verdict = proof.check(timeout=asked.seconds)
    if not verdict:
        raise NotProperError(verdict.reason)
    whole = io.BytesIO()
    with TemporaryDirectory() as folder, zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as out:
        proof.save(Path(folder, "certificate"))
        for path in sorted(Path(folder, "certificate").iterdir()):
            out.write(path, f"certificate/{path.name}")
    return {**_file("certificate.zip", "application/zip", whole.getvalue()), "says": verdict.reason}


def _file(name: str, kind: str, content: bytes) -> dict[str, Any]:
    return {"name": name, "type": kind, "base64": b64encode(content).decode()}
