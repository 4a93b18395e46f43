"""A league: every two players play a paired study of a game, and get ratings out of all of them.

A league is a folder: `league.json` says what is played, and below it each two players have the study of their games,
`greedy+random/`. Whatever interrupts it, the same command goes on where it was.
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
#: As bots are called. Folders are named after them, so there is nothing in it that leads elsewhere.
NAME = re.compile(r"[A-Za-z0-9_.:-]{1,99}")


@dataclass(frozen=True, slots=True)
class League:
    path: Path
    players: tuple[str, ...]
    #: One for each two of them, in the order of the players.
    studies: tuple[Study, ...]

    @property
    def plan(self) -> Plan:
        """What all of them have in common."""
        return self.studies[0].plan

    def play(
        self, runner: Callable[[int], Runner], on_new_row: Callable[[Row | FailedGame], None] = lambda row: None
    ) -> None:
        """Everything that is missing; `runner` is asked for one for so many games."""
        for study in self.studies:
            study.play(runner(study.plan.games), on_new_row)

    def ratings(self) -> dict[str, Rating]:
        return elo.ratings(pair for study in self.studies for pair in _pairs(study))

    def rows(self) -> Iterator[Row]:
        return (row for study in self.studies for row in study.rows())

    def _repr_html_(self) -> str:
        """In a notebook."""
        from gunki.lab.reports.league_and_comparison import league_inlay

        return league_inlay(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: what was played, the ratings, and how every two stand with each other."""
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
    """Whole pairs first to last: of a part of one the seats would not make up for each other."""
    rows_by_pair: dict[int, list[Row]] = {}
    for row in study.rows():
        rows_by_pair.setdefault(row.pair, []).append(row)
    for _, rows in sorted(rows_by_pair.items()):
        if len(rows) == len(study.plan.seatings):
            yield [elo.duels(row) for row in rows]


def _pairing(study: Study) -> dict[str, Any]:
    """How two players stand: what the first scored against the second."""
    scores = [won if one == study.plan.players[0] else 1 - won
              for row in study.rows() for one, _, won in elo.duels(row)]  # fmt: skip
    return {"players": list(study.plan.players), "score": round(sum(scores), 1), "duels": len(scores),
            "draws": sum(score == 0.5 for score in scores)}  # fmt: skip


def folder_name(one: str, other: str) -> str:
    return "+".join(name.replace(":", "-") for name in (one, other))


def begin(path: Path, game: str, players: Sequence[str], games: int, seed: int, scenario: str | None = None) -> League:
    """The league of a folder: a new one, or the one that is there if it is the same."""
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
    """One that is there, to read it."""
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
