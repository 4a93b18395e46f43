"""The setup of games with units in areas and cards in hands: their tables as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gunki.board.areamap import AreaMap
from gunki.core.definition.data_tables import Tables
from gunki.core.definition.setup import OptionValue, Setup


def ranks(names: Sequence[str]) -> tuple[int, ...]:
    """Return the place of each name in alphabetical order."""
    places = {name: place for place, name in enumerate(sorted(names))}
    return tuple(places[name] for name in names)


class AreaSetup(Setup):
    """The tables of a game as numbers. Bit sets of clans, areas and generals are plain ints."""

    map: AreaMap
    clans: tuple[str, ...]
    last_turn: int
    counters: tuple[int, ...]
    army_value: tuple[int, ...]
    generals: tuple[str, ...]
    value: tuple[int, ...]
    #: The clan a general belongs to; -1 for successor counters, which serve any clan.
    general_clan: tuple[int, ...]
    #: Bit sets of generals: those who cannot move, and strategists, who may support a commander (1-2-1-3).
    defending: int
    strategists: int
    cards: tuple[str, ...]
    #: The names of the decks, and the deck each card belongs to.
    decks: tuple[str, ...]
    deck: tuple[int, ...]
    #: How many areas a march can cover.
    march_areas: int
    #: No modifier raises a military value above this number (honganji: H-69).
    value_cap: int
    #: For each die of a death check (8-4-2): whether the general dies.
    deadly: tuple[bool, ...]
    #: A clan whose counters do not form one power: each counter is a power of its own (-1: there is no such clan).
    lone_clan: int
    #: The clans, and the generals (a bit set), that the scenario does not use.
    unused: frozenset[int]
    unused_generals: int
    #: The clause by which cards are played as events.
    event_clause: str
    #: The clause of continued combat.
    combat_clause: str
    #: The area that is the sea, closed to some clans (-1: the map has no sea); and the clause that closes it.
    sea: int
    sea_clause: str

    def __init__(self, scenario: str, options: Mapping[str, OptionValue], tables: Mapping[str, Any]) -> None:
        super().__init__(scenario, options, tables)
        self.defending = self.strategists = 0
        self.lone_clan = -1
        self.unused, self.unused_generals = frozenset(), 0
        self.sea = -1
        self.value_cap = 9
        self._general_number: dict[str, int] | None = None
        self._general_rank: tuple[int, ...] | None = None
        self._area_rank: tuple[int, ...] | None = None
        self._card_number: dict[str, int] | None = None
        #: Drawn pieces and cards, and drawn parts of recent scenes (scene.py).
        self.pieces: dict[tuple[Any, ...], dict[str, Any]] = {}
        self.drawing_cache: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    def read_layout(self, tables: Tables, sides: Iterable[str]) -> None:
        """Read where the areas are drawn, and the colour and pattern of each side."""
        row = tables.row("layout")
        at, colours = row.sub("at"), row.sub("sides")
        self.drawn_at = {name: at.numbers(name, 0, 99, 2) for name in self.map.names}
        self.side_colours = {
            side: {field: colours.sub(side).word(field) for field in ("colour", "pattern")} for side in sides
        }

    # The properties below are computed at their first use and kept in fields, because compiled classes cannot have
    # cached properties.

    @property
    def general_number(self) -> dict[str, int]:
        """The index of each general, by name."""
        if self._general_number is None:
            self._general_number = {general: number for number, general in enumerate(self.generals)}
        return self._general_number

    @property
    def general_rank(self) -> tuple[int, ...]:
        """The place of each general's id in alphabetical order, for ties that are broken by id (H-23)."""
        if self._general_rank is None:
            self._general_rank = ranks(self.generals)
        return self._general_rank

    @property
    def area_rank(self) -> tuple[int, ...]:
        """The place of each area's id in alphabetical order, for ties that are broken by id (H-23)."""
        if self._area_rank is None:
            self._area_rank = ranks(self.map.names)
        return self._area_rank

    @property
    def card_number(self) -> dict[str, int]:
        """The index of each card, by name."""
        if self._card_number is None:
            self._card_number = {card: number for number, card in enumerate(self.cards)}
        return self._card_number
