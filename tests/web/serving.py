"""A server of its own process for tests, and plain HTTP requests to it."""

import http.client
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from urllib.parse import urlsplit

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def puzzle(text, board="sudoku-3x3", **more):
    values = [int(symbol) if symbol.isdecimal() else 0 for symbol in text]
    return {"board": board, "values": values, **more}


def blank(board, cells, **more):
    return {"board": board, "values": [0] * cells, **more}


class Reply:
    """What came back: the status, the headers in lower case, and the body."""

    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def lines(self):
        return [json.loads(line) for line in self.body.splitlines()]


class Server:
    """`csp-sudoku serve` on a port of its own."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "csp_sudoku", "serve", "--no-browser", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            _, said = self.process.communicate()
            raise RuntimeError(said)
        self.url = urlsplit(self.address)
        self.host = f"127.0.0.1:{self.url.port}"
        self.cookie = {}

    def open_page(self):
        """Open the address as a browser does, and keep the cookie."""
        reply = self.get(f"/?{self.url.query}")
        self.cookie = {"Cookie": reply.headers["set-cookie"].partition(";")[0]}
        return reply

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.url.port, timeout=120)

    def request(self, method, path, body=None, headers=None):
        connection = self.connection()
        try:
            connection.request(method, path, body, headers or {})
            with connection.getresponse() as response:
                return Reply(response)
        finally:
            connection.close()

    def get(self, path, headers=None):
        return self.request("GET", path, None, headers)

    def post(self, path, fields, headers=None):
        body = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
        usual = {"Content-Type": "application/json", **self.cookie}
        return self.request("POST", path, body, {**usual, **(headers or {})})

    def ask(self, name, **fields):
        """Return the answer to a question."""
        return self.post(f"/ask/{name}", fields).lines[-1]["answer"]

    def end(self):
        """End the server as Ctrl-C does, and return its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        return self.process.returncode


@contextmanager
def serving(*words):
    server = Server(*words)
    try:
        yield server
    finally:
        server.end()
