"""`gunki bench attacks` attacks and measures, in a moment; how much a busy machine minds, it cannot say."""

from __future__ import annotations

import json
import socket
import subprocess
import sys

import pytest

from gunki.lab.attack_crowds import Door
from gunki.lab.attack_workers import GIVES_UP
from gunki.lab.attacks import ALL, PLACES, AttackReport, Measured, Row, attack
from gunki.lab.processes import BenchError
from tests.server.process import PATIENCE


def test_what_others_notice_of_attacks_is_measured() -> None:
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.2", 0))
    except OSError:
        pytest.skip("needs more than one loopback address")
    command = [sys.executable, "-m", "gunki", "bench", "attacks", "--seconds", "0.5", "--json"]
    command += ["--only", "disk", "--only", "heads"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=6 * PATIENCE, check=False)
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)
    assert done.returncode == (1 if found["floors_missed"] else 0), done.stderr
    assert list(found["attacks"]) == ["disk", "heads", ALL]
    for row in found["attacks"].values():
        assert row["before"]["action"] > 0
        assert row["during"]["actions"] + row["during"]["failed"] > 0
        assert row["during"]["stored"][0] > 0
        assert row["during"]["door"]["came"] > 0
    disk, heads = found["attacks"]["disk"]["attack"]["disk"], found["attacks"]["heads"]["attack"]["heads"]
    assert disk["upload_bytes"] < 20_000
    assert disk["taken_back"] > 0
    assert heads["opened"] >= 100
    assert set(found["attacks"][ALL]["attack"]) == {"disk", "heads"}
    assert all(found["quiet"][name] > 0 for name in ("action", "page", "upload", "bot"))


def test_a_host_who_tries_numbers_gets_more_by_the_first_scheme_alone() -> None:
    report = attack(0.5, ["nonces"])
    assert (report.rows, report.missed) == ([], [])
    nonces = report.nonces
    assert nonces["low_dice_scheme_1"] > 0.45, "fifty tries are enough to see it"
    assert 0.2 < nonces["low_dice_fair"] < 0.47
    assert 0.2 < nonces["low_dice_scheme_2"] < 0.47


def test_how_soon_workers_are_replaced_is_measured() -> None:
    """How soon depends on the machine; what the server promises is the floor."""
    report = attack(0.5, ["workers"])
    assert report.rows == []
    if sys.platform == "linux":
        assert set(report.workers) == {"killed", "stuck"}
        assert all(0 < seconds < GIVES_UP for seconds in report.workers.values()), report.workers
    assert AttackReport(workers={"killed": 4.9, "stuck": 14.9}).missed == []
    assert len(AttackReport(workers={"killed": 5.0, "stuck": 60.0}).missed) == 2


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
    during = Measured(action=1.0, bot=1.0, page=1.0)
    setattr(during, measure, 3.0)
    row = Row(name, Measured(action=1.0, bot=1.0, page=1.0), during, {})
    assert bool(AttackReport(rows=[row]).missed) == missed


def test_an_unknown_attack_is_refused() -> None:
    with pytest.raises(BenchError, match="disk, heads, odds"):
        attack(0.5, ["rain"])


@pytest.mark.parametrize(
    ("during", "missed"), [(2.9, False), (3.0, True), (None, True)], ids=["good", "at the floor", "no answer at all"]
)
def test_the_floor_is_that_of_all_at_once(during: float | None, missed: bool) -> None:
    alone = Row("odds", Measured(action=1.0), Measured(action=50.0), {})
    report = AttackReport(rows=[alone, Row(ALL, Measured(action=1.0), Measured(action=during), {})])
    assert bool(report.missed) == missed
    assert report.to_dict()["floors_missed"] == report.missed


@pytest.mark.parametrize(("name", "missed"), [("odds", False), (PLACES, True), (ALL, True)])
def test_nobody_may_be_turned_away_while_others_hold_the_places(name: str, missed: bool) -> None:
    during = Measured(action=1.0, door=Door(came=10, turned_away=1, why="/healthz: 503"))
    report = AttackReport(rows=[Row(name, Measured(action=1.0), during, {})])
    assert bool(report.missed) == missed
    assert report.to_dict()["attacks"][name]["during"]["door"]["turned_away"] == 1


def test_crowds_attack_and_are_measured() -> None:
    """In a moment, with a part of what they hold: they do what they are named for."""
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.2", 0))
    except OSError:
        pytest.skip("needs more than one loopback address")
    report = attack(0.3, [PLACES, "prefixes", "take_backs"])
    told = {row.name: row.told for row in report.rows}
    assert told[PLACES][PLACES]["opened"] > 60
    assert told["prefixes"]["prefixes"]["matches"] > 0
    assert told["take_backs"]["take_backs"]["streams"] > 0
    assert told["take_backs"]["take_backs"]["megabytes_a_second"] >= 0
    assert set(told[ALL]) == {PLACES, "prefixes", "take_backs"}
