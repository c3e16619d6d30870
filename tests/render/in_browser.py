"""Show golden pictures, and those of rules, in a browser: `python -m tests.render.in_browser`.

The name of a PNG file may be given, to keep what the browser shows.

Needs Chromium, as CHROMIUM=FILE or on the path. Fails if the browser reports an error, if a picture
does not load, or if one of its symbols leaves no mark on the screen.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tests.render.pictures import GOLDEN

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--enable-logging=stderr", "--allow-file-access-from-files"),
)
SVG = "{http://www.w3.org/2000/svg}"
WIDTH = 2000
GAP = 10
RULES = Path(__file__).parents[2] / "docs" / "pictures" / "rules"


class Shown(NamedTuple):
    """A picture, and where it stands on the screen."""

    path: Path
    tree: ET.Element
    left: int
    top: int

    @property
    def scale(self):
        return float(self.tree.get("width")) / float(self.tree.get("viewBox").split()[2])

    def symbols(self):
        """Yield the box that each symbol of the picture should leave a mark in."""
        for group in (self.tree, *self.tree.iter(f"{SVG}g")):
            for text in group.findall(f"{SVG}text"):
                size = float(text.get("font-size", group.get("font-size"))) * self.scale
                x = self.left + float(text.get("x")) * self.scale
                y = self.top + float(text.get("y")) * self.scale
                box = (x - size * 0.35, y - size * 0.8, x + size * 0.35, y + size * 0.1)
                yield text.text, tuple(round(side) for side in box)


def laid_out(paths):
    """Return the pictures on shelves, and the height of them all."""
    shown, left, top, shelf = [], 0, 0, 0
    for path in paths:
        tree = ET.fromstring(path.read_text(encoding="utf-8"))
        width, height = int(tree.get("width")), int(tree.get("height"))
        if left + width > WIDTH:
            left, top, shelf = 0, top + shelf + GAP, 0
        shown.append(Shown(path, tree, left, top))
        left, shelf = left + width + GAP, max(shelf, height)
    return shown, top + shelf


def screenshot(browser, page, out, height):
    """Take the picture of a page, and return what the browser's console said."""
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(
            [
                *(browser, *FLAGS, f"--user-data-dir={profile}", f"--window-size={WIDTH},{height}"),
                *(f"--screenshot={out}", page.as_uri()),
            ],
            capture_output=True,
            timeout=120,
            check=True,
        )
    return [line for line in done.stderr.decode().splitlines() if ":CONSOLE" in line]


def check(browser, folder, keep):
    shown, height = laid_out(sorted((*GOLDEN.glob("*.svg"), *RULES.glob("*.svg"))))
    page = folder / "page.html"
    pictures = "".join(
        f'<img src="{picture.path.as_uri()}" onerror="console.error(this.src)" '
        f'style="position:absolute;left:{picture.left}px;top:{picture.top}px">'
        for picture in shown
    )
    page.write_text(f'<!doctype html><meta charset="utf-8"><body>{pictures}</body>')
    out = folder / "screen.png"
    wrong = screenshot(browser, page, out, height)
    screen = Image.open(out).convert("L")
    count = 0
    for picture in shown:
        for symbol, box in picture.symbols():
            count += 1
            darkest, lightest = screen.crop(box).getextrema()
            if lightest - darkest < 60:
                wrong.append(f"{picture.path.name}: no {symbol!r} at {box}")
    wrong += screenshot(browser, GOLDEN / "explanation.html", folder / "explanation.png", 1000)
    if len(Image.open(folder / "explanation.png").convert("L").getcolors(1 << 16)) < 10:
        wrong.append("explanation.html: an empty page")
    if keep:
        shutil.copy(out, keep)
    print(f"{len(shown)} pictures with {count} symbols", *wrong, sep="\n")
    return 1 if wrong or not count else 0


def main(words):
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not browser:
        print("no browser: name it in CHROMIUM", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        return check(browser, Path(folder), words[0] if words else None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
