"""What is shown again need not be made or written again, and is the same as if it were."""

from __future__ import annotations

import asyncio
import random

import orjson
import pytest

import gunki
from gunki.core.show.views import SharedView
from gunki.server.stream.listeners import Listener
from gunki.server.views.json_cache import LARGE_PART_MEMBERS, JsonCache, WrittenDocument


@pytest.mark.parametrize("game", ["nobunaga", "honganji"])
def test_what_is_made_from_the_last_look_is_what_a_first_look_shows(game: str) -> None:
    match, rng = gunki.new(game, seed=11), random.Random(11)
    for number in range(200):
        if match.decision is None:
            break
        match.act(rng.choice(match.decision.options))
        if rng.random() < 0.05 and match.ply > 5:
            match = match.at(match.ply - 4)
        shown = {seat: (match.view(seat, shared=True), match.scene(seat, shared=True)) for seat in (None, *match.seats)}
        if number % 5 == 0:
            anew = match.replay_from_start(match.entries)
            for seat, (view, scene) in shown.items():
                assert view == anew.view(seat) == match.view(seat), f"ply {match.ply}, {seat}"
                assert scene == anew.scene(seat) == match.scene(seat), f"ply {match.ply}, {seat}"


@pytest.mark.parametrize("game", ["nobunaga", "honganji", "kanto", "kenshin"])
def test_what_is_written_from_parts_is_what_is_shown(game: str) -> None:
    """To every seat, through take-backs too."""
    match, rng, cache = gunki.new(game, seed=5), random.Random(5), JsonCache()
    for _ in range(120):
        if match.decision is None:
            break
        match.act(rng.choice(match.decision.options))
        if rng.random() < 0.1 and match.ply > 5:
            match = match.at(match.ply - 3)
        for seat in (None, *match.seats):
            view, scene = match.split_view(seat), match.split_scene(seat)
            assert orjson.loads(cache.view_json("view", seat, view)) == plain(match.view(seat)), (
                f"ply {match.ply}, {seat}"
            )
            assert orjson.loads(cache.view_json("scene", seat, scene)) == plain(match.scene(seat)), (
                f"{match.ply}, {seat}"
            )


def plain(data: object) -> object:
    return orjson.loads(orjson.dumps(data))


def test_a_part_is_written_once_while_it_is_the_same_object() -> None:
    written, kept, name = WrittenDocument(), {"mino": 1}, "places"
    assert written.members({name: kept, "turn": 3}) == b'"places":{"mino":1},"turn":3'
    kept["mino"] = 2  # which nobody may do: it shows that the part is not looked at again
    assert written.members({name: kept, "turn": 4}) == b'"places":{"mino":1},"turn":4'
    assert written.members({name: {"mino": 2}, "turn": 4}) == b'"places":{"mino":2},"turn":4'


def test_of_a_large_part_only_what_changed_is_written() -> None:
    written, places = WrittenDocument(), {str(number): {"owner": number} for number in range(LARGE_PART_MEMBERS)}
    written.members({"places": places})
    places["0"]["owner"] = 7  # as above
    told = orjson.loads(b"{%b}" % written.members({"places": {**places, "1": {"owner": 9}}}))
    assert told["places"]["0"] == {"owner": 0}
    assert told["places"]["1"] == {"owner": 9}


def test_members_of_a_seat_stand_in_the_place_of_those_of_all() -> None:
    told = JsonCache().view_json("scene", "oda", SharedView({"hands": [0], "turn": 1}, {"hands": [1]}))
    assert told == b'{"turn":1,"hands":[1]}'


def test_parts_that_are_shown_no_more_are_forgotten() -> None:
    written = WrittenDocument()
    for number in range(50):
        written.members({"part": [number], "turn": number})
    assert len(written._parts) < 10


def test_steps_are_of_one_state() -> None:
    cache = JsonCache()
    cache.at(1).steps["oda"] = b"[]"
    assert cache.at(1).steps == {"oda": b"[]"}
    assert cache.at(2).steps == {}


def test_a_message_goes_straight_out_unless_another_waits() -> None:
    async def work() -> None:
        listener, sent, free = Listener("oda", ndjson=False), list[bytes](), True

        def straight(data: bytes) -> bool:
            if free:
                sent.append(data)
            return free

        listener.try_send_now = straight
        listener.put(b"a", 1)
        assert (sent, listener.seq) == ([b"a"], 1)
        free = False
        listener.put(b"b", 2)
        free = True
        listener.put(b"c", 3)
        assert (sent, listener.seq) == ([b"a"], 1), "nothing overtakes"
        assert await listener.next() == b"bc"
        listener.put(b"d", 4)
        assert (sent, listener.seq) == ([b"a", b"d"], 4)

    asyncio.run(work())
