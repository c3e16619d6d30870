"""Starting the server: a socket that listens at once, the browser, and then the imports.

The browser's first request waits in the backlog of the socket while Python imports what it needs.
"""

from __future__ import annotations

import secrets
import socket
import sys
import threading
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from csp_sudoku.errors import CspSudokuError

PORT = 8723
"""The usual port: a page that is opened again at the same address still has its game."""
_LOCAL = ("127.0.0.1", "localhost")
_CONNECTIONS = 256


class Settings(NamedTuple):
    """How to serve."""

    host: str = "127.0.0.1"
    port: int | None = None
    """The port; None takes the usual one, or another one if that is taken; 0 takes any."""
    seconds: float = 60.0
    workers: int = 2
    opens_browser: bool = True
    hosted: tuple[str, ...] | None = None
    """The names under which a proxy is reached, which asks for a login itself if one is needed."""
    root_path: str = ""
    puzzle: str = ""
    """The text of the puzzle to begin with."""


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C."""
    listener = _listening(settings)
    port = listener.getsockname()[1]
    token = None if settings.hosted is not None else secrets.token_urlsafe(24)
    fragment = f"#{quote(settings.puzzle, safe='')}" if settings.puzzle else ""
    query = f"?token={token}" if token else ""
    address = f"http://{settings.host}:{port}{settings.root_path}/{query}{fragment}"
    print(address, flush=True)
    print("The page is at this address; Ctrl-C ends it.", file=sys.stderr, flush=True)
    if settings.opens_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    _run(settings, listener, port, token)


def _listening(settings: Settings) -> socket.socket:
    """Return a socket that listens.

    Its protocol is named, because asyncio sends small answers without delay only then.
    """
    wanted: Sequence[int] = (PORT, 0) if settings.port is None else (settings.port,)
    for port in wanted:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, port))
            listener.listen(128)
        except (OSError, OverflowError) as error:
            listener.close()
            if port != wanted[-1]:
                continue
            why = getattr(error, "strerror", None) or error
            raise CspSudokuError(
                f"cannot listen on {settings.host}:{port}: {why}", fix="use another --port"
            ) from None
        return listener
    raise AssertionError("one of the ports was tried last")


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _run(settings: Settings, listener: socket.socket, port: int, token: str | None) -> None:
    try:
        import uvicorn

        from csp_sudoku.web.app import app_of
    except ImportError as error:
        if error.name not in ("uvicorn", "starlette", "anyio"):
            raise
        raise CspSudokuError(
            "the page needs starlette and uvicorn", fix="pip install 'csp-sudoku[web]'"
        ) from None
    from csp_sudoku.web.guard import Guard

    hosts = settings.hosted
    if hosts is None:
        hosts = tuple(f"{name}:{port}" for name in _LOCAL)
    app = Guard(
        app_of(workers=settings.workers, seconds=settings.seconds),
        hosts=hosts,
        token=token,
        cookie=f"csp-sudoku-{port}",
    )
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        root_path=settings.root_path,
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[listener])
