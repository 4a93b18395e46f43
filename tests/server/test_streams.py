"""Streams: everybody hears everything once, in order, also after a cut."""

from __future__ import annotations

import random
import socket
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gunki.server.settings import Settings
from tests.server.process import Server
from tests.server.streams import Heard, Stream
from tests.server.table import Player, at_random, create, join, nonce, options, reveal, sit


def plies(heard: list[Heard]) -> list[int]:
    """The plies of all steps that were told, in the order they came."""
    return [step["ply"] for h in heard if h.kind == "state" for step in h.data["steps"] if step["ply"] > 0]


def test_an_action_is_heard_at_the_other_seat(server: Server) -> None:
    table = sit(server)
    snapshot = table.ask(table.first.view())
    other = next(player for seat, player in table.players.items() if seat != snapshot["who"])
    with Stream(other) as stream:
        assert stream.status == 200
        assert stream.type == "text/event-stream"
        after = table.play(snapshot, options(snapshot)[0])
        heard = stream.state(lambda s: s["ply"] == after["ply"])
    assert heard.id == str(after["seq"])
    assert heard.data["seq"] == after["seq"]
    assert heard.data["seat"] == other.seat
    assert "view" not in heard.data
    assert heard.data["scene"] == other.view()["scene"]
    [step] = [step for step in heard.data["steps"] if step["ply"] == after["ply"]]
    assert "act" not in step
    assert step["events"] == [e for e in after["steps"][0]["events"] if e["kind"] != "dealt"]


def as_much(whole: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """Of a whole snapshot as much as was told, with the steps that were."""
    return {name: whole[name] for name in told} | {"steps": told["steps"]}


@pytest.mark.parametrize("bot", [False, True])
@pytest.mark.parametrize(("extent", "large"), [("brief", set()), ("scene", {"scene"}), ("whole", {"scene", "view"})])
def test_who_listens_is_told_as_much_as_he_asks_for(server: Server, extent: str, large: set[str], bot: bool) -> None:
    table = sit(server)
    snapshot = table.ask(table.first.view())
    other = next(player for seat, player in table.players.items() if seat != snapshot["who"])
    with Stream(other, bot=bot, extent=extent) as stream:
        first = stream.until(lambda h: h.kind in ("state", "gameFull")).data
        after = table.play(snapshot, options(snapshot)[0])
        then = stream.until(lambda h: h.kind in ("state", "gameState")).data
    first, then = (found["snapshot"] if bot else found for found in (first, then))
    assert first["scene"]["places"]  # whoever comes to the table looks at it first
    assert then["seq"] == after["seq"]
    assert {"scene", "view"} & set(then) == large
    assert then == as_much(other.view(), then)


def test_a_cut_stream_is_told_no_more_than_it_asked_for(server: Server) -> None:
    table = sit(server)
    with Stream(table.spectator, extent="brief") as stream:
        heard = stream.state()
    table.play(table.ask(heard.data), options(table.ask(heard.data))[0])
    with Stream(table.spectator, last=heard.id, extent="brief") as stream:
        assert "scene" not in stream.state().data


@pytest.mark.parametrize("bot", [False, True])
def test_an_extent_that_is_none_is_refused(server: Server, bot: bool) -> None:
    with Stream(sit(server).spectator, bot=bot, extent="all") as stream:
        assert stream.status == 400


@pytest.mark.parametrize(("extent", "large"), [("brief", set()), ("scene", {"scene"}), ("whole", {"scene", "view"})])
def test_who_acts_is_answered_as_much_as_he_asks_for(server: Server, extent: str, large: set[str]) -> None:
    table = sit(server)
    asked = table.ask(table.first.view())
    player = table.players[asked["who"]]
    answer = player.act(asked["ply"], options(asked)[0], extent=extent)
    assert {"scene", "view"} & set(answer) == large
    assert answer == as_much(player.view(), answer)


def test_a_stream_begins_with_where_things_stand(server: Server) -> None:
    table = sit(server)
    with Stream(table.spectator) as stream:
        heard = stream.state()
    assert heard.data["ply"] == 0
    assert heard.data["seat"] is None


def test_a_cut_stream_goes_on_where_it_was(server: Server) -> None:
    """Cut again and again while others act: no step is lost, none is told twice."""
    table, rng = sit(server), random.Random(31)
    listener = table.players["anti_oda"]
    told: list[Heard] = []
    last: str | None = None
    snapshot = table.ask(table.first.view())
    for _ in range(6):
        with Stream(listener, last=last) as stream:
            for _ in range(3):
                snapshot = table.ask(table.play(snapshot, at_random(rng)(snapshot)))
            stream.ply(snapshot["ply"])
            told += stream.seen
        last = next(h.id for h in reversed(told) if h.kind == "state")
        for _ in range(4):  # unheard
            snapshot = table.ask(table.play(snapshot, at_random(rng)(snapshot)))
    with Stream(listener, last=last) as stream:
        stream.ply(snapshot["ply"])
        told += stream.seen
    assert plies(told) == list(range(1, snapshot["ply"] + 1))
    seqs = [int(h.id) for h in told if h.kind == "state" and h.id]
    assert seqs == sorted(seqs)
    steps = [step for h in told if h.kind == "state" for step in h.data["steps"] if step["ply"] > 0]
    assert steps == [step for step in listener.events(0) if step["ply"] > 0]


def test_nothing_new_is_told_to_one_who_missed_nothing(server: Server) -> None:
    table = sit(server)
    snapshot = table.ask(table.first.view())
    after = table.play(snapshot, options(snapshot)[0])
    with Stream(table.spectator, last=str(after["seq"])) as stream:
        again = table.play(table.ask(after), options(table.ask(after))[0])
        stream.state(lambda s: s["ply"] == again["ply"])
        assert plies(stream.seen) == [again["ply"]]


def test_a_senseless_last_id_does_no_harm(server: Server) -> None:
    table = sit(server)
    for last in ("-1", "x", "99999999999999999999999", "", "1.5"):
        with Stream(table.spectator, last=last) as stream:
            if stream.status == 200:
                assert stream.state().data["ply"] == 0
            else:
                assert 400 <= stream.status < 500


def test_take_backs_are_told(server: Server) -> None:
    table = sit(server)
    snapshot = table.ask(table.first.view())
    with Stream(table.spectator) as stream:
        after = table.play(snapshot, options(snapshot)[0])
        stream.state(lambda s: s["ply"] == after["ply"])
        back = table.players[after["seat"]].undo(after["ply"]).json()
        heard = stream.state(lambda s: s["seq"] >= back["seq"])
    assert heard.data["ply"] == back["ply"]
    assert heard.id == str(back["seq"])


def test_a_spectator_hears_what_everybody_may_know(server: Server) -> None:
    table, rng = sit(server, "honganji"), random.Random(32)
    with Stream(table.spectator) as stream:
        last = table.run(at_random(rng), until=lambda s: s["ply"] >= 40)
        stream.state(lambda s: s["ply"] >= last["ply"])
    assert plies(stream.seen) == list(range(1, last["ply"] + 1))
    for heard in stream.seen:
        if heard.kind == "state":
            assert heard.data["seat"] is None
            assert all(hand["cards"] is None for hand in heard.data["scene"]["hands"])
            assert not any(e["kind"] == "dealt" for step in heard.data["steps"] for e in step["events"])
            assert not any("act" in step for step in heard.data["steps"])


def test_joins_and_chat_are_heard(server: Server) -> None:
    made = create(server, public=True)
    watcher = Player(server, made["id"])
    with Stream(watcher) as stream:
        players = [Player(server, made["id"], None, seat) for seat in ("oda", "anti_oda")]
        numbers = [nonce() for _ in players]
        for player, number in zip(players, numbers, strict=True):
            join(player, number, name=f"Player {player.seat}")
            stream.until(partial(_is, player.seat, "joined"))
        for player, number in zip(players, numbers, strict=True):
            reveal(player, number)
            stream.until(partial(_is, player.seat, "revealed"))
        stream.until(lambda h: h.kind == "state" and h.data["state"] == "playing")
        player.post(player.path("chat"), {"text": "よろしく"}, 201)
        said = stream.until(lambda h: h.kind == "chat")
    assert (said.data["text"], said.data["seat"], said.data["name"]) == ("よろしく", "anti_oda", "Player anti_oda")


def _is(seat: str | None, what: str, heard: Heard) -> bool:
    return heard.kind == "match" and any(s["seat"] == seat and s[what] for s in heard.data["seats"])


def test_many_listeners_hear_the_same(server: Server) -> None:
    table, rng = sit(server), random.Random(33)
    streams = [Stream(table.spectator) for _ in range(40)]
    try:
        last = table.run(at_random(rng), until=lambda s: s["ply"] >= 5)
        for stream in streams:
            stream.state(lambda s: s["ply"] >= last["ply"])
            assert plies(stream.seen) == list(range(1, last["ply"] + 1))
    finally:
        for stream in streams:
            stream.close()


def test_a_listener_who_does_not_read_delays_nobody(tmp_path: Path) -> None:
    """Here the deaf are given an hour: whoever waited for them would lose patience long before."""
    with Server(tmp_path / "data", patience=3600.0) as server:
        _with_the_deaf(server)


def _with_the_deaf(server: Server) -> None:
    table, rng = sit(server), random.Random(34)
    request = f"GET {table.spectator.path('stream')} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    deaf = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
    try:
        for sock in deaf:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.sendall(request)
        table.run(at_random(rng), until=lambda s: s["ply"] >= 60)
    finally:
        for sock in deaf:
            sock.close()


def test_a_quiet_line_is_kept_open(tmp_path: Path) -> None:
    """A sign of life again and again; here after a moment, in earnest every 15 seconds."""
    with Server(tmp_path / "data", keep_alive=0.2) as server:
        table = sit(server)
        with Stream(table.spectator) as page, Stream(table.spectator, bot=True) as bot:
            for stream in (page, bot, page, bot):
                stream.until(lambda h: h.kind == "comment")
    assert 10 <= Settings(Path()).keep_alive <= 30, "seldom, and before anybody between hangs up"


def test_the_bot_stream_tells_the_same(server: Server) -> None:
    table, rng = sit(server), random.Random(35)
    with Stream(table.players["oda"], bot=True) as stream:
        first = stream.next()
        assert first is not None
        assert first.data["type"] == "gameFull"
        assert first.data["snapshot"]["view"] == table.players["oda"].view()["view"]
        last = table.run(at_random(rng), until=lambda s: s["ply"] >= 8)
        heard = stream.until(lambda h: h.kind == "gameState" and h.data["snapshot"]["ply"] >= last["ply"])
        table.first.post(table.first.path("chat"), {"text": "hello"}, 201)
        said = stream.until(lambda h: h.kind == "chat")
    assert heard.data["snapshot"]["scene"] == table.players["oda"].view()["scene"]
    assert "hello" in said.raw
