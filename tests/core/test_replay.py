"""Matches from bytes and from stored entries; the refusals for a thing that no option lights."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import gunki
from gunki.core.matches import saves
from tests.core.duel import duel, play_out

__all__ = ["duel"]


@pytest.mark.usefixtures("duel")
def test_bytes_and_entries_give_the_same_match() -> None:
    match = play_out(gunki.new("duel", seed=4), random.Random(4), 20)
    for other in (gunki.loads(saves.save_bytes(match)), gunki.replay(match.header, match.entries)):
        assert other.position.digest() == match.position.digest()
        assert other.entries == match.entries
        assert other.header == match.header
    assert saves.save_bytes(match) == saves.save_bytes(gunki.loads(saves.save_bytes(match)))


@pytest.mark.parametrize("game", gunki.game_ids())
def test_a_replayed_match_goes_on_with_the_same_dice(game: str) -> None:
    match = play_out(gunki.new(game, seed=2**255 + 1), random.Random(4), 40)
    other = gunki.replay(match.header, match.entries)
    play_out(match, random.Random(9), 30)
    play_out(other, random.Random(9), 30)
    assert other.position.digest() == match.position.digest()


@pytest.mark.parametrize("game", gunki.game_ids())
def test_a_thing_is_refused_exactly_when_no_option_lights_it(game: str) -> None:
    match, rng = gunki.new(game, seed=3), random.Random(3)
    refused = lit = 0
    for _ in range(120):
        decision = match.decision
        assert decision is not None
        lights = {light for option in decision.options for light in option.lights}
        kind = "castle" if "castle" in match.setup.lexicon.domains else "area"
        for area in match.setup.lexicon.domains[kind]:
            found = match.refusals(f"{kind}:{area}")
            assert (found == []) == (f"{kind}:{area}" in lights)
            for action, bars, others in found:
                assert bars
                assert others >= 0
                if action:
                    assert match.why_not(action) == bars
                    assert area in action
            refused, lit = refused + bool(found), lit + (not found)
        match.act(rng.choice(decision.options))
    assert refused
    assert lit or kind == "castle"


def test_refusals_with_the_same_reasons_are_merged_with_their_number() -> None:
    match = gunki.new("nobunaga", seed=3)
    assert match.decision is not None
    assert match.decision.name == "deploy"
    first = match.decision.data["general"]
    refusal, *_ = match.refusals("general:niwa_nagahide")
    assert [bar.what for bar in refusal.bars] == ["other_general_first"], "the one nearest to being allowed comes first"
    areas = {option.action.args[1] for option in match.decision.options}
    assert {option.action.args[0] for option in match.decision.options} == {first}
    assert refusal.others == len(areas) - 1, "he could be put wherever the first one can"


def test_refusals_for_a_thing_name_acts_with_the_thing_itself() -> None:
    """Pointing at a unit of another force gives the refusal to leave it behind, not of acts for its sake."""
    match = gunki.new("kanto", seed=1)
    for action in ("ready", "ready", "act uesugi_kenshin", "move"):
        match.act(action)
    refusals = match.refusals("unit:sanponji_takanaga")
    assert {str(refusal.action).split()[1] for refusal in refusals} == {"sanponji_takanaga"}
    assert [bar.what for refusal in refusals for bar in refusal.bars] == ["not_in_force"]


def test_an_unknown_thing_is_refused_by_name() -> None:
    match = gunki.new("nobunaga", seed=1)
    for thing, words in (
        ("area:atlantis", "unknown area 'atlantis'"),
        ("planet:mars", "unknown kind of thing"),
        ("", "unknown kind"),
        ("area:none", "nothing to point at"),
    ):
        with pytest.raises(gunki.ActionError, match=words):
            match.refusals(thing)


def test_after_the_end_every_act_is_refused_as_over() -> None:
    match = play_out(gunki.new("nobunaga", seed=1), random.Random(1))
    ((action, bars, _),) = match.refusals("area:mino")
    assert action == ""
    assert [bar.what for bar in bars] == ["game_over"]


@pytest.mark.usefixtures("duel")
def test_results_of_chance_that_were_not_needed_are_refused() -> None:
    match = play_out(gunki.new("duel", seed=4), random.Random(4), 20)
    last = match.entries[-1]
    forged = [*match.entries[:-1], replace(last, chance=(*last.chance, ("roll", (6,))))]
    with pytest.raises(gunki.DiceError, match="more answers of chance"):
        gunki.replay(match.header, forged)
