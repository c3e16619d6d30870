"""Take the pictures of the page: `python docs/pictures/page.py`, with Chromium on the path."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MEDIUM = ".....4......82...3..5.......3..6.2..6..1..4..48....1........6....1.7294..2...9.1."
CLUES = "000000000000000000000000000100008000000000400006000090000000000000000000000000000"
SET = json.dumps(
    {
        "board": "sudoku-3x3",
        "values": list(map(int, CLUES)),
        "rules": [
            {"rule": "thermo", "cells": "r9c1-r6c1-r5c2"},
            {"rule": "cage", "cells": "r1c1 r1c2 r2c1", "sum": 20},
            {"rule": "arrow", "circle": "r3c3", "shaft": "r4c4 r5c5"},
            {"rule": "whisper", "cells": "r1c4-r1c6-r2c7"},
            {"rule": "black_dot", "cells": "r8c4 r8c5"},
            {"rule": "sandwich", "place": "r0c5", "sum": 14},
            {"rule": "antiknight"},
        ],
    }
)


def play(page: Page) -> None:
    """Show a step with links or eliminations."""
    page.keyboard.press("n")
    page.wait_for_selector("text=Take it")
    for _ in range(60):
        if page.locator("#board .strike").count() or page.locator("#board .link").count():
            break
        page.keyboard.press("Enter")
        page.keyboard.press("n")
        page.wait_for_selector("text=Take it")


def set_up(page: Page) -> None:
    """Show rules and live answers."""
    page.click("#tab-set")
    page.wait_for_function(
        "() => !document.querySelector('#set .note').textContent.includes('ask')"
    )


def search(page: Page) -> None:
    """Show search trees, and one of them on the board."""
    page.click("#tab-search")
    page.click("#search button.main >> nth=0")
    page.wait_for_selector("text=Choose one to replay")
    page.click("text=and hidden singles")
    page.evaluate(
        "() => { const s = document.querySelector('#search input[type=range]');"
        " s.value = String(Math.floor(s.max / 2)); s.dispatchEvent(new Event('input')); }"
    )


def main() -> None:
    """Take all pictures."""
    server = subprocess.Popen(
        [sys.executable, "-m", "csp_sudoku", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, text, steps in (
            ("play", MEDIUM, play),
            ("set", SET, set_up),
            ("search", HARD, search),
        ):
            page = browser.new_page(viewport={"width": 1160, "height": 760})
            page.set_default_timeout(120_000)
            page.goto(f"{address}#{quote(text)}")
            page.wait_for_selector("html[data-ready]")
            steps(page)
            page.wait_for_timeout(1500)
            path = HERE / f"page-{name}.png"
            page.screenshot(path=path)
            with Image.open(path) as taken:  # a palette: a third of the bytes
                small = taken.convert("RGB").quantize(256)
            small.save(path, optimize=True)
            page.close()
        browser.close()
    server.terminate()


if __name__ == "__main__":
    main()
