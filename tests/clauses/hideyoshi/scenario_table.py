"""Helpers for the tests of Shizugatake and Komaki-Nagakute: composed positions, hosts, the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gunki
from gunki import Match
from tests.clauses.common import decision_of
from tests.clauses.forces import force, pass_on
from tests.clauses.hideyoshi import table
from tests.clauses.hideyoshi.table import KOMAKI

HIDEYOSHI, HIDENAGA, KATSUIE = "hashiba_hideyoshi", "hashiba_hidenaga", "shibata_katsuie"
NOBUTAKA, KAZUMASU, MORIMASA = "kobe_nobutaka", "takigawa_kazumasu", "sakuma_morimasa"
IEYASU, MAGOICHI, SUGINOBO = "tokugawa_ieyasu", "suzuki_magoichi", "suginobo"
NOBUKATSU, HORI = "kitabatake_nobukatsu", "hori_hidemasa"
BORDER, BEYOND, OTHER = "4210", "4209", "4110"  # Ōmi, and two hexes of Echizen beside it
INSIDE = {"inside": True}

#: Lords at home: in Shizugatake, and in Komaki-Nagakute.
HOME = {
    HIDEYOSHI: {"hex": "1623", **INSIDE},
    KATSUIE: {"hex": "4301", **INSIDE},
    KAZUMASU: {"hex": "5119", **INSIDE},
}
OSAKA_OKAZAKI = {HIDEYOSHI: {"hex": "3126", **INSIDE}, IEYASU: {"hex": "6021", **INSIDE}}

# Bushō of the Hashiba clan, strength 2 each, whom Hideyoshi (12 boxes) and then Hidenaga (10) lead.
FOLLOWERS = [
    "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "hitotsuyanagi_naosue", "ikoma_chikamasa",
    "yamauchi_kazutoyo", "kimura_shigekore", "kuwayama_shigeharu", "mikoda_masaharu", "toda_katsutaka",
    "bito_tomonobu", "fukushima_masanori", "kato_kiyomasa", "wakizaka_yasuharu", "katagiri_katsumoto",
]  # fmt: skip

# Bushō of the Shibata whom Katsuie (10 boxes) leads.
GUARD = [
    "sakuma_yasumasa", "sakuma_katsuyuki", "hara_masashige", "haigo_ieyoshi", "tokuyama_hideaki",
    "yasui_iekiyo", "menju_katsuteru", "yadoya_shichizaemon", "asami_tsushima", "shibata_katsutoshi",
]  # fmt: skip

# Takigawa's bushō.
RETAINERS = [
    "takigawa_masushige", "takigawa_kazutada", "sasaoka_heiemon", "tsuda_koheiji", "kimata_tadazumi",
    "makino_shigesato", "heki_gozaemon",
]  # fmt: skip

SAIKA = [MAGOICHI, "matoba_masanaga", *(f"saika_band_{number}" for number in range(1, 9))]
NEGORO = [SUGINOBO, "izuhara_ukyo", *(f"negoro_band_{number}" for number in range(1, 9))]
OFF = dict.fromkeys(SAIKA + NEGORO, "off")

#: What has happened once nobody of Shizugatake is passive, banned or frozen any more.
OPEN = {"declared": 1, "thawed": 1, "left_echizen": 1, "attacked_first": 1, "katsuie_left": 1}


def compose(units: Mapping[str, Any], **more: Any) -> Any:
    """Compose a match with these units alone on the board, in Shizugatake unless another scenario is named."""
    return table.compose(units, **{"radius": 3, "dice": (), **more})


def compose_at_border(units: dict[str, Any], **entries: Any) -> Any:
    """Compose flat ground around the border of Ōmi and Echizen, in Hashiba's phase unless the entries say otherwise."""
    return compose({**HOME, **units}, **{"around": BORDER, "phase": "hashiba", "turn": 6, **entries})


def compose_free_shibata(units: Mapping[str, Any], **entries: Any) -> Any:
    """Compose the anti-Hashiba phase of turn 6, the Shibata free of the snow, unless `entries` say otherwise."""
    return compose({**HOME, **units}, **{"turn": 6, "phase": "anti_hashiba", "state": {"thawed": 1}, **entries})


def compose_komaki(units: Mapping[str, Any], **entries: Any) -> Any:
    """Compose the same in the third scenario."""
    return compose(units, scenario=KOMAKI, **entries)


def start_scenario(scenario: str, dice: Sequence[int] | str, **entries: Any) -> Any:
    """Start the deployed scenario at the Random Events of a turn, the first unless another is named."""
    document = {"turn": 1, "stage": 0, **entries}
    given = dice if isinstance(dice, str) else list(dice)
    return gunki.compose("hideyoshi", scenario, document, dice=given, seed=1)


def army(hex_id: str, count: int, **entry: Any) -> dict[str, dict[str, Any]]:
    """Return `count` full units of strength 2 in one hex: Hideyoshi's force, and Hidenaga's where it needs one."""
    first = FOLLOWERS[: min(count - 1, 12)]
    units = force(hex_id, HIDEYOSHI, *first, **entry)
    if count > 13:
        units |= force(hex_id, HIDENAGA, *FOLLOWERS[12 : count - 2], **entry)
    assert len(units) == count
    return units


def fallen(*names: str) -> dict[str, Any]:
    """Return entries of units that have been killed and count as lost (Y-57)."""
    return {"units": dict.fromkeys(names, "dead"), "lost": dict.fromkeys(names, "fallen")}


def last(units: Mapping[str, Any] | None = None, dead: Sequence[str] = (), **entries: Any) -> Any:
    """Compose the last phase of Shizugatake, both lords at home and nobody passive unless the entries say so."""
    home = {name: HOME[name] for name in (HIDEYOSHI, KATSUIE)}
    return _ending({**home, **(units or {})}, dead, {"turn": 12, "state": OPEN, **entries})


def compose_last_of_komaki(units: Mapping[str, Any] | None = None, dead: Sequence[str] = (), **entries: Any) -> Any:
    """Compose the last phase of Komaki-Nagakute, the lords at home."""
    home = {**OSAKA_OKAZAKI, NOBUKATSU: {"hex": "5416", **INSIDE}}
    return _ending({**home, **(units or {})}, dead, {"turn": 10, "state": {}, "scenario": KOMAKI, **entries})


def _ending(units: Mapping[str, Any], dead: Sequence[str], entries: dict[str, Any]) -> Any:
    gone = fallen(*dead)
    state = {**entries["state"], "lost": gone["lost"]} if dead else entries["state"]
    return compose({**units, **gone["units"]}, **{"stage": 4, "phase": "hashiba", **entries, "state": state})


def score(match: Match) -> tuple[int, ...]:
    """End all phases and return the points of Hashiba and Anti-Hashiba at the end."""
    pass_on(match)
    assert match.result is not None
    return tuple(match.result.points)


def owned(**owners: str) -> dict[str, Any]:
    """Return castles in the hands of these clans."""
    return {name: {"owner": owner} for name, owner in owners.items()}


def level(name: str, scenario: str) -> int:
    """Return the level of a castle in a scenario."""
    (row,) = [row for row in gunki.game("hideyoshi").tables["castle"] if row["id"] == name]
    found = row["level"]
    return int(found[scenario] if isinstance(found, dict) else found)


def points(match: Match) -> dict[str, int]:
    """Return the points as they are now."""
    return dict(match.view(None)["points"])


def forces_that_may_act(match: Match) -> set[str]:
    """Return the forces that the decision which force acts offers."""
    assert decision_of(match).name == "force"
    return {text.split()[1] for text in decision_of(match).texts if text.startswith("act ")}
