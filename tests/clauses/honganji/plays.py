"""Positions and whole plays in a few words, for the tests of cards, special rules, victory and rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gunki.core.rules.events import Event
from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.table import HOME, LEADERS, SEATS, acts, compose, hand

COPIES = {
    "surrounding_nobunaga": 8,
    "fortification": 3,
    "surrender_of_garrison": 2,
    "opportunism": 2,
    "chief_adviser": 1,
    "desertion": 3,
    "slander": 2,
    "scheming": 2,
    "surprise_attack": 2,
    "charge": 2,
    "forced_march": 2,
    "reliable_supply": 1,
    "transfer_of_fief": 1,
    "urgent_recruitment": 1,
}
DECK = [f"{kind}_{n}" if copies > 1 else kind for kind, copies in COPIES.items() for n in range(1, copies + 1)]

SPARE = "surrounding_nobunaga_7"  # a second card of the player to act
OTHER = "surrounding_nobunaga_8"  # keeps the next player in the action phase
EXTRA_CARDS = (1, 1, 1, 1)  # four petitions that ask nothing: each draws a card


def lay(
    areas: Mapping[str, Any] | None = None,
    *,
    out: Sequence[str] = (),
    killer: str | None = None,
    seats: Sequence[str] = SEATS,
    status: Mapping[str, str] | None = None,
    dead: Sequence[str] = (),
    **entries: Any,
) -> Playing:
    """Lay out each leader alone at home, one Uesugi army in Echigo, Nobunaga alone in the capital; then the areas.

    Players who are out have lost leader and home; with a killer named Nobunaga is dead. In an action turn each player
    who is in holds one card unless hands are given.
    """
    board: dict[str, Any] = {"echigo": {"uesugi": {"ready": 1}}}
    for seat in seats:
        board[HOME[seat]] = {"controller": "neutral"} if seat in out else {seat: {"generals": [LEADERS[seat]]}}
    fallen = [*dead, *[LEADERS[seat] for seat in out]]
    if killer is None:
        board["miyako_azuchi"] = {"oda": {"generals": ["oda_nobunaga"]}}
    else:
        fallen.append("oda_nobunaga")
        entries["nobunaga_killer"] = killer
    if not entries.keys() & {"phase", "hands"}:
        entries["hands"] = {seat: [f"surrounding_nobunaga_{n}"] for n, seat in enumerate(seats, 1) if seat not in out}
    document = {
        "empty": True,
        "areas": board | dict(areas or {}),
        "dead": fallen,
        "status": dict(status or {}) | dict.fromkeys(out, "out"),
    }
    return compose(document, **entries)


def table(seat: str, card: str, areas: Mapping[str, Any] | None = None, *dice: int, **entries: Any) -> Playing:
    """Lay out an action turn of the seat, with the card and one other in hand; the next player still in holds one."""
    out = entries.get("out", ())
    at = SEATS.index(seat)
    watcher = next(other for other in [*SEATS[at + 1 :], *SEATS[:at]] if other not in out)
    hands = {seat: [card, SPARE], watcher: [OTHER]}
    return lay(areas, **{"to_act": seat, "hands": hands, "dice": dice, **entries})


def over(match: Playing, seat: str, card: str) -> None:
    """Assert that an event is done: its card is discarded, nothing else was paid, the action turn may go on or end."""
    assert (match.decision.name, match.decision.who) == ("action", seat)
    assert hand(match, seat) == [SPARE]
    assert card in match.view(seat)["discards"]["common"]
    assert "end" in match.decision.texts


def column(match: Playing, clan: str, area: str, *generals: str, armies: int = 0) -> None:
    """March a column out of an area with these generals and armies, up to the choice of the destination."""
    acts(match, f"march {clan} {area}", *[f"take {general}" for general in generals])
    if match.decision.name == "generals":
        match.act("done")
    if match.decision.name == "strength":
        match.act(f"with {armies}")
    assert match.decision.name == "destination"


def go(match: Playing, clan: str, area: str, to: str, *generals: str, armies: int = 0) -> None:
    """March from one area to another, with its combat if that asks nothing."""
    column(match, clan, area, *generals, armies=armies)
    match.act(f"to {to}")


def move(match: Playing, clan: str, area: str, to: str, *generals: str, armies: int = 0, pay: str = SPARE) -> None:
    """Play the movement action; if its combat asks nothing, pay with the card."""
    match.act("movement")
    go(match, clan, area, to, *generals, armies=armies)
    settle(match, pay)


def settle(match: Playing, card: str = SPARE) -> None:
    """Pay for the action, if it is over (H-49)."""
    if match.decision is not None and match.decision.name == "discard":
        match.act(f"discard {card}")


def finish(match: Playing, card: str = SPARE) -> None:
    """Pay for a combat, and fight no further."""
    settle(match, card)
    if match.decision is not None and match.decision.name == "additional":
        match.act("stop")


def seen(match: Playing, key: str) -> Any:
    """Return an entry of the view that everybody sees."""
    return match.view("akechi")[key]


def sizes(match: Playing) -> list[int]:
    """Return the hand sizes in the order of the seats."""
    return [seen(match, "hand_sizes")[seat] for seat in SEATS]


def cards_in_game(match: Playing) -> int:
    """Return how many cards there are in hands, in the stack and among the discards."""
    return int(sum(sizes(match)) + seen(match, "stack_sizes")["common"] + len(seen(match, "discards")["common"]))


def ended(match: Playing, winner: str | None, reason: str, clause_id: str) -> None:
    """Assert that the match is over in this way."""
    assert match.decision is None
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (winner, reason)
    assert match.result.clause == f"honganji:{clause_id}"
    assert tuple(match.result.winners) == (() if winner is None else (winner,))


def goes_on(match: Playing) -> None:
    """Assert that the match is not over."""
    assert match.result is None
    assert match.decision is not None


def kinds(events: list[Event]) -> list[str]:
    """Return what happened, by name."""
    return [event.kind for event in events]


def told(events: list[Event], kind: str) -> list[list[str]]:
    """Return the clauses that each event of a kind names."""
    return [[name.removeprefix("honganji:") for name in event.clauses] for event in events if event.kind == kind]
