"""What a hostile page, another program or another user gets from the server: nothing."""

import http.client
import json
import socket
import threading

import pytest

from csp_sudoku.web.guard import MOST_BYTES
from tests.web.serving import EASY, Server, blank, puzzle, serving

QUESTION = {"puzzle": puzzle(EASY)}


def test_the_opened_address_gives_a_strict_cookie(server):
    reply = server.open_page()
    assert reply.status == 200
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert str(server.url.port) in cookie.partition("=")[0]


def test_every_answer_has_the_strict_headers(server):
    replies = [server.open_page(), server.get("/main.js", server.cookie), server.get("/")]
    replies.append(server.post("/ask/live", QUESTION))
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize("path", ["/", "/main.js", "/?token=wrong", "/?token=", "/nothing"])
def test_without_the_cookie_nothing_is_given(server, path):
    reply = server.get(path)
    assert reply.status == 403
    assert b"csp-sudoku serve" in reply.body
    assert b"<script" not in reply.body


@pytest.mark.parametrize("cookie", ["", "csp-sudoku-{port}=", "csp-sudoku-{port}=x", "\x80=1;;="])
def test_a_wrong_cookie_is_refused(server, cookie):
    given = {"Cookie": cookie.format(port=server.url.port)}
    assert server.post("/ask/live", QUESTION, given).status == 403


def test_a_token_of_another_path_is_not_taken(server):
    assert server.get(f"/main.js?{server.url.query}").status == 403
    reply = server.request("POST", f"/ask/live?{server.url.query}", b"{}")
    assert reply.status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
def test_a_forged_host_is_refused(server, host):
    """After DNS rebinding, the browser sends the name of the other site."""
    named = {"Host": host.format(port=server.url.port)}
    assert server.get(f"/?{server.url.query}", named).status == 421
    assert server.post("/ask/live", QUESTION, named).status == 421


def test_localhost_is_a_name_of_this_machine(server):
    named = {"Host": f"localhost:{server.url.port}"}
    assert server.post("/ask/live", QUESTION, named).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "file://"])
def test_another_origin_is_refused(server, origin):
    assert server.post("/ask/live", QUESTION, {"Origin": origin}).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_request_from_another_site_is_refused(server, site):
    assert server.post("/ask/live", QUESTION, {"Sec-Fetch-Site": site}).status == 403
    headers = {**server.cookie, "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}
    assert server.get("/main.js", headers).status == 403


def test_our_own_origin_is_taken(server):
    own = {"Origin": f"http://{server.host}", "Sec-Fetch-Site": "same-origin"}
    assert server.post("/ask/live", QUESTION, own).status == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_forms_of_other_pages_are_refused(server, kind):
    assert server.post("/ask/live", QUESTION, {"Content-Type": kind}).status == 415


def test_no_preflight_is_granted(server):
    asks = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    reply = server.request("OPTIONS", "/ask/live", None, {**asks, **server.cookie})
    assert reply.status == 403
    assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(server, method):
    assert server.request(method, "/", None, server.cookie).status == 405


def test_a_body_that_is_too_long_is_refused(server):
    reply = server.post("/ask/live", b"x", {"Content-Length": str(MOST_BYTES + 1)})
    assert reply.status == 413


def test_a_body_in_chunks_that_is_too_long_is_refused(server):
    connection = server.connection()
    connection.putrequest("POST", "/ask/live")
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    for name, value in {**headers, **server.cookie}.items():
        connection.putheader(name, value)
    connection.endheaders()
    piece = b" " * 65536
    try:
        for _ in range(8):
            connection.send(b"10000\r\n" + piece + b"\r\n")
        connection.send(b"0\r\n\r\n")
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # refused before all of it was sent
    connection.close()
    assert server.post("/ask/live", QUESTION).status == 200


def test_headers_without_end_are_refused(server):
    with socket.create_connection(("127.0.0.1", server.url.port), timeout=60) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: " + server.host.encode() + b"\r\nX: ")
        try:
            raw.sendall(b"a" * 100_000)
            assert raw.recv(100).startswith(b"HTTP/1.1 4")
        except (BrokenPipeError, ConnectionResetError):
            pass
    assert server.post("/ask/live", QUESTION).status == 200


@pytest.mark.parametrize("name", ["Host", "Origin", "Content-Type"])
def test_a_header_that_comes_twice_is_refused(server, name):
    connection = server.connection()
    connection.putrequest("POST", "/ask/live", skip_host=True)
    headers = {"Host": server.host, "Content-Type": "application/json", **server.cookie}
    headers["Origin"] = f"http://{server.host}"
    headers["Content-Length"] = "2"
    for key, value in headers.items():
        connection.putheader(key, value)
    connection.putheader(name, headers[name])
    connection.endheaders(b"{}")
    assert connection.getresponse().status == 400
    connection.close()


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/..%2fapp.py", "/app.py", "//etc/passwd", "/static/main.js", "/%00"],
)
def test_only_the_files_of_the_page_are_given(server, path):
    assert server.get(path, server.cookie).status == 404


@pytest.mark.parametrize(
    "board", ["/etc/passwd", "/etc/passwd.json", "../board.json", {"format": "x"}, 7, None, []]
)
def test_no_file_is_read_for_a_board(server, board):
    line = server.post("/ask/board", {"puzzle": {"board": board, "values": []}}).lines[-1]
    assert "error" in line
    assert "No such file" not in json.dumps(line)


@pytest.mark.parametrize(
    "options",
    [
        {"--output": "x"},
        {"-o": "x"},
        {"--seed": "1; rm"},
        {"--board": "x.json"},
        {"--symmetry": "--help"},
        {"--limit": True},
        ["--seed"],
    ],
)
def test_no_other_option_of_a_command_is_taken(server, options):
    fields = {"command": "generate", "options": options}
    assert "error" in server.post("/ask/command", fields).lines[-1]


@pytest.mark.parametrize("command", ["serve", "selftest", "book", "convert", "", None, "../x"])
def test_no_other_command_is_run(server, command):
    fields = {"command": command, "puzzle": puzzle(EASY)}
    assert "error" in server.post("/ask/command", fields).lines[-1]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"7", b'"x"', b"\xff", b'{"puzzle": NaN}', b"[" * 100_000, b"9" * 5000],
)
def test_what_is_not_an_object_of_json_is_refused(server, body):
    reply = server.post("/ask/live", body)
    assert reply.status == 400
    assert "error" in reply.lines[-1]


@pytest.mark.parametrize("seconds", [0, -1, "x", True, 1e999])
def test_seconds_have_bounds(server, seconds):
    body = json.dumps({**QUESTION, "seconds": seconds}).replace("Infinity", "1e999").encode()
    reply = server.post("/ask/live", body)
    assert reply.status == (200 if seconds == 1e999 else 400)


def test_a_thousand_parallel_jobs_stop_nothing():
    """Long jobs wait or are refused; quick questions are still answered, and then all is quiet."""
    with serving("--port", "0", "--seconds", "0.5", "--workers", "1") as server:
        server.open_page()
        statuses = []
        fields = {"command": "count", "puzzle": blank("sudoku-4x4", 256)}
        body = json.dumps(fields).encode()
        headers = {"Content-Type": "application/json", **server.cookie}

        def ask():
            connection = http.client.HTTPConnection("127.0.0.1", server.url.port, timeout=60)
            try:
                for _ in range(25):
                    connection.request("POST", "/ask/command", body, headers)
                    reply = connection.getresponse()
                    statuses.append(reply.status)
                    reply.read()
                    if reply.status == 200:
                        break
            except (OSError, http.client.HTTPException):
                statuses.append(0)
            finally:
                connection.close()

        threads = [threading.Thread(target=ask) for _ in range(40)]
        for thread in threads:
            thread.start()
        answer = server.ask("live", **QUESTION)
        assert answer["count"]["count"] == 1
        for thread in threads:
            thread.join()
        assert statuses.count(429) > 500
        assert set(statuses) <= {200, 429, 503}
        assert server.ask("check", **QUESTION)["status"] == "solved"


# Hosting for others


def test_a_hosted_page_needs_no_token_and_answers_to_its_name_alone():
    words = ("--hosted", "--allow-host", "sudoku.example.org", "--port", "0", "--seconds", "5")
    with serving(*words) as server:
        assert "token" not in server.address
        named = {"Host": "sudoku.example.org"}
        assert server.get("/", named).status == 200
        assert server.get("/").status == 421
        own = {**named, "Origin": "https://sudoku.example.org"}
        assert server.post("/ask/live", QUESTION, own).status == 200
        other = {**named, "Origin": "https://evil.example"}
        assert server.post("/ask/live", QUESTION, other).status == 403


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], "--hosted"),
        (["--allow-host", "x"], "--hosted"),
        (["--hosted"], "--allow-host"),
        (["--port", "99999"], "--port"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_usage_is_one_line(words, said):
    with pytest.raises(RuntimeError, match=said) as error:
        Server(*words)
    assert len(str(error.value).strip().splitlines()) == 1
