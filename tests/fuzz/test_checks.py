"""Each check of the fuzzer fails when something is wrong, and only then; played with a tiny game to be quick."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import gunki
from gunki.core.definition.lexicon import Lexicon
from gunki.core.matches import saves
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, GameOver, Next
from gunki.core.show.part_memo import PartMemo
from gunki.core.state.position import Position
from gunki.lab.fuzz import fuzzer
from gunki.lab.fuzz.action_checks import AFTER_ACTION, AT_END, OF_FILES
from gunki.lab.fuzz.decision_checks import AT_DECISION
from tests.core.duel import Bets, Duel, DuelGame, DuelPosition, DuelTexts, Fight, duel

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("duel")

Patch = Callable[[pytest.MonkeyPatch], None]
BROKEN: list[tuple[str, str, Patch]] = []


def broken(check: str, message: str) -> Callable[[Patch], Patch]:
    """Register a way to break the engine or the game, the check that must notice it, and a part of the message."""

    def note(patch: Patch) -> Patch:
        BROKEN.append((check, message, patch))
        return patch

    return note


def failures(tmp_path: Path, **changes: Any) -> list[fuzzer.Failure]:
    plan = fuzzer.FuzzPlan("duel", "only", {}, 3, str(tmp_path / "out"), **{"deep": True, **changes})
    return fuzzer.play(plan).failures


def test_a_sound_game_passes_every_check(tmp_path: Path) -> None:
    outcome = fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 3, str(tmp_path / "out"), deep=True))
    assert outcome.failures == []
    assert outcome.plies > 30
    assert set(outcome.tally.checks) == {check.name for check in (*AT_DECISION, *AFTER_ACTION, *AT_END, *OF_FILES)}
    assert outcome.tally.endings == {"more_points": 1}
    assert not (tmp_path / "out").exists()


# -- broken games -----------------------------------------------------------------------------------------------------


@broken("kept_views", "the view of a spectator has old parts in coins")
def _(patch: pytest.MonkeyPatch) -> None:
    kept: dict[str, Any] = {}

    def keep_first_coins(self: DuelGame, g: Any, memo: PartMemo) -> dict[str, Any]:
        view = self.view(g, None)
        return {**view, "coins": kept.setdefault("coins", view["coins"])}

    patch.setattr(DuelGame, "public_view", keep_first_coins)


@broken("conservation", "coins: 40 -> ")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(DuelGame, "invariants", lambda self, g: {"coins": sum(g.coins), "cards": len(g.cards)})


@broken("save_load", "differing: pot")
def _(patch: pytest.MonkeyPatch) -> None:
    real = DuelPosition.restore

    def restore(self: DuelPosition, data: Any) -> None:
        real(self, {**data, "pot": 0})

    patch.setattr(DuelPosition, "restore", restore)


@broken("save_load", "another total")
def _(patch: pytest.MonkeyPatch) -> None:
    """A derived value is wrong after restoring."""
    patch.setattr(DuelPosition, "derive", lambda self: setattr(self, "total", 0))


@broken("compose", "differing: round")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(DuelGame, "describe", lambda self, g: {**g.to_dict(), "round": 1})


@broken("views", "sees a difference")
def _(patch: pytest.MonkeyPatch) -> None:
    """A view shows the cards of all seats."""
    real = DuelGame.view
    patch.setattr(DuelGame, "view", lambda self, g, seat: {**real(self, g, seat), "cards": g.cards[:]})


@broken("views", "a spectator sees what red cannot know")
def _(patch: pytest.MonkeyPatch) -> None:
    real = DuelGame.view
    more = {None: True}
    patch.setattr(
        DuelGame, "view", lambda self, g, seat: real(self, g, seat) | ({"c": g.cards[:]} if seat in more else {})
    )


@broken("views", "depends on what")
def _(patch: pytest.MonkeyPatch) -> None:
    """A sample keeps a card of the other seat."""
    real = DuelGame.sample

    def sample(self: DuelGame, g: Any, seat: int, rng: random.Random) -> Position:
        true = g.hand(1 - seat)
        guess: Any = real(self, g, seat, rng)
        if true and true[0] not in guess.hand(1 - seat):
            guess.cards[guess.hand(1 - seat)[0]] = -1
            guess.cards[true[0]] = 1 - seat
        return cast(Position, guess)

    patch.setattr(DuelGame, "sample", sample)


@broken("views", "is no proper position")
def _(patch: pytest.MonkeyPatch) -> None:
    real = DuelGame.sample

    def sample(self: DuelGame, g: Any, seat: int, rng: random.Random) -> Position:
        guess: Any = real(self, g, seat, rng)
        guess.pot += 1
        return cast(Position, guess)

    patch.setattr(DuelGame, "sample", sample)


@broken("views", "is shown the options of")
def _(patch: pytest.MonkeyPatch) -> None:
    real = gunki.Match.view

    def view(self: gunki.Match, seat: str | None = None) -> dict[str, Any]:
        assert self.decision is not None
        return real(self, seat) | {"decision": {"who": self.decision.who, "options": self.decision.texts}}

    patch.setattr(gunki.Match, "view", view)


@broken("sampling", "always the truth")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(DuelGame, "sample", lambda self, g, seat, rng: g.clone())


@broken("secret_choices", "give away the secret answer to bet")
def _(patch: pytest.MonkeyPatch) -> None:
    real = DuelGame.sample

    def sample(self: DuelGame, g: Any, seat: int, rng: random.Random) -> Position:
        guess = real(self, g, seat, rng)
        guess.stack = [frame.clone() for frame in g.stack]
        guess.restore_wait()
        return guess

    patch.setattr(DuelGame, "sample", sample)


@broken("why_not", "not offered in bet, though no rule forbids it")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bets, "bet_bars", lambda self, g, act: iter(()))


@broken("why_not", "is an option, but barred by")
def _(patch: pytest.MonkeyPatch) -> None:
    """Options are listed once and the reasons change afterwards."""
    asked: set[int] = set()

    def bars(self: Bets, g: DuelPosition, act: Act) -> Iterator[Reason]:
        if not 0 <= act[1] <= 2 or id(g) in asked:
            yield Reason("2", "bet_range", {"low": 0, "high": 2})
        if act[1] == 2:
            asked.add(id(g))

    patch.setattr(Bets, "bet_bars", bars)


@broken("why_not", "is no option, but nothing bars it")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Position, "bars", lambda self, act: [])


@broken("odd_acts", "OverflowError")
def _(patch: pytest.MonkeyPatch) -> None:
    def bars(self: Bets, g: DuelPosition, act: Act) -> Iterator[Reason]:
        if not 0 <= act[1] <= 2:
            yield Reason("2", "bet_range", {"low": 0, "high": int(float(10) ** abs(act[1]))})

    patch.setattr(Bets, "bet_bars", bars)


@broken("refusal", "is refused with other bars")
def _(patch: pytest.MonkeyPatch) -> None:
    real, calls = gunki.Match.why_not, [0]

    def why_not(self: gunki.Match, action: Any) -> list[Reason]:
        calls[0] += 1
        return real(self, action) * (1 + calls[0] % 2)

    patch.setattr(gunki.Match, "why_not", why_not)


@broken("refusal", "was accepted")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gunki.Match, "act", _lenient(gunki.Match.act))


def _lenient(real: Any) -> Any:
    def act(self: gunki.Match, action: Any) -> list[gunki.Event]:
        try:
            found: list[gunki.Event] = real(self, action)
            return found
        except gunki.IllegalAction:
            return []

    return act


@broken("wording", "two options have the same text")
def _(patch: pytest.MonkeyPatch) -> None:
    twice: list[Act] = [("go",), ("go",)]
    patch.setattr(Fight, "confirm", lambda self, g: Ask(self.seat, "again", "3", twice, "confirmed"))


@broken("wording", "is read back as")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Lexicon, "parse", lambda self, text: ("pass",))


@broken("clauses", "bar not_in_hand: unknown clause '9-9'")
def _(patch: pytest.MonkeyPatch) -> None:
    def bars(self: Fight, g: DuelPosition, act: Act) -> Iterator[Reason]:
        if act[0] == "play" and (act[1] < 0 or g.cards[act[1]] != self.seat):
            yield Reason("9-9", "not_in_hand", {"card": act[1]})

    patch.setattr(Fight, "play_bars", bars)


@broken("clauses", "event roll: unknown clause '9-9'")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(DuelPosition, "_emit_chance", lambda self, wait, result: self.emit("roll", "9-9", dice=list(result)))


@broken("texts", "no text in en for event played")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(DuelTexts, "has", lambda self, section, key: key != "played")


@broken("texts", "for event played asks for area")
def _(patch: pytest.MonkeyPatch) -> None:
    real = DuelTexts.__init__

    def init(self: DuelTexts, lang: str) -> None:
        real(self, lang)
        self.sections["event"]["played"] = "{card} in {area}"

    patch.setattr(DuelTexts, "__init__", init)


@broken("clone_isolation", "playing on a clone changed its parent")
def _(patch: pytest.MonkeyPatch) -> None:
    real = DuelPosition.clone

    def clone(self: DuelPosition) -> DuelPosition:
        new = real(self)
        new.points = self.points
        return new

    patch.setattr(DuelPosition, "clone", clone)


@broken("clone_isolation", "asking again changed the position")
def _(patch: pytest.MonkeyPatch) -> None:
    """A waiting step changes the position."""
    real = Fight.start

    def start(self: Fight, g: DuelPosition) -> Next:
        g.round += 0 if g.round > 2 else 1
        return real(self, g)

    patch.setattr(Fight, "start", start)


@broken("undo", "chance answered, but nothing keeps it")
def _(patch: pytest.MonkeyPatch) -> None:
    """A roll can be taken back without consent."""
    real = DuelPosition._apply_result

    def settled(self: DuelPosition, wait: Any, result: tuple[int, ...]) -> Next:
        out = real(self, wait, result)
        self.barrier -= 1
        return out

    patch.setattr(DuelPosition, "_apply_result", settled)


@broken("undo", "was taken back across a revealed die or card")
def _(patch: pytest.MonkeyPatch) -> None:
    real = gunki.Match.undo
    patch.setattr(gunki.Match, "undo", lambda self, consent=(): real(self, self.game.seats))


@broken("undo", "could not be taken back, though nothing was revealed")
def _(patch: pytest.MonkeyPatch) -> None:
    real = gunki.Match.undo

    def undo(self: gunki.Match, consent: Any = ()) -> None:
        if not consent:
            raise gunki.UndoError("never")
        real(self, consent)

    patch.setattr(gunki.Match, "undo", undo)


@broken("undo", "leads elsewhere when played again")
def _(patch: pytest.MonkeyPatch) -> None:
    """Other dice are rolled after a take-back of decisions alone."""
    real, rng = gunki.Match.undo, random.Random(1)

    def undo(self: gunki.Match, consent: Any = ()) -> None:
        real(self, consent)
        self._generator = type(self._generator)(rng.randrange(1000))

    patch.setattr(gunki.Match, "undo", undo)


@broken("unlogged", "leads elsewhere when no log is kept")
def _(patch: pytest.MonkeyPatch) -> None:
    real = Fight.rolled

    def rolled(self: Fight, g: DuelPosition, dice: tuple[int, ...]) -> Next:
        if g.log is not None:
            g.pot += 1
        return real(self, g, dice)

    patch.setattr(Fight, "rolled", rolled)


@broken("events", "is told card_")
def _(patch: pytest.MonkeyPatch) -> None:
    real = Duel.dealt

    def dealt(self: Duel, g: DuelPosition, cards: tuple[int, ...]) -> Next:
        g.emit("played", "3", seat=self.seat, card=cards[0])
        return real(self, g, cards)

    patch.setattr(Duel, "dealt", dealt)


@broken("ending", "unknown clause 'duel:9-9'")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duel, "over", lambda self, g: GameOver((0,), "more_points", "9-9"))


@broken("ending", "no result")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duel, "over", lambda self, g: None)


@broken("files", "dice ran dry")
def _(patch: pytest.MonkeyPatch) -> None:
    """A record leaves out the results of chance."""
    patch.setattr(saves, "_entry_out", lambda entry, *_: {"who": entry.who, "act": entry.act})


@broken("files", "loads as another position")
def _(patch: pytest.MonkeyPatch) -> None:
    real = gunki.load

    def load(path: Any, **more: Any) -> gunki.Match:
        match = real(path, **more)
        match.position.pot += 1  # type: ignore[attr-defined]
        return match

    patch.setattr(gunki, "load", load)


@broken("dead_end", "no option")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Fight, "confirm", lambda self, g: Ask(self.seat, "again", "3", [], "confirmed"))


@broken("crash", "ZeroDivisionError")
def _(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Fight, "rolled", lambda self, g, dice: 1 // 0)


@pytest.mark.parametrize(("check", "message", "patch"), BROKEN, ids=[f"{c}: {m}" for c, m, _ in BROKEN])
def test_a_broken_game_is_noticed(
    check: str, message: str, patch: Patch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    patch(monkeypatch)
    found = failures(tmp_path)
    monkeypatch.undo()
    noticed = [failure for failure in found if failure.check == check]
    assert noticed, f"noticed were: {found}"
    assert message in noticed[0].message
    assert Path(noticed[0].path).name.startswith(f"duel-only-seed3-ply{noticed[0].ply}-{check}")


def test_every_check_fails_for_some_broken_game() -> None:
    assert {check.name for check in (*AT_DECISION, *AFTER_ACTION, *AT_END, *OF_FILES)} <= {
        check for check, _, _ in BROKEN
    }
