"""Leagues: every two of several players play a paired study of a game. All results together give their ratings.

A league is a folder. Its file `league.json` says what is played. Each pair of players has a study in a folder inside
it, for example `greedy+random/`. After an interruption, the same command continues the league.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from gunki import bots
from gunki.core.errors import OptionError
from gunki.lab.analysis import elo
from gunki.lab.analysis.elo import Duel, Rating
from gunki.lab.studies import study as studies
from gunki.lab.studies import study_plan
from gunki.lab.studies.rows import FailedGame, Row
from gunki.lab.studies.runner import Runner
from gunki.lab.studies.study import Study, StudyError
from gunki.lab.studies.study_plan import Plan

LEAGUE, FORMAT = "league.json", 1
MOST_PLAYERS = 24
#: Names of bots. Folders are named after them, and a name that fits this pattern cannot lead out of the league's
#: folder.
NAME = re.compile(r"[A-Za-z0-9_.:-]{1,99}")


@dataclass(frozen=True, slots=True)
class League:
    """A league: its folder, its players and the studies between them."""

    path: Path
    players: tuple[str, ...]
    #: One study for each pair of players, in the order of the players.
    studies: tuple[Study, ...]

    @property
    def plan(self) -> Plan:
        """The plan of the first study. The plans of all studies differ in the players alone."""
        return self.studies[0].plan

    def play(
        self, runner: Callable[[int], Runner], on_new_row: Callable[[Row | FailedGame], None] = lambda row: None
    ) -> None:
        """Play the missing games of all studies.

        `runner` takes a number of games and returns the runner for them. `on_new_row` is called with each new row.
        """
        for study in self.studies:
            study.play(runner(study.plan.games), on_new_row)

    def ratings(self) -> dict[str, Rating]:
        """Return the rating of each player, the strongest first."""
        return elo.ratings(pair for study in self.studies for pair in _pairs(study))

    def rows(self) -> Iterator[Row]:
        """Yield the rows of all games played so far."""
        return (row for study in self.studies for row in study.rows())

    def _repr_html_(self) -> str:
        """Return the league as HTML, for notebooks."""
        # Imported here, because that module imports this one.
        from gunki.lab.reports.league_and_comparison import league_inlay

        return league_inlay(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: what was played, the ratings, and the score of each player against every other player."""
        plan = self.plan
        rows = list(self.rows())
        return {
            "game": plan.game,
            "scenario": plan.scenario,
            "players": list(self.players),
            "games": len(rows),
            "each": plan.games,
            "seeds": [plan.seed, plan.seed + plan.pairs - 1],
            "rules_version": plan.rules_version,
            "won_by_nobody": sum(not row.winners for row in rows),
            "ratings": elo.rating_table(self.ratings()),
            "pairings": [_pairing(study) for study in self.studies],
        }


def _pairs(study: Study) -> Iterator[list[list[Duel]]]:
    """Yield the complete pairs of a study in order.

    Incomplete pairs are left out, because their seats do not balance.
    """
    rows_by_pair: dict[int, list[Row]] = {}
    for row in study.rows():
        rows_by_pair.setdefault(row.pair, []).append(row)
    for _, rows in sorted(rows_by_pair.items()):
        if len(rows) == len(study.plan.seatings):
            yield [elo.duels(row) for row in rows]


def _pairing(study: Study) -> dict[str, Any]:
    """Return the score of the first player of a study against the second."""
    scores = [won if one == study.plan.players[0] else 1 - won
              for row in study.rows() for one, _, won in elo.duels(row)]  # fmt: skip
    return {"players": list(study.plan.players), "score": round(sum(scores), 1), "duels": len(scores),
            "draws": sum(score == 0.5 for score in scores)}  # fmt: skip


def folder_name(one: str, other: str) -> str:
    """Return the name of the folder for the study of two players."""
    return "+".join(name.replace(":", "-") for name in (one, other))


def begin(path: Path, game: str, players: Sequence[str], games: int, seed: int, scenario: str | None = None) -> League:
    """Return the league in the folder `path`.

    A league that is there already is returned if its game, scenario, players, number of games and seed are the same.
    `games`: how many games each pair of players plays. Raises OptionError if the folder holds something else.
    """
    if len(set(players)) != len(players) or not 2 <= len(players) <= MOST_PLAYERS:
        raise OptionError(f"players: expected 2 to {MOST_PLAYERS} different ones")
    for name in players:
        bots.bot(name, 0)
    plans = [study_plan.make_plan(game, two, games, seed, scenario) for two in combinations(players, 2)]
    document = {"format": FORMAT, "game": game, "scenario": plans[0].scenario, "players": list(players),
               "games": plans[0].games, "seed": seed}  # fmt: skip
    file = path / LEAGUE
    if file.exists():
        before = _read(file)
        if before != document:
            other = [name for name in document if before.get(name) != document[name]]
            raise OptionError(f"{path} holds another league ({', '.join(other)}): choose another folder")
    else:
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                raise OptionError(f"{path}: neither empty nor a league; choose another folder")
            studies.write_file(file, json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")
        except OSError as error:
            raise StudyError(f"{path}: cannot be written: {error.strerror or error}") from None
    return League(path, tuple(players), tuple(studies.begin(path / folder_name(*plan.players), plan) for plan in plans))


def open_league(path: Path) -> League:
    """Return the league that exists in the folder `path`, for reading."""
    document = _read(path / LEAGUE)
    players = document.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) and NAME.fullmatch(name) for name in players):
        raise StudyError(f"{path / LEAGUE}: field 'players': expected names of bots")
    if len(set(players)) != len(players) or not 2 <= len(players) <= MOST_PLAYERS:
        raise StudyError(f"{path / LEAGUE}: field 'players': expected 2 to {MOST_PLAYERS} different ones")
    folders = [path / folder_name(*two) for two in combinations(players, 2)]
    return League(path, tuple(players), tuple(map(studies.open, folders)))


def _read(file: Path) -> dict[str, Any]:
    try:
        if file.stat().st_size > 1_000_000:
            raise StudyError(f"{file}: too large for a league")
        document = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise StudyError(f"{file.parent}: no league: there is no {LEAGUE}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise StudyError(f"{file}: cannot be read: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StudyError(f"{file}: field 'format': this gunki reads {FORMAT}")
    return document
