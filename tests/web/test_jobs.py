"""One request is one job: lines while it runs, and whoever hangs up ends it."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.web.serving import EASY, HARD, blank, puzzle, serving


def descendants(root):
    """Return the processes below one, as their numbers."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, rest = path.read_text().partition(" (")
            state, parent = rest.rpartition(") ")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents.setdefault(int(parent), set()).add(int(number))
    found, new = set(), {root}
    while new:
        new = {child for one in new for child in parents.get(one, ())} - found
        found |= new
    return found


def at_work(server):
    """Return the processes of the server that are using a processor."""

    def ticks(number):
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(") ")[2].split()
        except OSError:
            return None
        return int(fields[11]) + int(fields[12])

    before = {number: ticks(number) for number in descendants(server.process.pid)}
    time.sleep(0.3)
    return [n for n, was in before.items() if was is not None and (ticks(n) or was) > was]


def waited_for(condition, seconds=20.0):
    """Whether something holds within some seconds; how soon depends on the machine."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_hanging_up_ends_the_worker(server):
    server.ask("hint", puzzle=puzzle(EASY))  # a worker is there
    connection = server.connection()
    body = json.dumps({"puzzle": blank("samurai", 369)})
    headers = {"Content-Type": "application/json", **server.cookie}
    connection.request("POST", "/ask/hint", body, headers)
    assert waited_for(lambda: at_work(server))
    busy = at_work(server)
    connection.close()
    assert waited_for(lambda: not set(busy) & descendants(server.process.pid))


def test_a_worker_that_was_ended_while_it_rested_is_replaced():
    with serving("--port", "0", "--workers", "1") as server:
        server.open_page()
        server.ask("hint", puzzle=puzzle(EASY))
        helpers = descendants(server.process.pid)
        workers = set().union(*map(descendants, helpers))  # what the fork server started
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        assert waited_for(lambda: not workers & descendants(server.process.pid))
        assert server.ask("hint", puzzle=puzzle(EASY))["hint"]["text"]


def test_a_question_that_never_reached_a_worker_is_asked_again():
    with serving("--port", "0", "--workers", "1") as server:
        server.open_page()
        server.ask("hint", puzzle=puzzle(EASY))
        parents = [n for n in descendants(server.process.pid) if descendants(n)]
        workers = set().union(*map(descendants, parents))
        for parent in parents:
            os.kill(parent, signal.SIGSTOP)  # so that nobody tells the server what happens now
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        connection = server.connection()
        headers = {"Content-Type": "application/json", **server.cookie}
        body = json.dumps({"puzzle": puzzle(EASY)})
        connection.request("POST", "/ask/hint", body, headers)
        time.sleep(0.5)  # the server finds the worker, which seems to live
        for parent in parents:
            os.kill(parent, signal.SIGCONT)
        reply = connection.getresponse()
        said = reply.read()
        connection.close()
        assert (reply.status, "answer" in json.loads(said)) == (200, True), said


def test_a_job_ends_with_its_time():
    with serving("--port", "0", "--seconds", "1", "--workers", "1") as server:
        server.open_page()
        reply = server.post("/ask/hint", {"puzzle": blank("samurai", 369), "seconds": 1000})
        assert reply.status == 200
        line = reply.lines[-1]
        assert "error" in line or "the time ended" in line["answer"]["hint"]["text"]


def test_the_race_reports_each_trial(server):
    fields = {"puzzles": [puzzle(HARD)], "backends": ["bitmask", "dlx"], "repeat": 2}
    lines = server.post("/ask/race", fields).lines
    trials = [line["progress"]["trial"] for line in lines[:-1]]
    assert sorted(trial["backend"] for trial in trials) == ["bitmask", "bitmask", "dlx", "dlx"]
    assert {trial["status"] for trial in trials} == {"solved"}
    assert lines[-1]["answer"]["compare"]["disagreements"] == []


def test_ctrl_c_ends_the_server_and_all_its_processes():
    with serving("--port", "0", "--workers", "1") as server:
        server.open_page()
        server.ask("hint", puzzle=puzzle(EASY))
        children = descendants(server.process.pid)
        assert children
        assert server.end() == 130
    assert waited_for(lambda: not [n for n in children if Path(f"/proc/{n}").exists()])


def test_workers_end_when_the_server_is_killed():
    with serving("--port", "0", "--workers", "1") as server:
        server.open_page()
        connection = server.connection()
        body = json.dumps({"puzzle": blank("samurai", 369)})
        headers = {"Content-Type": "application/json", **server.cookie}
        connection.request("POST", "/ask/hint", body, headers)
        assert waited_for(lambda: at_work(server))
        children = descendants(server.process.pid)
        server.process.kill()
        connection.close()
        assert waited_for(lambda: not [n for n in children if Path(f"/proc/{n}").exists()])


def test_a_puzzle_on_the_command_line_is_in_the_address():
    with serving("--port", "0", EASY) as server:
        assert server.address.endswith(f"#{EASY}")


@pytest.mark.parametrize("name", ["nothing", "__class__", "answer"])
def test_an_unknown_question_is_refused(server, name):
    assert "error" in server.post(f"/ask/{name}", {}).lines[-1]
