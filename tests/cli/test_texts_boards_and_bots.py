"""Texts in both languages, the drawing of boards, the bots."""

from __future__ import annotations

import random
import re
from string import Formatter

import pytest
from rich.cells import cell_len
from rich.text import Text

import gunki
from gunki import bots
from gunki.cli.render.area_board import AreaBoard, Canvas, chip
from gunki.cli.render.score import show_aims
from gunki.cli.render.screen import Screen, normalise_input, strip_controls, wrap_words
from gunki.cli.render.words import FOLDER, GameWords
from gunki.core.definition.texts import LANGUAGES, read_texts
from gunki.lab.reports.report_wording import FOLDER as LAB
from tests.support import ROOT

#: The laboratory has a dictionary of its own for its reports.
RESULTS = ROOT / "src" / "gunki" / "cli" / "commands" / "lab_results.py"
SOURCES = sorted(set((ROOT / "src" / "gunki" / "cli").rglob("*.py")) - {RESULTS})
OF_STUDIES = [RESULTS, *sorted((ROOT / "src" / "gunki" / "lab").rglob("*.py"))]

# -- texts --------------------------------------------------------------------------------------------------------


def read_own_texts(lang: str) -> dict[str, str]:
    return read_texts(FOLDER / f"{lang}.toml")["ui"]


def test_both_languages_have_the_same_texts_with_the_same_gaps() -> None:
    english, japanese = read_own_texts("en"), read_own_texts("ja")
    assert set(english) == set(japanese)
    for key in english:
        gaps = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (english[key], japanese[key])]
        assert gaps[0] == gaps[1], key


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    known = read_own_texts("en")
    used = set(re.findall(r"""\bwords\(\s*["'](\w+)["']""", source))
    assert used - set(known) == set()
    families = ("help_", "doctor_", "aim_", "hint_", "mark_", "bot_", "legend_", "glyph_", "sign_", "side_", "dice_")
    assert [key for key in known if not key.startswith(families) and not re.search(rf"[\"']{key}[\"']", source)] == []


def test_every_word_of_the_laboratory_is_used_and_is_there() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in OF_STUDIES)
    known = read_texts(LAB / "en.toml")["lab"]
    used = set(re.findall(r"""\bwords\(\s*["'](\w+)["']""", source))
    assert used - set(known) == set()
    built = re.compile("taken_(castle|area)|(share|points)_of")  # keys made from data: `taken_castle`, `share_of`
    assert [key for key in known if not built.fullmatch(key) and not re.search(rf"[\"']{key}[\"']", source)] == []


# -- drawing ------------------------------------------------------------------------------------------------------


def make_board(lang: str) -> AreaBoard:
    match = gunki.new("nobunaga", seed=1)
    words = GameWords(match.game, lang, match.setup)
    return AreaBoard(words, match.game.board(match.setup), match.view("oda"), unicode=True)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [88, 104, 120, 200])
def test_boxes_stand_in_columns(lang: str, width: int) -> None:
    lines = make_board(lang).grid(width, [])
    if lines is None:
        assert (lang, width) == ("en", 88)
        return
    texts = [line.plain for line in lines]
    assert max(map(cell_len, texts)) <= width
    # Every left side of a box stands exactly below the corner above it, counted in cells.
    corners = {"║": "╔", "┃": "┏"}
    tops: dict[int, str] = {}
    for text in texts:
        column = 0
        for character in text:
            if character in "╔┏":
                tops[column] = character
            if character in corners and column in tops and tops[column] == corners[character]:
                tops[column] = character
            column += cell_len(character)
    assert tops
    assert not set(tops.values()) & set("╔┏")


def test_a_screen_too_narrow_gets_no_map() -> None:
    assert make_board("en").grid(80, []) is None


def test_the_layout_shows_all_borders_but_one() -> None:
    [line] = [line.plain for line in make_board("en").grid(120, []) or () if "Also adjacent" in line.plain]
    assert line == "Also adjacent: Kii Ishiyama – Iga Ise"


def test_every_area_has_a_cell_of_its_own() -> None:
    places = make_board("en").places
    cells = {tuple(place["at"]) for place in places}
    assert len(cells) == len(places) == 31
    assert max(column for column, _ in cells) < 9
    assert max(row for _, row in cells) < 8


def test_without_unicode_the_map_is_ascii_but_for_its_names() -> None:
    match = gunki.new("nobunaga", seed=1)
    words = GameWords(match.game, "en", match.setup)
    lines = AreaBoard(words, match.game.board(match.setup), match.view("oda"), unicode=False).grid(120, [])
    assert lines is not None
    shown = [line.plain for line in lines if "Also adjacent" not in line.plain]
    assert all(line.encode("ascii", "plainer").decode().find("?") < 0 for line in shown)  # ō becomes o


def test_text_is_written_only_into_an_empty_corner() -> None:
    canvas = Canvas(10, 4)
    canvas.put(6, 0, "####")
    fits, too_wide = [Text("ab"), Text("cd")], [Text("abcdefg")]
    pieces = [too_wide, fits]
    canvas.fill_corner(pieces)
    assert pieces == [too_wide]
    assert [line.plain for line in canvas.texts()] == ["ab    ####", "cd"]


def test_wide_characters_take_two_cells() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "美濃")
    canvas.put(4, 0, "|")
    assert canvas.texts()[0].plain == "美濃|"


def test_words_are_wrapped_by_terminal_cells() -> None:
    lines = wrap_words([("備前美作", ""), ("毛利", ""), ("3", "")], 7)
    assert ["".join(word for word, _ in line) for line in lines] == ["備前美", "作 毛利", "3"]


def test_an_unknown_colour_is_ignored() -> None:
    assert chip("mauve-ish").bold
    assert chip("#ffffff").color != chip("#000000").color


def test_control_characters_are_replaced() -> None:
    assert strip_controls("a\x1b[2Jb\x07") == "a�[2Jb�"
    assert normalise_input("　ｍａｒｃｈ ３ ") == "march 3"


# -- bots ---------------------------------------------------------------------------------------------------------


def test_a_random_bot_is_the_same_for_the_same_seed() -> None:
    match = gunki.new("nobunaga", seed=1)
    decision = match.decision
    assert decision is not None
    view = bots.bot_view(match, decision)
    choices = [[str(bots.bot("random", seed).choose(view)) for _ in range(3)] for seed in (4, 4)]
    assert choices[0] == choices[1]
    assert set(choices[0]) <= set(decision.texts)


def test_a_bot_sees_its_own_view_and_samples() -> None:
    match = gunki.new("nobunaga", seed=1)
    decision = match.decision
    assert decision is not None
    view = bots.bot_view(match, decision)
    assert view.view == match.view("oda")
    assert view.seat == "oda"
    sampled = view.sample(random.Random(1))
    assert match.game.view(sampled, 0)["hand"] == view.view["hand"]
    assert not any(value is match or value is match.position for value in map(view.__getattribute__, view.__slots__))


def test_seats_have_different_seeds() -> None:
    assert bots.bot_seed(1, "oda") != bots.bot_seed(1, "anti_oda") != bots.bot_seed(2, "anti_oda")


def test_an_unknown_bot_is_refused_by_name() -> None:
    assert "random" in bots.names()
    with pytest.raises(gunki.OptionError, match="unknown bot 'deepblue'; known: "):
        bots.bot("deepblue", 1)


def test_points_below_0_are_not_printed_as_a_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    game = gunki.game("kanto")
    dead = {"uesugi_kenshin": "dead", "hojo_ujiyasu": "dead"}
    doc = {"turn": 2, "to_act": "uesugi", "empty": True, "units": dead}
    match = gunki.compose("kanto", "conquest_of_kanto", doc)
    for lang, wanted in (("en", "-10, needed 1"), ("ja", "-10(必要 1)")):
        words = GameWords(game, lang, game.setup("conquest_of_kanto"))
        show_aims(Screen(), words, {"uesugi": {**match.aims("uesugi")}})
        out = capsys.readouterr().out
        assert wanted in out
        assert "-10/" not in out
