"""What is shown again need not be made or written again, and is the same as if it were."""

from __future__ import annotations

import asyncio
import random

import orjson
import pytest

import gunki
from gunki.server.streams import Listener
from gunki.server.written import Written


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
            anew = match.again(match.entries)
            for seat, (view, scene) in shown.items():
                assert view == anew.view(seat) == match.view(seat), f"ply {match.ply}, {seat}"
                assert scene == anew.scene(seat) == match.scene(seat), f"ply {match.ply}, {seat}"


def test_a_part_is_written_once_while_it_is_shown() -> None:
    written, part = Written(), {"mino": [1, 2]}
    first = written.at(1).document({"places": part, "turn": 3})
    assert orjson.dumps(first) == b'{"places":{"mino":[1,2]},"turn":3}'
    assert written.at(1).document({"places": part})["places"] is first["places"], "for another seat"
    assert written.at(2).document({"places": part})["places"] is first["places"], "in the next state"
    written.at(3)
    assert written.at(4).document({"places": part})["places"] is not first["places"], "what nobody is shown is not kept"


def test_steps_are_of_one_state() -> None:
    written = Written()
    written.at(1).steps["oda"] = b"[]"
    assert written.at(1).steps == {"oda": b"[]"}
    assert written.at(2).steps == {}


def test_a_message_goes_straight_out_unless_another_waits() -> None:
    async def work() -> None:
        listener, sent, free = Listener("oda", lines=False), list[bytes](), True

        def straight(data: bytes) -> bool:
            if free:
                sent.append(data)
            return free

        listener.straight = straight
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
