"""A hex game at the terminal: the position, the map, typed names and numbers, overlays, a whole game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import gunki
from gunki.core.definition.texts import LANGUAGES
from tests.cli.conftest import Run

PLAY = ("play", "kanto", "--seats", "uesugi=human,takeda=random", "--seed", "3")

#: Kenshin stands before Kaizu, which has changed hands and is damaged.
POSITION = """
stage = 1
to_act = "uesugi"
[units]
uesugi_kenshin = { hex = "0415", morale = -1 }
naoe_sanetsuna = { hex = "0415", leader = "uesugi_kenshin", steps = 1 }
yamagata_masakage = "0414"
takeda_shingen = "0515"
kosaka_masanobu = { hex = "0516" }
baba_nobuharu = "dead"
[castles]
kaizu = { owner = "uesugi", durability = 4, morale = -1 }
[terrain]
"0316" = "foothills"
"0416" = "foothills"
"""


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "kaizu.toml"
    file.write_text(POSITION, encoding="utf-8")
    return file


def type_answers(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def drawn_lines(out: str) -> list[str]:
    """Return the lines that are drawn or listed, without prompts and echoes."""
    return [line for line in out.splitlines() if re.match(r"^( |[UTH上武北] )", line)]


# -- the position ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scenario", gunki.game("kanto").scenarios)
def test_position_and_map_fit_eighty_columns(run: Run, lang: str, scenario: str) -> None:
    seats = ",".join(f"{seat}=human" for seat in gunki.game("kanto").seats_in(scenario))
    args = ("play", "kanto", "--scenario", scenario, "--seats", seats, "--seed", 1, "--lang", lang)
    outcome = run(*args, stdin=type_answers("m kaizu", "m odawara", "f", "castles", "look 0514", "q"))
    assert outcome.code == 0, outcome.err
    lines = drawn_lines(outcome.out)
    assert len(lines) > 60
    assert max(map(cell_len, lines[:-1])) <= 80  # the last is the command to go on with


@pytest.mark.usefixtures("narrow")
def test_the_position_lists_forces_castles_and_the_dead(run: Run, position: Path) -> None:
    out = run(*PLAY, "--position", position, stdin="q\n").out
    assert "Turn 1 of 3 · Stage 1 · Fair · Uesugi operations" in out
    assert "Points: Uesugi 2, Takeda 1" in out
    assert "0415: Kenshin★★ 5 (2 units, morale -1)" in out
    assert "0505 in Kasugayama: Masakage★ 12 (4 units), Kakizaki★ 3" in out
    assert "0514 Kaizu (Uesugi): durability 4, morale -1" in out
    assert "Fallen: Baba" in out
    assert "Kitajou" not in out.split("Which force acts?")[0].split("Castles\n")[1]  # nothing happened there


@pytest.mark.usefixtures("narrow")
def test_long_lists_are_short_unless_asked_for(run: Run) -> None:
    args = ("play", "kanto", "--scenario", "conquest_of_kanto", "--seats", "uesugi=human", "--seed", 1)
    out = run(*args, stdin=type_answers("f", "q")).out
    before, after = out.split("Uesugi> f\n")
    assert "12 more places" in before
    assert "3917 in Kasama" not in before
    assert "3917 in Kasama" in after
    assert "Still to come (may enter now): Yoshishige" in before


def test_the_whole_list_of_castles_has_those_in_use(run: Run) -> None:
    out = run(*PLAY, stdin=type_answers("castles", "q")).out.split("Uesugi> castles\n")[1]
    assert "0514 Kaizu: level 1, durability 10" in out
    assert "Odawara" not in out


# -- the map --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize(("lang", "uesugi", "takeda"), [("en", "U", "T"), ("ja", "上", "武")])
def test_the_map_shows_forces_castles_rivers_and_choices(
    run: Run, position: Path, lang: str, uesugi: str, takeda: str
) -> None:
    out = run(
        *PLAY, "--position", position, "--lang", lang, stdin=type_answers("act uesugi_kenshin", "battle", "q")
    ).out
    drawn = out.splitlines()
    [at] = [n for n, line in enumerate(drawn) if " 0415<" in line]
    assert f".{uesugi}5 " in drawn[at - 1]  # Kenshin on flat ground
    assert any(f".[{uesugi}]" in line for line in drawn)  # Kaizu
    assert f".{takeda}3" in drawn[at - 2]  # Shingen in 0515, half a hex higher
    assert "*0414+" in drawn[at - 2]  # may be attacked, across a ford
    assert "*0515" in drawn[at - 1]
    assert "\\ 0415<" in drawn[at]  # the river on its lower left


def test_the_map_lies_around_a_place_a_castle_or_a_unit(run: Run) -> None:
    out = run(*PLAY, stdin=type_answers("m 0711", "m Iiyama", "m yasuda", "q")).out
    first, second, third = (part.split("Uesugi> ")[0] for part in re.split(r"Uesugi> m .*\n", out)[1:])
    assert "_0711<" in first
    assert first == second == third


def test_closed_hexes_are_not_drawn(run: Run) -> None:
    out = run(*PLAY, stdin=type_answers("m 1230", "q")).out
    closed = [p["id"] for p in gunki.game("kanto").board(gunki.game("kanto").setup())["places"] if p["closed"]]
    assert not set(re.findall(r"\b\d{4}\b", out)) & set(closed)


# -- looking --------------------------------------------------------------------------------------------------------


def test_looking_at_a_unit_shows_its_force_and_the_command_track(run: Run, position: Path) -> None:
    out = run(*PLAY, "--position", position, stdin=type_answers("look naoe", "look baba", "look kaizu", "q")).out
    assert "Uesugi Kenshin ★★ 3-4-4, morale -1 [Uesugi] strength 5, leads 1 of 10" in out
    assert "> Naoe Sanetsuna ★ 2-2-2, reduced" in out
    assert "strength-modifier-activation" in out
    assert "Baba Nobuharu ★ 3-2-3 · Fallen" in out
    assert "Kaizu, owner: Uesugi" in out
    assert "level 1, durability 4, morale -1" in out
    assert "river towards 0413/0414/0513" in out


def test_looking_at_a_warlord_names_the_side_of_the_warlord(run: Run) -> None:
    play = ("play", "kanto", "--scenario", "kenshin_crosses_the_mountains")
    out = run(*play, stdin=type_answers("look narita_nagayasu", "look uesugi_kenshin", "q")).out
    assert "[Narita] fights for Uesugi, strength 2" in out
    assert "fights for Uesugi" not in out.split("look uesugi_kenshin")[-1]


def test_overlays_list_lines_zones_reach_and_odds(run: Run, position: Path) -> None:
    commands = (
        "supply",
        "zoc 0415",
        "reach kenshin",
        "reach kakizaki",
        "overlay",
        "overlay nonsense",
        "kenshin",
        "odds battle",
        "q",
    )
    out = run(*PLAY, "--position", position, stdin=type_answers(*commands)).out
    assert "Line of communication: 0415 (Kenshin)" in out
    assert "!0415<" in out  # in the strong zone of three enemies
    assert "Reach: 0316: 6, 0416: 6, 0315: 7" in out  # few: named one by one
    assert re.search(r"n\(\d\)n", out.split("> reach kakizaki")[1])  # what it costs to get there
    assert out.count("overlay NAME [THING or ACTION]: reach, zoc, supply, threat, odds") == 2
    assert "Exact, from every possible roll:" in out
    assert re.search(r"Enemy steps lost: [\d.]+ on average \(0: \d+ %", out)


def test_a_cut_line_is_named_with_its_reason(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cut.toml"
    file.write_text('to_act = "takeda"\n[castles]\ntsutsujigasaki = { owner = "uesugi" }\n' + UNITS, encoding="utf-8")
    args = ("play", "kanto", "--seats", "takeda=human,uesugi=random", "--seed", "3", "--position", file)
    assert "! No line: the main castle is lost: 0515 (Shingen)" in run(*args, stdin=type_answers("supply", "q")).out


UNITS = '[units]\ntakeda_shingen = "0515"\n'


# -- answering ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["0508", "to 0508", "508", "Go to 0508"])
def test_a_hex_number_is_an_answer(run: Run, answer: str) -> None:
    out = run(*PLAY, stdin=type_answers("ready", "kenshin", "move", answer, "q")).out
    assert ("Uesugi Kenshin marched from Kasugayama to 0508 near" in out) == (answer != "508")  # every digit counts


@pytest.mark.parametrize("asked", ["why to 0516", "? to 0516", "why 0516", "0516", "to 0516"])
def test_a_hex_out_of_reach_is_refused_with_its_clause(run: Run, asked: str) -> None:
    out = run(*PLAY, stdin=type_answers("ready", "kenshin", "move", asked, "q")).out
    assert "15-2-1 0516 is too far: points left 8" in out
    assert "marched" not in out


@pytest.mark.parametrize(
    ("lang", "answer"),
    [("en", "lead usami naoe"), ("en", "usami naoe"), ("en", "Usami Sadayuki naoe"), ("ja", "宇佐美 直江")],
)
def test_short_names_are_accepted(run: Run, tmp_path: Path, lang: str, answer: str) -> None:
    file = tmp_path / "a.gunki"
    run(*PLAY, "--lang", lang, "--save", file, stdin=type_answers(answer, "q"))
    assert gunki.load(file).view("uesugi")["units"]["usami_sadayuki"]["leader"] == "naoe_sanetsuna"


def test_an_ambiguous_name_is_not_guessed(run: Run) -> None:
    out = run(*PLAY, stdin=type_answers("murakami", "q")).out
    assert "murakami could be alone murakami_yoshikiyo, lead murakami_yoshikiyo nagao_masakage" in out
    assert out.count("Arrange your forces") == 1


def test_many_answers_are_listed_in_groups(run: Run) -> None:
    out = run(*PLAY, stdin=type_answers("q")).out
    question = out.split("Arrange your forces")[1]
    assert "…: set up under … (lead UNIT UNIT):" in question
    assert "Kagenobu → Masakage, Kakizaki, Naoe" in " ".join(question.split())
    assert len(question.split("Uesugi> q")[0].splitlines()) < 20  # 55 answers
    march = run(*PLAY, stdin=type_answers("ready", "1", "move", "q")).out
    assert "Go to … (to HEX):" in march
    assert "0607 Mikaburi" in march
    assert "Type the number of a hex" in march


def test_hundreds_of_answers_name_units_and_castles(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.gunki"
    args = ("play", "kanto", "--scenario", "mimase_pass", "--seats", "takeda=human,hojo=random", "--seed", "3")
    out = run(*args, "--save", file, stdin=type_answers("station baba kaizu", "q")).out
    listed = out.split("(station UNIT HEX):")[1]
    assert "Masatane → 0121 Fukashi, 0327 Takatō" in " ".join(listed.split())
    assert gunki.load(file).view("takeda")["units"]["baba_nobuharu"]["hex"] == "0514"


@pytest.mark.parametrize(
    "nonsense", ["9999", "to 9999", "look nobody", "m nobody", "zoc nobody", "odds", "odds to", "look", "m ''"]
)
def test_nonsense_is_answered_and_the_match_goes_on(run: Run, tmp_path: Path, nonsense: str) -> None:
    file = tmp_path / "a.gunki"
    outcome = run(*PLAY, "--save", file, stdin=type_answers("ready", nonsense, "q"))
    assert outcome.code == 0, outcome.err
    assert gunki.load(file).view("uesugi")["decision"]["name"] == "force_before"


def test_the_help_of_a_hex_game_lists_its_commands(run: Run) -> None:
    out = run(*PLAY, stdin=type_answers("?", "q")).out
    for command in ("m [PLACE]", "look THING", "castles", "reach, zoc, supply, threat, odds"):
        assert command in out


# -- to the end and afterwards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_is_played_by_piped_input(run: Run, tmp_path: Path, lang: str) -> None:
    file = tmp_path / "whole.gunki"
    answers = ["ready", *["1", "move", "1", "halt", "end"] * 200]
    outcome = run(*PLAY, "--quiet", "--lang", lang, "--save", file, stdin=type_answers(*answers))
    assert outcome.code == 0, outcome.err
    match = gunki.load(file)
    assert match.result is not None
    assert match.view(None)["turn"] == 3
    assert "36(7):" in outcome.out
    shown = run("show", file, "--lang", lang)
    assert shown.code == 0
    assert "Kenshin" in shown.out or "謙信" in shown.out
    assert len(run("replay", file, "--lang", lang).out.splitlines()) > match.ply


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_position_and_map_show_the_start_of_a_scenario(run: Run, lang: str) -> None:
    outcome = run("show", "kanto", "--scenario", "mimase_pass", "--lang", lang)
    assert outcome.code == 0, outcome.err
    texts = gunki.game("kanto").texts(lang)
    assert texts("scenario_about", "mimase_pass") in outcome.out
    assert texts.name("short", "hojo_ujiyasu") in outcome.out
    assert run("show", "kanto", "--scenario", "no_such", "--lang", lang).code == 2


def test_a_scenario_with_a_saved_match_is_refused(run: Run, save: Path) -> None:
    outcome = run("show", save, "--scenario", "mimase_pass")
    assert outcome.code == 2
    assert "--scenario" in outcome.err


def test_the_combat_table_is_looked_up(run: Run) -> None:
    out = run("table", "kanto", "field_battle", 12, 4).out
    assert "Field Battle Results" in out
    assert "losses: 1" in out
