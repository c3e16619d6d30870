"""What people paste: 120 snippets as they stand in forums, data sets, books, code and links.

Each names where its form comes from. The puzzles are ours or in the public domain (Wikipedia's
example, Project Euler's Grid 01); only the form is that of the source.
"""

import json
import re

import pytest

import csp_sudoku as cs
from csp_sudoku import Puzzle, formats
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.streams import records_or_errors

WIKI = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
"""The example of https://en.wikipedia.org/wiki/Sudoku."""
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
"""Grid 01 of https://projecteuler.net/problem=96."""
DOTS = WIKI.replace("0", ".")
ROWS = [WIKI[at : at + 9] for at in range(0, 81, 9)]
EULER_ROWS = [EULER[at : at + 9] for at in range(0, 81, 9)]
GRID = [list(map(int, row)) for row in ROWS]
KEYCAPS = {ord(c): c + "\ufe0f\u20e3" for c in "0123456789"}
FULL_WIDTH = {ord("0") + at: 0xFF10 + at for at in range(10)}
ARABIC = {ord("0") + at: 0x660 + at for at in range(10)}
CIRCLES = {ord("1") + at: 0x2460 + at for at in range(9)}


def spaced(rows, blank="0", between=" "):
    return "\n".join(between.join(c if c != "0" else blank for c in row) for row in rows)


def boxed(rows, blank):
    return "\n".join(
        "------+-------+------\n" * (at in (3, 6))
        + " | ".join(" ".join(row[c : c + 3]) for c in (0, 3, 6)).replace("0", blank)
        for at, row in enumerate(rows)
    )


READ = {
    # Kaggle, "1 million Sudoku games": https://www.kaggle.com/datasets/bryanpark/sudoku
    "kaggle": (f"quizzes,solutions\n{WIKI},{SOLVED}\n{EULER},{SOLVED}\n", [WIKI, EULER]),
    # Kaggle, "9 million Sudoku puzzles": https://www.kaggle.com/datasets/rohanrao/sudoku
    "kaggle 9m": (f"puzzle,solution\n{WIKI},{SOLVED}\n", [WIKI]),
    # Kaggle, "3 million Sudoku puzzles with ratings", by David Radcliffe
    "kaggle 3m": (f"id,puzzle,solution,clues,difficulty\n1,{DOTS},{SOLVED},30,1.2\n", [WIKI]),
    # Hugging Face "sapientinc/sudoku-extreme": source,question,answer,rating
    "sudoku-extreme": (f"source,question,answer,rating\npuzzles0,{DOTS},{SOLVED},7\n", [WIKI]),
    # A spreadsheet saved as CSV: nine rows, open cells empty
    "csv rows": (spaced(ROWS, "", ","), [WIKI]),
    "csv zeros": (spaced(ROWS, "0", ","), [WIKI]),
    "csv semicolons": (spaced(ROWS, "", ";"), [WIKI]),
    "tsv rows": (spaced(ROWS, "", "\t"), [WIKI]),
    # LeetCode 37, "Sudoku Solver": https://leetcode.com/problems/sudoku-solver/
    "leetcode": (
        "board = \n["
        + "\n,".join(str(list(row.replace("0", "."))).replace("'", '"') for row in ROWS)
        + "]",
        [WIKI],
    ),
    # Python, as in answers on Stack Overflow
    "python": (
        "grid = [\n" + ",\n".join(f"    [{', '.join(row)}]" for row in ROWS) + "\n]\n",
        [WIKI],
    ),
    "python strings": ("rows = [" + ",\n  ".join(f'"{row}"' for row in ROWS) + "]", [WIKI]),
    "python none": ("[" + ", ".join(WIKI).replace("0", "None") + "]", [WIKI]),
    "list of puzzles": (f'PUZZLES = [\n    "{DOTS}",\n    "{EULER}",\n]', [WIKI, EULER]),
    # C, as in Rosetta Code: https://rosettacode.org/wiki/Sudoku
    "c": (
        "int grid[9][9] = {" + ",\n".join(f"{{{','.join(row)}}}" for row in ROWS) + "};",
        [WIKI],
    ),
    # numpy prints arrays without commas
    "numpy": ("[[" + "]\n [".join(" ".join(row) for row in ROWS) + "]]", [WIKI]),
    "numpy repr": (
        "array([[" + "],\n       [".join(", ".join(row) for row in ROWS) + "]])",
        [WIKI],
    ),
    # The New Sudoku Players' Forum: http://forum.enjoysudoku.com/ (phpBB)
    "forum code": (f"Try this one:\n[code]\n{boxed(ROWS, '.')}\n[/code]", [WIKI]),
    "forum quote": ('[quote="champagne"]\n> ' + "\n> ".join(boxed(ROWS, ".").splitlines()), [WIKI]),
    # a list of that forum: puzzle;ER;EP;ED;name
    "rated": (f"{DOTS} ED=11.9/1.2/1.2 Easter Monster\n{EULER} ED=1.5/1.2/1.2\n", [WIKI, EULER]),
    "semicolons": (f"{DOTS};11.9;11.9;11.3;tarx0134\n", [WIKI]),
    "numbered": (f"1: {DOTS}\n2: {EULER}\n", [WIKI, EULER]),
    # Reddit, r/sudoku: Markdown
    "markdown fence": ("What now?\n\n```text\n" + spaced(ROWS, "_") + "\n```\nThanks", [WIKI]),
    "markdown quote": ("> " + "\n> ".join(ROWS), [WIKI]),
    "markdown table": (
        "|a|b|c|d|e|f|g|h|i|\n|-|-|-|-|-|-|-|-|-|\n"
        + "\n".join("|" + "|".join(row.replace("0", " ")) + "|" for row in ROWS),
        [WIKI],
    ),
    "markdown puzzles": (f"| name | puzzle |\n|---|---|\n| easy | {DOTS} |\n", [WIKI]),
    # https://projecteuler.net/resources/documents/0096_sudoku.txt
    "project euler": (
        "Grid 01\n" + "\n".join(EULER_ROWS) + "\nGrid 02\n" + "\n".join(ROWS) + "\n",
        [EULER, WIKI],
    ),
    # open cells as in puzzles typed from newspapers
    "dashes": (spaced(ROWS, "-"), [WIKI]),
    "question marks": (spaced(ROWS, "?", ""), [WIKI]),
    "crosses": (WIKI.replace("0", "x"), [WIKI]),
    "middle dots": (boxed(ROWS, "·"), [WIKI]),
    "quoted": (f'"{DOTS}",\n', [WIKI]),
    # https://www.sudokuwiki.org/Sudoku_String_Definitions, https://sudokuexchange.com/
    "sudokuwiki": (f"https://www.sudokuwiki.org/sudoku.htm?bd={WIKI}", [WIKI]),
    "sudokuexchange": (f"see https://sudokuexchange.com/play/?s={WIKI}&d=2 please", [WIKI]),
    # digits of phones and other scripts
    "keycaps": ("\n".join(row.replace("0", "⬜").translate(KEYCAPS) for row in ROWS), [WIKI]),
    "keycaps with zeros": ("\n".join(row.translate(KEYCAPS) for row in ROWS), [WIKI]),
    "full width": ("\n".join(row.translate(FULL_WIDTH) for row in ROWS), [WIKI]),
    "circles": ("\n".join(row.replace("0", "○").translate(CIRCLES) for row in ROWS), [WIKI]),
    "arabic digits": ("\n".join(row.translate(ARABIC) for row in ROWS), [WIKI]),
    "three dots as one sign": (DOTS.replace("...", "…"), [WIKI]),
    "no width between": ("\n".join("\u200b".join(row) for row in ROWS), [WIKI]),
    # tables of pages: Wikipedia, a page's source, a solver's page with fields to fill in
    "mediawiki": (
        '{| class="wikitable"\n|+ example\n'
        + "\n|-\n".join("| " + " || ".join(row).replace("0", "") for row in ROWS)
        + "\n|}",
        [WIKI],
    ),
    "mediawiki styled": (
        '{| class="wikitable"\n'
        + "\n|-\n".join("\n".join(f'| style="x" | {c}' for c in row) for row in ROWS)
        + "\n|}",
        [WIKI],
    ),
    "html": (
        "<p>Today's</p><table>"
        + "\n".join(
            "<tr>" + "".join(f"<td>{c.replace('0', '&nbsp;')}</td>" for c in row) + "</tr>"
            for row in ROWS
        )
        + "</table>",
        [WIKI],
    ),
    "html by lines": (
        "<table>\n"
        + "".join(
            "<tr>\n" + "".join(f"<td class=c>{c.strip('0')}</td>\n" for c in row) + "</tr>\n"
            for row in ROWS
        )
        + "</table>",
        [WIKI],
    ),
    "html fields": (
        "<table>"
        + "".join(
            "<tr>" + "".join(f'<td><input size=2 value="{c.strip("0")}">' for c in row) + "</tr>\n"
            for row in ROWS
        )
        + "</table>",
        [WIKI],
    ),
    "a tag in prose": (f"I write <td> for cells.\n\n{boxed(ROWS, '.')}\n\n{DOTS}\n", [WIKI, WIKI]),
    "rows of html alone": (
        "\n".join("<tr><td>" + "<td>".join(row).replace("0", "") for row in ROWS),
        [WIKI],
    ),
    "an environment in prose": (f"\\begin{{sudoku}} is what you want here\n{DOTS}\n", [WIKI]),
    # https://ctan.org/pkg/sudoku
    "latex": (
        "\\begin{sudoku}\n"
        + "\n".join("|" + "|".join(row.replace("0", " ")) + "|." for row in ROWS)
        + "\n\\end{sudoku}",
        [WIKI],
    ),
    # OpenSudoku: https://github.com/romario333/opensudoku
    "opensudoku": (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n<name>Mine</name>\n'
        f'<game data="{WIKI}" />\n<game data="{EULER}" />\n</opensudoku>',
        [WIKI, EULER],
    ),
    # programs: what `print(row)` shows, and languages besides those above
    "printed rows": ("\n".join(str([int(c) for c in row]) for row in ROWS), [WIKI]),
    "printed strings": ("\n".join(str(list(row.replace("0", "."))) for row in ROWS), [WIKI]),
    "yaml": ("\n".join(f"- [{', '.join(row)}]" for row in ROWS), [WIKI]),
    "java": (
        "int[][] board = {\n" + ",\n".join(f"{{{','.join(row)}}}" for row in ROWS) + "\n};",
        [WIKI],
    ),
    "java characters": (
        "char[][] board = {\n"
        + ",\n".join(f"{{{','.join(map(repr, row.replace('0', '.')))}}}" for row in ROWS)
        + "\n};",
        [WIKI],
    ),
    "haskell": ("grid = [" + "\n     ,".join(f'"{row}"' for row in ROWS) + "]", [WIKI]),
    "haskell rows": ("\n".join(f'    ,"{row}"' for row in ROWS), [WIKI]),
    "rust": (
        "[\n"
        + ",\n".join(
            f"[{', '.join(f'Some({c})' for c in r)}]".replace("Some(0)", "None") for r in ROWS
        )
        + "\n]",
        [WIKI],
    ),
    "minizinc": (
        "start=[|\n" + "|\n".join(", ".join(row).replace("0", "_") for row in ROWS) + "|];",
        [WIKI],
    ),
    # objects: data sets by lines, https://sudoku-api.vercel.app/, https://sugoku.onrender.com/
    "json lines": (f'{{"puzzle": "{DOTS}", "solution": "{SOLVED}"}}', [WIKI]),
    "json of a server": (
        json.dumps({"newboard": {"grids": [{"value": GRID, "difficulty": "Easy"}], "results": 1}}),
        [WIKI],
    ),
    "json over lines": (json.dumps({"board": GRID}, indent=1), [WIKI]),
    "our json over lines": (json.dumps(json.loads(Puzzle(WIKI).to("json")), indent=1), [WIKI]),
    # rows with their names, as tutors write them, and narrow columns between the boxes
    "letters beside": (
        "    1 2 3 4 5 6 7 8 9\n"
        + "\n".join(
            f"{name}   {' '.join(row)}" for name, row in zip("ABCDEFGHI", ROWS, strict=True)
        ),
        [WIKI],
    ),
    "r1 beside": (
        "    c1 c2 c3 c4 c5 c6 c7 c8 c9\n"
        + "\n".join(f"r{at}  {'  '.join(row)}" for at, row in enumerate(ROWS, start=1)),
        [WIKI],
    ),
    "numbers beside": ("\n".join(f"{at}| {row}" for at, row in enumerate(ROWS, start=1)), [WIKI]),
    "numbers around": (
        "   1 2 3 4 5 6 7 8 9\n"
        + "\n".join(f"{at}  {' '.join(row)}" for at, row in enumerate(ROWS, start=1)),
        [WIKI],
    ),
    "spreadsheet with gaps": (
        "\n".join(
            "\n" * (at in (3, 6)) + "\t\t".join("\t".join(row[c : c + 3]) for c in (0, 3, 6))
            for at, row in enumerate(ROWS)
        ).replace("0", ""),
        [WIKI],
    ),
    # Markdown again: numbers above the columns, an empty header, bold clues
    "reddit table": (
        "|1|2|3|4|5|6|7|8|9|\n|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n"
        + "\n".join("|" + "|".join(row.replace("0", " ")) + "|" for row in ROWS),
        [WIKI],
    ),
    "empty header": (
        "| | | | | | | | | |\n|-|-|-|-|-|-|-|-|-|\n"
        + "\n".join("| " + " | ".join(row.replace("0", " ")) + " |" for row in ROWS),
        [WIKI],
    ),
    "bold clues": (
        "\n".join("|" + "|".join(f"**{c}**" if c != "0" else "   " for c in r) + "|" for r in ROWS),
        [WIKI],
    ),
    "list of rows": (
        "\n".join(
            f"- **Row {at}:** {' '.join(row).replace('0', '_')}"
            for at, row in enumerate(ROWS, start=1)
        ),
        [WIKI],
    ),
    "rows in words": (
        "\n".join(
            f"Row {at}: {', '.join(row).replace('0', 'empty')}"
            for at, row in enumerate(ROWS, start=1)
        ),
        [WIKI],
    ),
    "numbered list": (
        "\n".join(f"{at}. {' '.join(row)}" for at, row in enumerate(ROWS, start=1)),
        [WIKI],
    ),
    # marks of direction, soft hyphens and coloured squares, as phones and pages insert them
    "right to left": ("\n".join(f"\u202a{row}\u202c" for row in ROWS), [WIKI]),
    "soft hyphens": ("\u00ad".join(ROWS), [WIKI]),
    "blue squares": ("\n".join(row.replace("0", "🟦").translate(KEYCAPS) for row in ROWS), [WIKI]),
    # pages: what the New York Times' page holds, lines of HTML, attributes, tables in one line
    "page of a newspaper": (
        'window.gameData = {"easy": {"print_date": "2024-01-05", "puzzle_data": '
        f'{{"hints": [1, 2], "puzzle": [{",".join(WIKI)}], "solution": [{",".join(SOLVED)}]}}}}}};',
        [WIKI],
    ),
    "lines of html": ("<p>" + "<br/>".join(ROWS) + "</p>", [WIKI]),
    "table in one line": (
        "<table>"
        + "".join(
            "<tr>" + "".join(f"<td>{c.strip('0')}</td>" for c in row) + "</tr>" for row in ROWS
        )
        + "</table>",
        [WIKI],
    ),
    "table with names": (
        "<table><tr><th></th>"
        + "".join(f"<th>{at}</th>" for at in range(1, 10))
        + "</tr>\n"
        + "\n".join(
            f"<tr><th>{name}</th>" + "".join(f"<td>{c.strip('0')}</td>" for c in row) + "</tr>"
            for name, row in zip("ABCDEFGHI", ROWS, strict=True)
        )
        + "</table>",
        [WIKI],
    ),
    "attribute": (f'<div class="board" data-puzzle="{WIKI}"></div>', [WIKI]),
    "xml": ("<puzzle>" + "".join(f"<row>{row}</row>" for row in ROWS) + "</puzzle>", [WIKI]),
    # pandas and R print the numbers of rows and columns, decimals and NaN
    "data frame": (
        "     0    1    2    3    4    5    6    7    8\n"
        + "\n".join(
            f"{at}  " + "  ".join(f"{c}.0" if c != "0" else "NaN" for c in row)
            for at, row in enumerate(ROWS)
        ),
        [WIKI],
    ),
    "decimals": (
        "\n".join(",".join(f"{c}.0" if c != "0" else "" for c in row) for row in ROWS),
        [WIKI],
    ),
    "numpy with nan": (
        "[[" + "]\n [".join(" ".join(f"{c}." for c in r).replace("0.", "nan") for r in ROWS) + "]]",
        [WIKI],
    ),
    "matrix of R": (
        "m <- matrix(c(" + ",\n".join(", ".join(row) for row in ROWS) + "), nrow=9, byrow=TRUE)",
        [WIKI],
    ),
    "print of R": (
        "     "
        + " ".join(f"[,{at}]" for at in range(1, 10))
        + "\n"
        + "\n".join(
            f"[{at},]   " + "    ".join(row).replace("0", "NA") for at, row in enumerate(ROWS, 1)
        ),
        [WIKI],
    ),
    "numbers as header": ("0,1,2,3,4,5,6,7,8\n" + spaced(ROWS, "", ","), [WIKI]),
    "letters as header": ("A,B,C,D,E,F,G,H,I\n" + spaced(ROWS, "", ","), [WIKI]),
    "names beside fields": (
        "\t1\t2\t3\t4\t5\t6\t7\t8\t9\n"
        + "\n".join(
            f"{name}\t" + "\t".join(row).replace("0", "")
            for name, row in zip("ABCDEFGHI", ROWS, strict=True)
        ),
        [WIKI],
    ),
    "numbers beside fields": (
        ",1,2,3,4,5,6,7,8,9\n"
        + "\n".join(f"{at}," + ",".join(row).replace("0", "") for at, row in enumerate(ROWS, 1)),
        [WIKI],
    ),
    "cells in one row": (",".join(WIKI).replace("0", ""), [WIKI]),
    # programs again: strings that are joined, words of Ruby, types with sizes, rows in one string
    "sum of strings": ('String p = "' + '" +\n    "'.join(ROWS) + '";', [WIKI]),
    "string of lines": ('grid = """\n' + spaced(ROWS, ".") + '\n"""', [WIKI]),
    "lines and their end": ("const grid = `\n" + "\n".join(ROWS) + "\n`;", [WIKI]),
    "words of ruby": ("BOARD = %w[\n" + "\n".join(ROWS).replace("0", ".") + "\n]", [WIKI]),
    "strings of java": ('String[] rows = new String[] {"' + '", "'.join(ROWS) + '"};', [WIKI]),
    "sizes of c#": (
        "int[,] g = new int[9,9] {\n" + ",\n".join(f"{{{','.join(r)}}}" for r in ROWS) + "\n};",
        [WIKI],
    ),
    "optional numbers of swift": (
        "let puzzle: [[Int?]] = [\n"
        + ",\n".join(f"[{', '.join(row)}]" for row in ROWS).replace("0", "nil")
        + "\n]",
        [WIKI],
    ),
    "array of lisp": (
        "(setf *b* #2A((" + ")\n(".join(" ".join(row) for row in ROWS) + ")))",
        [WIKI],
    ),
    "types of minizinc": (
        "array[1..9,1..9] of opt int: s=[|\n"
        + "|\n".join(",".join(row) for row in ROWS).replace("0", "_")
        + "|];",
        [WIKI],
    ),
    "slashes": ("/".join(ROWS), [WIKI]),
    "rows with commas": (", ".join(ROWS), [WIKI]),
    "rows with commas and a name": (f"rows = '{','.join(ROWS)}'", [WIKI]),
    "ends of lines in a string": ("\\n".join(ROWS), [WIKI]),
    "statement of sql": (f"INSERT INTO puzzles VALUES(1,'{DOTS}','{SOLVED}',1.5);", [WIKI]),
    "object of javascript": (f'{{ id: 3, givens: "{DOTS}", level: null }}', [WIKI]),
    "dictionary of python": (f"{{'name': 'first', 'puzzle': '{DOTS}', 'is_easy': True}}", [WIKI]),
    "rows of an object": (json.dumps({"rows": ROWS}), [WIKI]),
    "comments": ("\n".join(f"// {row}" for row in ROWS), [WIKI]),
    "ends of statements": ("\n".join(f"{row};" for row in ROWS), [WIKI]),
    # LaTeX without a package, and boards as typed
    "tabular": (
        "\\begin{tabular}{|c|c|c|c|c|c|c|c|c|}\\hline\n"
        + "\n".join(" & ".join(row).replace("0", "") + r" \\ \hline" for row in ROWS)
        + "\n\\end{tabular}",
        [WIKI],
    ),
    "array of latex": (
        "\\begin{array}{ccc|ccc|ccc}\n"
        + "\n".join(" & ".join(row).replace("0", r"\cdot") + r" \\" for row in ROWS)
        + "\n\\end{array}",
        [WIKI],
    ),
    "cells in brackets": (
        "\n".join("".join(f"[{c.replace('0', ' ')}]" for c in row) for row in ROWS),
        [WIKI],
    ),
    "letters on both sides": (
        "   1 2 3   4 5 6   7 8 9\n"
        + "\n".join(
            f"{name}  {' '.join(row)}  {name}" for name, row in zip("ABCDEFGHI", ROWS, strict=True)
        ),
        [WIKI],
    ),
    "rules of equals signs": ("=  =  =\n" + spaced(ROWS, "-") + "\n=  =  =", [WIKI]),
    "titles around": (f"Sudoku No. 4,567\n\n{boxed(ROWS, '.')}\n\nSolution tomorrow\n", [WIKI]),
    # several of these in one text
    "mixed": (
        f"{DOTS}\n\n{spaced(EULER_ROWS)}\n\n"
        + Puzzle(WIKI).to("json")
        + f"\nhttps://x.org/?bd={EULER}",
        [WIKI, EULER, WIKI, EULER],
    ),
}


@pytest.mark.parametrize("name", READ)
def test_what_people_paste_is_read(name):
    text, expected = READ[name]
    found = [record.puzzle for record in formats.records(text.splitlines())]
    assert found == [Puzzle(line) for line in expected]


REFUSED = {
    "one row": ("5,3,,,7,,,,", "1 of 9 rows of 9 cells: rows 2 to 9 missing"),
    "a row is missing": ("[code]\n" + "\n".join(ROWS[:8]) + "\n[/code]", "8 of 9 rows"),
    "a symbol is missing": (f"my puzzle: {DOTS[:80]}", "80 symbols"),
    "two kinds of open cells": (f"name: {DOTS.replace('.', '?', 3)}", "stand for open cells"),
    "packed": (
        "https://www.sudokuwiki.org/sudoku.htm?bd=S9B4s010g091803064a4c281c1i2t082q7r7v81094g",
        "S9B",
    ),
    "a list that does not end": ("board = [[5,3,0,0,7,0,0,0,0],", "does not end"),
    "a call": ("<script>alert(1)</script>", "a list whose rows make no board"),
    "squares of two colours": (
        "\n".join(ROWS).replace("0", "⬜").replace("⬜", "⬛", 9),
        "'⬛' is not a value",
    ),
    "one row of keycaps": ("53⬜⬜7⬜⬜⬜⬜".translate(KEYCAPS), "1 of 9 rows"),
    "single cells": ("r1c1=5\nr1c2 = 3\n", "names single cells"),
    "cages beside": (f'{{"puzzle": "{DOTS}", "cages": [[0, 1]]}}', "'cages' besides its puzzle"),
    "rules beside": (
        f'{{"puzzle": "{DOTS}", "rules": "antiknight"}}',
        "'rules' besides its puzzle",
    ),
    "cages of another program": (
        f"{{puzzle: '{DOTS}', cages: [[1, 2]]}}",
        "'cages' besides its puzzle",
    ),
    "cells of a crossword program": (
        '<grid><cell x="1" y="1" hint="5"/><cell x="2" y="1" hint="3"/></grid>',
        "names single cells",
    ),
    "facts": ("clue(1,1,5). clue(1,2,3).", "names single cells"),
    "words alone": ("hello world, this is no puzzle", "no puzzle is among these words"),
    "a link in Markdown": ("![sudoku](https://i.imgur.com/abc.png)", "no puzzle is inside"),
    "cells of a notebook": (
        '{"cells": [{"cell_type": "code", "source": []}], "nbformat": 4}',
        "the field 'cells' is unknown",
    ),
    "a header and eight rows": (
        "0,1,2,3,4,5,6,7,8\n" + spaced(ROWS[:7], "", ","),
        "8 of 9 rows",
    ),
    "rows out of order": (
        "\n".join(f"{at}: {row}" for at, row in zip("132456789", ROWS, strict=True)),
        "9 rows of 11 cells",
    ),
    "a table with another row": (f"quizzes,solutions\n{WIKI},{SOLVED}\n{WIKI}\n", "1 fields"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_puzzle_is_refused_with_a_sentence(name):
    text, problem = REFUSED[name]
    found = list(records_or_errors(text.splitlines()))
    errors = [str(one) for one in found if isinstance(one, CspSudokuError)]
    assert any(problem in error for error in errors), errors
    assert not any("16 make" in error for error in errors)


FRAMED = re.sub("[{}]", " ", Puzzle(WIKI).to("pencilmarks")).replace("1489", "489 ")
MARKS = [line.replace("|", " ").split() for line in FRAMED.splitlines() if "|" in line]
MARKS = [row for row in MARKS if len(row) == 9]


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{FRAMED}\n```",
        f"[code]\n.----.----.----.\n{FRAMED}\n[/code]",
        "\n".join(",".join(row) for row in MARKS),
        "\n".join(" ".join(f"[{cell}]" if len(cell) > 1 else cell for cell in r) for r in MARKS),
        "\n".join(" | ".join(",".join(cell) for cell in row) for row in MARKS),
        str(MARKS),
        json.dumps([[list(map(int, cell)) for cell in row] for row in MARKS]),
    ],
)
def test_candidates_in_many_styles(text):
    (record,) = formats.records(text.splitlines())
    assert record.puzzle == Puzzle(FRAMED, format="pencilmarks")
    assert record.puzzle.has_candidates


def about(text, **options):
    return [dict(record.headers) for record in formats.records(text.splitlines(), **options)]


def test_what_stood_beside_a_puzzle_is_kept():
    assert about(READ["rated"][0])[0] == {
        "rating": "11.9",
        "comment": "ED=11.9/1.2/1.2 Easter Monster",
    }
    assert [one["name"] for one in about(READ["project euler"][0])] == ["Grid 01", "Grid 02"]
    assert about(READ["kaggle 3m"][0]) == [
        {"id": "1", "solution": SOLVED, "clues": "30", "difficulty": "1.2"}
    ]
    assert about(READ["numbered"][0])[1] == {"name": "2"}


def test_a_column_by_its_name():
    text = f"start,end\n{WIKI},{SOLVED}\n{EULER},{SOLVED}\n"
    found = [record.puzzle for record in formats.records(text.splitlines(), column="start")]
    assert found == [Puzzle(WIKI), Puzzle(EULER)]


def test_a_column_that_is_not_there():
    text = f"start,end\n{WIKI},{SOLVED}\n".splitlines()
    with pytest.raises(CspSudokuError, match="no column 'puzzle'; its header is start, end"):
        list(formats.records(text, column="puzzle"))


def test_candidates_of_a_link():
    """The example of https://www.sudokuwiki.org/Sudoku_String_Definitions."""
    packed = (
        "vu4804032o1508g080030k10o888882647046888g06828060k10029k260b90478go003g0g95090b0b6a2c00g0bcg"
        "038ga8g9ao1506601oh847063a2ag288gg8g0626c082c2k20b159818920k9ag9462044"
    )
    puzzle = formats.parse(f"https://www.sudokuwiki.org/sudoku.htm?bd={packed}")
    assert puzzle.has_candidates
    assert puzzle.is_unique()


def test_utf_16(tmp_path):
    path = tmp_path / "saved.txt"
    path.write_bytes(f"{DOTS}\r\n".encode("utf-16"))
    assert cs.load(path) == [Puzzle(WIKI)]


def test_load(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text(READ["kaggle"][0])
    assert cs.load(path) == [Puzzle(WIKI), Puzzle(EULER)]
    with pytest.raises(CspSudokuError, match="no such file"):
        cs.load(tmp_path / "none")


def test_lines_that_are_no_puzzles_stay_errors_in_their_place():
    """In a file of one puzzle per line, row i stays puzzle i."""
    found = list(records_or_errors([DOTS, "no puzzle here", "Grid 7", EULER]))
    assert [isinstance(one, CspSudokuError) for one in found] == [False, True, True, False]


def test_numbers_as_words():
    names = ["blank", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    words = [names[int(digit)] for digit in WIKI]
    rows = [", ".join(words[at : at + 9]).capitalize() for at in range(0, 81, 9)]
    for text in (" ".join(words), "\n".join(rows), "> Read to me:\n> " + "\n> ".join(rows)):
        assert Puzzle(text) == Puzzle(WIKI)
    dotted = "one two . .\n. . three four\ntwo . . .\n. . . one"
    assert Puzzle(dotted) == Puzzle("12.. ..34 2... ...1")
    with pytest.raises(CspSudokuError, match="rows"):
        Puzzle("\n".join(rows[:8]))
