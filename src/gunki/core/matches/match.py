"""A match: a position in play, with its record, its dice and its take-backs."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from gunki.core.compose.contradictions import blame_composed_position, validate_composed
from gunki.core.definition.game import Game
from gunki.core.definition.setup import Setup
from gunki.core.dice.chance import Generator, check_seed, parse_dice, parse_roll
from gunki.core.dice.chance_source import ChanceSource, RollListener
from gunki.core.dice.dice_after_undo import DiceEpoch, current_dice_epoch
from gunki.core.errors import AbsentError, ActionError, IllegalAction, OptionError, UndoError
from gunki.core.matches.compatibility import ReplayProblem
from gunki.core.matches.record_entries import ChanceResult as ChanceResult
from gunki.core.matches.record_entries import MatchHeader as MatchHeader
from gunki.core.matches.record_entries import PlayedOn
from gunki.core.matches.record_entries import RecordEntry as RecordEntry
from gunki.core.matches.record_entries import Result as Result
from gunki.core.rules.decision import CHANCE, Act, Action, Decision, Option, Reason, Refusal
from gunki.core.rules.events import Event, RawEvent
from gunki.core.rules.old_names import OldMatchNames
from gunki.core.rules.procedure import Ask, Roll
from gunki.core.show import views
from gunki.core.show.notebook import notebook_svg
from gunki.core.show.views import SharedView, ViewCache, deep_copy
from gunki.core.state.position import Position

#: The act of resigning, in games whose rules know it. It is allowed at each decision, but never among the options.
RESIGN: Act = ("resign",)


class Match(OldMatchNames):
    """A match, made by `gunki.new`. Every change is all or nothing: an error leaves the match as it was."""

    #: The latest `KEEP_LATEST` positions are kept for take-backs, and every `KEEP_EVERY`th of the older ones.
    KEEP_LATEST = 64
    KEEP_EVERY = 32
    #: Called for each roll of this match, not of its copies.
    on_roll: RollListener | None = None

    def __init__(
        self, game: Game, setup: Setup, header: MatchHeader, position: Position,
        dice: str | Sequence[int] | None = None, recorded: Iterable[ChanceResult] = (),
        on_roll: RollListener | None = None,
    ) -> None:  # fmt: skip
        self._set_blank(game, setup, header, dice)
        self.on_roll = on_roll
        position.log = []
        chance = ChanceSource(self, recorded)
        with blame_composed_position(self.header):
            position.resume(chance)
            validate_composed(self, position)
        chance.require_used_up()
        self._finish(position, RecordEntry("", "", tuple(chance.results)), chance)
        self.set_dice_epoch(current_dice_epoch(header.fairness))  # only now: the start itself cannot be taken back

    def _set_blank(self, game: Game, setup: Setup, header: MatchHeader, dice: str | Sequence[int] | None) -> None:
        """Set the attributes of a match in which nothing has happened yet."""
        self.game = game
        self.setup = setup
        self.header = header
        self._lexicon = setup.lexicon
        self._generator = Generator(header.seed)
        self._has_typed_dice = dice == "typed"
        self._dice_list: tuple[int, ...] | None = None if dice is None or self._has_typed_dice else parse_dice(dice)
        self._dice_used = 0
        self._question_cache: tuple[Position, Decision | None, list[dict[str, Any]]] | None = None
        self._view_cache: ViewCache | None = None
        #: Why today's rules do not accept the whole record of this match, or None if they accept it.
        self.notice: ReplayProblem | None = None
        self.entries: list[RecordEntry] = []
        #: More than 0 in a resumed match (gunki.core.matches.resume): the first ply whose events the match holds, and
        #: the first ply that it can go back to.
        self.first_held_ply = self.resume_ply = 0
        self._events: list[list[Event]] = []
        #: For each entry: whether it answered the first decision of an order, and the position's barrier after it.
        self._order_starts: list[bool] = []
        self._barriers: list[int] = []
        self._snapshots: dict[int, tuple[Position, int]] = {}

    # -- looking --------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The current position, with everything that is hidden; do not change it."""
        return self._position

    @property
    def ply(self) -> int:
        """The number of decisions answered so far."""
        return len(self.entries) - 1

    @property
    def decision(self) -> Decision | None:
        """The current decision, or None when the game is over. It is made once for each position."""
        return self._question()[1]

    def _question(self) -> tuple[Position, Decision | None, list[dict[str, Any]]]:
        """Return the position, its decision, and the options as plain data; made once for each position."""
        if self._question_cache is None or self._question_cache[0] is not self._position:
            with blame_composed_position(self.header):
                offered = [self._lexicon.make_option(act, self._position.cost(act)) for act in self._position.options()]
                decision = self._ask([option for option, _ in offered])
            self._question_cache = (self._position, decision, [plain for _, plain in offered])
        return self._question_cache

    def _ask(self, options: list[Option]) -> Decision | None:
        wait = self._position.wait
        if wait is None:
            return None
        lexicon, cite = self._lexicon, self.game.cite
        if isinstance(wait, Ask):
            clause = cite(wait.clause)
            return Decision(self.seats[wait.who], wait.name, clause, wait.kind, options, lexicon.names(wait.data))
        assert isinstance(wait, Roll)
        data = {**lexicon.names(wait.data), "count": wait.count, "sides": wait.sides}
        return Decision(CHANCE, wait.name, cite(wait.clause), "roll", [], data)

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        over = self._position.outcome
        if over is None:
            return None
        winners = tuple(self.seats[seat] for seat in over.winners)
        winner = winners[0] if len(winners) == 1 else None
        return Result(winner, over.points, over.reason, self.game.cite(over.clause), winners)

    @property
    def who(self) -> str | None:
        """The seat that decides, `chance`, or None after the game. Faster than `decision`, which lists all options."""
        wait = self._position.wait
        return None if wait is None else self.seats[wait.who] if isinstance(wait, Ask) else CHANCE

    @property
    def starts_order(self) -> bool:
        """Whether the current decision begins an order. All earlier orders are complete then."""
        wait = self._position.wait
        return isinstance(wait, Ask) and wait.starts_order

    @property
    def end_option(self) -> str | None:
        """The option that ends the current series of orders, or of steps inside an order; None if there is none."""
        wait = self._position.wait
        act = wait.end_option if isinstance(wait, Ask) else None
        return None if act is None else str(self._lexicon.action(act))

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return self.setup.seats

    @property
    def events(self) -> list[Event]:
        """All events from the start; AbsentError if a resumed match does not hold them."""
        self._require_held(0)
        return [event for events in self._events for event in events]

    def events_at(self, ply: int) -> list[Event]:
        """Return the events of the answer that led to a ply (ply 0: the start)."""
        self._require_held(ply)
        return list(self._events[ply - self.first_held_ply])

    @property
    def played_on(self) -> PlayedOn | None:
        """What a composed position did by itself before its first decision, or None if it did nothing."""
        return PlayedOn.of(self.events_at(0)) if self.header.composed is not None else None

    def _require_held(self, ply: int) -> None:
        if 0 <= ply < self.first_held_ply:
            raise AbsentError(f"ply {ply} is not held: this match was resumed at {self.first_held_ply}")

    def has_started_order(self, ply: int) -> bool:
        """Return whether the answer that led to a ply began an order. An order lasts until the next one begins."""
        return self._order_starts[ply]

    def starts_order_at(self, ply: int) -> bool:
        """Return whether the decision at a ply begins an order (`starts_order`)."""
        return self.starts_order if ply == self.ply else self._order_starts[ply + 1]

    def barrier_at(self, ply: int) -> int:
        """Return how often something was revealed up to a ply (`Position.barrier`)."""
        return self._barriers[ply]

    @property
    def original_seats(self) -> dict[str, str]:
        """For each seat, the seat that its player took at first. Players may have exchanged seats by bidding."""
        seats = self.seats
        return {seats[i]: seats[first] for i, first in enumerate(self.game.original_seats(self._position))}

    def why_not(self, action: Option | Action | str) -> list[Reason]:
        """Return every reason why an action is refused now. The list is empty exactly when the action is allowed."""
        act = self._act(action)
        wait = self._position.wait
        if wait is None:
            return self._nobody_decides()
        if isinstance(wait, Ask) and self._can_resign(act, wait.who):
            return []
        with blame_composed_position(self.header):
            return [self._public(bar) for bar in self._position.bars(act)]

    def _nobody_decides(self) -> list[Reason]:
        if (over := self._position.outcome) is not None:
            return [Reason(self.game.cite(over.clause), "game_over")]
        return [Reason("", "game_over" if self._position.wait is None else "not_now")]

    def view(self, seat: str | None = None, *, shared: bool = False) -> dict[str, Any]:
        """Return what a seat may know (None: a spectator), as plain data.

        If `shared` is true, the view is not copied. It then shares data with other views: do not change it.
        """
        if shared:
            return self.split_view(seat).whole
        with blame_composed_position(self.header):
            view = deep_copy(self._seat_view(seat))
        view |= self.status_fields(seat)
        if view["decision"] is not None and "options" in view["decision"]:
            view["decision"]["options"] = [deep_copy(option) for option in view["decision"]["options"]]
        return view

    def split_view(self, seat: str | None = None) -> SharedView:
        """Return the view of a seat in two parts; the part that all seats see alike is made once."""
        with blame_composed_position(self.header):
            cache = self._current_views()
            own = cache.own_view(self.game, self.setup, self._index(seat))
        return SharedView(cache.public, {**own, **self.status_fields(seat)})

    def status_fields(self, seat: str | None) -> dict[str, Any]:
        """Return what a view has besides the position: the ply, the result and the decision."""
        _, decision, options = self._question()
        result = None if self.result is None else self.result.plain()
        return {"ply": self.ply, "result": result, "decision": views.decision_data(decision, options, seat)}

    def scene(self, seat: str | None = None, *, shared: bool = False) -> dict[str, Any]:
        """Return the scene (docs/data/scene.md), made of the seat's view alone. `shared` is as in `view`."""
        if shared:
            return self.split_scene(seat).whole
        with blame_composed_position(self.header):
            view = self._seat_view(seat)
            return deep_copy({**self.game.scene(self.setup, view), "aims": view["aims"]})

    def split_scene(self, seat: str | None = None) -> SharedView:
        """Return the scene of a seat in two parts; the part that all seats see alike is made once."""
        with blame_composed_position(self.header):
            return self._current_views().split_scene(self.game, self.setup, self._index(seat))

    def aims(self, seat: str) -> dict[str, Any]:
        """Return the aims of a seat and what the end of the turn would bring, as plain data (docs/data/aims.md)."""
        index = self._seat(seat)
        with blame_composed_position(self.header):
            return deep_copy(views.aims_by_seat(self.game, self.setup, self._position, (index,))[seat])

    def _current_views(self) -> ViewCache:
        """Return the cached views of the current position."""
        if self._view_cache is None or self._view_cache.position is not self._position:
            self._view_cache = views.make_view_cache(self.game, self.setup, self._position, self._view_cache)
        return self._view_cache

    def _seat_view(self, seat: str | None) -> dict[str, Any]:
        return views.seat_view(self.game, self.setup, self._position, self._index(seat))

    def refusals(self, thing: str) -> list[Refusal]:
        """Return the actions that a click on a thing (`area:mino`) may mean, if all are refused; else an empty list."""
        wait = self._position.wait
        if not isinstance(wait, Ask):
            return [Refusal("", self._nobody_decides())]
        kind, _, name = thing.partition(":")
        with blame_composed_position(self.header):
            refusals = self._position.list_refusals(kind, self._lexicon.index(kind, name))
        action, public = self._lexicon.action, self._public
        return [Refusal(str(action(act)) if act else "", [*map(public, bars)], n) for act, bars, n in refusals]

    def overlay(
        self, name: str, seat: str | None = None, *, thing: str | None = None, action: str | None = None
    ) -> dict[str, Any]:
        """Return an overlay (docs/data/overlays.md) about `thing` or `action`, computed from what the seat may know."""
        if name not in self.game.overlays:
            raise OptionError(f"unknown overlay {name!r} of {self.game.id}; known: {', '.join(self.game.overlays)}")
        kind, _, thing_name = (thing or "").partition(":")
        place = (kind, self._lexicon.index(kind, thing_name)) if thing else None
        act = self._act(action) if action else None
        position = self._position
        with blame_composed_position(self.header):
            if seat is not None:  # a position that the seat could believe in, never the true one
                rng = random.Random(f"{self.ply} {name} {thing} {action}")
                position = self.game.sample(position, self._seat(seat), rng)
            return self.game.overlay(position, self._index(seat), name, place, act)

    def sample(self, seat: str, rng: random.Random) -> Position:
        """Return a whole position that the seat cannot tell from the true one, drawn with `rng`."""
        with blame_composed_position(self.header):
            return self.game.sample(self._position, self._seat(seat), rng)

    def describe(self) -> dict[str, Any]:
        """Return the whole position as a document, which `gunki.compose` reads."""
        return self.game.describe(self._position)

    # -- playing --------------------------------------------------------------------------------------------------

    def act(self, action: Option | Action | str) -> list[Event]:
        """Answer the decision and run to the next one. Return the events."""
        return self._act_recorded(action, ())

    def _act_recorded(
        self, action: Option | Action | str, recorded: Iterable[ChanceResult], *, complete: bool = False,
        anyway: bool = False,
    ) -> list[Event]:  # fmt: skip
        """Answer the decision with the recorded results of chance. If `complete` is true, no more results may be drawn.

        If `anyway` is true, an action that the rules forbid now is accepted too, if it is a candidate of the decision.
        """
        wait = self._position.wait
        if wait is None:
            raise IllegalAction("the game is over", self.why_not(action) if str(action).strip() else ())
        if isinstance(wait, Roll):
            return self._act_roll(wait, str(action))
        act = self._act(action)
        if self._can_resign(act, self._deciding_seat()):
            return self._resign(act)
        if act not in self._position.options() and not (anyway and isinstance(wait, Ask) and act in wait.candidates):
            bars, texts = self.why_not(action), self.game.texts()
            reasons = "; ".join(f"{texts('bar', bar.what, **bar.data)} ({bar.clause})" for bar in bars)
            raise IllegalAction(f"{self._lexicon.action(act)}: {reasons}", bars)
        assert isinstance(wait, Ask)
        position = self._position.clone()
        position.log = []
        chance = ChanceSource(self, recorded, complete=complete)
        with blame_composed_position(self.header):
            position.apply(act, chance)
            validate_composed(self, position)
        chance.require_used_up()
        entry = RecordEntry(self.seats[wait.who], self._lexicon.make_option(act)[1]["text"], tuple(chance.results))
        return self._finish(position, entry, chance)

    def _can_resign(self, act: Act, seat: int) -> bool:
        return act == RESIGN and self.game.resignation_outcome(self._position, seat) is not None

    def _deciding_seat(self) -> int:
        wait = self._position.wait
        assert isinstance(wait, Ask)
        return wait.who

    def _resign(self, act: Act) -> list[Event]:
        """End the game by the resignation of the seat that decides. Resigning is never among the options."""
        seat, position = self._deciding_seat(), self._position.clone()
        position.log = []
        position.outcome = self.game.resignation_outcome(position, seat)
        position.stack.clear()
        position.wait, position.shared = None, 0
        entry = RecordEntry(self.seats[seat], str(self._lexicon.action(act)), ())
        return self._finish(position, entry, ChanceSource(self))

    def _act_roll(self, wait: Roll, text: str) -> list[Event]:
        values = parse_roll(text, wait.count, wait.sides)
        position = self._position.clone()
        position.log = []
        chance = ChanceSource(self)
        if self.on_roll is not None:
            self.on_roll(position, wait, values)
        with blame_composed_position(self.header):
            position.apply_chance(values, chance)
            validate_composed(self, position)
        entry = RecordEntry(CHANCE, "roll " + " ".join(map(str, values)), tuple(chance.results))
        return self._finish(position, entry, chance)

    def _finish(self, position: Position, entry: RecordEntry, chance: ChanceSource) -> list[Event]:
        events = [self._public_event(raw_event) for raw_event in position.log or ()]
        position.log = None
        self._order_starts.append(not self.entries or self.starts_order)
        self._position = position
        self._dice_used = chance.dice_used
        self.entries.append(entry)
        self._events.append(events)
        self._barriers.append(position.barrier)
        self._keep_snapshot()
        return events

    # -- going back -----------------------------------------------------------------------------------------------

    def _keep_snapshot(self) -> None:
        ply = self.ply
        self._snapshots[ply] = (self._position, self._dice_used)
        old = ply - self.KEEP_LATEST
        if old > self.resume_ply and old % self.KEEP_EVERY:
            self._snapshots.pop(old, None)

    def undo(self, consent: Collection[str] = ()) -> None:
        """Take back the last decision. If it revealed a die or card, every other seat must be in `consent`."""
        if self.ply < 1:
            raise UndoError("nothing to take back")
        back = self.at(self.ply - 1)
        if back.position.barrier != self._position.barrier:
            who = self.entries[-1].who
            missing = [seat for seat in self.seats if seat != who and seat not in consent]
            if missing:
                raise UndoError(f"a die or card has been revealed since; {', '.join(missing)} must agree")
        del self.entries[-1], self._events[-1], self._order_starts[-1], self._barriers[-1]
        self._snapshots.pop(self.ply + 1, None)
        self._position, self._dice_used = back.position, back._dice_used

    def set_dice_epoch(self, epoch: DiceEpoch) -> None:
        """Set what take-backs add to the seed of all later dice and cards (`gunki.core.dice.dice_after_undo`)."""
        if epoch != self._generator.epoch:
            self._generator = Generator(self.header.seed, epoch)

    def at(self, ply: int) -> Match:
        """Return the match as it stood after `ply` decisions, as an independent copy."""
        if not 0 <= ply <= self.ply:
            raise UndoError(f"there is no ply {ply}; the match has 0 to {self.ply}")
        if ply < self.resume_ply:
            raise AbsentError(f"ply {ply} is not held: this match was resumed at {self.resume_ply}")
        base_ply = max(p for p in self._snapshots if p <= ply)
        other = self._copy(base_ply)
        other.follow(self.entries[base_ply + 1 : ply + 1])
        return other

    def follow(self, entries: Iterable[RecordEntry]) -> None:
        """Play the entries of a record; the results of chance come from the record too."""
        for entry in entries:
            self._act_recorded(entry.act, entry.chance)

    def has_snapshot(self, ply: int) -> bool:
        """Return whether the match holds the position at a ply; if not, `at` has to play up to it."""
        return ply in self._snapshots

    def _copy(self, ply: int) -> Match:
        other = copy(self)
        other.on_roll = None
        position, other._dice_used = self._snapshots[ply]
        other._position = position
        other.entries = self.entries[: ply + 1]
        other._events = self._events[: max(ply + 1 - self.first_held_ply, 0)]
        other._order_starts = self._order_starts[: ply + 1]
        other._barriers = self._barriers[: ply + 1]
        other._snapshots = {p: s for p, s in self._snapshots.items() if p <= ply}
        return other

    def fork(self, seed: int | None = None) -> Match:
        """Return an independent copy. If a seed is given, it decides the future dice and cards of the copy."""
        other = self._copy(self.ply)
        if seed is not None:
            other.header = replace(self.header, seed=check_seed(seed))
            other._generator = Generator(seed)
        return other

    def replay_from_start(self, entries: Sequence[RecordEntry]) -> Match:
        """Return the same match from its start, with these entries replayed as they are recorded."""
        composed = self.header.composed
        position = self.game.start(self.setup) if composed is None else self.game.compose(self.setup, composed)
        dice, first = "typed" if self._has_typed_dice else None, entries[0].chance if entries else ()
        other = Match(self.game, self.setup, self.header, position, dice, first)
        other.follow(entries[1:])
        return other

    def save(self, path: str | Path) -> Path:
        """Write the match to a file, and return the path of the file."""
        from gunki.core.matches.saves import save  # here, because that module imports this one

        return save(self, Path(path))

    def _repr_svg_(self) -> str | None:
        """Return the match as SVG for notebooks, or None if nothing can draw it."""
        return notebook_svg(self)

    # -- small things ---------------------------------------------------------------------------------------------

    def _act(self, action: Option | Action | str) -> Act:
        if isinstance(action, Option):
            action = action.action
        if isinstance(action, str):
            return self._lexicon.parse(action)
        if isinstance(action, tuple | list):
            return self._lexicon.act(action)
        raise ActionError(f"an action is an Option, an Action or a text, not {type(action).__name__}")

    def _seat(self, seat: str) -> int:
        if seat not in self.seats:
            raise OptionError(f"unknown seat {seat!r} of {self.game.id}; seats: {', '.join(self.seats)}")
        return self.seats.index(seat)

    def _index(self, seat: str | None) -> int | None:
        return None if seat is None else self._seat(seat)

    def _public(self, bar: Reason) -> Reason:
        return Reason(self.game.cite(bar.clause), bar.what, self._lexicon.names(bar.data))

    def _public_event(self, raw_event: RawEvent) -> Event:
        seen_by = None if raw_event.seen_by is None else tuple(self.seats[s] for s in raw_event.seen_by)
        clauses = tuple(map(self.game.cite, raw_event.clauses))
        return Event(raw_event.kind, self._lexicon.names(raw_event.data), clauses, seen_by, raw_event.fight)

    def __repr__(self) -> str:
        return f"<Match {self.game.id}, ply {self.ply}, {self.result or self.decision}>"
