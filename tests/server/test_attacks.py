"""`gunki bench attacks` attacks and measures, in a moment; how much a busy machine minds, it cannot say."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from gunki.cli.main import app
from gunki.lab.attacks.attack_base import Target
from gunki.lab.attacks.attack_run import ALL, PLACES, AttackReport, AttackRow, ServiceTimes, attack
from gunki.lab.attacks.attack_scenarios import ATTACKS
from gunki.lab.attacks.crowd_attacks import Door
from gunki.lab.loadtest.server_process import BenchError
from tests.server.half_open import has
from tests.server.process import PATIENCE, Server
from tests.server.unit.support import until


def test_what_others_notice_of_attacks_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    has("127.0.0.2")
    monkeypatch.setattr("gunki.lab.attacks.attack_run.GIVES_UP", PATIENCE)
    command = ["bench", "attacks", "--seconds", "0.5", "--json", "--only", "disk", "--only", "heads"]
    done = CliRunner().invoke(app, command)
    assert done.stdout, (done.output, done.exception)
    found = json.loads(done.stdout)
    assert done.exit_code == (1 if found["floors_missed"] else 0), done.stderr
    assert list(found["attacks"]) == ["disk", "heads", ALL]
    for row in found["attacks"].values():
        assert row["before"]["action"] > 0
        assert row["during"]["actions"] + row["during"]["failed"] > 0
        assert row["during"]["stored"][0] > 0
        assert row["during"]["door"]["came"] > 0
    for name in ("disk", "heads"):
        must_have_run(found["attacks"][name]["attack"], name)
    must_have_run(found["attacks"][ALL]["attack"], "disk", "heads")
    assert all(found["quiet"][name] > 0 for name in ("action", "page", "upload", "bot"))


def test_a_host_who_tries_numbers_gets_more_by_the_first_scheme_alone() -> None:
    report = attack(0.5, ["nonces"])
    assert (report.rows, report.floors_missed) == ([], [])
    nonces = report.nonces
    assert nonces["low_dice_scheme_1"] > 0.45, "fifty tries are enough to see it"
    assert 0.2 < nonces["low_dice_fair"] < 0.47
    assert 0.2 < nonces["low_dice_scheme_2"] < 0.47


def test_how_soon_workers_are_replaced_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """How soon depends on the machine; what the server promises is the floor."""
    monkeypatch.setattr("gunki.lab.attacks.worker_replacement.GIVES_UP", PATIENCE)
    report = attack(0.5, ["workers"])
    assert report.rows == []
    if sys.platform == "linux":
        assert set(report.workers) == {"killed", "stuck"}
        assert all(0 < seconds < PATIENCE for seconds in report.workers.values()), report.workers
    assert AttackReport(workers={"killed": 4.9, "stuck": 14.9}).floors_missed == []
    assert len(AttackReport(workers={"killed": 5.0, "stuck": 60.0}).floors_missed) == 2


@pytest.mark.parametrize(
    ("name", "measure", "missed"),
    [
        *((name, "action", True) for name in ("why", "opens", PLACES, "prefixes", "take_backs")),
        ("opens", "bot", True),
        ("why", "bot", False),
        ("opens", "page", False),
    ],
)
def test_some_attacks_have_a_floor_of_their_own(name: str, measure: str, missed: bool) -> None:
    during = ServiceTimes(action=1.0, bot=1.0, page=1.0)
    setattr(during, measure, 3.0)
    row = AttackRow(name, ServiceTimes(action=1.0, bot=1.0, page=1.0), during, {})
    assert bool(AttackReport(rows=[row]).floors_missed) == missed


def test_an_unknown_attack_is_refused() -> None:
    with pytest.raises(BenchError, match="disk, heads, odds"):
        attack(0.5, ["rain"])


@pytest.mark.parametrize(
    ("during", "missed"), [(2.9, False), (3.0, True), (None, True)], ids=["good", "at the floor", "no answer at all"]
)
def test_the_floor_is_that_of_all_at_once(during: float | None, missed: bool) -> None:
    alone = AttackRow("odds", ServiceTimes(action=1.0), ServiceTimes(action=50.0), {})
    report = AttackReport(rows=[alone, AttackRow(ALL, ServiceTimes(action=1.0), ServiceTimes(action=during), {})])
    assert bool(report.floors_missed) == missed
    assert report.to_dict()["floors_missed"] == report.floors_missed


@pytest.mark.parametrize(("name", "missed"), [("odds", False), (PLACES, True), (ALL, True)])
def test_nobody_may_be_turned_away_while_others_hold_the_places(name: str, missed: bool) -> None:
    during = ServiceTimes(action=1.0, door=Door(came=10, turned_away=1, why="/healthz: 503"))
    report = AttackReport(rows=[AttackRow(name, ServiceTimes(action=1.0), during, {})])
    assert bool(report.floors_missed) == missed
    assert report.to_dict()["attacks"][name]["during"]["door"]["turned_away"] == 1


#: What an attack tells when it has gone on to its end.
TELLS = {
    "disk": {"upload_bytes", "created", "taken_back"},
    "heads": {"opened", "ended_by_the_server"},
    PLACES: {"opened", "held", "cut"},
    "prefixes": {"matches", "in_first_100", "listed"},
    "take_backs": {"streams", "taken_back", "megabytes_a_second"},
}


def must_have_run(told: dict[str, dict[str, Any]], *names: str) -> None:
    """How much came of it in a moment depends on the machine."""
    assert set(told) == set(names)
    for name in names:
        assert TELLS[name] <= set(told[name]), told


def test_crowds_are_measured() -> None:
    """In a moment, with a part of what they hold."""
    has("127.0.0.2")
    names = (PLACES, "prefixes", "take_backs")
    report = attack(0.3, names)
    assert [row.name for row in report.rows] == [*names, ALL]
    for row in report.rows:
        must_have_run(row.outcomes, *(names if row.name == ALL else [row.name]))


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its usual limits."""
    with Server(tmp_path_factory.mktemp("attacked") / "data", limits=1) as server:
        yield server


@pytest.mark.parametrize(
    ("number", "name", "least", "done"),
    [
        (1, "disk", {"taken_back": 1}, lambda one: one.loops and "created" in one.outcome),
        (2, "heads", {"opened": 120}, lambda one: one.connections_opened == 120),
        (3, PLACES, {"opened": 64 * 6, "held": 64 * 6}, lambda one: len(one.lines) == 64 * 6),
        (4, "prefixes", {"matches": 5, "in_first_100": 1, "listed": 1}, lambda one: len(one.match_ids) >= 5),
        (5, "take_backs", {"streams": 6, "taken_back": 1}, lambda one: one.loops and one.bytes_read),
    ],
)
def test_attackers_do_what_they_are_named_for(
    attacked: Server, monkeypatch: pytest.MonkeyPatch, number: int, name: str, least: dict[str, int],
    done: Callable[[Any], object],
) -> None:  # fmt: skip
    """Sooner or later, with a tenth of what they hold."""
    addresses = [f"127.0.{number}.{host}" for host in (2, 3, 4, 5)]
    has(addresses[0])
    monkeypatch.setattr("gunki.lab.attacks.crowd_attacks.GIVES_UP", PATIENCE)
    attacker = ATTACKS[name](Target(attacked.port, addresses, [], 0.1), threading.Event())

    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            await attacker.prepare()
        running = asyncio.create_task(attacker.run())
        await until(lambda: done(attacker) or running.done())
        attacker.over.set()
        async with asyncio.timeout(PATIENCE):
            await running

    asyncio.run(run())
    told = attacker.figures()
    assert {figure: told[figure] for figure in least if told[figure] < least[figure]} == {}, told
    assert told.get("upload_bytes", 0) < 20_000
