"""Rules change while matches are under way: each goes on from where it stands, and all who look are told so."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson
import pytest

import gunki
from gunki.core.matches.resume import standing_of
from gunki.core.rules.decision import Reason
from gunki.series.areas_and_cards.rules import movement
from gunki.server.admin.retention import export
from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.matches import lobby
from gunki.server.matches.checkpoints import CheckpointWriter
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.routes.play_routes import view
from gunki.server.store.match_store import CheckpointRow
from gunki.server.store.source_codec import checkpoint_out
from gunki.server.views.snapshot import match_info
from gunki.server.views.stories import finished_story
from gunki.server.workers import history
from gunki.server.workers.messages import Job, JobReply
from tests.server.unit.support import begun, in_registry, play, seen, stored
from tests.server.unit.test_past import played, told

#: The rules to come are made by replacing functions, which compiled rules do not ask for anew.
pytestmark = pytest.mark.plain

#: The match is played so far; this action of it is refused by the rules to come, by that clause.
PLIES, REFUSED, CLAUSE = 30, 15, "nobunaga:7-2(2)"

Later = Callable[..., None]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """The next version of the rules: nobody of Oda marches from Yamashiro; `offered`: it is still a march."""
    rule, candidates = movement.march_bars, movement.march_candidates

    def is_barred(g: Any, clan: int, area: int) -> bool:
        names = g.lexicon.domains
        return (names["clan"][clan], names["area"][area]) == ("oda", "yamashiro")

    def stricter(g: Any, m: Any, clan: int, area: int) -> Iterator[Reason]:
        if is_barred(g, clan, area):
            yield Reason("7-2(2)", "pinned", {"clan": clan, "area": area})
        yield from rule(g, m, clan, area)

    def fewer(g: Any, m: Any) -> list[Any]:
        return [act for act in candidates(g, m) if not is_barred(g, act[1], act[2])]

    def change(offered: bool = True) -> None:
        game = gunki.game("nobunaga")
        monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
        monkeypatch.setattr(movement, "march_bars", stricter)
        if not offered:
            monkeypatch.setattr(movement, "march_candidates", fewer)

    return change


async def begun_and_played(registry: Registry, plies: int = PLIES, anti_oda: str = "open") -> MatchSession:
    live, _, _ = await begun(registry, anti_oda=anti_oda)
    for _ in range(plies):
        await play(registry, live)
    assert live.match is not None
    assert live.match.entries[REFUSED].act == "march oda yamashiro"
    return live


async def again(registry: Registry, live: MatchSession) -> MatchSession:
    """The match as it is read from the store."""
    registry.forget(live)
    return await registry.get(live.id)


def must_go_on(live: MatchSession, plies: int = PLIES) -> dict[str, Any]:
    """At the ply where it stood, for all who look, who are told so in both languages; the notice."""
    assert live.match is not None
    assert (live.state, live.match.ply >= plies) == ("playing", True)
    notice: dict[str, Any] = match_info(live)["notice"]
    for chair in (*live.participants, None):
        snapshot = seen(live, chair)
        assert snapshot["state"] == "playing"
        assert snapshot["decision"] is not None
        assert snapshot["notice"] == orjson.loads(orjson.dumps(notice))
    (english,), (japanese,) = notice["text"]["en"], notice["text"]["ja"]
    assert "goes on from where it stands" in english
    assert "今の局面から" in japanese
    assert notice["plies"] == plies
    return notice


def test_a_match_whose_record_is_refused_goes_on_from_where_it_stands(tmp_path: Path, later: Later) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry)
        assert live.match is not None
        before, options = live.match.position.digest(), live.match.decision
        await CheckpointWriter(registry).store()
        later()
        live = await again(registry, live)
        notice = must_go_on(live)
        assert live.match is not None
        assert (live.match.position.digest(), live.match.decision) == (before, options)
        assert (notice["kind"], notice["ply"], notice["clauses"]) == ("goes_on", REFUSED - 1, [CLAUSE])
        assert notice["now"] == notice["version"] + 1
        assert f"action {REFUSED} of" in notice["text"]["en"][0]
        for _ in range(10):
            await play(registry, live)
        for _ in range(2):  # and after every start
            live = await again(registry, live)
            assert must_go_on(live) == notice
            assert live.match is not None
            assert live.match.ply == PLIES + 10
        rows = await registry.store.load(live.id)
        assert rows is not None
        assert [row.kind for row in rows[2]].count("rules") == 1, "written down once"

    in_registry(tmp_path, work)


def test_nobody_is_told_the_action_of_another(tmp_path: Path, later: Later) -> None:
    """It is played on, and an action may be a secret of its seat."""

    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry)
        await CheckpointWriter(registry).store()
        later()
        notice = must_go_on(await again(registry, live))
        assert (notice["action"], notice["why"]) == ("", "")
        assert "yamashiro" not in orjson.dumps(notice).decode().casefold()

    in_registry(tmp_path, work)


def test_what_is_played_after_the_stand_is_played_again_from_there(tmp_path: Path, later: Later) -> None:
    """A server that was killed had no time to store where it stood last."""

    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry, PLIES - 6)
        await CheckpointWriter(registry).store()
        for _ in range(4):
            await play(registry, live)
        assert live.match is not None
        before = live.match.position.digest()
        later()
        live = await again(registry, live)
        must_go_on(live, PLIES - 6)
        assert live.match is not None
        assert (live.match.ply, live.match.position.digest()) == (PLIES - 2, before)

    in_registry(tmp_path, work)


def test_its_past_is_told_as_far_as_it_can_be(tmp_path: Path, later: Later) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry, anti_oda="mine")
        acts = [entry.act for entry in live.match.entries] if live.match else []
        await CheckpointWriter(registry).store()
        later()
        live = await again(registry, live)
        for _ in range(5):
            await play(registry, live)
        steps = await told(registry, live, "oda", -1)
        assert [step["ply"] for step in steps] == list(range(PLIES + 6))
        assert steps[REFUSED]["act"] == acts[REFUSED], "the record is whole"
        assert steps[PLIES - 3]["events"], "what happened last is stored too"
        server: Any = type("Server", (), {"registry": registry})()
        for ply in (PLIES, PLIES + 3):
            shown = orjson.loads((await view(server, None, live.id, ply)).body)
            assert shown["ply"] == ply
        with pytest.raises(Problem) as caught:
            await view(server, None, live.id, PLIES - 1)
        assert (caught.value.status_code, caught.value.code) == (404, "not_found")
        assert f"from {PLIES} on" in str(caught.value.detail)

    in_registry(tmp_path, work)


def test_nothing_before_it_is_taken_back(tmp_path: Path, later: Later) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry, anti_oda="mine")
        await CheckpointWriter(registry).store()
        later()
        live = await again(registry, live)
        assert seen(live, "oda")["undo"]["decision"] == "no"
        for _ in range(3):
            await play(registry, live)
        assert seen(live, "oda")["undo"]["decision"] == "free"
        async with live.lock:
            await registry.take_back(live, "oda", PLIES)
        assert seen(live, "oda")["undo"]["decision"] == "no"
        await play(registry, live)
        await CheckpointWriter(registry).store()
        live = await again(registry, live)
        assert live.match is not None
        assert live.match.ply == PLIES + 1

    in_registry(tmp_path, work)


def test_it_can_be_saved_branched_archived_and_its_story_told(tmp_path: Path, later: Later) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry, anti_oda="mine")
        await CheckpointWriter(registry).store()
        later()
        live = await again(registry, live)
        for _ in range(4):
            await play(registry, live)
        wanted = {"game": "nobunaga", "seats": dict.fromkeys(live.participants, "bot:random")}
        while live.match is not None and live.match.who is not None:
            await play(registry, live)
        assert live.match is not None
        for _ in range(2):
            assert live.state == "over"
            async with live.lock:
                job = history.match_job("save", live, {})
            saved = gunki.loads((await history.run_job(registry.workers, job)).blob)
            assert saved.notice is not None
            assert (saved.notice.kind, saved.ply) == ("refused", REFUSED - 1)
            story = orjson.loads(await finished_story(registry.workers, live))
            assert all(stand["ply"] >= PLIES for stand in story["standing"])
            assert story["standing"][-1]["ply"] == live.match.ply
            assert live.match.result is not None
            assert match_info(live)["result"]["winner"] == live.match.result.winner
            live = await again(registry, live)
            assert live.match is not None
        branch = {**wanted, "branch": {"game": live.id, "ply": PLIES + 4}}
        made = await lobby.create(registry, NewMatch.model_validate(branch), None)
        other = await registry.get(made["id"])
        assert other.match is not None
        then = orjson.loads((await history.run_job(registry.workers, history.view_job(live, None, PLIES + 4))).blob)
        assert other.match.ply == 4, "its record begins where the other was taken up"
        assert (other.notice, other.state) == (None, "playing")
        assert seen(other, None)["view"]["areas"] == then["view"]["areas"]
        rows = await registry.store.load(live.id)
        assert rows is not None
        kept = {"log": [asdict(row) for row in rows[2]]}
        names = sorted(path.name for path in export(live, kept, tmp_path / "archive"))
        assert names == [f"{live.id}.gunki", f"{live.id}.json"]
        assert orjson.loads((tmp_path / "archive" / f"{live.id}.json").read_bytes())["stored"]["log"], "all"

    in_registry(tmp_path, work)


def test_bots_go_on_too(tmp_path: Path, later: Later) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry)
        await CheckpointWriter(registry).store()
        later()
        live = await again(registry, live)
        async with live.lock:
            job = history.match_job("bot", live, {"bot": "greedy:20"})
        action = (await history.run_job(registry.workers, job)).fields["action"]
        assert live.match is not None
        assert live.match.decision is not None
        assert action in live.match.decision.texts

    in_registry(tmp_path, work)


def test_a_record_that_leads_elsewhere_is_not_followed_there(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry)
        assert live.match is not None
        stand = standing_of(live.match) | {"digest": "0" * 32}
        await registry.store.keep_checkpoint(CheckpointRow(live.id, live.seq, checkpoint_out(stand)))
        live = await again(registry, live)
        notice = must_go_on(live)
        assert (notice["kind"], notice["clauses"]) == ("goes_on_otherwise", [])
        assert "another position" in notice["text"]["en"][0]

    in_registry(tmp_path, work)


def unknown(stand: dict[str, Any]) -> dict[str, Any]:
    document = stand["document"]
    return stand | {"document": document | {"stack": [*document["stack"], {"procedure": "Hawking", "step": "start"}]}}


SPOILED: dict[str, Callable[[dict[str, Any]], bytes]] = {
    "a procedure that is no more": lambda stand: checkpoint_out(unknown(stand)),
    "an entry that is no more": lambda stand: checkpoint_out(stand | {"document": stand["document"] | {"hawks": 3}}),
    "a ply that never was": lambda stand: checkpoint_out(stand | {"ply": 10**9}),
    "no ply": lambda stand: checkpoint_out(stand | {"ply": "30"}),
    "too few plies": lambda stand: checkpoint_out(stand | {"barriers": [0]}),
    "no document": lambda stand: checkpoint_out({key: value for key, value in stand.items() if key != "document"}),
    "no table": lambda stand: checkpoint_out({key: [[]] for key in stand}),
    "no JSON": lambda stand: b"\0" * 40,
    "too much": lambda stand: checkpoint_out(stand | {"more": "x" * 2**23}),
}


@pytest.mark.parametrize("how", SPOILED)
def test_where_a_stand_cannot_be_read_the_match_is_set_aside(tmp_path: Path, later: Later, how: str) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry)
        assert live.match is not None
        await registry.store.keep_checkpoint(CheckpointRow(live.id, live.seq, SPOILED[how](standing_of(live.match))))
        live = await again(registry, live)
        assert (live.state, live.notice, live.match.ply if live.match else 0) == ("playing", None, PLIES)
        later(offered=False)
        live = await again(registry, live)
        assert (live.state, live.match.ply if live.match else 0) == ("aside", REFUSED - 1)
        assert live.notice is not None
        assert live.notice["kind"] == "refused"

    in_registry(tmp_path, work)


@pytest.mark.parametrize("offered", [True, False])
def test_a_stand_that_was_taken_back_is_not_gone_on_from(tmp_path: Path, later: Later, offered: bool) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry, anti_oda="mine")
        await CheckpointWriter(registry).store()
        async with live.lock:
            await registry.take_back(live, "oda", PLIES - 5)
        for _ in range(7):
            assert live.match is not None
            assert live.match.decision is not None
            await play(registry, live, live.match.decision.texts[-1])
        assert live.match is not None
        before = live.match.position.digest()
        later(offered)
        live = await again(registry, live)
        assert live.match is not None
        if offered:
            assert live.match.position.digest() == before
        else:
            assert live.state == "aside", "better nothing than what was taken back"
            await CheckpointWriter(registry).store()
            assert (await again(registry, live)).state == "aside"

    in_registry(tmp_path, work)


def test_without_a_stand_the_record_is_played_as_it_was(tmp_path: Path, later: Later) -> None:
    """As the versions left it that stored no stands: the rules to come only forbid what was done."""

    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry)
        assert live.match is not None
        before = live.match.position.digest()
        later()
        live = await again(registry, live)
        notice = must_go_on(live)
        assert live.match is not None
        assert (notice["kind"], notice["ply"], notice["clauses"]) == ("goes_on", REFUSED - 1, [CLAUSE])
        assert live.match.position.digest() == before
        for _ in range(5):
            await play(registry, live)
        assert must_go_on(await again(registry, live)) == notice

    in_registry(tmp_path, work)


@pytest.mark.parametrize("how", ["question", "who", "over", "spoiled"])
def test_it_is_not_played_where_it_would_lead_elsewhere(
    tmp_path: Path, later: Later, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Another question, another seat to decide, units that come from nowhere; and nobody goes on with what is over."""

    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry)
        with sqlite3.connect(tmp_path / "server.sqlite3") as database:
            if how == "who":
                database.execute("UPDATE log SET who = 'oda' || who")
            elif how == "over":
                database.execute("UPDATE match SET state = 'over'")
        if how == "spoiled":
            counts = iter(range(100))
            game = type(gunki.game("nobunaga"))
            monkeypatch.setattr(game, "invariants", lambda *_: {"armies": next(counts)})
        later(offered=how != "question")
        live = await again(registry, live)
        assert (live.unplayable, live.match.ply if live.match else 0) == (True, REFUSED - 1)
        assert live.base is None

    in_registry(tmp_path, work)


def test_where_matches_stand_is_stored_once_for_each_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry) -> None:
        live = await begun_and_played(registry, 20)
        stands, kept = CheckpointWriter(registry), []
        keep = registry.store.keep_checkpoint

        async def counted(row: CheckpointRow) -> None:
            kept.append(row.match)
            await keep(row)

        monkeypatch.setattr(registry.store, "keep_checkpoint", counted)
        await stands.store()
        await stands.store()
        assert kept == [live.id]
        async with live.lock:
            await play_inside(registry, live)
            await stands.store()
            assert kept == [live.id], "it may not be on the disk yet"
        await stands.stop()
        assert kept == [live.id] * 2, "when the server stops all of them are"
        live = await again(registry, live)
        await stands.store()
        assert kept == [live.id] * 2, "it is known what is stored"
        await registry.store.discard(live.id)
        await keep(CheckpointRow(live.id, 99, b""))
        with sqlite3.connect(tmp_path / "server.sqlite3") as database:
            assert database.execute("SELECT count(*) FROM stand").fetchone() == (0,), "nor without its match"

    in_registry(tmp_path, work)


async def play_inside(registry: Registry, live: MatchSession) -> None:
    """As `play`, by one who has the lock."""
    assert live.match is not None
    assert live.match.decision is not None
    chair = live.participant_at(live.match.who) or live.human_participants[0]
    await registry.act(live, chair, live.match.decision.texts[0])


def test_matches_of_an_older_version_get_a_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are opened one after the other; those that today's rules refuse already are tried once."""
    monkeypatch.setattr("gunki.server.matches.checkpoints.BREATH_SECONDS", 0.0)

    async def work(registry: Registry) -> None:
        match, entries = played(12, "nobunaga")
        good = await stored(registry, match.header, entries)
        await stored(registry, match.header, entries, state="over")
        entries[9] = entries[9] | {"act": "deploy oda_nobunaga kai"}
        bad = await stored(registry, match.header, entries)
        assert sorted(await registry.store.without_checkpoint()) == sorted([good, bad])
        stands, asked = CheckpointWriter(registry), []
        do = registry.workers.do

        async def counted(job: Job) -> JobReply:
            asked.append(job.kind)
            return await do(job)

        monkeypatch.setattr(registry.workers, "do", counted)
        await stands.catch_up()
        assert await registry.store.without_checkpoint() == [bad]
        await stands.catch_up()
        assert asked == ["stand", "stand"], "neither one that is over, nor one twice"
        assert not registry.list_sessions()
        live = await registry.get(good)
        assert live.checkpoint_seq == live.seq
        await registry.store.keep_checkpoint(CheckpointRow(good, 0, b""))
        assert await registry.store.without_checkpoint() == [bad], "an earlier one takes no later one's place"

    in_registry(tmp_path, work)


@pytest.mark.parametrize("game", gunki.game_ids())
def test_every_game_can_be_taken_up_at_any_question(game: str) -> None:
    found, rng = gunki.game(game), random.Random(game)
    for scenario in found.scenarios:
        match = gunki.new(game, scenario, seed=5)
        while match.ply < 120 and match.decision is not None:
            match.act(rng.choice(match.decision.options))
            if match.ply % 20 or match.decision is None:
                continue
            stand = orjson.loads(orjson.dumps(standing_of(match, 4)))
            new = gunki.reopen(match.header, match.entries, stand=stand)
            assert new.position.digest() == match.position.digest()
            assert (new.entries, new.decision, new.first_held_ply) == (match.entries, match.decision, match.ply - 3)
            text = rng.choice(match.decision.texts)
            assert [event.to_dict() for event in new.act(text)] == [event.to_dict() for event in match.fork().act(text)]
