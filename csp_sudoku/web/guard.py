"""The guard before the server: hosts, origins, the token, sizes, and the headers of every answer.

A server on this machine can be reached by every page that its user visits. So:

- Host must be ours (another site cannot point its own name at 127.0.0.1), else 421;
- Origin, if there is one, must be ours, and Sec-Fetch-Site must not say otherwise, else 403;
- every request needs the cookie that the opened address with its token gave, else 403;
- questions are JSON, which other sites cannot send without being allowed to, else 415;
- bodies are small, else 413.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024
"""The longest body of a question."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]
_CLOSED = (
    "This page belongs to whoever started `csp-sudoku serve`: open the address that it printed, "
    "with its token. If the server was started again, its address has another token.\n"
)


class Guard:
    """An ASGI application that lets only its owner's requests through to another one.

    Args:
        app: the application behind.
        hosts: the values of Host that are ours, as "127.0.0.1:8000".
        token: the secret of the opened address; None if whoever is before us asks for a login.
        cookie: the name of the cookie. It holds the port, as cookies are shared by all ports.
    """

    def __init__(
        self, app: ASGIApp, *, hosts: Iterable[str], token: str | None, cookie: str
    ) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._token = token
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers: dict[str, str] = {}
        for name, value in scope["headers"]:
            key = name.decode("latin-1").lower()
            if key in headers and key in ("host", "origin", "content-length", "content-type"):
                await _refuse(send, 400, "a header was sent twice\n")
                return
            headers[key] = value.decode("latin-1")
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        given = self._given_token(scope)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = list(_HEADERS)
                if given is not None:
                    more.append((b"set-cookie", self._set_cookie(scope).encode()))
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        await self._app(scope, receive, sent)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Return the status and the words with which a request is refused."""
        host = headers.get("host", "").lower()
        if host not in self._hosts:
            return 421, "this server does not answer to that name\n"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            return 403, "this server answers its own page only\n"
        method, path = scope["method"], scope["path"]
        is_asking = method == "POST"
        site = headers.get("sec-fetch-site", "none")
        opens = path == "/" and headers.get("sec-fetch-mode") == "navigate"
        if site not in ("same-origin", "none") and (is_asking or not opens):
            return 403, "this server answers its own page only\n"
        if not self._is_ours(scope, headers):
            return 403, _CLOSED
        if method not in ("GET", "HEAD", "POST"):
            return 405, "use GET or POST\n"
        if is_asking:
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return 415, "questions are JSON\n"
            length = headers.get("content-length", "0")
            if not length.isascii() or not length.isdecimal() or int(length) > MOST_BYTES:
                return 413, f"a question has at most {MOST_BYTES} bytes\n"
        return None

    def _is_ours(self, scope: Scope, headers: dict[str, str]) -> bool:
        if self._token is None or self._given_token(scope) is not None:
            return True
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        morsel = cookies.get(self._cookie)
        return morsel is not None and self._is_token(morsel.value)

    def _given_token(self, scope: Scope) -> str | None:
        """Return the token, if the address has the right one."""
        if self._token is None or scope["path"] != "/":
            return None
        try:
            query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=8)
        except ValueError:
            return None
        given = query.get("token", [""])[0]
        return given if self._is_token(given) else None

    def _is_token(self, given: str) -> bool:
        assert self._token is not None
        return hmac.compare_digest(given.encode(), self._token.encode())

    def _set_cookie(self, scope: Scope) -> str:
        path = scope.get("root_path") or "/"
        return f"{self._cookie}={self._token}; Path={path}; HttpOnly; SameSite=Strict"


async def _refuse(send: Send, status: int, words: str) -> None:
    body = words.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *_HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
