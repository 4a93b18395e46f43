"""The options that set a ruling, each in every setting."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import OTHER, SPARE, finish, lay, over, seen, sizes, table
from tests.clauses.honganji.table import GREATER, acts, hand, refused, stack, status
from tests.support import clause

# H-03: Kenshin's value


@pytest.mark.parametrize(
    ("setting", "dice", "left"),
    [
        (None, (3, 4), 2),
        (3, (3, 4), 2),
        (5, (3, 4), 1),
        (None, (4, 5), 3),
        (3, (4, 5), 3),
        (5, (4, 5), 1),
        (5, (6, 5), 2),
    ],
)
@clause("honganji", "CS.Uesugi", "8-3")
def test_h03_the_option_sets_kenshins_value(setting: int | None, dice: tuple[int, int], left: int) -> None:
    """Kenshin and one army against three Neutral armies."""
    areas = {"echigo": {"uesugi": {"ready": 1, "generals": ["uesugi_kenshin"]}, "neutral": {"ready": 3}}}
    options = {} if setting is None else {"kenshin_value": setting}
    card = "surrounding_nobunaga_1"
    match = table("akechi", card, areas, *dice, options=options)
    acts(match, f"event {card}", "direct uesugi", "combat", "attack uesugi echigo")
    finish(match)
    assert stack(match, "echigo", "neutral")["ready"] == left


@clause("honganji", "CS.Uesugi")
def test_h03_the_option_changes_nobody_elses_value() -> None:
    areas = {"echigo": {"uesugi": {"ready": 1, "generals": ["uesugi_kagekatsu"]}, "neutral": {"ready": 3}}}
    card = "surrounding_nobunaga_1"
    match = table("akechi", card, areas, 4, 4, options={"kenshin_value": 5})
    acts(match, f"event {card}", "direct uesugi", "combat", "attack uesugi echigo")
    finish(match)
    assert stack(match, "echigo", "neutral")["ready"] == 3


# H-22: where to flee


def tadaoki_is_hit(areas: dict[str, Any], setting: str | None) -> Playing:
    """Tadaoki attacks Isshiki in Tango: both roll one die, he is hit and may flee."""
    tango = {"akechi": {"generals": ["hosokawa_tadaoki"]}, "neutral": {"generals": ["isshiki_yoshimichi"]}}
    options = {} if setting is None else {"flee_to": setting}
    match = table("akechi", "charge_1", {"tango": tango} | areas, 6, 2, 4, options=options)
    acts(match, "combat", "attack akechi tango")
    return match


EMPTY_TAJIMA: dict[str, Any] = {"tajima": {"controller": "akechi"}}


@pytest.mark.parametrize("setting", [None, "own_units", "any"])
@clause("honganji", "8-4-2-2")
def test_h22_the_option_says_where_generals_flee(setting: str | None) -> None:
    """Akechi holds Tanba, where Mitsuhide is, and Tajima, where nobody is."""
    match = tadaoki_is_hit(EMPTY_TAJIMA, setting)
    if setting == "any":
        assert (match.decision.name, match.decision.who) == ("flee", "akechi")
        assert set(match.decision.texts) == {"flee tanba", "flee tajima"}
        acts(match, "flee tajima")
        assert stack(match, "tajima", "akechi")["generals"] == {"hosokawa_tadaoki": "spent"}
    else:
        generals = {"akechi_mitsuhide": "ready", "hosokawa_tadaoki": "spent"}
        assert stack(match, "tanba", "akechi")["generals"] == generals


@pytest.mark.parametrize(("setting", "lives"), [(None, False), ("own_units", False), ("any", True)])
@clause("honganji", "8-4-2-2")
def test_h22_an_area_without_units_alone_is_a_refuge_only_with_the_option(setting: str | None, lives: bool) -> None:
    """Mitsuhide is in Hida, which is not his; Tanba is Akechi's and empty."""
    areas: dict[str, Any] = {"hida": {"akechi": {"generals": ["akechi_mitsuhide"]}}, "tanba": {}}
    match = tadaoki_is_hit(areas, setting)
    assert ("hosokawa_tadaoki" in seen(match, "dead")) is not lives
    assert ("hosokawa_tadaoki" in stack(match, "tanba", "akechi")["generals"]) is lives


# H-36: continued combat against Oda or a vassal


@pytest.mark.parametrize(
    ("setting", "clan", "becomes"),
    [
        (None, "oda", "rebel"),
        (None, "shibata", "rebel"),
        (False, "oda", "rebel"),
        (True, "oda", "vassal"),
        (True, "shibata", "vassal"),
        (None, "neutral", "vassal"),
        (None, "uesugi", "vassal"),
    ],
)
@clause("honganji", "4-1", "6-6")
def test_h36_the_option_says_whether_continued_combat_is_rebellion(
    setting: bool | None, clan: str, becomes: str
) -> None:
    yamato = {"akechi": {"ready": 1, "generals": ["hosokawa_tadaoki"]}, clan: {"ready": 2}}
    options = {} if setting is None else {"strict_rebellion_list": setting}
    match = table("akechi", "charge_1", {"yamato": yamato}, 6, 6, options=options)
    acts(match, "combat", "attack akechi yamato")
    assert status(match, "akechi") == becomes
    finish(match)
    assert status(match, "akechi") == becomes


@pytest.mark.parametrize("setting", [False, True])
@clause("honganji", "4-1(1)")
def test_h36_ending_movement_among_them_is_rebellion_in_either_case(setting: bool) -> None:
    areas = {"tanba": {"akechi": {"ready": 2}}, "tango": {"akechi": {"generals": ["akechi_mitsuhide"]}}}
    options = {"strict_rebellion_list": setting}
    match = table("akechi", "charge_1", areas, 6, options=options)
    acts(match, "movement", "march akechi tanba")
    if match.decision.name == "strength":
        acts(match, "with 1")
    acts(match, "to miyako_azuchi")
    assert status(match, "akechi") == "rebel"


# H-55: petitions after Nobunaga's death


@pytest.mark.parametrize(
    ("setting", "killer", "drawn"),
    [(None, "akechi", 1), (False, "akechi", 1), (True, "akechi", 0), (True, None, 1), (True, "uesugi", 0)],
)
@clause("honganji", "3-3")
def test_h55_the_option_says_whether_there_are_petitions_after_nobunagas_death(
    setting: bool | None, killer: str | None, drawn: int
) -> None:
    hands = {
        seat: [f"charge_{n}"] if n < 3 else [f"slander_{n - 2}"]
        for n, seat in enumerate(("akechi", "shibata", "tokugawa", "hashiba"), 1)
    }
    match = lay(
        phase="petition",
        killer=killer,
        hands=hands,
        dice=[1] * (4 * drawn),
        options={} if setting is None else {"no_petition_after_nobunaga": setting},
    )
    assert sizes(match) == [1 + drawn] * 4
    assert match.decision.name == "action"


# H-70: events without effect


@pytest.mark.parametrize("setting", [None, False, True])
@clause("honganji", "6-2")
def test_h70_the_option_lets_events_be_played_without_effect(setting: bool | None) -> None:
    """Nobody of Shibata's is spent: the supply line would do nothing."""
    options = {} if setting is None else {"idle_events": setting}
    match = table("shibata", "reliable_supply", options=options)
    if not setting:
        refused(match, "event reliable_supply", "6-2")
        acts(match, "reinforcement", "reinforce shibata echizen", "discard reliable_supply")  # it still pays
        assert hand(match, "shibata") == [SPARE]
    else:
        before = stack(match, "echizen", "shibata")
        acts(match, "event reliable_supply")
        assert stack(match, "echizen", "shibata") == before
        over(match, "shibata", "reliable_supply")


@pytest.mark.parametrize(
    ("seat", "card"),
    [
        ("akechi", "opportunism_1"),
        ("hashiba", "transfer_of_fief"),
        ("akechi", "surprise_attack_1"),
        ("shibata", "charge_1"),
        ("shibata", "forced_march_1"),
    ],
)
@clause("honganji", "6-2")
def test_h70_the_option_holds_for_every_kind_of_event(seat: str, card: str) -> None:
    """Only the leaders are on the map, each alone at home: no target, nobody who could move."""
    refused(table(seat, card), f"event {card}", "6-2")
    match = table(seat, card, options={"idle_events": True})
    acts(match, f"event {card}")  # and no die
    over(match, seat, card)


@pytest.mark.parametrize("setting", [False, True])
@clause("honganji", "6-2.p2")
def test_h70_an_event_without_effect_still_needs_cunning(setting: bool) -> None:
    match = table("shibata", "desertion_1", options={"idle_events": setting})
    refused(match, "event desertion_1", "6-2.p2")
    match = table("akechi", "scheming_1", options={"idle_events": setting})
    refused(match, "event scheming_1", "6-2.p2")


# H-72: the lists of 4-2


LEAGUE = {
    "echigo": {"uesugi": {"ready": 1}},
    "kantou": {"houjou": {"ready": 1}},
    "chuugoku": {"mouri": {"ready": 1}},
    "kii_ishiyama": {"honganji": {"ready": 1}},
}
LISTS = {
    "akechi": {"uesugi", "houjou", "honganji"},
    "shibata": {"mouri", "honganji"},
    "tokugawa": {"mouri", "honganji"},
    "hashiba": {"uesugi", "houjou"},
}


@pytest.mark.parametrize("seat", sorted(LISTS))
@pytest.mark.parametrize("setting", [None, "4-2", "any"])
@clause("honganji", "4-2", "4-2.Akechi", "4-2.Shibata", "4-2.Tokugawa", "4-2.Hashiba")
def test_h72_the_option_says_whom_a_player_directs(setting: str | None, seat: str) -> None:
    options = {} if setting is None else {"greater_lists": setting}
    card = "surrounding_nobunaga_1"
    match = table(seat, card, LEAGUE, options=options)
    acts(match, f"event {card}")
    clans = set(GREATER) if setting == "any" else LISTS[seat]
    assert set(match.decision.texts) == {f"direct {clan}" for clan in clans}


@pytest.mark.parametrize(("setting", "playable"), [("4-2", False), ("any", True)])
@clause("honganji", "4-2", "6-2")
def test_h72_the_lists_decide_whether_the_card_can_be_played(setting: str, playable: bool) -> None:
    card = "surrounding_nobunaga_1"  # Uesugi alone is on the map, and not on Shibata's list
    match = table(
        "shibata", card, options={"greater_lists": setting}, hands={"shibata": [card, SPARE], "akechi": [OTHER]}
    )
    assert (f"event {card}" in match.decision.texts) is playable
