"""Whole matches over real sockets: people, bots, and a bot of one's own over the NDJSON stream."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.server.process import Server
from tests.server.streams import Stream
from tests.server.table import Api, Json, Played, Player, Table, at_random, options, problem, sit

SNAPSHOT = {"seq", "ply", "state", "seat", "who", "decision", "scene", "view", "undo", "result", "steps"}
MATCH = {
    "id",
    "game",
    "scenario",
    "options",
    "name",
    "public",
    "state",
    "dice",
    "seats",
    "ply",
    "seq",
    "who",
    "commitment",
    "commits",
    "closing",
    "closed",
    "created",
    "changed",
}


def check_snapshot(snapshot: Json, seat: str | None) -> None:
    assert snapshot.keys() == SNAPSHOT
    assert snapshot["seat"] == seat
    assert snapshot["view"]["seat"] == seat
    assert snapshot["view"]["ply"] == snapshot["ply"]
    decision = snapshot["decision"]
    if snapshot["state"] == "over":
        assert decision is None
        assert snapshot["who"] is None
        assert snapshot["result"].keys() == {"winner", "winners", "points", "reason", "clause"}
        return
    assert snapshot["result"] is None
    assert decision["who"] == snapshot["who"]
    assert decision.keys() >= {"who", "name", "clause"}
    mine = snapshot["who"] == seat
    assert ("options" in decision) == mine, "options only for the seat that decides"
    if mine:
        assert decision.keys() >= {"kind", "data", "options", "opens"}
        assert all(option.keys() == {"text", "lights"} for option in decision["options"])
    for step in snapshot["steps"]:
        assert step.keys() - {"act"} == {"ply", "who", "opens", "events"}
        assert ("act" in step) == (step["who"] == seat), "the text of an action is for its own seat"
        assert all(event.keys() - {"fight"} == {"kind", "data", "clauses"} for event in step["events"])


def finished(table: Table, snapshot: Json) -> Json:
    """What everybody is told at the end."""
    assert snapshot["state"] == "over"
    info = table.spectator.info()
    assert info.keys() >= MATCH | {"fairness", "result"}
    assert info["state"] == "over"
    assert info["who"] is None
    assert info["result"] == snapshot["result"]
    assert (info["ply"], info["seq"]) == (snapshot["ply"], snapshot["seq"])
    for player in (*table.players.values(), table.spectator):
        last = player.view()
        check_snapshot(last, player.seat)
        assert last["result"] == snapshot["result"]
    return info


@pytest.mark.parametrize("game", ["nobunaga", "honganji"])
def test_a_whole_match_of_people(over: Callable[[str], Played], game: str) -> None:
    played = over(game)
    table = played.table
    for ply, (before, after) in enumerate(zip(played.asked, played.answers, strict=True)):
        who = before["who"]
        check_snapshot(before, who)
        check_snapshot(after, who)
        assert (before["ply"], after["ply"]) == (ply, ply + 1)
        [step] = after["steps"]
        assert (step["ply"], step["who"], step["act"]) == (ply + 1, *table.played[ply])
    seqs = [after["seq"] for after in played.answers]
    assert seqs == sorted(set(seqs)), "everything that happens raises the seq"
    assert played.last["ply"] == len(table.played)
    finished(table, played.last)
    own = {
        seat: [(s["ply"], s["act"]) for s in player.events(0) if "act" in s] for seat, player in table.players.items()
    }
    said = sorted((ply, seat, act) for seat, steps in own.items() for ply, act in steps)
    assert said == [(i + 1, seat, act) for i, (seat, act) in enumerate(table.played)]


def solo(player: Player, rng: random.Random, most: int) -> Json:
    """One person against bots: acts when it is asked, waits at its stream meanwhile."""
    with Stream(player) as stream:
        snapshot = player.view()
        for _ in range(most):
            ply = snapshot["ply"]
            if snapshot["state"] == "over":
                break
            if snapshot["who"] == player.seat:
                snapshot = player.act(ply, rng.choice(options(snapshot)))
                check_snapshot(snapshot, player.seat)
            else:
                stream.ply(ply + 1, player.seat)
                snapshot = player.view()
    return snapshot


def test_a_whole_match_against_a_random_bot(server: Server) -> None:
    table = sit(server, seats=("mine", "bot:random"))
    assert list(table.players) == ["oda"]
    [_, bot] = table.first.info()["seats"]
    assert bot["kind"] == "bot"
    assert bot["bot"] == "random"
    finished(table, solo(table.first, random.Random(3), 2000))


def test_the_greedy_bot_answers(server: Server) -> None:
    table = sit(server, seats=("bot:greedy:20", "mine"))
    snapshot = solo(table.first, random.Random(4), 12)
    steps = table.first.events(0)
    assert snapshot["ply"] >= 12
    assert {step["who"] for step in steps if step["ply"] > 0} == {"oda", "anti_oda"}


def test_bots_alone_finish_a_match(server: Server) -> None:
    """Nobody has to join; a spectator sees it through."""
    table = sit(server, seats=("bot:random", "bot:random"))
    assert table.players == {}
    with Stream(table.spectator) as stream:
        last = stream.state(lambda s: s["state"] == "over").data
        first = next(heard.data for heard in stream.seen if heard.kind == "state")
        told = [step["ply"] for heard in stream.seen if heard.kind == "state" for step in heard.data["steps"]]
    assert told == list(range(first["ply"] + 1, last["ply"] + 1)), "however slowly it reads, it misses nothing"
    info = table.spectator.info()
    assert (info["state"], info["ply"]) == ("over", last["ply"])
    assert info["fairness"]


def test_a_bot_plays_over_ndjson(server: Server) -> None:
    """All it needs is in its stream: the options are in each snapshot."""
    table, rng = sit(server, seats=("open", "bot:random")), random.Random(5)
    player = table.first
    with Stream(player, bot=True) as stream:
        assert stream.status == 200
        assert stream.type == "application/x-ndjson"
        first = stream.next()
        assert first is not None
        assert first.kind == "gameFull"
        assert first.data["match"]["id"] == table.id
        snapshot = first.data["snapshot"]
        acted = -1
        while snapshot["state"] != "over":
            if snapshot["who"] == player.seat and snapshot["ply"] > acted:
                acted = snapshot["ply"]
                player.act(acted, rng.choice(options(snapshot)))
            heard = stream.until(lambda h: h.kind == "gameState")
            assert heard.data["snapshot"]["seq"] >= snapshot["seq"]
            snapshot = heard.data["snapshot"]
    assert snapshot["result"] == player.info()["result"]


def test_a_match_with_typed_dice(server: Server) -> None:
    """Chance asks the table: whoever sits at it types the dice in."""
    table = sit(server, seats="mine", dice="typed")
    rng = random.Random(6)
    snapshot = table.run(at_random(rng), until=lambda s: s["who"] == "chance", most=50)
    person = table.first
    snapshot = person.view()
    decision = snapshot["decision"]
    assert decision["who"] == "chance"
    assert decision["kind"] == "roll"
    count = decision["data"]["count"]
    problem(person.try_to_act(snapshot["ply"], "roll " + " ".join(["7"] * count)), "illegal", "bad_request")
    after = person.act(snapshot["ply"], "roll " + " ".join(["3"] * count))
    assert after["ply"] == snapshot["ply"] + 1
    rolls = [event for step in after["steps"] for event in step["events"] if event["kind"] == "roll"]
    assert rolls[0]["data"]["dice"] == [3] * count


def test_typed_dice_need_one_table(server: Server) -> None:
    body = {"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": "open"}, "dice": "typed"}
    problem(Api(server)("POST", "/api/matches", json=body), "bad_request")


def test_players_who_exchanged_sides_keep_their_chairs(server: Server) -> None:
    """After bidding a chair's token may act for the other side, with that side's hand."""
    for attempt in range(12):  # each bids in the dark; in half of the cases the sides are exchanged
        table = sit(server, options={"bid_supply_areas": True})
        rng = random.Random(attempt)
        while True:
            views = {chair: player.view() for chair, player in table.players.items()}
            asked = next(view for view in views.values() if view["decision"] and "options" in view["decision"])
            if asked["decision"]["name"] not in ("bid_supply", "sides"):
                break
            chair = next(chair for chair, view in views.items() if view is asked)
            table.players[chair].act(asked["ply"], rng.choice(options(asked)))
        assert {view["seat"] for view in views.values()} == {"oda", "anti_oda"}
        if views["oda"]["seat"] == "oda":
            continue
        assert views["oda"]["view"]["seat"] == "anti_oda"
        chair = "oda" if asked["seat"] == "anti_oda" else "anti_oda"
        other = "anti_oda" if chair == "oda" else "oda"
        problem(table.players[other].try_to_act(asked["ply"], options(asked)[0]), "forbidden")
        assert table.players[chair].act(asked["ply"], options(asked)[0])["ply"] == asked["ply"] + 1
        return
    raise AssertionError("the sides were never exchanged")
