"""The plan of a study: what is played, by whom, how often. Every game follows from its number alone.

**Seatings.** The games of one pair have the same seed, and so the same dice as long as they are played alike. A pair
goes through every seating:

- As many players as seats: every distinct order (A,B: AB and BA; A,A,A,B: four).
- Fewer players than seats: each player gets the same number of seats. Of the seats that remain, a player gets at most
  one. Every choice of players gets them in turn, and every order is played (A,B on three seats: AAB and ABB in every
  order). So over a pair all players have equally many seats.
- More players than seats: every choice of players, in every order (A,B,C on two seats: AB BA AC CA BC CB).
- One player alone plays against itself: the seatings exchange the bots' own seeds. Each seed is once on every seat.

A bot's own seed goes with the player, not with the seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import gunki
from gunki import bots
from gunki.core.definition.data_tables import fingerprint, replacements
from gunki.core.dice.chance import LARGEST_SEED, check_seed
from gunki.core.errors import GunkiError, OptionError

FORMAT = 1
#: The first version of gunki whose bots play as they do today. Plans hold it. Raise it when a bot plays differently.
ALIKE_SINCE = "0.1.0"
MOST_GAMES = 1_000_000
MOST_SEATINGS = 720
MOST_PLAYERS = 32
LONGEST_NAME = 200
#: The values of `saves`. ALL: the save of every game is kept. NONE: no save is kept.
ALL, NONE = "all", "none"


class PlanError(GunkiError):
    """A plan cannot be read, or this installation would play it differently."""


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """The player of a seat, and the seat that fixes the bot's own seed.

    This second seat is the player's seat in the first seating.
    """

    player: str
    seed_seat: str


#: The player of each seat.
Seating = Mapping[str, SeatAssignment]


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of a plan."""

    number: int
    pair: int
    seed: int
    seating: Seating


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study plays.

    The plan holds the game with its options and tables, the players and their seatings, and the number of games.
    """

    game: str
    scenario: str
    options: Mapping[str, Any]
    seed: int
    #: The number of games. It is a multiple of the number of seatings.
    games: int
    players: tuple[str, ...]
    seatings: tuple[Seating, ...]
    saves: str
    rules_version: int
    #: The fingerprint of the game's own data (gunki.core.definition.data_tables.fingerprint).
    data: str
    #: The first version of gunki whose bots play as those of this study did (`ALIKE_SINCE`).
    gunki: str
    #: The digest of each table that replaces a table of the game, by the table's name.
    tables: Mapping[str, str] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return self.games // len(self.seatings)

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.seatings[0])

    def game_at(self, number: int) -> ScheduledGame:
        """Return the game with this number. Raise OptionError if the plan has no such game."""
        if not 0 <= number < self.games:
            raise OptionError(f"there is no game {number}; the study has 0 to {self.games - 1}")
        pair, place = divmod(number, len(self.seatings))
        return ScheduledGame(number, pair, self.seed + pair, self.seatings[place])

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game,
            "scenario": self.scenario,
            "options": dict(self.options),
            "tables": dict(self.tables),
            "data": self.data,
            "rules_version": self.rules_version,
            "gunki": self.gunki,
            "seed": self.seed,
            "games": self.games,
            "pairs": self.pairs,
            "players": list(self.players),
            "seatings": [
                {seat: [assignment.player, assignment.seed_seat] for seat, assignment in s.items()}
                for s in self.seatings
            ],
            "saves": self.saves,
        }


def make_plan(
    game: str,
    players: Sequence[str],
    games: int,
    seed: int | None = None,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    saves: str = NONE,
) -> Plan:
    """Return a plan under today's rules. The number of games is rounded up to whole pairs.

    `players` holds names of bots. `tables` holds tables that replace those of the game. `saves` is "all" or "none".
    """
    loaded_game = gunki.game(game)
    setup = loaded_game.setup(scenario, options, tables or None)
    for name in players:
        bots.bot(name, 0)  # refuse an unknown bot now
    if saves not in (ALL, NONE):
        raise OptionError(f"saves: expected {ALL} or {NONE}, found {saves!r}")
    turns = tuple(seatings(setup.seats, players))
    if not 1 <= games <= MOST_GAMES:
        raise OptionError(f"games: expected a whole number from 1 to {MOST_GAMES}, found {games}")
    pairs = -(-games // len(turns))
    first = check_seed(seed)
    check_seed(first + pairs - 1)
    return Plan(
        loaded_game.id,
        setup.scenario,
        setup.options,
        first,
        pairs * len(turns),
        tuple(players),
        turns,
        saves,
        loaded_game.rules_version,
        fingerprint(loaded_game.folder),
        ALIKE_SINCE,
        {name: table_digest(table) for name, table in sorted((tables or {}).items())},
    )


def seatings(seats: Sequence[str], players: Sequence[str]) -> Iterator[Seating]:
    """Yield every seating of a pair, by the rule in this module's docstring."""
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise OptionError(f"players: name 1 to {MOST_PLAYERS}")
    if len(set(players)) == 1:
        for turn in range(len(seats)):
            yield {
                seat: SeatAssignment(players[0], seats[(place + turn) % len(seats)]) for place, seat in enumerate(seats)
            }
        return
    often, over = divmod(len(seats), len(players))
    distinct_orders: set[tuple[str, ...]] = set()
    for more in combinations(range(len(players)), over):
        those = [name for place, name in enumerate(players) for _ in range(often + (place in more))]
        for order in permutations(range(len(seats))):
            names = tuple(those[place] for place in order)
            if names in distinct_orders:
                continue
            distinct_orders.add(names)
            if len(distinct_orders) > MOST_SEATINGS:
                raise OptionError(f"players: {len(players)} make more than {MOST_SEATINGS} seatings; name fewer")
            yield {seat: SeatAssignment(those[order[n]], seats[order[n]]) for n, seat in enumerate(seats)}


def table_digest(table: Any) -> str:
    """Return a digest of a table's content."""
    text = json.dumps(table, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def read_tables(folder: Path | None) -> dict[str, Any] | None:
    """Return the tables in a folder that replace tables of a game. Return None if `folder` is None."""
    return None if folder is None else {name: table for name, table, _ in replacements(folder)}


# -- comparing --------------------------------------------------------------------------------------------------------


def differences(one: Plan, other: Plan) -> list[str]:
    """Return the differences between two plans, in words: `games: 100, now 200`."""
    before, after = one.to_dict(), other.to_dict()
    changes = []
    for name in before:
        if before[name] == after[name] or name in ("pairs", "seatings"):
            continue
        if isinstance(before[name], dict):
            for key in sorted(before[name].keys() | after[name].keys()):
                was, now = before[name].get(key, "none"), after[name].get(key, "none")
                if was != now:
                    changes.append(f"{name}.{key}: {_brief(was)}, now {_brief(now)}")
        else:
            changes.append(f"{name}: {_brief(before[name])}, now {_brief(after[name])}")
    if not changes and before["seatings"] != after["seatings"]:
        changes.append("seatings")
    return changes


def _brief(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def require_todays_rules(plan: Plan, tables: Mapping[str, Any] | None) -> None:
    """Raise PlanError unless this installation has the rules, data and bots that the plan names.

    All games of a study must be played by the same rules, data and bots.
    """
    loaded_game = gunki.game(plan.game)
    todays_values = {
        "gunki": ALIKE_SINCE,
        "rules_version": loaded_game.rules_version,
        "data": fingerprint(loaded_game.folder),
        "tables": {name: table_digest(table) for name, table in sorted((tables or {}).items())},
    }
    plan_values = plan.to_dict()
    other = [
        f"{name} {plan_values[name]}, here {todays_values[name]}"
        for name in todays_values
        if plan_values[name] != todays_values[name]
    ]
    if other:
        raise PlanError(
            f"the study was begun with another {'; another '.join(other)}: its games cannot be continued here"
        )


# -- reading ----------------------------------------------------------------------------------------------------------


def plan_from_dict(document: Any, where: str = "plan.json") -> Plan:
    """Return the plan in a document that may come from an untrusted file. `where` names the file in messages."""
    if not isinstance(document, dict):
        raise PlanError(f"{where}: expected an object with fields")
    read = _Fields(document, where)
    if read.integer("format", 0, 10**6) != FORMAT:
        raise PlanError(f"{where}: field 'format': this gunki reads {FORMAT}, found {document['format']}")
    options = read.mapping("options")
    if not all(isinstance(value, bool | int | str) and len(str(value)) <= LONGEST_NAME for value in options.values()):
        raise PlanError(f"{where}: field 'options': expected true, false, whole numbers or names")
    tables = read.mapping("tables")
    if not all(map(_is_name, tables.values())):
        raise PlanError(f"{where}: field 'tables': expected a digest for each table")
    turns = tuple(_seating(entry, where) for entry in read.items("seatings", MOST_SEATINGS))
    if any(list(turn) != list(turns[0]) for turn in turns):
        raise PlanError(f"{where}: field 'seatings': expected the same seats in each")
    players = tuple(read.items("players", MOST_PLAYERS))
    if not all(map(_is_name, players)):
        raise PlanError(f"{where}: field 'players': expected names")
    games = read.integer("games", 1, MOST_GAMES + MOST_SEATINGS)
    if games % len(turns):
        raise PlanError(f"{where}: field 'games': {games} are not whole pairs of {len(turns)}")
    saves = read.name("saves")
    if saves not in (ALL, NONE):
        raise PlanError(f"{where}: field 'saves': expected {ALL} or {NONE}, found {saves!r}")
    return Plan(
        read.name("game"),
        read.name("scenario"),
        options,
        read.integer("seed", 0, LARGEST_SEED - games),
        games,
        players,
        turns,
        saves,
        read.integer("rules_version", 0, 10**6),
        read.name("data"),
        read.name("gunki"),
        tables,
    )


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _seating(entry: Any, where: str) -> Seating:
    if not isinstance(entry, dict) or not 1 <= len(entry) <= 16 or not all(map(_is_name, entry)):
        raise PlanError(f"{where}: field 'seatings': expected seats with their players")
    for assignment in entry.values():
        if (
            not isinstance(assignment, list)
            or len(assignment) != 2
            or not all(map(_is_name, assignment))
            or assignment[1] not in entry
        ):
            raise PlanError(f"{where}: field 'seatings': expected for each seat a player and the seat of its own seed")
    return {seat: SeatAssignment(*assignment) for seat, assignment in entry.items()}


class _Fields:
    def __init__(self, document: dict[str, Any], where: str) -> None:
        self._document, self._where = document, where

    def _error(self, name: str, expected: str) -> PlanError:
        return PlanError(f"{self._where}: field {name!r}: expected {expected}")

    def integer(self, name: str, low: int, high: int) -> int:
        value = self._document.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self._error(name, f"a whole number from {low} to {high}")
        return value

    def name(self, name: str) -> str:
        value = self._document.get(name)
        if not isinstance(value, str) or not _is_name(value):
            raise self._error(name, f"a text of 1 to {LONGEST_NAME} characters")
        return value

    def mapping(self, name: str) -> dict[str, Any]:
        value = self._document.get(name)
        if not isinstance(value, dict) or len(value) > 1000 or not all(map(_is_name, value)):
            raise self._error(name, "an object of at most 1000 named fields")
        return value

    def items(self, name: str, most: int) -> list[Any]:
        value = self._document.get(name)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise self._error(name, f"a list of 1 to {most} entries")
        return value
