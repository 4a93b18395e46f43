"""Options as numbers: the actions of a `Discrete` space, and the acts that they stand for.

In games of areas, only a few thousand different acts can be written, so each act has a number of its own (`Spelled`).
In games of hexes there are hundreds of thousands. There the options of a decision are numbered in their order, and
features describe each of them (`Listed`). If there are more options than numbers, they are divided into pages, and the
last number turns to the next page, so that every option can be reached.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gunki.core.definition.lexicon import NUMBER, Lexicon
from gunki.core.rules.decision import Act
from gunki.rl.numbers import NO_NUMBER, NUMBERS, Numbers

#: How many options are shown at a time if they are numbered in their order.
SLOTS = 512
#: If more different acts than this can be written, options are numbered in their order.
MOST_SPELLED = 10_000
#: How many numbers the acts without a number of their own share. These are marches that name the areas on the way, and
#: acts with large numbers.
UNSPELLED_PLACES = 64
#: If the features of more acts than this are cached, the cache is emptied.
MAX_ROWS_KEPT = 50_000

Mask = NDArray[np.int8]
#: An act, or None to turn to the next page of options.
ActOrPage = Act | None


def page_of(count: int, slots: int, page: int) -> tuple[int, int, bool]:
    """Return the place of the first option on a page, the end of the page, and whether the last slot turns the page.

    `count` is how many options there are, `slots` how many numbers. After the last page, the first one follows again.
    """
    if count <= slots:
        return 0, count, False
    per_page = slots - 1
    start = page % -(-count // per_page) * per_page
    return start, min(start + per_page, count), True


class Listed:
    """Numbers the options of a decision in their order.

    `features` returns a row for each option: its verb, and the things that it names; 0 stands for no thing.
    """

    def __init__(self, lexicon: Lexicon, slots: int = SLOTS) -> None:
        self.slots = self.size = slots
        kinds = [kind.rstrip("*") for kinds in lexicon.verbs.values() for kind in kinds]
        #: The columns of the features: the verb, then one column for each kind of thing that acts name.
        self.columns = ("verb", *dict.fromkeys(kinds))
        names = {kind: len(lexicon.domains.get(lexicon.kind_of(kind), ())) for kind in self.columns}
        #: The largest number in each column. In the column of verbs, it stands for turning the page.
        self.high = np.array(
            [
                len(lexicon.verbs) + 1 if kind == "verb" else len(NUMBERS) if kind == NUMBER else names[kind]
                for kind in self.columns
            ],
            np.int16,
        )
        self._more = len(lexicon.verbs) + 1
        self._verbs = {verb: place for place, verb in enumerate(lexicon.verbs, 1)}
        self._arguments = {
            verb: [self.columns.index(kind.rstrip("*")) for kind in kinds] for verb, kinds in lexicon.verbs.items()
        }
        self._row_numbers: dict[Act, int] = {}  # the number of each act's row in the table
        self._table = array("h")
        self._most = self.high.tolist()
        self._least = [NUMBERS.start if kind == NUMBER else 0 for kind in self.columns]

    def mask(self, options: Sequence[Act], page: int) -> Mask:
        """Return the mask of a page of options: 1 for each action that is possible."""
        start, stop, more = page_of(len(options), self.slots, page)
        mask = np.zeros(self.size, np.int8)
        mask[: stop - start] = 1
        if more:
            mask[-1] = 1
        return mask

    def find_act(self, action: int, options: Sequence[Act], page: int) -> ActOrPage:
        """Return the act that an action stands for; raise IndexError if it stands for none."""
        start, stop, more = page_of(len(options), self.slots, page)
        if more and action == self.size - 1:
            return None
        if not 0 <= action < stop - start:
            raise IndexError(action)
        return options[start + action]

    def action(self, act: Act, options: Sequence[Act], page: int) -> int:
        """Return the number of an option, or the number that turns the page if the option is on another page."""
        start, stop, _ = page_of(len(options), self.slots, page)
        place = options.index(act)
        return place - start if start <= place < stop else self.size - 1

    def features(self, options: Sequence[Act], page: int) -> NDArray[np.int16]:
        """Return the features of the options on a page, a row for each action."""
        start, stop, more = page_of(len(options), self.slots, page)
        rows = np.zeros((self.slots, len(self.columns)), np.int16)
        visible = options[start:stop] if more else options
        row_numbers = self._row_numbers
        if len(row_numbers) > MAX_ROWS_KEPT:
            row_numbers.clear()
            del self._table[:]
        try:
            places = [row_numbers[act] for act in visible]
        except KeyError:
            places = [row_numbers[act] if act in row_numbers else self._add_row(act) for act in visible]
        if places:
            table = np.frombuffer(self._table, np.int16).reshape(-1, len(self.columns))
            rows[: len(places)] = table.take(places, 0)
        if more:
            rows[-1, 0] = self._more
        return rows

    def _add_row(self, act: Act) -> int:
        place = self._row_numbers[act] = len(self._row_numbers)
        row = [0] * len(self.columns)
        row[0] = self._verbs[act[0]]
        for column, argument in zip(self._arguments[act[0]], act[1:], strict=False):
            row[column] = min(max(argument - self._least[column] + 1, 0), self._most[column])
        self._table.extend(row)
        return place


class Spelled:
    """Gives nearly every act that can be written a number of its own; the others share the last numbers."""

    features = None

    def __init__(self, lexicon: Lexicon) -> None:
        self.numbers = Numbers(lexicon)
        self.size = self.numbers.total + UNSPELLED_PLACES

    def _acts_without_number(self, options: Sequence[Act]) -> list[Act]:
        numbers = self.numbers
        return [act for act in options if numbers[act] == NO_NUMBER]

    def mask(self, options: Sequence[Act], page: int) -> Mask:
        """Return the mask of the options: 1 for each action that is possible."""
        mask = np.zeros(self.size, np.int8)
        numbers = self.numbers
        places = [numbers[act] for act in options]
        if NO_NUMBER in places:
            places = list(self.table(options, page))
        mask[places] = 1
        return mask

    def table(self, options: Sequence[Act], page: int) -> dict[int, ActOrPage]:
        """Return the options by their numbers.

        Of the options without a number of their own, only those on this page are included.
        """
        numbers = self.numbers
        acts: dict[int, ActOrPage] = {numbers[act]: act for act in options}
        if NO_NUMBER in acts:
            del acts[NO_NUMBER]
            others = self._acts_without_number(options)
            start, stop, more = page_of(len(others), UNSPELLED_PLACES, page)
            acts.update(enumerate(others[start:stop], numbers.total))
            if more:
                acts[self.size - 1] = None
        return acts

    def find_act(self, action: int, options: Sequence[Act], page: int) -> ActOrPage:
        """Return the act that an action stands for; raise IndexError if it stands for none."""
        first = self.numbers.total
        if action < first:
            return self.numbers.act(action)
        others = self._acts_without_number(options)
        start, stop, more = page_of(len(others), UNSPELLED_PLACES, page)
        if more and action == self.size - 1:
            return None
        if action - first >= stop - start:
            raise IndexError(action)
        return others[start + action - first]

    def action(self, act: Act, options: Sequence[Act], page: int) -> int:
        """Return the number of an option, or the number that turns the page if the option is on another page."""
        number = self.numbers[act]
        if number != NO_NUMBER:
            return number
        others = self._acts_without_number(options)
        start, stop, _ = page_of(len(others), UNSPELLED_PLACES, page)
        place = others.index(act)
        return self.numbers.total + place - start if start <= place < stop else self.size - 1


def actions_for(lexicon: Lexicon) -> Spelled | Listed:
    """Return the numbering of options for a setup with this lexicon."""
    spelled = Spelled(lexicon)
    return spelled if spelled.numbers.total <= MOST_SPELLED else Listed(lexicon)
