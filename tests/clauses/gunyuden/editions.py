"""The printings of the basic rules under which the clause tests run: all, or those that a test is marked with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from gunki.core.definition.clauses import Book
from gunki.core.definition.data_tables import read_tables
from gunki.core.definition.game import MatchOption
from gunki.core.definition.setup import OptionValue
from gunki.series.gunyuden.editions import (
    FIRST,
    FIRST_EDITION,
    FIRST_EDITION_PARTS,
    REVISED,
    Edition,
    make_revised_edition,
)
from gunki.series.gunyuden.rules.action_words import REVISED_VERBS
from gunki.series.gunyuden.state.position import GunyudenPosition
from gunki.series.gunyuden_revised.setup import RevisedSetup
from gunki.series.gunyuden_revised.state import procedure_fields, state_fields
from gunki.series.gunyuden_revised.state.position import RevisedPositionOf
from tests.series.valley import Valley, ValleyPosition, ValleySetup, tables
from tests.support import GAMES, SHARED


class RevisedValleySetup(ValleySetup, RevisedSetup):
    verbs = REVISED_VERBS

    def __init__(self, options: dict[str, OptionValue], raw: dict[str, Any], rules: Edition) -> None:
        if options["communication_range"] == "first edition":
            self.lengths_table = "communication_first_edition"
        super().__init__(options, raw, rules)


class RevisedValleyPosition(ValleyPosition, RevisedPositionOf[RevisedValleySetup]):
    FIELDS, STATE = procedure_fields.FIELDS, state_fields.STATE


class RevisedValley(Valley):
    #: Options of the revised rules and tables that this match plays as first printed.
    again: tuple[str, ...] = ()
    shared_books = (*Valley.shared_books, Book("gunyuden_revised", SHARED["gunyuden_revised"]))
    shared_texts = (*Valley.shared_texts, SHARED["gunyuden_revised"] / "text")
    match_options = (
        *Valley.match_options,
        MatchOption("decisive_rule", "all units hit", ("all units hit", "first edition"), "R-2"),
        MatchOption("communication_range", "revised 8", ("revised 8", "first edition"), "R-10"),
        MatchOption("assault_rule", "both sides roll", ("both sides roll", "first edition"), "R-4"),
        MatchOption("surrender_results", "eight", ("eight", "three"), "R-6"),
        MatchOption("ambush", True, (True, False), "R-8"),
    )

    def options(self, chosen: Mapping[str, Any] | None = None) -> dict[str, OptionValue]:
        known = {option.name for option in self.match_options}
        return super().options({**{name: FIRST_EDITION for name in self.again if name in known}, **(chosen or {})})

    @property
    def tables(self) -> dict[str, Any]:
        return {**super().tables, **{name: tables()[name] for name in self.again if name in self.changes}}

    def setup(self, scenario: Any = None, options: Any = None, replace: Any = None) -> ValleySetup:
        return self.build("", self.options(options), self.tables, None)

    def build(self, scenario: str, options: Any, tables: Any, origin: Any) -> ValleySetup:
        return self.setting(options, tables, make_revised_edition(options))


class Printing(NamedTuple):
    """What the valley needs to be played by an edition: its classes, and the tables in which it differs."""

    rules: Edition
    position: type[GunyudenPosition] = ValleyPosition
    setting: type[ValleySetup] = ValleySetup
    changes: Mapping[str, Any] = MappingProxyType({})
    game: type[Valley] = Valley

    def valley(self, parts: tuple[str, ...] = ()) -> Valley:
        """Return the game with these parts as first printed."""
        game = self.game(self.rules, self.position, self.setting, self.changes)
        if isinstance(game, RevisedValley):
            game.again = parts
        return game


#: The tables that the revised rules change, as Hideyoshi has them; all other tables are as first printed.
REPRINTED = (
    "field_battle", "assault", "ambush", "garrison_limit", "siege", "incident", "surrender", "terrain", "river",
    "decisive_retreat", "communication", "communication_first_edition",
)  # fmt: skip


def read_reprinted_tables() -> dict[str, Any]:
    printed = read_tables(GAMES / "hideyoshi" / "data")[0]
    return {name: printed[name] for name in REPRINTED}


#: The printings by their names in the series.
EDITIONS = {
    "first": Printing(FIRST),
    "revised": Printing(REVISED, RevisedValleyPosition, RevisedValleySetup, read_reprinted_tables(), RevisedValley),
}


def mark(edition: Edition) -> str:
    """Return the clause of a marked result: a bullet as first printed, an asterisk in the revised table."""
    return "23-3-3" if edition is FIRST else "QR-CRT-star"


def only(*names: str) -> pytest.MarkDecorator:
    """Mark a test of a clause that is worded otherwise in other printings: `@only("first")`."""
    unknown = sorted(set(names) - set(EDITIONS))
    if unknown or not names:
        raise ValueError(f"no such edition: {', '.join(unknown) or 'none named'}; known: {', '.join(EDITIONS)}")
    return pytest.mark.only(*names)


def as_first(*parts: str) -> pytest.MarkDecorator:
    """Mark a test for which the revised printing plays these parts as first printed: `@as_first("assault_rule")`.

    A part is an option of the revised rules, or a table of the first printing whose numbers the test uses.
    """
    known = {*FIRST_EDITION_PARTS, "communication_range", "field_battle"}
    unknown = sorted(set(parts) - known)
    if unknown or not parts:
        raise ValueError(f"no such part: {', '.join(unknown) or 'none named'}; known: {', '.join(sorted(known))}")
    return pytest.mark.as_first(*parts)


def find_editions(item: pytest.Mark | None) -> list[str]:
    """Return the editions under which a test with this mark, or without one, is run."""
    return [name for name in EDITIONS if item is None or name in item.args]
