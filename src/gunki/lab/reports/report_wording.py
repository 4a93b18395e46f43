"""Words for reports in one language: the laboratory's own texts, and the names of a game."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gunki
from gunki.core.definition.clauses import number
from gunki.core.definition.lexicon import NONE
from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.lab.studies.study_plan import Plan

FOLDER = Path(__file__).parent / "text"
#: Match options or tables that differ from the default, as a command writes them.
Changes = Mapping[str, Any]


class LabWords:
    """The texts of a report on `game` in the language `lang`.

    A call of it returns one of the laboratory's own texts.
    """

    def __init__(self, game: str, lang: str) -> None:
        self.lang = lang
        self.game = gunki.game(game)
        self._own, self._texts = Texts((FOLDER,), lang), self.game.texts(lang)
        self._places = self.game.place_names(lang)

    def __call__(self, key: str, /, **data: Any) -> str:
        return self._own("lab", key, **data)

    @property
    def other(self) -> str:
        """The other language."""
        return next(lang for lang in LANGUAGES if lang != self.lang)

    def side(self, seat: str) -> str:
        """Return the name of a seat."""
        return self._texts.name("seat" if self._texts.has("seat", seat) else "power", seat)

    def thing(self, thing: str) -> str:
        """Return the name of a thing such as `castle:edo`, `army:hojo` or `hex:1234`."""
        if thing == NONE:
            return self("nobody")
        kind, _, name = thing.partition(":")
        if kind == "seat":
            return self.side(name)
        return self._places.get(kind, {}).get(name) or self._texts.name(kind, name)

    def title(self) -> str:
        """Return the title of the game."""
        return self._texts("game", "title")

    def scenario(self, scenario: str) -> str:
        """Return the name of a scenario."""
        return self._texts.name("scenario", scenario)

    def reason(self, reason: str) -> str:
        """Return the words for the reason why a game ended."""
        return self._texts("reason", reason)

    def clause(self, clause: str) -> str:
        """Return the number of a clause without the name of its book."""
        return number(clause)

    def join_names(self, names: list[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(names)


def changes(plan: Plan) -> dict[str, str]:
    """Return what a plan changes: the options that are not the default, and the tables.

    The options are written as a command writes them.
    """
    usual = gunki.game(plan.game).options()
    changed_options = {name: option_text(value) for name, value in plan.options.items() if usual.get(name) != value}
    return {**changed_options, **dict.fromkeys(plan.tables, "data/")}


def option_text(value: Any) -> str:
    """Return the value of an option as a command writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def command(plan: Plan, folder: Path) -> str:
    """Return the command that plays the same study again. The user's folders are left out of it."""
    words = ["gunki", "lab", "play", f"{plan.game}/{plan.scenario}", "--players", ",".join(plan.players),
             "--games", str(plan.games), "--seed", str(plan.seed)]  # fmt: skip
    usual = gunki.game(plan.game).options()
    for name, value in plan.options.items():
        if usual.get(name) != value:
            words += ["--option", f"{name}={option_text(value)}"]
    if plan.tables:
        words += ["--data", f"{folder.name}/data"]
    return shlex.join(words)
