"""The words of a game's actions, and how names are converted to numbers and back."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from gunki.core.errors import ActionError
from gunki.core.rules.decision import Act, Action, Option

NUMBER = "number"
NONE = "none"
#: The word before arguments that may be left out or repeated, as in `to harima via bizen`.
VIA = "via"
LONGEST_TEXT = 200
MOST_OPTIONS = 20_000


class Lexicon:
    """The names of the things and the verbs of a game.

    `domains` gives the names of each kind of thing, in the order of their indices. `verbs` gives the kinds of each
    verb's arguments; an argument written `kind*` may be left out or repeated. The last word of a data key or of an
    argument tells its kind: `from_area` is an area, `cards` are cards.
    """

    def __init__(self, domains: Mapping[str, Sequence[str]], verbs: Mapping[str, tuple[str, ...]]) -> None:
        self.domains = {kind: tuple(names) for kind, names in domains.items()}
        self.verbs = dict(verbs)
        self._index = {kind: {name: i for i, name in enumerate(names)} for kind, names in self.domains.items()}
        self._kinds: dict[str, str] = {}
        self._option_cache: dict[Act, tuple[Option, dict[str, Any]]] = {}
        #: The acts offered so far, by their texts.
        self._acts_by_text: dict[str, Act] = {}

    # -- actions --------------------------------------------------------------------------------------------------

    def _arguments(self, verb: str, count: int) -> tuple[str, ...]:
        kinds = self.verbs.get(verb)
        if kinds is None:
            hint = self._hint(verb, self.verbs)
            raise ActionError(f"unknown verb {verb!r}{hint}")
        if kinds and kinds[-1].endswith("*"):
            kinds = kinds[:-1] + (kinds[-1][:-1],) * max(0, count - len(kinds) + 1)
        if count != len(kinds):
            wanted = " ".join([verb, *(kind.upper() for kind in kinds)])
            raise ActionError(f"{verb!r} is written {wanted!r}")
        return kinds

    def action(self, act: Act) -> Action:
        """Return an act as an action, with names in place of indices."""
        verb, *args = act
        kinds = self._arguments(verb, len(args))
        names = [self.name(kind, arg) for kind, arg in zip(kinds, args, strict=True)]
        fixed = self._count_fixed(verb)
        return Action(verb, *names[:fixed], *([VIA, *names[fixed:]] if names[fixed:] else ()))

    def make_option(self, act: Act, cost: int | None = None) -> tuple[Option, dict[str, Any]]:
        """Return an act as an option, and the option as plain data. Both are cached: do not change them."""
        entry = self._option_cache.get((act, cost))
        if entry is None:
            if len(self._option_cache) == MOST_OPTIONS:
                self._option_cache.clear()
                self._acts_by_text.clear()
            option = Option(self.action(act), self.lights(act), cost)
            text = str(option)
            plain: dict[str, Any] = {"text": text, "lights": list(option.lights)}
            if cost is not None:
                plain["cost"] = cost
            entry = self._option_cache[act, cost] = (option, plain)
            self._acts_by_text[text] = act
        return entry

    def _count_fixed(self, verb: str) -> int:
        """Return how many arguments a verb always has."""
        return sum(not kind.endswith("*") for kind in self.verbs[verb])

    def act(self, action: Sequence[Any]) -> Act:
        """Return the act of an action, which is given as a verb and names.

        Raise ActionError if the verb or a name is unknown, or if the names do not fit the verb.
        """
        if not action or not isinstance(action[0], str):
            raise ActionError("an action begins with its verb")
        verb, *args = action
        if VIA in args and verb in self.verbs and args.index(VIA) == self._count_fixed(verb) < len(self.verbs[verb]):
            args.remove(VIA)
        kinds = self._arguments(verb, len(args))
        if NONE in args:
            raise ActionError(f"{verb!r} must name something, not {NONE!r}")
        return (verb, *(self.number(kind, arg) for kind, arg in zip(kinds, args, strict=True)))

    def parse(self, text: str) -> Act:
        """Return the act that a text stands for; raise ActionError if the text is no action."""
        if len(text) > LONGEST_TEXT:
            raise ActionError(f"an action has at most {LONGEST_TEXT} characters")
        act = self._acts_by_text.get(text)
        if act is not None:
            return act
        words = text.split()
        if not words:
            raise ActionError("an empty text is no action")
        return self.act(words)

    # -- things ---------------------------------------------------------------------------------------------------

    def name(self, kind: str, index: int) -> str | int:
        """Return the name of a thing, or `none` if the index is below 0. If the kind is `number`, return the number."""
        if kind == NUMBER:
            return index
        return NONE if index < 0 else self.domains[self.kind_of(kind)][index]

    def number(self, kind: str, name: Any) -> int:
        """Return the index of a thing by its name, or -1 for `none`. Raise ActionError if the name is unknown."""
        if kind == NUMBER:
            try:
                value = int(name)
            except (TypeError, ValueError):
                raise ActionError(f"{name!r} is not a whole number") from None
            if abs(value) > 10**6:
                raise ActionError(f"{name!r} is out of all bounds")
            return value
        if name == NONE:
            return -1
        kind = self.kind_of(kind)
        index = self._index[kind].get(name) if isinstance(name, str) else None
        if index is None:
            raise ActionError(f"unknown {kind} {str(name)[:40]!r}{self._hint(str(name), self._index[kind])}")
        return index

    def index(self, kind: str, name: str) -> int:
        """Return the index of a thing by its kind and its name. `lights` returns things in this form, `kind:name`."""
        if kind not in self.domains:
            raise ActionError(f"unknown kind of thing {kind[:40]!r}{self._hint(kind, self.domains)}")
        if name == NONE:
            raise ActionError(f"{NONE!r} is nothing to point at")
        return self.number(kind, name)

    def kind_of(self, key: str) -> str:
        """Return the kind of thing that a data key names, or an empty string if it names none."""
        kind = self._kinds.get(key)
        if kind is None:
            last = key.rsplit("_", 1)[-1]
            kind = last if last in self.domains else last[:-1] if last[:-1] in self.domains else ""
            self._kinds[key] = kind
        return kind

    def names(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return data with names in place of indices. The key of an index tells the kind of thing (`kind_of`)."""
        out: dict[str, Any] = {}
        for key, value in data.items():
            kind = self.kind_of(key)
            if kind and isinstance(value, int) and not isinstance(value, bool):
                out[key] = self.name(kind, value)
            elif kind and isinstance(value, list | tuple):
                out[key] = [self.name(kind, item) if isinstance(item, int) else item for item in value]
            else:
                out[key] = value
        return out

    def lights(self, act: Act) -> tuple[str, ...]:
        """Return what to highlight for an option, as `kind:name`: the things that it names, or else its button."""
        verb, *args = act
        kinds = self._arguments(verb, len(args))
        things = tuple(
            f"{self.kind_of(kind)}:{self.name(kind, arg)}"
            for kind, arg in zip(kinds, args, strict=True)
            if kind != NUMBER
        )
        return things or (f"button:{verb}",)

    def universe(self, verb: str, numbers: Sequence[int]) -> Iterator[Act]:
        """Yield every act that can be written with a verb and these numbers, leaving out arguments written `kind*`."""
        for args in itertools.product(*self._ranges(verb, numbers)):
            yield (verb, *args)

    def first_kind(self, verb: str) -> str:
        """Return the kind of the first argument of a verb."""
        return self.kind_of(self.verbs[verb][0].rstrip("*"))

    def about(self, verb: str, kind: str, index: int) -> Iterator[Act]:
        """Yield every act of a verb that names a certain thing. Acts with numbers or `kind*` arguments are left out."""
        ranges = self._ranges(verb, ())
        for place, wanted in enumerate(self.verbs[verb]):
            if not wanted.endswith("*") and wanted != NUMBER and self.kind_of(wanted) == kind:
                for args in itertools.product(*ranges[:place], (index,), *ranges[place + 1 :]):
                    yield (verb, *args)

    def _ranges(self, verb: str, numbers: Sequence[int]) -> list[Sequence[int]]:
        kinds = [kind for kind in self.verbs[verb] if not kind.endswith("*")]
        return [numbers if kind == NUMBER else range(len(self.domains[self.kind_of(kind)])) for kind in kinds]

    @staticmethod
    def _hint(word: str, vocabulary: Mapping[str, Any]) -> str:
        near = get_close_matches(word[:40], list(vocabulary), n=3)
        return f"; did you mean {' or '.join(near)}?" if near else ""
