"""The worked examples of chapters 11 and 13, number for number (K-02, K-05, K-06, K-77)."""

from __future__ import annotations

from typing import Any

from gunki import Event, Match
from tests.clauses.kenshin.fights import HERE, THERE, compose_field, compose_siege, dice_of_sums, reduce_units
from tests.clauses.kenshin.table import (
    acts,
    at,
    castle,
    choices,
    data_of,
    decision_of,
    force,
    modifiers_of,
    of_kind,
    options_of,
    roll_of,
    rolls,
    score,
    steps,
    turn_of,
)
from tests.support import clause

# --- Kenshin and Kakizaki against Shibata and Nobukatsu ---------------------------------------------------------------

KENSHIN, KAKIZAKI, SHIBATA, NOBUKATSU = "uesugi_kenshin", "kakizaki_haruie", "shibata_katsuie", "oda_nobukatsu"
UESUGI_HOST = {
    **reduce_units(
        force(
            HERE, KENSHIN, "jinbo_ujiharu", "naoe_nobutsuna", "jojo_masashige", "honjo_shigenaga", "irobe_nagazane",
            "yasuda_akimoto",
        ),
        "irobe_nagazane", "yasuda_akimoto",
    ),
    **force(HERE, KAKIZAKI, "kawada_shigechika", "amakasu_kagemochi"),
}  # fmt: skip
ODA_HOST = {
    **reduce_units(
        force(
            THERE, SHIBATA, "maeda_toshiie", "sasa_narimasa", "fuwa_mitsuharu", "kanamori_nagachika", "hara_masashige"
        ),
        "hara_masashige",
    ),
    **force(THERE, NOBUKATSU, "ichihashi_nagatoshi", "miyoshi_yasunaga"),
}


def row_of(roll: dict[str, Any]) -> tuple[Any, ...]:
    """Return strength, row, sum of the dice and modified sum of a roll."""
    return roll["strength"], roll["row"], sum(roll["dice"]), roll["total"]


def play_first_round() -> tuple[Match, list[Event]]:
    """Play the example up to the losses of the first round, with the corrected rolls."""
    match = compose_field(UESUGI_HOST, ODA_HOST, terrain={THERE: "foothills"}, dice=[4, 4, 3, 3, 5, 4, 3, 4, 6, 6])
    acts(match, f"attack {KENSHIN}", f"join {KAKIZAKI}")
    assert turn_of(match) == ("ability", "oda")
    assert options_of(match) == {f"under {SHIBATA}", f"under {NOBUKATSU}"}
    return match, match.act(f"under {SHIBATA}")


def play_second_round() -> tuple[Match, list[Event]]:
    """Play the example up to the losses of the second round."""
    match, _ = play_first_round()
    acts(match, "lose jinbo_ujiharu", "lose fuwa_mitsuharu", "lose kanamori_nagachika", "fight_on")
    return match, match.act("fight_on")


def play_pursuit() -> tuple[Match, list[Event]]:
    """Play the example up to the losses of the pursuit."""
    match, _ = play_second_round()
    acts(match, "lose kawada_shigechika")
    acts(match, "lose maeda_toshiie", "lose ichihashi_nagatoshi", "lose miyoshi_yasunaga", "fight_on", "retreat")
    assert turn_of(match) == ("pursuit", "uesugi")
    return match, match.act("pursue")


@clause("kenshin", "EX-FIELD", "EX-FIELD strength")
def test_field_example_eighteen_against_seventeen() -> None:
    _, events = play_first_round()
    assert [roll["strength"] for roll in rolls(events)] == [18, 17]


@clause("kenshin", "EX-FIELD", "EX-FIELD round1 attacker", "EX-FIELD round1 defender", "12-2-1 A(1)", "12-2-1 A(3)")
def test_field_example_first_rolls() -> None:
    """8 + 2 - 1 = 9: two hits; 6 - 2 + 1 = 5: one hit."""
    _, events = play_first_round()
    attack, defence = roll_of(events, "attack"), roll_of(events, "defence")
    assert row_of(attack) == (18, "16-20", 8, 9)
    assert modifiers_of(attack) == {"12-2-1 A(1)": -1, "12-2-1 A(3)": 2}
    assert row_of(defence) == (17, "16-20", 6, 5)
    assert modifiers_of(defence) == {"12-2-1 D(1)": 1, "12-2-1 D(3)": -2}
    assert of_kind(events, "round") == [{"hex": THERE, "area": "none", "dealt": 2, "taken": 1}]


@clause("kenshin", "EX-FIELD", "EX-FIELD round1 losses", "EX-FIELD round2")
def test_field_example_second_round() -> None:
    """17 and 15 are left; 9 + 1 = 10: three hits; 7 - 1 = 6 on the row of 11 to 15: one."""
    match, events = play_second_round()
    for name in ("jinbo_ujiharu", "fuwa_mitsuharu", "kanamori_nagachika"):
        assert steps(match, name) == 1
    assert row_of(roll_of(events, "attack")) == (17, "16-20", 9, 10)
    assert row_of(roll_of(events, "defence")) == (15, "11-15", 7, 6)
    assert of_kind(events, "round") == [{"hex": THERE, "area": "none", "dealt": 3, "taken": 1}]


@clause("kenshin", "EX-FIELD", "EX-FIELD round2 losses", "EX-FIELD pursuit", "12-5-1(1)", "12-5-3")
def test_field_example_pursuit() -> None:
    """Without a die to escape and without the ground: 16 strong, 12 + 2 = 14, five hits."""
    match, events = play_pursuit()
    for name in ("kawada_shigechika", "maeda_toshiie", "ichihashi_nagatoshi", "miyoshi_yasunaga"):
        assert steps(match, name) == 1
    assert [roll["purpose"] for roll in rolls(events)] == ["pursuit"]
    roll = roll_of(events, "pursuit")
    assert row_of(roll) == (16, "16-20", 12, 14)
    assert modifiers_of(roll) == {"12-5-3": 2}
    assert of_kind(events, "pursued") == [{"seat": "uesugi", "count": 5}]


@clause("kenshin", "EX-FIELD", "EX-FIELD pursuit losses", "12-3-1", "12-4-3", "12-6")
def test_field_example_end() -> None:
    """The last three are reduced, Hara and Fuwa die; the rest retreat two hexes, and the victors may advance."""
    match, events = play_pursuit()
    assert {event.data["unit"] for event in events if event.kind == "step_lost"} == {
        "sasa_narimasa",
        NOBUKATSU,
        SHIBATA,
    }
    assert decision_of(match).data["count"] == 2
    events = acts(match, "lose hara_masashige", "lose fuwa_mitsuharu")
    assert data_of(events, "killed", "unit") == ["hara_masashige", "fuwa_mitsuharu"]
    assert score(match) == 2
    assert decision_of(match).data["unit"] == NOBUKATSU
    acts(match, "back 4812", "back 4813", "halt")
    assert decision_of(match).data["unit"] == SHIBATA
    acts(match, "back 4812", "back 4813", "halt")
    dead = {"hara_masashige", "fuwa_mitsuharu"}
    assert {at(match, name) for name in ODA_HOST if name not in dead} == {"4813"}
    assert choices(match, "advance") == {KENSHIN, KAKIZAKI}
    acts(match, f"advance {KENSHIN}", f"advance {KAKIZAKI}")
    assert {at(match, name) for name in UESUGI_HOST} == {THERE}


# --- Katsuyori against Ieyasu in Hamamatsu ----------------------------------------------------------------------------

HAMAMATSU, KATSUYORI, IEYASU = "4332", "takeda_katsuyori", "tokugawa_ieyasu"
TAKEDA = reduce_units(
    force(
        HAMAMATSU, KATSUYORI, "takeda_nobutoyo", "anayama_nobukimi", "oyamada_nobushige", "takeda_nobukado",
        "atobe_katsusuke", "nagasaka_chokan", "asahina_yasutomo", "naito_masaaki", "kiso_yoshimasa", "okabe_motonobu",
    ),
    "oyamada_nobushige", "naito_masaaki", "kiso_yoshimasa", "okabe_motonobu",
)  # fmt: skip
TOKUGAWA = reduce_units(
    force(
        HAMAMATSU, IEYASU, "sakai_tadatsugu", "ishikawa_kazumasa", "honda_tadakatsu", "sakakibara_yasumasa",
        "okubo_tadayo", "torii_mototada", inside=True,
    )
)  # fmt: skip


def play_first_assault_round() -> tuple[Match, list[Event]]:
    """Play the first round of the assault, with 11 as the attacker's roll (K-06)."""
    match = compose_siege({**TAKEDA, **TOKUGAWA}, around=HAMAMATSU, dice=dice_of_sums(11, 9, 6, 11, 7))
    return match, match.act(f"assault {KATSUYORI}")


def play_second_assault_round() -> tuple[Match, list[Event]]:
    """Play the assault up to its second round."""
    match, _ = play_first_assault_round()
    acts(match, "lose takeda_nobutoyo", "lose asahina_yasutomo", "lose anayama_nobukimi", "breach", "breach")
    return match, match.act("storm_on")


@clause("kenshin", "EX-ASSAULT", "EX-ASSAULT strength", "EX-ASSAULT round1", "13-3-4", "13-3-5 A(1)", "13-3-5 D(1)")
def test_assault_example_first_round() -> None:
    """18 against 7 and the castle; 11 - 3 = 8: two hits; 9 + 3 = 12: three. The leaders are equal."""
    _, events = play_first_assault_round()
    assault, answer = roll_of(events, "assault"), roll_of(events, "garrison")
    assert row_of(assault) == (18, "16-20", 11, 8)
    assert modifiers_of(assault) == {"13-3-5 A(1)": -3}
    assert row_of(answer) == (8, "7-10", 9, 12)
    assert modifiers_of(answer) == {"13-3-5 D(1)": 3}
    assert (data_of(events, "round", "dealt"), data_of(events, "round", "taken")) == ([2], [3])


@clause("kenshin", "EX-ASSAULT", "EX-ASSAULT round1 losses", "EX-ASSAULT round2", "13-4")
def test_assault_example_second_round() -> None:
    """15 against 8: 6 - 3 = 3: none; 11 + 3 = 14: four."""
    match, events = play_second_assault_round()
    for name in ("takeda_nobutoyo", "asahina_yasutomo", "anayama_nobukimi"):
        assert steps(match, name) == 1
    assert castle(match, "hamamatsu")["durability"] == 8 - 2
    assert row_of(roll_of(events, "assault")) == (15, "11-15", 6, 3)
    assert row_of(roll_of(events, "garrison")) == (8, "7-10", 11, 14)
    assert (data_of(events, "round", "dealt"), data_of(events, "round", "taken")) == ([0], [4])


@clause("kenshin", "EX-ASSAULT", "EX-ASSAULT retreat", "EX-ASSAULT pursuit", "13-5", "13-5-1", "13-5-2")
def test_assault_example_retreat_and_pursuit() -> None:
    """All are reduced and retreat one hex; 8 strong, 7 + 3 = 10: two hits, Nagasaka and Atobe die."""
    match, events = play_second_assault_round()
    assert {steps(match, name) for name in TAKEDA} == {1}
    assert data_of(events, "retreats", "seat") == ["uesugi"]
    assert turn_of(match) == ("pursuit", "oda")
    events = match.act("pursue")
    assert [roll["purpose"] for roll in rolls(events)] == ["pursuit"]
    roll = roll_of(events, "pursuit")
    assert row_of(roll) == (8, "7-10", 7, 10)
    assert modifiers_of(roll) == {"13-5-2": 3}
    assert of_kind(events, "pursued") == [{"seat": "oda", "count": 2}]
    events = acts(match, "lose nagasaka_chokan", "lose atobe_katsusuke")
    assert data_of(events, "killed", "unit") == ["nagasaka_chokan", "atobe_katsusuke"]
    assert score(match) == -2
    assert turn_of(match) == ("retreat", "uesugi")
    match.act("back 4331")
    assert at(match, KATSUYORI) == "4331"
    assert decision_of(match).name != "retreat"
    assert castle(match, "hamamatsu")["holder"] == "oda"
