"""Helpers of the clause tests of Tennōzan: its board laid out, its random events, its phases played to their end."""

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
    """A match on an otherwise empty board; Mitsuhide, whose end would end the game, sits in Yakami unless he is named.

    `fights` names clans with the seat they have joined, "none" for a neutral.
    """
    if fights or state:
        more = {**more, "state": {**({"seat_of": dict(fights)} if fights else {}), **(state or {})}}
    everybody = {MITSUHIDE: {"hex": "2619", **INSIDE}, **units}
    return table.compose(everybody, scenario=TENNOZAN, **{"turn": 2, "radius": 4, "dice": (), **more})


def start(dice: Sequence[int] = (), **entries: Any) -> Any:
    """The scenario as it is deployed, from a phase of turn 1 on."""
    return gunki.compose("hideyoshi", TENNOZAN, entries, dice=list(dice), seed=1)


def clan_rolls(events: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """The rolls for the clans by clan, in their order."""
    return {roll["army"]: roll for roll in of_kind(events, "roll") if roll["purpose"] == "clan"}


def modifiers_of(roll: Mapping[str, Any]) -> dict[str, int]:
    """The modifiers of a roll by clause, with their values."""
    return {part["clause"]: part["value"] for part in roll["parts"]}


def roll_purposes(events: Sequence[Any]) -> list[str]:
    """What was rolled for, in order."""
    return [roll["purpose"] for roll in of_kind(events, "roll")]


def sides_taken(events: Sequence[Any]) -> dict[str, str]:
    """Which clan went to which seat; "neutral" for those who stay so."""
    neutral = {data["army"]: "neutral" for data in of_kind(events, "stays_neutral")}
    return {**neutral, **{data["army"]: data["seat"] for data in of_kind(events, "joined")}}


def sides(match: Match) -> dict[str, str]:
    """For whom each clan fights: a seat or "neutral"."""
    return dict(match.view(None)["sides"])


def owner_of(match: Match, castle: str) -> str:
    """The clan that owns a castle, or "none"."""
    return str(match.view(None)["castles"][castle]["owner"])


def finish(match: Match) -> list[Any]:
    """Everything as it comes: no joining, no pursuit, losses by the first answer, until somebody is to act."""
    events: list[Any] = []
    plain = ("fight", "stay", "hold", "done", "halt", "hold_siege", "hold_out", "refuse")
    while match.decision is not None and match.decision.name not in ("force", "honnoji"):
        texts = match.decision.texts
        events += match.act(next((text for text in plain if text in texts), texts[0]))
    return events


def end_next_phases(match: Match, count: int = 1) -> list[Any]:
    """So many phases come to their end without another action."""
    events: list[Any] = []
    for _ in range(count):
        events += acts(match, "end") + finish(match)
    return events


def pass_to_hashiba(match: Match) -> Any:
    """The other side ends its phase."""
    assert decision_of(match).who == "anti_hashiba"
    end_next_phases(match)
    return match


def play_betrayal(
    dice: Sequence[int], units: Mapping[str, Any] | None = None, advance: bool = True, **entries: Any
) -> Any:
    """Turn 1 with Nobunaga killed in battle, Mitsuhide in Kyoto, Nobusumi dead; then the clans by the dice."""
    laid = {NOBUNAGA: KYOTO, **force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo"), **(units or {})}
    match = compose(laid, around=KYOTO, dice=[6, 1, 1, *dice], turn=1, stage=0, **entries)
    acts(match, f"strike {MITSUHIDE}", f"decisive {KYOTO}")
    match.act(f"advance {MITSUHIDE}" if advance else "stay")
    return match


def call_takamatsu(die: int, *texts: str) -> Any:
    """Hideyoshi calls for the surrender of Takamatsu as the game has it, with that die."""
    match = start([die, *[4] * 9], phase="hashiba")
    acts(match, f"act {HIDEYOSHI}", "siege", "call", *texts)
    return match


def is_peace_made(match: Match) -> bool:
    """The peace has been made, and it shows."""
    made = bool(of_kind(match.events, "peace"))
    assert made is (sides(match)["mori"] == "neutral")
    return made
