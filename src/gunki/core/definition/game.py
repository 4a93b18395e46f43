"""The interface of a game: everything that plays, shows or studies a game uses the class `Game`."""

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
from gunki.core.show.part_memo import PartMemo
from gunki.core.state.position import Position

#: A thing that players move back and forth, and the direction of a move; both by name.
OscillatingMove = tuple[str, str]


@dataclass(frozen=True, slots=True)
class MatchOption:
    """A rule or ruling that players may switch before a match. `cites` names the clause or ruling."""

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    cites: str


#: Setups made of the games' own tables. They never change, so matches share them.
_SETUPS: dict[tuple[Any, ...], Setup] = {}
MOST_SETUPS = 32


class Game(ABC):
    """One game: its rules, data and texts. It has no state of its own; matches and positions hold the state."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_old_hooks(cls)

    id: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    scenarios: ClassVar[tuple[str, ...]]
    #: The version of the rules. It is raised when a change lets the same actions lead to another position.
    rules_version: ClassVar[int]
    match_options: ClassVar[tuple[MatchOption, ...]]
    folder: ClassVar[Path]
    #: Kinds of events that studies of the game record: each event with its turn and the name of the thing it is about.
    milestones: ClassVar[tuple[str, ...]] = ()
    #: The names of two fields of the state (`Position.STATE`), or "" if the game has no such field. The field
    #: `ownership_field` tells who holds each castle or area. The field `leader_location_field` tells the place of each
    #: leader, or `dead`.
    ownership_field: ClassVar[str] = ""
    leader_location_field: ClassVar[str] = ""
    #: The role of each kind of event; roles are the same for every game (gunki.core.show.event_roles).
    event_roles: ClassVar[Mapping[str, str]] = {}
    #: The names of the overlays that can be drawn over the board (docs/data/overlays.md).
    overlays: ClassVar[tuple[str, ...]] = ()
    #: The signs (docs/data/scene.md) that pieces and places may bear, for the legend.
    signs: ClassVar[tuple[str, ...]] = ()
    #: A game and scenario with which the benchmark compares all scenarios of this game, or None for no comparison.
    benchmark_reference: ClassVar[tuple[str, str] | None] = None
    #: In a series of orders, a bot tries on average at most this many orders for each beginning. For a single order it
    #: tries up to four times as many. Games choose a small number if `bot_candidates` leaves few options, or if
    #: evaluating a position is slow.
    orders_per_beginning: ClassVar[int] = 60
    #: Books that this game shares with other games.
    shared_books: ClassVar[tuple[Book, ...]] = ()
    #: Folders of texts besides the game's own.
    shared_texts: ClassVar[tuple[Path, ...]] = ()

    # -- what there is --------------------------------------------------------------------------------------------

    @property
    def books(self) -> tuple[Book, ...]:
        """The books whose clauses hold in this game, its own book last.

        If two books have a clause of the same number, the clause of the later book counts.
        """
        return (*self.shared_books, Book(self.id, self.folder))

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses of all books by number."""
        return {clause_id: clause for book in self.books for clause_id, clause in book.clauses.items()}

    @cached_property
    def chapters(self) -> dict[str, dict[str, str]]:
        """The subjects of the chapters of all books, by chapter and language."""
        return {chapter_id: title for book in self.books for chapter_id, title in book.chapters.items()}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """The rulings of all books by id."""
        return {ruling_id: ruling for book in self.books for ruling_id, ruling in book.rulings.items()}

    def cite(self, number: str) -> str:
        """Return a clause with its book: `gunyuden:23-2`."""
        clause = self.clauses.get(number)
        return f"{self.id if clause is None else clause.book}:{number}"

    @property
    def tables(self) -> dict[str, Any]:
        """The tables in the game's own folder, by name."""
        return read_tables(self.folder / "data")[0]

    def place_names(self, lang: str) -> dict[str, dict[str, str]]:
        """Return the names that events use for places that are known by number only.

        The keys are the kind of place, then the place. The result is empty if all places have names.
        """
        return {}

    def texts(self, lang: str = "en") -> Texts:
        """Return the texts of the game in a language."""
        if lang not in LANGUAGES:
            raise OptionError(f"language {lang!r}: expected one of {', '.join(LANGUAGES)}")
        return Texts((*self.shared_texts, self.folder / "text"), lang, lambda: self.place_names(lang))

    def benchmark_tasks(self, g: Any) -> Mapping[str, Callable[[], Any]]:
        """Return the calls into the rules that the benchmark times in a position, by name. The calls change nothing."""
        return {}

    def options(self, chosen: Mapping[str, Any] | None = None) -> dict[str, OptionValue]:
        """Return the value of every match option: the checked `chosen` ones, and defaults for the others."""
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
        """Return the setup of a scenario, by default of the first one.

        `options` holds the match options that differ from their defaults. `replace` holds tables that replace the
        game's own ones (`read_tables`).
        """
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
        """Return the seats of a scenario; it may have fewer than the game."""
        return self.seats

    # -- what a game provides -------------------------------------------------------------------------------------

    @abstractmethod
    def build(
        self, scenario: str, options: dict[str, OptionValue], tables: dict[str, Any], origin: dict[str, str]
    ) -> Setup:
        """Check the tables, and return a setup that holds their contents as numbers.

        `origin` holds the file of each table, for messages.
        """

    @abstractmethod
    def start(self, setup: Setup) -> Position:
        """Return the first position of the scenario, with the root procedure on its stack, not yet run."""

    @abstractmethod
    def compose(self, setup: Setup, document: Mapping[str, Any]) -> Position:
        """Return the position that a document describes, with the procedures that go on from there, not yet run."""

    @abstractmethod
    def describe(self, position: Any) -> dict[str, Any]:
        """Return the whole position as a document that `compose` reads."""

    @abstractmethod
    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        """Return what a seat may know (None: a spectator), as plain data with names."""

    @abstractmethod
    def sample(self, position: Any, seat: int, rng: random.Random) -> Position:
        """Return a whole position that the seat cannot tell from the true one: unknown things are drawn with `rng`."""

    @abstractmethod
    def evaluate(self, position: Any, seat: int) -> int:
        """Return how well the seat stands, in readable units of the game's own; more is better. Bots use it."""

    def resignation_outcome(self, position: Any, seat: int) -> GameOver | None:
        """Return the end of the game if a seat resigns (`resign`), or None if the rules do not know resigning."""
        return None

    def points(self, g: Any) -> tuple[int, ...]:
        """Return the points of each seat if the game ended now, or an empty tuple if the game counts no points."""
        return ()

    def conditions(self, position: Any) -> list[dict[str, Any]]:
        """Return conditions besides points that decide the game, and how far each is met (gunki.core.show.score)."""
        return []

    # -- optional advice for bots; none by default ----------------------------------------------------------------

    def plans(self, position: Any) -> Sequence[tuple[Act, ...]]:
        """Return whole orders that a bot should try from this decision, besides those that it finds step by step."""
        return ()

    def bot_candidates(self, position: Any, avoid: Collection[OscillatingMove]) -> Sequence[Act] | None:
        """Return the options among which a bot should choose, or None if it should consider all options.

        `avoid` holds moves of things that were already moved back and forth in this turn. Each of these moves would
        reverse the direction of a thing once more.
        """
        return None

    def oscillating_move(self, event: Event) -> OscillatingMove | None:
        """Return the thing that an event moved, and the direction, if players can move this thing back and forth."""
        return None

    @abstractmethod
    def invariants(self, position: Any) -> dict[str, int]:
        """Return numbers that no play can change (units, cards …), by name. Fuzzing compares them at every decision."""

    def oracle(self, setup: Any) -> Oracle | None:
        """Return the independent calculation of the game (gunki.core.definition.oracle), or None if there is none."""
        return None

    @abstractmethod
    def board(self, setup: Any) -> dict[str, Any]:
        """Return the layout of the board for drawing: places with their positions and neighbours."""

    @abstractmethod
    def scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        """Return the scene (docs/data/scene.md): everything that lies on the table, made of a seat's view alone."""

    def aims(self, position: Position, seat: int) -> Aims:
        """Return the seat's ways to win and to lose with their states, and what the end of the turn would bring.

        The aims come from the list of endings that decides the game, and show nothing that the seat cannot see.
        """
        return self.make_aims_judge(position).aims(seat)

    def make_aims_judge(self, position: Position) -> AimsJudge[Any]:
        """Return a judge of the aims in this position; make one judge for the aims of several seats."""
        now, then = position.position_for(AT_ONCE), position.position_for(TURN_END)
        return AimsJudge(position.ENDINGS, now, then, *position.closing(), position.outcome, position.last_turns())

    def public_view(self, position: Any, memo: PartMemo) -> dict[str, Any]:
        """Return the view of a spectator. Parts of it may be kept in `memo`, and used again until they change."""
        return self.view(position, None)

    def public_scene(self, setup: Any, view: Mapping[str, Any], memo: PartMemo) -> dict[str, Any]:
        """Return the scene of a spectator. Parts of it may be kept in `memo`, as in `public_view`."""
        return self.scene(setup, view)

    def own_view(self, position: Any, seat: int) -> dict[str, Any]:
        """Return the fields of a seat's view that a spectator's view lacks or has with other values.

        By default these are all fields.
        """
        return self.view(position, seat)

    def own_scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a seat's scene that a spectator's scene lacks or has with other values.

        By default these are all fields.
        """
        return self.scene(setup, view)

    def overlay(
        self, position: Any, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None
    ) -> dict[str, Any]:
        """Return the overlay `name`, as plain data.

        It is about the thing `place` (its kind and its index) or about the act `act`, if one of them is given.
        """
        raise OptionError(f"{self.id} has no overlay {name!r}")

    def rolls_at_once(self, position: Any, seat: int, act: Act) -> bool:
        """Return whether dice are rolled for a fight after an option, before its seat has another decision.

        The overlay "odds" shows the possible results of such an option.
        """
        return False

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        """Return the printed charts (gunki.core.show.charts)."""
        return []

    def guide(self, lang: str = "en") -> str:
        """Return the guide of two pages (gunki.core.definition.guides) as Markdown."""
        return read_guide(self.folder / "guide", lang)

    @property
    def lessons(self) -> dict[str, dict[str, Any]]:
        """The lessons by id (gunki.core.definition.lessons); a game may have none."""
        return read_lessons(self.folder / "lessons")

    @property
    def rare_states(self) -> RareTable:
        """Positions from which one act leads to a rare procedure (gunki.core.definition.rare_states), if any."""
        return read_rare(self.folder / "rare.toml")

    @property
    def drawing(self) -> dict[str, Any] | None:
        """The drawing of the board (docs/maps.md), or None if its map has not been drawn."""
        path = self.folder / "map" / "drawing.json"
        drawing: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        return drawing

    def original_seats(self, position: Any) -> tuple[int, ...]:
        """Return, for each seat, the original seat of its player. Players may have exchanged seats by bidding."""
        return tuple(range(len(position.lexicon.domains["seat"])))

    def lookup(self, setup: Any, table: str, args: tuple[str, ...]) -> dict[str, Any]:
        """Return the entry that a printed chart has for `args`, such as the result of a die."""
        raise OptionError(f"{self.id} has no table {table!r} to look up")
