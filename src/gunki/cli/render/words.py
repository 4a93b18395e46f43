"""The engine's output in the player's language: names, prompts, options, refusals, clauses."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gunki.core.definition.game import Game
from gunki.core.definition.lexicon import VIA
from gunki.core.definition.setup import Setup
from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.core.matches.match import Result
from gunki.core.rules.decision import Decision, Option, Reason
from gunki.core.rules.events import Event
from gunki.core.show.event_sentences import key_where, sentence

FOLDER = Path(__file__).parent / "text"


def default_language() -> str:
    """Return the language of the environment if gunki has it, else English."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not name:
        name = locale.getlocale()[0] or ""
    return "ja" if name.lower().startswith("ja") else LANGUAGES[0]


class Words:
    """The command's own words: menus, labels, help."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.ui = Texts((FOLDER,), lang)

    def __call__(self, key: str, /, **data: Any) -> str:
        return self.ui("ui", key, **data)

    def has(self, key: str) -> bool:
        return self.ui.has("ui", key)

    @property
    def comma(self) -> str:
        """The separator after a word in a list.

        It is for lists whose words are joined with spaces when lines are wrapped.
        """
        return "" if self.lang == "ja" else ","

    @property
    def space(self) -> str:
        """The text that is put between a name and its number."""
        return "" if self.lang == "ja" else " "

    def join_names(self, names: list[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(names)


class GameWords(Words):
    """The command's own words and those of one game."""

    def __init__(self, game: Game, lang: str, setup: Setup | None = None) -> None:
        super().__init__(lang)
        self.game = game
        self.texts = game.texts(lang)
        self._lexicon = None if setup is None else setup.lexicon
        self._verbs: Mapping[str, tuple[str, ...]] = {} if setup is None else setup.lexicon.verbs

    # -- names ----------------------------------------------------------------------------------------------------

    def name(self, kind: str, thing_id: str) -> str:
        return self.texts.name(kind, thing_id)

    def name_of_pair(self, name: Sequence[str]) -> str:
        """Return the name for a pair of section and key. Scenes and charts give names as such pairs."""
        return self.texts.name(name[0], name[1])

    def cell(self, cell: Any) -> str:
        """Return the text of a chart's cell (gunki.core.show.charts)."""
        if cell is None:
            return "–"
        return (
            self.join_names([self.name_of_pair(name) for name in cell["names"]])
            if isinstance(cell, Mapping)
            else str(cell)
        )

    def short(self, kind: str, thing_id: str) -> str:
        """Return the short name that fits on a counter."""
        return (
            self.texts.name("short", thing_id) if self.texts.has("short", thing_id) else self.texts.name(kind, thing_id)
        )

    def side(self, side_id: str) -> str:
        """Return the name of a seat or a power."""
        return (
            self.texts.name("seat", side_id) if self.texts.has("seat", side_id) else self.texts.name("power", side_id)
        )

    # -- kinds of things ------------------------------------------------------------------------------------------

    def kinds(self, verb: str) -> tuple[str, ...]:
        """Return the kinds of a verb's arguments in the form in which they are written: `unit`, `to_unit`."""
        return self._verbs.get(verb, ())

    def kind(self, key: str) -> str:
        """Return the kind of thing that an argument or a data key names: `to_unit` names a unit."""
        return "" if self._lexicon is None else self._lexicon.kind_of(key.rstrip("*"))

    # -- decisions and options ------------------------------------------------------------------------------------

    def prompt(self, decision: Decision) -> str:
        if decision.kind == "roll":
            key = f"roll_{decision.name}"
            return self._text("decision", key if self.texts.has("decision", key) else "roll", decision.data)
        return self._text("decision", decision.name, decision.data)

    def _text(self, section: str, key: str, data: Mapping[str, Any]) -> str:
        if self.texts.has(section, key):
            return self.texts(section, key_where(self.texts, section, key, data), **data)
        return key.replace("_", " ")

    def option(self, option: Option) -> str:
        verb, args = option.action.verb, [arg for arg in option.action.args if arg != VIA]
        kinds = self._verbs.get(verb, ())
        data: dict[str, Any] = {}
        more: list[Any] = []
        for number, arg in enumerate(args):
            kind = kinds[min(number, len(kinds) - 1)] if kinds else ""
            if kind.endswith("*"):
                more.append(arg)
                data[f"via_{kind[:-1]}s"] = more
            else:
                data[kind if kind not in data else f"other_{kind}"] = arg
        key = f"{verb}_via" if more and self.texts.has("verb", f"{verb}_via") else verb
        if not self.texts.has("verb", key):
            return str(option)
        text = self.texts("verb", key, **data)
        if more and "{via_" not in self.texts("verb", key):
            kind = kinds[-1][:-1]
            text += self("via", places=self.texts.translate(kind, more))
        return text

    def bar(self, bar: Reason) -> str:
        if self.texts.has("bar", bar.what):
            return self.texts("bar", bar.what, **bar.data)
        own = f"bar_{bar.what}"
        return self(own) if self.has(own) else bar.what.replace("_", " ")

    def event(self, event: Event) -> str:
        return sentence(self.texts, event)

    def reason(self, result: Result) -> str:
        return self._text("reason", result.reason, {"winner_seat": result.winner, "seat": result.winner})

    # -- rules ----------------------------------------------------------------------------------------------------

    def clause(self, cited: str) -> tuple[str, str]:
        """Return the number and the text of a clause or ruling that is cited as `nobunaga:7-2(1)` or `7-2(1)`."""
        clause_id = cited.split(":", 1)[-1]
        clause = self.game.clauses.get(clause_id)
        if clause is not None:
            return clause_id, clause.text(self.lang)
        ruling = self.game.rulings.get(clause_id)
        return clause_id, "" if ruling is None else ruling.text("ruling", self.lang)
