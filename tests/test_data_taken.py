"""Whatever stands in a game's data tables is taken by its rules or displays: an entry that nobody reads is no knob.

Every game is laid out with tables that write down what is taken out of them, in every scenario and with every choice of
its options; its charts, lookups, lessons, views and scenes are made, and a game of each scenario is played and weighed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

import gunki
from gunki.core.definition.data_tables import read_tables
from gunki.core.definition.game import Game
from gunki.core.definition.setup import Setup
from gunki.core.matches.match import Match
from gunki.core.matches.record_entries import MatchHeader

#: The functions that take an entry are found by their frames, which compiled ones do not have.
pytestmark = pytest.mark.plain

#: Where a number comes from, what the printed game calls it, and values that may be copied: notes for people.
NOTES = ("source", "why", "clause", "alternative", "doubt", "star_inferred", "colour_name")
#: Decisions of a game that are played, and how often bots weigh the position; those played from a rare position.
PLIES, EVERY, FEW = 400, 8, 12

DECKS = {
    seat: [row["id"] for row in gunki.game("nobunaga").tables["card"] if row["side"] == seat]
    for seat in ("oda", "anti_oda")
}
KYOTO, AZUCHI = "3521", "4217"
HIDEYOSHI, MITSUHIDE = "hashiba_hideyoshi", "akechi_mitsuhide"
#: Positions of which bots count what random play may never bring about: scenario, document, actions.
RARE: dict[str, list[tuple[str, dict[str, Any], tuple[str, ...]]]] = {
    "nobunaga": [
        ("campaign", {"to_act": seat, "hands": {seat: cards}}, ("reinforcement",)) for seat, cards in DECKS.items()
    ],
    "honganji": [("four_players", {"status": {"tokugawa": "out"}, "dead": ["tokugawa_ieyasu"]}, ())],
    "hideyoshi": [
        ("tennozan", {"empty": True, "turn": 2, "units": {MITSUHIDE: "dead", HIDEYOSHI: KYOTO}}, ()),
        (
            "tennozan",
            {"empty": True, "turn": 2, "units": {MITSUHIDE: KYOTO}, "state": {"kyoto": "anti_hashiba"}},
            (),
        ),
        (
            "tennozan",
            {
                "empty": True,
                "turn": 2,
                "phase": "hashiba",
                "units": {HIDEYOSHI: AZUCHI, MITSUHIDE: {"hex": AZUCHI, "inside": True}},
                "castles": {"azuchi": {"owner": "akechi"}},
            },
            (f"act {HIDEYOSHI}", "siege"),
        ),
    ],
    "kenshin": [
        ("campaign", {"empty": True, "turn": 2, "units": {"uesugi_kenshin": "2024", "oda_nobunaga": "2025"}}, ()),
    ],
}

Path = tuple[str | int, ...]


class Recorded(Mapping[str, Any]):
    """A table that writes down which of its entries are taken. To ask whether there is one takes nothing."""

    def __init__(self, entries: Mapping[str, Any], path: Path, taken: set[Path]) -> None:
        self._entries = entries
        self._path = path
        self._taken = taken

    def __getitem__(self, key: str) -> Any:
        value, path = self._entries[key], (*self._path, key)
        self._taken.add(path)
        return _wrapped(value, path, self._taken)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        return key in self._entries


def _wrapped(value: Any, path: Path, taken: set[Path]) -> Any:
    if isinstance(value, Mapping):
        return Recorded(value, path, taken)
    if isinstance(value, list):
        return [_wrapped(item, (*path, number), taken) for number, item in enumerate(value)]
    return value


def untaken(value: Any, taken: set[Path], path: Path = ()) -> Iterator[Path]:
    """Every entry that was not taken; of a table that was not, nothing below it."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key not in NOTES:
                here = (*path, key)
                yield from untaken(item, taken, here) if here in taken else (here,)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from untaken(item, taken, (*path, number))


def named(path: Path, tables: Mapping[str, Any], origin: Mapping[str, str]) -> str:
    """An entry by file, table and key; a row of a list by its id, if it has one."""
    table, *parts = path
    value: Any = tables[str(table)]
    words: list[str] = []
    for part in parts:
        value = value[part]
        is_row = isinstance(part, int) and isinstance(value, Mapping) and "id" in value
        words.append(str(value["id"] if is_row else part))
    return f"{origin[str(table)]}: [{table}] {'.'.join(words)}".rstrip()


def choices(game: Game) -> Iterator[dict[str, Any]]:
    """The options as they are, and each other choice of each."""
    yield {}
    for option in game.match_options:
        for choice in option.choices:
            if choice != option.default:
                yield {option.name: choice}


def _laid_out(game: Game, scenario: str, options: Mapping[str, Any], tables: Recorded, origin: dict[str, str]) -> Setup:
    setup = game.build(scenario, game.options(options), tables, origin)  # type: ignore[arg-type]
    setup.seats = game.seats_in(scenario)
    return setup


def _match(game: Game, setup: Setup, document: Mapping[str, Any] | None = None) -> Match:
    header = MatchHeader(game.id, setup.scenario, setup.options, 7, game.rules_version, document)
    position = game.start(setup) if document is None else game.compose(setup, document)
    return Match(game, setup, header, position)


def _look(match: Match) -> None:
    for seat in (None, *match.seats):
        match.game.scene(match.setup, match.view(seat))


def _weigh(match: Match) -> None:
    game, position = match.game, match.position
    for seat in range(len(match.seats)):
        game.evaluate(position, seat)
    if match.decision is not None:
        game.plans(position)
        game.bot_candidates(position, ())


def _play(match: Match, seed: int, plies: int, every: int) -> None:
    rng = random.Random(seed)
    for ply in range(plies):
        if ply % every == 0:
            _weigh(match)
        if match.decision is None:
            break
        match.act(rng.choice(match.decision.options))
    _look(match)


@cache
def _taken(ident: str) -> tuple[dict[str, Any], dict[str, str], set[Path]]:
    game = gunki.game(ident)
    found, origin = read_tables(game.folder / "data")
    taken: set[Path] = set()
    tables = Recorded(found, (), taken)
    for number, scenario in enumerate(game.scenarios):
        for options in choices(game):
            setup = _laid_out(game, scenario, options, tables, origin)
            game.list_charts(setup)
            if not options:
                game.board(setup)
                _play(_match(game, setup), number, PLIES, EVERY)
    for lesson in game.lessons.values():
        setup = _laid_out(game, lesson["scenario"], {}, tables, origin)
        match = _match(game, setup, lesson["position"])
        _look(match)
        _weigh(match)
    for scenario, document, texts in RARE.get(ident, ()):
        match = _match(game, _laid_out(game, scenario, {}, tables, origin), document)
        for text in texts:
            match.act(text)
        _play(match, 1, FEW, 1)
    return found, origin, taken


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_every_entry_of_the_data_is_taken(ident: str) -> None:
    tables, origin, taken = _taken(ident)
    left = [named(path, tables, origin) for path in untaken(tables, taken)]
    assert not left, "entries that nobody takes: " + "; ".join(left)


@pytest.mark.parametrize("ident", ["kanto", "hideyoshi", "kenshin"])
def test_a_castle_lies_in_the_province_that_its_row_names(ident: str) -> None:
    game = gunki.game(ident)
    first, *others = game.tables["castle"]
    with pytest.raises(gunki.DataError, match=rf"{first['id']}.*'province': expected that of its hex on the map"):
        game.setup(replace={"castle": [{**first, "province": others[-1]["province"]}, *others]})


def test_an_entry_that_nobody_takes_is_named_by_file_table_and_key() -> None:
    tables = {"castle": [{"id": "yama", "level": 2, "gate": {"north": 1, "south": 1}, "source": "found"}], "snow": {}}
    taken: set[Path] = set()
    found = Recorded(tables, (), taken)
    assert "snow" in found  # to ask is not to take
    (row,) = found["castle"]
    assert (row["id"], row.get("gate")["north"]) == ("yama", 1)
    left = [named(path, tables, {"castle": "castles.toml", "snow": "weather.toml"}) for path in untaken(tables, taken)]
    assert left == [
        "castles.toml: [castle] yama.level",
        "castles.toml: [castle] yama.gate.south",
        "weather.toml: [snow]",
    ]
