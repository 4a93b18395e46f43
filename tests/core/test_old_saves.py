"""Old saves of every scenario open although rules were corrected since, and can be continued."""

from __future__ import annotations

import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

import gunki
from tests.core.duel import play_out
from tests.support import ROOT

SAVES = sorted((ROOT / "tests" / "saves").glob("*.gunki"))
#: The number of acts played after the end of a save.
ACTS = 20


def manifest_of(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        found: dict[str, Any] = json.loads(archive.read("manifest.json"))
    return found


def test_every_scenario_has_an_old_save_and_some_are_composed() -> None:
    found = [manifest_of(path) for path in SAVES]
    plain = {(m["game"], m["scenario"]) for m in found if m["composed"] is None}
    assert plain >= {(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios}
    assert sum("stack" in (m["composed"] or ()) for m in found) >= 2


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_an_old_save_opens_and_continues(path: Path) -> None:
    manifest = manifest_of(path)
    match = gunki.load(path)
    notice, now = match.notice, match.game.rules_version
    if notice is None or notice.kind == "another_end":
        assert match.ply == manifest["plies"], "accepted whole, so it reaches its end"
    else:
        assert manifest["rules_version"] != now, "rules that refuse it are another version"
        assert match.ply == notice.ply < manifest["plies"]
    if notice is not None:
        assert (notice.version, notice.now, notice.plies) == (manifest["rules_version"], now, manifest["plies"])
        told = notice.sentences(match.game.texts())[0]
        assert f"version {notice.version}" in told
        if notice.kind == "refused":
            assert notice.clauses, "the clause is named"
            assert all(clause.partition(":")[2] in match.game.clauses for clause in notice.clauses)
            assert notice.act in told
            assert all(clause.partition(":")[2] in told for clause in notice.clauses)
    before = match.ply
    play_out(match, random.Random(1), ACTS)
    assert match.ply == before + ACTS or match.result is not None
