"""Measure the page: its weight, and how long a person waits for it.

python bench/page.py [--rounds 40]

Needs Chromium (CHROMIUM=FILE, or on the path) and playwright. Times are wall times, as a person has
them: run it on a machine without other load. For each the least, the median and the largest.
"""

import argparse
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path
from urllib.parse import quote, urlsplit

from playwright.sync_api import sync_playwright

import csp_sudoku as cs
from csp_sudoku.web.app import page_files

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
PUZZLES = {
    "21 clues": HARD,
    "17 clues": (
        "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."
    ),
    "30 clues": (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ),
    "20 clues, several solutions": HARD.replace("4", ".", 1),
    "one clue": "." * 81,
}
LIVE = """async (digit) => {
    const note = document.querySelector("#set .note");
    const board = document.querySelector("#board");
    performance.clearResourceTimings();
    let drawn = 0;
    const watch = new MutationObserver(() => { drawn = performance.now(); });
    watch.observe(board, { subtree: true, childList: true, attributes: true });
    watch.observe(note, { subtree: true, childList: true, characterData: true });
    const isAnswered = () => performance.getEntriesByType("resource").some(
        entry => entry.name.endsWith("ask/live") && entry.responseEnd
            && entry.responseEnd <= drawn);
    const seen = new Promise(resolve => {
        const look = () => isAnswered() ? resolve(performance.now()) : requestAnimationFrame(look);
        requestAnimationFrame(look);
    });
    const started = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown",
        { key: digit, code: `Digit${digit}`, bubbles: true }));
    const ended = await seen;
    watch.disconnect();
    return ended - started;
}"""


def started():
    """Start a server; return it, its address, and when it was started."""
    begin = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "csp_sudoku", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return server, server.stdout.readline().strip(), begin


def shown(name, milliseconds, unit="ms"):
    least, most = min(milliseconds), max(milliseconds)
    middle = statistics.median(milliseconds)
    print(f"{name:44} {least:8.1f} {middle:8.1f} {most:8.1f} {unit}", flush=True)


def first_paint(browser, rounds):
    """From `csp-sudoku serve` to the first paint of the page, and to the puzzle on it."""
    paints, boards = [], []
    for _ in range(rounds):
        context = browser.new_context()
        page = context.new_page()
        server, address, begin = started()
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        ready = time.perf_counter()
        since = page.evaluate(
            "() => performance.now() - performance.getEntriesByName('first-contentful-paint')"
            "[0].startTime"
        )
        now = time.perf_counter()
        paints.append(1000 * (now - begin) - since)
        boards.append(1000 * (ready - begin))
        context.close()
        server.terminate()
        server.wait()
    shown("serve to first paint", paints)
    shown("serve to the puzzle, ready for keys", boards)


def live(browser, address, rounds):
    """From a key to the drawn answer: count, candidates, and the clues that are not needed.

    The key enters the right digit into the first open cell, and takes it away again; on the empty
    board it is a digit after the other, so that there is always one clue.
    """
    for name, text in PUZZLES.items():
        puzzle = cs.Puzzle(text, board="sudoku")
        right = puzzle.solve().solution.values[text.index(".")]
        digits = [right] if puzzle.clues else range(1, 10)
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}#{quote(puzzle.to('json'))}")
        page.wait_for_selector("html[data-ready]")
        page.click("#tab-set")
        page.wait_for_timeout(1500)
        page.focus("#board")
        times = []
        for _, digit in zip(range(rounds + 3), cycle(digits), strict=False):
            times.append(page.evaluate(LIVE, str(digit)))
            page.wait_for_timeout(30)
        shown(f"key to live answer: {name}", times[3:])
        context.close()


def cancel(server, address, rounds):
    """From hanging up to the end of the worker process."""
    url = urlsplit(address)
    connection = http.client.HTTPConnection(url.hostname, url.port)
    connection.request("GET", f"/?{url.query}")
    reply = connection.getresponse()
    reply.read()
    cookie = reply.headers["set-cookie"].partition(";")[0]
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    fields = {"command": "count", "puzzle": {"board": "sudoku-4x4", "values": [0] * 256}}
    body = json.dumps(fields)
    times = []
    for _ in range(rounds):
        asking = http.client.HTTPConnection(url.hostname, url.port)
        asking.request("POST", "/ask/command", body, headers)
        time.sleep(0.7)
        workers = {number for number in descendants(server.pid) if at_work(number)}
        assert workers, "no worker is busy: there is nothing to cancel"
        begin = time.perf_counter()
        asking.close()
        while workers & descendants(server.pid):
            time.sleep(0.001)
        times.append(1000 * (time.perf_counter() - begin))
    shown("cancel to ended worker", times)


def descendants(root):
    """Return the numbers of the living processes that the server started."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, rest = path.read_text().partition(" (")
        except OSError:
            continue
        state, parent = rest.rpartition(") ")[2].split()[:2]
        if state != "Z":
            parents[int(number)] = int(parent)
    found = {root}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


def at_work(number):
    def ticks():
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(") ")[2].split()
        except OSError:
            return 0
        return int(fields[11]) + int(fields[12])

    before = ticks()
    time.sleep(0.15)
    return ticks() > before


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=40, help="how often keys are pressed")
    rounds = parser.parse_args().rounds
    files = page_files()
    print(f"page weight: {sum(map(len, files.values())):,} bytes in {len(files)} files")
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        first_paint(browser, max(3, rounds // 8))
        server, address, _ = started()
        live(browser, address, rounds)
        cancel(server, address, max(3, rounds // 8))
        server.terminate()
        server.wait()
        browser.close()


if __name__ == "__main__":
    main()
