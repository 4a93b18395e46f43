"""13-1-2, 13-1-5: the event at the end of an investment and its place among others; 16-3: words of naval battles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import gunki
from gunki import Event
from gunki.cli.render.words import GameWords
from gunki.core.show.event_sentences import sentence
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    castle,
    choices,
    compose,
    decision_of,
    force,
    garrison,
    to_phase,
)
from tests.clauses.kenshin.turns import compose_ships, roll_event, sail, start_turn
from tests.clauses.reasons import barred
from tests.support import clause

HONGANJI, MIKI, FUKASHI = "1628", "1025", "5114"
BESIEGERS = ("maeda_toshiie", "sasa_narimasa")
NOWHERE = ("beyond the map", "マップの外", "盤外", "none")


def kinds(events: Iterable[Event]) -> list[str]:
    """Return the kinds of the events, in order."""
    return [event.kind for event in events]


# --- an empty board ----------------------------------------------------------------------------------------------


@clause("kenshin", "13-1-2")
@pytest.mark.parametrize(("name", "hex_id"), [("miki", MIKI), ("ishiyama_honganji", HONGANJI)])
def test_an_empty_board_has_no_investment_unless_the_document_states_it(name: str, hex_id: str) -> None:
    """The scenario begins with these two sieges; here they are declared like any other."""
    units = {**UESUGI, **ODA, **dict.fromkeys(BESIEGERS, hex_id)}
    match = compose(units, phase="oda_movement")
    assert "marker" not in castle(match, name)
    to_phase(match, "oda_combat")
    assert choices(match, "invest") == {name}
    assert castle(compose(units, castles={name: {"marker": 0}}), name)["marker"] == 0
    assert castle(gunki.new("kenshin", "campaign"), name)["marker"] == 0


# --- the cause first, then the end of the siege --------------------------------------------------------------------


@clause("kenshin", "13-1-5", "16-4-1 disembark")
def test_the_event_of_a_landing_comes_before_the_end_of_the_siege() -> None:
    units = {**garrison(HONGANJI, "honganji_monto"), **dict.fromkeys(BESIEGERS, HONGANJI)}
    match = compose_ships({"murakami_takeyoshi": "seto"}, {**units, "jinbo_ujiharu": "aboard murakami_takeyoshi"},
                          castles={"ishiyama_honganji": {"marker": 2}})  # fmt: skip
    events = sail(match, "murakami_takeyoshi", f"put_in {HONGANJI}")
    assert kinds(events) == ["sailed", "landed", "lifted"]


@clause("kenshin", "13-1-5", "9-5-6 ikki")
def test_the_event_of_a_rebuilt_unit_comes_before_the_end_of_the_siege() -> None:
    units = {**garrison(HONGANJI, "shimotsuma_rairyu"), **dict.fromkeys(BESIEGERS, HONGANJI)}
    match = start_turn("replenishment", {**units, "honganji_monto": "dead"}, 1,
                       castles={"ishiyama_honganji": {"marker": 2}})  # fmt: skip
    events = match.act("rebuild honganji_monto")
    assert kinds(events)[:2] == ["rebuilt", "lifted"]


@clause("kenshin", "13-1-5", "9-2 Araki Rebellion move")
@pytest.mark.parametrize("castles", [{}, {"itami": {"holder": "uesugi"}}])
def test_the_event_of_a_displacement_comes_before_the_end_of_the_siege(castles: Mapping[str, Any]) -> None:
    """Araki, one of two before Honganji, goes to Itami; or, where that is the Uesugi side's, betrays and goes there."""
    units = {**garrison(HONGANJI, "honganji_monto"), "araki_murashige": HONGANJI, "sakuma_nobuhide": HONGANJI}
    match = roll_event("araki_rebellion", units, 6, castles={"ishiyama_honganji": {"marker": 2}, **castles})
    if castles:
        match.act("inside")
    found = kinds(match.events)
    assert found.index("displaced") < found.index("lifted")


@clause("kenshin", "13-1-5", "9-2 Hojo Invasion")
def test_the_event_of_a_removal_comes_before_the_end_of_the_siege() -> None:
    """The only samuraidaisho of the Uesugi, one of two before Fukashi."""
    units = {**garrison(FUKASHI, "maeda_toshiie"), "kakizaki_haruie": FUKASHI, "honjo_shigenaga": FUKASHI}
    match = roll_event("hojo_invasion", {**units, "saito_tomonobu": "removed"},
                       castles={"fukashi": {"holder": "oda", "marker": 1}})  # fmt: skip
    found = kinds(match.events)
    assert found.index("removed") < found.index("lifted")


@clause("kenshin", "13-1-5", "12-4")
def test_the_event_of_a_retreat_comes_before_the_end_of_the_siege() -> None:
    """Two units sally against three besiegers of Fukashi, which retreat."""
    units = {**garrison(FUKASHI, "obata_nobusada", "okabe_motonobu"), **force(FUKASHI, "shibata_katsuie", *BESIEGERS)}
    match = compose({**UESUGI, **ODA, **units}, phase="uesugi_combat", dice=[1] * 8, castles={"fukashi": {"marker": 1}})
    match.act("sortie obata_nobusada")
    while decision_of(match).name != "retreat":
        texts = decision_of(match).texts
        who = decision_of(match).who
        match.act(next((t for t in texts if t in ("fight", "let_go") or (who == "oda" and t == "retreat")), texts[-1]))
    events = match.act(next(text for text in decision_of(match).texts if text.startswith("back")))
    found = kinds(events)
    assert found.index("fell_back") < found.index("lifted")


@clause("kenshin", "13-1-5", "9-2 Neutral to Uesugi")
def test_the_event_of_a_castle_changing_sides_comes_before_the_end_of_its_siege() -> None:
    """Negoroji, the Oda's, under siege by the Uesugi side, goes over to it."""
    units = {"negoro_shu": "1431", "jinbo_ujiharu": "1332"}
    match = roll_event("oda_to_uesugi", units, 5, clans={"negoro": "oda"}, castles={"negoroji": {"marker": 1}})
    found = kinds(match.events)
    assert found.index("castle_turned") < found.index("lifted")


# --- naval battles and the box in words ------------------------------------------------------------------------------


@clause("kenshin", "16-3", "9-3-1 entry")
@pytest.mark.parametrize(
    ("lang", "sea", "box"), [("en", "Seto Inland Sea", "Mōri box"), ("ja", "瀬戸内海", "毛利軍登場ボックス")]
)
def test_sentences_name_the_sea_of_a_naval_battle_and_the_box(lang: str, sea: str, box: str) -> None:
    texts = gunki.game("kenshin").texts(lang)
    words = GameWords(gunki.game("kenshin"), lang)
    ships = {"murakami_takeyoshi": {"at": "seto", "bound": True}, "nomi_munekatsu": {"at": "seto", "bound": True},
             "kuki_sumitaka": "seto"}  # fmt: skip
    match = compose_ships(ships, phase="uesugi_combat", dice=[1] * 4)
    said = [words.prompt(decision_of(match))]
    match.act("flagship murakami_takeyoshi")
    said.append(words.prompt(decision_of(match)))
    told = {event.kind: sentence(texts, event) for event in match.events}
    assert all(sea in text for text in (*said, told["naval_battle"], told["roll"]))
    match = compose_ships({}, {"kikkawa_motoharu": "box"})
    match.act("move kikkawa_motoharu")
    (march,) = match.act("to 0120")
    assert box in sentence(texts, march)
    for text in (*said, *told.values(), sentence(texts, march)):
        assert not any(word in text for word in NOWHERE)


@clause("kenshin", "16-3")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_prompt_for_dice_of_a_naval_battle_names_its_sea(lang: str) -> None:
    ships = {"murakami_takeyoshi": {"at": "pacific", "bound": False}, "kuki_sumitaka": {"at": "pacific", "bound": True}}
    match = compose_ships(ships, phase="oda_combat", dice="typed")
    words = GameWords(gunki.game("kenshin"), lang)
    assert decision_of(match).kind == "roll"
    assert {"en": "Pacific Ocean", "ja": "太平洋"}[lang] in words.prompt(decision_of(match))


@clause("kenshin", "16-3")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_events_of_a_naval_battle_on_a_coast_name_its_hex(lang: str) -> None:
    ships = {"murakami_takeyoshi": "0224", "kuki_sumitaka": {"at": "0224", "bound": True}}
    match = compose_ships(ships, phase="oda_combat", dice=[1] * 4)
    told = {event.kind: sentence(gunki.game("kenshin").texts(lang), event) for event in match.events}
    assert all("0224" in told[kind] for kind in ("naval_battle", "roll", "round"))


@clause("kenshin", "9-3-1 entry", "13-2-1")
def test_a_unit_in_the_box_cannot_assault() -> None:
    units = {"kikkawa_motoharu": "box", "jinbo_ujiharu": "0723", **UESUGI, **ODA}
    match = compose(units, phase="uesugi_combat")
    assert decision_of(match).name == "siege"
    barred(match, "assault kikkawa_motoharu", "9-3-1 entry in_the_box")
