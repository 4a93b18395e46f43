"""Stores with many matches. They serve to test and measure what the matches cost a server that does not open them."""

from __future__ import annotations

import secrets
import time
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import orjson
from sqlalchemy import insert

import gunki
from gunki.core.matches.match import Match
from gunki.server.settings import Settings
from gunki.server.store import schema
from gunki.server.store.match_store import Store
from gunki.server.store.record_codec import entry_out
from gunki.server.store.rows import MatchRow, ParticipantRow
from gunki.server.store.source_codec import Source, source_out, start_out

GAME = gunki.game_ids()[0]
#: The number of matches that are written in one transaction.
TOGETHER = 200


def fill_store(data: Path, matches: int, plies: int = 40, *, bots: int = 0) -> list[str]:
    """Store `matches` matches under way in the data folder of a server. Return their ids.

    Bots play the first `bots` of them, and people the others. All are copies of one game that was played at random,
    because the cost of a store does not depend on the content of its matches.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = Store(Settings(data=data).database)
    try:
        match, match_ids, now = _play_match(plies), [], time.time()
        source, lines = _encode_match(match)
        for first in range(0, matches, TOGETHER):
            several = [_Copy(match, now - matches + n, n < bots) for n in range(first, min(first + TOGETHER, matches))]
            with store.engine.begin() as connection:
                connection.execute(insert(schema.matches), [copy.row for copy in several])
                connection.execute(insert(schema.sources), [{"match": copy.id, "body": source} for copy in several])
                connection.execute(
                    insert(schema.chairs), [participant for copy in several for participant in copy.participants]
                )
                log_rows = [{**line, "match": copy.id, "at": copy.created} for copy in several for line in lines]
                connection.execute(insert(schema.log), log_rows)
            match_ids += [copy.id for copy in several]
        return match_ids
    finally:
        store.close()


def _play_match(plies: int) -> Match:
    match, rng = gunki.new(GAME, seed=7), Random(7)
    for _ in range(plies):
        decision = match.decision
        if decision is None:
            break
        match.act(rng.choice(decision.texts))
    return match


def _encode_match(match: Match) -> tuple[bytes, list[dict[str, Any]]]:
    """Return the stored source of a match, and the lines of its log. The lines lack the match id and the time."""
    source: Source = (match.header, [])
    start = {**start_out(match.at(0), source), "notice": None}
    bodies = [("create", 0, "", {}), ("start", 0, match.at(0).who or "", start)]
    for ply in range(1, match.ply + 1):
        who = match.entries[ply + 1].who if ply < match.ply else match.who or ""
        bodies.append(("act", ply, who, {**entry_out(match, match.entries[ply]), "chair": match.entries[ply].who}))
    lines = [
        {"seq": seq, "kind": kind, "ply": ply, "who": who, "body": orjson.dumps(body).decode()}
        for seq, (kind, ply, who, body) in enumerate(bodies)
    ]
    return source_out(source), lines


class _Copy:
    """The rows of one stored match."""

    def __init__(self, match: Match, created: float, bot: bool) -> None:
        self.id, self.created = secrets.token_hex(10), created
        options = orjson.dumps(dict(match.header.options)).decode()
        row = MatchRow(
            self.id, match.game.id, match.setup.scenario, options, "", True, "playing", "committed",
            secrets.token_hex(32), secrets.token_hex(32), created, b"",
        )  # fmt: skip
        self.row = {name: value for name, value in asdict(row).items() if name != "source"}
        self.participants = [asdict(self._participant_row(seat, place, bot)) for place, seat in enumerate(match.seats)]

    def _participant_row(self, seat: str, place: int, bot: bool) -> ParticipantRow:
        kind, name, token = ("bot", "random", "") if bot else ("person", "", secrets.token_hex(32))
        return ParticipantRow(self.id, seat, place, kind, name, False, "", token, "", "", True)
