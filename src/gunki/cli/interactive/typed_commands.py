"""The commands that a person may type instead of an answer, and the parsing of answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len

from gunki.cli.interactive.choices import labels, lit_places
from gunki.cli.interactive.prompt import has_confirmed
from gunki.cli.render.area_board import AreaBoard
from gunki.cli.render.overlays import show_overlay
from gunki.cli.render.score import show_aims
from gunki.cli.render.screen import fit_to_width
from gunki.cli.render.status import show_hand, show_position
from gunki.core.definition.texts import LANGUAGES, searchable
from gunki.core.errors import ActionError, GunkiError, IllegalAction, UndoError
from gunki.core.rules.decision import CHANCE, Decision, Option, Reason
from gunki.core.show.hints import proposal

if TYPE_CHECKING:
    from gunki.cli.interactive.session import Session

LOG_LINES = 20
#: Kinds of pieces on a map of hexes.
PIECES = ("unit", "ship")


class Quit(Exception):
    """The player leaves; the match is kept."""


class TypedCommands:
    def __init__(self, session: Session) -> None:
        self.session = session
        #: The commands by letter and by word. If a word is also an answer, it is taken as the answer.
        self._commands: dict[str, Callable[[Decision, str], None]] = {
            "?": self.why, "why": self.why, "help": self.help,
            "u": self.undo, "undo": self.undo,
            "s": self.save, "save": self.save,
            "m": self.map, "map": self.map,
            "look": self.look, "f": self.forces, "forces": self.forces, "castles": self.castles,
            "overlay": self.overlay,
            "h": self.hand, "hand": self.hand,
            "a": self.aims, "aims": self.aims,
            "l": self.log, "log": self.log,
            "r": self.rule, "rule": self.rule, "rules": self.rule,
            "o": self.options, "options": self.options,
            "propose": self.take_proposal,
            "lang": self.language,
            "q": self.quit, "quit": self.quit, "exit": self.quit,
        }  # fmt: skip
        if session.board["kind"] != "hexes":
            for word in ("f", "forces", "castles"):
                del self._commands[word]
        for name in session.match.game.overlays:
            self._commands.setdefault(name, self._overlay_command(name))

    def obey(self, decision: Decision, text: str) -> None:
        """Give the typed answer or run the typed command. If that fails, show the error; the match stays unchanged."""
        try:
            answer = self._answer(decision, text)
            if answer is not None:
                self.session.match.act(answer)
                return
            if not text:
                self.session.screen.line(self.session.words("type_something"), "dim")
                return
            if text.startswith("?"):
                self.why(decision, text[1:].strip())
                return
            word, _, rest = text.partition(" ")
            command = self._commands.get(word.casefold())
            if command is not None:
                command(decision, rest.strip())
                return
            if not self._has_explained_thing(text):
                self.session.match.act(self._action_text(text))
        except IllegalAction as error:
            self._show_reasons(text, list(error.bars))
        except ActionError as error:
            self.session.show_error(error)
            self.session.screen.line(self.session.words("type_something"), "dim")
        except GunkiError as error:
            self.session.show_error(error)

    def _answer(self, decision: Decision, text: str) -> Option | str | None:
        """Return the answer that the text names, or None.

        The text may be the number of the answer, its text, the beginning of its text, or its words.
        """
        options = decision.options
        if decision.kind == "roll":
            words = text.split()
            dice = words[1:] if words[:1] == ["roll"] else words
            return " ".join(dice) if dice and all(d.lstrip("-").isdecimal() for d in dice) else None
        if not text:
            return options[0] if len(options) == 1 else None
        if text.removeprefix("-").isdecimal():
            numbers = labels(decision)
            if text in numbers:
                return options[numbers.index(text)]
            if not self.session.names.find(text):
                raise GunkiError(self.session.words("no_such_number", first=numbers[0], last=numbers[-1]))
        plain = " ".join(searchable(text).split())
        for option in options:
            if plain in (searchable(str(option)), searchable(self.session.words.option(option))):
                return option
        if plain.split()[0] in self._commands or plain.startswith("?"):
            return None
        candidates = [option for option in options if str(option).casefold().startswith(plain)]
        if len(candidates) != 1:
            candidates = self.session.names.find_options(options, text)
        return candidates[0] if len(candidates) == 1 else None

    # -- names in place of actions --------------------------------------------------------------------------------

    def _action_text(self, text: str) -> str:
        """Return the text of an action with ids in place of short names."""
        return self.session.names.action_with_ids(text)

    def _has_explained_thing(self, text: str) -> bool:
        """Explain the actions that are possible with a thing. Return whether there are any.

        The player has named the thing without a verb.
        """
        if text.split()[0] in self.session.match.setup.lexicon.verbs:
            return False
        thing = self.session.names.find_one(text)
        if thing is None:
            return False
        refusals = self.session.match.refusals(":".join(thing))
        allowed_actions = [refusal.action for refusal in refusals if not refusal.bars]
        if len(allowed_actions) > 1:
            raise GunkiError(
                self.session.words("unclear", text=text, names=self.session.words.join_names(allowed_actions))
            )
        for action, bars, others in refusals:
            more = f" {self.session.words('and_more', count=others)}" if others else ""
            self._show_reasons((action or text) + more, bars)
        return bool(refusals)

    # -- the commands ---------------------------------------------------------------------------------------------

    def why(self, decision: Decision, text: str) -> None:
        """Show help for `?`. For `? TEXT`, say whether TEXT is possible now, and if not, why."""
        if not text:
            self.help(decision, "")
            return
        words = self.session.words
        answer = None if decision.kind == "roll" else self._answer(decision, text)
        if answer is not None:
            answer_text = words.option(answer) if isinstance(answer, Option) else answer
            self.session.screen.line(words("allowed", action=answer_text), "green")
            return
        if not self._has_explained_thing(text):
            self._show_reasons(text, self.session.match.why_not(self._action_text(text)))

    def _show_reasons(self, text: str, bars: list[Reason]) -> None:
        screen, words = self.session.screen, self.session.words
        screen.line(
            words("refused", action=text) if bars else words("allowed", action=text), "red" if bars else "green"
        )
        for bar in bars:
            clause_id, rule = words.clause(bar.clause)
            screen.item(clause_id or "–", words.bar(bar), "bold red", 2)
            if rule:
                screen.item(words("rule_says"), rule, "dim", 4)

    def help(self, decision: Decision, text: str) -> None:
        screen, words = self.session.screen, self.session.words
        hexes, overlays = self.session.board["kind"] == "hexes", self.session.match.game.overlays
        commands = ["number", "text", "names", "why", "u", "s", "m", "look"]
        commands += ["h", "a", "l", "o", "r", "overlay", "lang", "q"]
        if hexes:
            commands[commands.index("m")] = "m_hexes"
            commands[commands.index("h")] = "f"
        if not overlays:
            commands.remove("overlay")
        if proposal(self.session.match):
            commands.insert(commands.index("why"), "propose")
        example = next((option.action.verb for option in decision.options if option.action.args), "march")
        for command in commands:
            text = words(f"help_{command}", names=", ".join(overlays), example=example)
            head, _, body = text.partition(" = ")
            screen.item(fit_to_width(head, max(12, cell_len(head))), body, "cyan", 1)
        clause_id, rule = words.clause(decision.clause)
        screen.item(words("clause_in_force", clause=clause_id), rule)

    def take_proposal(self, decision: Decision, text: str) -> None:
        """Give all the answers that are proposed."""
        proposed = proposal(self.session.match)
        if not proposed:
            raise GunkiError(self.session.words("no_proposal"))
        for answer in proposed:
            self.session.match.act(answer)

    def undo(self, decision: Decision, text: str) -> None:
        """Go back to the last decision of a person. If a die or card was revealed since, first ask for consent."""
        s = self.session
        match, players = s.match, s.players
        target = match.ply - 1
        while target >= 0 and not players.is_human(match.at(target), match.entries[target + 1].who):
            target -= 1
        if target < 0:
            raise UndoError(s.words("nothing_to_undo"))
        revealed = match.at(target).position.barrier != match.position.barrier
        if revealed and not has_confirmed(s.screen, s.words, self._consent_question(decision)):
            s.screen.line(s.words("not_undone"))
            return
        while match.ply > target:
            match.undo(consent=match.seats)
        s.forget_undone()
        s.screen.line(s.words("undone"))

    def _consent_question(self, decision: Decision) -> str:
        s = self.session
        others = [
            s.words.side(seat)
            for seat, original_seat in s.match.original_seats.items()
            if original_seat in s.players.humans and seat != decision.who
        ]
        if others and decision.who != CHANCE:
            return s.words("consent_of", sides=s.words.join_names(others))
        return s.words("consent")

    def save(self, decision: Decision, text: str) -> None:
        path = Path(text).expanduser() if text else self.session.save_places()[0]
        if text and not path.suffix:
            path = path.with_suffix(".gunki")
        self.session.save(path)
        if self.session.save_path is None:
            self.session.save_path = path

    def map(self, decision: Decision, text: str) -> None:
        s = self.session
        seat = None if decision.who == CHANCE else decision.who
        if not text:
            show_position(s.screen, s.words, s.match, seat)
            return
        forces = s.forces(decision)
        if forces is None:
            self.look(decision, text)
            return
        kind, thing_id = self._find_thing(text, (*s.place_kinds, *PIECES))
        place = thing_id if kind in s.place_kinds else forces.where(f"{kind}:{thing_id}")
        if not place:
            raise GunkiError(s.words("not_on_map", name=s.words.name(kind, thing_id)))
        forces.show_map(s.screen, forces.hex_of(place), lit_places(decision, s.board["domain"]))
        forces.show_place(s.screen, place)

    def _find_thing(self, text: str, kinds: tuple[str, ...]) -> tuple[str, str]:
        """Return the thing that a name stands for. Raise GunkiError if there is none."""
        thing = self.session.names.find_one(text, kinds)
        if thing is None:
            raise GunkiError(self.session.words("no_such_thing", name=text))
        return thing

    def look(self, decision: Decision, text: str) -> None:
        """Show a place or, on a hex board, a unit with its force."""
        s = self.session
        forces = s.forces(decision)
        if forces is None:
            view = s.match.view(None if decision.who == CHANCE else decision.who)
            board = AreaBoard(s.words, s.board, view, unicode=s.screen.unicode)
            place = board.find(text)
            if place is None:
                raise GunkiError(s.words("no_such_place", name=text))
            board.show_place(s.screen, place)
            return
        kind, thing_id = self._find_thing(text, (*s.place_kinds, *PIECES))
        if kind in s.place_kinds:
            forces.show_place(s.screen, thing_id)
        elif not forces.has_shown_unit(s.screen, f"{kind}:{thing_id}"):
            raise GunkiError(s.words("not_on_map", name=s.words.name(kind, thing_id)))

    def forces(self, decision: Decision, text: str) -> None:
        forces = self.session.forces(decision)
        if forces is not None:
            forces.show_forces(self.session.screen, full=True)

    def castles(self, decision: Decision, text: str) -> None:
        forces = self.session.forces(decision)
        if forces is not None:
            forces.show_castles(self.session.screen)

    def _overlay_command(self, name: str) -> Callable[[Decision, str], None]:
        """Return the command that has the name of an overlay."""
        return lambda decision, text: self.overlay(decision, f"{name} {text}")

    def overlay(self, decision: Decision, text: str) -> None:
        """Show an overlay.

        It may be about a thing or an action: `overlay reach kenshin`, `overlay odds attack 0414`.
        """
        s = self.session
        overlays = s.match.game.overlays
        if not overlays:
            raise GunkiError(s.words("no_overlays"))
        name, _, about = text.strip().partition(" ")
        if name not in overlays:
            raise GunkiError(s.words("known_overlays", names=", ".join(overlays)))
        thing = action = None
        place = ""
        forces = s.forces(decision)
        if about:
            answer = self._answer(decision, about)
            if name == "odds" or about.split()[0] in s.match.setup.lexicon.verbs:
                action = str(answer) if answer is not None else self._action_text(about)
            else:
                kind, thing_id = self._find_thing(about, ())
                thing = f"{kind}:{thing_id}"
                place = thing_id if forces is None or kind in s.place_kinds else forces.where(thing)
        seat = None if decision.who == CHANCE else decision.who
        overlay_data = s.match.overlay(name, seat, thing=thing, action=action)
        if forces is not None and not place:
            place = s.centre(decision, forces) or next(iter(overlay_data["places"]), "")
        show_overlay(s.screen, s.words, overlay_data, str(s.board["domain"]), forces, place)

    def hand(self, decision: Decision, text: str) -> None:
        if decision.who != CHANCE:
            show_hand(self.session.screen, self.session.words, self.session.match.view(decision.who), full=True)

    def aims(self, decision: Decision, text: str) -> None:
        """Show every way to win and to lose for the seat that decides. `aims all` shows them for all seats."""
        seats = self.session.match.seats if text or decision.who == CHANCE else (decision.who,)
        show_aims(self.session.screen, self.session.words, {seat: self.session.match.aims(seat) for seat in seats})

    def log(self, decision: Decision, text: str) -> None:
        seat = None if decision.who == CHANCE else decision.who
        total = len(self.session.match.events)
        count = int(text) if text.isdecimal() else total if text else LOG_LINES
        self.session.show_events(seat, max(0, total - count))

    def rule(self, decision: Decision, text: str) -> None:
        screen, words = self.session.screen, self.session.words
        clause_id, rule = words.clause(text or decision.clause)
        if rule:
            screen.item(clause_id, rule)
            return
        clauses = [c for c in words.game.clauses.values() if searchable(text) in searchable(c.text(words.lang))]
        if not clauses:
            raise GunkiError(words("no_such_clause", clause=text))
        for clause in clauses[:LOG_LINES]:
            screen.item(clause.id, clause.text(words.lang))

    def options(self, decision: Decision, text: str) -> None:
        self.session.show_decision(decision)

    def language(self, decision: Decision, text: str) -> None:
        if text not in LANGUAGES:
            raise GunkiError(self.session.words("languages", known=", ".join(LANGUAGES)))
        self.session.set_language(text)
        self.session.show_decision(decision)

    def quit(self, decision: Decision, text: str) -> None:
        raise Quit
