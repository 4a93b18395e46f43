"""The list of seeded faults fits the rules as they are; `python -m tests.oracle.faults` plays them."""

from __future__ import annotations

import gunki
from tests.oracle.faults import NOTICED, read_faults

FAULTS = read_faults()


def test_every_fault_changes_one_place_of_a_rule_and_compiles() -> None:
    for fault in FAULTS:
        change = fault.change()
        compile(change.apply(change.path.read_text(encoding="utf-8")), fault.file, "exec")
        assert fault.scenario in gunki.game(fault.game).scenarios
        assert fault.clause.partition(":")[2] in gunki.game(fault.game).clauses, fault.clause


def test_faults_are_told_apart_and_spread_over_the_subjects() -> None:
    assert len({fault.id for fault in FAULTS}) == len(FAULTS) == 30 > NOTICED
    assert {fault.subject for fault in FAULTS} == {"reach", "zones", "lines", "modifiers"}
    hex_games = {ident for ident in gunki.game_ids() if gunki.game(ident).oracle(gunki.game(ident).setup()) is not None}
    assert hex_games == {fault.game for fault in FAULTS}
