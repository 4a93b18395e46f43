"""A match at the terminal. Bots answer by themselves, people are prompted, and the match is saved however it ends."""

from __future__ import annotations

import contextlib
import shlex
import time
from pathlib import Path

from rich.text import Text

from gunki.cli.interactive import user_folder
from gunki.cli.interactive.choices import MIN_PLACES_DRAWN, lit_places, show_choices
from gunki.cli.interactive.name_lookup import NameLookup
from gunki.cli.interactive.players import Players
from gunki.cli.interactive.prompt import ask, is_interactive
from gunki.cli.interactive.typed_commands import Quit, TypedCommands
from gunki.cli.render.hex_forces import HexForces
from gunki.cli.render.screen import Screen, strip_controls
from gunki.cli.render.status import board_of, forces_of, show_position, show_result
from gunki.cli.render.words import GameWords
from gunki.core.errors import GunkiError
from gunki.core.matches.match import Match
from gunki.core.rules.decision import CHANCE, Decision, Option
from gunki.core.show.hints import proposal

#: A bot that takes more seconds than this counts as slow. A spinner is shown at its next decision.
SLOW_BOT_SECONDS = 0.3


class Session:
    def __init__(
        self,
        screen: Screen,
        match: Match,
        players: Players,
        lang: str,
        *,
        save: Path | None = None,
        loaded: Path | None = None,
        typed_dice: bool = False,
        quiet: bool = False,
    ) -> None:
        self.screen = screen
        self.match = match
        self.players = players
        self.save_path = save
        self.loaded = loaded
        self.typed_dice = typed_dice
        self.quiet = quiet
        self.set_language(lang)
        self.commands = TypedCommands(self)
        #: `_events_shown`: the number of events that each person has seen. `_last_person`: the person who looked at the
        #: screen last.
        self._events_shown = dict.fromkeys(players.humans, len(match.events) if loaded else 0)
        self._last_person = ""
        self._saved_ply = match.ply if loaded else -1
        self._shown_ply = -2
        self._sides = dict(match.original_seats)
        self._slow = False

    def set_language(self, lang: str) -> None:
        self.words = GameWords(self.match.game, lang, self.match.setup)
        self.board = board_of(self.match.game, self.match.setup)
        forces = forces_of(self.screen, self.words, self.match, None)
        strongholds = {} if forces is None else {place: forces.names_of(place) for place in forces.places}
        self.names = NameLookup(self.words, self.match.setup, strongholds)

    @property
    def place_kinds(self) -> tuple[str, ...]:
        """The kinds of places that the player can look at."""
        return (self.board["domain"], *dict.fromkeys(spot["domain"] for spot in self.board.get("spots", ())))

    # -- playing --------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play to the end, or until a person leaves. Return the exit code."""
        try:
            if not self.players.humans:
                self._watch()
            while (decision := self.match.decision) is not None:
                if self.players.is_human(self.match, decision.who):
                    self._ask_person(decision)
                else:
                    self._let_bot_answer(decision)
                self._announce_exchange()
        except Quit:
            self.leave()
            return 0
        except EOFError:
            self.screen.line()
            self.leave()
            return 0
        except KeyboardInterrupt:
            self.screen.line()
            self.leave()
            return 130
        except Exception:  # keep the match after any failure, for example of a bot, or if the disk is full
            self.leave()
            raise
        self._show_end()
        return 0

    def _watch(self) -> None:
        """Show the start of a match in which no people play. Its events are printed as they happen."""
        if not self.quiet:
            show_position(self.screen, self.words, self.match, None)
            self.show_events(None, 0)

    def _let_bot_answer(self, decision: Decision) -> None:
        started = time.monotonic()
        spinner = self.screen.tty and self._slow
        name = self.words("thinking", side=self.words.side(decision.who))
        with self.screen.console.status(strip_controls(name)) if spinner else contextlib.nullcontext():
            answer = self.players.answer(self.match, decision)
        self._slow = time.monotonic() - started > SLOW_BOT_SECONDS
        before = len(self.match.events)
        self.match.act(answer)
        if not self.players.humans and not self.quiet:
            self.show_events(None, before)

    def _ask_person(self, decision: Decision) -> None:
        original_seat = self._original_seat(decision.who)
        seat = None if decision.who == CHANCE else decision.who
        if original_seat != self._last_person and decision.who != CHANCE:
            self._draw_curtain(original_seat, decision.who)
        self._show_news(original_seat, seat)
        # After others have moved, show the whole position. During the person's own action, show only the new events.
        own = self._shown_ply >= 0 and (self.match.entries[-1].who in (decision.who, CHANCE) or self._is_in_battle())
        if not (self.quiet or own or decision.who == CHANCE or self.match.ply <= self._shown_ply):
            show_position(self.screen, self.words, self.match, seat)
            self._shown_ply = self.match.ply
        if self._has_answered_trivial(decision):
            return
        ply = self.match.ply
        self.show_decision(decision)
        while self.match.ply == ply and self.match.decision is not None:
            self.commands.obey(self.match.decision, ask(self.screen, self._prompt(decision)))

    def _is_in_battle(self) -> bool:
        """Return whether an order is under way on a hex board. Both sides take turns to answer then."""
        return self.board["kind"] == "hexes" and not self.match.starts_order

    def _has_answered_trivial(self, decision: Decision) -> bool:
        """Answer a decision for the person if its only option has no arguments. Return whether it was answered."""
        if decision.kind == "roll" or len(decision.options) != 1 or decision.options[0].action.args:
            return False
        option = decision.options[0]
        self.screen.line(self.words("only_answer", answer=self.words.option(option)), "dim")
        self.match.act(option)
        return True

    def _original_seat(self, seat: str) -> str:
        humans = self.players.humans
        if seat == CHANCE:
            return self._last_person or (humans[0] if humans else "")
        return self.match.original_seats[seat]

    def _draw_curtain(self, original_seat: str, seat: str) -> None:
        """Clear the screen between two people at one terminal, so that they do not see each other's hands."""
        hidden = "hand" in self.match.view(seat)
        if hidden and len(self.players.humans) > 1 and (self._last_person or is_interactive()):
            if self.screen.tty:
                self.screen.console.print("\n" * self.screen.console.height)
            self.screen.line(self.words("curtain", side=self.words.side(seat)), "bold reverse")
            if is_interactive():
                ask(self.screen, "")
            self._shown_ply = -2
        self._last_person = original_seat

    # -- showing --------------------------------------------------------------------------------------------------

    def _show_news(self, original_seat: str, seat: str | None) -> None:
        total = len(self.match.events)
        start = min(self._events_shown.get(original_seat, 0), total)
        self._events_shown[original_seat] = total
        self.show_events(seat if seat is not None else self._seat_of(original_seat), start)

    def _seat_of(self, original_seat: str) -> str | None:
        return next((seat for seat, owner in self.match.original_seats.items() if owner == original_seat), None)

    def show_events(self, seat: str | None, start: int) -> None:
        """Print the events from `start` on, as far as the seat may know them."""
        for event in self.match.events[start:]:
            if event.is_visible_to(seat):
                text = self.words.event(event)
                body, bracket, cited = text.rpartition(" [")
                if not bracket:
                    body, cited = text, ""
                style = "bold" if event.kind == "turn" else ""
                self.screen.text(
                    Text.assemble((strip_controls(body), style), (strip_controls(bracket + cited), "dim")), indent=2
                )

    def forget_undone(self) -> None:
        """Adjust the numbers of seen events after a take-back, so that the events that follow count as new."""
        total = len(self.match.events)
        self._events_shown = {original_seat: min(count, total) for original_seat, count in self._events_shown.items()}
        self._shown_ply = max(self._shown_ply, self.match.ply)

    def show_decision(self, decision: Decision) -> None:
        words, screen = self.words, self.screen
        forces = self.forces(decision)
        lit = lit_places(decision, self.board["domain"])
        if (
            forces is not None and decision.data and len(lit) >= MIN_PLACES_DRAWN and not self.quiet
        ):  # the map is drawn only for a decision about one force or place
            screen.line()
            forces.show_map(screen, self.centre(decision, forces), lit)
        clause_id, _ = words.clause(decision.clause)
        screen.line()
        screen.text(
            Text.assemble(
                (strip_controls(f"{words.side(decision.who)}: "), "bold"),
                (strip_controls(words.prompt(decision)), "bold"),
                (f" [{strip_controls(clause_id)}]", "dim"),
            )
        )
        show_choices(screen, words, decision, forces)
        proposed = proposal(self.match)
        if proposed:
            screen.line(
                words("proposed", answers=words.join_names([words.option(self.option(text)) for text in proposed]))
            )

    def option(self, text: str) -> Option:
        """Return the option for the text of an answer. The text may answer this decision or a later one."""
        lexicon = self.match.setup.lexicon
        return Option(lexicon.action(lexicon.parse(text)))

    def forces(self, decision: Decision) -> HexForces | None:
        """Return the position as the deciding seat sees it. Return None unless the board is one of hexes."""
        return forces_of(self.screen, self.words, self.match, None if decision.who == CHANCE else decision.who)

    def centre(self, decision: Decision, forces: HexForces) -> str:
        """Return the hex where a decision happens.

        It is the hex of the unit or place that the decision is about. If there is none, it is the hex of an option.
        """
        domain = self.board["domain"]
        things = [(self.words.kind(key), str(v)) for key, v in decision.data.items()]
        pieces = [forces.where(f"{kind}:{thing_id}") for kind, thing_id in things if kind not in self.place_kinds]
        places = [thing_id for kind, thing_id in things if kind in self.place_kinds]
        hexes = (forces.hex_of(place) for place in (*pieces, *places, *lit_places(decision, domain)))
        return next((place for place in hexes if place in forces.sheet.at), "")

    def _prompt(self, decision: Decision) -> str:
        return f"{self.words.side(decision.who)}> "

    def _announce_exchange(self) -> None:
        """Tell the people if bidding gave them another side."""
        if self.match.original_seats != self._sides:
            self._sides = dict(self.match.original_seats)
            for seat, original_seat in self._sides.items():
                if original_seat in self.players.humans and seat != original_seat:
                    text = self.words("exchanged", old=self.words.side(original_seat), new=self.words.side(seat))
                    self.screen.line(text, "bold")

    # -- ending ---------------------------------------------------------------------------------------------------

    def _show_end(self) -> None:
        humans = self.players.humans
        if humans:
            original_seat = self._last_person or humans[0]
            self._show_news(original_seat, self._seat_of(original_seat) if len(humans) == 1 else None)
        if not self.quiet:
            show_position(self.screen, self.words, self.match, None)
        show_result(self.screen, self.words, self.match)
        if self.save_path is not None:
            self.save(self.save_path)

    def save(self, path: Path) -> None:
        self.match.save(path)
        self._saved_ply = self.match.ply
        self.screen.line(self.words("saved", file=str(path)))

    def save_places(self) -> list[Path]:
        """Return the paths to try for a save if the player gives no name."""
        auto = user_folder.home() / "autosave"
        if self.save_path is not None:
            return [self.save_path, user_folder.autosave_path(self.match.game.id)]
        whole = self.match.notice is None  # if there is a notice, the loaded file holds more than can be written back
        if self.loaded is not None and whole and self.loaded.absolute().parent == auto.absolute():
            return [self.loaded, user_folder.autosave_path(self.match.game.id)]
        return [user_folder.autosave_path(self.match.game.id)]

    def leave(self) -> None:
        """Save the match and print the command that continues it."""
        if self.match.decision is None:
            return
        path: Path | None = self.loaded
        unchanged = self.loaded is not None and self.save_path is None and self.match.ply == self._saved_ply
        if not unchanged:
            path = user_folder.save_somewhere(
                self.match, self.save_places(), lambda problem: self.screen.line(problem, "red")
            )
        if path is None:
            self.screen.line(self.words("not_saved"), "bold red")
            return
        if not unchanged:
            self.screen.line(self.words("saved", file=str(path)))
        self.screen.line(self.words("resume"))
        self.screen.text(Text("  " + strip_controls(self.resume_command(path))), wrap=False)

    def resume_command(self, path: Path) -> str:
        parts = ["gunki", "play", "--load", str(path), "--seats", str(self.players), "--lang", self.words.lang]
        if self.typed_dice:
            parts += ["--dice", "typed"]
        return shlex.join(parts)

    def show_error(self, error: GunkiError) -> None:
        self.screen.line(str(error), "red")
