"""The documentation lists every rule of the table: `python -m tests.rules.test_table` writes it."""

from pathlib import Path

from csp_sudoku.rules import TABLE

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "variants.md"
HEAD = "## All rules\n"
END = "\n## Beside other programs"


def table():
    """Return the rules as tables in Markdown, one for each family."""
    parts = []
    families = dict.fromkeys(entry.family for entry in TABLE.values())
    for family in families:
        rows = [
            f"| `{entry.usage.removeprefix('write ').replace('|', chr(92) + '|')}` "
            f"| {entry.meaning} |"
            for entry in TABLE.values()
            if entry.family == family
        ]
        title = family.replace("_", " ").capitalize()
        parts.append("\n".join([f"### {title}", "", "| rule | meaning |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def test_the_documentation_lists_every_rule():
    text = PAGE.read_text("utf-8")
    inside = text[text.index(HEAD) : text.index(END)]
    assert inside.endswith(table())


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    start, end = text.index(HEAD), text.index(END)
    comment = text[start:end].partition("-->")[0] + "-->\n\n"
    PAGE.write_text(text[:start] + comment + table() + text[end:], "utf-8")
