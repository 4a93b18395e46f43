"""Helpers for the clause tests: composed positions, hosts, replenishment, new matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gunki
from tests.clauses.forces import compose_match, force, gather, striker
from tests.clauses.replenishing import begin_replenishing, replenish_troops

# The scenarios in the order of the rulebook.
SCENARIOS = ("heaven_and_earth", "kenshin_crosses_the_mountains", "conquest_of_kanto", "mimase_pass")

# --- a composed position -----------------------------------------------------------------------------------------


def compose(units: Mapping[str, Any], *, scenario: str = SCENARIOS[0], **more: Any) -> Any:
    """Compose a match with these units alone on the board; see `compose_match`."""
    return compose_match("kanto", scenario, "4049", units, **more)


# --- forces ------------------------------------------------------------------------------------------------------

# Units without stars that Kenshin leads in the tests, all there in `heaven_and_earth`.
COMPANIONS = [
    "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu", "amakasu_kagemochi",
    "yasuda_akimoto", "yoshie_kagesuke", "takenomata_yoshitsuna", "shibata_nagaatsu", "nagao_kagenobu",
]  # fmt: skip


def kenshin(hex_id: str, result: str) -> tuple[dict[str, dict[str, Any]], int]:
    """Return Kenshin's force and the die with which it causes this result on flat ground against a modifier of 0."""
    return striker(hex_id, ["uesugi_kenshin", *COMPANIONS], result)


# --- a host of any strength ---------------------------------------------------------------------------------------

# Units of strength 3 (2 when reduced); each commander is followed by those he leads.
HOSTS = {
    "uesugi": (
        "kakizaki_kageie yasuda_akimoto yoshie_kagesuke nagao_kagenobu shibata_nagaatsu sanponji_takanaga"
        " okuma_tomohide matsumoto_kageshige",
        "nagao_masakage murakami_yoshikiyo nakajo_fujisuke usami_sadayuki saito_tomonobu amakasu_kagemochi"
        " irobe_nagazane takenomata_yoshitsuna",
        "naoe_sanetsuna",
    ),
    "takeda": (
        "yamagata_masakage atobe_katsusuke amari_masatada komai_kohakusai nagasaka_chokan saigusa_moritomo"
        " komiyama_masatomo hoshina_masatoshi",
        "baba_nobuharu morozumi_torasada takeda_nobukado takeda_yoshinobu",
    ),
}


def host(hex_id: str, strength: int, army: str = "uesugi", **entry: Any) -> dict[str, dict[str, Any]]:
    """Return forces with this total strength (2 or more) in one hex; the entries go to each of their leaders."""
    return gather(hex_id, strength, HOSTS[army], **entry)


# --- replenishing ------------------------------------------------------------------------------------------------


def count_replenished_steps(names: Sequence[str], at_castle: str, die: int, *, spirit: int = 0, **entries: Any) -> int:
    """Return the steps that a force of reduced units gains or loses (14-2) inside a castle of its army."""
    tables = gunki.game("kanto").tables
    (army,) = {row["army"] for row in tables["unit"] if row["id"] in names}
    (hex_id,) = [row["hex"] for row in tables["castle"] if row["id"] == at_castle]
    units = force(hex_id, *names, inside=True, morale=spirit)
    units = {name: {**entry, "steps": 1} for name, entry in units.items()}
    match = compose(units, dice=[die], castles={at_castle: {"owner": army}}, **entries)
    return replenish_troops(begin_replenishing(match, names[0]))


# The four hexes from which Odawara is invested (31-2), each with a commander of the Uesugi.
RING = {
    "2137": ("honjo_shigenaga", "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu"),
    "2138": ("kakizaki_kageie", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", "shibata_nagaatsu"),
    "2236": ("nagao_masakage", "amakasu_kagemochi", "irobe_nagazane", "takenomata_yoshitsuna", "kitajo_takahiro"),
    "2337": ("naoe_sanetsuna", "sanponji_takanaga", "okuma_tomohide", "matsumoto_kageshige", "kawada_shigechika"),
}


def ring(*strengths: int, **entry: Any) -> dict[str, dict[str, Any]]:
    """Return a force of each strength (up to 15, 0 for none) in 2137, 2138, 2236 and 2337, in this order."""
    units: dict[str, dict[str, Any]] = {}
    for (hex_id, (leader, *led)), strength in zip(RING.items(), strengths, strict=True):
        count = -(-strength // 3)
        if count:
            members = force(hex_id, leader, *led[: count - 1], **entry)
            for name in list(members)[count - (3 * count - strength) :]:
                members[name] = {**members[name], "steps": 1}
            units |= members
    return units


def start_match(scenario: str) -> Any:
    """Start a new match; its first decision is the deployment."""
    return gunki.new("kanto", scenario, seed=1)


def play_past_deployment(scenario: str = SCENARIOS[0]) -> Any:
    """Start a match and leave all units where they are; return it with the deployment done."""
    match = start_match(scenario)
    while match.decision.name.startswith("deploy"):
        match.act("ready")
    return match
