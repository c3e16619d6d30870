"""Print a constraints file with the lowest version that pyproject.toml declares of each package."""

import re
import tomllib
from pathlib import Path

DECLARED = re.compile(r"(?P<name>[\w.-]+)>=(?P<version>[\w.]+)(?P<marker>;.*)?")

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"]
(everything,) = extras["all"]  # "csp-sudoku[one,other]"
names = everything.partition("[")[2].rstrip("]").split(",")
wanted = [*project["dependencies"], *(line for name in names for line in extras[name])]
lowest = {}
for line in wanted:
    declared = DECLARED.fullmatch(line)
    assert declared, f"{line} does not name a lowest version"
    name, version, marker = declared.groups(default="")
    pinned = f"{name}=={version}{marker}"
    assert lowest.setdefault(name, pinned) == pinned, f"{name} has two lowest versions"
print(*sorted(lowest.values()), sep="\n")
