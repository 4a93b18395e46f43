"""Finds what a typed name means: an id, a printed number, a full or short name, or the name of a stronghold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from gunki.cli.render.words import GameWords
from gunki.core.definition.lexicon import VIA
from gunki.core.definition.setup import Setup
from gunki.core.definition.texts import searchable
from gunki.core.errors import GunkiError
from gunki.core.rules.decision import Action, Option

#: The order of kinds if a name fits things of several kinds. Things that the player can look at come first.
PREFERRED_KINDS = ("area", "hex", "unit", "general", "castle")


def plain(text: str) -> str:
    return " ".join(searchable(text).replace("_", " ").split())


class NameLookup:
    """Finds the things of a game by the names that a person may type.

    `places` maps a place to the names of the things that stand there.
    """

    def __init__(self, words: GameWords, setup: Setup, places: Mapping[str, list[str]] | None = None) -> None:
        self._words = words
        self._places = places or {}
        kinds = setup.lexicon.domains
        self._kinds = [
            *(kind for kind in PREFERRED_KINDS if kind in kinds),
            *(kind for kind in kinds if kind not in PREFERRED_KINDS),
        ]
        self._things_by_name: dict[str, list[tuple[str, str]]] = {}
        for kind in self._kinds:
            for thing_id in kinds[kind]:
                for name in self.names_of(kind, thing_id):
                    self._things_by_name.setdefault(name, []).append((kind, thing_id))

    def names_of(self, kind: str, thing_id: str) -> list[str]:
        """Return all names of a thing."""
        names = [thing_id, self._words.name(kind, thing_id)]
        if kind not in ("clan", "army", "castle"):  # their short names are left out, because people have them too
            names.append(self._words.short(kind, thing_id))
        names += self._places.get(thing_id, [])
        return list(dict.fromkeys(map(plain, names)))

    def find(self, text: str, kinds: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        """Return the things with this name. If there are none, return those whose name begins with it.

        Things of the most likely kind come first.
        """
        wanted = plain(text)
        if not wanted:
            return []
        exact = [thing for thing in self._things_by_name.get(wanted, []) if not kinds or thing[0] in kinds]
        if exact or wanted.isdecimal():  # a number must match in full
            return exact
        by_beginning = [
            thing
            for name, things in self._things_by_name.items()
            if name.startswith(wanted)
            for thing in things
            if not kinds or thing[0] in kinds
        ]
        return list(dict.fromkeys(by_beginning))

    def find_one(self, text: str, kinds: tuple[str, ...] = ()) -> tuple[str, str] | None:
        """Return the thing that is meant, or None. Raise GunkiError if several things of one kind fit."""
        things = self.find(text, kinds)
        alike = [thing_id for kind, thing_id in things if kind == things[0][0]]
        if len(alike) > 1:
            raise GunkiError(self._words("unclear", text=text, names=self._words.join_names(alike[:8])))
        return things[0] if things else None

    # -- answers --------------------------------------------------------------------------------------------------

    def _spellings(self, option: Option) -> Iterator[str]:
        """Yield the texts that may name an option: `lead usami naoe`, `usami naoe`, and each name alone.

        A name alone is enough if no other option has it.
        """
        action = option.action
        args = [arg for arg in action.args if arg != VIA]
        if not args or len(args) > 3:
            return
        kinds = self._argument_kinds(action.verb, len(args))
        several = [self.names_of(kind, str(arg)) for kind, arg in zip(kinds, args, strict=True)]
        for names in product(*several):
            yield " ".join((action.verb, *names))
            yield " ".join(names)
        for alone in several:
            yield from alone

    def _argument_kinds(self, verb: str, count: int) -> list[str]:
        kinds = [self._words.kind(kind) for kind in self._words.kinds(verb)]
        return [kinds[min(number, len(kinds) - 1)] if kinds else "" for number in range(count)]

    def find_options(self, options: Sequence[Option], text: str) -> list[Option]:
        """Return the options that a text may mean.

        If the text spells options in full, return these. Else return the options whose spelling begins with the text.
        """
        wanted = plain(text)
        spelled = [(option, list(self._spellings(option))) for option in options]
        exact = [option for option, spellings in spelled if wanted in spellings]
        if len(exact) > 1:
            raise GunkiError(self._words("unclear", text=text, names=self._words.join_names(list(map(str, exact[:8])))))
        if exact or wanted.isdecimal():  # a number must match in full
            return exact
        return [option for option, spellings in spelled if any(name.startswith(wanted) for name in spellings)]

    def action_with_ids(self, text: str) -> str:
        """Return an action text with ids in place of names. Unclear names stay unchanged."""
        verb, *args = text.split()
        kinds = self._argument_kinds(verb, len(args))
        out: list[str | int] = []
        for kind, arg in zip(kinds, args, strict=True):
            things = self.find(arg, (kind,)) if kind else []
            out.append(things[0][1] if len(things) == 1 else arg)
        return str(Action(verb, *out))
