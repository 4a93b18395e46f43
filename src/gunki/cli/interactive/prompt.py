"""Questions to the person at the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from rich.text import Text

from gunki.cli.render.screen import Screen, normalise_input, strip_controls
from gunki.cli.render.words import Words


def is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def ask(screen: Screen, prompt: str) -> str:
    """Return one line of input. Raise EOFError at the end of the input.

    Input from a pipe is printed again, so that a transcript is readable.
    """
    prompt = strip_controls(prompt)
    if is_interactive() and screen.tty:
        with suppress(ImportError):  # not on Windows
            import readline  # noqa: F401  # gives `input` line editing and history, which piped input must not have
        return normalise_input(input(prompt))
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    screen.line(prompt + line.rstrip("\n"))
    return normalise_input(line)


def pick(screen: Screen, words: Words, question: str, choices: Sequence[tuple[str, str]], default: int = 0) -> str:
    """Let the person choose one of `(answer, label)`. Return the answer. Enter chooses the default."""
    screen.line(question, "bold")
    for number, (_, label) in enumerate(choices, 1):
        mark = words("default") if number - 1 == default else ""
        screen.text(Text.assemble((f"{number:3} ", "cyan"), strip_controls(label), (mark, "dim")))
    while True:
        text = ask(screen, "> ").casefold()
        if not text:
            return choices[default][0]
        for number, (answer, label) in enumerate(choices, 1):
            if text in (str(number), answer.casefold(), label.casefold()):
                return answer
        screen.line(words("pick_again", count=len(choices)))


def has_confirmed(screen: Screen, words: Words, question: str) -> bool:
    """Return whether the person says yes. Enter means no."""
    try:
        return ask(screen, f"{question} [y/N] ").casefold() in ("y", "yes", "はい", "j")
    except EOFError:
        return False
