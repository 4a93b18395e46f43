"""36.7-4, 36.7-5: Echizen and the land around Gifu are closed to Hashiba."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import at, attack, besiege, disc, force, garrison, of_kind, pass_on
from tests.clauses.hideyoshi.scenario_table import (
    BEYOND,
    BORDER,
    HIDEYOSHI,
    HOME,
    HORI,
    INSIDE,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    NOBUTAKA,
    OTHER,
    RETAINERS,
    army,
    compose,
    compose_at_border,
    compose_free_shibata,
)
from tests.clauses.hideyoshi.table import SHIZUGATAKE
from tests.support import clause


def compose_near_gifu(units: dict[str, Any], **entries: Any) -> Any:
    """Compose flat land south of Gifu."""
    return compose({**HOME, **units}, **{"around": "5315", "phase": "hashiba", "turn": 6, **entries})


# --- 36.7-4: march and strategic movement ------------------------------------------------------------------------


@clause("hideyoshi", "36.7-4")
@pytest.mark.parametrize("who", [HORI, "niwa_nagahide", "kitabatake_nobukatsu", "ukita_tadaie"])
@pytest.mark.parametrize("how", ["move", "strategic"])
def test_no_hashiba_force_marches_into_echizen(who: str, how: str) -> None:
    """Y-44: all armies of the side."""
    match = compose_at_border({who: BORDER}, turn=1)
    acts(match, f"act {who}", how)
    for hex_id in (BEYOND, OTHER):
        refused(match, f"to {hex_id}", "36.7-4")
    allowed(match, "to 4310")


@clause("hideyoshi", "36.7-4")
@pytest.mark.parametrize("how", ["move", "strategic"])
def test_once_somebody_of_the_shibata_has_left_echizen_is_open(how: str) -> None:
    match = compose_at_border({HORI: BORDER}, state={"left_echizen": 1})
    acts(match, f"act {HORI}", how)
    allowed(match, f"to {BEYOND}", f"to {OTHER}")


@clause("hideyoshi", "36.7-4")
@pytest.mark.parametrize("who", [MORIMASA, "maeda_toshiie", "kanamori_nagachika"])
def test_a_force_of_shibata_maeda_or_kanamori_that_leaves_opens_it(who: str) -> None:
    """Y-36: at once, and for good, even if they go back."""
    units = {who: OTHER, HORI: "4312"}
    match = compose_at_border(units, stage=1, phase="anti_hashiba", state={"thawed": 1}, dice=[])
    events = acts(match, f"act {who}", "move", "to 4111", "halt")
    assert [told["unit"] for told in of_kind(events, "left_echizen")] == [who]
    pass_on(match, lambda: match.who == "hashiba")
    acts(match, f"act {HORI}", "move", "to 4310", "halt")
    pass_on(match, lambda: match.view(None)["stage"] == 2)
    acts(match, f"act {who}", "move", f"to {OTHER}", "halt")
    pass_on(match, lambda: match.who == "hashiba")
    acts(match, f"act {HORI}", "move")
    allowed(match, f"to {BEYOND}")


@clause("hideyoshi", "36.7-4")
def test_the_ban_binds_troops_not_anti_hashiba() -> None:
    match = compose_at_border({KAZUMASU: BORDER}, phase="anti_hashiba")
    acts(match, f"act {KAZUMASU}", "move")
    allowed(match, f"to {BEYOND}")


# --- 36.7-4: retreat, pursuit, advance ---------------------------------------------------------------------------


def beat_hori(**entries: Any) -> Any:
    """Beat Hori in 4210 from 4211 with Takigawa's 16; Echizen lies behind him."""
    units = {**force("4211", KAZUMASU, *RETAINERS), HORI: BORDER, "hori_naomasa": {"hex": BORDER, "leader": HORI}}
    match = compose_at_border(units, phase="anti_hashiba", dice=[4, 1, 1], **entries)
    attack(match, KAZUMASU, BORDER)
    return match


@clause("hideyoshi", "36.7-4")
def test_nobody_retreats_into_echizen() -> None:
    match = beat_hori()
    match.act("retreat")
    assert match.decision.name == "retreat"
    refused(match, f"back {BEYOND}", "36.7-4")
    refused(match, f"back {OTHER}", "36.7-4")
    allowed(match, "back 4310")
    match = beat_hori(state={"left_echizen": 1})
    match.act("retreat")
    allowed(match, f"back {BEYOND}")


@clause("hideyoshi", "36.7-4")
def test_a_force_that_could_only_retreat_into_echizen_loses_steps() -> None:
    """G-16, Y-22: mountains on either side."""
    walls = {"4310": "mountain", "4111": "mountain", "4311": "mountain"}
    match = beat_hori(terrain=walls)
    while match.decision is not None and match.decision.name in ("suffer", "losses", "retreat"):
        assert not [text for text in match.decision.texts if text in (f"back {BEYOND}", f"back {OTHER}")]
        match.act(match.decision.texts[-1])
    assert at(match, HORI) not in (BEYOND, OTHER)
    assert of_kind(match.events, "step_lost") or of_kind(match.events, "killed")


def beat_enemy(**entries: Any) -> Any:
    """Beat a unit of Takigawa in 4210 from 4211 with Hideyoshi's 26; it falls back into Echizen."""
    units = {**army("4211", 13), KAZUMASU: BORDER}
    match = compose_at_border(units, dice=[4, 1, 1], **entries)
    attack(match, HIDEYOSHI, BORDER)
    match.act("retreat")
    match.act(f"back {BEYOND}")
    while match.decision.name == "retreat":
        match.act(next(text for text in match.decision.texts if text in ("back 4208", "back 4109", "back 4309")))
    return match


@clause("hideyoshi", "36.7-4")
def test_nobody_pursues_into_echizen() -> None:
    """As far as the border, no further."""
    match = beat_enemy()
    assert (match.decision.name, match.who) == ("pursuit", "hashiba")
    refused(match, f"pursue {BEYOND}", "36.7-4")
    match.act(f"pursue {BORDER}")
    assert at(match, HIDEYOSHI) == BORDER
    match = beat_enemy(state={"left_echizen": 1})
    allowed(match, f"pursue {BEYOND}")


def win_decisive_battle(**entries: Any) -> Any:
    """Beat Katsuie, alone and reduced in Echizen, with Hideyoshi's 26 in Ōmi in a decisive battle."""
    units = {**army(BORDER, 13), KATSUIE: {"hex": BEYOND, "steps": 1}, "menju_katsuteru": {"hex": BEYOND, "steps": 1}}
    match = compose_at_border(units, dice=[1, 1, 1, 1], **entries)
    acts(match, f"act {HIDEYOSHI}", "battle", f"decisive {BEYOND}")
    while match.decision is not None and match.decision.name in ("join", "losses", "retreat"):
        name = match.decision.name
        match.act("fight" if name == "join" else match.decision.texts[0])
    return match


@clause("hideyoshi", "36.7-4", "36.7-7")
def test_nobody_advances_into_echizen_after_a_decisive_battle() -> None:
    """Katsuie attacked first: he may be attacked across the border, but the vacated hex is not entered."""
    match = win_decisive_battle(state={"attacked_first": 1})
    assert at(match, KATSUIE) != BEYOND
    assert match.decision.name != "advance"  # there is nothing to ask
    assert at(match, HIDEYOSHI) == BORDER
    match = win_decisive_battle(state={"attacked_first": 1, "left_echizen": 1})
    assert match.decision.name == "advance"
    match.act(f"advance {HIDEYOSHI}")
    assert at(match, HIDEYOSHI) == BEYOND


# --- 36.7-5: around Gifu -----------------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-5")
@pytest.mark.parametrize("how", ["move", "strategic"])
def test_nobody_comes_within_two_hexes_of_gifu(how: str) -> None:
    """5315 and 5414 are two hexes away, 5415 and 5215 three; Takegahana, Hashiba's own castle, is as closed."""
    match = compose_near_gifu({"kitabatake_nobukatsu": "5316"})
    acts(match, "act kitabatake_nobukatsu", how)
    for hex_id in ("5315", "5314", "5414", "5214", "5114"):
        refused(match, f"to {hex_id}", "36.7-5")
    allowed(match, "to 5415", "to 5215")


@clause("hideyoshi", "36.7-5")
def test_every_hex_within_two_is_closed_and_none_beyond() -> None:
    match = compose({**HOME, "kitabatake_nobukatsu": "5416"}, around="5313", radius=6, phase="hashiba", turn=6)
    acts(match, "act kitabatake_nobukatsu", "move")
    reached = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert not reached & set(disc("5313", 2))
    beyond = {hex_id for hex_id in disc("5313", 3) if hex_id not in disc("5313", 2)}
    assert len(reached & beyond) >= 6
    match = compose(
        {**HOME, "kitabatake_nobukatsu": "5416"},
        around="5313",
        radius=6,
        phase="hashiba",
        turn=6,
        state={"declared": 1},
    )
    acts(match, "act kitabatake_nobukatsu", "move")
    allowed(match, "to 5314", "to 5214", "to 5313")


@clause("hideyoshi", "36.7-5", "36.7-3")
@pytest.mark.parametrize(("text", "opens"), [("declare", True), ("wait", False)])
def test_the_declaration_opens_the_land_in_the_same_turn(text: str, opens: bool) -> None:
    units = {"kitabatake_nobukatsu": "5316", NOBUTAKA: {"hex": "5313", **INSIDE}}
    match = compose_near_gifu(units, stage=0, dice=[1] * 6)
    match.act(text)
    pass_on(match, lambda: match.who == "hashiba")
    acts(match, "act kitabatake_nobukatsu", "move")
    assert ("to 5315" in match.decision.texts) is opens


@clause("hideyoshi", "36.7-5")
def test_nobody_retreats_towards_gifu() -> None:
    units = {**force("5317", KAZUMASU, *RETAINERS), "kitabatake_nobukatsu": "5316", "oda_nagamasu": "5316"}
    match = compose_near_gifu(units, phase="anti_hashiba", dice=[3, 1, 1])
    attack(match, KAZUMASU, "5316")
    match.act("retreat")
    refused(match, "back 5315", "36.7-5")


@clause("hideyoshi", "36.7-5")
def test_nobody_pursues_towards_gifu() -> None:
    units = {**army("5317", 13), KAZUMASU: "5316"}
    match = compose_near_gifu(units, dice=[3, 1, 1])
    attack(match, HIDEYOSHI, "5316")
    match.act("retreat")
    match.act("back 5315")
    while match.decision.name == "retreat":
        match.act(next(text for text in match.decision.texts if text in ("back 5314", "back 5313", "refuge")))
    assert match.decision.name == "pursuit"
    refused(match, "pursue 5315", "36.7-5")
    allowed(match, "pursue 5316")


@clause("hideyoshi", "36.7-5", "36.4-H2(Owari)")
def test_nobody_is_deployed_near_gifu() -> None:
    """Y-36, Y-65."""
    match: Match = gunki.new("hideyoshi", SHIZUGATAKE, seed=1)
    assert (decision_of(match).name, match.who) == ("deploy_freely", "hashiba")
    for hex_id in ("5315", "5414"):
        refused(match, f"station kitabatake_nobukatsu {hex_id}")
    allowed(match, "station kitabatake_nobukatsu 5416", "station kitabatake_nobukatsu 5415")
    view = match.view(None)["units"]
    hashiba = [
        name for name, seat in read_sides(match).items() if seat == "hashiba" and not isinstance(view[name], str)
    ]
    near = set(disc("5313", 2))
    assert not [name for name in hashiba if view[name]["hex"] in near]


def read_sides(match: Match) -> dict[str, str]:
    """Return the seat of each unit of the scenario."""
    armies = {row["id"]: row["army"] for row in gunki.game("hideyoshi").tables["unit"]}
    view = match.view(None)

    def seat(name: str) -> str:
        clan = armies[name]
        return str(view["sides"][clan[SHIZUGATAKE] if isinstance(clan, dict) else clan])

    return {name: seat(name) for name in view["units"]}


@clause("hideyoshi", "36.7-4")
def test_nobody_of_hashiba_starts_in_echizen() -> None:
    match: Match = gunki.new("hideyoshi", SHIZUGATAKE, seed=1)
    setup: Any = match.setup
    board = setup.map
    view = match.view(None)["units"]
    for name, seat in read_sides(match).items():
        if seat == "hashiba" and not isinstance(view[name], str):
            assert board.province_at(board.hex(view[name]["hex"])) != "Echizen"


@clause("hideyoshi", "36.7-5")
@pytest.mark.parametrize("declared", [0, 1])
def test_a_garrison_that_opens_the_gates_does_not_withdraw_to_takegahana(declared: int) -> None:
    """Y-22, Y-44: of Hashiba's castles it is the nearest to Takasu here, but it lies within two hexes of Gifu."""
    units = {**force("5016", KAZUMASU, *RETAINERS, invests=True), **garrison("5016", "horio_yoshiharu")}
    castles: dict[str, Any] = {name: {"owner": "kobe"} for name in ("ogaki", "sone", "kiyosu", "komaki", "kanie")}
    castles["takasu"] = {"owner": "hashiba", "durability": 4}
    state = {"declared": declared}
    match = compose_free_shibata(units, around="5016", radius=2, castles=castles, state=state, dice=[6])
    events = besiege(match, KAZUMASU, "call")
    assert [told["answer"] for told in of_kind(events, "call_answered")] == ["opens_the_gates"]
    assert (at(match, "horio_yoshiharu") == "5214") is bool(declared)


@clause("hideyoshi", "36.7-5")
@pytest.mark.parametrize("declared", [0, 1])
def test_nobody_takes_refuge_in_takegahana(declared: int) -> None:
    """23-4-6: the way back from 5216 leads there, by 5215."""
    units = {**force("5217", KAZUMASU, *RETAINERS), "kitabatake_nobukatsu": "5216", "oda_nagamasu": "5216"}
    match = compose_free_shibata(units, around="5216", radius=3, state={"declared": declared}, dice=[2, 1])
    attack(match, KAZUMASU, "5216")
    match.act("retreat")
    seen = set()
    while match.decision.name == "retreat":
        seen |= set(match.decision.texts)
        onto = [text for text in match.decision.texts if text in ("back 5215", "back 5214", "refuge")]
        match.act(onto[-1] if onto else match.decision.texts[0])
    assert ("back 5214" in seen or "refuge" in seen) is bool(declared)


@clause("hideyoshi", "36.7-5")
def test_an_attack_into_the_closed_land_is_allowed_and_a_pursuit_is_not() -> None:
    """Only entering is: Nobukatsu in 5316 strikes Kanbe's man in 5315, and does not follow him."""
    units = {**force("5316", "kitabatake_nobukatsu", "oda_nagamasu", "ikoma_ienaga"), NOBUTAKA: "5315"}
    match = compose_free_shibata(units, around="5315", phase="hashiba", state={}, dice=[6, 1])
    attack(match, "kitabatake_nobukatsu", "5315")
    if match.decision.name == "suffer":
        match.act("retreat")
        while match.decision.name == "retreat":
            match.act(match.decision.texts[0])
    assert of_kind(match.events, "attack")
    if match.decision.name == "pursuit":
        refused(match, "pursue 5315", "36.7-5")
    assert at(match, "kitabatake_nobukatsu") == "5316"


@clause("hideyoshi", "36.7-3", "36.7-5")
def test_kobes_units_outside_gifu_may_be_attacked_before_his_declaration() -> None:
    """No clause shields them: the ban is on the land around Gifu alone."""
    match = compose_free_shibata({HORI: "4513", NOBUTAKA: "4512"}, around="4513", phase="hashiba", state={})
    match.act(f"act {HORI}")
    allowed(match, "battle")
