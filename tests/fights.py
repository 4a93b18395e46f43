"""A fight in every game, with given dice: `python -m tests.fights` writes their steps for the tests of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import gunki
from tests.browser.positions import kaizu_besieged, mitsuhide_at_bay
from tests.clauses.honganji import steps as honganji
from tests.clauses.kenshin import fights as kenshin
from tests.clauses.kenshin.table import force
from tests.clauses.nobunaga import steps as nobunaga
from tests.support import ROOT

FOLDER = ROOT / "web" / "tests" / "fights"


def neutrals() -> Any:
    """Oda against Neutral armies: three hits strike one of them, then the combat goes on against the next."""
    units = {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}, "neutral": {"ready": 3}}
    match = nobunaga.board({"harima": units}, dice=[1, 1, 1, 6, 1, 1, 6, 1])
    return played(match, "combat", "attack oda harima", "discard *", "again", "discard *", "stop")


def gifu() -> Any:
    """Honda attacks Akechi in Gifu: four hits on three units, and a general's fate."""
    units = {
        "tokugawa": {"ready": 3, "generals": ["honda_tadakatsu"]},
        "akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]},
    }
    match = honganji.board({"gifu": units}, status={"akechi": "rebel"}, dice=[1, 1, 1, 1, 1, 6, 6, 1, 1])
    honganji.strike(match, "tokugawa", "gifu")
    return match


def kaizu() -> Any:
    """Kenshin storms Kaizu, and loses a step."""
    match = gunki.compose("kanto", kaizu_besieged().describe(), dice=[6])
    return played(match, "act uesugi_kenshin", "siege", "assault", "lose uesugi_kenshin")


def kyoto() -> Any:
    """Hideyoshi attacks Mitsuhide, who tries to fall back and cannot."""
    match = gunki.compose("hideyoshi", "tennozan", mitsuhide_at_bay().describe(), dice=[2])
    return played(match, "act hashiba_hideyoshi", "battle", "attack 3521", "retreat")


def hachiman() -> Any:
    """More men than count before so small a castle, which falls: seven hits are more than it has."""
    stormers = force(kenshin.FORT, kenshin.KAKIZAKI, *kenshin.MEN[:3])
    match = kenshin.compose_siege(stormers, 12, 2, castles=kenshin.fort(2, 1, durability=1))
    return played(match, "assault kakizaki_haruie")


def north() -> Any:
    """A field battle: one hit and none, then the Oda retreat and nobody pursues."""
    match = kenshin.compose_field(kenshin.MINE, kenshin.THEIRS, 8, 2)
    match.act(f"attack {kenshin.KAKIZAKI}")
    while match.decision is not None and match.decision.name != "break_off":
        match.act(match.decision.texts[0])
    kenshin.end_battle(match, "oda")
    return match


def played(match: Any, *texts: str) -> Any:
    """Answers in a row; `*` stands for whatever comes first."""
    for text in texts:
        stem = text.removesuffix("*")
        match.act(next(option for option in match.decision.texts if option.startswith(stem)) if stem != text else text)
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


def steps(match: Any) -> list[dict[str, Any]]:
    """What everybody may know, as the server tells it."""
    return [
        {"ply": ply, "who": match.entries[ply].who, "events": [event.to_dict() for event in match.events_at(ply)]}
        for ply in range(match.ply + 1)
    ]


def written() -> Iterator[tuple[str, str]]:
    for name, fought in FIGHTS.items():
        yield name, json.dumps(steps(fought()), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in written():
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
