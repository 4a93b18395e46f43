"""Hints for players: consequences of an answer that its words do not name, and what each seat is to the player."""

from __future__ import annotations

from typing import Any

import gunki
from gunki.core.show.hints import decision_hints
from tests.support import clause


def honganji(**entries: Any) -> gunki.Match:
    """Compose Akechi in Tanba between Oda's units and Neutral ones."""
    areas = {
        "tanba": {"controller": "akechi", "akechi": {"ready": 4, "generals": ["akechi_mitsuhide"]}},
        "tajima": {"controller": "neutral", "neutral": {"ready": 1}},
    }
    hands = {"akechi": ["charge_1", "desertion_1"], "shibata": ["slander_1"]}
    return gunki.compose("honganji", "four_players", {"to_act": "akechi", "areas": areas, "hands": hands, **entries})


def read_destination_hints(match: gunki.Match, seat: str) -> dict[str, Any]:
    """March with two armies from Tanba up to the choice of the destination; return its hints."""
    for act in ("movement", f"march {seat} tanba", "done", "with 2"):
        match.act(act)
    return dict(decision_hints(match).get("brings", {}))


@clause("honganji", "4-1(1)", "4-1.p4")
def test_a_march_that_is_rebellion_says_so_before_and_after() -> None:
    match = honganji()
    told = read_destination_hints(match, "akechi")
    assert told["to miyako_azuchi"] == {
        "text": "rebellion", "data": {"clan": "akechi"}, "clause": "honganji:4-1(1)", "grave": True,
    }  # fmt: skip
    assert "to tajima" not in told
    before = match.scene("akechi")["seats"]["akechi"]
    match.act("to miyako_azuchi")
    after = match.scene("akechi")["seats"]["akechi"]
    assert (before["status"], after["status"], after["out"]) == ("vassal", "rebel", False)
    assert "rebelled" in [event.kind for event in match.events]
    for lang in ("en", "ja"):
        texts = match.game.texts(lang)
        assert texts.has("brings", "rebellion")
        assert texts.has("became", "rebel")


@clause("honganji", "4-1.p4")
def test_a_rebel_gets_no_warning_of_rebellion() -> None:
    assert not read_destination_hints(honganji(status={"akechi": "rebel"}), "akechi")


@clause("honganji", "10-1")
def test_every_seat_sees_that_a_daimyo_without_its_leader_is_out() -> None:
    match = honganji(status={"shibata": "out"}, dead=["shibata_katsuie"], hands={"akechi": ["charge_1"]})
    for seat in ("akechi", "shibata", None):
        scene = match.scene(seat)
        assert [name for name, row in scene["seats"].items() if row["out"]] == ["shibata"]
        assert scene["seats"]["shibata"]["data"] == {"general": "shibata_katsuie"}


@clause("honganji", "3-3", "4-2")
def test_a_petition_says_what_each_army_is_to_the_player() -> None:
    match = gunki.new("honganji", "four_players", dice=[6, 6, 6, 6], seed=1)
    decision = match.decision
    assert decision is not None
    assert decision.name == "petition"
    assert decision.data["die"] == 6
    told = decision_hints(match)["brings"]
    assert sorted(told) == sorted(decision.texts)
    clans = {text.split(" ")[1]: row for text, row in told.items()}
    assert all(row["text"].startswith("greater_army") for row in clans.values())
    if decision.who == "akechi":
        assert clans["honganji"]["data"]["seats"] == ["shibata", "tokugawa"]


@clause("nobunaga", "4-4")
def test_a_march_that_brings_a_greater_daimyo_into_the_war_says_so() -> None:
    areas = {"mino": {"oda": {"ready": 4, "generals": ["oda_nobunaga"]}}}
    hands = {"oda": ["warships"], "anti_oda": ["shogun_letter"]}
    match = gunki.compose("nobunaga", {"to_act": "oda", "areas": areas, "hands": hands})
    for act in ("movement", "march oda mino", "done", "with 2"):
        match.act(act)
    told = decision_hints(match)["brings"]
    takeda = {text for text, row in told.items() if row["data"] == {"clan": "takeda"}}
    assert takeda
    assert all(told[text]["grave"] and told[text]["text"] == "provoked" for text in takeda)
    assert "to hida" not in told


@clause("nobunaga", "2-2.p2")
def test_the_decision_to_place_generals_says_how_many_there_are() -> None:
    match = gunki.new("nobunaga", seed=1)
    for number in range(1, 8):
        decision = match.decision
        assert decision is not None
        assert (decision.data["number"], decision.data["count"]) == (number, 7)
        match.act(decision.options[0])
