"""The options that set a ruling: each in every setting."""

from __future__ import annotations

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, compose, controller, hand, power, refused, stack
from tests.support import clause

HANDS = {"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter", "murakami_navy"]}


# N-16: who chooses the order while Yamashiro is Neutral


def to_order(match: Playing) -> str:
    """Through the reinforcement dice to the choice of the order; who has it."""
    while match.decision.name == "reinforcements":
        match.act(match.decision.texts[0])
    assert match.decision.name == "order"
    return str(match.decision.who)


@pytest.mark.parametrize(
    ("setting", "last", "who"),
    [
        (None, "oda", "oda"),
        (None, "anti_oda", "anti_oda"),
        ("last", "oda", "oda"),
        ("last", "anti_oda", "anti_oda"),
        ("oda", "oda", "oda"),
        ("oda", "anti_oda", "oda"),
        ("anti_oda", "oda", "anti_oda"),
        ("anti_oda", "anti_oda", "anti_oda"),
    ],
)
@clause("nobunaga", "6-1")
def test_n16_the_option_says_who_chooses_while_yamashiro_is_neutral(setting: str | None, last: str, who: str) -> None:
    """Matsunaga holds Yamashiro: one turn for a side, which chooses; then Neutral."""
    marker, way, card = (2, "right", "charge_order") if last == "oda" else (6, "left", "shogun_letter")
    match = compose(
        empty=True,
        turn=2,
        phase="reinforcement",
        markers={"matsunaga": marker},
        areas={"yamashiro": {"controller": "matsunaga", "matsunaga": {"ready": 1}}},
        hands={"oda": ["charge_order"], "anti_oda": ["shogun_letter"]},
        options={} if setting is None else {"yamashiro_neutral": setting},
        dice=[1, 1, 2, 1, 1, 2],
    )
    assert to_order(match) == last
    acts(match, "first", "diplomacy", f"influence matsunaga {way}", f"discard {card}", "pass")  # the other passes
    assert match.view("oda")["turn"] == 3
    assert power(match, "matsunaga") == "neutral"
    assert to_order(match) == who


@pytest.mark.parametrize(("setting", "who"), [("last", "oda"), ("oda", "oda"), ("anti_oda", "anti_oda")])
@clause("nobunaga", "6-1")
def test_n16_the_option_says_who_chooses_on_turn_one_too(setting: str, who: str) -> None:
    match = compose(
        phase="reinforcement",
        areas={"yamashiro": {"controller": "neutral", "neutral": {"ready": 1}}},
        hands=HANDS,
        options={"yamashiro_neutral": setting},
        dice=[1, 2],
    )
    while match.decision.name == "deploy":
        match.act(match.decision.texts[0])
    assert to_order(match) == who


# N-19: events without effect


@pytest.mark.parametrize("setting", [None, False, True])
@clause("nobunaga", "6-3")
def test_n19_the_option_lets_events_be_played_without_effect(setting: bool | None) -> None:
    """Nobody with Hashiba is spent: the supply line would do nothing."""
    match = compose(
        empty=True,
        areas={"mino": {"oda": {"ready": 2, "generals": ["hashiba_hideyoshi"]}}, "owari": {"oda": {"spent": 1}}},
        hands={"oda": ["reliable_supply_line", "warships"], "anti_oda": ["shogun_letter"]},
        options={} if setting is None else {"idle_events": setting},
    )
    if not setting:
        refused(match, "event reliable_supply_line", "6-3")
        acts(match, "reinforcement", "reinforce oda mino", "discard reliable_supply_line")  # it still pays
    else:
        acts(match, "event reliable_supply_line")
        assert stack(match, "owari", "oda") == {"ready": 0, "spent": 1, "generals": {}}
    assert hand(match, "oda") == ["warships"]
    assert match.decision.who == "anti_oda"


# N-28: Neutral armies in one area


@pytest.mark.parametrize(
    ("setting", "left", "holder"), [(None, 1, "neutral"), ("single", 1, "neutral"), ("together", 0, "oda")]
)
@clause("nobunaga", "4-7.p3")
def test_n28_the_option_says_how_neutral_armies_are_fought(setting: str | None, left: int, holder: str) -> None:
    """Three hits on two Neutral armies; they roll one die, or one die each."""
    match = compose(
        empty=True,
        areas={
            "yamashiro": {"oda": {"ready": 3, "generals": ["shibata_katsuie"]}},
            "tanba": {"neutral": {"ready": 2}},
        },
        hands=HANDS,
        options={} if setting is None else {"neutral_armies": setting},
        dice=[1, 1, 1, 6, 2] if setting == "together" else [1, 1, 1, 2],
    )
    acts(match, "movement", "march oda yamashiro", "take shibata_katsuie", "with 2", "to tanba", "discard warships")
    assert stack(match, "tanba", "neutral")["ready"] == left
    assert stack(match, "tanba", "oda")["spent"] == 1
    assert controller(match, "tanba") == holder


# N-30: areas without units


@pytest.mark.parametrize(("setting", "holder"), [(None, "azai"), ("keep", "azai"), ("neutral", "none")])
@clause("nobunaga", "5-2")
def test_n30_the_option_says_whose_empty_areas_are(setting: str | None, holder: str) -> None:
    """Attackers and defenders of North Oumi all fall."""
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 3, "generals": ["shibata_katsuie"]}},
            "north_oumi": {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}},
        },
        hands=HANDS,
        options={} if setting is None else {"empty_areas": setting},
        dice=[1, 1, 1, 1, 1, 1],
    )
    acts(match, "movement", "march oda mino", "take shibata_katsuie", "with 1", "to north_oumi", "discard warships")
    for daimyo in ("oda", "azai"):
        assert stack(match, "north_oumi", daimyo) == {"ready": 0, "spent": 0, "generals": {}}
    assert controller(match, "north_oumi") == holder
    assert controller(match, "mino") == "oda"


# N-39: an army's own value beside a general


def kennyo_defends(setting: str | None) -> Playing:
    match = compose(
        empty=True,
        areas={
            "kii_ishiyama": {
                "honganji": {"ready": 2, "generals": ["honganji_kennyo"]},
                "oda": {"ready": 2, "generals": ["niwa_nagahide"]},
            }
        },
        hands=HANDS,
        options={} if setting is None else {"army_value": setting},
        dice=[6, 6, 6, 3, 2, 6],
    )
    acts(match, "combat", "attack oda kii_ishiyama")
    return match


@pytest.mark.parametrize("setting", [None, "choice"])
@pytest.mark.parametrize(("text", "left"), [("own_value", 1), ("commander honganji_kennyo", 0)])
@clause("nobunaga", "10-1")
def test_n39_the_option_lets_armies_choose_their_own_value(setting: str | None, text: str, left: int) -> None:
    """Kennyo has three, his armies two; all three units roll in either case."""
    match = kennyo_defends(setting)
    assert (match.decision.name, match.decision.who) == ("commander", "anti_oda")
    assert set(match.decision.texts) == {"commander honganji_kennyo", "own_value"}
    acts(match, text)
    assert stack(match, "kii_ishiyama", "oda")["ready"] == left


@clause("nobunaga", "10-1")
def test_n39_the_option_keeps_the_own_value_for_armies_without_a_general() -> None:
    match = kennyo_defends("without_general")  # nothing to choose: Kennyo commands
    assert match.decision.name == "discard"
    assert stack(match, "kii_ishiyama", "oda")["ready"] == 0


# N-43: who decides for Neutral daimyos


@pytest.mark.parametrize(("setting", "who"), [(None, "oda"), ("opponent", "oda"), ("attacker", "anti_oda")])
@clause("nobunaga", "8-2")
def test_n43_the_option_says_who_decides_for_a_neutral_greater_daimyo(setting: str | None, who: str) -> None:
    """Azai attacks Neutral Takeda, who stays Neutral; somebody has to name Takeda's commander."""
    match = compose(
        empty=True,
        to_act="anti_oda",
        areas={
            "south_shinano": {"controller": "azai", "azai": {"ready": 3, "generals": ["azai_nagamasa"]}},
            "kai": {"takeda": {"ready": 1, "generals": ["takeda_shingen", "takeda_katsuyori"]}},
        },
        hands=HANDS,
        options={} if setting is None else {"neutral_decider": setting},
        dice=[6, 6, 6, 4, 6, 6],
    )
    acts(match, "movement", "march azai south_shinano", "take azai_nagamasa", "with 2", "to kai")
    assert (match.decision.name, match.decision.who) == ("commander", who)
    acts(match, "commander takeda_shingen")
    assert match.decision.who == "anti_oda"  # the discard
    assert stack(match, "kai", "azai")["ready"] + stack(match, "kai", "azai")["spent"] == 1
    assert power(match, "takeda") == "neutral"


@pytest.mark.parametrize(("setting", "who"), [(None, "anti_oda"), ("opponent", "anti_oda"), ("attacker", "oda")])
@clause("nobunaga", "8-4")
def test_n43_the_option_says_who_decides_for_a_neutral_lesser_daimyo(setting: str | None, who: str) -> None:
    """Oda attacks Matsunaga, pushed from box three to five and still Neutral; one of his armies is lost."""
    match = compose(
        empty=True,
        areas={
            "yamashiro": {"oda": {"ready": 3, "generals": ["niwa_nagahide"]}},
            "yamato": {"matsunaga": {"ready": 2, "spent": 2}},
        },
        hands=HANDS,
        options={} if setting is None else {"neutral_decider": setting},
        dice=[1, 6, 6],
    )
    acts(match, "movement", "march oda yamashiro", "take niwa_nagahide", "with 2", "to yamato")
    assert power(match, "matsunaga") == "neutral"
    assert (match.decision.name, match.decision.who) == ("losses", who)
    acts(match, "lose 0")
    assert stack(match, "yamato", "matsunaga") == {"ready": 2, "spent": 1, "generals": {}}


# N-44: where to flee


def nagamasa_flees(setting: str | None) -> Playing:
    """Azai holds Wakasa, empty, and Echizen, where Oda stands."""
    match = compose(
        empty=True,
        areas={
            "north_oumi": {"azai": {"generals": ["azai_nagamasa"]}, "oda": {"ready": 2, "generals": ["niwa_nagahide"]}},
            "wakasa_tango": {"controller": "azai"},
            "echizen": {"controller": "azai", "azai": {"ready": 1}, "oda": {"ready": 1}},
        },
        hands=HANDS,
        options={} if setting is None else {"flee_to": setting},
        dice=[1, 6, 6, 6, 5],
    )
    acts(match, "combat", "attack oda north_oumi")
    return match


@pytest.mark.parametrize("setting", [None, "any"])
@clause("nobunaga", "8-4-2-2")
def test_n44_the_option_lets_generals_flee_to_any_area(setting: str | None) -> None:
    match = nagamasa_flees(setting)
    assert (match.decision.name, match.decision.who) == ("flee", "anti_oda")
    assert set(match.decision.texts) == {"flee wakasa_tango", "flee echizen"}
    refused(match, "flee north_oumi")  # the battle itself
    acts(match, "flee echizen")
    assert stack(match, "echizen", "azai")["generals"] == {"azai_nagamasa": "spent"}


@clause("nobunaga", "8-4-2-2")
def test_n44_the_option_lets_generals_flee_only_to_safety() -> None:
    match = nagamasa_flees("safe")
    assert match.decision.name == "discard"
    assert stack(match, "wakasa_tango", "azai")["generals"] == {"azai_nagamasa": "spent"}


# N-52: what scheming does with its target


@pytest.mark.parametrize(("setting", "azai", "pool"), [(None, 1, 7), ("replace", 1, 7), ("add", 2, 6)])
@clause("nobunaga", "6-3")
def test_n52_the_option_says_whom_scheming_reaches(setting: str | None, azai: int, pool: int) -> None:
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}},
            "north_oumi": {"azai": {"ready": 2}},
            "hida": {"neutral": {"ready": 1}},
        },
        hands={"oda": ["scheming_with_other_powers", "warships"], "anti_oda": ["shogun_letter"]},
        options={} if setting is None else {"scheming": setting},
    )
    acts(match, "event scheming_with_other_powers")
    allowed(match, "scheme neutral hida")
    acts(match, "scheme azai north_oumi")
    assert stack(match, "north_oumi", "azai")["ready"] == azai
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 1, "generals": {}}
    assert match.view("oda")["pools"]["azai"] == pool
