"""Both games of the Gunyuden rules played a little, and compared with their second calculation."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import gunki

#: Answers that lead to dice, preferred so that a short game has many.
EAGER = ("battle", "attack", "decisive", "fight", "siege", "invest", "assault", "call", "rally", "ambush")

KANTO: dict[str, Any] = {
    "empty": True,
    "turn": 1,
    "stage": 1,
    "phase": "uesugi",
    "units": {
        "uesugi_kenshin": "0414",
        "naoe_sanetsuna": {"hex": "0414", "leader": "uesugi_kenshin"},
        "usami_sadayuki": {"hex": "0414", "leader": "uesugi_kenshin"},
        "kakizaki_kageie": "0514",
        "nakajo_fujisuke": {"hex": "0514", "leader": "kakizaki_kageie"},
        "yasuda_akimoto": {"hex": "0514", "leader": "kakizaki_kageie"},
        "irobe_nagazane": {"hex": "0514", "leader": "kakizaki_kageie"},
        "takeda_shingen": "0415",
        "yamagata_masakage": "0515",
        "baba_nobuharu": "0315",
        "kosaka_masanobu": {"hex": "0514", "inside": True},
    },
}


def play(match: gunki.Match, seed: int, decisions: int) -> tuple[Counter[str], list[str]]:
    """Play on, eager for battle, and return what was compared and every difference."""
    rng = random.Random(seed)
    oracle: Any = match.game.oracle(match.setup)
    differences: list[str] = []
    for _ in range(decisions):
        if match.decision is None:
            break
        document = match.describe()
        differences += oracle.compare_decision(match, document)
        options = match.decision.options
        eager = [option for option in options if option.action.verb in EAGER]
        events = match.act(rng.choice(eager if eager and rng.random() < 0.8 else options))
        differences += oracle.compare_events(match, document, events)
    return oracle.compared, differences


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_around_kawanakajima(seed: int) -> None:
    compared, differences = play(gunki.compose("kanto", "heaven_and_earth", KANTO, seed=seed), seed, 150)
    assert differences == []
    assert compared["actions"] > 8
    assert compared["attack"] + compared["counterattack"] > 10
    assert compared["zones"] > 10
    assert compared["lines"] > 10
