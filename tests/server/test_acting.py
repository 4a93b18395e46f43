"""Acting: what is stale, what is illegal and why, whose decision it is."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

import gunki
from tests.server.process import Server
from tests.server.table import Json, Played, Table, options, problem, sit


@pytest.fixture
def table(server: Server) -> Table:
    return sit(server)


def bars(found: list[gunki.Reason]) -> list[Json]:
    return [{"clause": bar.clause, "what": bar.what, "data": dict(bar.data)} for bar in found]


def begun(table: Table) -> Json:
    return table.ask(table.first.view())


def untouched(table: Table, snapshot: Json) -> None:
    info = table.first.info()
    assert (info["ply"], info["seq"]) == (snapshot["ply"], snapshot["seq"])


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_a_stale_ply_is_answered_with_the_present(table: Table, off: int) -> None:
    snapshot = begun(table)
    snapshot = table.ask(table.play(snapshot, options(snapshot)[0]))
    player = table.players[snapshot["who"]]
    answer = player.try_to_act(snapshot["ply"] + off, options(snapshot)[0])
    assert answer.status_code == 409
    now = problem(answer, "stale")["snapshot"]
    assert (now["ply"], now["seq"], now["seat"]) == (snapshot["ply"], snapshot["seq"], player.seat)
    assert now["view"] == player.view()["view"]
    untouched(table, snapshot)


def test_an_action_sent_twice_counts_once(table: Table) -> None:
    snapshot = begun(table)
    player = table.players[snapshot["who"]]
    text = options(snapshot)[0]
    after = player.act(snapshot["ply"], text)
    problem(player.try_to_act(snapshot["ply"], text), "stale")
    untouched(table, after)


def test_a_stale_seq_is_refused_though_the_ply_fits(table: Table) -> None:
    """Taken back and played again: the ply is the same, but not what was seen."""
    snapshot = begun(table)
    player = table.players[snapshot["who"]]
    after = player.act(snapshot["ply"], options(snapshot)[0], seq=snapshot["seq"])
    assert player.undo(after["ply"]).status_code == 200
    again = player.view()
    assert again["ply"] == snapshot["ply"]
    assert again["seq"] > after["seq"], "a seq never goes back"
    answer = player.try_to_act(snapshot["ply"], options(snapshot)[0], seq=snapshot["seq"])
    assert answer.status_code == 409
    assert problem(answer, "stale")["snapshot"]["seq"] == again["seq"]
    assert player.act(again["ply"], options(again)[0], seq=again["seq"])["ply"] == after["ply"]


def test_illegal_actions_get_the_engines_bars(server: Server) -> None:
    """Played beside a match of our own that has the same position: the refusals are word for word the engine's."""
    table = sit(server, seats="mine", dice="typed")
    local = gunki.new("nobunaga", seed=0, dice="typed")
    snapshot = begun(table)
    rng = random.Random(11)
    wishes = ["march oda mino", "pass", "deploy oda_nobunaga kai", "discard warships", "movement", "side roll"]
    refused = 0
    for _ in range(12):
        player = table.players[snapshot["who"]]
        for wish in wishes:
            expected = local.why_not(wish)
            if not expected:
                continue
            answer = player.try_to_act(snapshot["ply"], wish)
            assert answer.status_code == 422, answer.text
            body = problem(answer, "illegal")
            assert body["bars"] == bars(expected)
            assert body["clause"] in [bar.clause for bar in expected]
            assert player.why(action=wish) == [{"action": wish, "bars": bars(expected), "others": 0}]
            refused += 1
        untouched(table, snapshot)
        text = rng.choice(options(snapshot))
        assert player.why(action=text) == []
        local.act(text)
        after = table.play(snapshot, text)
        if local.who == "chance":
            break
        snapshot = table.ask(after)
    assert refused > 20


def test_why_names_the_refusals_of_a_thing(table: Table) -> None:
    snapshot = begun(table)
    player = table.players[snapshot["who"]]
    lit = {light for option in snapshot["decision"]["options"] for light in option["lights"]}
    dark = next(f"area:{area}" for area in snapshot["view"]["areas"] if f"area:{area}" not in lit)
    refusals = player.why(thing=dark)
    assert refusals, f"{dark} is not lit, so something refuses it"
    for refusal in refusals:
        assert refusal["bars"]
        assert all(bar.keys() == {"clause", "what", "data"} for bar in refusal["bars"])
        assert refusal["others"] >= 0
        assert refusal["bars"] == player.why(action=refusal["action"])[0]["bars"]


@pytest.mark.parametrize(
    "text",
    ["", " ", "fly away", "march", "march oda nowhere", "march oda mino extra", "\x00", "軍記", "a" * 5000, "9" * 60],
)
def test_a_text_that_is_no_action_is_refused(table: Table, text: str) -> None:
    snapshot = begun(table)
    answer = table.players[snapshot["who"]].try_to_act(snapshot["ply"], text)
    problem(answer, "bad_request", "illegal")
    untouched(table, snapshot)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ply": 0},
        {"action": "pass"},
        {"ply": "0", "action": ["pass"]},
        {"ply": None, "action": "pass"},
        {"ply": 0.5, "action": "pass"},
        {"ply": 2**70, "action": "pass"},
        {"ply": -(2**70), "action": "pass"},
        {"ply": 0, "action": {"verb": "pass"}},
        {"ply": 0, "action": "pass", "seq": "now"},
    ],
)
def test_a_malformed_action_is_refused_by_field(table: Table, body: dict[str, Any]) -> None:
    snapshot = begun(table)
    player = table.players[snapshot["who"]]
    answer = player("POST", player.path("actions"), json=body)
    problem(answer, "bad_request", "stale")
    untouched(table, snapshot)


def test_only_the_seat_that_decides_may_act(table: Table) -> None:
    snapshot = begun(table)
    for seat, player in table.players.items():
        if seat != snapshot["who"]:
            answer = player.try_to_act(snapshot["ply"], options(snapshot)[0])
            assert answer.status_code == 403
            problem(answer, "forbidden")
    untouched(table, snapshot)


def test_nothing_can_be_done_after_the_end(over: Callable[[str], Played]) -> None:
    table, last = over("honganji").table, over("honganji").last
    for player in table.players.values():
        problem(player.try_to_act(last["ply"], "end"), "over")
        problem(player.undo(last["ply"]), "over", "illegal", "forbidden")
    untouched(table, last)


@pytest.mark.parametrize("ident", ["nothing", "../about", "%00", "a" * 300, "1 or 1=1", "軍記"])
def test_an_unknown_match_is_not_found(table: Table, ident: str) -> None:
    for path in ("", "/view", "/events", "/why", "/stream", "/save", "/chat", "/stakes", "/query/reach"):
        problem(table.first("GET", f"/api/matches/{quote(ident, safe='')}{path}"), "not_found", "bad_request")


@pytest.mark.parametrize(
    "query", ["view?ply=-1", "view?ply=99999", "view?ply=x", "events?since=x", "why", "why?thing=", "query/nothing"]
)
def test_bad_questions_are_refused(table: Table, query: str) -> None:
    problem(table.first("GET", table.first.path(query)), "bad_request", "not_found")


def test_the_answer_to_an_action_has_the_head_that_all_answers_have(server: Server) -> None:
    table = sit(server)
    snapshot = table.first.view()
    actor = table.players[snapshot["who"]]
    looked = actor("GET", actor.path("view"))
    acted = actor.try_to_act(snapshot["ply"], options(actor.view())[0])
    assert acted.status_code == 200
    assert {*acted.headers} == {*looked.headers}
    same = {
        name: value for name, value in looked.headers.items() if name not in ("content-length", "date", "x-request-id")
    }
    assert same.items() <= acted.headers.items()
    assert int(acted.headers["content-length"]) == len(acted.content)


def test_a_connection_that_is_to_be_closed_is_closed_after_an_action(server: Server) -> None:
    table = sit(server)
    snapshot = table.first.view()
    actor = table.players[snapshot["who"]]
    body = {"ply": snapshot["ply"], "action": options(actor.view())[0]}
    answer = actor("POST", actor.path("actions"), json=body, headers={"connection": "close"})
    assert answer.status_code == 200
    assert answer.headers["connection"] == "close"
    assert answer.json()["ply"] == snapshot["ply"] + 1
