"""The end before the end: closing by consent, resigning, and that nobody can bury what the dice were."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gunki
from gunki.core.dice import fairness, receipts
from tests.server.process import Server
from tests.server.streams import Stream
from tests.server.table import Api, Json, Player, Table, at_random, create, join, joining, nonce, options, problem, sit


def close(table: Table, expect: int = 200) -> Json:
    answer: Json = table.owner.post(table.owner.path("close"), {}, expect)
    return answer


def answer(player: Player, agree: bool) -> Json:
    found: Json = player.post(player.path("close/answer"), {"agree": agree})
    return found


def resign(player: Player) -> Json:
    found: Json = player.post(player.path("resign"), {})
    return found


def played(server: Server, plies: int = 12, **more: Any) -> Table:
    table = sit(server, **more)
    table.run(at_random(random.Random(61)), until=lambda s: s["ply"] >= plies)
    return table


def all_is_shown(table: Table) -> None:
    """Everybody may check the dice of a match that has been closed."""
    info = table.spectator.info()
    assert info["state"] == "closed"
    assert info["who"] is None
    assert info["fairness"]["secret"]
    data = table.spectator("GET", table.spectator.path("save"))
    assert data.status_code == 200
    match = gunki.loads(data.content)
    assert match.ply == info["ply"]
    assert fairness.check(match).is_complete
    for kept in table.receipts.values():
        receipts.compare(match, receipts.read(kept))
    snapshot = table.first.view()
    assert (snapshot["state"], snapshot["decision"], snapshot["who"]) == ("closed", None, None)
    problem(table.first.try_to_act(snapshot["ply"], "pass"), "over")
    problem(table.first.undo(snapshot["ply"]), "over")
    problem(table.first("POST", table.first.path("resign"), json={}), "over")
    problem(table.first("POST", table.first.path("close/answer"), json={"agree": True}), "stale")
    assert close(table)["state"] == "closed", "to ask again changes nothing"


def test_a_match_that_was_closed_never_begins(server: Server) -> None:
    made = create(server, seats={"oda": "mine", "anti_oda": "mine"})
    players = [Player(server, made["id"], entry["token"], entry["seat"]) for entry in made["seats"]]
    first = nonce()
    join(players[0], first)
    owner = Player(server, made["id"], made["owner"])
    info = owner.post(owner.path("close"))
    assert info["closed"] == {"how": "owner", "seat": None, "winners": []}
    for player in players:
        path = player.path(f"seats/{player.seat}")
        problem(player("POST", path, json=joining(made["id"], str(player.seat), nonce())), "over")
        problem(player("POST", f"{path}/reveal", json={"nonce": first}), "over")
    problem(owner("POST", owner.path("invites"), json={}), "over")
    info = owner.info()
    assert info["state"] == "closed"
    assert fairness.commitment(bytes.fromhex(info["fairness"]["secret"])) == made["commitment"], "shown all the same"
    assert info["fairness"]["commits"].keys() == {"oda"}
    told = problem(Api(server)("GET", owner.path("save")), "not_found")
    assert "before it began" in told["detail"]


def test_a_closed_gathering_lets_nobody_in(server: Server) -> None:
    made = create(server)
    Player(server, made["id"], made["owner"]).post(f"/api/matches/{made['id']}/close", {}, 200)
    [invite] = [entry["invite"] for entry in made["seats"] if entry["seat"] == "oda"]
    body = joining(made["id"], "oda", nonce(), invite)
    problem(Api(server)("POST", f"/api/matches/{made['id']}/seats/oda", json=body), "over", "forbidden")


def test_only_the_owner_may_ask_to_close(server: Server) -> None:
    table = sit(server)
    for player in (table.first, table.spectator, Player(server, table.id, "A" * 43)):
        problem(player("POST", player.path("close")), "unauthorized", "forbidden")
    assert table.first.info()["closing"] is None


def test_the_owner_alone_cannot_end_what_others_play(server: Server) -> None:
    table = played(server, seats=("mine", "open"))
    oda, guest = table.players["oda"], table.players["anti_oda"]
    problem(guest("POST", guest.path("close/answer"), json={"agree": True}), "stale")
    with Stream(guest) as stream:
        assert close(table, 202) == {"closing": {"waits_for": ["anti_oda"]}}
        stream.until(lambda h: h.kind == "match" and h.data["closing"] == {"waits_for": ["anti_oda"]})
        assert close(table, 202) == {"closing": {"waits_for": ["anti_oda"]}}
        snapshot = table.ask(table.first.view())
        table.play(snapshot, options(snapshot)[0])
        assert oda.info()["closing"] is not None, "it waits for its answer, whatever happens"
        problem(oda("POST", oda.path("close/answer"), json={"agree": True}), "forbidden")
        problem(table.spectator("POST", oda.path("close/answer"), json={"agree": True}), "unauthorized")
        assert answer(guest, False)["closing"] is None
        stream.until(lambda h: h.kind == "match" and h.data["closing"] is None)
        info = table.spectator.info()
        assert (info["state"], info["fairness"], info["closed"]) == ("playing", None, None)
        problem(table.spectator("GET", oda.path("save")), "not_yet")
        close(table, 202)
        info = answer(guest, True)
        assert (info["state"], info["closing"]) == ("closed", None)
        assert info["closed"] == {"how": "agreed", "seat": None, "winners": []}
        stream.until(lambda h: h.kind == "match" and h.data["state"] == "closed" and h.data["fairness"] is not None)
    all_is_shown(table)


def test_all_others_must_agree(server: Server) -> None:
    table = sit(server, "honganji")
    waits = close(table, 202)["closing"]["waits_for"]
    assert waits == list(table.players), "the owner sits nowhere here"
    for number, seat in enumerate(waits, 1):
        assert table.spectator.info()["state"] == "playing"
        info = answer(table.players[seat], True)
        assert info["closing"] == (None if number == len(waits) else {"waits_for": waits[number:]})
    assert info["closed"]["how"] == "agreed"
    all_is_shown(table)


@pytest.mark.parametrize("seats", [("mine", "mine"), ("mine", "bot:random")])
def test_who_plays_alone_closes_at_once(server: Server, seats: tuple[str, ...]) -> None:
    table = sit(server, seats=seats)
    assert close(table)["closed"] == {"how": "owner", "seat": None, "winners": []}
    all_is_shown(table)


def test_who_resigns_has_lost_to_the_other_of_two(server: Server) -> None:
    table = played(server, public=True)
    guest = table.players["anti_oda"]
    problem(table.spectator("POST", guest.path("resign"), json={}), "unauthorized")
    problem(table.owner("POST", guest.path("resign"), json={}), "unauthorized")
    close(table, 202)
    with Stream(table.spectator) as stream:
        info = resign(guest)
        stream.until(lambda h: h.kind == "state" and h.data["state"] == "closed")
    assert info["closed"] == {"how": "resigned", "seat": "anti_oda", "winners": ["oda"]}
    assert {seat["seat"]: seat["resigned"] for seat in info["seats"]} == {"oda": False, "anti_oda": True}
    assert info["closing"] is None
    all_is_shown(table)
    [listed] = [m for m in Api(server).get("/api/matches", state="closed") if m["id"] == table.id]
    for field in ("closed", "fairness", "seats", "state", "commits"):
        assert listed[field] == info[field], field


def test_where_more_play_a_bot_goes_on(server: Server) -> None:
    table = sit(server, "honganji", seats=("open", "open", "open", "open"), scenario="four_players")
    snapshot = table.ask(table.first.view())
    seat = snapshot["who"]
    leaver = table.players[seat]
    with Stream(leaver) as own, Stream(table.spectator) as stream:
        info = resign(leaver)
        stream.state(lambda s: s["ply"] > snapshot["ply"])  # the bot has decided in its place
        told = own.state(lambda s: s["ply"] > snapshot["ply"]).data
        assert told["seat"] is None, "who has left the table looks on"
        assert all(hand["cards"] is None for hand in told["scene"]["hands"])
    assert info["state"] == "playing"
    left = next(entry for entry in info["seats"] if entry["seat"] == seat)
    assert (left["kind"], left["bot"], left["resigned"], left["revealed"]) == ("bot", "greedy", True, True)
    assert leaver.view()["seat"] is None
    for path, body in (("actions", {"ply": 0, "action": "pass"}), ("chat", {"text": "x"}), ("resign", {})):
        problem(leaver("POST", leaver.path(path), json=body), "forbidden")
    problem(leaver("GET", leaver.path("save")), "not_yet")
    problem(leaver("POST", leaver.path(f"seats/{seat}"), json=joining(table.id, seat, nonce())), "forbidden")
    close(table, 202)
    others = [player for name, player in table.players.items() if name != seat]
    for player in others[:2]:
        answer(player, True)
    info = resign(others[2])
    assert (info["state"], info["closed"]["how"]) == ("closed", "agreed"), "nobody is left who could refuse"
    table.players = {str(player.seat): player for player in others[:2]}
    all_is_shown(table)


def test_a_match_without_people_is_closed(server: Server) -> None:
    table = sit(server, "honganji", seats=("mine", "bot:random", "bot:random", "bot:random"), scenario="four_players")
    seat = str(table.first.seat)
    assert resign(table.first)["closed"] == {"how": "resigned", "seat": seat, "winners": []}
    all_is_shown(table)


def test_where_the_rules_know_resigning_it_is_played(server: Server) -> None:
    table = sit(server, "kenshin")
    snapshot = table.ask(table.first.view())
    seat = snapshot["who"]
    [other] = [name for name in table.players if name != seat]
    info = resign(table.players[seat])
    assert (info["state"], info["result"]["reason"], info["result"]["winners"]) == ("over", "resigned", [other])
    assert info["fairness"]["secret"]
    table = sit(server, "kenshin")
    info = resign(table.players[other])  # it is not asked now: no rule says what that means
    assert (info["state"], info["closed"]["winners"]) == ("closed", [seat])


def test_nobody_resigns_before_it_begins(server: Server) -> None:
    made = create(server, seats={"oda": "mine", "anti_oda": "open"})
    one = Player(server, made["id"], made["seats"][0]["token"], "oda")
    join(one, nonce())
    problem(one("POST", one.path("resign"), json={}), "not_yet")
    problem(one("POST", one.path("close/answer"), json={"agree": True}), "stale")
