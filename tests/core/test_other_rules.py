"""Saves under changed rules open as far as today's rules accept them, and continue from there."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import gunki
from gunki.core.rules.procedure import Ask, Next, Roll
from tests.core import duel as rules
from tests.core.duel import Bets, Duel, DuelGame, DuelPosition, Fight, duel, play_out
from tests.core.test_saves import PLIES, assert_refused, edit_line, edit_manifest, match, path

__all__ = ["duel", "match", "path"]
pytestmark = pytest.mark.usefixtures("duel")

Later = Callable[..., None]


@pytest.fixture
def later(duel: DuelGame, monkeypatch: pytest.MonkeyPatch) -> Later:
    """Change a rule of the game, under the next version or, by mistake, under the same one."""

    def change(name: str, rule: object, owner: object = rules, version: int = 2) -> None:
        monkeypatch.setattr(type(duel), "rules_version", version)
        monkeypatch.setattr(owner, name, rule)

    return change


def small_bets(self: Bets, who: int, then: str) -> Ask:
    """Clause 2 now allows bets of at most one coin."""
    return Ask(who, "bet", "2", [("bet", n) for n in range(2)], then, kind="amount")


def one_die(self: Fight, g: DuelPosition) -> Next:
    return Roll("fight", "3", 1, "rolled", data={"card": self.card})


def one_die_more(self: Fight, g: DuelPosition, dice: tuple[int, ...]) -> Next:
    return "roll" if sum(dice) > 6 else "confirm"


def blue_begins(self: Duel, g: DuelPosition) -> Next:
    self.seat = 1
    return "turn"


def first_refused(entries: list[gunki.RecordEntry], verb: str, wanted: Callable[[gunki.RecordEntry], bool]) -> int:
    return next(ply for ply, entry in enumerate(entries) if entry.act.startswith(verb) and wanted(entry))


def big(entry: gunki.RecordEntry) -> bool:
    return entry.act == "bet 2"


def test_a_save_opens_up_to_the_last_accepted_action(path: Path, match: gunki.Match, later: Later) -> None:
    ply = first_refused(match.entries, "bet", big)
    later("_ask", small_bets, Bets)
    opened = gunki.load(path)
    assert opened.ply == ply - 1
    assert opened.position.digest() == match.at(ply - 1).position.digest()
    notice = opened.notice
    assert notice is not None
    assert (notice.kind, notice.ply, notice.plies, notice.act) == ("refused", ply - 1, PLIES, "bet 2")
    assert (notice.who, notice.clauses) == (match.entries[ply].who, ["duel:2"])
    assert (notice.version, notice.now) == (1, 2)
    for lang in ("en", "ja"):
        told = notice.sentences(opened.game.texts(lang))
        assert all(word in told[0] for word in (str(ply), "bet 2", "2", "1")), told
        assert len(told) > 1


def test_a_match_continued_from_there_is_a_match_of_today(
    path: Path, match: gunki.Match, later: Later, tmp_path: Path
) -> None:
    later("_ask", small_bets, Bets)
    opened = gunki.load(path)
    play_out(opened, random.Random(5), 20)
    loaded = gunki.load(opened.save(tmp_path / "on.gunki"))
    assert loaded.notice is None
    assert loaded.ply > 4
    assert loaded.header.rules_version == 2
    assert loaded.position.digest() == opened.position.digest()
    assert gunki.loads(path.read_bytes()).notice is not None, "the old save is as it was"


@pytest.mark.parametrize(("step", "rule"), [("roll", one_die), ("rolled", one_die_more)])
def test_dice_that_no_longer_fit_are_refused_by_the_clause_of_their_roll(
    path: Path, match: gunki.Match, later: Later, step: str, rule: object
) -> None:
    """One roll has fewer dice than recorded, another is new; no dice are made up."""
    later(step, rule, Fight)
    opened = gunki.load(path)
    assert opened.notice is not None
    assert opened.notice.clauses == ["duel:3"]
    assert opened.ply < match.ply
    assert [entry.act for entry in opened.entries] == [entry.act for entry in match.entries[: opened.ply + 1]]
    play_out(opened, random.Random(5), 10)


def test_a_record_is_refused_where_another_seat_decides_now(path: Path, match: gunki.Match, later: Later) -> None:
    later("fights", blue_begins, Duel)
    opened = gunki.load(path)
    assert opened.notice is not None
    assert opened.ply == 2, "the bets are as they were"
    assert "it is for blue to decide" in opened.notice.why
    assert (opened.notice.who, opened.notice.clauses) == ("red", ["duel:3"])


def test_a_record_with_another_start_begins_anew(path: Path, later: Later) -> None:
    later("HAND", 5)
    opened = gunki.load(path)
    assert opened.notice is not None
    assert (opened.notice.kind, opened.ply, opened.notice.plies) == ("start", 0, PLIES)
    assert "5" in opened.notice.why
    play_out(opened, random.Random(5), 10)


def test_a_record_whose_start_is_impossible_is_an_error(path: Path, later: Later) -> None:
    later("HAND", 4)
    edit_manifest(path, options={"rude": True})
    assert_refused(path, "the start is refused: unknown option 'rude'")


def test_a_record_that_ends_elsewhere_opens_with_a_note(path: Path, match: gunki.Match, later: Later) -> None:
    def double(self: Fight, g: DuelPosition, dice: tuple[int, ...]) -> Next:
        g.points[self.seat] += 2 * sum(dice)
        return "confirm"

    later("rolled", double, Fight)
    opened = gunki.load(path)
    assert opened.ply == match.ply
    assert opened.notice is not None
    assert (opened.notice.kind, opened.notice.version, opened.notice.now) == ("another_end", 1, 2)
    assert "another position" in opened.notice.sentences(opened.game.texts())[0]


def test_a_save_that_the_rules_accept_whole_has_no_notice(path: Path, match: gunki.Match, later: Later) -> None:
    later("ROUNDS", 3)
    opened = gunki.load(path)
    assert opened.notice is None
    assert opened.position.digest() == match.position.digest()


def test_a_save_of_the_same_version_that_is_refused_was_edited(path: Path, later: Later) -> None:
    later("_ask", small_bets, Bets, version=1)
    error = assert_refused(path, "'bet 2' is refused")
    assert error.match is not None


def test_other_data_count_as_other_rules(path: Path, later: Later) -> None:
    later("_ask", small_bets, Bets, version=1)
    edit_manifest(path, data="of another map")
    assert gunki.load(path).notice is not None


def test_an_edited_action_of_another_version_ends_the_replay(path: Path, later: Later) -> None:
    later("ROUNDS", 3)
    edit_line(path, 3, lambda entry: entry.update(act="bet 99"))
    opened = gunki.load(path)
    assert opened.ply == 2
    assert opened.notice is not None
    assert opened.notice.act == "bet 99"


def test_stored_entries_open_the_same_way_under_any_version(match: gunki.Match, later: Later) -> None:
    for version in (1, 2):
        later("_ask", small_bets, Bets, version=version)
        opened = gunki.reopen(match.header, match.entries)
        assert opened.notice is not None
        assert opened.notice.act == "bet 2"
        with pytest.raises(gunki.GunkiError):
            gunki.replay(match.header, match.entries)
