"""Matches in memory follow their log, and are the same when they are read again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest

import gunki
from gunki.core.dice import commitment_fields, fairness, receipts
from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.matches import lobby, undo
from gunki.server.matches.dice_commitment import receipt_of
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.routes.stream_routes import listen
from gunki.server.stream.listeners import Listener
from gunki.server.views.snapshot import match_info
from gunki.server.workers import history
from gunki.server.workers.messages import Workforce
from gunki.server.workers.uploads import Uploads
from tests.server.process import PATIENCE
from tests.server.unit.support import NONCES, begun, begun_alone, in_registry, joining, play, registry_in, seen


async def again(registry: Registry, live: MatchSession) -> MatchSession:
    """The same match, read from the store."""
    registry.forget(live)
    return await registry.get(live.id)


def test_a_match_read_again_is_the_same(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        for _ in range(30):
            await play(registry, live)
        async with live.lock:
            await registry.take_back(live, "oda", live.match.ply - 2 if live.match else 0)
            await registry.note(live, "ask", {"by": "oda", "ply": 20})
        before = [seen(live, chair, 0) for chair in ("oda", "anti_oda", None)]
        short = match_info(live)
        live = await again(registry, live)
        assert [seen(live, chair, 0) for chair in ("oda", "anti_oda", None)] == before
        assert match_info(live) == short
        await play(registry, live)  # and goes on
        assert live.seq == before[0]["seq"] + 1

    in_registry(tmp_path, work)


def test_the_seed_is_made_of_the_secret_and_everybodys_number(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, made = await begun(registry, seed=None)
        assert live.match is not None
        secret = bytes.fromhex(live.row.secret)
        assert made["commitment"] == fairness.commitment(secret)
        assert live.match.header.seed == fairness.seed_of(live.id, secret, NONCES)
        for _ in range(20):
            await play(registry, live)
        found = fairness.check(live.match)
        assert found.checked > 0
        assert found.is_complete

    in_registry(tmp_path, work)


def test_whoever_sits_down_gets_a_receipt_that_the_record_agrees_with(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, tokens, made = await begun(registry, "mine", "mine", seed=None)
        kept = {name: receipts.read(receipt_of(live, name)) for name in tokens}
        for name, receipt in kept.items():
            assert receipt.version == commitment_fields.VERSION
            assert receipt.match == live.id
            assert receipt.commitment == made["commitment"]
            assert receipt.nonces == {name: NONCES[name]}
            assert receipt.origin == (0, True)
        for _ in range(20):
            await play(registry, live)
        assert live.match is not None
        for receipt in kept.values():
            receipts.compare(live.match, receipt)

    in_registry(tmp_path, work)


def test_a_receipt_goes_by_the_chair_also_when_players_exchange_sides(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, "mine", "mine", seed=None, options={"bid_supply_areas": True})
        kept = receipts.read(receipt_of(live, "oda"))
        assert live.match is not None
        await play(registry, live, "bid 3")
        await play(registry, live, "bid 5")
        assert live.seat_of("oda") == "anti_oda", "they have exchanged sides"
        assert receipt_of(live, "oda")["nonces"] == {"oda": NONCES["oda"]}
        receipts.compare(live.match, kept)
        assert fairness.check(live.match).is_complete

    in_registry(tmp_path, work)


@pytest.mark.parametrize("ply", [0, 5])
def test_the_receipt_of_a_branch_tells_what_is_taken_over(tmp_path: Path, ply: int) -> None:
    """Also from the very start: then the deal is taken over, though no action."""

    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry, "mine", "mine")
        for _ in range(5):
            await play(registry, live)
        wanted = NewMatch.model_validate(
            {
                "game": "nobunaga",
                "seats": {"oda": "mine", "anti_oda": "bot:random"},
                "branch": {"game": live.id, "ply": ply},
            }
        )
        made = await lobby.create(registry, wanted, tokens["oda"])
        other = await begun_alone(registry, made)
        receipt = receipts.read(receipt_of(other, "oda"))
        assert receipt.origin == (ply, False)
        assert live.match is not None
        assert other.match is not None
        receipts.compare(other.match, receipt)
        found = fairness.check(other.match)
        assert found.taken_over == sum(len(entry.chance) for entry in live.match.entries[: ply + 1]) > 0
        assert not found.is_complete

    in_registry(tmp_path, work)


def test_nothing_is_told_before_it_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        listener = Listener("oda", ndjson=False)
        live.listeners.add(listener)

        async def full_disk() -> None:
            raise OSError("no space left")

        def lost(*_: object) -> object:
            return full_disk()

        seq = live.seq
        monkeypatch.setattr(registry.store, "append", lost)
        with pytest.raises(OSError, match="no space"):
            await play(registry, live)
        assert await asyncio.wait_for(listener.next(), PATIENCE) is None  # let go, and told nothing
        monkeypatch.undo()
        fresh = await registry.get(live.id)
        assert fresh is not live
        assert fresh.seq == seq
        await play(registry, fresh)

    in_registry(tmp_path, work)


def test_a_writer_that_comes_second_is_told_so(tmp_path: Path) -> None:
    """As if another process had the same match in memory."""

    async def work() -> None:
        async with registry_in(tmp_path) as one, registry_in(tmp_path) as other:
            live, _, _ = await begun(one)
            copy = await other.get(live.id)
            await play(one, live)
            with pytest.raises(Problem) as refused:
                await play(other, copy)
            assert (refused.value.status_code, refused.value.code) == (409, "stale")
            assert (await other.get(live.id)).seq == live.seq

    asyncio.run(work())


def test_matches_nobody_looks_at_leave_the_memory(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        lives = [(await begun(registry))[0] for _ in range(4)]
        assert len(registry._sessions) == 2
        lives[-1].listeners.add(Listener(None, ndjson=False))
        registry.drop_idle()
        assert list(registry._sessions) == [lives[-1].id]
        assert (await registry.get(lives[0].id)).seq == lives[0].seq

    in_registry(tmp_path, work, most_live=2, idle=-1.0)


def test_a_match_is_found_however_many_others_are_watched(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        watched, _, _ = await begun(registry)
        watched.listeners.add(Listener(None, ndjson=False))
        other, _, _ = await begun(registry)
        await play(registry, await registry.get(other.id))
        assert (await again(registry, other)).match is not None
        assert registry._sessions[watched.id] is watched

    in_registry(tmp_path, work, most_live=1)


def test_a_stream_hears_of_a_match_that_left_the_memory_while_it_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry)
        await play(registry, live)
        missed = history.catch_up

        async def slowly(workers: Workforce, live: MatchSession, chair: str | None, seq: int) -> history.CatchUp | None:
            live.used = 0.0
            registry.drop_idle()
            monkeypatch.setattr(history, "catch_up", missed)
            return await missed(workers, live, chair, seq)

        monkeypatch.setattr(history, "catch_up", slowly)
        server = Server(registry.settings, registry, cast(Uploads, None), Limits({}, 0), b"")
        await listen(server, tokens["oda"], live.id, "", ndjson=False, seq=0)
        assert [listener.participant for listener in (await registry.get(live.id)).listeners] == ["oda"]

    in_registry(tmp_path, work)


# -- chairs -----------------------------------------------------------------------------------------------------------


def test_tokens_belong_to_chairs_when_sides_are_exchanged(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry, options={"bid_supply_areas": True})
        assert live.match is not None
        while "exchanged" not in {event.kind for event in live.match.events}:
            decision = live.match.decision
            assert decision is not None
            await play(registry, live, decision.texts[-1] if decision.who == "anti_oda" else decision.texts[0])
            assert live.match.ply < 20, "this way of bidding exchanges no sides"
        for current in (live, await again(registry, live)):
            assert current.participant_of_token(tokens["oda"]) == "oda"
            assert current.seat_of("oda") == "anti_oda"
            assert seen(current, "oda")["seat"] == "anti_oda"
            assert [seat["plays"] for seat in match_info(current)["seats"]] == ["anti_oda", "oda"]
            assert current.seat_of("oda", 0) == "oda"
        live = await registry.get(live.id)
        async with live.lock:
            await registry.take_back(live, "oda", 0)
        assert live.seat_of("oda") == "oda"

    in_registry(tmp_path, work)


# -- taking back ------------------------------------------------------------------------------------------------------


def test_what_is_free_and_what_must_be_asked(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        assert live.match is not None
        found = set()
        for _ in range(60):
            chair = live.participant_at(live.match.who)
            assert chair is not None
            barrier = live.match.position.barrier
            await play(registry, live)
            other = next(name for name in live.participants if name != chair)
            revealed = live.match.position.barrier != barrier
            assert undo.undo_state(live, chair)["decision"] == ("ask" if revealed else "free")
            assert undo.undo_state(live, other)["decision"] in ("ask", "no")
            nothing = {"decision": "no", "order": 0, "asked": None, "taken_back": 0, "renewal": None}
            assert undo.undo_state(live, None) == nothing
            found.add(revealed)
        assert found == {True, False}

    in_registry(tmp_path, work)


def test_a_half_made_order_goes_back_to_its_first_question(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        assert live.match is not None
        seen_orders = 0
        for _ in range(80):
            chair = live.participant_at(live.match.who)
            assert chair is not None
            ply, count = undo.open_order(live, chair)
            if live.match.starts_order:
                assert count == 0
            if count:
                seen_orders += 1
                then = live.match.at(ply)
                assert then.starts_order
                assert then.who == live.match.who
                assert live.by[ply + 1 :].count(chair) == count
            await play(registry, live)
        assert seen_orders

    in_registry(tmp_path, work)


def test_one_person_at_the_table_needs_nobody(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        for seats in (("mine", "mine"), ("mine", "bot:random")):
            live, _, _ = await begun(registry, *seats)
            for _ in range(40):
                await play(registry, live)
            assert undo.undo_state(live, "oda")["decision"] == "free"

    in_registry(tmp_path, work)


def test_a_new_action_cancels_what_was_asked(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        for _ in range(6):
            await play(registry, live)
        async with live.lock:
            await registry.note(live, "ask", {"by": "oda", "ply": 2})
        wish = {"by": "oda", "ply": 2, "waits_for": ["anti_oda"], "commits": {}, "to_show": []}
        assert undo.pending_undo_fields(live) == wish
        await play(registry, live)
        assert live.pending_undo is None
        assert (await again(registry, live)).pending_undo is None

    in_registry(tmp_path, work)


def test_steps_since_a_seq_begin_at_the_last_ply_that_still_stands(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        for _ in range(8):
            await play(registry, live)
        at_eight = live.seq
        assert live.common_ply(at_eight) == 8
        await play(registry, live)
        assert live.common_ply(at_eight) == 8
        async with live.lock:
            await registry.take_back(live, "oda", 5)
        await play(registry, live)
        assert live.common_ply(at_eight) == 5
        assert live.common_ply(live.seq) == 6
        assert live.common_ply(10**9) == -1, "it was never told here: the store is not the one that told it"

    in_registry(tmp_path, work)


# -- joining ----------------------------------------------------------------------------------------------------------


def test_an_invitation_is_good_once(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": "open"}})
        made = await lobby.create(registry, wanted, None)
        live = await registry.get(made["id"])
        async with live.lock:
            [fresh] = await lobby.invite_again(registry, live)
            with pytest.raises(Problem, match="no longer"):
                await lobby.join(registry, live, "anti_oda", joining(live, "anti_oda", made["seats"][1]), None)
            invited = joining(live, "anti_oda", fresh)
            token = await lobby.join(registry, live, "anti_oda", invited, None)
            with pytest.raises(Problem, match="already"):
                await lobby.join(registry, live, "anti_oda", joining(live, "anti_oda", fresh, "d4" * 16), None)
            # Invitation and commit are known to others too: who comes later with both is not the guest.
            with pytest.raises(Problem, match="already"):
                await lobby.join(registry, live, "anti_oda", invited, None)
            again = invited.model_copy(update={"token": token})
            assert await lobby.join(registry, live, "anti_oda", again, None) == token
            assert live.participant_of_token(token) == "anti_oda"
            assert await lobby.invite_again(registry, live) == []
        assert live.row.state == "gathering"

    in_registry(tmp_path, work)


def test_typed_dice_become_rolled_ones_in_a_branch(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry, "mine", "mine", dice="typed")
        assert live.match is not None
        while "chance" not in {entry.who for entry in live.match.entries}:
            decision = live.match.decision
            assert decision is not None
            rolled = "roll" + " 3" * decision.data["count"] if decision.who == "chance" else None
            await play(registry, live, rolled)
        other, _, _ = await begun_branch(registry, live, tokens["oda"])
        assert other.match is not None
        assert other.match.header.dice is None
        assert "chance" not in {entry.who for entry in other.match.entries}
        assert other.match.view("oda") | {"ply": 0} == live.match.view("oda") | {"ply": 0}
        found = fairness.check(other.match)
        assert found.checked == 0
        assert found.taken_over == sum(len(entry.chance) for entry in other.match.entries)
        assert undo.undo_state(other, "oda")["decision"] == "no"

    async def begun_branch(
        registry: Registry, live: MatchSession, token: str
    ) -> tuple[MatchSession, dict[str, str], object]:
        wanted = NewMatch.model_validate(
            {
                "game": "nobunaga",
                "seats": {"oda": "mine", "anti_oda": "bot:random"},
                "branch": {"game": live.id, "ply": live.match.ply if live.match else 0},
            }
        )
        with pytest.raises(Problem, match="allowed when"):
            await lobby.create(registry, wanted, None)
        made = await lobby.create(registry, wanted, token)
        return await begun_alone(registry, made), {}, made

    in_registry(tmp_path, work)


def test_a_refused_action_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        before = seen(live, "oda")
        for text in ("march oda mino", "nonsense", "pass"):
            with pytest.raises(gunki.GunkiError):
                await play(registry, live, text)
        assert seen(live, "oda") == before
        assert not live.dead

    in_registry(tmp_path, work)


def test_an_action_after_which_nothing_can_be_asked_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position that somebody has written may contradict itself there: memory must not be ahead of the log."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, anti_oda="mine")

        def contradicts(_: gunki.Match) -> None:
            raise gunki.PositionError("the composed position contradicts itself here")

        assert live.match is not None
        assert live.match.decision is not None
        act = live.match.decision.texts[0]
        with monkeypatch.context() as patch:
            patch.setattr(gunki.Match, "decision", property(contradicts))
            with pytest.raises(gunki.PositionError):
                await registry.act(live, "oda", act)
        now = await registry.get(live.id)
        assert now.match is not None
        assert now.match.ply == 0
        await play(registry, now)
        assert len(now.by) == now.match.ply + 1

    in_registry(tmp_path, work)
