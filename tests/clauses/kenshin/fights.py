"""Helpers for the tests of battles, sorties and sieges: the ground, two equal forces, their dice and answers.

    match = compose_field(MINE, THEIRS, 8, 2)              # both lead with 4, strength 6 each: one hit and none
    events = match.act(f"attack {KAKIZAKI}")
    end_battle(match, "oda")

The Uesugi side attacks from HERE, the Oda side stands in THERE. FORT is a castle of the Oda, WALLS one of the Takeda.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gunki import Event, Match
from tests.clauses.kenshin.table import FIELD, ODA, UESUGI, compose, decision_of, force, rolls

#: The hexes of attacker and defender on flat ground, then the hexes into which each of them may retreat.
HERE, THERE = FIELD, "4811"
BEHIND_HERE = {"4809", "4709", "4909"}
BEHIND_THERE = {"4812", "4711", "4911"}
#: The hexes of Hachiman (Oda, durability 3, strength 3) and of Fukashi (Takeda, durability 4, strength 2).
FORT, WALLS = "3818", "5114"

KAKIZAKI, KAGETORA, KENSHIN = "kakizaki_haruie", "uesugi_kagetora", "uesugi_kenshin"
SHIBATA, NOBUKATSU, NOBUNAGA = "shibata_katsuie", "oda_nobukatsu", "oda_nobunaga"
#: Busho of the Uesugi, in the order of the data.
MEN = (
    "jinbo_ujiharu", "kawada_shigechika", "naoe_nobutsuna", "jojo_masashige", "honjo_shigenaga", "shibata_nagaatsu",
    "irobe_nagazane", "amakasu_kagemochi", "yasuda_akimoto", "kitajo_kagehiro", "nakajo_kageyasu",
    "takenomata_yoshitsuna", "yoshie_munenobu", "yusa_tsugumitsu",
)  # fmt: skip
JINBO, NAOE, HONJO = MEN[0], MEN[2], MEN[4]
MAEDA, SASA, FUWA, KANAMORI = "maeda_toshiie", "sasa_narimasa", "fuwa_mitsuharu", "kanamori_nagachika"

#: Three units under a samuraidaisho with ability 4 on each side.
MINE = force(HERE, KAKIZAKI, JINBO, NAOE)
THEIRS = force(THERE, SHIBATA, MAEDA, SASA)
#: A second possible attack, far from the first: while it is open, the phase does not end by itself.
ELSEWHERE = {"amakasu_kagemochi": "4807", "hara_masashige": "4806"}

#: The Combat Results Table: the least strength of each row, and its hits for modified rolls from 1 or less to 15 or
#: more.
TABLE = {
    1: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2),
    2: (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3),
    3: (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3),
    5: (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4),
    7: (0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4),
    11: (0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5),
    16: (0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5),
    21: (0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6),
    31: (0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6),
    41: (0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7),
    51: (1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7),
    61: (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8),
    71: (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8),
    81: (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9),
}


def hits(strength: int, roll: int) -> int:
    """Return the hits that the Combat Results Table gives for a strength and a modified roll."""
    return TABLE[max(row for row in TABLE if row <= strength)][min(15, max(1, roll)) - 1]


def dice_of_sum(total: int) -> list[int]:
    """Return two dice with this sum, and a double only for 2 and 12."""
    return [1, total - 1] if total <= 7 else [6, total - 6]


def dice_of_sums(*totals: int) -> list[int]:
    """Return the dice of several rolls of two dice, one roll after another."""
    return [die for total in totals for die in dice_of_sum(total)]


def reduce_units(units: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return the units with the named ones (without names: all of them) reduced to one step."""
    return {name: {**entry, "steps": 1} if name in (names or units) else entry for name, entry in units.items()}


def compose_field(
    mine: Mapping[str, Any], theirs: Mapping[str, Any], *totals: int, dice: list[int] | None = None, **entries: Any
) -> Match:
    """Compose a Combat Phase of the Uesugi side on flat ground around HERE; `totals`: the sums of the rolls to come."""
    units = {**UESUGI, **ODA, **mine, **theirs}
    given = {"phase": "uesugi_combat", "around": HERE, **entries}
    return compose(units, dice=dice_of_sums(*totals) if dice is None else dice, **given)


def compose_siege(
    units: Mapping[str, Any], *totals: int, around: str = FORT, dice: list[int] | None = None, **entries: Any
) -> Match:
    """Compose a Combat Phase of the Uesugi side on flat ground around a castle (FORT unless `around` names another)."""
    return compose_field(units, {}, *totals, dice=dice, around=around, radius=3, **entries)


def fort(printed: int, strength: int, **entry: Any) -> dict[str, Any]:
    """Return `castles` with FORT of this printed durability and strength; the entry `durability` is what is left."""
    return {"hachiman": {"level": [printed, strength], **entry}}


def strengths(events: Iterable[Event]) -> list[int]:
    """Return the strengths of all rolls in these events, in order."""
    return [int(roll["strength"]) for roll in rolls(events) if "strength" in roll]


def fall_back(match: Match) -> list[Event]:
    """Retreat with every force that must, by the shortest way; return the events."""
    events: list[Event] = []
    while match.decision is not None and match.decision.name == "retreat":
        texts = match.decision.texts
        events += match.act("halt" if "halt" in texts else texts[0])
    return events


def end_battle(match: Match, loser: str) -> list[Event]:
    """Let this side give up the battle, without pursuit and without advance; return the events."""
    events: list[Event] = []
    while match.decision is not None and match.decision.name in ("break_off", "pursuit", "retreat", "advance"):
        name, who = match.decision.name, match.decision.who
        if name == "retreat":
            events += fall_back(match)
        else:
            text = {"break_off": "retreat" if who == loser else "fight_on", "pursuit": "let_go", "advance": "stay"}[
                name
            ]
            events += match.act(text)
    return events


def fight_until_pursuit(match: Match, loser: str) -> list[Event]:
    """Let this side retreat, up to the decision whether it is pursued; return the events."""
    events: list[Event] = []
    while decision_of(match).name == "break_off":
        events += match.act("retreat" if decision_of(match).who == loser else "fight_on")
    assert decision_of(match).name == "pursuit"
    return events
