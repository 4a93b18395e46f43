"""Creating a match and taking its seats. No other module of the laboratory knows these requests."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import orjson

import gunki
from gunki.core.dice.fairness import commit_of
from gunki.lab.loadtest.http_client import HttpConnection


async def start_match(
    line: HttpConnection, game: str, seats: Mapping[str, str] | str = "open", scenario: str | None = None, **more: Any
) -> tuple[str, dict[str, str]]:
    """Create a match, take all seats of people, and return the match's id and the tokens by seat.

    `seats` gives a kind of player for each seat, or one kind for all seats. `more` holds further fields of the request.
    """
    if isinstance(seats, str):
        seats = dict.fromkeys(gunki.game(game).seats_in(scenario or gunki.game(game).scenarios[0]), seats)
    body = {"game": game, "scenario": scenario, "seats": seats, **more}
    match_fields = orjson.loads(
        await line.ask("POST", "/api/matches", {k: v for k, v in body.items() if v is not None})
    )
    return match_fields["id"], await join_all(line, match_fields)


async def join_all(line: HttpConnection, match_fields: Mapping[str, Any]) -> dict[str, str]:
    """Take every seat of a new match except those of bots. Return the tokens by seat.

    Each seat commits to a number for the dice, and reveals it when all seats are taken.
    `match_fields` is the server's answer to the request that created the match.
    """
    people = [entry for entry in match_fields["seats"] if entry["kind"] != "bot"]
    nonces = {entry["seat"]: secrets.token_hex(16) for entry in people}
    tokens: dict[str, str] = {}
    for entry in people:
        seat, path = entry["seat"], f"/api/matches/{match_fields['id']}/seats/{entry['seat']}"
        invite = {"invite": entry["invite"]} if "invite" in entry else {}
        commit = {"commit": commit_of(match_fields["id"], seat, nonces[seat])}
        reply = await line.ask("POST", path, {**commit, **invite}, entry.get("token"))
        tokens[seat] = orjson.loads(reply)["token"]
    for seat, nonce in nonces.items():
        await line.ask("POST", f"/api/matches/{match_fields['id']}/seats/{seat}/reveal", {"nonce": nonce}, tokens[seat])
    return tokens
