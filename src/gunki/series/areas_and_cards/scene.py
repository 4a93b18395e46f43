"""The table as a picture needs it (docs/server.md), out of what a seat may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, cast

from gunki.core.lexicon import NONE
from gunki.series.areas_and_cards.document import MOST_KEPT
from gunki.series.areas_and_cards.position import AreaSetup, bits

Values = list[dict[str, Any]]


def named(section: str, key: str) -> list[str]:
    """How a scene names things: by the text that every language has for them."""
    return [section, key]


def value(glyph: str, number: int) -> dict[str, Any]:
    return {"glyph": glyph, "value": number}


def mark(glyph: str, **more: Any) -> dict[str, Any]:
    return {"glyph": glyph, **more}


class Painter:
    """Turns the parts of a view into pieces, cards and piles."""

    def __init__(self, setup: AreaSetup, view: Mapping[str, Any]) -> None:
        self.setup = setup
        self.view = view
        self._defending = {setup.generals[u] for u in bits(setup.defending)} | set(view.get("defending", ()))
        self._key = frozenset(self._defending)

    # -- pieces ---------------------------------------------------------------------------------------------------

    def general(self, ident: str, state: str = "ready", clan: str = "") -> dict[str, Any]:
        number = self.setup.general_number[ident]
        owner = self.setup.general_clan[number]
        values = [value("military", self.setup.value[number])]
        cunning = getattr(self.setup, "cunning", ())
        if cunning and cunning[number]:
            values.append(value("star", cunning[number]))
        marks = [mark("castle")] if ident in self._defending else []
        if self.setup.strategists >> number & 1:
            marks.append(mark("strategist"))
        return {
            "thing": f"general:{ident}",
            "kind": "general",
            "clan": clan or (self.setup.clans[owner] if owner >= 0 else NONE),
            "name": named("general", ident),
            "count": 1,
            "state": state,
            "values": values,
            "marks": marks,
        }

    def armies(self, clan: str, count: int, state: str = "ready") -> list[dict[str, Any]]:
        if not count:
            return []
        own = self.setup.army_value[self.setup.clans.index(clan)]
        piece = {"thing": f"clan:{clan}", "kind": "army", "clan": clan, "name": named("clan", clan), "count": count}
        return [{**piece, "state": state, "values": [value("military", own)] if own else [], "marks": []}]

    def stacks(self, area: Mapping[str, Any]) -> list[dict[str, Any]]:
        def draw() -> list[dict[str, Any]]:
            return [
                {
                    "clan": clan,
                    "pieces": [
                        *(self.general(general, state, clan) for general, state in stack["generals"].items()),
                        *self.armies(clan, stack["ready"]),
                        *self.armies(clan, stack["spent"], "spent"),
                    ],
                }
                for clan, stack in area["stacks"].items()
            ]

        return cast(list[dict[str, Any]], self._drawn(area["stacks"], draw))

    def _drawn(self, part: Any, draw: Callable[[], Any]) -> Any:
        """Kept with the part of the view it was made of, which is the same object while nothing in it changes."""
        key = (id(part), self._key)
        known = self.setup.drawn.get(key)
        if known is None or known[0] is not part:
            if len(self.setup.drawn) == MOST_KEPT:
                self.setup.drawn.clear()
            known = self.setup.drawn[key] = (part, draw())
        return known[1]

    def place(self, area: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "owner": None if area["controller"] == NONE else area["controller"],
            "side": area["power"],
            "stacks": self.stacks(area),
            "marks": [],
        }

    def places(self) -> dict[str, Any]:
        areas = self.view["areas"]
        places = self._drawn(areas, lambda: {ident: self.place(area) for ident, area in areas.items()})
        return cast(dict[str, Any], places)

    def boxes(self) -> list[dict[str, Any]]:
        """What is not on the map."""
        off, dead, pools = self.view["off_map"], self.view["dead"], self.view["pools"]
        pieces = {
            "off_map": self._drawn(off, lambda: [self.general(general) for general in off]),
            "dead": self._drawn(dead, lambda: [self.general(general, "dead") for general in dead]),
            "pools": self._drawn(pools, lambda: [p for clan, n in pools.items() for p in self.armies(clan, n)]),
        }
        return [{"name": named("scene", name), "pieces": box} for name, box in pieces.items()]

    # -- cards ----------------------------------------------------------------------------------------------------

    def card(self, ident: str, values: Values) -> dict[str, Any]:
        return {
            "thing": f"card:{ident}",
            "name": named("card", ident),
            "text": named("card_text", ident),
            "values": values,
        }

    def cards(self, idents: Iterable[str]) -> list[dict[str, Any]]:
        needs, number = getattr(self.setup, "card", ()), self.setup.card_number
        return [
            self.card(
                ident, [value("star", cunning)] if (cunning := getattr(needs[number[ident]], "cunning", 0)) else []
            )
            for ident in idents
        ]

    def hands(self) -> list[dict[str, Any]]:
        own = self.view["seat"]
        return [
            {"seat": seat, "size": size, "cards": self.cards(self.view["hand"]) if seat == own else None}
            for seat, size in self.view["hand_sizes"].items()
        ]

    def piles(self) -> list[dict[str, Any]]:
        view, seats = self.view, self.setup.seats
        piles = []
        for deck, size in view["stack_sizes"].items():
            whose = {"seat": deck} if deck in seats else {}
            discards = view["discards"][deck]
            thrown = self._drawn(discards, partial(self.cards, discards))
            piles.append({"name": named("scene", "stack"), "size": size, "cards": None, **whose})
            piles.append({"name": named("scene", "discards"), "size": len(thrown), "cards": thrown, **whose})
        lasting = self.cards(view["in_effect"])
        if lasting:
            piles.append({"name": named("scene", "in_effect"), "size": len(lasting), "cards": lasting})
        return piles
