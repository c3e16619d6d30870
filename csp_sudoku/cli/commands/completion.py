"""`csp-sudoku completion`: a script with which a shell completes commands, options and values.

The scripts are plain text, and run no Python when Tab is pressed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from csp_sudoku.cli import COMMANDS
from csp_sudoku.cli.arguments import add_debug
from csp_sudoku.encoders.exports import EXPORTS

_EPILOG = """\
bash: csp-sudoku completion bash > ~/.local/share/bash-completion/completions/csp-sudoku
zsh:  csp-sudoku completion zsh > a folder of your $fpath, as _csp-sudoku
fish: csp-sudoku completion fish > ~/.config/fish/completions/csp-sudoku.fish
Exit code: 0 if all is well, 2 for bad usage.
"""
_PROGRAM = "csp-sudoku"
_FRONT = {"--help": "show this help message and exit", "--version": "show the version and exit"}
_FILES = ("PUZZLE", "FILE", "DIR")
"""What the help calls arguments that name files."""
_BOARDS = (
    *("sudoku-2x2", "sudoku-2x3", "sudoku-3x3", "sudoku-4x4", "sudoku-5x5", "latin-9"),
    *("sudoku-3x3+diagonals", "sudoku-3x3+windows", "samurai"),
)
"""The best-known boards."""


class Option(NamedTuple):
    """An option of a command, or its argument without an option, which has no flags."""

    flags: tuple[str, ...]
    help: str
    metavar: str | None
    """What the help calls its value; None if it takes no value."""
    choices: tuple[str, ...]
    is_file: bool


class Command(NamedTuple):
    """A command with its options and its argument."""

    name: str
    summary: str
    options: Sequence[Option]
    argument: Option | None


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=tuple(SHELLS), help="the shell")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(SHELLS[args.shell](commands()), end="")
    return 0


def commands() -> list[Command]:
    """Return all commands with their options, from their own parsers."""
    values = _values()
    values_of = {"export": {**values, "to": tuple(EXPORTS)}}
    found = []
    for name, summary in COMMANDS.items():
        parser = argparse.ArgumentParser()
        add_debug(parser)
        import_module(f"csp_sudoku.cli.commands.{name.replace('-', '_')}").configure(parser)
        options = [_option(action, values_of.get(name, values)) for action in parser._actions]
        flagged = [option for option in options if option.flags]
        argument = next((option for option in options if not option.flags), None)
        found.append(Command(name, summary, flagged, argument))
    return found


def _values() -> Mapping[str, tuple[str, ...]]:
    """Return the values of arguments that argparse has no choices for, by their name."""
    from csp_sudoku.backends import available
    from csp_sudoku.formats import ALPHABETS, NAMES
    from csp_sudoku.logic.levels import SCALES

    backends = tuple(info.name for info in available())
    alphabets = tuple(ALPHABETS)
    return {
        "backend": backends,
        "board": _BOARDS,
        "format": NAMES,
        "to": NAMES,
        "alphabet": alphabets,
        "to_alphabet": alphabets,
        "difficulty": tuple(dict.fromkeys(w for scale in SCALES.values() for w in scale.levels)),
        "levels": tuple(SCALES),
        "of": tuple(COMMANDS),
    }


def _option(action: argparse.Action, values: Mapping[str, tuple[str, ...]]) -> Option:
    choices = action.choices or values.get(action.dest, ()) if action.nargs != 0 else ()
    return Option(
        flags=tuple(action.option_strings),
        help=action.help or "",
        metavar=None if action.nargs == 0 else str(action.metavar or action.dest).upper(),
        choices=tuple(map(str, choices)),
        is_file=action.metavar in _FILES,
    )


# bash

_BASH = """\
# bash completion for csp-sudoku
_csp_sudoku() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local command= options= choices= i
    COMPREPLY=()
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${{COMP_WORDS[i]}} != -* ]]; then
            command=${{COMP_WORDS[i]}}
            break
        fi
    done
    case $command,$before in
{values}
    esac
    case $command in
    '') options='{front}' choices='{names}' ;;
{commands}
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif [[ -n $choices ]]; then
        COMPREPLY=($(compgen -W "$choices" -- "$word"))
    fi # else the shell completes files
}}
complete -o default -F _csp_sudoku csp-sudoku
"""


def bash(commands: Sequence[Command]) -> str:
    """Return the script for bash."""
    values, cases = [], []
    for command in commands:
        for option in command.options:
            if option.metavar is not None:
                flags = "|".join(f"{command.name},{flag}" for flag in option.flags)
                values.append(f"    {flags}) {_bash_value(option)} ;;")
        flags = " ".join(flag for option in command.options for flag in option.flags)
        choices = " ".join(command.argument.choices) if command.argument else ""
        cases.append(f"    {command.name}) options='{flags}' choices='{choices}' ;;")
    return _BASH.format(
        values="\n".join(values),
        front=" ".join(_FRONT),
        names=" ".join(command.name for command in commands),
        commands="\n".join(cases),
    )


def _bash_value(option: Option) -> str:
    if option.choices:
        words = " ".join(option.choices)
        return f"COMPREPLY=($(compgen -W '{words}' -- \"$word\")); return"
    return "return" if option.is_file else "compopt +o default 2> /dev/null; return"


# zsh

_ZSH = """\
#compdef csp-sudoku
_csp-sudoku() {{
    local -a commands
    if (( CURRENT == 2 )); then
        commands=(
{names}
        )
        _describe command commands
        _arguments {front}
        return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
{commands}
    esac
}}
if [[ $funcstack[1] == _csp-sudoku ]]; then
    _csp-sudoku "$@"
else
    compdef _csp-sudoku csp-sudoku
fi
"""


def zsh(commands: Sequence[Command]) -> str:
    """Return the script for zsh."""
    names = (_quoted(f"{c.name}:{c.summary}") for c in commands)
    cases = []
    for command in commands:
        specs = [_zsh_spec(flag, option) for option in command.options for flag in option.flags]
        if command.argument is not None:
            specs.append(_quoted(f"*{_zsh_value(command.argument)}"))
        words = " \\\n        ".join(specs)
        cases.append(f"    {command.name})\n        _arguments \\\n        {words}\n        ;;")
    return _ZSH.format(
        names="\n".join(f"            {name}" for name in names),
        front=" ".join(_quoted(f"{flag}[{text}]") for flag, text in _FRONT.items()),
        commands="\n".join(cases),
    )


def _zsh_spec(flag: str, option: Option) -> str:
    text = option.help
    for symbol in "\\[]:":
        text = text.replace(symbol, f"\\{symbol}")
    value = "" if option.metavar is None else _zsh_value(option)
    return _quoted(f"*{flag}[{text}]{value}")


def _zsh_value(option: Option) -> str:
    action = f"({' '.join(option.choices)})" if option.choices else "_files"
    return f":{option.metavar}:{action if option.choices or option.is_file else ' '}"


# fish


def fish(commands: Sequence[Command]) -> str:
    """Return the script for fish."""
    lines = ["# fish completion for csp-sudoku"]
    start = f"complete -c {_PROGRAM} -n __fish_use_subcommand -f"
    lines += [f"{start} -l {flag[2:]} -d {_fish(text)}" for flag, text in _FRONT.items()]
    lines += [f"{start} -a {c.name} -d {_fish(c.summary)}" for c in commands]
    for command in commands:
        seen = f"complete -c {_PROGRAM} -n '__fish_seen_subcommand_from {command.name}'"
        if command.argument is None:
            lines.append(f"{seen} -f")
        elif command.argument.choices:
            lines.append(f"{seen} -f -a {_fish(' '.join(command.argument.choices))}")
        lines += [f"{seen} {_fish_option(option)}" for option in command.options]
    return "\n".join(lines) + "\n"


def _fish_option(option: Option) -> str:
    flags = " ".join(f"-{'ls'[len(flag) == 2]} {flag.lstrip('-')}" for flag in option.flags)
    value = ""
    if option.choices:
        value = f" -x -a {_fish(' '.join(option.choices))}"
    elif option.metavar is not None:
        value = " -r -F" if option.is_file else " -x"
    return f"{flags}{value} -d {_fish(option.help)}"


def _fish(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _quoted(text: str) -> str:
    """Return a text as one word of bash or zsh."""
    escaped = text.replace("'", "'\\''")
    return f"'{escaped}'"


SHELLS: Mapping[str, Callable[[Sequence[Command]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
"""The shells, and the function that writes the script for each."""
