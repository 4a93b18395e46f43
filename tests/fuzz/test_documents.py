"""Described positions with one change: each is refused by name or can be played, for every game and scenario."""

from __future__ import annotations

import json
import random
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.cli.main import main
from gunki.core.rules.procedure import Procedure
from gunki.core.state.fields import find_field
from gunki.lab.fuzz import document_mutations
from tests.core.duel import play_out
from tests.support import often

SCENARIOS = [(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]
#: For each scenario: enough to go through many kinds of changes, few enough to be quick.
DOCUMENTS = often(40, 400)


@pytest.mark.parametrize(("ident", "scenario"), SCENARIOS)
def test_a_changed_document_is_refused_or_playable(ident: str, scenario: str, tmp_path: Path) -> None:
    report = document_mutations.run(ident, scenario, documents=DOCUMENTS, seed=7, out=str(tmp_path))
    assert not report.failures, report.failures
    assert report.tried == DOCUMENTS
    assert report.refused > DOCUMENTS // 10
    assert report.played > DOCUMENTS // 10
    assert report.contradicted < DOCUMENTS // 10, "what can be seen when a document is read is refused there"


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_every_field_of_a_procedure_has_a_declared_range(ident: str) -> None:
    g = gunki.new(ident, seed=1).position
    undeclared = [
        f"{name}.{field.name}"
        for name, cls in g.procedures.items()
        for field in dataclass_fields(cls)
        if cls is not Procedure and field.name != "step"
        if find_field(g.FIELDS, name, field.name) is None
    ]
    assert not undeclared
    assert g.ROOT in g.procedures


def find_deep_match(ident: str, scenario: str, depth: int = 5) -> gunki.Match:
    """Return a match with at least `depth` procedures on its stack."""
    for seed in range(50):
        match = gunki.new(ident, scenario, seed=seed)
        rng = random.Random(seed)
        for _ in range(300):
            decision = match.decision
            if decision is None:
                break
            if len(match.position.stack) >= depth:
                return match
            match.act(rng.choice(decision.options))
    raise AssertionError("nothing that deep")


@pytest.mark.parametrize(("ident", "scenario"), [s for s in SCENARIOS if s[1] != "heaven_and_earth"])
def test_compose_accepts_the_result_of_describe(ident: str, scenario: str) -> None:
    """It is passed on without JSON, which has no tuples."""
    rng = random.Random(3)
    match = gunki.new(ident, scenario, seed=3)
    deep = 0
    for ply in range(150):
        if ply % often(3, 1) == 0:
            document = match.describe()
            again = gunki.compose(ident, scenario, document, seed=3)
            assert again.position.digest() == match.position.digest()
            assert document == json.loads(json.dumps(document))
            deep = max(deep, len(match.position.stack))
        if ply % 25 == 24 and match.decision is not None and "ready" in match.decision.texts:
            match.act("ready")  # a deployment may be longer than all this
        else:
            play_out(match, rng, 1)
        if match.who is None:
            break
    assert deep > 2


BAD: list[tuple[str, Any, str]] = [
    ("seat", "takeda", "unknown seat"),
    ("seat", 2, "expected a whole number from 0 to 1"),
    ("seat", -1, "expected a whole number from 0 to 1"),
    ("seat", True, "expected a whole number"),
    ("seat", [0], "unknown seat"),
    ("clan", "nobody", "unknown clan"),
    ("step", "clone", "unknown step"),
    ("step", "chosen", "unknown step"),
    ("step", "idle", "unknown step"),
    ("step", "_ask", "unknown step"),
    ("step", 3, "unknown step"),
    ("procedure", "Procedure", "no procedure of this game"),
    ("procedure", "Campaign", "the first procedure, and only that"),
    ("procedure", ["x"], "no procedure of this game"),
]


@pytest.mark.parametrize(("field", "value", "message"), BAD)
def test_a_bad_frame_is_refused_by_its_field(field: str, value: Any, message: str) -> None:
    document = attack()
    document["stack"][-1]["supports"] = 0
    place = max(i for i, frame in enumerate(document["stack"]) if field in frame)
    document["stack"][place][field] = value
    with pytest.raises(gunki.PositionError, match=rf"stack entry {place + 1}: .*{message}"):
        gunki.compose("nobunaga", document)


@pytest.mark.parametrize("stack", [[], "x", {}, 3, None, [3], [[]], [{}], [{"procedure": "Campaign"}] * 33])
def test_a_value_that_is_no_stack_is_refused(stack: Any) -> None:
    document = gunki.new("nobunaga", seed=1).describe() | {"stack": stack}
    with pytest.raises(gunki.PositionError, match="stack"):
        gunki.compose("nobunaga", document)


def test_a_stack_begins_with_the_whole_game() -> None:
    document = find_deep_match("nobunaga", "campaign").describe()
    for stack in (document["stack"][1:], [document["stack"][0], *document["stack"]]):
        with pytest.raises(gunki.PositionError, match="the first procedure, and only that, is Campaign"):
            gunki.compose("nobunaga", document | {"stack": stack})


@pytest.mark.parametrize(("ident", "scenario"), SCENARIOS)
def test_a_procedure_within_itself_is_refused(ident: str, scenario: str) -> None:
    """A doubled march would march the same units twice."""
    document = find_deep_match(ident, scenario, depth=3).describe()
    for place in range(1, len(document["stack"])):
        stack = [*document["stack"][: place + 1], *document["stack"][place:]]
        name = stack[place]["procedure"]
        with pytest.raises(gunki.PositionError, match=rf"stack entry {place + 2}: {name} is under way already"):
            gunki.compose(ident, scenario, document | {"stack": stack})


@pytest.mark.parametrize(
    ("ident", "field", "value"),
    [("nobunaga", "areas", 0), ("honganji", "areas", 0), ("honganji", "firearms", 1)],
)
def test_a_march_that_no_rule_allows_is_refused_by_name(ident: str, field: str, value: int) -> None:
    """A march over no distance (7), and one with firearms, which marches of honganji do not have."""
    for seed in range(50):
        match = gunki.new(ident, seed=seed)
        rng = random.Random(seed)
        while match.decision is not None and match.ply < 300:
            if type(match.position.stack[-1]).__name__ == "UnitMovement":
                document = match.describe()
                document["stack"][-1][field] = value
                with pytest.raises(gunki.PositionError, match=rf"UnitMovement.{field}: expected a whole number"):
                    gunki.compose(ident, document)
                return
            match.act(rng.choice(match.decision.options))
    raise AssertionError("nobody marches")


def attack() -> dict[str, Any]:
    """Return a document of a battle with minus 2^40 supporting strategists, which would roll 10^12 dice."""
    match, rng = gunki.new("nobunaga", seed=3), random.Random(3)
    for _ in range(20_000):
        if match.position.stack and type(match.position.stack[-1]).__name__ == "Combat":
            document = match.describe()
            document["stack"][-1]["supports"] = -(2**40)
            return document
        if match.decision is None:
            match = gunki.new("nobunaga", seed=rng.randrange(10**6))
        match.act(rng.choice(match.decision.options))  # type: ignore[union-attr]
    raise AssertionError("no battle")


def test_a_battle_with_too_many_strategists_is_refused_by_name() -> None:
    with pytest.raises(gunki.PositionError, match=r"Combat.supports: expected a whole number from 0 to 3, found -1099"):
        gunki.compose("nobunaga", attack())


@pytest.mark.parametrize(
    ("ident", "name", "value"),
    [
        ("nobunaga", "goal", 2**31), ("nobunaga", "fought", -1), ("nobunaga", "fought", 2**40),
        ("nobunaga", "bonus", [0]), ("nobunaga", "widowed", []), ("nobunaga", "bonus", [0, "1"]),
        ("honganji", "owner", [0]), ("honganji", "fixed", 2**60), ("honganji", "used", 2),
        ("kanto", "seat_of", [0]), ("kanto", "ruined", []), ("kanto", "phase", 255), ("kanto", "called", [999]),
        ("kanto", "retreated", [0, -2]), ("kanto", "retreated", [0, 5, 1]), ("kanto", "ceremony", 2**31),
        ("kanto", "unheard_of", 1),
    ],
)  # fmt: skip
def test_a_state_out_of_its_range_is_refused_by_name(ident: str, name: str, value: Any) -> None:
    document = gunki.new(ident, seed=1).describe()
    document["state"][name] = value
    with pytest.raises(gunki.PositionError, match=rf"state.{name}: "):
        gunki.compose(ident, document)


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_reports_the_changed_documents(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["fuzz", "nobunaga", "--documents", "5", "--seed", "1", "--out", str(tmp_path / "out")]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert "5 changed documents, seed 1" in text
    assert "no failures" in text
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tried"] == 5
    assert not (tmp_path / "out").exists()


def test_without_a_game_it_takes_every_scenario(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["fuzz", "--documents", "1", "--seed", "1", "--out", str(tmp_path / "out"), "--json"]) == 0
    found = [(report["game"], report["scenario"]) for report in json.loads(capsys.readouterr().out)]
    assert found == [(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]
    assert main(["fuzz", "--documents", "1", "--scenario", "campaign"]) != 0


def test_a_fault_is_reported_and_its_document_saved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> gunki.Match:
        raise KeyError("oops")

    monkeypatch.setattr(gunki, "compose", broken)
    assert main(["fuzz", "nobunaga", "--documents", "2", "--seed", "1", "--out", str(tmp_path)]) == 1
    assert len(list(tmp_path.iterdir())) == 2
    assert "KeyError" in capsys.readouterr().out


def test_a_document_whose_composition_never_ends_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any, **__: Any) -> gunki.Match:
        while True:
            pass

    monkeypatch.setattr(gunki, "compose", endless)
    monkeypatch.setattr(document_mutations, "SECONDS", 0.2)
    report = document_mutations.run("nobunaga", None, documents=1, seed=1, out=str(tmp_path))
    assert "TimeExceeded" in report.failures[0]["message"]
