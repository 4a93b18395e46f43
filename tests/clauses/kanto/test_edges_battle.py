"""Field battles at their edges: around Odawara, and along the Tone."""

from __future__ import annotations

from typing import Any

from tests.clauses.common import acts, clauses_of, refused
from tests.clauses.forces import at, attack, castle, force, march, morale, pass_on, unit
from tests.clauses.kanto.table import COMPANIONS, RING, compose, ring
from tests.support import clause

ODAWARA = "2237"
HONJO, _, NAGAO, NAOE = (names[0] for names in RING.values())
HOJO = ("hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka")


def compose_odawara(units: dict[str, Any], **entries: Any) -> Any:
    """Flat ground around Odawara in the second scenario, without snow; the Hojo act."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "phase": "hojo", "weather": "normal", **entries}
    return compose(units, scenario="kenshin_crosses_the_mountains", **place)


# --- who can be attacked -----------------------------------------------------------------------------------------


@clause("kanto", "23-7", "31-4")
def test_a_garrison_attacks_nobody_who_stands_elsewhere() -> None:
    """2235 is no investment hex."""
    garrison = force(ODAWARA, "hojo_tsunashige", *HOJO, inside=True)
    match = compose_odawara({**garrison, HONJO: "2137", NAOE: "2337", NAGAO: "2235"})
    acts(match, "act hojo_tsunashige", "battle")
    assert set(match.decision.texts) == {"attack 2137", "attack 2337"}
    refused(match, "attack 2235", "23-7")


# --- the retreat -------------------------------------------------------------------------------------------------


@clause("kanto", "31-1-1", "23-4-6", "31-1-2")
def test_a_retreat_into_odawara_ends_there_with_the_whole_loss_of_morale() -> None:
    """15 on 5 + 4 - 2 = 7: 3. Tsunashige is in garrison as he enters; Kenshin follows to the gate at most."""
    units = {**force("2036", "uesugi_kenshin", *COMPANIONS[:4]), **force("2137", "hojo_tsunashige", *HOJO)}
    match = compose_odawara({**units, NAOE: "2330", "hojo_ujiteru": "2530"}, phase="uesugi", dice=[5])
    attack(match, "uesugi_kenshin", "2137")
    acts(match, "retreat", f"back {ODAWARA}")
    assert (at(match, "hojo_tsunashige"), morale(match, "hojo_tsunashige")) == (ODAWARA, -3)
    assert unit(match, "hojo_tsunashige")["inside"]
    assert set(match.decision.texts) == {"pursue 2137", "stay"}


def beat_honjo(*strengths: int, **entries: Any) -> Any:
    """Ujiteru attacks Honjo's force in 2137 from outside and causes 1 loss (10 on 4); it retreats."""
    units = {**ring(*strengths), **force("2036", "hojo_ujiteru", *HOJO), **entries.pop("extra")}
    match = compose_odawara({**units, "hojo_ujikuni": "2530"}, dice=[4, 1], **entries)
    acts(match, "act hojo_ujiteru", "battle")
    for answer in ("attack 2137", "spare chisaka_kagechika", "fight", "hold_siege"):
        if answer in match.decision.texts:
            match.act(answer)
    match.act("retreat")
    return match


@clause("kanto", "31-2-1", "23-4")
def test_who_retreats_from_one_investment_hex_to_another_invests_from_there() -> None:
    """T-06: Chisaka holds 2137; Honjo's 12 in 2138 are still among the 50 that stand around Odawara."""
    match = beat_honjo(12, 12, 12, 11, extra={"chisaka_kagechika": "2137"})
    match.act("back 2138")
    assert castle(match, "odawara")["besieged"]
    assert unit(match, HONJO)["invests"]


@clause("kanto", "31-2-1", "23-4-3")
def test_who_could_not_retreat_from_an_investment_hex_counts_when_the_ring_closes() -> None:
    """T-06: Honjo's way is barred by water, he loses a step: 47 in all. With Kenshin's 3 the ring is closed."""
    water = {"2137-2138": "water", "2137-2236": "water"}
    match = beat_honjo(12, 12, 12, 12, extra={"uesugi_kenshin": "2335"}, sides=water)
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


@clause("kanto", "31-2-1", "18-3")
def test_a_retreat_from_one_hex_around_odawara_to_another_leaves_it_invested() -> None:
    """T-06: the ring is closed and 50 strong before and after; the garrison's morale stays low."""
    units = {
        **ring(12, 12, 12, 11), "chisaka_kagechika": "2137", **force("2036", "hojo_ujiteru", *HOJO),
        "hojo_ujikuni": "2530", "hojo_tsunashige": {"hex": ODAWARA, "inside": True, "morale": -2},
    }  # fmt: skip
    match = compose_odawara(units, dice=[4, 1])
    acts(match, "act hojo_ujiteru", "battle", "spare chisaka_kagechika", "hold_siege", "retreat", "back 2138")
    assert at(match, HONJO) == "2138"
    assert castle(match, "odawara")["besieged"]
    assert morale(match, "hojo_tsunashige") == -2


@clause("kanto", "31-1-2", "23-5-2")
def test_a_pursuit_into_odawara_is_refused_for_what_it_is() -> None:
    units = {**force("2036", "uesugi_kenshin", *COMPANIONS[:4]), **force("2137", "hojo_tsunashige", *HOJO)}
    match = compose_odawara({**units, NAOE: "2330", "hojo_ujiteru": "2530"}, phase="uesugi", dice=[5])
    attack(match, "uesugi_kenshin", "2137")
    acts(match, "retreat", f"back {ODAWARA}")
    assert clauses_of(match.why_not(f"pursue {ODAWARA}")) == {"31-1-2"}
