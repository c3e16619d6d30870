"""The page in a real browser: `pytest tests/web/in_browser.py`.

Needs Chromium, as CHROMIUM=FILE or on the path; the playwright package drives it. Every test ends
with three checks: no message on the console, no error on the page, no request to another host.
Where `make build/npm/installed` has been, axe looks at every tab.
"""

import json
import os
import re
import shutil
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect, sync_playwright

import csp_sudoku as cs
from csp_sudoku.comparing.plots import ink
from csp_sudoku.web.catalogue import BOARDS
from tests.web.serving import EASY, HARD, Server, blank, puzzle, serving

AXE = Path(__file__).parents[2] / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 30_000
"""Milliseconds: nothing depends on how fast the machine is."""
RULED = {
    "board": "sudoku-3x3",
    "values": [0] * 81,
    "rules": [{"rule": "thermo", "cells": "r9c1-r5c1"}, {"rule": "cage", "cells": "r1c1 r1c2"}],
}


@pytest.fixture(scope="session")
def browser():
    where = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    assert where, "there is no Chromium: install it, or name it with CHROMIUM=FILE"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        yield browser
        browser.close()


class Page:
    """A page under test, and what happened on it."""

    def __init__(self, page, server):
        self.page = page
        self.server = server
        self.problems = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self.problems.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", self._requested)

    def _requested(self, request):
        if not re.match(rf"(http://{self.server.host}/|blob:|data:)", request.url):
            self.problems.append(f"foreign request: {request.url}")

    def open(self, fragment=""):
        self.page.goto(f"{self.server.address}{fragment}")
        self.page.wait_for_selector("html[data-ready]")
        return self

    # What is on the board

    def label(self, name):
        return self.page.locator(f"#board [aria-label^='{name},']").get_attribute("aria-label")

    def says(self, name, words):
        cell = self.page.locator(f"#board [aria-label^='{name},']")
        expect(cell).to_have_attribute("aria-label", f"{name}, {words}", timeout=PATIENCE)

    def selected(self):
        cells = self.page.locator("#board [aria-selected]").all()
        return {cell.get_attribute("aria-label").partition(",")[0] for cell in cells}

    def state(self):
        """Return the game as the page keeps it."""
        self.page.evaluate("() => window.dispatchEvent(new Event('pagehide'))")
        return json.loads(self.page.evaluate("() => sessionStorage.getItem('csp-sudoku game')"))

    # What a person does

    def point(self, row, column):
        """Return where a point of the board is on the screen; rows and columns from 0."""
        a, e, f = self.page.eval_on_selector(
            "#board", "e => { const m = e.getScreenCTM(); return [m.a, m.e, m.f]; }"
        )
        return e + 100 * a * column, f + 100 * a * row

    def middle(self, name):
        row, column = map(int, re.fullmatch(r"r(\d+)c(\d+)", name).groups())
        return self.point(row - 0.5, column - 0.5)

    def click(self, name, **options):
        if "modifier" in options:
            self.page.keyboard.down(options["modifier"])
        self.page.mouse.click(*self.middle(name))
        if "modifier" in options:
            self.page.keyboard.up(options["modifier"])

    def drag(self, *names):
        self.page.mouse.move(*self.middle(names[0]))
        self.page.mouse.down()
        for name in names[1:]:
            self.page.mouse.move(*self.middle(name), steps=5)
        self.page.mouse.up()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def tab(self, name):
        self.page.click(f"#tab-{name}")

    def sees(self, words):
        expect(self.page.get_by_text(words).first).to_be_visible(timeout=PATIENCE)

    def add_rule(self, name):
        self.page.wait_for_selector(f"#set option[value={name}]", state="attached")
        self.page.select_option("#set select[aria-label='A rule to add']", name)

    def rules(self, count):
        expect(self.page.locator(".rules li")).to_have_count(count, timeout=PATIENCE)
        return self.page.locator(".rules .rule-text").all_inner_texts()


@contextmanager
def opened(browser, server, fragment="", *, phone=False, dark=False):
    context = browser.new_context(
        viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 860},
        color_scheme="dark" if dark else "light",
        has_touch=phone,
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    page = Page(context.new_page(), server)
    try:
        yield page.open(fragment)
        assert page.problems == []
    finally:
        context.close()


@pytest.fixture
def page(browser, server):
    with opened(browser, server, f"#{EASY}") as page:
        yield page


# Keys and pointers


def test_the_token_leaves_the_address(page):
    assert "token" not in page.page.url


def test_digits_marks_and_colours(page):
    page.click("r1c3")
    page.press("4")
    page.says("r1c3", "4")
    page.press("4")
    page.says("r1c3", "open")
    page.press("Shift+Digit1", "Shift+Digit2", "Control+Digit7")
    page.says("r1c3", "open, centre 7, corner 1 2")
    page.press("Backspace")
    page.says("r1c3", "open")
    page.press("v", "3")
    page.says("r1c3", "open, colour 3")
    page.press("z", "5", "0")
    page.says("r1c3", "open, colour 3")
    page.press("x", "5")
    page.says("r1c3", "open, corner 5, colour 3")
    page.press("c", "6")
    page.says("r1c3", "open, centre 6, corner 5, colour 3")
    page.press("Space")
    expect(page.page.locator("#modes [aria-pressed=true]")).to_have_text("Colour")
    page.press("Shift+Space")
    expect(page.page.locator("#modes [aria-pressed=true]")).to_have_text("Centre")
    page.press("z")
    page.page.evaluate(
        "() => document.dispatchEvent(new KeyboardEvent('keydown', {key: '2', code: 'Numpad2'}))"
    )
    page.says("r1c3", "2, colour 3")


def test_all_nine_corner_marks_have_a_place_of_their_own(page):
    page.click("r1c3")
    page.press(*(f"Shift+Digit{digit}" for digit in range(1, 10)), "Control+Digit5")
    page.says("r1c3", "open, centre 5, corner 1 2 3 4 5 6 7 8 9")
    cell = page.page.locator("#board [aria-label^='r1c3,']")
    boxes = [mark.bounding_box() for mark in cell.locator(".mark").all()]
    assert len(boxes) == 10
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            across = abs(one["x"] + one["width"] / 2 - other["x"] - other["width"] / 2)
            down = abs(one["y"] + one["height"] / 2 - other["y"] - other["height"] / 2)
            assert across >= 0.9 * one["width"] or down >= 0.5 * one["height"]


def test_a_clue_does_not_change(page):
    page.click("r1c1")
    page.press("4", "Backspace")
    page.says("r1c1", "clue 5")


def test_undo_and_redo(page):
    page.click("r1c3")
    page.press("4", "Control+z")
    page.says("r1c3", "open")
    page.press("Control+y")
    page.says("r1c3", "4")
    page.press("Control+z", "Control+Shift+z")
    page.says("r1c3", "4")
    page.page.click("#undo")
    page.says("r1c3", "open")


def test_what_changes_nothing_is_no_step_of_undo(page):
    page.click("r1c3")
    page.press("4")
    page.click("r1c4")
    page.press("Backspace", "0")
    page.click("r1c1")
    page.press("Shift+Digit4")
    page.press("Control+z")
    page.says("r1c3", "open")


def test_moving_and_selecting(page):
    page.click("r5c5")
    page.press("ArrowUp", "a")
    assert page.selected() == {"r4c4"}
    page.press("d", "s", "w", "ArrowLeft", "ArrowDown", "ArrowRight")
    assert page.selected() == {"r5c5"}
    page.press("Shift+ArrowRight", "Control+ArrowDown")
    assert page.selected() == {"r5c5", "r5c6", "r6c6"}
    page.press("Escape")
    assert page.selected() == {"r6c6"}
    page.press("Control+a")
    assert len(page.selected()) == 81
    page.click("r1c1")
    page.press("Control+i")
    assert len(page.selected()) == 80
    page.drag("r1c1", "r1c4")
    assert page.selected() == {"r1c1", "r1c2", "r1c3", "r1c4"}
    page.click("r9c9", modifier="Control")
    page.click("r1c1", modifier="Control")
    page.click("r9c8", modifier="Shift")
    assert page.selected() == {"r1c2", "r1c3", "r1c4", "r9c8", "r9c9"}
    page.page.mouse.dblclick(*page.middle("r1c1"))
    assert "r9c9" not in page.selected()
    values = cs.Puzzle(EASY).values
    assert len(page.selected()) == values.count(values[0])
    page.press("ArrowLeft")
    assert page.selected() == {"r1c9"}


def test_keys_go_to_the_board_after_a_button(page):
    page.click("r1c3")
    page.page.get_by_label("Show candidates").click()
    page.press("4")
    page.says("r1c3", "4")
    page.page.get_by_label("Show candidates").click()
    page.says("r1c4", "open")


def test_clashes_are_derived(page):
    page.click("r1c3")
    page.press("5")
    page.says("r1c3", "5, clashes")
    page.says("r1c1", "clue 5, clashes")
    page.press("Control+z")
    page.says("r1c1", "clue 5")
    page.press("Control+y")
    page.says("r1c3", "5, clashes")


def test_the_pad_does_what_keys_do(browser, server):
    with opened(browser, server, f"#{EASY}", phone=True) as page:
        page.page.touchscreen.tap(*page.middle("r1c3"))
        page.page.locator("#digits button", has_text="4").tap()
        page.says("r1c3", "4")
        page.page.tap("#erase")
        page.says("r1c3", "open")
        page.page.locator("#modes button", has_text="Corner").tap()
        page.page.locator("#digits button", has_text="7").tap()
        page.says("r1c3", "open, corner 7")
        page.page.locator("#modes button", has_text="Colour").tap()
        page.page.get_by_label("Colour 2").tap()
        page.says("r1c3", "open, corner 7, colour 2")


def test_the_board_stays_on_a_phone_when_the_panel_is_scrolled(browser, server):
    with opened(browser, server, f"#{quote(KILLER.to('json'))}", phone=True) as page:
        page.tab("set")
        page.add_rule("thermo")
        page.page.get_by_role("button", name="Generate").scroll_into_view_if_needed()
        page.page.mouse.wheel(0, 5000)
        page.page.wait_for_function("() => scrollY > 300")
        box = page.page.locator("#board").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] < 600
        page.drag("r1c1", "r2c1", "r3c1")
        expect(page.page.locator(".draft-line")).to_be_attached()
        page.page.set_viewport_size({"width": 844, "height": 390})  # lying down
        assert page.page.locator("#board").bounding_box()["height"] < 390


def test_a_second_finger_does_not_select(page):
    page.click("r1c1")
    page.page.evaluate(
        """([x, y]) => document.querySelector("#board").dispatchEvent(new PointerEvent(
            "pointerdown", { clientX: x, clientY: y, isPrimary: false, bubbles: true }))""",
        list(page.middle("r9c9")),
    )
    assert page.selected() == {"r1c1"}


def test_help_shows_the_keys(page):
    page.press("?")
    page.sees("Ctrl+Z, Ctrl+Y")
    page.press("Escape")
    expect(page.page.locator("dialog")).not_to_be_visible()


# Play


def test_hints_in_three_levels_and_the_step_is_taken(page):
    page.press("h")
    page.sees("Look here")
    page.press("h")
    page.sees("Hidden single")
    page.press("h")
    page.sees("has one place left")
    page.press("Enter")
    entries = page.state()["doc"]["entries"]
    cell = next(cell for cell, value in enumerate(entries) if value)
    assert entries[cell] == cs.Puzzle(EASY).solve().solution.values[cell]
    page.press("n")
    page.sees("has one place left")
    page.press("Escape")
    page.sees("Stuck?")


def test_answers_to_what_was_left_do_not_come(browser, server):
    with opened(browser, server, f"#{quote(json.dumps(blank('samurai', 369)))}") as page:
        page.press("n")
        page.sees("Looking")
        page.page.get_by_role("button", name="Check").click()
        page.sees("Everything is right so far")
        page.tab("set")
        page.tab("play")
        page.sees("Stuck?")
        page.tab("set")
        page.page.get_by_role("button", name="Why?").click()
        page.click("r1c1")
        page.press("5")
        page.sees("At least 1,000 solutions")
        expect(page.page.locator("#set .hint-text")).to_be_empty()
        page.tab("search")
        page.page.get_by_role("button", name="Search", exact=True).click()
        page.tab("share")
        page.tab("search")
        expect(page.page.locator("#search .busy")).to_have_count(0)


def test_check_and_undo_to_before_the_mistake(page):
    right = cs.Puzzle(EASY).solve().solution.values
    page.click("r1c3")
    page.press(str(right[2]))
    page.click("r1c4")
    page.press(str(right[3] % 9 + 1))
    page.click("r1c6")
    page.press(str(right[5]))
    page.page.get_by_role("button", name="Check").click()
    page.sees("1 entry is wrong")
    page.page.get_by_role("button", name="Undo to before the mistake").click()
    page.sees("Went back 2 steps")
    page.says("r1c3", str(right[2]))
    page.says("r1c4", "open")
    page.page.get_by_role("button", name="Check").click()
    page.sees("right so far")


def test_solve_fills_the_board(page):
    page.page.get_by_role("button", name="Solve").click()
    page.sees("the only solution")
    page.page.get_by_role("button", name="Check").click()
    page.sees("Well done")
    page.page.get_by_role("button", name="Start over").click()
    page.says("r1c3", "open")


# Set


def test_live_answers_after_each_key(page):
    page.tab("set")
    page.sees("1 solution")
    page.click("r9c9")
    page.press("Backspace")
    page.click("r9c8")
    page.press("Backspace")
    page.sees("2 solutions")
    page.sees("6 cells not settled")
    page.press("Control+z", "Control+z")
    page.sees("22 clues not needed")
    page.click("r1c3")
    page.press("5")
    page.sees("No solution")
    page.sees("are both 5")
    page.press("Control+z")
    page.sees("1 solution")


def test_colours_and_marks_are_no_question_to_the_solver(browser, server):
    with opened(browser, server, f"#{HARD}") as page:
        page.tab("set")
        page.sees("1 solution")
        expect(page.page.locator(".ghost")).to_have_count(60, timeout=PATIENCE)
        asked = []
        page.page.on("request", lambda request: asked.append(request.url))
        page.click("r1c2")
        page.press("v", "3", "Shift+Digit5")
        doc = page.state()["doc"]
        assert doc["colours"][1] == [3]
        assert doc["corner"][1] == [5]
        assert doc["puzzle"] == puzzle(HARD)
        expect(page.page.locator(".ghost")).to_have_count(60)
        assert asked == []


def test_a_question_can_be_cancelled(browser, server):
    with opened(browser, server, f"#{quote(json.dumps(blank('sudoku-5x5', 625)))}") as page:
        page.tab("set")
        page.page.get_by_role("button", name="Generate", exact=True).click()
        page.page.get_by_role("button", name="Cancel").click()
        page.sees("Cancelled.")
        assert page.page.locator("#set .card[aria-label=Generate] .busy").count() == 0


def test_green_candidates_are_marked(browser, server):
    few = HARD[:-3] + "..."
    with opened(browser, server, f"#{few}") as page:
        page.tab("set")
        page.sees("a green value as a clue would leave one solution")
        expect(page.page.locator(".candidate.settling").first).to_be_visible()


KILLER = cs.generate(rules="killer", seed=2)
"""Cages, and no clue."""


def test_a_puzzle_with_rules_has_hints_and_green_candidates(browser, server):
    with opened(browser, server, f"#{quote(KILLER.to('json'))}") as page:
        page.press("n")
        page.sees("-cell cage of ")
        before = page.state()["doc"]
        page.press("Enter")
        page.page.wait_for_function(
            "(before) => { dispatchEvent(new Event('pagehide'));"
            " return JSON.stringify(JSON.parse(sessionStorage.getItem('csp-sudoku game')).doc)"
            " !== before; }",
            arg=json.dumps(before, separators=(",", ":")),
        )
        page.tab("set")
        page.sees("1 solution")
    all_but_two = combinations(KILLER.rules, len(KILLER.rules) - 2)
    fewer = (KILLER.with_rules(*rules) for rules in all_but_two)
    few = next(puzzle for puzzle in fewer if puzzle.count(limit=3) == 2)
    with opened(browser, server, f"#{quote(few.to('json'))}") as page:
        page.tab("set")
        page.sees("a green value as a clue would leave one solution")


def test_candidates_stand_below_the_sum_of_a_cage(browser, server):
    with opened(browser, server, f"#{quote(KILLER.to('json'))}") as page:
        page.page.get_by_text("Show candidates").click()
        page.page.wait_for_selector(".candidate")
        overlaps = page.page.evaluate(
            """() => {
                const boxes = (all) => [...all].map((one) => one.getBoundingClientRect());
                const sums = boxes(
                    document.querySelectorAll("#board .layer-over text, #board .layer-under text"));
                return boxes(document.querySelectorAll(".candidate")).filter((mark) => {
                    const [x, y] = [(mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2];
                    return sums.some((sum) =>
                        sum.left < x && x < sum.right && sum.top < y && y < sum.bottom);
                }).length;
            }"""
        )
        assert overlaps == 0


def test_why_there_are_none_or_several(page):
    page.tab("set")
    page.click("r1c3")
    page.press("1")
    page.sees("No solution")
    page.page.get_by_role("button", name="Why?").click()
    page.sees("There is no solution:")
    page.press("Control+z")
    page.page.get_by_role("button", name="Clear all clues").click()
    page.sees("At least 1,000 solutions")


def test_rate_minimal_and_redundant(page):
    page.tab("set")
    page.sees("1 solution")
    page.page.get_by_role("button", name="Rate", exact=True).click()
    page.sees("hardest step")
    page.page.get_by_role("button", name="What is redundant?").click()
    page.sees("follows from all the others")
    page.page.get_by_role("button", name="Make minimal").click()
    page.sees("minimal: every clue is needed")
    values = page.state()["doc"]["puzzle"]["values"]
    assert cs.is_minimal(cs.Puzzle(values))


def test_symmetric_generation(page):
    page.tab("set")
    page.page.wait_for_selector("option[value=rotate180]", state="attached")
    page.page.select_option("label:has-text('Symmetry') select", "rotate180")
    page.page.get_by_role("button", name="Generate").click()
    page.page.wait_for_function("(old) => !location.hash.includes(old)", arg=EASY, timeout=PATIENCE)
    values = page.state()["doc"]["puzzle"]["values"]
    assert [bool(value) for value in values] == [bool(value) for value in reversed(values)]
    assert cs.Puzzle(values).is_unique()


def test_new_and_minimal_puzzles_with_rules(browser, server):
    rules = ["thermo r9c1-r5c1", "cage r1c1 r1c2 = 10"]
    ruled = cs.Puzzle("." * 81, board="sudoku", rules=rules)
    with opened(browser, server, f"#{quote(ruled.to('json'))}") as page:
        page.tab("set")
        page.page.wait_for_selector("option[value=rotate180]", state="attached")
        page.page.select_option("label:has-text('Symmetry') select", "rotate180")
        page.page.get_by_role("button", name="Generate").click()
        page.sees("1 solution")
        made = page.state()["doc"]["puzzle"]
        assert made["rules"] == json.loads(ruled.to("json"))["rules"]
        assert [bool(value) for value in made["values"]] == [bool(v) for v in made["values"][::-1]]
        full = cs.Puzzle(made["values"], rules=rules).solve().solution
    whole = cs.Puzzle(full.values, rules=rules)
    with opened(browser, server, f"#{quote(whole.to('json'))}") as page:
        page.tab("set")
        page.page.get_by_role("button", name="Make minimal").click()
        page.sees(" dropped.")
        left = page.state()["doc"]["puzzle"]
        few = cs.Puzzle(left["values"], board="sudoku", rules=left["rules"])
        assert few.is_unique()
        assert not few.redundant().redundant


def test_a_rule_of_each_gesture(page):
    page.tab("set")
    page.page.get_by_role("button", name="Clear all clues").click()
    page.add_rule("thermo")  # a line
    page.drag("r9c1", "r8c1", "r7c1", "r6c1", "r7c1")
    page.rules(1)
    page.add_rule("arrow")  # a cell, and cells that go on from it
    page.drag("r2c2", "r3c3", "r4c4")
    page.rules(2)
    page.add_rule("cage")  # cells, and a number
    page.drag("r1c5", "r1c6")
    page.drag("r2c5", "r2c5")
    page.press("Enter", "1", "5", "Enter")
    page.rules(3)
    page.add_rule("white_dot")  # a border
    page.page.mouse.click(*page.point(6.5, 7))
    page.rules(4)
    page.add_rule("quadruple")  # a corner, and numbers
    page.page.mouse.click(*page.point(7, 6))
    page.page.keyboard.type("1 2")
    page.press("Enter")
    page.rules(5)
    page.add_rule("sandwich")  # an outside place
    page.page.mouse.click(*page.point(-0.5, 3.5))
    page.page.keyboard.type("12")
    page.press("Enter")
    page.rules(6)
    page.add_rule("equal_sums")  # lists of cells
    page.drag("r3c8", "r3c9")
    page.drag("r4c8", "r4c9")
    page.press("Enter")
    page.rules(7)
    page.add_rule("antiknight")  # nothing to draw
    assert page.rules(8) == [
        "thermo r9c1 r8c1 r7c1",
        "arrow r2c2 ; r3c3 r4c4",
        "cage r1c5 r1c6 r2c5 = 15",
        "white_dot r7c7 r7c8",
        "quadruple r7c6 r7c7 r8c6 r8c7 = 1 2",
        "sandwich r0c4 = 12",
        "equal_sums r3c8 r3c9 | r4c8 r4c9",
        "antiknight",
    ]


def test_a_rule_with_a_choice_asks_for_one_after_the_other(page):
    page.tab("set")
    page.page.get_by_role("button", name="Clear all clues").click()
    page.add_rule("little_killer")
    page.page.get_by_role("button", name="Add it").click()
    page.sees("Place: click a place outside the board.")
    page.page.mouse.click(*page.point(-0.5, 3.5))
    page.sees("Choose the direction.")
    expect(page.page.locator("#board .draft-place")).to_be_attached()
    page.page.select_option("form select", "down-right")
    page.sees("Type the sum, then Enter.")
    page.page.keyboard.type("30")
    page.press("Enter")
    assert page.rules(1) == ["little_killer r0c4 ; down-right = 30"]
    assert page.page.locator("#board .draft-place").count() == 0
    page.page.get_by_label("Change little_killer r0c4 ; down-right = 30").click()
    page.page.select_option("form select", "down-left")
    page.page.get_by_role("button", name="Change it").click()
    changed = page.page.locator(".rule-text")
    expect(changed).to_have_text("little_killer r0c4 ; down-left = 30", timeout=PATIENCE)


def test_rules_without_a_pointer(page):
    page.tab("set")
    page.page.get_by_role("button", name="Clear all clues").click()
    page.page.wait_for_selector("#set option[value=thermo]", state="attached")
    picker = page.page.get_by_label("A rule to add")
    picker.focus()
    page.page.keyboard.type("therm")  # the first letter chooses a rule already
    expect(picker).to_have_value("thermo")
    expect(picker).to_be_focused()
    page.press("Tab")
    page.page.keyboard.type("r1c1 r2c2 r3c3")
    page.press("Enter")
    page.rules(1)
    picker.focus()
    page.page.keyboard.type("antikn")  # by way of other rules with nothing to draw
    expect(picker).to_have_value("antiknight")
    assert page.page.locator(".rules li").count() == 1
    page.press("Enter")
    assert page.rules(2) == ["thermo r1c1 r2c2 r3c3", "antiknight"]


def test_a_cage_without_a_keyboard(browser, server):
    with opened(browser, server, f"#{EASY}", phone=True) as page:
        page.tab("set")
        page.add_rule("cage")
        page.drag("r5c2", "r6c2")
        add = page.page.get_by_role("button", name="Add it")
        add.tap()  # what was drawn is taken, and the sum is asked for
        page.sees("Type the sum")
        page.page.get_by_label("sum (if any)").fill("9")
        add.tap()
        assert page.rules(1) == ["cage r5c2 r6c2 = 9"]


def test_rules_are_moved_changed_removed_and_undone(browser, server):
    with opened(browser, server, f"#{quote(json.dumps(RULED))}") as page:
        page.tab("set")
        assert page.rules(2) == ["thermo r9c1 r8c1 r7c1 r6c1 r5c1", "cage r1c1 r1c2"]
        page.page.locator(".rule-text").first.click()
        page.page.get_by_label("Move →").click()
        expect(page.page.locator(".rule-text").first).to_have_text(
            "thermo r9c2 r8c2 r7c2 r6c2 r5c2", timeout=PATIENCE
        )
        page.page.get_by_label("Move ↓").click()
        expect(page.page.locator("#set .error")).to_contain_text("r10c2", timeout=PATIENCE)
        page.page.get_by_label("Change cage r1c1 r1c2").click()
        page.page.fill("form input >> nth=1", "10")
        page.page.get_by_role("button", name="Change it").click()
        expect(page.page.locator(".rule-text").nth(1)).to_have_text(
            "cage r1c1 r1c2 = 10", timeout=PATIENCE
        )
        page.page.get_by_label("Change thermo r9c2 r8c2 r7c2 r6c2 r5c2").click()  # it has all
        page.page.fill("form input >> nth=0", "r9c3 r8c3")
        page.page.get_by_role("button", name="Change it").click()
        expect(page.page.locator(".rule-text").first).to_have_text(
            "thermo r9c3 r8c3", timeout=PATIENCE
        )
        page.rules(2)
        page.page.get_by_label("Remove thermo r9c3 r8c3").click()
        page.rules(1)
        page.click("r5c5")
        page.press("Control+z")
        page.rules(2)
        page.press("Control+z", "Control+z", "Control+z")
        assert page.rules(2)[0] == "thermo r9c1 r8c1 r7c1 r6c1 r5c1"


def test_a_rule_that_does_not_fit_is_an_error_and_changes_nothing(page):
    page.tab("set")
    page.add_rule("thermo")
    page.page.fill("form input >> nth=0", "r1c1 r12c1")
    page.page.get_by_role("button", name="Add it").click()
    expect(page.page.locator("#set .error")).to_contain_text("r12c1", timeout=PATIENCE)
    assert page.page.locator(".rules li").count() == 0


# Search


def test_the_race(page):
    page.tab("search")
    page.page.wait_for_selector("#search input[value=cpsat]")
    page.page.uncheck("#search input[value=cpsat]")
    page.page.get_by_role("button", name="Race").click()
    page.sees("All agree")
    rows = page.page.locator("#search table tbody tr").all_inner_texts()
    assert {row.split()[0] for row in rows} >= {"bitmask", "dlx", "sat"}


def test_a_collection_makes_a_cactus(page):
    text = "\n".join([EASY, HARD, EASY.replace("5", ".", 1)])
    page.page.get_by_role("button", name="Open").click()
    page.page.fill("dialog textarea", text)
    page.page.locator("dialog button.main").click()
    page.sees("the 3 puzzles of the collection")
    page.page.wait_for_selector("#search input[value=cpsat]")
    page.page.uncheck("#search input[value=cpsat]")
    page.page.get_by_role("button", name="Race").click()
    page.sees("All agree")
    expect(page.page.locator("#search .curve").first).to_be_attached()
    for name in ("bitmask", "dlx", "sat"):  # colours as in the plots of `compare`
        colour, _ = ink(name)
        sample = page.page.locator("#search .key span", has_text=f"{name}:").locator("path")
        expect(sample).to_have_class(f"curve s{colour + 1}")


def test_search_trees_and_the_replay(browser, server):
    with opened(browser, server, f"#{HARD}") as page:
        page.tab("search")
        page.page.get_by_role("button", name="Search", exact=True).click()
        page.sees("Choose one to replay")
        words = page.page.locator(".icicle").all_inner_texts()
        counts = [int(re.search(r"([\d,]+) node", one)[1].replace(",", "")) for one in words]
        assert len(counts) == 6
        assert counts[0] > counts[1] > counts[2] > counts[3]
        page.page.get_by_role("button", name="and hidden singles").click()
        page.sees("node 1 of")
        page.press("End")
        page.sees("the solution")
        page.press("PageUp", "Home")
        page.sees("node 1 of")
        page.page.get_by_label("Next node").click()
        page.sees("node 2 of")
        page.page.get_by_label("Heat: where the search went").click()
        expect(page.page.locator("#board .heat").first).to_be_attached(timeout=PATIENCE)
        page.tab("play")
        page.says("r1c1", "clue 8")
        assert page.page.locator("#board .heat").count() == 0


# Share


def test_texts_links_and_the_command_line(page):
    page.tab("share")
    page.sees(f"csp-sudoku solve {EASY}")
    links = [link.get_attribute("href") for link in page.page.locator("#share a").all()]
    assert any(link.startswith("https://www.f-puzzles.com/") for link in links)
    assert any(link.startswith("https://sudokupad.app/") for link in links)
    page.page.get_by_label("Copy line", exact=True).click()
    assert page.page.evaluate("() => navigator.clipboard.readText()") == EASY


@pytest.mark.parametrize("name", ["SVG", "PNG", "PDF", "Certificate"])
def test_files_are_downloaded(page, name):
    page.tab("share")
    with page.page.expect_download(timeout=PATIENCE) as download:
        page.page.get_by_role("button", name=name, exact=True).click()
    assert download.value.path().stat().st_size > 500


def test_an_export_is_downloaded(page):
    page.tab("share")
    page.page.get_by_text("For other programs").click()
    with page.page.expect_download(timeout=PATIENCE) as download:
        page.page.get_by_role("button", name="mzn", exact=True).click()
    assert "alldifferent" in download.value.path().read_text()


# Bad input


def paste(page, text):
    page.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
            document.body.dispatchEvent(event);
        }""",
        text,
    )


@pytest.mark.parametrize("name", ["line", "grid", "json", "sdk", "fpuzzles", "sudokupad", "iss"])
def test_every_kind_of_text_is_pasted_and_dropped(page, name):
    text = cs.Puzzle(HARD).to(name)
    page.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.press("Control+v")
    page.says("r1c1", "clue 8")
    assert page.state()["doc"]["puzzle"] == puzzle(HARD)
    page.press("Control+z")
    page.says("r1c1", "clue 5")
    page.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "puzzle.txt", { type: "text/plain" }));
            const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.body.dispatchEvent(drop);
        }""",
        text,
    )
    page.says("r1c1", "clue 8")
    page.press("Control+c")
    assert page.page.evaluate("() => navigator.clipboard.readText()") == HARD


def test_an_unreadable_paste_says_why_and_leaves_the_board(page):
    paste(page, "hello")
    expect(page.page.locator("dialog .error")).not_to_be_empty(timeout=PATIENCE)
    page.press("Escape")
    assert page.state()["doc"]["puzzle"] == puzzle(EASY)


def test_a_script_is_text(page):
    paste(page, "<script>document.title = 'hacked'</script>" + "x" * 81)
    page.page.wait_for_load_state("networkidle")
    assert page.page.title() == "csp-sudoku"
    assert page.page.locator("script").count() == 1


def test_two_readings_are_two_buttons(page):
    paste(page, "." * 729)
    choices = page.page.get_by_role("button", name="Read as")
    expect(choices).to_have_count(2, timeout=PATIENCE)
    choices.first.click()
    expect(page.page.locator("dialog")).not_to_be_visible(timeout=PATIENCE)


def test_another_size_changes_the_board(page):
    paste(page, "1..4........2..3")
    expect(page.page.locator("#board [role=gridcell]")).to_have_count(16, timeout=PATIENCE)
    page.press("Control+z")
    expect(page.page.locator("#board [role=gridcell]")).to_have_count(81, timeout=PATIENCE)


def test_a_clash_is_marked_and_nothing_is_refused(page):
    paste(page, "55" + "." * 79)
    page.says("r1c1", "clue 5, clashes")
    page.tab("set")
    page.sees("No solution")


def test_a_bad_address_is_said_and_the_page_works(browser, server):
    with opened(browser, server, "#nonsense") as page:
        expect(page.page.locator("dialog .error")).not_to_be_empty(timeout=PATIENCE)
        page.press("Escape")
        page.press("h")
        page.sees("Look here")


def test_the_address_holds_the_puzzle(browser, server):
    with opened(browser, server, f"#{quote(json.dumps(RULED))}") as page:
        page.sees("Digits along a thermometer increase")
        page.tab("set")
        page.rules(2)


def test_reload_keeps_the_game(page):
    page.click("r1c3")
    page.press("4", "ArrowRight", "Shift+Digit2")
    page.state()
    page.page.reload()
    page.page.wait_for_selector("html[data-ready]")
    page.says("r1c3", "4")
    page.says("r1c4", "open, corner 2")


def test_two_tabs_are_independent(browser, server):
    with opened(browser, server, f"#{EASY}") as one, opened(browser, server, f"#{HARD}") as other:
        one.click("r1c3")
        one.press("4")
        other.says("r1c3", "open")
        other.says("r1c1", "clue 8")


def test_a_server_that_is_started_again_does_not_lose_the_game(browser):
    first = Server("--port", "0")
    try:
        context = browser.new_context()
        page = Page(context.new_page(), first).open(f"#{EASY}")
        page.click("r1c3")
        page.press("4")
        port = str(first.url.port)
        first.end()
        page.press("h")
        page.sees("The server does not answer")
        page.says("r1c3", "4")
        with serving("--port", port) as second:
            page.press("h")
            page.sees("The server was started again")
            page.page.goto(second.address)
            page.page.wait_for_selector("html[data-ready]")
            page.says("r1c3", "4")
            page.page.get_by_role("button", name="Check").click()
            page.sees("Everything is right so far")
        errors = [one for one in page.problems if "Failed to load resource" not in one]
        assert errors == []
        context.close()
    finally:
        first.end()


def test_without_a_server_everything_says_so_and_nothing_waits(browser):
    server = Server("--port", "0")
    context = browser.new_context()
    page = Page(context.new_page(), server).open(f"#{EASY}")
    server.end()
    for tab, buttons in {
        "play": ["Hint", "Check", "Undo to before the mistake", "Solve"],
        "set": ["Why?", "Rate", "Generate"],
        "search": ["Search", "Race"],
        "share": ["PNG", "Certificate"],
    }.items():
        page.tab(tab)
        for name in buttons:
            page.page.get_by_role("button", name=name, exact=True).click()
        expect(page.page.locator(f"#{tab} .busy")).to_have_count(0, timeout=PATIENCE)
    page.page.get_by_role("button", name="New").click()
    page.sees("The server does not answer")
    assert [one for one in page.problems if "Failed to load resource" not in one] == []
    context.close()


# Boards


def test_a_new_puzzle_to_play(page):
    page.tab("set")
    page.page.get_by_role("button", name="New").click()
    page.page.get_by_role("button", name="Easy", exact=True).click()
    page.page.wait_for_function("(old) => !location.hash.includes(old)", arg=EASY, timeout=PATIENCE)
    page.sees("Stuck?")
    made = cs.Puzzle(page.state()["doc"]["puzzle"]["values"])
    assert made.is_unique()
    page.press("Control+z")
    page.says("r1c1", "clue 5")
    page.page.get_by_role("button", name="New").click()
    page.page.get_by_role("button", name="Samurai").click()
    page.press("Escape")  # nothing comes after the dialog was closed
    page.page.wait_for_load_state("networkidle")
    page.says("r1c1", "clue 5")


@pytest.mark.parametrize("name", list(BOARDS))
def test_every_board_family_is_drawn_and_played(browser, server, name):
    with opened(browser, server, f"#{EASY}") as page:
        page.page.get_by_role("button", name="New").click()
        page.page.get_by_role("button", name=BOARDS[name], exact=True).click()
        expect(page.page.locator("dialog")).not_to_be_visible(timeout=PATIENCE)
        cells = page.page.locator("#board [role=gridcell]")
        count = cells.count()
        assert count == len(page.state()["doc"]["puzzle"]["values"])
        page.tab("play")
        page.click(cells.nth(0).get_attribute("aria-label").partition(",")[0])
        page.press("1")
        assert page.state()["doc"]["entries"][0] == 1
        box = page.page.locator("#board").bounding_box()
        assert box["width"] > 250
        assert box["height"] > 250


def test_letters_and_numbers_of_two_digits(browser, server):
    large = {"board": "sudoku-4x4", "values": [0] * 256}
    with opened(browser, server, f"#{quote(json.dumps(large))}") as page:
        page.click("r1c1")
        page.press("g")
        page.says("r1c1", "G")
        ruled = {**large, "rules": [{"rule": "antiknight"}]}
        paste(page, json.dumps(ruled))
        page.says("r1c1", "open")
        page.click("r1c1")
        page.press("1", "6")
        page.says("r1c1", "16")
        page.click("r1c2")
        page.press("1", "0")
        page.says("r1c2", "10")
        page.press("ArrowRight", "Shift+Digit1", "Shift+Digit6")
        page.says("r1c3", "open, corner 16")
        page.page.locator("#modes button", has_text="Corner").click()
        page.press("ArrowRight")
        for text in ("1", "6"):  # a button is a whole number
            page.page.locator("#digits").get_by_text(text, exact=True).click()
        page.says("r1c4", "open, corner 1 6")
    larger = {"board": "sudoku-5x5", "values": [0] * 625, "rules": [{"rule": "antiknight"}]}
    with opened(browser, server, f"#{quote(json.dumps(larger))}") as page:
        page.click("r1c1")
        page.press("2", "0")
        page.says("r1c1", "20")


# Looks


def contrasts(page):
    """Return each pair of ink and ground on the page that is below 4.5 to 1."""
    return page.evaluate(
        """() => {
            const number = text => {
                const canvas = document.createElement("canvas");
                canvas.width = canvas.height = 1;
                const context = canvas.getContext("2d");
                context.fillStyle = text;
                context.fillRect(0, 0, 1, 1);
                return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
            };
            const style = getComputedStyle(document.documentElement);
            const colour = name => number(style.getPropertyValue(name).trim());
            const light = rgb => {
                const [r, g, b] = rgb.map(part => {
                    part /= 255;
                    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
                });
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const mixed = (over, under, share) =>
                over.map((part, index) => part * share + under[index] * (1 - share));
            const ratio = (ink, ground) => {
                const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
                return (a + 0.05) / (b + 0.05);
            };
            const paper = colour("--paper");
            const selected = mixed(colour("--selected"), paper, 0.72);
            const grounds = {
                paper, selected, area: colour("--area"), support: colour("--support"),
                focus: colour("--focus"), good: colour("--good-wash"), wrong: colour("--bad-wash"),
            };
            for (let one = 1; one <= 9; one += 1) {
                grounds[`colour ${one}`] = mixed(colour(`--c${one}`), paper, 0.85);
            }
            const found = [];
            const check = (ink, ground, name) => {
                const is = ratio(colour(ink), ground);
                if (is < 4.5) found.push(`${ink} on ${name}: ${is.toFixed(2)}`);
            };
            for (const [name, ground] of Object.entries(grounds)) {
                for (const ink of ["--ink", "--entry", "--pencil"]) check(ink, ground, name);
            }
            check("--bad", grounds.wrong, "wrong");
            check("--bad", paper, "paper");
            check("--found", paper, "paper");
            for (const name of ["paper", "selected"]) check("--good", grounds[name], name);
            check("--good", colour("--good-wash"), "good");
            for (const disc of ["--pattern", "--fin", "--cleared"]) {
                check("--ink", colour(disc), disc);
            }
            check("--paper", colour("--placed"), "placed");
            for (const ground of ["--card", "--page"]) {
                for (const ink of ["--ink", "--soft"]) check(ink, colour(ground), ground);
            }
            for (const ink of ["--bad", "--good", "--accent"]) check(ink, colour("--card"), "card");
            check("--accent-ink", colour("--accent"), "accent");
            check("--ink", colour("--accent-wash"), "accent wash");
            return found;
        }"""
    )


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_ink_stands_out_from_every_ground(browser, server, dark):
    with opened(browser, server, f"#{EASY}", dark=dark) as page:
        assert contrasts(page.page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_tab_fits_and_axe_has_no_findings(browser, server, phone, dark):
    with opened(browser, server, f"#{EASY}", phone=phone, dark=dark) as page:
        for tab in ("play", "set", "search", "share"):
            page.tab(tab)
            page.page.wait_for_load_state("networkidle")
            widths = page.page.evaluate("() => [document.body.scrollWidth, innerWidth]")
            assert widths[0] <= widths[1], tab
            if AXE.exists():
                page.page.evaluate(AXE.read_text())
                found = page.page.evaluate("() => axe.run()")["violations"]
                assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], tab


@pytest.mark.parametrize("size", [(320, 568), (640, 430), (844, 390), (820, 1180), (1920, 1080)])
def test_board_and_pad_fit_on_every_screen(browser, server, size):
    width, height = size
    with opened(browser, server, f"#{EASY}", phone=width < 1000) as page:
        page.page.set_viewport_size({"width": width, "height": height})
        for tab in ("play", "set", "search", "share"):
            page.tab(tab)
            page.page.wait_for_load_state("networkidle")
            assert page.page.evaluate("() => document.body.scrollWidth") <= width, tab
        board = page.page.locator("#board").bounding_box()
        pad = page.page.locator("#pad").bounding_box()
        assert board["width"] >= 0.8 * min(width, height, 600)
        assert pad["x"] + pad["width"] <= width
        for button in page.page.locator("#pad button").all():
            box = button.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["width"] >= 24
            assert box["height"] >= 24
        if width > height:  # beside it, or just below it
            assert pad["x"] >= board["x"] + board["width"] or pad["y"] + pad["height"] <= height


def test_the_scheme_can_be_chosen(page):
    assert page.page.get_attribute("html", "data-scheme") == "light"
    page.page.click("#scheme-button")
    assert page.page.get_attribute("html", "data-scheme") == "dark"
    page.page.reload()
    page.page.wait_for_selector("html[data-ready]")
    assert page.page.get_attribute("html", "data-scheme") == "dark"


def test_it_is_printed_dark_on_light_and_without_the_selection(browser, server):
    with opened(browser, server, f"#{EASY}", dark=True) as page:
        page.tab("set")
        page.click("r1c3")
        page.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        page.page.emulate_media(media="print")
        assert page.page.get_attribute("html", "data-scheme") == "light"
        for hidden in ("header", "#tabs", "#set", "#pad", ".tint.selected", ".layer-marks"):
            expect(page.page.locator(hidden)).not_to_be_visible()
        expect(page.page.locator("#board")).to_be_visible()
        expect(page.page.get_by_text("Normal sudoku rules apply.")).to_be_visible()
        expect(page.page.get_by_role("button")).to_have_count(0)
        page.page.emulate_media(media="screen")
        page.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
        assert page.page.get_attribute("html", "data-scheme") == "dark"


def test_a_screen_reader_gets_a_grid(page):
    page.click("r1c3")
    snapshot = page.page.locator("#board").aria_snapshot()
    assert snapshot.startswith('- grid "sudoku-3x3 board"')
    assert snapshot.count("- row") == 9
    assert '- gridcell "r1c1, clue 5"' in snapshot
    active = page.page.get_attribute("#board", "aria-activedescendant")
    assert page.page.locator(f"#{active}").get_attribute("aria-label") == "r1c3, open"
