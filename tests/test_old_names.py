"""Old names of what people use work and warn; old names of hooks are refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import new_class
from typing import Any

import pytest

import gunki
from gunki.core.dice import chance
from gunki.core.rules import decision
from gunki.core.rules.old_names import OLD_HOOKS
from gunki.core.rules.procedure import Procedure
from gunki.series.forces_and_castles.rules.losses import StepLosses
from gunki.series.gunyuden.game import GunyudenGame
from gunki.series.gunyuden.setup import GunyudenSetup
from gunki.series.gunyuden.state.position import GunyudenPosition
from tests.support import ROOT

PAGE = (ROOT / "docs" / "migration.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("owner", "old", "new"),
    [
        (gunki, "Bar", "Reason"),
        (gunki, "Entry", "RecordEntry"),
        (decision, "Bar", "Reason"),
        (decision, "Brings", "Consequence"),
        (gunki, "Header", "MatchHeader"),
        (gunki, "Notice", "ReplayProblem"),
        (chance, "quick", "searcher_chance"),
    ],
)
def test_an_old_name_of_a_module_gives_the_new_thing(owner: Any, old: str, new: str) -> None:
    if owner is gunki:
        with pytest.warns(DeprecationWarning, match=f"{old} is now gunki.{new}") as warned:
            assert getattr(owner, old) is getattr(owner, new)
    else:
        with pytest.warns(DeprecationWarning, match=f"{old} is now {new}") as warned:
            assert getattr(owner, old) is getattr(owner, new)
    assert warned[0].filename == __file__
    assert f"`{new}`" in PAGE or f".{new}`" in PAGE


@pytest.mark.parametrize(
    ("old", "new"), [("chairs", "original_seats"), ("opens", "starts_order"), ("closes", "end_option")]
)
def test_an_old_property_of_a_match_gives_the_same(old: str, new: str) -> None:
    match = gunki.new("nobunaga", seed=1)
    with pytest.warns(DeprecationWarning, match=f"Match.{old} is now {new}") as warned:
        assert getattr(match, old) == getattr(match, new)
    assert warned[0].filename == __file__


def test_an_event_still_says_who_may_see_it() -> None:
    event = gunki.Event("put", {}, seen_by=("oda",))
    with pytest.warns(DeprecationWarning, match="is_visible_to"):
        assert event.visible_to("oda")
    with pytest.warns(DeprecationWarning, match="is_visible_to"):
        assert not event.visible_to("takeda")


def test_no_other_name_of_gunki_is_made_up() -> None:
    with pytest.raises(AttributeError, match="Bare"):
        _ = gunki.Bare


@pytest.mark.parametrize(
    ("base", "old"),
    [(GunyudenGame, "conserved"), (GunyudenPosition, "banned"), (GunyudenSetup, "in_scenario"), (StepLosses, "lost")],
)
def test_a_class_that_overrides_an_old_hook_is_refused(base: type, old: str) -> None:
    with pytest.raises(TypeError, match=rf"Mine\.{old} is never called: it is \w+ now"):
        new_class("Mine", (base,), {}, lambda body: body.update({old: lambda self: None}))


def test_the_same_name_is_free_where_it_never_was_a_hook() -> None:
    @dataclass(eq=False)
    class Mine(Procedure):
        def banned(self) -> int:
            return 1

    assert Mine().banned() == 1


def test_the_page_lists_every_hook() -> None:
    rows = dict(re.findall(r"^\| `(\w+\.\w+)` \| `([\w ]+)` \|$", PAGE, re.MULTILINE))
    assert {old: rows.get(old) for old in OLD_HOOKS} == OLD_HOOKS
