"""Skirmishes at their edges: refused targets and answers, results without a choice, retreats that end early."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    COMPANIONS,
    RING,
    acts,
    allowed,
    at,
    attack,
    castle,
    clauses_of,
    compose,
    force,
    kenshin,
    march,
    morale,
    neighbours,
    of_kind,
    pass_on,
    refused,
    ring,
    rolls,
    steps,
    unit,
)
from tests.support import clause

HERE, THERE, BACK, ASIDE = "1207", "1206", "1205", "1307"
KAIZU, SOUTH = "0514", "0515"
ODAWARA = "2237"
FAR = {"irobe_nagazane": "0505"}
PAIR = force(THERE, "anayama_nobukimi", "saigusa_moritomo")
WALLS = dict.fromkeys(["1106", BACK, "1306"], "mountain")
HONJO, _, NAGAO, NAOE = (names[0] for names in RING.values())
HOJO = ("hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka")


def hit(result: str, defenders: dict[str, Any], where: tuple[str, str] = (HERE, THERE), **entries: Any) -> Any:
    """Kenshin attacks from the first hex everybody in the second one with that result; a second die shows 1."""
    attackers, die = kenshin(where[0], result)
    units = {**attackers, **defenders, **FAR}
    match = compose(units, around=where[1], to_act="uesugi", dice=[die, 1], **entries)
    events = attack(match, "uesugi_kenshin", where[1])
    assert of_kind(events, "battle_result")[0]["count"] == int(result[0])
    return match


def odawara(units: dict[str, Any], **entries: Any) -> Any:
    """Flat ground around Odawara in the second scenario, without snow; the Hojo act."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "phase": "hojo", "weather": "normal", **entries}
    return compose(units, scenario="kenshin_crosses_the_mountains", **place)


# --- who can be attacked -----------------------------------------------------------------------------------------


@clause("kanto", "22-1-2", "24-1-1")
def test_a_hex_without_enemies_is_no_target() -> None:
    """And nothing else is held against a skirmish: it needs no soudaishou."""
    units = {"kakizaki_kageie": HERE, "baba_nobuharu": THERE, "naito_masatoyo": ASIDE, **FAR}
    match = compose(units, around=THERE, to_act="uesugi")
    acts(match, "act kakizaki_kageie", "battle")
    refused(match, "attack 1107", "22-1-2")
    assert clauses_of(match.why_not("attack 1107")) == {"22-1-2"}


@clause("kanto", "23-7", "31-4")
def test_a_garrison_attacks_nobody_who_stands_elsewhere() -> None:
    """2235 is no investment hex."""
    garrison = force(ODAWARA, "hojo_tsunashige", *HOJO, inside=True)
    match = odawara({**garrison, HONJO: "2137", NAOE: "2337", NAGAO: "2235"})
    acts(match, "act hojo_tsunashige", "battle")
    assert set(match.decision.texts) == {"attack 2137", "attack 2337"}
    refused(match, "attack 2235", "23-7")


# --- sorties -----------------------------------------------------------------------------------------------------


@clause("kanto", "23-7", "23-1-1")
def test_others_in_the_castle_may_stay_behind() -> None:
    """G-19: Kosaka goes out alone; Anayama may still act."""
    inside = {name: {"hex": KAIZU, "inside": True} for name in ("kosaka_masanobu", "anayama_nobukimi")}
    match = compose({**inside, "naoe_sanetsuna": KAIZU}, around=KAIZU, to_act="takeda", dice=[1, 1])
    acts(match, "act kosaka_masanobu", "battle")
    assert set(match.decision.texts) == {"join anayama_nobukimi", "fight"}
    match.act("fight")
    assert [roll["strength"] for roll in rolls(match.events)] == [3, 3]
    assert "acted" not in unit(match, "anayama_nobukimi")
    allowed(match, "act anayama_nobukimi")


@clause("kanto", "23-7-3", "18-4-2")
def test_investors_attacked_out_of_the_castle_have_nothing_to_give_up() -> None:
    """Their strength is whole anyhow, so nobody asks whether they raise the siege: 12 strike back and invest on."""
    investors = force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True)
    inside = {name: {"hex": KAIZU, "inside": True} for name in ("kosaka_masanobu", "anayama_nobukimi")}
    match = compose({**investors, **inside}, around=KAIZU, to_act="takeda", dice=[1, 1])
    acts(match, "act kosaka_masanobu", "battle", "fight")
    assert [(roll["purpose"], roll["strength"]) for roll in rolls(match.events)] == [
        ("attack", 3),
        ("counterattack", 12),
    ]
    assert unit(match, "naoe_sanetsuna")["invests"]
    assert castle(match, "kaizu")["besieged"]


# --- the answer to a result --------------------------------------------------------------------------------------


@clause("kanto", "23-4-2", "23-3", "34-3")
def test_whom_the_losses_beyond_four_hexes_exhaust_is_gone_without_a_choice() -> None:
    """G-15: 33 on 6 + 1 + 1 = 8 is 7: three steps at least, all that Shingen and Saigusa have; both fall in battle."""
    units: dict[str, Any] = {**force(HERE, "uesugi_kenshin", *COMPANIONS), "baba_nobuharu": "1202", **FAR}
    units |= force(THERE, "takeda_shingen", "saigusa_moritomo", morale=-1)
    units["saigusa_moritomo"]["steps"] = 1
    match = compose(units, around=THERE, to_act="uesugi", dice=[6])
    acts(match, "act uesugi_kenshin", "battle", f"attack {THERE}")
    assert [result["count"] for result in of_kind(match.events, "battle_result")] == [7]
    assert [at(match, name) for name in ("takeda_shingen", "saigusa_moritomo", "baba_nobuharu")] == [
        "dead",
        "dead",
        "removed",
    ]
    assert match.decision.name == "force"


@clause("kanto", "23-4-2", "23-3")
def test_a_step_that_only_one_unit_can_give_is_lost_at_once() -> None:
    """G-15: of 5 losses four may be hexes; the other is a step of Anayama, who is alone."""
    match = hit("5", {"anayama_nobukimi": THERE})
    assert steps(match, "anayama_nobukimi") == 1
    assert set(match.decision.texts) == {"lose anayama_nobukimi", "retreat"}


@clause("kanto", "23-3-1", "23-1-2")
@pytest.mark.parametrize("name", ["takeda_nobukado", "uesugi_kenshin"])
def test_only_the_attacked_can_take_losses(name: str) -> None:
    """Nobukado was spared."""
    attackers, die = kenshin(HERE, "1")
    units = {**attackers, **PAIR, "takeda_nobukado": THERE, **FAR}
    match = compose(units, around=THERE, to_act="uesugi", dice=[die])
    acts(match, "act uesugi_kenshin", "battle", "spare takeda_nobukado")
    refused(match, f"lose {name}", "23-3-1")


@clause("kanto", "23-3-3")
def test_a_unit_falls_whole_with_a_bullet_and_only_then() -> None:
    """G-17: with a bullet no single steps first; without one nobody is given up at a stroke."""
    three = force(THERE, "anayama_nobukimi", "saigusa_moritomo", "morozumi_torasada")
    refused(hit("4!", three), "lose saigusa_moritomo", "23-3-3")
    refused(hit("4", three), "fall saigusa_moritomo", "23-3-3")


# --- counterattacks ----------------------------------------------------------------------------------------------


@clause("kanto", "23-6", "23-4-3")
def test_who_wanted_to_retreat_and_could_not_strikes_back() -> None:
    """G-16: mountains all around, both losses are steps; Anayama and what is left of his force have not retreated."""
    match = hit("2", PAIR, terrain=WALLS)
    acts(match, "retreat", "lose saigusa_moritomo", "lose anayama_nobukimi")
    assert at(match, "anayama_nobukimi") == THERE
    counter = rolls(match.events)[1]
    assert (counter["purpose"], counter["strength"]) == ("counterattack", 2 + 2)


@clause("kanto", "23-6")
def test_nobody_is_asked_for_a_counterattack_when_all_have_fallen() -> None:
    match = hit("2", {"anayama_nobukimi": THERE}, options={"counterattack": "ask"})
    acts(match, "lose anayama_nobukimi", "lose anayama_nobukimi")
    assert at(match, "anayama_nobukimi") == "dead"
    assert match.decision.name == "force"


@clause("kanto", "23-6-3")
def test_a_lone_attacker_takes_the_loss_of_a_counterattack_himself() -> None:
    """3 on 1 + 2: nothing; 9 on 6 - 2 = 4: 1."""
    units = {**force(THERE, "anayama_nobukimi", "saigusa_moritomo", "morozumi_torasada"), **FAR}
    match = compose({**units, "kakizaki_kageie": HERE}, around=THERE, to_act="uesugi", dice=[1, 6])
    attack(match, "kakizaki_kageie", THERE)
    assert steps(match, "kakizaki_kageie") == 1
    assert match.decision.name == "force"


# --- the retreat -------------------------------------------------------------------------------------------------


@clause("kanto", "23-4-2", "23-4")
def test_a_retreat_goes_from_hex_to_neighbouring_hex() -> None:
    match = hit("2", PAIR)
    match.act("retreat")
    refused(match, "back 1204", "23-4-2")
    events = acts(match, f"back {BACK}", "back 1204")
    ways = [(step["unit"], step["from_hex"], step["to_hex"]) for step in of_kind(events, "fell_back")]
    assert ways == [("anayama_nobukimi", THERE, BACK), ("anayama_nobukimi", BACK, "1204")]


@clause("kanto", "23-4-6", "8-2-5")
def test_an_abandoned_castle_gives_no_refuge() -> None:
    ruin = {"kaizu": {"owner": "none"}}
    refused(hit("1", {"anayama_nobukimi": KAIZU}, (SOUTH, KAIZU), castles=ruin), "refuge", "23-4-6")


@clause("kanto", "31-1-1", "23-4-6", "31-1-2")
def test_a_retreat_into_odawara_ends_there_with_the_whole_loss_of_morale() -> None:
    """15 on 5 + 4 - 2 = 7: 3. Tsunashige is in garrison as he enters; Kenshin follows to the gate at most."""
    units = {**force("2036", "uesugi_kenshin", *COMPANIONS[:4]), **force("2137", "hojo_tsunashige", *HOJO)}
    match = odawara({**units, NAOE: "2330", "hojo_ujiteru": "2530"}, phase="uesugi", dice=[5])
    attack(match, "uesugi_kenshin", "2137")
    acts(match, "retreat", f"back {ODAWARA}")
    assert (at(match, "hojo_tsunashige"), morale(match, "hojo_tsunashige")) == (ODAWARA, -3)
    assert unit(match, "hojo_tsunashige")["inside"]
    assert set(match.decision.texts) == {"pursue 2137", "stay"}


def before_odawara(*strengths: int, **entries: Any) -> Any:
    """Ujiteru attacks Honjo's force in 2137 from outside and causes 1 loss (10 on 4); it retreats."""
    units = {**ring(*strengths), **force("2036", "hojo_ujiteru", *HOJO), **entries.pop("extra")}
    match = odawara({**units, "hojo_ujikuni": "2530"}, dice=[4, 1], **entries)
    acts(match, "act hojo_ujiteru", "battle")
    for answer in ("attack 2137", "spare chisaka_kagechika", "fight", "hold_siege"):
        if answer in match.decision.texts:
            match.act(answer)
    match.act("retreat")
    return match


@clause("kanto", "31-2-1", "23-4")
def test_who_retreats_from_one_investment_hex_to_another_invests_from_there() -> None:
    """T-06: Chisaka holds 2137; Honjo's 12 in 2138 are still among the 50 that stand around Odawara."""
    match = before_odawara(12, 12, 12, 11, extra={"chisaka_kagechika": "2137"})
    match.act("back 2138")
    assert castle(match, "odawara")["besieged"]
    assert unit(match, HONJO)["invests"]


@clause("kanto", "31-2-1", "23-4-3")
def test_who_could_not_retreat_from_an_investment_hex_counts_when_the_ring_closes() -> None:
    """T-06: Honjo's way is barred by water, he loses a step: 47 in all. With Kenshin's 3 the ring is closed."""
    water = {"2137-2138": "water", "2137-2236": "water"}
    match = before_odawara(12, 12, 12, 12, extra={"uesugi_kenshin": "2335"}, sides=water)
    match.act("lose usami_sadayuki")
    assert (at(match, HONJO), "besieged" in castle(match, "odawara")) == ("2137", False)
    pass_on(match, lambda: match.decision.who == "uesugi" and "act uesugi_kenshin" in match.decision.texts)
    acts(march(match, "uesugi_kenshin"), "to 2336", "to 2236")
    assert castle(match, "odawara")["besieged"]


# --- the pursuit -------------------------------------------------------------------------------------------------


@clause("kanto", "23-5", "39(8)")
def test_nobody_pursues_across_the_tone() -> None:
    """Yamagata attacks from the right bank (3 on 6 + 1: 1); where Irobe stood the Takeda may not go."""
    units = {"yamagata_masakage": "1917", "irobe_nagazane": "1916", "baba_nobuharu": "1230"}
    match = compose(units, scenario="mimase_pass", around="1916", radius=2, phase="takeda", dice=[6])
    attack(match, "yamagata_masakage", "1916")
    acts(match, "retreat", "back 1915")
    assert (match.decision.name, match.decision.who) == ("force", "takeda")
    assert at(match, "yamagata_masakage") == "1917"


# --- investments -------------------------------------------------------------------------------------------------


@clause("kanto", "18-3", "18-4-2", "23-4-3")
def test_investors_who_cannot_get_away_go_on_investing() -> None:
    """G-16: with mountains around Kaizu one hex is one step; Naoe stays with 14, half of which strikes back."""
    naoe = force(
        KAIZU, NAOE, "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", "shibata_nagaatsu", invests=True
    )  # fmt: skip
    garrison = {"kosaka_masanobu": {"hex": KAIZU, "inside": True, "morale": -2}}
    walls = {name: "mountain" for name in neighbours(KAIZU) if name != "0513"}
    units = {**naoe, **garrison, "yamagata_masakage": "0513"}
    match = compose(units, around=KAIZU, radius=3, to_act="takeda", dice=[6, 1], terrain=walls)
    attack(match, "yamagata_masakage", KAIZU)
    acts(match, "hold_siege", "retreat", "lose yasuda_akimoto")
    assert castle(match, "kaizu")["besieged"]
    assert morale(match, "kosaka_masanobu") == -2
    assert rolls(match.events)[-1]["strength"] == 7


@clause("kanto", "31-2-1", "18-3")
def test_a_retreat_from_one_hex_around_odawara_to_another_leaves_it_invested() -> None:
    """T-06: the ring is closed and 50 strong before and after; the garrison's morale stays low."""
    units = {
        **ring(12, 12, 12, 11), "chisaka_kagechika": "2137", **force("2036", "hojo_ujiteru", *HOJO),
        "hojo_ujikuni": "2530", "hojo_tsunashige": {"hex": ODAWARA, "inside": True, "morale": -2},
    }  # fmt: skip
    match = odawara(units, dice=[4, 1])
    acts(match, "act hojo_ujiteru", "battle", "spare chisaka_kagechika", "hold_siege", "retreat", "back 2138")
    assert at(match, HONJO) == "2138"
    assert castle(match, "odawara")["besieged"]
    assert morale(match, "hojo_tsunashige") == -2


@clause("kanto", "31-1-2", "23-5-2")
def test_a_pursuit_into_odawara_is_refused_for_what_it_is() -> None:
    units = {**force("2036", "uesugi_kenshin", *COMPANIONS[:4]), **force("2137", "hojo_tsunashige", *HOJO)}
    match = odawara({**units, NAOE: "2330", "hojo_ujiteru": "2530"}, phase="uesugi", dice=[5])
    attack(match, "uesugi_kenshin", "2137")
    acts(match, "retreat", f"back {ODAWARA}")
    assert clauses_of(match.why_not(f"pursue {ODAWARA}")) == {"31-1-2"}


# --- 23-3: the men of two players in one hex -----------------------------------------------------------------------


@clause("kanto", "23-3", "23-3-1", "7-1-2")
def test_of_two_players_attacked_together_the_one_with_the_highest_rank_decides() -> None:
    """Ujiteru's, over a bushou of Takeda's who comes first on the counter sheet, while any of his men stand there."""
    men = {"takeda_nobukado": "1925", "hojo_ujiteru": {"hex": "1925", "steps": 1}, "hojo_ujinori": "1925"}
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto", "around": "1924", "radius": 4, "turn": 2}
    match = compose({**kenshin("1924", "4!")[0], **men}, phase="uesugi", dice=[6, 1], **entries)
    attack(match, "uesugi_kenshin", "1925")
    for answer in ("fall hojo_ujiteru", "lose hojo_ujinori", "lose hojo_ujinori"):
        assert (match.decision.who, match.decision.name) == ("hojo", "suffer")
        match.act(answer)
    assert (match.decision.who, match.decision.name) == ("takeda", "suffer")
