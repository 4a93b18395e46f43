"""Positions as numbers: equal for a seat that cannot tell them apart, different for one that can, within bounds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import gunki
from gunki.core.dice.chance import searcher_chance
from gunki.core.encodings.encoder import HIDDEN, SLOTS, Encoder, Layout, encode, layout_of
from gunki.core.state.fields import Field, Set, Text, Words, find_field
from tests.core.duel import DuelGame, DuelPosition
from tests.support import often

#: Every scenario, and options that add secrets.
GAMES: list[tuple[str, str, dict[str, Any]]] = [
    *((ident, scenario, {}) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios),
    ("nobunaga", "campaign", {"bid_supply_areas": True, "successors": True}),
    ("nobunaga", "campaign", {"bid_bonus_cards": True}),
]
EVERY = pytest.mark.parametrize(("ident", "scenario", "options"), GAMES)
#: The decisions of a random game that are checked: the first ones, and every nth of the others.
FIRST, ONE_IN, MOST = 20, 13, often(40, 1000)


def walk(ident: str, scenario: str, options: dict[str, Any], seed: int = 3) -> Iterator[tuple[gunki.Game, Any]]:
    """Yield the positions of a random game; it is the same object each time."""
    game, rng = gunki.game(ident), random.Random(seed)
    position = gunki.new(ident, scenario, options=options, seed=seed).position.clone()
    chance, plies, looked = searcher_chance(rng), 0, 0
    while position.wait is not None and looked < FIRST + MOST:
        if plies < FIRST or plies % ONE_IN == 0:
            looked += 1
            yield game, position
        plies += 1
        position.apply(rng.choice(position.options()), chance)


@EVERY
def test_a_row_is_as_long_as_its_layout_and_within_its_bounds(
    ident: str, scenario: str, options: dict[str, Any]
) -> None:
    encoder: Encoder | None = None
    for _, g in walk(ident, scenario, options):
        layout = layout_of(g)
        encoder = encoder or Encoder(layout)
        for seat in range(len(g.setup.seats)):
            row = encoder.encode(g, seat)
            assert len(row) == len(layout) == len(layout.low) == len(layout.high)
            beyond = [
                i for i, (v, a, b) in enumerate(zip(row, layout.low, layout.high, strict=True)) if not a <= v <= b
            ]
            assert [layout.names[i] for i in beyond] == []
            assert row == encode(g, seat), "what was kept is what would be written anew"
            assert row is not encoder.encode(g, seat), "nobody else's row changes"


@EVERY
def test_a_seat_gets_equal_rows_of_positions_that_it_cannot_tell_apart(
    ident: str, scenario: str, options: dict[str, Any]
) -> None:
    rng = random.Random(5)
    for game, g in walk(ident, scenario, options):
        for seat in range(len(g.setup.seats)):
            row = encode(g, seat)
            for _ in range(2):
                guess = encode(game.sample(g, seat, rng), seat)
                assert guess == row, [layout_of(g).names[i] for i in range(len(row)) if row[i] != guess[i]]


@EVERY
def test_rows_differ_only_where_a_seat_can_distinguish_positions(
    ident: str, scenario: str, options: dict[str, Any]
) -> None:
    """Where a seat can distinguish two positions, its rows differ."""
    rng, told = random.Random(7), 0
    for game, g in walk(ident, scenario, options):
        seat = rng.randrange(len(g.setup.seats))
        known: dict[bytes, Any] = {}
        for act in rng.sample(g.options(), min(4, len(g.options()))):
            after = g.clone()
            after.apply(act, searcher_chance(random.Random(1)))
            row, seen = encode(after, seat).tobytes(), known_of(game, after, seat)
            assert known.setdefault(row, seen) == seen
        told += len(known) > 1
    assert told > 5


def known_of(game: gunki.Game, g: Any, seat: int) -> dict[str, Any]:
    """Return all that a seat knows and can play by: a sample depends on nothing else.

    The number of rolls and the clauses of procedures are left out, and so is the stack after the end.
    """
    found = game.sample(g, seat, random.Random(1)).to_dict()
    texts = {
        name
        for frame in g.stack
        for name in type(frame).field_names()
        if isinstance(find_field(g.FIELDS, type(frame).__name__, name), Text)
    }
    found["stack"] = [{k: v for k, v in frame.items() if k not in texts} for frame in found["stack"]]
    return {name: value for name, value in found.items() if name not in ("chances", "barrier", "outcome")}


@EVERY
def test_every_change_of_state_or_procedure_changes_a_row(ident: str, scenario: str, options: dict[str, Any]) -> None:
    """A change of any one value changes the row of some seat, and of every seat if it is no secret."""
    for place, (_, g) in enumerate(walk(ident, scenario, options)):
        encoder = Encoder(layout_of(g))
        for name, piece in g.STATE.items() if place % 10 == 0 else ():
            changed = g.clone()
            setattr(changed, name, another_value(getattr(g, name), piece.field, g, bool(piece.per)))
            check_rows(encoder, g, changed, name, piece.field)
        top = type(g.stack[-1])
        for name in top.field_names():
            field = find_field(g.FIELDS, top.__name__, name)
            if field is not None and not isinstance(field, Text):
                changed = g.clone()
                setattr(changed.stack[-1], name, another_value(getattr(g.stack[-1], name), field, g, False))
                check_rows(encoder, g, changed, f"{top.__name__}.{name}", field)


def check_rows(encoder: Encoder, g: Any, changed: Any, name: str, field: Field) -> None:
    if not field.many and not isinstance(field, Set | Words) and field.bounds(g)[0] == field.bounds(g)[1]:
        return  # it can be nothing else in this scenario
    told = [encoder.encode(g, seat) != encoder.encode(changed, seat) for seat in range(len(g.setup.seats))]
    assert any(told), name
    assert all(told) or field.secret is not None, name


def another_value(value: Any, field: Field, g: Any, layer: bool) -> Any:
    """Return another value that the field may have."""
    if layer:
        return type(value)([another_value(next(iter(value)), field, g, False), *list(value)[1:]])
    if field.many:
        return type(value)([*value, field.bounds(g)[1]]) if len(value) < field.many else value[1:]
    if isinstance(field, Words):
        return next(word for word in field.known if word != value)
    if isinstance(field, Set):
        return value ^ 1
    low, high = field.bounds(g)
    return value + 1 if value < high else max(low, value - 1)


@EVERY
def test_a_row_can_be_read_back(ident: str, scenario: str, options: dict[str, Any]) -> None:
    for _, g in walk(ident, scenario, options):
        layout = layout_of(g)
        read = layout.decode(encode(g, g.wait.who))
        assert read["seat"] == read["asked"] == [g.wait.who]
        assert read["turn"] == [g.turn]
        for name, piece in g.STATE.items():
            if piece.field.secret is None and not isinstance(piece.field, Set):
                value = getattr(g, name)
                expected = [value] if piece.container is int else list(value)
                assert read.get(name, []) == expected, name
        for depth, frame in enumerate(g.stack, 1):
            procedure = type(frame).__name__
            assert read[procedure] == [depth]
            for name in type(frame).field_names()[1:]:
                field, value = find_field(g.FIELDS, procedure, name), getattr(frame, name)
                assert field is not None
                if field.secret is None and not isinstance(field, Set | Text | Words):
                    assert read.get(f"{procedure}.{name}", []) == ([*value] if field.many else [value])
        under_way = {type(frame).__name__ for frame in g.stack}
        assert {name for name in read if name in g.procedures} == under_way


@EVERY
def test_lists_of_play_fit_into_their_places(ident: str, scenario: str, options: dict[str, Any]) -> None:
    for _, g in walk(ident, scenario, options):
        lists = [getattr(g, name) for name, piece in g.STATE.items() if piece.field.many]
        lists += [value for frame in g.stack for value in frame.to_dict().values() if isinstance(value, tuple)]
        assert max(map(len, lists), default=0) <= SLOTS


def test_places_have_names_of_their_own() -> None:
    for ident, scenario, options in GAMES:
        layout = layout_of(gunki.new(ident, scenario, options=options, seed=1).position)
        assert len(layout.names) == len(set(layout.names)) == len(layout)
        assert sum(part.size for part in layout.parts.values()) == len(layout)


def test_a_layout_is_cached_for_each_setup() -> None:
    one, two = (gunki.new("nobunaga", seed=seed).position for seed in (1, 2))
    assert layout_of(one) is layout_of(two)
    assert layout_of(one) is not layout_of(gunki.new("honganji", seed=1).position)


# -- secrets ----------------------------------------------------------------------------------------------------------


def test_a_hand_is_known_to_its_owner_and_its_size_to_all() -> None:
    g: Any = gunki.new("nobunaga", seed=4).position
    hands = {seat: [c for c, owner in enumerate(g.cards) if owner == seat] for seat in (0, 1)}
    assert hands[0]
    assert hands[1]
    for seat in (0, 1):
        read = layout_of(g).decode(encode(g, seat))
        shown = read["cards"]
        assert [c for c, owner in enumerate(shown) if owner == seat] == hands[seat]
        assert all(shown[c] is None for c in hands[1 - seat])
        assert all(shown[c] is None for c, owner in enumerate(g.cards) if owner == -1), "nobody knows the stack"
        counts = dict(zip(layout_of(g).parts["cards.count"].names, read["cards.count"], strict=True))
        for other_seat, name in enumerate(g.setup.seats):
            assert sum(n or 0 for place, n in counts.items() if place.endswith(f".{name}")) == len(hands[other_seat])


def test_a_discarded_card_lies_open() -> None:
    g: Any = gunki.new("nobunaga", seed=4).position.clone()
    card = g.cards.index(0)
    g.cards[card] = -2
    assert [layout_of(g).decode(encode(g, seat))["cards"][card] for seat in (0, 1)] == [-2, -2]


def test_a_bid_is_hidden_from_the_other_bidder() -> None:
    match = gunki.new("nobunaga", options={"bid_bonus_cards": True}, seed=1)
    rows = []
    for option in match.decision.options if match.decision else ():
        fork = match.fork()
        fork.act(option)
        rows.append([encode(fork.position, seat) for seat in (0, 1)])
    assert len({row.tobytes() for row, _ in rows}) == len(rows) > 2
    assert len({row.tobytes() for _, row in rows}) == 1
    place = layout_of(match.position).parts["Bidding.first_bid"].start
    assert {row[place] for _, row in rows} == {HIDDEN}


def test_the_goal_of_a_march_and_waiting_enemies_are_hidden() -> None:
    """In some of these games an army marches past enemies that lie in wait."""
    bound = unheard = 0
    for seed in range(often(4, 20)):
        rng = random.Random(seed)
        g: Any = gunki.new("hideyoshi", "komaki_nagakute", seed=seed).position.clone()
        layout, encoder, chance = layout_of(g), Encoder(layout_of(g)), searcher_chance(rng)
        for _ in range(3000):
            if g.wait is None or (bound and unheard):
                break
            march = next((frame for frame in g.stack if type(frame).__name__ == "March"), None)
            if march is not None:
                mine, theirs = (encoder.encode(g, seat) for seat in (march.seat, 1 - march.seat))
                assert mine[layout.parts["let_pass"].start] == HIDDEN
                assert theirs[layout.parts["let_pass"].start] == g.let_pass
                count, way = layout.parts["March.ahead.count"].start, layout.parts["March.ahead"].places
                assert mine[count] == len(march.ahead) + 1
                assert theirs[count] == HIDDEN
                assert not any(theirs[way])
                bound += bool(march.ahead)
                unheard += g.let_pass
            g.apply(rng.choice(g.options()), chance)
    assert bound
    assert unheard


# -- what cannot be ---------------------------------------------------------------------------------------------------


def test_a_long_list_shows_its_beginning_and_its_length() -> None:
    g: Any = gunki.new("kanto", seed=1).position.clone()
    g.dropped = tuple(range(SLOTS + 8))
    read = layout_of(g).decode(encode(g, 0))
    assert read["dropped"] == list(range(SLOTS))
    assert read["dropped.count"] == [SLOTS + 8]


@pytest.mark.parametrize("seat", [-1, 2, True, "oda", None])
def test_an_unknown_seat_is_refused(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat: expected a whole number from 0 to 1"):
        encode(gunki.new("nobunaga", seed=1).position, seat)


def test_an_encoder_refuses_positions_of_another_setup() -> None:
    encoder = Encoder(layout_of(gunki.new("nobunaga", seed=1).position))
    with pytest.raises(ValueError, match="another setup"):
        encoder.encode(gunki.new("nobunaga", options={"successors": True}, seed=1).position, 0)


def test_a_row_of_another_length_is_refused() -> None:
    layout = layout_of(gunki.new("nobunaga", seed=1).position)
    with pytest.raises(ValueError, match=f"expected {len(layout)} numbers, found 3"):
        layout.decode([0, 0, 0])


def test_a_row_after_the_end_has_no_decision() -> None:
    g = gunki.new("nobunaga", seed=1).position.clone()
    rng = random.Random(1)
    while g.wait is not None:
        g.apply(rng.choice(g.options()), searcher_chance(rng))
    read = layout_of(g).decode(encode(g, 1))
    assert read["asked"] == [-1]
    assert "question" not in read
    assert not any(name in read for name in g.procedures)


def test_an_undeclared_value_is_refused_by_name() -> None:
    class Told(DuelPosition):
        __slots__ = ("setup",)

    told: Any = Told()
    told.setup = DuelGame().setup()
    with pytest.raises(TypeError, match=r"\w+\.\w+: nobody has declared what it may hold"):
        Layout(told)
