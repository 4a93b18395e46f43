"""The turn is a list of phases that a game may edit, and is played in its order."""

from __future__ import annotations

import random

import pytest

import gunki
from gunki.games.honganji.game import Honganji
from gunki.games.honganji.state.position import HonganjiPosition
from gunki.games.nobunaga.game import Nobunaga
from gunki.games.nobunaga.state.position import NobunagaPosition
from gunki.series.areas_and_cards.game import AreaGame
from gunki.series.areas_and_cards.state.position import AreaPosition
from tests.core.duel import play_out


@pytest.mark.parametrize(
    ("game", "position", "dropped", "roll"),
    [
        (Nobunaga, NobunagaPosition, "reinforcement", "anti_oda_reinforcement"),
        (Honganji, HonganjiPosition, "petition", "petition"),
    ],
)
def test_a_phase_taken_out_of_the_turn_is_not_played(
    game: type[AreaGame], position: type[AreaPosition], dropped: str, roll: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert roll in list_rolls(game.id)
    shorter = tuple(phase for phase in game.TURN if phase[0] != dropped)
    monkeypatch.setattr(game, "TURN", shorter)
    monkeypatch.setattr(position, "TURN", shorter)
    assert roll not in list_rolls(game.id)
    shown = gunki.new(game.id, seed=3).scene()["phases"]["all"]
    assert shown == [name for name, _ in shorter]


def list_rolls(game: str) -> set[str]:
    """Return what dice are rolled for in a whole game."""
    match = gunki.new(game, seed=3)
    play_out(match, random.Random(3))
    assert match.result is not None
    return {event.data["purpose"] for event in match.events if event.kind == "roll"}
