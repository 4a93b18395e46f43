"""Areas, units and cards in documents: reads composed positions, and writes descriptions and views."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from operator import lshift
from typing import Any, cast

from gunki.core.definition.data_tables import Row
from gunki.core.definition.lexicon import NONE
from gunki.core.errors import PositionError
from gunki.series.areas_and_cards.state.position import DEAD, DISCARD, OFF, STACK, TABLE, AreaPosition

# -- reading ----------------------------------------------------------------------------------------------------------


def read_board(g: AreaPosition, document: Row) -> None:
    """Place the units that a document names, and set which clans control the areas.

    Each area that the document names is first emptied of units.
    """
    setup = g.setup
    areas = document.sub("areas") if document.has("areas") else Row({}, "areas")
    named = areas.entries_all()
    for name in named:
        if name not in setup.map.names:
            raise PositionError(f"areas.{name}: no such area")
    places = {name: setup.map.names.index(name) for name in named}
    for area in places.values():
        clear_area(g, area)
    placed: set[str] = set()
    for name, area in places.items():
        entry = Row(named[name], f"areas.{name}")
        for key in entry.entries_all():
            if key != "controller":
                check_clan_in_play(g, key, f"areas.{name}.{key}")
        if entry.has("controller"):
            owner = entry.word("controller", {*setup.clans, NONE})
            if owner != NONE:
                check_clan_in_play(g, owner, f"areas.{name}.controller")
            g.control[area] = -1 if owner == NONE else setup.clans.index(owner)
        for clan, clan_name in enumerate(setup.clans):
            if entry.has(clan_name):
                _read_stack(g, clan, area, Row(entry.entries(clan_name), f"areas.{name}.{clan_name}"), placed)


def check_clan_in_play(g: AreaPosition, clan: str, where: str) -> None:
    """Raise PositionError if there is no clan of this name, or if the scenario does not use it."""
    if clan not in g.setup.clans:
        raise PositionError(f"{where}: no such daimyo")
    if g.setup.clans.index(clan) in g.setup.unused:
        raise PositionError(f"{where}: {clan} is not used in this scenario")


def read_dead(g: AreaPosition, document: Row) -> None:
    """Remove the generals that a document lists as dead."""
    for name in document.words("dead", g.setup.generals) if document.has("dead") else ():
        general = g.setup.generals.index(name)
        _check_general_in_play(g, general, f"dead: {name}")
        g.remove_general(general)


def _check_general_in_play(g: AreaPosition, general: int, where: str) -> None:
    if g.setup.unused_generals >> general & 1:
        raise PositionError(f"{where} is not used in this scenario")


def clear_area(g: AreaPosition, area: int) -> None:
    """Remove all units from an area: armies return to the pools, generals leave the map."""
    for clan in range(len(g.setup.clans)):
        i = clan * len(g.control) + area
        g.pool[clan] += g.ready[i] + g.spent[i]
        g.ready[i] = g.spent[i] = 0
    for general, at in enumerate(g.at):
        if at == area:
            g.at[general], g.up[general] = OFF, 1
    g.present[area] = g.present_generals[area] = 0


def _read_stack(g: AreaPosition, clan: int, area: int, stack: Row, placed: set[str]) -> None:
    for key in stack.entries_all():
        if key not in ("ready", "spent", "generals", "spent_generals"):
            raise PositionError(f"{stack.where}.{key}: expected ready, spent, generals or spent_generals")
    for key, ready in (("ready", True), ("spent", False)):
        if stack.has(key):
            count = stack.integer(key, 0, 99)
            if g.place_armies(clan, area, count, ready) < count:
                name, most = g.setup.clans[clan], g.setup.counters[clan]
                raise PositionError(f"{stack.where}.{key}: {name} has only {most} army counters (1-2-2-1)")
    for key, ready in (("generals", True), ("spent_generals", False)):
        if not stack.has(key):
            continue
        for name in stack.words(key, g.setup.generals):
            general = g.setup.generals.index(name)
            if name in placed:
                raise PositionError(f"{stack.where}.{key}: {name} is in two places")
            placed.add(name)
            _check_general_in_play(g, general, f"{stack.where}.{key}: {name}")
            if g.at[general] == DEAD:
                raise PositionError(f"{stack.where}.{key}: {name} is in dead too")
            if g.owner[general] != clan and g.may_serve(general, clan):
                g.enlist(general, clan)
            elif g.owner[general] != clan:
                raise PositionError(f"{stack.where}.{key}: {name} does not belong to {g.setup.clans[clan]}")
            g.place_general(general, area, ready)


def read_cards(g: AreaPosition, document: Row) -> None:
    """Place the cards that a document names: hands, discards, lasting cards. All other cards stay in their stacks.

    If the game has one deck, the document has one list of discards, else one list for each seat.
    """
    setup = g.setup
    seats, common = setup.seats, len(setup.decks) == 1
    card_places: dict[int, str] = {}

    def put(where: str, name: str, place: int, deck: int | None) -> None:
        card = setup.cards.index(name)
        if card in card_places:
            raise PositionError(f"{where}: {name} is in {card_places[card]} already")
        if deck is not None and setup.deck[card] != deck:
            raise PositionError(f"{where}: {name} belongs to the other deck")
        card_places[card] = where
        g.cards[card] = place

    if common and document.has("discards"):
        for name in document.words("discards", setup.cards):
            put("discards", name, DISCARD, None)
    for key in ("hands",) if common else ("hands", "discards"):
        if not document.has(key):
            continue
        row = document.sub(key)
        for seat_name in row.entries_all():
            if seat_name not in seats:
                raise PositionError(f"{key}.{seat_name}: no such seat")
            seat = seats.index(seat_name)
            for name in row.words(seat_name, setup.cards):
                put(f"{key}.{seat_name}", name, seat if key == "hands" else DISCARD, None if common else seat)
    if document.has("in_effect"):
        for name in document.words("in_effect", setup.cards):
            put("in_effect", name, TABLE, None)


# -- writing ----------------------------------------------------------------------------------------------------------


def write_stacks(g: AreaPosition, area: int) -> dict[str, dict[str, Any]]:
    """Return the stack of each clan in an area: how many armies are ready and spent, and each general's status."""
    setup, stacks = g.setup, {}
    for clan, name in enumerate(setup.clans):
        if g.present[area] >> clan & 1:
            i = clan * len(g.control) + area
            generals = {setup.generals[u]: "ready" if g.up[u] else "spent" for u in g.generals_in(clan, area)}
            stacks[name] = {"ready": g.ready[i], "spent": g.spent[i], "generals": generals}
    return stacks


def write_board(g: AreaPosition) -> dict[str, Any]:
    """Return the areas and the dead in the form that `read_board` and `read_dead` read."""
    setup = g.setup
    areas = {}
    for area, name in enumerate(setup.map.names):
        entry: dict[str, Any] = {"controller": _clan_name(g, g.control[area])}
        for clan, stack in write_stacks(g, area).items():
            generals = stack.pop("generals")
            entry[clan] = {
                **{key: count for key, count in stack.items() if count},
                **{
                    key: names
                    for key, status in (("generals", "ready"), ("spent_generals", "spent"))
                    if (names := [general for general, s in generals.items() if s == status])
                },
            }
        areas[name] = entry
    return {"areas": areas, "dead": [setup.generals[u] for u, at in enumerate(g.at) if at == DEAD]}


def write_cards(g: AreaPosition) -> dict[str, Any]:
    """Return the cards in the form that `read_cards` reads."""
    names, setup = g.setup.cards, g.setup
    piles = {name: pile(g, i, DISCARD) for i, name in enumerate(setup.decks)}
    return {
        "hands": {seat: [names[c] for c in g.hand(i)] for i, seat in enumerate(setup.seats)},
        "discards": piles if len(piles) > 1 else piles[setup.decks[0]],
        "in_effect": [names[c] for c, where in enumerate(g.cards) if where == TABLE],
    }


def pile(g: AreaPosition, deck: int, place: int) -> list[str]:
    """Return the names of a deck's cards in a place: STACK, DISCARD or TABLE."""
    setup = g.setup
    return [setup.cards[c] for c, where in enumerate(g.cards) if where == place and setup.deck[c] == deck]


def _clan_name(g: AreaPosition, clan: int) -> str:
    return NONE if clan < 0 else g.setup.clans[clan]


# -- views ------------------------------------------------------------------------------------------------------------


def view_board(g: AreaPosition, seat: int | None, powers: Sequence[str]) -> dict[str, Any]:
    """Return the public state of the table, and the seat's own hand (3-1, 6-10, N-62).

    `powers`: the seat, side or power that holds each area. Parts that have not changed are the same objects in every
    view, for every seat: do not modify them.
    """
    setup = g.setup
    return {
        "turn": g.turn,
        "areas": view_areas(g, powers),
        "pools": reuse_part(g, "pools", g.pool[:], lambda: dict(zip(setup.clans, g.pool, strict=True))),
        "off_map": _generals(g, "off_map", OFF),
        "dead": _generals(g, "dead", DEAD),
        "hand": [] if seat is None else own_view(g, seat)["hand"],
        **reuse_part(g, "cards", g.cards[:], lambda: _open_cards(g)),
    }


def reuse_part(g: AreaPosition, what: str, state: Any, make: Callable[[], Any]) -> Any:
    """Return a part of a view. `make` makes it if `state` has changed; else the object made last is returned."""
    entry = g.part_cache.get(what)
    if entry is None or entry[0] != state:
        entry = g.part_cache[what] = (state, make())
    return entry[1]


def _generals(g: AreaPosition, what: str, place: int) -> Any:
    generals = [u for u, at in enumerate(g.at) if at == place] if place in g.at else []
    return reuse_part(g, what, generals, lambda: [g.setup.generals[u] for u in generals])


def _open_cards(g: AreaPosition) -> dict[str, Any]:
    setup = g.setup

    def discard_names(deck: int) -> Any:
        cards = pile(g, deck, DISCARD)
        return reuse_part(g, f"discards {deck}", cards, lambda: cards)

    return {
        "hand_sizes": {name: g.cards.count(i) for i, name in enumerate(setup.seats)},
        "stack_sizes": {name: len(pile(g, i, STACK)) for i, name in enumerate(setup.decks)},
        "discards": {name: discard_names(i) for i, name in enumerate(setup.decks)},
        "in_effect": [setup.cards[c] for c, where in enumerate(g.cards) if where == TABLE],
    }


def own_view(g: AreaPosition, seat: int) -> dict[str, Any]:
    """Return the fields that only the view of a seat has; the view of a spectator lacks them."""
    name, hand = g.setup.seats[seat], g.hand(seat)
    return {"seat": name, "hand": reuse_part(g, f"hand {name}", hand, lambda: [g.setup.cards[c] for c in hand])}


def view_areas(g: AreaPosition, powers: Sequence[str]) -> dict[str, Any]:
    """Return the areas with their stacks. Areas that have not changed since the last view are not made anew."""
    roster = tuple(g.roster)
    board = (roster, *g.control, *g.present_generals, *g.up, *powers, bytes(g.ready), bytes(g.spent))
    before, (rows_before, areas) = g.part_cache.get("areas", ((None,), ((), {})))
    if board != before:
        up = sum(map(lshift, g.up, count()))
        ready = [up & generals for generals in g.present_generals]
        rows = list(
            zip(g.control, powers, g.present_generals, ready, *_by_clan(g, g.ready), *_by_clan(g, g.spent), strict=True)
        )
        if before[0] != roster:
            rows_before = [None] * len(rows)
        areas = {
            name: areas[name]
            if rows[area] == rows_before[area]
            else {"controller": _clan_name(g, g.control[area]), "stacks": write_stacks(g, area), "power": powers[area]}
            for area, name in enumerate(g.setup.map.names)
        }
        g.part_cache["areas"] = (board, (rows, areas))
    return cast(dict[str, Any], areas)


def _by_clan(g: AreaPosition, armies: bytearray) -> Iterator[bytearray]:
    width = len(g.control)
    return (armies[i : i + width] for i in range(0, len(armies), width))


def sample_hands(g: AreaPosition, seat: int, rng: random.Random) -> None:
    """Shuffle the cards that the seat cannot see among the other seats' hands and the stacks, keeping their sizes."""
    cards, decks = g.cards, g.setup.deck
    others = [other for other in range(len(g.setup.seats)) if other != seat]
    for deck in range(len(g.setup.decks)):
        unknown = [c for c, where in enumerate(cards) if decks[c] == deck and (where == STACK or where in others)]
        places = sorted(cards[c] for c in unknown)  # a place for each card: a hand or the stack
        rng.shuffle(places)
        for card, place in zip(unknown, places, strict=True):
            cards[card] = place


def invariants(g: AreaPosition) -> dict[str, int]:
    """Return numbers that never change.

    Some count the armies of each clan and the cards in the game. The others count errors, and are always 0: wrong
    entries of `present`, and negative pools.
    """
    width = len(g.control)
    numbers = {}
    for clan, name in enumerate(g.setup.clans):
        rows = slice(clan * width, (clan + 1) * width)
        numbers[f"armies of {name}"] = sum(g.ready[rows]) + sum(g.spent[rows]) + g.pool[clan]
    numbers["cards"] = len(g.cards)
    numbers["wrong presence"] = sum(
        bool(g.units(clan, area)) != bool(g.present[area] >> clan & 1)
        for clan in range(len(g.setup.clans))
        for area in range(width)
    )
    numbers["negative counts"] = sum(n < 0 for n in g.pool)
    return numbers
