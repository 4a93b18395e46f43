"""Matches in memory follow their log, and are the same when they are read again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import gunki
from gunki.core import fairness, receipts
from gunki.server import gathering, undo
from gunki.server.hall import Hall
from gunki.server.live import Live
from gunki.server.problems import Problem
from gunki.server.schemas import Join, NewMatch
from gunki.server.snapshot import info
from gunki.server.streams import Listener
from tests.server.process import PATIENCE
from tests.server.unit.support import NONCES, begun, hall_in, in_hall, play, seen


async def again(hall: Hall, live: Live) -> Live:
    """The same match, read from the store."""
    hall.forget(live)
    return await hall.get(live.id)


def test_a_match_read_again_is_the_same(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall)
        for _ in range(30):
            await play(hall, live)
        async with live.lock:
            await hall.take_back(live, "oda", live.match.ply - 2 if live.match else 0)
            await hall.note(live, "ask", {"by": "oda", "ply": 20})
        before = [seen(live, chair, 0) for chair in ("oda", "anti_oda", None)]
        short = info(live)
        live = await again(hall, live)
        assert [seen(live, chair, 0) for chair in ("oda", "anti_oda", None)] == before
        assert info(live) == short
        await play(hall, live)  # and goes on
        assert live.seq == before[0]["seq"] + 1

    in_hall(tmp_path, work)


def test_the_seed_is_made_of_the_secret_and_everybodys_number(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, made = await begun(hall, seed=None)
        assert live.match is not None
        secret = bytes.fromhex(live.row.secret)
        assert made["commitment"] == fairness.commitment(secret)
        assert live.match.header.seed == fairness.seed_of(secret, NONCES)
        for _ in range(20):
            await play(hall, live)
        found = fairness.check(live.match)
        assert found.checked > 0
        assert found.complete

    in_hall(tmp_path, work)


def test_whoever_sits_down_gets_a_receipt_that_the_record_agrees_with(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, tokens, made = await begun(hall, "mine", "mine", seed=None)
        kept = {name: receipts.read(gathering.receipt_of(live, name)) for name in tokens}
        for name, receipt in kept.items():
            assert receipt.version == fairness.VERSION
            assert receipt.match == live.id
            assert receipt.commitment == made["commitment"]
            assert receipt.nonces == {name: NONCES[name]}
            assert receipt.taken_over == (0, True)
        for _ in range(20):
            await play(hall, live)
        assert live.match is not None
        for receipt in kept.values():
            receipts.compare(live.match, receipt)

    in_hall(tmp_path, work)


def test_a_receipt_goes_by_the_chair_also_when_players_exchange_sides(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall, "mine", "mine", seed=None, options={"bid_supply_areas": True})
        kept = receipts.read(gathering.receipt_of(live, "oda"))
        assert live.match is not None
        await play(hall, live, "bid 3")
        await play(hall, live, "bid 5")
        assert live.seat_of("oda") == "anti_oda", "they have exchanged sides"
        assert gathering.receipt_of(live, "oda")["nonces"] == {"oda": NONCES["oda"]}
        receipts.compare(live.match, kept)
        assert fairness.check(live.match).complete

    in_hall(tmp_path, work)


@pytest.mark.parametrize("ply", [0, 5])
def test_the_receipt_of_a_branch_tells_what_is_taken_over(tmp_path: Path, ply: int) -> None:
    """Also from the very start: then the deal is taken over, though no action."""

    async def work(hall: Hall) -> None:
        live, tokens, _ = await begun(hall, "mine", "mine")
        for _ in range(5):
            await play(hall, live)
        wanted = NewMatch.model_validate(
            {
                "game": "nobunaga",
                "seats": {"oda": "mine", "anti_oda": "bot:random"},
                "branch": {"game": live.id, "ply": ply},
            }
        )
        made = await gathering.create(hall, wanted, tokens["oda"])
        other = await hall.get(made["id"])
        async with other.lock:
            await gathering.join(hall, other, "oda", Join(nonce=NONCES["oda"]), made["seats"][0]["token"])
            receipt = receipts.read(gathering.receipt_of(other, "oda"))
        assert receipt.taken_over == (ply, False)
        assert live.match is not None
        assert other.match is not None
        receipts.compare(other.match, receipt)
        found = fairness.check(other.match)
        assert found.taken_over == sum(len(entry.chance) for entry in live.match.entries[: ply + 1]) > 0
        assert not found.complete

    in_hall(tmp_path, work)


def test_nothing_is_told_before_it_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall)
        listener = Listener("oda", lines=False)
        live.listeners.add(listener)

        async def full_disk() -> None:
            raise OSError("no space left")

        def lost(*_: object) -> object:
            return full_disk()

        seq = live.seq
        monkeypatch.setattr(hall.store, "append", lost)
        with pytest.raises(OSError, match="no space"):
            await play(hall, live)
        assert await asyncio.wait_for(listener.next(), PATIENCE) is None  # let go, and told nothing
        monkeypatch.undo()
        fresh = await hall.get(live.id)
        assert fresh is not live
        assert fresh.seq == seq
        await play(hall, fresh)

    in_hall(tmp_path, work)


def test_a_writer_that_comes_second_is_told_so(tmp_path: Path) -> None:
    """As if another process had the same match in memory."""

    async def work() -> None:
        async with hall_in(tmp_path) as one, hall_in(tmp_path) as other:
            live, _, _ = await begun(one)
            copy = await other.get(live.id)
            await play(one, live)
            with pytest.raises(Problem) as refused:
                await play(other, copy)
            assert (refused.value.status_code, refused.value.code) == (409, "stale")
            assert (await other.get(live.id)).seq == live.seq

    asyncio.run(work())


def test_matches_nobody_looks_at_leave_the_memory(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        lives = [(await begun(hall))[0] for _ in range(4)]
        assert len(hall._live) == 2
        lives[-1].listeners.add(Listener(None, lines=False))
        hall.drop_idle()
        assert list(hall._live) == [lives[-1].id]
        assert (await hall.get(lives[0].id)).seq == lives[0].seq

    in_hall(tmp_path, work, most_live=2, idle=-1.0)


# -- chairs -----------------------------------------------------------------------------------------------------------


def test_tokens_belong_to_chairs_when_sides_are_exchanged(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, tokens, _ = await begun(hall, options={"bid_supply_areas": True})
        assert live.match is not None
        while "exchanged" not in {event.kind for event in live.match.events}:
            decision = live.match.decision
            assert decision is not None
            await play(hall, live, decision.texts[-1] if decision.who == "anti_oda" else decision.texts[0])
            assert live.match.ply < 20, "this way of bidding exchanges no sides"
        for current in (live, await again(hall, live)):
            assert current.chair_of_token(tokens["oda"]) == "oda"
            assert current.seat_of("oda") == "anti_oda"
            assert seen(current, "oda")["seat"] == "anti_oda"
            assert [seat["plays"] for seat in info(current)["seats"]] == ["anti_oda", "oda"]
            assert current.seat_of("oda", 0) == "oda"
        live = await hall.get(live.id)
        async with live.lock:
            await hall.take_back(live, "oda", 0)
        assert live.seat_of("oda") == "oda"

    in_hall(tmp_path, work)


# -- taking back ------------------------------------------------------------------------------------------------------


def test_what_is_free_and_what_must_be_asked(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall)
        assert live.match is not None
        found = set()
        for _ in range(60):
            chair = live.chair_at(live.match.who)
            assert chair is not None
            barrier = live.match.position.barrier
            await play(hall, live)
            other = next(name for name in live.chairs if name != chair)
            revealed = live.match.position.barrier != barrier
            assert undo.state(live, chair)["decision"] == ("ask" if revealed else "free")
            assert undo.state(live, other)["decision"] in ("ask", "no")
            assert undo.state(live, None) == {"decision": "no", "order": 0, "asked": None}
            found.add(revealed)
        assert found == {True, False}

    in_hall(tmp_path, work)


def test_a_half_made_order_goes_back_to_its_first_question(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall)
        assert live.match is not None
        seen_orders = 0
        for _ in range(80):
            chair = live.chair_at(live.match.who)
            assert chair is not None
            ply, count = undo.order(live, chair)
            if live.match.opens:
                assert count == 0
            if count:
                seen_orders += 1
                then = live.match.at(ply)
                assert then.opens
                assert then.who == live.match.who
                assert live.by[ply + 1 :].count(chair) == count
            await play(hall, live)
        assert seen_orders

    in_hall(tmp_path, work)


def test_one_person_at_the_table_needs_nobody(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        for seats in (("mine", "mine"), ("mine", "bot:random")):
            live, _, _ = await begun(hall, *seats)
            for _ in range(40):
                await play(hall, live)
            assert undo.state(live, "oda")["decision"] == "free"

    in_hall(tmp_path, work)


def test_a_new_action_cancels_what_was_asked(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall)
        for _ in range(6):
            await play(hall, live)
        async with live.lock:
            await hall.note(live, "ask", {"by": "oda", "ply": 2})
        assert undo.asked(live) == {"by": "oda", "ply": 2, "waits_for": ["anti_oda"]}
        await play(hall, live)
        assert live.asked is None
        assert (await again(hall, live)).asked is None

    in_hall(tmp_path, work)


def test_steps_since_a_seq_begin_at_the_last_ply_that_still_stands(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall)
        for _ in range(8):
            await play(hall, live)
        at_eight = live.seq
        assert live.common_ply(at_eight) == 8
        await play(hall, live)
        assert live.common_ply(at_eight) == 8
        async with live.lock:
            await hall.take_back(live, "oda", 5)
        await play(hall, live)
        assert live.common_ply(at_eight) == 5
        assert live.common_ply(10**9) == 6

    in_hall(tmp_path, work)


# -- joining ----------------------------------------------------------------------------------------------------------


def test_an_invitation_is_good_once(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": "open"}})
        made = await gathering.create(hall, wanted, None)
        live = await hall.get(made["id"])
        first = made["seats"][1]["invite"]
        async with live.lock:
            [fresh] = await gathering.invite_again(hall, live)
            with pytest.raises(Problem, match="no longer"):
                await gathering.join(hall, live, "anti_oda", Join(nonce="c3" * 8, invite=first), None)
            invited = Join(nonce="c3" * 8, invite=fresh["invite"])
            token = await gathering.join(hall, live, "anti_oda", invited, None)
            with pytest.raises(Problem, match="already"):
                await gathering.join(hall, live, "anti_oda", Join(nonce="d4" * 8, invite=fresh["invite"]), None)
            # The answer was lost on the way: the same guest asks again.
            second = await gathering.join(hall, live, "anti_oda", invited, None)
            assert token != second
            assert live.chair_of_token(token) is None
            assert live.chair_of_token(second) == "anti_oda"
            assert await gathering.invite_again(hall, live) == []
        assert live.row.state == "gathering"

    in_hall(tmp_path, work)


def test_typed_dice_become_rolled_ones_in_a_branch(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, tokens, _ = await begun(hall, "mine", "mine", dice="typed")
        assert live.match is not None
        while "chance" not in {entry.who for entry in live.match.entries}:
            decision = live.match.decision
            assert decision is not None
            rolled = "roll" + " 3" * decision.data["count"] if decision.who == "chance" else None
            await play(hall, live, rolled)
        other, _, _ = await begun_branch(hall, live, tokens["oda"])
        assert other.match is not None
        assert other.match.header.dice is None
        assert "chance" not in {entry.who for entry in other.match.entries}
        assert other.match.view("oda") | {"ply": 0} == live.match.view("oda") | {"ply": 0}
        found = fairness.check(other.match)
        assert found.checked == 0
        assert found.taken_over == sum(len(entry.chance) for entry in other.match.entries)
        assert undo.state(other, "oda")["decision"] == "no"

    async def begun_branch(hall: Hall, live: Live, token: str) -> tuple[Live, dict[str, str], object]:
        wanted = NewMatch.model_validate(
            {
                "game": "nobunaga",
                "seats": {"oda": "mine", "anti_oda": "bot:random"},
                "branch": {"game": live.id, "ply": live.match.ply if live.match else 0},
            }
        )
        with pytest.raises(Problem, match="allowed when"):
            await gathering.create(hall, wanted, None)
        made = await gathering.create(hall, wanted, token)
        other = await hall.get(made["id"])
        async with other.lock:
            await gathering.join(hall, other, "oda", Join(nonce=NONCES["oda"]), made["seats"][0]["token"])
        return other, {}, made

    in_hall(tmp_path, work)


def test_a_refused_action_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        live, _, _ = await begun(hall)
        before = seen(live, "oda")
        for text in ("march oda mino", "nonsense", "pass"):
            with pytest.raises(gunki.GunkiError):
                await play(hall, live, text)
        assert seen(live, "oda") == before
        assert not live.dead

    in_hall(tmp_path, work)
