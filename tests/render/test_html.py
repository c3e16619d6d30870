"""Explanations and answers as HTML: each step with its picture, everything escaped."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET

import csp_sudoku as cs
from csp_sudoku import CSP, Puzzle, render
from csp_sudoku.logic import TECHNIQUES, solve_by_logic
from csp_sudoku.logic.techniques import rated
from tests.render.pictures import HARD

EASY = Puzzle("1... ..2. .3.. ...4")


def tree_of(piece):
    return ET.fromstring(piece.replace("<br>", "<br/>"))


def test_each_step_has_its_picture():
    explained = EASY.explain()
    tree = tree_of(render.html(explained))
    items = tree.findall("ol/li/details")
    assert len(items) == len(explained)
    for item, step in zip(items, explained, strict=True):
        assert "".join(item.find("summary").itertext()) == f"{step.technique}: {step}"
        title = item.find("{*}svg/{*}title").text
        assert title == f"{step.technique}: {step}"
    assert "solved" in tree.findall("p")[-1].text


def test_steps_are_drawn_on_the_board_as_it_was():
    explained = EASY.explain()
    pictures = tree_of(render.html(explained)).findall("ol/li/details/{*}svg")
    bold = [len(p.findall("{*}g[@font-weight='bold']/{*}text")) for p in pictures]
    assert set(bold) == {4}
    filled = [len(p.findall("{*}g[@fill='#0072b2']/{*}text")) for p in pictures]
    assert filled == list(range(len(explained)))


def test_trials_stand_inside_their_step():
    solution = HARD.solve().solution
    easier = HARD.replace({cell: solution[cell] for cell in HARD.board.cells[::4]})
    explained = solve_by_logic(easier, techniques=TECHNIQUES[:1], guess=True, seed=4)
    refuted = [step for step in explained if step.trial]
    assert refuted
    lists = tree_of(render.html(explained)).findall("ol/li/details/ol")
    assert [len(found) for found in lists] == [len(step.trial) for step in refuted]


def test_sentences_are_escaped():
    explained = EASY.explain(alphabet="<&\"'")
    piece = render.html(explained)
    assert "it is &lt;" in piece or "&lt; has one place" in piece
    assert len(tree_of(piece).findall("ol/li")) == len(explained)


def test_a_contradiction_is_marked():
    impossible = Puzzle("12.. ..3. ..4. ....")
    explained = impossible.explain()
    assert explained.contradiction
    piece = render.html(explained)
    assert str(explained.contradiction) in piece
    assert 'fill="#f6d8a8"' in piece


def test_answers():
    found = tree_of(render.html(EASY.solve()))
    assert len(found.findall("{*}svg/{*}g/{*}text")) == 16
    assert "solved by" in found.find("p").text
    none = tree_of(render.html(Puzzle("11.. .... .... ....").solve()))
    assert none.find("{*}svg") is None
    csp = CSP()
    csp.variable("<b>", ("&",))
    assert "<pre>{" in render.html(csp.solve()).replace("&#x27;", "'")
    assert "<b>" not in render.html(csp.solve())


def test_pages():
    page = render.page([EASY, HARD], title="<two> & more")
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") == 2
    assert "<title>&lt;two&gt; &amp; more</title>" in page


def _told(step):
    """Return how many steps there are in one, with the trials inside of it."""
    return 1 + sum(map(_told, step.trial))


def test_a_page_of_explanations_draws_when_it_is_opened():
    ruled = Puzzle(board="sudoku-2x2", rules=["cage r1c1 r1c2 = 3", "thermo r3c2 r4c2"])
    explained = [EASY.explain(), ruled.explain(timeout=5), EASY.explain(guess=True)]
    page = render.page(explained, title="three")
    assert "<svg" not in page.partition("<template")[0]
    assert page.count("<template") == 2  # one picture for each board with its rules
    assert page.count('<li><a href="#puzzle') == 3
    steps = [sum(map(_told, one)) for one in explained]
    assert page.count("<li><details data-step=") == sum(steps)
    data = json.loads(page.partition('id="steps">')[2].partition("</script>")[0])
    assert [len(one["steps"]) for one in data["explained"]] == steps
    assert data["explained"][0]["last"] == len(explained[0]) - 1


def test_trials_of_a_page_begin_where_their_step_does():
    puzzle = HARD
    basic = [*(t for t in TECHNIQUES if t.rating < 3.5), *rated.TECHNIQUES]
    (first, *_) = steps = solve_by_logic(puzzle, techniques=basic).steps
    page = render.page([solve_by_logic(puzzle, techniques=basic)])
    data = json.loads(page.partition('id="steps">')[2].partition("</script>")[0])
    (explained,) = data["explained"]
    assert len(explained["steps"]) > len(steps)
    assert first.trial
    assert explained["steps"][1]["v"] == -1  # as the first step of all does
    assert explained["steps"][1 + len(first.trial)]["v"] == 0


def test_fifty_explanations_are_a_page_of_less_than_two_megabytes():
    puzzles = cs.generate_many(50, seed=3)
    few = [t for t in TECHNIQUES if t.rating < 5]
    page = render.page([solve_by_logic(puzzle, techniques=few) for puzzle in puzzles])
    assert len(page.encode()) < 2_000_000


def test_the_package_does_not_draw_before_it_is_asked_to():
    code = (
        "import sys, csp_sudoku as cs; cs.Puzzle('1..4........2..3').solve(); "
        "assert not any(name.startswith('csp_sudoku.render') for name in sys.modules); "
        "cs.render.svg(cs.Puzzle('1..4........2..3')); "
        "assert not {'reportlab', 'resvg_py', 'csp_sudoku.logic'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
