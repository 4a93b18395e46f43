"""Both games of the Gunyuden rules played a little, and compared with their second calculation."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import gunki

#: Answers that lead to dice, preferred so that a short game has many.
EAGER = ("battle", "attack", "decisive", "fight", "siege", "invest", "assault", "call", "rally", "ambush")

#: Answers that lead nowhere, left out while there are others.
IDLE = ("end", "rest", "organise", "ready", "halt", "detach")

ROLLS = ("attack", "counterattack", "decisive_attack", "decisive_defence", "assault", "sally", "siege", "recovery")

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
        busy = [option for option in options if option.action.verb not in IDLE]
        events = match.act(rng.choice((eager if rng.random() < 0.8 else busy) or busy or options))
        differences += oracle.compare_events(match, document, events)
    return oracle.compared, differences


#: Ieyasu and Hideyoshi face to face near Komaki.
HIDEYOSHI: dict[str, Any] = {
    "empty": True,
    "turn": 2,
    "stage": 1,
    "phase": "anti_hashiba",
    "units": {
        "tokugawa_ieyasu": "5516",
        "sakai_tadatsugu": {"hex": "5516", "leader": "tokugawa_ieyasu"},
        "honda_tadakatsu": "5615",
        "ii_naomasa": "5615",
        "hashiba_hideyoshi": "5515",
        "hashiba_hidenaga": {"hex": "5515", "leader": "hashiba_hideyoshi"},
        "kuroda_yoshitaka": "5514",
        "ikeda_tsuneoki": "5414",
    },
}


@pytest.mark.parametrize(
    ("game", "scenario", "document", "seed"),
    [("kanto", "heaven_and_earth", KANTO, 1), ("hideyoshi", "komaki_nagakute", HIDEYOSHI, 1)],
)
def test_play_agrees_with_the_book(game: str, scenario: str, document: dict[str, Any], seed: int) -> None:
    compared, differences = play(gunki.compose(game, scenario, document, seed=seed), seed, 160)
    assert differences == []
    rolls = sum(compared[name] for name in ROLLS)
    assert compared["actions"] > 15
    assert compared["reach"] > 10
    assert compared["zones"] > 20
    assert compared["lines"] > 4
    assert rolls > 14
