"""Dice through take-backs and restarts, and matches that older servers left behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import gunki
from gunki.core.dice import dice_after_undo, fairness, receipts
from gunki.core.matches.match import MatchHeader
from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.matches import closing, lobby
from gunki.server.matches.dice_commitment import receipt_of
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession, load_here
from gunki.server.store.match_store import LogRow
from gunki.server.views.snapshot import match_info, stored_match_info
from gunki.server.workers.messages import Job, KnownMatch
from tests.server.unit.support import NONCES, begun, in_registry, joining, play, seen, stored


async def again(registry: Registry, live: MatchSession) -> MatchSession:
    """The same match, read from the store."""
    registry.forget(live)
    return await registry.get(live.id)


async def to_a_roll(registry: Registry, live: MatchSession) -> int:
    """Play until chance has answered; the ply of that."""
    assert live.match is not None
    await play(registry, live)
    while not live.match.entries[-1].chance:
        await play(registry, live)
    return live.match.ply


async def take_back(registry: Registry, live: MatchSession, ply: int) -> None:
    async with live.lock:
        await registry.take_back(live, "oda", ply)


async def taken_back_twice(registry: Registry) -> tuple[MatchSession, int, int]:
    """A match of which a roll was taken back, and a later one; the plies of both."""
    live, _, _ = await begun(registry, "mine", "mine", seed=None)
    early = late = await to_a_roll(registry, live)
    await take_back(registry, live, early - 1)
    while late <= early:
        late = await to_a_roll(registry, live)
    await take_back(registry, live, late - 1)
    return live, early, late


def marks(live: MatchSession) -> list[list[int]]:
    assert live.match is not None
    assert live.match.header.fairness is not None
    found: list[list[int]] = live.match.header.fairness["taken_back"]
    return found


def test_a_match_read_again_goes_on_with_the_dice_in_force(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, early, late = await taken_back_twice(registry)
        assert marks(live) == [[early - 1, 1], [late - 1, 2]]
        live = await again(registry, live)
        assert marks(live) == [[early - 1, 1], [late - 1, 2]]
        assert live.match is not None
        kept = live.match.fork()
        for _ in range(20):
            await play(registry, live)
            kept.act(live.match.entries[-1].act)
        assert kept.entries == live.match.entries
        live = await again(registry, live)
        assert live.match is not None
        assert fairness.check(live.match).is_complete
        await take_back(registry, live, 0)
        assert marks(live) == [[0, 3]], "the count never goes back"

    in_registry(tmp_path, work)


def test_lines_of_what_was_taken_back_may_be_missing(tmp_path: Path) -> None:
    """Only the newest take-back is sure to be in the log, and all is in it."""

    async def work(registry: Registry) -> None:
        live, _, _ = await taken_back_twice(registry)
        for _ in range(5):
            await play(registry, live)
        stored = await registry.store.load(live.id)
        assert stored is not None
        newest = max(line.seq for line in stored[2] if line.kind == "back")
        kept, ply = [], live.match.ply if live.match else 0
        for line in reversed(stored[2]):  # what leads to the position now, and no other line
            if line.kind == "back":
                if line.seq == newest:
                    kept.append(line)
                ply = min(ply, line.ply)
            elif line.kind != "act" or line.ply <= ply:
                kept.append(line)
                ply = line.ply - 1 if line.kind == "act" else ply
        assert len(kept) < len(stored[2])
        folded = load_here(stored[0], stored[1], kept[::-1])
        assert folded.match is not None
        assert live.match is not None
        assert folded.match.entries == live.match.entries
        assert folded.match.header == live.match.header
        assert fairness.check(folded.match).is_complete

    in_registry(tmp_path, work)


def test_a_worker_is_told_of_other_dice(tmp_path: Path) -> None:
    """A take-back to where it was asked last gives a match with the same entries and another header."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, "mine", "mine", seed=None)
        ply = await to_a_roll(registry, live)
        assert live.match is not None
        then = live.match.at(ply - 1)
        known = KnownMatch(then.header, then.entries)
        same = Job("bot", "", match_id=live.id, match=live.match).request_for(known)
        assert "header" not in same, "it knows this match"
        back = dice_after_undo.take_back(live.match, ply - 1)
        other = Job("bot", "", match_id=live.id, match=back).request_for(known)
        assert other["keep"] == ply
        assert other["header"]["fairness"]["taken_back"] == [[ply - 1, 1]]

    in_registry(tmp_path, work)


def test_too_many_take_backs_are_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, "mine", "mine", seed=None)
        ply = await to_a_roll(registry, live)
        monkeypatch.setattr(dice_after_undo, "MAX_MARKS", 0)
        before = seen(live, "oda")
        with pytest.raises(Problem, match="too much has been taken back"):
            await take_back(registry, live, ply - 1)
        assert seen(live, "oda") == before

    in_registry(tmp_path, work)


def test_a_closing_that_was_asked_for_waits_over_a_restart(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, public=True)
        async with live.lock:
            await closing.close_by_owner(registry, live)
        live = await again(registry, live)
        assert match_info(live)["closing"] == {"waits_for": ["anti_oda"]}
        async with live.lock:
            await closing.answer(registry, live, "anti_oda", agree=True)
        told = match_info(live)
        assert told["closed"]["how"] == "agreed"
        live = await again(registry, live)
        assert match_info(live) == told
        [listed] = [stored_match_info(*row) for row in await registry.store.list_matches(None, None)]
        assert listed["closed"] == told["closed"]

    in_registry(tmp_path, work)


def test_what_an_older_server_closed_is_shown(tmp_path: Path) -> None:
    """It wrote down only that it was closed."""

    async def work(registry: Registry) -> None:
        match = gunki.new("nobunaga", seed=5)
        header = MatchHeader("nobunaga", match.header.scenario, match.header.options, 5, match.header.rules_version)
        ident = await stored(registry, header, [{"who": "", "act": "", "chance": []}], state="closed")
        await registry.store.append(LogRow(ident, 2, 1.0, "close", 0, "", "{}"))
        told = match_info(await registry.get(ident))
        assert told["closed"] == {"how": "owner", "seat": None, "winners": []}
        assert told["fairness"]["secret"] == "00" * 32
        [listed] = [stored_match_info(*row) for row in await registry.store.list_matches(None, None)]
        assert (listed["closed"], listed["fairness"]) == (told["closed"], None)

    in_registry(tmp_path, work)


def test_a_match_that_gathered_under_the_first_version_goes_on(tmp_path: Path) -> None:
    """One had sat down and shown a short number at once; the other commits and shows his."""

    async def work(registry: Registry) -> None:
        wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": "open"}})
        made = await lobby.create(registry, wanted, None)
        live, old = await registry.get(made["id"]), "ab" * 8
        commit = fairness.commit_of(live.id, "oda", old)
        row = replace(live.participants["oda"], nonce=old, commit=commit, joined=True)
        await registry.store.update_participants([row])
        live = await again(registry, live)
        first = receipts.receipt(live.id, made["commitment"], fairness.origin_fields(0), "oda", old, {}, version=1)
        async with live.lock:
            joined = joining(live, "anti_oda", made["seats"][1])
            token = await lobby.join(registry, live, "anti_oda", joined, None)
            assert live.state == "gathering"
            await lobby.reveal(registry, live, "anti_oda", NONCES["anti_oda"], token)
        assert live.match is not None
        for _ in range(10):
            await play(registry, live)
        assert fairness.check(live.match).is_complete
        for kept in (first, receipt_of(live, "oda"), receipt_of(live, "anti_oda")):
            receipts.compare(live.match, receipts.read(kept))

    in_registry(tmp_path, work)


def test_who_is_left_alone_against_bots_takes_back_freely(tmp_path: Path) -> None:
    """There is nobody whose consent could be asked for."""

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, "open", "bot:random")
        ply = await to_a_roll(registry, live)
        assert seen(live, "oda")["undo"]["decision"] == "free"
        await take_back(registry, live, ply - 1)
        assert live.match is not None
        assert live.match.ply == ply - 1

    in_registry(tmp_path, work)
