"""A fight in every game, with given dice: `python -m tests.fights` writes their steps for the tests of the page.

`make format` then lays the files out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import gunki
from gunki import Match
from tests.browser.positions import kaizu_besieged, mitsuhide_at_bay
from tests.clauses.common import decision_of
from tests.clauses.honganji import steps as honganji
from tests.clauses.kenshin import fights as kenshin
from tests.clauses.kenshin.table import force
from tests.clauses.nobunaga import steps as nobunaga
from tests.support import ROOT

FOLDER = ROOT / "web" / "tests" / "fights"


def neutrals() -> Match:
    """Play an attack of Oda on Neutral armies: three hits remove one, then the combat goes on against the next."""
    units = {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}, "neutral": {"ready": 3}}
    match = nobunaga.board({"harima": units}, dice=[1, 1, 1, 6, 1, 1, 6, 1])
    return play(match, "combat", "attack oda harima", "discard *", "again", "discard *", "stop")


def gifu() -> Match:
    """Play an attack of Honda on Akechi in Gifu: four hits on three units, and the fate of a general."""
    units = {
        "tokugawa": {"ready": 3, "generals": ["honda_tadakatsu"]},
        "akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]},
    }
    match = honganji.board({"gifu": units}, status={"akechi": "rebel"}, dice=[1, 1, 1, 1, 1, 6, 6, 1, 1])
    honganji.strike(match, "tokugawa", "gifu")
    return match


def kaizu() -> Match:
    """Play an assault of Kenshin on Kaizu that costs him a step."""
    match = gunki.compose("kanto", kaizu_besieged().describe(), dice=[6])
    return play(match, "act uesugi_kenshin", "siege", "assault", "lose uesugi_kenshin")


def kyoto() -> Match:
    """Play an attack of Hideyoshi on Mitsuhide, who tries to retreat and cannot."""
    match = gunki.compose("hideyoshi", "tennozan", mitsuhide_at_bay().describe(), dice=[2])
    return play(match, "act hashiba_hideyoshi", "battle", "attack 3521", "retreat")


def hachiman() -> Match:
    """Play the fall of a small castle: more units storm it than count, and seven hits are more than it has."""
    stormers = force(kenshin.FORT, kenshin.KAKIZAKI, *kenshin.MEN[:3])
    match = kenshin.compose_siege(stormers, 12, 2, castles=kenshin.fort(2, 1, durability=1))
    return play(match, "assault kakizaki_haruie")


def north() -> Match:
    """Play a field battle: one hit and none, then the Oda retreat without pursuit."""
    match = kenshin.compose_field(kenshin.MINE, kenshin.THEIRS, 8, 2)
    match.act(f"attack {kenshin.KAKIZAKI}")
    while match.decision is not None and match.decision.name != "break_off":
        match.act(match.decision.texts[0])
    kenshin.end_battle(match, "oda")
    return match


def play(match: Match, *texts: str) -> Match:
    """Give these answers; `*` at the end of a text stands for any rest, and the first option that fits is taken."""
    for text in texts:
        stem = text.removesuffix("*")
        match.act(
            next(option for option in decision_of(match).texts if option.startswith(stem)) if stem != text else text
        )
    return match


#: By game the fights that the tests of the page look at.
FIGHTS = {
    "nobunaga": neutrals,
    "honganji": gifu,
    "kanto": kaizu,
    "hideyoshi": kyoto,
    "kenshin": north,
    "kenshin-assault": hachiman,
}


def steps(match: Match) -> list[dict[str, Any]]:
    """Return the public events of each ply, as the server sends them."""
    return [
        {"ply": ply, "who": match.entries[ply].who, "events": [event.to_dict() for event in match.events_at(ply)]}
        for ply in range(match.ply + 1)
    ]


def render_files() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of steps."""
    for name, fought in FIGHTS.items():
        yield name, json.dumps(steps(fought()), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in render_files():
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
