"""Helpers for the clause tests of Tennōzan: composed positions, its random events, its phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gunki
from gunki import Match
from tests.clauses.common import acts, decision_of
from tests.clauses.forces import force, of_kind
from tests.clauses.hideyoshi import table
from tests.clauses.hideyoshi.table import TENNOZAN

MITSUHIDE, HIDEYOSHI, KATSUIE, NOBUNAGA = "akechi_mitsuhide", "hashiba_hideyoshi", "shibata_katsuie", "oda_nobunaga"
HIDENAGA, NOBUSUMI, SAITO, HIDEMITSU = "hashiba_hidenaga", "oda_nobusumi", "saito_toshimitsu", "akechi_hidemitsu"
NOBUTAKA, NOBUKATSU, NIWA = "kobe_nobutaka", "kitabatake_nobukatsu", "niwa_nagahide"
KYOTO, AZUCHI, SAKAMOTO, HIMEJI, KITANOSHO = "3521", "4217", "3719", "1623", "4301"
TAKAMATSU, NIWASE, OKAYAMA = "0126", "0127", "0326"
INSIDE = {"inside": True}

#: Takamatsu as it starts: its garrison, and Hideyoshi with nine of the besiegers.
SHIMIZU = ("shimizu_muneharu", "nanba_munetada", "suechika_nobuyoshi", "shimizu_gessei")
INOUE, UKITA = "inoue_arikage", "ukita_hideie"
DEFENDERS = force(TAKAMATSU, *SHIMIZU, inside=True, morale=-2)
SIEGE = force(
    TAKAMATSU, HIDEYOSHI, "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "kato_kiyomasa", "ikoma_chikamasa",
    "bito_tomonobu", "toda_katsutaka", "mikoda_masaharu", "kimura_shigekore", invests=True,
)  # fmt: skip
WEAK = {"takamatsu": {"durability": 2}}
IKEDA = force("2924", "ikeda_tsuneoki", "ikeda_motosuke", **INSIDE)  # in Arioka

#: The clans of the table in its order; the last two only ask whether they may act on turn 1.
JOINING = ("ikeda", "nakagawa", "takayama", "tsutsui", "hosokawa", "gamo")
CLANS = (*JOINING, "kitabatake", "kobe")
RECRUITS = (
    "atsuji_sadayuki", "kyogoku_takatsugu", "takeda_motoaki", "yamazaki_kataie", "ikeda_kagekatsu", "ogawa_suketada",
    "goto_takaharu",
)  # fmt: skip
SHIBATA = (
    KATSUIE, "sakuma_morimasa", "shibata_katsumasa", "fuwa_katsumitsu", "shibata_katsutoyo", "sakuma_yasumasa",
    "hara_masashige", "haigo_ieyoshi", "tokuyama_hideaki", "yasui_iekiyo", "menju_katsuteru", "yadoya_shichizaemon",
)  # fmt: skip


def compose(
    units: Mapping[str, Any],
    *,
    fights: Mapping[str, str] | None = None,
    state: Mapping[str, Any] | None = None,
    **more: Any,
) -> Any:
    """Compose a match with these units alone on the board, in Tennōzan.

    Mitsuhide, whose death would end the game, is in Yakami unless the units name him. `fights` gives clans the seat
    that they have joined, "none" for a neutral.
    """
    if fights or state:
        more = {**more, "state": {**({"seat_of": dict(fights)} if fights else {}), **(state or {})}}
    everybody = {MITSUHIDE: {"hex": "2619", **INSIDE}, **units}
    return table.compose(everybody, scenario=TENNOZAN, **{"turn": 2, "radius": 4, "dice": (), **more})


def start(dice: Sequence[int] = (), **entries: Any) -> Any:
    """Start the deployed scenario at a phase of turn 1."""
    return gunki.compose("hideyoshi", TENNOZAN, entries, dice=list(dice), seed=1)


def clan_rolls(events: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """Return the rolls for the clans by clan, in their order."""
    return {roll["army"]: roll for roll in of_kind(events, "roll") if roll["purpose"] == "clan"}


def modifiers_of(roll: Mapping[str, Any]) -> dict[str, int]:
    """Return the modifiers of a roll by clause, with their values."""
    return {part["clause"]: part["value"] for part in roll["parts"]}


def roll_purposes(events: Sequence[Any]) -> list[str]:
    """Return the purposes of the rolls, in order."""
    return [roll["purpose"] for roll in of_kind(events, "roll")]


def sides_taken(events: Sequence[Any]) -> dict[str, str]:
    """Return the seat that each clan joined, or "neutral" for a clan that stays so."""
    neutral = {data["army"]: "neutral" for data in of_kind(events, "stays_neutral")}
    return {**neutral, **{data["army"]: data["seat"] for data in of_kind(events, "joined")}}


def sides(match: Match) -> dict[str, str]:
    """Return the side of each clan: a seat or "neutral"."""
    return dict(match.view(None)["sides"])


def owner_of(match: Match, castle: str) -> str:
    """Return the clan that owns a castle, or "none"."""
    return str(match.view(None)["castles"][castle]["owner"])


def finish(match: Match) -> list[Any]:
    """Answer until a force is to act: nobody joins or pursues, losses by the first answer; return the events."""
    events: list[Any] = []
    plain = ("fight", "stay", "hold", "done", "halt", "hold_siege", "hold_out", "refuse")
    while match.decision is not None and match.decision.name not in ("force", "honnoji"):
        texts = match.decision.texts
        events += match.act(next((text for text in plain if text in texts), texts[0]))
    return events


def end_next_phases(match: Match, count: int = 1) -> list[Any]:
    """End this number of phases without another action; return the events."""
    events: list[Any] = []
    for _ in range(count):
        events += acts(match, "end") + finish(match)
    return events


def pass_to_hashiba(match: Match) -> Any:
    """End the phase of the other side and return the match."""
    assert decision_of(match).who == "anti_hashiba"
    end_next_phases(match)
    return match


def play_betrayal(
    dice: Sequence[int], units: Mapping[str, Any] | None = None, advance: bool = True, **entries: Any
) -> Any:
    """Play turn 1: Nobunaga killed in battle, Mitsuhide in Kyoto, Nobusumi dead; then roll for the clans."""
    laid = {NOBUNAGA: KYOTO, **force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo"), **(units or {})}
    match = compose(laid, around=KYOTO, dice=[6, 1, 1, *dice], turn=1, stage=0, **entries)
    acts(match, f"strike {MITSUHIDE}", f"decisive {KYOTO}")
    match.act(f"advance {MITSUHIDE}" if advance else "stay")
    return match


def call_takamatsu(die: int, *texts: str) -> Any:
    """Call for the surrender of deployed Takamatsu by Hideyoshi, with this die."""
    match = start([die, *[4] * 9], phase="hashiba")
    acts(match, f"act {HIDEYOSHI}", "siege", "call", *texts)
    return match


def is_peace_made(match: Match) -> bool:
    """Return whether the peace has been made; assert that the view shows it."""
    made = bool(of_kind(match.events, "peace"))
    assert made is (sides(match)["mori"] == "neutral")
    return made
