"""Aims: every way to win and to lose is listed as the game judges it, without what a seat cannot see."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.definition.clauses import number
from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.core.rules.aims import (
    ANY_DIE,
    AT_ONCE,
    DRAW,
    GAME_END,
    LOSE,
    TURN_END,
    WIN,
    Aims,
    AimsJudge,
    Ending,
    Way,
    first_outcome,
)
from gunki.core.rules.procedure import GameOver
from tests.recorded.digests import GAMES, read
from tests.support import often
from tests.text_uses import Collector

RECORDED = sorted(GAMES.glob("*.json.xz"))
SCENARIOS = [(game, scenario) for game in gunki.game_ids() for scenario in gunki.game(game).scenarios]
#: Reasons of ends without a loser.
DRAWS = ("draw", "undecided")
#: The seats that may end a game by each clause, by game or by scenario.
ENDS = {
    "nobunaga": {"9(1)", "9(2)", "9(3)", "9.p2"},
    "honganji": {"9-1(1)", "9-1(2)", "9-1(3)"},
    "heaven_and_earth": {"36(7)"},
    "kenshin_crosses_the_mountains": {"37(7)"},
    "conquest_of_kanto": {"38(7)"},
    "mimase_pass": {"39(7)"},
    "tennozan": {"35.7(1)-1", "35.7(1)-2", "35.7(2)-1", "35.7(2)-2"},
    "shizugatake": {"36.6(5)"},
    "komaki_nagakute": {"37.7"},
    "kenshin": {"22-1(1)", "22-1(2)", "22-2"},
}


def clauses(aims: dict[str, Any], **wanted: Any) -> set[str]:
    rows = [row for row in aims["ways"] if all(row[key] == value for key, value in wanted.items())]
    return {number(row["clause"]) for row in rows}


def assert_filled(texts: Texts, section: str, key: str, data: dict[str, Any]) -> None:
    """Assert that the text exists and that every value in it is filled."""
    assert texts.has(section, key), (texts.lang, section, key)
    assert "?" not in texts(section, key, **data), (texts.lang, section, key, data)


def readable(match: gunki.Match, aims: dict[str, Any]) -> None:
    for texts in map(match.game.texts, LANGUAGES):
        for row in aims["ways"]:
            assert_filled(texts, "aim", row["text"], row["data"])
            assert number(row["clause"]) in match.game.clauses
            for part in row.get("parts", ()):
                assert_filled(texts, "condition", part["text"], {})
                assert_filled(texts, "condition", part["state"], {})
        verdict = aims["turn_end"]
        if verdict["ends"] == "no":
            assert_filled(texts, "turn_end", "no", verdict)
        else:
            told = {**verdict, "winner_seats": verdict["winners"]}
            assert_filled(texts, "turn_end", f"{verdict['ends']}_{'win' if verdict['winners'] else 'none'}", told)
            assert_filled(texts, "aim", verdict["text"], verdict["data"])


def test_aims_of_the_duel_list_its_endings() -> None:
    """Endings over one number: at once, at the end of the turn, at the end of the game; the first of each decides."""

    class More(Ending[list[int]]):
        def __init__(self, least: int, winners: tuple[int, ...]) -> None:
            self.least, self.winners = least, winners

        def over(self, g: list[int]) -> GameOver | None:
            return GameOver(self.winners, f"more_{self.least}", "1") if g[0] >= self.least else None

        def ways(self, g: list[int], seat: int) -> Any:
            yield Way(WIN if seat in self.winners else LOSE, f"more_{self.least}", "1", {}, g[0], self.least)

    class AtOnce(More):
        when = AT_ONCE

    class AsTheTurnEnds(More):
        when = TURN_END

    class AtTheEnd(More):
        when = GAME_END

    endings: tuple[Ending[list[int]], ...] = (
        AtOnce(9, (0,)), AsTheTurnEnds(6, (1,)), AtTheEnd(4, (0,)), AtTheEnd(0, ()),
    )  # fmt: skip

    def told(now: int, then: int, die: int) -> Aims:
        return AimsJudge(endings, [now], [then], 3, die, None).aims(0)

    def verdict(now: int, then: int, die: int) -> tuple[str, str, str]:
        found = told(now, then, die).turn_end
        return found.ends, found.over.reason if found.over else "", found.way

    assert verdict(0, 0, 0) == ("no", "", "")
    assert verdict(0, 0, 2) == ("maybe", "more_0", LOSE)
    assert verdict(0, 5, ANY_DIE) == ("yes", "more_4", WIN)
    assert verdict(0, 6, 2) == ("yes", "more_6", LOSE)  # before the end of the game is looked for
    assert verdict(9, 6, 0) == ("yes", "more_9", WIN)
    assert [aim.holds for aim in told(5, 5, 0).ways] == [False, False, True, False]  # the last one never comes up
    assert [aim.decides for aim in told(5, 5, 0).ways] == [False] * 4
    assert [aim.decides for aim in told(5, 7, 6).ways] == [False, True, False, False]
    assert first_outcome(endings, [7], AT_ONCE) is None
    over = first_outcome(endings, [7], TURN_END, GAME_END)
    assert over is not None
    assert over.reason == "more_6"


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_clause_that_ends_the_game_is_an_aim_of_every_seat(game: str, scenario: str) -> None:
    match = gunki.new(game, scenario, seed=1)
    known = ENDS.get(game) or ENDS[scenario]
    for seat in match.seats:
        aims = match.aims(seat)
        assert known <= clauses(aims)
        assert clauses(aims, way=WIN), "there must be a way to win"
        assert clauses(aims, way=LOSE), "there must be a way to lose"
        readable(match, aims)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_seat_has_its_aim_in_one_line(game: str, scenario: str) -> None:
    """The line is filled in both languages, short enough, and about a way whose state can be counted."""
    match = gunki.new(game, scenario, seed=1)
    for seat in match.seats:
        aims = match.aims(seat)
        line = aims["line"]
        row = aims["ways"][line["way"]]
        assert row["way"] == WIN or row["text"] in ("score_taken", "surplus_lose"), "the one who must prevent it"
        assert "value" in row or "parts" in row
        for texts, most in zip(map(match.game.texts, LANGUAGES), (105, 50), strict=True):
            assert_filled(texts, "aim", line["text"], row["data"])
            assert len(texts("aim", line["text"], **row["data"])) <= most
            for part in row.get("parts", ()):
                assert_filled(texts, "condition", part["text"], {})
        assert aims["ends"][-1]["die"] == ANY_DIE


def test_the_line_changes_with_the_status_of_a_seat() -> None:
    """Road to Honganji: a vassal, a rebel, a seat that outlives Nobunaga and one that is out have different aims."""
    told = set()
    for path in RECORDED:
        if path.name.startswith("honganji"):
            recorded = read(path)
            for ply, match in enumerate(recorded.replayed()):
                if ply % 40 == 0 or match.result is not None:
                    told |= {match.aims(seat)["line"]["text"] for seat in match.seats}
    assert told == {"line_vassal", "line_rebel", "line_dead", "line_out"}


@pytest.mark.parametrize("ends", ["yes", "maybe", "over"])
@pytest.mark.parametrize("what", ["you_win", "you_lose", "you_draw", "all_lose"])
def test_aims_foretell_the_end_of_the_turn_to_the_seat(ends: str, what: str) -> None:
    for texts in map(gunki.game("nobunaga").texts, LANGUAGES):
        assert_filled(texts, "turn_end", f"{ends}_{what}", {"turn": 3, "die": 2})


@pytest.mark.parametrize("game", gunki.game_ids())
def test_every_reason_for_an_end_has_its_texts(game: str) -> None:
    """The source names the reasons given to GameOver; each has the text `REASON_now` too."""
    found = gunki.game(game)
    source = Collector(path.read_text(encoding="utf-8") for path in sorted(found.folder.rglob("*.py")))
    reasons = {use.key for use in source.uses if use.section == "reason"}
    assert reasons
    for texts in map(found.texts, LANGUAGES):
        assert {reason for reason in reasons if not texts.has("aim", f"{reason}_now")} == set()


def read_aims(match: gunki.Match) -> dict[str, dict[str, Any]]:
    """Return the aims of all seats, after comparing them with those in views and scenes, which are cached."""
    aims = {seat: match.aims(seat) for seat in match.seats}
    assert match.view(None, shared=True)["aims"] == match.scene(None, shared=True)["aims"] == aims
    for seat in match.seats:
        assert match.view(seat, shared=True)["aims"] == match.scene(seat)["aims"] == {seat: aims[seat]}
    return aims


def assert_consistent(match: gunki.Match) -> None:
    """Assert that the counts agree with the judge.

    A way holds when all that it counts is there and no way judged before it holds.
    """
    judged = match.game.make_aims_judge(match.position)
    for seat in range(len(match.seats)):
        before: Counter[str] = Counter()
        for aim in judged.aims(seat).ways:
            if aim.way.value is not None or aim.way.parts:
                assert aim.holds <= aim.way.has_all_counted, (match.ply, seat, aim)
                assert aim.way.has_all_counted <= (aim.holds or before[aim.when] > 0), (match.ply, seat, aim)
            before[aim.when] += aim.holds and aim.way.clause != "10-1"  # a seat that is out has lost; the game goes on
        assert sum(aim.decides for aim in judged.aims(seat).ways) <= 1


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name.partition(".")[0])
def test_aims_through_a_recorded_game(path: Path) -> None:
    recorded, rng = read(path), random.Random(path.name)
    last = len(recorded.acts) - 1
    pairs = often(5, 30)
    looked_at = {rng.randrange(len(recorded.acts)) + more for _ in range(pairs) for more in (0, 1)}  # in succession
    told: dict[str, dict[str, Any]] = {}
    for ply, match in enumerate(recorded.replayed()):
        if match.result is None and ply in looked_at:
            for aims in read_aims(match).values():
                readable(match, aims)
                assert aims["turn_end"]["turn"] == match.view(None)["turn"]
            assert_consistent(match)
        if ply == last:
            told = {seat: match.aims(seat) for seat in match.seats}
    result = match.result
    assert result is not None
    count_foretold(told, result)
    for seat, aims in read_aims(match).items():
        verdict = aims["turn_end"]
        assert (verdict["ends"], verdict["clause"]) == ("over", result.clause)
        assert tuple(verdict["winners"]) == result.winners
        fate = WIN if seat in result.winners else DRAW if result.reason in DRAWS else LOSE
        assert verdict["way"] == fate
        assert number(result.clause) in clauses(aims, way=fate, holds=True)
        readable(match, aims)


def count_foretold(told: dict[str, dict[str, Any]], result: gunki.Result) -> int:
    """Check the aims at the last decision against the result; return the seats whose end of turn was foretold.

    The clause that ended the game must be among the ways of each seat. What the end of the turn would bring must have
    come true, unless the last answer itself decided the game.
    """
    seats = 0
    for seat, aims in told.items():
        fate = WIN if seat in result.winners else DRAW if result.reason in DRAWS else LOSE
        assert number(result.clause) in clauses(aims, way=fate), seat
        verdict = aims["turn_end"]
        if verdict["ends"] == "no":  # a march or a fight has decided it
            assert not clauses(aims, way=fate, decides=True)
            continue
        if number(result.clause) in clauses(aims, way=fate, when=AT_ONCE, decides=False):
            continue  # a fight has decided it at once, before the turn could end otherwise
        assert (tuple(verdict["winners"]), verdict["reason"], verdict["clause"]) == (
            result.winners, result.reason, result.clause,
        )  # fmt: skip
        assert number(result.clause) in clauses(aims, way=fate, decides=True)
        seats += 1
    return seats


def test_the_aims_foretell_most_ends() -> None:
    """Of the shorter recorded games, nearly all ends are foretold at the last decision."""
    seats = seen = 0
    for recorded in map(read, RECORDED):
        if len(recorded.acts) < 700:
            told: dict[str, dict[str, Any]] = {}
            for ply, match in enumerate(recorded.replayed()):
                if ply == len(recorded.acts) - 1:
                    told = {seat: match.aims(seat) for seat in match.seats}
            assert match.result is not None
            seats, seen = seats + len(told), seen + count_foretold(told, match.result)
    assert seen > 0.8 * seats > 0


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_aims_do_not_depend_on_what_a_seat_cannot_see(game: str, scenario: str) -> None:
    match, rng = gunki.new(game, scenario, seed=3), random.Random(3)
    hidden = 0
    for _ in range(often(60, 300)):
        if match.decision is None:
            break
        for seat, name in enumerate(match.seats):
            guess = match.sample(name, rng)
            hidden += guess.to_dict() != match.position.to_dict()
            for other in range(len(match.seats)):
                assert match.game.aims(guess, other) == match.game.aims(match.position, other), (match.ply, seat)
        match.act(rng.choice(match.decision.options))
    assert hidden or game in ("kanto", "hideyoshi", "kenshin")  # everything lies open there


def test_aims_of_an_unknown_seat_are_refused() -> None:
    with pytest.raises(gunki.OptionError, match="unknown seat"):
        gunki.new("nobunaga", seed=1).aims("takeda")


def test_changing_returned_aims_changes_no_later_ones() -> None:
    match = gunki.new("nobunaga", seed=1)
    match.aims("oda")["ways"].clear()
    match.view("oda")["aims"]["oda"]["ways"].clear()
    assert match.view("oda")["aims"]["oda"]["ways"] == match.aims("oda")["ways"] != []
