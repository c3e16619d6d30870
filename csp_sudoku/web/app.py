"""The routes: the files of the page, and `POST /ask/NAME` for questions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from functools import lru_cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NoReturn

import anyio
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from csp_sudoku.errors import CspSudokuError, shown
from csp_sudoku.web.guard import MOST_BYTES
from csp_sudoku.web.workers import BusyError, Workers

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_MOST_THREADS = 4


@lru_cache(maxsize=1)
def page_files() -> dict[str, bytes]:
    """Return the files of the page by their names: no other file is ever sent."""
    folder = files("csp_sudoku.web").joinpath("static")
    return {
        file.name: file.read_bytes()
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if "." + file.name.rpartition(".")[2] in _TYPES
    }


def app_of(*, workers: int, seconds: float, ready: Callable[[], None] | None = None) -> Starlette:
    """Return the application, without its guard.

    Args:
        workers: how many questions are answered at the same time.
        seconds: the longest that a question may take; it may ask for less.
        ready: called once requests are taken.
    """
    pool: list[Workers] = []
    threads: list[anyio.CapacityLimiter] = []

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        pool.append(Workers(workers))
        threads.append(anyio.CapacityLimiter(_MOST_THREADS))
        warming = asyncio.create_task(_warm_up(pool[0]))
        if ready is not None:
            ready()
        try:
            yield
        finally:
            warming.cancel()
            pool.pop().end()

    async def page(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        content = page_files().get(name)
        if content is None:
            return PlainTextResponse("there is no such file\n", 404)
        return Response(content, headers={"content-type": _TYPES["." + name.rpartition(".")[2]]})

    async def ask(request: Request) -> Response:
        name = request.path_params["name"]
        try:
            fields = await _fields(request)
            limit = _seconds(fields, seconds)
        except _TooLongError:
            return PlainTextResponse(f"a question has at most {MOST_BYTES} bytes\n", 413)
        except CspSudokuError as error:
            return JSONResponse({"error": error.problem, "fix": error.fix}, 400)
        from csp_sudoku.web.questions import answer, is_quick

        if not is_quick(name, fields):
            return _Stream(pool[0].lines(name, fields, limit))
        lines: list[str] = []
        await anyio.to_thread.run_sync(
            answer, name, fields, limit, lines.append, limiter=threads[0]
        )
        return Response(lines[-1], media_type="application/json")

    return Starlette(
        routes=[
            Route("/", page),
            Route("/ask/{name}", ask, methods=["POST"]),
            Route("/{name}", page),
        ],
        lifespan=life,
    )


async def _warm_up(workers: Workers) -> None:
    """Import what the first questions need, here and in the first worker."""
    from csp_sudoku.web.questions import answer

    blank: dict[str, Any] = {"puzzle": {"board": "sudoku-3x3", "values": [1] + [0] * 80}}
    for name in ("board", "live", "catalogue"):
        await anyio.to_thread.run_sync(partial(answer, name, blank, 1.0, _unheard))
    await workers.warm_up()


def _unheard(line: str) -> None:
    """Take a line that nobody waits for."""


class _TooLongError(Exception):
    """The body of a question is too long."""


async def _fields(request: Request) -> dict[str, Any]:
    """Return the object that a request holds."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise _TooLongError
    try:
        found = json.loads(bytes(body), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise CspSudokuError("the question is not JSON") from None
    if not isinstance(found, dict):
        raise CspSudokuError(f"expected an object, got {shown(found)}")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _seconds(fields: dict[str, Any], most: float) -> float:
    """Return how long a question may take: as long as it asks for, within the server's limit."""
    wanted = fields.get("seconds", most)
    if isinstance(wanted, bool) or not isinstance(wanted, int | float) or not wanted > 0:
        raise CspSudokuError(f"expected seconds above 0, got {shown(wanted)}")
    return float(min(wanted, most))


class _Stream(Response):
    """Lines of JSON as they come; when the asker hangs up, their source is closed at once."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncIterator[str]) -> None:
        super().__init__()
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with anyio.create_task_group() as group:

            async def watch() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                group.cancel_scope.cancel()

            group.start_soon(watch)
            await self._send_all(send)
            group.cancel_scope.cancel()

    async def _send_all(self, send: Send) -> None:
        is_begun = False

        async def put(status: int, line: str, *, more: bool) -> None:
            nonlocal is_begun
            if not is_begun:
                is_begun = True
                headers = [(b"content-type", b"application/x-ndjson")]
                await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": line.encode(), "more_body": more})

        try:
            async with aclosing(self._lines) as lines:  # type: ignore[type-var]
                async for line in lines:
                    await put(200, line + "\n", more=True)
        except CspSudokuError as error:
            said = json.dumps({"error": error.problem, "fix": error.fix})
            await put(429 if isinstance(error, BusyError) else 200, said + "\n", more=True)
        except (ClientDisconnect, OSError):
            return
        await put(200, "", more=False)
