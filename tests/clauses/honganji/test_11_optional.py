"""Chapter 11: more petitions, and the areas of players who are out; each with and without its option."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import SPARE, lay, move, seen, sizes, table
from tests.clauses.honganji.table import HOME, SEATS, acts, order, points, status
from tests.support import clause


def petitions(count: int, *, option: bool, **entries: Any) -> list[int]:
    """So many petition dice, every one a one: the cards each player has drawn by them."""
    match = lay(phase="petition", turn=2, dice=[1] * count, options={"more_petitions": option}, **entries)
    assert match.view("akechi")["phase"] == "action"
    return sizes(match)


# 11-1: number of petitions


@clause("honganji", "11-1", "11-1.Ex")
def test_11_1_the_petitions_of_the_example_are_rolled() -> None:
    """One rebel: two dice for each vassal; two rebels: three."""
    assert petitions(6, option=True, status={"akechi": "rebel"}) == [0, 2, 2, 2]
    assert petitions(6, option=True, status={"akechi": "rebel", "hashiba": "rebel"}) == [0, 3, 3, 0]


@clause("honganji", "11-1", "3-3")
def test_11_1_without_the_option_each_vassal_has_one_die() -> None:
    assert petitions(3, option=False, status={"akechi": "rebel"}) == [0, 1, 1, 1]
    assert petitions(2, option=False, status={"akechi": "rebel", "hashiba": "rebel"}) == [0, 1, 1, 0]


@pytest.mark.parametrize("option", [True, False])
@clause("honganji", "11-1")
def test_11_1_four_vassals_have_one_die_each(option: bool) -> None:
    assert petitions(4, option=option) == [1, 1, 1, 1]


@clause("honganji", "11-1")
def test_11_1_a_player_who_is_out_counts_like_a_rebel() -> None:
    assert petitions(6, option=True, out=["tokugawa"]) == [2, 2, 0, 2]
    assert petitions(3, option=False, out=["tokugawa"]) == [1, 1, 0, 1]


@clause("honganji", "11-1")
def test_11_1_the_last_vassal_of_four_rolls_four_dice() -> None:
    gone: dict[str, Any] = {"status": {"akechi": "rebel", "shibata": "rebel"}, "out": ["tokugawa"]}
    assert petitions(4, option=True, **gone) == [0, 0, 0, 4]
    assert petitions(1, option=False, **gone) == [0, 0, 0, 1]


@clause("honganji", "11-1")
def test_11_1_a_rebel_who_is_knocked_out_counts_once() -> None:
    """Shibata drives rebel Akechi out of the game: the three vassals had two dice each, and still have."""
    areas = {"echizen": {"shibata": {"ready": 1}}, "tango": {"shibata": {"ready": 2, "generals": ["shibata_katsuie"]}}}
    match = table(
        "shibata",
        SPARE,
        areas,
        *[1, 6, 6, 1],  # two attackers, Mitsuhide, his check
        *[1] * 6,
        status={"akechi": "rebel"},
        options={"more_petitions": True},
        hands={"shibata": [SPARE]},
    )
    move(match, "shibata", "tango", "tanba", "shibata_katsuie", armies=1)
    assert (status(match, "akechi"), status(match, "shibata")) == ("out", "vassal")
    assert (seen(match, "turn"), sizes(match)) == (2, [0, 6, 6, 6])


@clause("honganji", "11-1")
def test_11_1_each_die_is_carried_out() -> None:
    """Two dice for Shibata: an army for him, then one for a greater daimyo."""
    match = lay(
        phase="petition",
        status={"akechi": "rebel"},
        hands={"shibata": [SPARE]},
        dice=[2, 6, 1, 1, 1, 1],
        options={"more_petitions": True},
    )
    assert (match.decision.name, match.decision.who) == ("petition", "shibata")
    acts(match, "armies shibata echizen")
    assert (match.decision.name, match.decision.who) == ("petition", "shibata")
    acts(match, "armies mouri chuugoku")
    assert sizes(match) == [0, 1, 2, 2]


@pytest.mark.parametrize("option", [True, False])
@clause("honganji", "11-1")
def test_11_1_the_slandered_have_none_all_the_same(option: bool) -> None:
    dice = 2 if option else 1
    entries: dict[str, Any] = {"status": {"akechi": "rebel"}, "slandered": ["shibata"]}
    assert petitions(2 * dice, option=option, **entries) == [0, 0, dice, dice]


# 11-2: areas of players who are out


def settled(killed_by: dict[str, str], held: dict[str, str], *, option: bool = True, **entries: Any) -> tuple[int, ...]:
    """The points after turn six; each of the areas is held by an army of its owner."""
    areas = {area: {"controller": seat, seat: {"ready": 1}} for area, seat in held.items()}
    match = lay(
        areas,
        turn=6,
        phase="end",
        killer="uesugi",
        out=list(killed_by),
        killed_by=killed_by,
        options={"inherited_areas": option},
        **entries,
    )
    return tuple(match.result.points)


TWO_OUT = {"hashiba": "akechi", "akechi": "shibata"}
LEFT = {"harima": "hashiba", "bizen": "hashiba", "tanba": "akechi"}


@clause("honganji", "11-2", "11-2.Ex")
def test_11_2_areas_are_inherited_as_in_the_example() -> None:
    """Akechi knocked Hashiba out, Shibata then Akechi: Shibata scores the areas of both."""
    assert settled(TWO_OUT, LEFT) == (0, 4, 1, 0)


@clause("honganji", "11-2", "10-1-1")
def test_11_2_without_the_option_nobody_inherits() -> None:
    assert settled(TWO_OUT, LEFT, option=False) == (0, 1, 1, 0)


@clause("honganji", "11-2")
def test_11_2_the_player_who_knocked_out_the_holder_scores() -> None:
    held = {"mikawa": "tokugawa", "kai": "tokugawa", "hida": "shibata"}
    assert settled({"tokugawa": "hashiba"}, held) == (1, 2, 0, 3)
    assert settled({"tokugawa": "hashiba"}, held, option=False) == (1, 2, 0, 1)


@pytest.mark.parametrize("clan", ["uesugi", "houjou", "mouri", "honganji"])
@clause("honganji", "11-2")
def test_11_2_nobody_inherits_from_a_greater_daimyos_victim(clan: str) -> None:
    assert settled({"tokugawa": clan}, {"mikawa": "tokugawa", "kai": "tokugawa"}) == (1, 1, 0, 1)


@clause("honganji", "11-2")
def test_11_2_a_chain_ends_with_a_greater_daimyo() -> None:
    """Hashiba fell to Akechi, Akechi to Mouri: nobody has their areas."""
    assert settled({"hashiba": "akechi", "akechi": "mouri"}, LEFT) == (0, 1, 1, 0)


@clause("honganji", "11-2")
def test_11_2_only_areas_are_inherited() -> None:
    """Akechi killed Nobunaga and is out: his point is not handed on, the capital of his clan is."""
    held = {"tanba": "akechi", "miyako_azuchi": "akechi"}
    match = lay(
        {area: {"controller": seat, seat: {"ready": 1}} for area, seat in held.items()},
        turn=6,
        phase="end",
        killer="akechi",
        out=["akechi"],
        killed_by={"akechi": "shibata"},
        options={"inherited_areas": True},
    )
    assert tuple(match.result.points) == (0, 4, 1, 1)
    assert match.result.winner == "shibata"


@pytest.mark.parametrize(("killed_by", "winner"), [("shibata", "shibata"), ("uesugi", "tokugawa")])
@clause("honganji", "9-3(3)", "11-2")
def test_9_3_3_the_heir_of_the_capital_wins_a_tie(killed_by: str, winner: str) -> None:
    """Shibata's Echizen and Akechi's capital are 3 points, as are Tokugawa's three areas; both have killed nobody."""
    held = {"miyako_azuchi": "akechi", "hida": "tokugawa", "kai": "tokugawa"}
    match = lay(
        {area: {"controller": seat, seat: {"ready": 1}} for area, seat in held.items()},
        turn=6,
        phase="end",
        killer="uesugi",
        out=["akechi"],
        killed_by={"akechi": killed_by},
        options={"inherited_areas": True},
    )
    assert match.result.points[1:3] == ((3, 3) if winner == "shibata" else (1, 3))
    assert match.result.winner == winner


@pytest.mark.parametrize("option", [True, False])
@clause("honganji", "11-2", "10-1")
def test_11_2_a_knock_out_in_play_hands_on_the_areas(option: bool) -> None:
    """The last card of turn six: Shibata's attack kills Mitsuhide; Akechi armies hold Tajima and Yamato."""
    areas: dict[str, Any] = {
        "echizen": {"shibata": {"ready": 1}},
        "tango": {"controller": "shibata", "shibata": {"ready": 2, "generals": ["shibata_katsuie"]}},
        "tajima": {"controller": "akechi", "akechi": {"ready": 1}},
        "yamato": {"controller": "akechi", "akechi": {"ready": 1}},
    }
    match = table(
        "shibata",
        SPARE,
        areas,
        *[1, 6, 6, 1],
        turn=6,
        killer="uesugi",
        hands={"shibata": [SPARE]},
        options={"inherited_areas": option},
    )
    assert points(match, "akechi") == 3
    move(match, "shibata", "tango", "tanba", "shibata_katsuie", armies=1)
    assert tuple(match.result.points) == (0, 5 if option else 3, 1, 1)  # Echizen, Tango, Tanba, and the two


@clause("honganji", "11-2", "4-2")
def test_11_2_a_knock_out_in_play_by_a_greater_daimyo_hands_on_nothing() -> None:
    """Akechi's card, but Uesugi's hits: Shibata's areas are nobody's."""
    areas: dict[str, Any] = {
        "etchuu_kaga": {"controller": "uesugi", "uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}},
        "hida": {"controller": "shibata", "shibata": {"ready": 1}},
    }
    card = "surrounding_nobunaga_1"
    match = table(
        "akechi",
        card,
        areas,
        *[1, 6, 6, 1],
        turn=6,
        killer="uesugi",
        hands={"akechi": [card]},
        options={"inherited_areas": True},
    )
    acts(match, f"event {card}", "direct uesugi", "movement", "march uesugi etchuu_kaga", "take uesugi_kenshin")
    acts(match, "with 1", f"to {HOME['shibata']}")
    assert [status(match, seat) for seat in SEATS] == ["vassal", "out", "vassal", "vassal"]
    assert tuple(match.result.points) == (1, 0, 1, 1)


# 11-2, H-47: a beaten clan's areas


def heir(phase: str, turn: int, dice: list[int], **more: Any) -> Playing:
    """Hashiba is out, killed by Shibata, and still holds three areas; Shibata and Akechi hold one each."""
    beaten = {
        "harima": {"controller": "hashiba", "hashiba": {"ready": 1}},
        "bizen": {"controller": "hashiba", "hashiba": {"ready": 1}},
        "mimasaka": {"controller": "hashiba", "hashiba": {"ready": 1}},
        "gifu": {"controller": "akechi", "akechi": {"ready": 1}},
    }
    return lay(
        beaten,
        out=["hashiba"],
        killer="tokugawa",
        killed_by={"hashiba": "shibata"},
        phase=phase,
        turn=turn,
        dice=dice,
        options={"inherited_areas": True},
        **more,
    )


@clause("honganji", "11-2", "3-1")
def test_11_2_a_beaten_clans_areas_do_not_count_for_the_order() -> None:
    match = heir("order", 2, [1, 1, 1])
    assert order(match) == ["akechi", "tokugawa", "shibata"]


@clause("honganji", "11-2", "3-1.p2")
def test_11_2_a_beaten_clans_areas_do_not_count_for_the_order_of_rebels() -> None:
    """Of two rebels Shibata has fewer points of his own, though he is the heir: he comes first."""
    match = heir("order", 2, [1], status={"shibata": "rebel", "akechi": "rebel"})
    assert (match.decision.name, match.decision.who) == ("cut_in", "shibata")


@clause("honganji", "11-2", "9-2")
def test_11_2_a_beaten_clans_areas_count_at_the_end_of_the_game() -> None:
    match = heir("end", 6, [])
    assert match.result is not None
    assert match.result.winner == "shibata"
    assert match.result.points[SEATS.index("shibata")] == points(match, "shibata") >= 4
