"""Matches that cannot go on: set aside with the reason, read-only, and the others go on."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path
from typing import Any

import orjson
import pytest

import gunki
from gunki.core.matches.match import MatchHeader
from gunki.core.state.position import Position
from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.http.requests import require_playing
from gunki.server.matches import lobby, unplayable
from gunki.server.matches.bots import HOPELESS_FAILURES, Bots
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.store.record_codec import entry_out
from gunki.server.views.snapshot import match_info
from gunki.server.workers.messages import JobReply
from tests.server.unit.support import begun, in_registry, play, seen, stored, token_at, until
from tests.support import ROOT

SAVES = sorted((ROOT / "tests" / "saves").glob("*.gunki"))


def played(plies: int = 30) -> tuple[gunki.Match, list[dict[str, Any]]]:
    match, rng = gunki.new("nobunaga", seed=5), random.Random(5)
    while match.ply < plies and match.decision is not None:
        match.act(rng.choice(match.decision.options))
    return match, [entry_out(match, entry) for entry in match.entries]


def must_be_aside(live: MatchSession) -> dict[str, Any]:
    """Read-only, with the reason in both languages; the notice."""
    assert live.state == "aside"
    assert live.bot_to_move is None
    with pytest.raises(Problem) as caught:
        require_playing(live)
    assert (caught.value.status_code, caught.value.code) == (409, "aside")
    short = match_info(live)
    assert short["state"] == "aside"
    for chair in (*live.participants, None):
        snapshot = seen(live, chair)
        assert (snapshot["state"], snapshot["decision"]) == ("aside", None)
        assert snapshot["notice"] == orjson.loads(orjson.dumps(short["notice"]))
        nothing = {"decision": "no", "order": 0, "asked": None, "taken_back": 0, "renewal": None}
        assert snapshot["undo"] == nothing
    notice: dict[str, Any] = short["notice"]
    assert notice["text"]["en"][0] != notice["text"]["ja"][0]
    return notice


async def continued(registry: Registry, live: MatchSession, token: str) -> MatchSession:
    """A new match from where the old one was good, by one who sat there; by anybody if it is over."""
    assert live.match is not None
    wanted = NewMatch.model_validate(
        {
            "game": live.row.game,
            "scenario": live.row.scenario,
            "seats": dict.fromkeys(live.participants, "bot:random"),
            "branch": {"game": live.id, "ply": live.match.ply},
        }
    )
    if live.state != "over":
        with pytest.raises(Problem) as caught:
            await lobby.create(registry, wanted, None)
        assert caught.value.status_code == 403, "not for everyone: it holds every hand"
    made = await lobby.create(registry, wanted, token or None)
    return await registry.get(made["id"])


def test_a_stored_match_that_the_rules_refuse_is_shown_up_to_there(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played()
        entries[20] = entries[20] | {"act": "deploy oda_nobunaga kai"}
        live = await registry.get(await stored(registry, match.header, entries))
        notice = must_be_aside(live)
        assert (notice["kind"], notice["ply"], notice["plies"]) == ("refused", 19, match.ply)
        assert notice["action"] == "deploy oda_nobunaga kai"
        assert notice["clauses"]
        assert notice["version"] == match.header.rules_version
        assert live.match is not None
        assert live.match.ply == 19
        assert seen(live, None)["view"]["turn"] == match.at(19).view(None)["turn"]
        new = await continued(registry, live, token_at("oda"))
        assert new.match is not None
        assert (new.state, new.match.ply, new.notice) == ("playing", 19, None)
        for _ in range(5):
            await play(registry, new)

    in_registry(tmp_path, work)


def test_a_finished_match_that_the_rules_refuse_asks_nobody(tmp_path: Path) -> None:
    """It stays over, though its end is not reached any more; whoever likes goes on from there."""

    async def work(registry: Registry) -> None:
        match, entries = played()
        entries[20] = entries[20] | {"act": "deploy oda_nobunaga kai"}
        live = await registry.get(await stored(registry, match.header, entries, state="over"))
        assert (live.state, match_info(live)["who"], match_info(live)["notice"]["ply"]) == ("over", None, 19)
        for chair in (*live.participants, None):
            snapshot = seen(live, chair)
            assert (snapshot["who"], snapshot["decision"], snapshot["result"]) == (None, None, None)
            assert snapshot["notice"]["action"] == "deploy oda_nobunaga kai"
        with pytest.raises(Problem) as caught:
            require_playing(live)
        assert caught.value.status_code == 409
        new = await continued(registry, live, "")
        assert (new.state, new.match.ply if new.match else None) == ("playing", 19)

    in_registry(tmp_path, work)


BROKEN: dict[str, dict[str, Any]] = {
    "game": {"game": "shogi"},
    "scenario": {"scenario": "gone"},
    "options": {"options": {"of_old": True}},
    "composed": {"composed": {"stack": [{"procedure": "Combat", "supports": -(2**40)}]}},
}


@pytest.mark.parametrize("how", BROKEN)
def test_one_that_cannot_be_opened_at_all_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played()
        ident = await stored(registry, match.header, entries)
        found = await registry.store.load(ident)
        assert found is not None
        rows = found[2]
        body = orjson.loads(rows[1].body)
        body["header"] |= BROKEN[how]
        rows[1].body = orjson.dumps(body).decode()

        async def load(_: str) -> Any:
            return found

        monkeypatch.setattr(registry.store, "load", load)
        notice = must_be_aside(await registry.get(ident))
        assert notice["kind"] == "unopened"
        assert notice["why"]

    in_registry(tmp_path, work)


def test_a_fault_of_ours_is_no_reason_to_lose_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("oops")

    async def work(registry: Registry) -> None:
        match, entries = played()
        with monkeypatch.context() as patched:
            patched.setattr(Position, "resume", broken)
            live = await registry.get(await stored(registry, match.header, entries))
        assert must_be_aside(live)["why"] == "RuntimeError"

    in_registry(tmp_path, work)


def test_one_that_takes_too_long_to_open_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played()
        monkeypatch.setattr(unplayable, "OPEN_SECONDS", -1.0)
        live = await registry.get(await stored(registry, match.header, entries))
        assert must_be_aside(live)["kind"] == "unopened"

    in_registry(tmp_path, work)


@pytest.mark.parametrize("how", ["steps", "time", "question"])
def test_an_action_without_end_sets_the_match_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """By the count of its steps, or by the clock of the processor where a step or the list of options never ends."""

    def circle(self: Position, *_: Any) -> None:
        while how != "steps":
            pass
        raise gunki.EndlessError("Combat.attack: 2000 steps and no question")

    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry)
        other, _, _ = await begun(registry)
        for _ in range(6):
            await play(registry, live)
        assert live.match is not None
        ply, who = live.match.ply, live.match.who
        with monkeypatch.context() as patched:
            part = "cost" if how == "question" else "apply"
            patched.setattr(type(live.match.position), part, circle)
            with pytest.raises(Problem) as caught:
                await play(registry, live)
        assert (caught.value.status_code, caught.value.code) == (409, "aside")
        for _ in range(2):  # also when it is read again
            live = await registry.get(live.id)
            notice = must_be_aside(live)
            assert (notice["kind"], notice["ply"], notice["who"]) == ("endless", ply, who)
            assert live.match is not None
            assert live.match.ply == ply
            registry.forget(live)
        assert live.id not in await registry.store.bots_to_move()
        await play(registry, other)
        new = await continued(registry, await registry.get(live.id), tokens["oda"])
        await play(registry, new)

    in_registry(tmp_path, work, action_seconds=1.0)


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_an_alarm_counts_from_when_it_was_last_set() -> None:
    """Its clock runs on meanwhile: many that take a while are not taken for one that takes long."""
    alarm = unplayable.CpuTimer(0.4)
    for _ in range(6):
        with alarm:
            busy(0.2)
    with pytest.raises(unplayable.CpuTimeExceeded), alarm:
        busy(20.0)
    with alarm:
        busy(0.2)


def test_an_alarm_wakes_nobody_who_is_not_in_it() -> None:
    outer, inner = unplayable.CpuTimer(0.2), unplayable.CpuTimer(0.1)
    with outer:
        pass
    with inner:
        pass
    busy(1.0)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)  # and its clock has stopped
    with pytest.raises(unplayable.CpuTimeExceeded), outer:
        busy(20.0)


def test_a_bot_that_nothing_helps_sets_its_match_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def never(self: Position, *_: Any) -> None:
        tried.append(1)
        raise gunki.PositionError("contradicts itself here")

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, anti_oda="bot:random")
        assert live.match is not None
        monkeypatch.setattr(type(live.match.position), "apply", never)
        bots = Bots(registry)

        async def do(*_: Any) -> JobReply:
            assert live.match is not None
            assert live.match.decision is not None
            return JobReply({"action": live.match.decision.texts[0]}, b"")

        monkeypatch.setattr(registry.workers, "do", do)
        monkeypatch.setattr(type(live), "bot_to_move", property(lambda self: None if self.unplayable else "anti_oda"))
        bots.wake(live)
        await until(lambda: live.unplayable)
        monkeypatch.undo()
        await until(lambda: not bots._deciding)
        assert len(tried) == HOPELESS_FAILURES + 1
        must_be_aside(await registry.get(live.id))

    in_registry(tmp_path, work)


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_a_match_of_today_stays_open_whatever_becomes_of_the_rules(tmp_path: Path, save: Path) -> None:
    """Each save as a stored match: under the rules it was played with all of it, under later ones as far as it goes."""
    from gunki.core.matches import saves

    async def work(registry: Registry) -> None:
        manifest, entries = saves.read(save, save.read_bytes())
        fields = MatchHeader.__dataclass_fields__
        header = MatchHeader(**{field: manifest[field] for field in fields})
        lines = [
            {"who": e.who, "act": e.act, "chance": [[kind, list(values)] for kind, values in e.chance]} for e in entries
        ]
        live = await registry.get(await stored(registry, header, lines))
        if live.unplayable:
            notice = must_be_aside(live)
            assert (notice["version"], notice["plies"]) == (header.rules_version, manifest["plies"])
            assert notice["clauses"] or notice["kind"] != "refused"
            if live.match is None:
                assert header.composed is not None, "a scenario can always be begun"
                return
            live = await continued(registry, live, token_at(next(iter(live.participants))))
        assert live.match is not None
        for _ in range(20):
            if live.match.decision is None:
                break
            await play(registry, live)

    in_registry(tmp_path, work)
