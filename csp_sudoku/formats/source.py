"""Sources of text: paths, open files, lines from anywhere, read as a stream in bounded memory.

Bytes that are not UTF-8 stay in the text as lone surrogates: the format that meets one names its
line and column, like any other symbol that it does not know.
"""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import IO, Any, TypeAlias, cast

from csp_sudoku.boards import MAX_SIZE
from csp_sudoku.border import is_iterable
from csp_sudoku.errors import SourceError, installing, shown
from csp_sudoku.formats.format import Line
from csp_sudoku.place import Place

LONGEST_LINE = 2_000_000
"""Characters that a line may have: room for any board in any format."""
HEAD_LINES = 2 * MAX_SIZE + 2
"""As many as the tallest drawing has: a rule above and below every row."""

Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes] | Iterable[str]

_HEAD_SYMBOLS = 1 << 20
_LINE_END = re.compile(r"\r\n|\r|\n")
_UTF16 = ("\udcff\udcfe", "\udcfe\udcff")


def lines_of_text(text: str) -> Iterator[Line]:
    """Yield the lines of a text, whatever ends them."""
    return _numbered([text.removeprefix("\ufeff")], "<text>")


def lines_of(source: Source, name: str) -> Iterator[Line]:
    """Yield the lines of a path, an open file, or an iterable of lines."""
    if isinstance(source, str | os.PathLike):
        return _lines_of_path(os.fspath(source), name)
    if hasattr(source, "readline"):
        return _lines_of_file(cast("IO[Any]", source), name)
    if not is_iterable(source):
        raise SourceError(f"expected lines, got {shown(source)}", fix="give a path or a file")
    return _numbered(source, name)


def name_of(source: Source) -> str:
    """Return what messages call a source."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<lines>"


def suffix_of(name: str) -> str:
    """Return the suffix that tells the format: .sdk for games.sdk.gz."""
    path = Path(name)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _OPENERS:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def first_lines(lines: Iterator[Line]) -> list[Line]:
    """Take the first lines: enough to settle how to read the rest, and no more."""
    head: list[Line] = []
    content = symbols = 0
    for line in lines:
        head.append(line)
        content += line.is_content
        symbols += len(line.text)
        if content == HEAD_LINES or symbols > _HEAD_SYMBOLS or len(head) > 8 * HEAD_LINES:
            if content:
                break
            del head[: -2 * HEAD_LINES]
            symbols = 0
    return head


# Files


def open_binary(file: str, name: str) -> IO[bytes]:
    """Open a file, decompressed if it is .gz or .zst; messages call it by the name."""
    path = Path(file)
    with OurErrors(name):
        if path.is_dir():
            raise SourceError(f"{name} is a directory", fix="name a file in it")
        return _OPENERS.get(path.suffix.lower(), _open_plain)(path)


def _lines_of_path(path: str, name: str) -> Iterator[Line]:
    with open_binary(path, name) as binary:
        yield from _lines_of_file(binary, name)


def _lines_of_file(file: IO[Any], name: str) -> Iterator[Line]:
    with OurErrors(name):
        is_text = isinstance(file.readline(0), str)
    if is_text:
        yield from _numbered(_pieces(file, name), name)
        return
    encoding, errors = (
        ("utf-16", "replace") if _is_utf16(file, name) else ("utf-8", "surrogateescape")
    )
    text = io.TextIOWrapper(cast("IO[bytes]", file), encoding=encoding, errors=errors)
    try:
        yield from _numbered(_pieces(text, name), name)
    finally:
        if not file.closed:
            text.detach()


def _is_utf16(file: IO[Any], name: str) -> bool:
    """Whether a file begins with the mark of UTF-16, as some editors save texts."""
    with OurErrors(name):
        head = bytes(file.peek(2)[:2]) if hasattr(file, "peek") else b""
    return head in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _pieces(file: IO[str], name: str) -> Iterator[str]:
    """Yield lines, each cut off just over the limit, where the reader notices it."""
    at_start = True
    with OurErrors(name) as errors:
        errors.line = 1
        while piece := file.readline(LONGEST_LINE + 2):
            if errors.line == 1:
                _refuse_utf16(piece)
                piece = piece.removeprefix("\ufeff")
            if at_start:
                yield piece
            at_start = piece.endswith(("\n", "\r"))
            errors.line += at_start


def _refuse_utf16(piece: str) -> None:
    if piece.startswith(_UTF16):
        raise SourceError("the text is UTF-16", fix="save it as UTF-8")


def _numbered(pieces: Iterable[str], name: str) -> Iterator[Line]:
    """Number the lines, and split those that hold line ends of another system."""
    number = 0
    for piece in pieces:
        if not isinstance(piece, str):
            kind = type(piece).__name__
            raise SourceError(
                f"expected lines of text, got a line of type {kind}", place=Place(name, number + 1)
            )
        for text in _parted(piece):
            number += 1
            yield Line(number, text)


def _parted(piece: str) -> list[str]:
    bare = piece[:-1] if piece.endswith("\n") else piece
    if "\r" in bare or "\n" in bare:
        parts = _LINE_END.split(piece)
        return parts[:-1] if len(parts) > 1 and not parts[-1] else parts
    return [bare]


# Openers by suffix


def _open_plain(path: Path) -> IO[bytes]:
    return path.open("rb")


def _open_gzip(path: Path) -> IO[bytes]:
    import gzip

    return cast("IO[bytes]", gzip.open(path, "rb"))


def _open_zstandard(path: Path) -> IO[bytes]:
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # 3.14
    except ImportError:
        package = zstandard_package()
        return cast("IO[bytes]", io.BufferedReader(_Zstandard(path.open("rb"), package)))
    return cast("IO[bytes]", zstd.open(path, "rb"))


def zstandard_package() -> ModuleType:
    """Return the package zstandard, or say how to get it."""
    try:
        import zstandard
    except ImportError:
        raise SourceError("zstandard files need a package", fix=installing("zstd")) from None
    return zstandard


_OPENERS: dict[str, Callable[[Path], IO[bytes]]] = {
    ".gz": _open_gzip,
    ".zst": _open_zstandard,
}


_PIECE = 512
"""Bytes to decompress at a time: few, as they may become a hundred thousand times as many."""


class _Zstandard(io.RawIOBase):
    """A zstandard file that notices when its end is missing, which the package alone does not."""

    def __init__(self, file: IO[bytes], package: ModuleType) -> None:
        self._new_frame = package.ZstdDecompressor().decompressobj
        self._broken = package.ZstdError
        self._frame = self._new_frame()
        self._input = b""
        self._ready = memoryview(b"")
        self._in_frame = False
        self._file = file

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            if not self._input:
                self._input = self._file.read(_PIECE)
            if not self._input:
                if self._in_frame:
                    raise EOFError("the compressed data end too early")
                return 0
            self._decompress()
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _decompress(self) -> None:
        try:
            self._ready = memoryview(self._frame.decompress(self._input))
        except self._broken as error:
            raise OSError(str(error)) from None
        self._in_frame = not self._frame.eof
        self._input = self._frame.unused_data if self._frame.eof else b""
        if self._frame.eof:
            self._frame = self._new_frame()


class OurErrors:
    """Turns what the system says about a file into an error of ours, with the line it came to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line: int | None = None

    def __enter__(self) -> OurErrors:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        place = Place(self.name, self.line)
        if isinstance(error, SourceError):
            error.place = error.place or place
        elif error is not None and (said := _said(error)):
            problem, fix = said
            raise SourceError(problem, fix=fix, place=place) from None


def _said(error: BaseException) -> tuple[str, str | None] | None:
    """Return what went wrong with a file and what would help; None if it is not about files."""
    from zlib import error as zlib_error

    if isinstance(error, UnicodeDecodeError):
        return f"the text is not {error.encoding}", "open it as UTF-8"
    if isinstance(error, FileNotFoundError):
        return "no such file", "check its name"
    if isinstance(error, OSError):
        return f"it cannot be read: {error.strerror or error}", None
    if isinstance(error, EOFError | ValueError | zlib_error):
        return f"it cannot be read: {error}", None
    return None
