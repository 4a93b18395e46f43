"""Dice that nobody has to trust: committed before the first roll, checked from outside after the last."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import gunki
from tests.server.process import Server
from tests.server.store import all_bytes, secrets_of, seed_of
from tests.server.streams import Stream
from tests.server.table import Json, Played, Table, at_random, options, seats_of, sit


def rolls(steps: list[Json]) -> list[list[int]]:
    return [event["data"]["dice"] for step in steps for event in step["events"] if event["kind"] == "roll"]


def replayed(game: str, seed: int, played: list[tuple[str, str]]) -> gunki.Match:
    """The same actions with the seed alone: every roll and every card comes from it."""
    match = gunki.new(game, seed=seed)
    for seat, action in played:
        assert match.who == seat
        match.act(action)
    return match


def check(table: Table, game: str, fairness: Json) -> gunki.Match:
    secret = bytes.fromhex(fairness["secret"])
    assert len(secret) == 32
    assert hashlib.sha256(secret).hexdigest() == table.commitment
    match = replayed(game, seed_of(table.id, secret, seats_of(game), fairness["nonces"]), table.played)
    assert rolls(table.spectator.events(-1)) == [event.data["dice"] for event in match.events if event.kind == "roll"]
    return match


@pytest.mark.parametrize("game", ["nobunaga", "honganji"])
def test_the_dice_are_those_that_were_committed_to(over: Callable[[str], Played], game: str) -> None:
    table = over(game).table
    info = table.spectator.info()
    fairness = info["fairness"]
    assert info["commitment"] == table.commitment, "as it was told at the start"
    for seat, sent in table.nonces.items():
        assert fairness["nonces"][seat] == sent, "each person's own number went into the seed"
    match = check(table, game, fairness)
    assert match.result is not None
    assert match.result.reason == over(game).last["result"]["reason"]
    for seat, player in table.players.items():
        assert match.view(seat) == player.view()["view"]


def test_the_secret_is_told_to_nobody_before_the_end(server: Server) -> None:
    """It is in the store all the time, so it can be looked for in all that is sent."""
    table, rng = sit(server, listen=True), random.Random(53)
    everybody = [*table.players.values(), table.spectator]
    streams = [Stream(player) for player in everybody]
    last = table.run(at_random(rng), until=lambda s: s["ply"] >= 30)
    for player in everybody:
        player.view(), player.view(3), player.info(), player.events(0)
        player("GET", player.path("save"))
        player("GET", "/api/matches")
    for stream in streams:
        stream.state(lambda s: s["ply"] >= last["ply"])
        stream.close()
    assert "fairness" not in table.spectator.info() or table.spectator.info()["fairness"] is None
    secret = secrets_of(server)[table.commitment]
    seed = seed_of(table.id, secret, seats_of("nobunaga"), table.nonces)
    assert replayed("nobunaga", seed, table.played).view("oda") == table.players["oda"].view()["view"]
    forbidden = [secret.hex(), str(seed), f"{seed:x}"]
    for player in everybody:
        assert player.heard
        text = "\n".join(player.heard)
        assert table.commitment in text, "the searcher reads what was sent"
        assert not any(word in text.lower() for word in forbidden)
    assert not any(word in server.output().lower() for word in forbidden)


def test_commitments_are_all_different(server: Server) -> None:
    assert len({sit(server, seats="mine").commitment for _ in range(5)}) == 5


def test_another_nonce_gives_other_dice(server: Server) -> None:
    """The host's secret alone does not make the dice."""
    table = sit(server, seats="mine")
    secret = secrets_of(server)[table.commitment]
    seats = seats_of("nobunaga")
    others = {**table.nonces, "oda": "00" * 16}
    assert seed_of(table.id, secret, seats, table.nonces) != seed_of(table.id, secret, seats, others)
    snapshot = table.ask(table.first.view())
    table.play(snapshot, options(snapshot)[0])


def test_the_store_keeps_no_token(tmp_path: Path) -> None:
    """Only hashes: whoever reads the file can sit nowhere."""
    with Server(tmp_path / "data") as server:
        table = sit(server, seats=("mine", "open"))
        table.run(at_random(random.Random(54)), until=lambda s: s["ply"] >= 3)
        tokens = [str(p.token) for p in (table.owner, *table.players.values())] + list(table.invites.values())
    stored = all_bytes(server.data)
    assert table.id.encode() in stored, "the searcher reads the store"
    for token in tokens:
        assert token.encode() not in stored
        assert token not in server.output()
