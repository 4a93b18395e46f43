"""What the engine asks of a game. Everything that plays, shows or studies a game goes through this."""

from __future__ import annotations

import json
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from gunki.core.definition.clauses import Book, Clause, Ruling
from gunki.core.definition.data_tables import EVALUATION, Tables, check_weights, read_tables
from gunki.core.definition.guides import read_guide
from gunki.core.definition.lessons import read_lessons
from gunki.core.definition.oracle import Oracle
from gunki.core.definition.rare_states import RareTable, read_rare
from gunki.core.definition.setup import OptionValue, Setup
from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.core.errors import OptionError
from gunki.core.rules.aims import AT_ONCE, TURN_END, Aims, AimsJudge
from gunki.core.rules.decision import Act
from gunki.core.rules.events import Event
from gunki.core.rules.old_names import refuse_old_hooks
from gunki.core.rules.procedure import GameOver
from gunki.core.state.position import Position

#: Something that players pull at, and which way: both by name.
OscillatingMove = tuple[str, str]


@dataclass(frozen=True, slots=True)
class MatchOption:
    """A rule or ruling that players may switch before a match. `cites` names the clause or ruling."""

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    cites: str


#: Setups of our own tables: nothing in them ever changes, so that matches share them.
_SETUPS: dict[tuple[Any, ...], Setup] = {}
MOST_SETUPS = 32


class Game(ABC):
    """One game: its rules, data, texts. Stateless; matches and positions hold the state."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_old_hooks(cls)

    id: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    scenarios: ClassVar[tuple[str, ...]]
    #: Raised whenever the same actions may lead to another position.
    rules_version: ClassVar[int]
    match_options: ClassVar[tuple[MatchOption, ...]]
    folder: ClassVar[Path]
    #: Kinds of events that studies of the game count, by turn and by whom.
    milestones: ClassVar[tuple[str, ...]] = ()
    #: In the state (`Position.STATE`): who holds each of the things that are fought for; where leaders are, of which
    #: one is `dead`.
    ownership_field: ClassVar[str] = ""
    leader_location_field: ClassVar[str] = ""
    #: What each kind of event tells, in words that hold for every game (gunki.core.show.event_roles).
    event_roles: ClassVar[Mapping[str, str]] = {}
    #: What can be laid over the board (docs/server.md).
    overlays: ClassVar[tuple[str, ...]] = ()
    #: Signs (docs/server.md) that pieces and places may bear, for a legend of them.
    signs: ClassVar[tuple[str, ...]] = ()
    #: Game and scenario beside which the benchmark lets all scenarios of this game run; None for none.
    benchmark_reference: ClassVar[tuple[str, str] | None] = None
    #: In a series of orders, how many for each beginning are enough for a bot, and four times as many for a single one:
    #: few where the game tells it what is sensible, and where to weigh a position takes long.
    orders_per_beginning: ClassVar[int] = 60
    #: Books that other games share.
    shared_books: ClassVar[tuple[Book, ...]] = ()
    #: Where texts come from besides the game's own folder.
    shared_texts: ClassVar[tuple[Path, ...]] = ()

    # -- what there is --------------------------------------------------------------------------------------------

    @property
    def books(self) -> tuple[Book, ...]:
        """The books whose clauses hold in this game; its own comes last, and of two clauses of one number the later
        book's counts."""
        return (*self.shared_books, Book(self.id, self.folder))

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """By number."""
        return {clause_id: clause for book in self.books for clause_id, clause in book.clauses.items()}

    @cached_property
    def chapters(self) -> dict[str, dict[str, str]]:
        """What the chapters are about, by number and language."""
        return {chapter_id: title for book in self.books for chapter_id, title in book.chapters.items()}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        return {ruling_id: ruling for book in self.books for ruling_id, ruling in book.rulings.items()}

    def cite(self, number: str) -> str:
        """A clause with the book it stands in: `gunyuden:23-2`."""
        clause = self.clauses.get(number)
        return f"{self.id if clause is None else clause.book}:{number}"

    @property
    def tables(self) -> dict[str, Any]:
        return read_tables(self.folder / "data")[0]

    def place_names(self, lang: str) -> dict[str, dict[str, str]]:
        """How events call places that the board has by number alone: by kind of place, then by place. Nothing where
        all places have names."""
        return {}

    def texts(self, lang: str = "en") -> Texts:
        if lang not in LANGUAGES:
            raise OptionError(f"language {lang!r}: expected one of {', '.join(LANGUAGES)}")
        return Texts((*self.shared_texts, self.folder / "text"), lang, lambda: self.place_names(lang))

    def benchmark_tasks(self, g: Any) -> Mapping[str, Callable[[], Any]]:
        """By name what the rules do at one stroke in a position, for the benchmark to time; it changes nothing."""
        return {}

    def options(self, chosen: Mapping[str, Any] | None = None) -> dict[str, OptionValue]:
        """All match options, the chosen ones checked."""
        values = {option.name: option.default for option in self.match_options}
        options_by_name = {option.name: option for option in self.match_options}
        for name, value in (chosen or {}).items():
            option = options_by_name.get(name)
            if option is None:
                raise OptionError(f"unknown option {name!r} of {self.id}; known: {', '.join(sorted(options_by_name))}")
            fitting = [c for c in option.choices if c == value and type(c) is type(value)]
            if not fitting:
                choices = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in option.choices)
                raise OptionError(f"option {name!r}: expected one of {choices}; found {value!r}")
            values[name] = fitting[0]
        return values

    def setup(
        self,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        replace: Path | Mapping[str, Any] | None = None,
    ) -> Setup:
        scenario = scenario or self.scenarios[0]
        if scenario not in self.scenarios:
            raise OptionError(f"unknown scenario {scenario!r} of {self.id}; known: {', '.join(self.scenarios)}")
        chosen = self.options(options)
        key = (self.id, scenario, tuple(chosen.items()))
        if replace is None and key in _SETUPS:
            return _SETUPS[key]
        tables, origin = read_tables(self.folder / "data", replace)
        setup = self.build(scenario, chosen, tables, origin)
        setup.seats = self.seats_in(scenario)
        if EVALUATION in origin and replace is not None:
            check_weights(Tables(tables, origin), self.tables[EVALUATION])
        if replace is None:
            if len(_SETUPS) >= MOST_SETUPS:
                del _SETUPS[next(iter(_SETUPS))]
            _SETUPS[key] = setup
        return setup

    def seats_in(self, scenario: str) -> tuple[str, ...]:
        """The seats of a scenario, where it has fewer than the game."""
        return self.seats

    # -- what a game provides -------------------------------------------------------------------------------------

    @abstractmethod
    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> Setup:
        """Check the tables and turn them into numbers."""

    @abstractmethod
    def start(self, setup: Setup) -> Position:
        """The scenario's first position, with the procedure that plays it on the stack; not yet run."""

    @abstractmethod
    def compose(self, setup: Setup, document: Mapping[str, Any]) -> Position:
        """A position from a written one, with the procedures that go on from there on the stack; not yet run."""

    @abstractmethod
    def describe(self, position: Any) -> dict[str, Any]:
        """The whole position as a document that `compose` reads back."""

    @abstractmethod
    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as plain data with names."""

    @abstractmethod
    def sample(self, position: Any, seat: int, rng: random.Random) -> Position:
        """A whole position that the seat cannot tell from the true one; what it does not know is drawn at random."""

    @abstractmethod
    def evaluate(self, position: Any, seat: int) -> int:
        """How well the seat stands, in readable units of the game's own making; for bots."""

    def resignation_outcome(self, position: Any, seat: int) -> GameOver | None:
        """The end of the game if a seat gives it up (`resign`); None where the rules know no such end."""
        return None

    def points(self, g: Any) -> tuple[int, ...]:
        """What each seat would have if the game ended now; nothing where points are not counted."""
        return ()

    def conditions(self, position: Any) -> list[dict[str, Any]]:
        """What decides the game besides points, and how far it has come (gunki.core.show.score); nothing by default."""
        return []

    # -- what a game may tell bots besides; nothing by default ----------------------------------------------------

    def plans(self, position: Any) -> Sequence[tuple[Act, ...]]:
        """Whole orders worth a try from this question on, besides those that are found step by step."""
        return ()

    def bot_candidates(self, position: Any, avoid: Collection[OscillatingMove]) -> Sequence[Act] | None:
        """The options among which alone it is worth to choose; None: the bot sees for itself.

        `weary`: what was pulled back and forth already, and which way it should not be pulled once more.
        """
        return None

    def oscillating_move(self, event: Event) -> OscillatingMove | None:
        """What an event pulled, and which way, where players pull one thing in opposite ways."""
        return None

    @abstractmethod
    def invariants(self, position: Any) -> dict[str, int]:
        """Numbers that no play can change (units, cards …); fuzzing compares them at every decision."""

    def oracle(self, setup: Any) -> Oracle | None:
        """Return the independent calculation of the game (gunki.core.definition.oracle), or None if there is none."""
        return None

    @abstractmethod
    def board(self, setup: Any) -> dict[str, Any]:
        """What the board looks like: places with positions and neighbours, for whoever draws it."""

    @abstractmethod
    def scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        """What lies on the table (docs/server.md), out of a seat's view alone."""

    def aims(self, position: Position, seat: int) -> Aims:
        """Every way to win and to lose for the seat, how each stands, and what the end of the turn would bring: out of
        the list that decides the game, and of nothing that the seat cannot see."""
        return self.make_aims_judge(position).aims(seat)

    def make_aims_judge(self, position: Position) -> AimsJudge[Any]:
        """The position as the endings find it: for whoever asks for the aims of several seats."""
        now, then = position.position_for(AT_ONCE), position.position_for(TURN_END)
        return AimsJudge(position.ENDINGS, now, then, *position.closing(), position.outcome, position.last_turns())

    def own_view(self, position: Any, seat: int) -> dict[str, Any]:
        """What a seat's view has besides a spectator's, or instead of it; by default all of it."""
        return self.view(position, seat)

    def own_scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        """What a seat's scene has besides a spectator's, or instead of it; by default all of it."""
        return self.scene(setup, view)

    def overlay(
        self, position: Any, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None
    ) -> dict[str, Any]:
        """One of `overlays`, about a thing or an act where one is given."""
        raise OptionError(f"{self.id} has no overlay {name!r}")

    def rolls_at_once(self, position: Any, seat: int, act: Act) -> bool:
        """Whether dice of a fight fall by an option before its seat is asked more: the overlay "odds" tells what may
        come of it."""
        return False

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        """The printed charts (gunki.core.show.charts), for whoever shows them."""
        return []

    def guide(self, lang: str = "en") -> str:
        """The game on two pages (gunki.core.definition.guides)."""
        return read_guide(self.folder / "guide", lang)

    @property
    def lessons(self) -> dict[str, dict[str, Any]]:
        """Guided starts on small positions by id (gunki.core.definition.lessons); a game may have none."""
        return read_lessons(self.folder / "lessons")

    @property
    def rare_states(self) -> RareTable:
        """Positions one act before rare procedures (gunki.core.definition.rare_states); a game may have none."""
        return read_rare(self.folder / "rare.toml")

    @property
    def drawing(self) -> dict[str, Any] | None:
        """How the board is painted (docs/maps.md), if its map has been drawn."""
        path = self.folder / "map" / "drawing.json"
        drawing: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        return drawing

    def original_seats(self, position: Any) -> tuple[int, ...]:
        """For each seat the participant its player took at first (players may exchange sides by bidding)."""
        return tuple(range(len(position.lexicon.domains["seat"])))

    def lookup(self, setup: Any, table: str, args: tuple[str, ...]) -> dict[str, Any]:
        """What a printed chart says for given arguments, e.g. a die."""
        raise OptionError(f"{self.id} has no table {table!r} to look up")
