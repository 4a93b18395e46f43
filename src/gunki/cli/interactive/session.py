"""A match at the terminal: bots answer by themselves, people are asked, and nothing is ever lost."""

from __future__ import annotations

import contextlib
import shlex
import time
from pathlib import Path

from rich.text import Text

from gunki.cli.interactive import user_folder
from gunki.cli.interactive.choices import DRAWN, lit_places, show_choices
from gunki.cli.interactive.name_lookup import Names
from gunki.cli.interactive.players import Players
from gunki.cli.interactive.prompt import ask, interactive
from gunki.cli.interactive.typed_commands import Commands, Quit
from gunki.cli.render.hex_forces import Forces
from gunki.cli.render.screen import Screen, clean
from gunki.cli.render.status import board_of, forces_of, show_position, show_result
from gunki.cli.render.words import GameWords
from gunki.core.errors import GunkiError
from gunki.core.matches.match import Match
from gunki.core.rules.decision import CHANCE, Decision, Option
from gunki.core.show.hints import proposal

#: Seconds after which a bot counts as slow, and a sign of life is shown.
SLOW = 0.3


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
        self.speak(lang)
        self.commands = Commands(self)
        #: How much of the log each person has seen, and who looked at the screen last.
        self._seen = dict.fromkeys(players.humans, len(match.events) if loaded else 0)
        self._watching = ""
        self._saved_ply = match.ply if loaded else -1
        self._shown_ply = -2
        self._sides = dict(match.chairs)
        self._slow = False

    def speak(self, lang: str) -> None:
        self.words = GameWords(self.match.game, lang, self.match.setup)
        self.board = board_of(self.match.game, self.match.setup)
        forces = forces_of(self.screen, self.words, self.match, None)
        strongholds = {} if forces is None else {place: forces.called(place) for place in forces.places}
        self.names = Names(self.words, self.match.setup, strongholds)

    @property
    def place_kinds(self) -> tuple[str, ...]:
        """Kinds of places that can be looked at."""
        return (self.board["domain"], *dict.fromkeys(spot["domain"] for spot in self.board.get("spots", ())))

    # -- playing --------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """To the end, or until somebody leaves; the exit code."""
        try:
            if not self.players.humans:
                self._watch()
            while (decision := self.match.decision) is not None:
                if self.players.human(self.match, decision.who):
                    self._person(decision)
                else:
                    self._bot(decision)
                self._exchanged()
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
        except Exception:  # a bot that fails, a full disk: the match is kept all the same
            self.leave()
            raise
        self._over()
        return 0

    def _watch(self) -> None:
        """Nobody plays: show the start, then tell what happens."""
        if not self.quiet:
            show_position(self.screen, self.words, self.match, None)
            self.tell(None, 0)

    def _bot(self, decision: Decision) -> None:
        started = time.monotonic()
        spinner = self.screen.tty and self._slow
        name = self.words("thinking", side=self.words.side(decision.who))
        with self.screen.console.status(clean(name)) if spinner else contextlib.nullcontext():
            answer = self.players.answer(self.match, decision)
        self._slow = time.monotonic() - started > SLOW
        before = len(self.match.events)
        self.match.act(answer)
        if not self.players.humans and not self.quiet:
            self.tell(None, before)

    def _person(self, decision: Decision) -> None:
        chair = self._chair(decision.who)
        seat = None if decision.who == CHANCE else decision.who
        if chair != self._watching and decision.who != CHANCE:
            self._curtain(chair, decision.who)
        self._news(chair, seat)
        # The whole table after the others have moved; in the course of one's own action only what is new.
        own = self._shown_ply >= 0 and (self.match.entries[-1].who in (decision.who, CHANCE) or self._in_battle())
        if not (self.quiet or own or decision.who == CHANCE or self.match.ply <= self._shown_ply):
            show_position(self.screen, self.words, self.match, seat)
            self._shown_ply = self.match.ply
        if self._trivial(decision):
            return
        ply = self.match.ply
        self.show_decision(decision)
        while self.match.ply == ply and self.match.decision is not None:
            self.commands.obey(self.match.decision, ask(self.screen, self._prompt(decision)))

    def _in_battle(self) -> bool:
        """On a table of hexes: in the middle of an order, where both sides answer in turn."""
        return self.board["kind"] == "hexes" and not self.match.opens

    def _trivial(self, decision: Decision) -> bool:
        """The only answer, and one without anything to think about."""
        if decision.kind == "roll" or len(decision.options) != 1 or decision.options[0].action.args:
            return False
        option = decision.options[0]
        self.screen.line(self.words("only_answer", answer=self.words.option(option)), "dim")
        self.match.act(option)
        return True

    def _chair(self, seat: str) -> str:
        humans = self.players.humans
        if seat == CHANCE:
            return self._watching or (humans[0] if humans else "")
        return self.match.chairs[seat]

    def _curtain(self, chair: str, seat: str) -> None:
        """Two people at one terminal: the one does not see the other's hand."""
        hidden = "hand" in self.match.view(seat)
        if hidden and len(self.players.humans) > 1 and (self._watching or interactive()):
            if self.screen.tty:
                self.screen.console.print("\n" * self.screen.console.height)
            self.screen.line(self.words("curtain", side=self.words.side(seat)), "bold reverse")
            if interactive():
                ask(self.screen, "")
            self._shown_ply = -2
        self._watching = chair

    # -- showing --------------------------------------------------------------------------------------------------

    def _news(self, chair: str, seat: str | None) -> None:
        total = len(self.match.events)
        start = min(self._seen.get(chair, 0), total)
        self._seen[chair] = total
        self.tell(seat if seat is not None else self._seat_of(chair), start)

    def _seat_of(self, chair: str) -> str | None:
        return next((seat for seat, owner in self.match.chairs.items() if owner == chair), None)

    def tell(self, seat: str | None, start: int) -> None:
        """What happened, as far as the seat may know."""
        for event in self.match.events[start:]:
            if event.visible_to(seat):
                text = self.words.event(event)
                body, bracket, cited = text.rpartition(" [")
                if not bracket:
                    body, cited = text, ""
                style = "bold" if event.kind == "turn" else ""
                self.screen.text(Text.assemble((clean(body), style), (clean(bracket + cited), "dim")), indent=2)

    def forget(self) -> None:
        """After taking back: what came later has not been seen."""
        total = len(self.match.events)
        self._seen = {chair: min(seen, total) for chair, seen in self._seen.items()}
        self._shown_ply = max(self._shown_ply, self.match.ply)

    def show_decision(self, decision: Decision) -> None:
        words, screen = self.words, self.screen
        forces = self.forces(decision)
        lit = lit_places(decision, self.board["domain"])
        if forces is not None and decision.data and len(lit) >= DRAWN and not self.quiet:  # about one force or place
            screen.line()
            forces.show_map(screen, self.centre(decision, forces), lit)
        ident, _ = words.clause(decision.clause)
        screen.line()
        screen.text(
            Text.assemble(
                (clean(f"{words.side(decision.who)}: "), "bold"),
                (clean(words.prompt(decision)), "bold"),
                (f" [{clean(ident)}]", "dim"),
            )
        )
        show_choices(screen, words, decision, forces)
        proposed = proposal(self.match)
        if proposed:
            screen.line(words("proposed", answers=words.listed([words.option(self.option(text)) for text in proposed])))

    def option(self, text: str) -> Option:
        """An answer to this question, or to one that comes after it."""
        lexicon = self.match.setup.lexicon
        return Option(lexicon.action(lexicon.parse(text)))

    def forces(self, decision: Decision) -> Forces | None:
        """The table as the one who decides sees it, if it is one of hexes."""
        return forces_of(self.screen, self.words, self.match, None if decision.who == CHANCE else decision.who)

    def centre(self, decision: Decision, forces: Forces) -> str:
        """Where a decision happens: at the unit or the place it is about, else where its answers are."""
        domain = self.board["domain"]
        named = [(self.words.kind(key), str(v)) for key, v in decision.data.items()]
        pieces = [forces.where(f"{kind}:{ident}") for kind, ident in named if kind not in self.place_kinds]
        places = [ident for kind, ident in named if kind in self.place_kinds]
        found = (forces.hex_of(place) for place in (*pieces, *places, *lit_places(decision, domain)))
        return next((place for place in found if place in forces.sheet.at), "")

    def _prompt(self, decision: Decision) -> str:
        return f"{self.words.side(decision.who)}> "

    def _exchanged(self) -> None:
        """Bidding may give the players the other side: say so to the people among them."""
        if self.match.chairs != self._sides:
            self._sides = dict(self.match.chairs)
            for seat, chair in self._sides.items():
                if chair in self.players.humans and seat != chair:
                    text = self.words("exchanged", old=self.words.side(chair), new=self.words.side(seat))
                    self.screen.line(text, "bold")

    # -- ending ---------------------------------------------------------------------------------------------------

    def _over(self) -> None:
        humans = self.players.humans
        if humans:
            chair = self._watching or humans[0]
            self._news(chair, self._seat_of(chair) if len(humans) == 1 else None)
        if not self.quiet:
            show_position(self.screen, self.words, self.match, None)
        show_result(self.screen, self.words, self.match)
        if self.save_path is not None:
            self.save(self.save_path)

    def save(self, path: Path) -> None:
        self.match.save(path)
        self._saved_ply = self.match.ply
        self.screen.line(self.words("saved", file=str(path)))

    def places(self) -> list[Path]:
        """Where to keep the match when nobody says where."""
        auto = user_folder.home() / "autosave"
        if self.save_path is not None:
            return [self.save_path, user_folder.autosave_path(self.match.game.id)]
        whole = self.match.notice is None  # else the loaded file holds more than we could write back
        if self.loaded is not None and whole and self.loaded.absolute().parent == auto.absolute():
            return [self.loaded, user_folder.autosave_path(self.match.game.id)]
        return [user_folder.autosave_path(self.match.game.id)]

    def leave(self) -> None:
        """Keep the match and say how to go on with it."""
        if self.match.decision is None:
            return
        path: Path | None = self.loaded
        unchanged = self.loaded is not None and self.save_path is None and self.match.ply == self._saved_ply
        if not unchanged:
            path = user_folder.keep(self.match, self.places(), lambda problem: self.screen.line(problem, "red"))
        if path is None:
            self.screen.line(self.words("not_saved"), "bold red")
            return
        if not unchanged:
            self.screen.line(self.words("saved", file=str(path)))
        self.screen.line(self.words("resume"))
        self.screen.text(Text("  " + clean(self.resume_command(path))), wrap=False)

    def resume_command(self, path: Path) -> str:
        parts = ["gunki", "play", "--load", str(path), "--seats", str(self.players), "--lang", self.words.lang]
        if self.typed_dice:
            parts += ["--dice", "typed"]
        return shlex.join(parts)

    def failed(self, error: GunkiError) -> None:
        self.screen.line(str(error), "red")
