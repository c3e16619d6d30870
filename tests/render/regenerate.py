"""Write the golden files anew: `python -m tests.render.regenerate`; then look at the difference."""

from tests.render.pictures import GOLDEN, pictures


def main():
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.iterdir():
        old.unlink()
    for name, text in pictures():
        (GOLDEN / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
