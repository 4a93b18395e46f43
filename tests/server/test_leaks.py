"""Everything that is sent to anybody, searched for what they must not know."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import gunki
from tests.server.leak_hunt import hunt, played, steps_in, table_overlays
from tests.server.leaks import Searcher, Sent
from tests.server.process import Server
from tests.server.store import secrets_of
from tests.server.table import Json, Played, Table, options, sit
from tests.support import often

#: Game, seed, matches.
RUNS = [("nobunaga", 1, often(8, 70)), ("nobunaga", 2, often(8, 70)), ("honganji", 3, often(8, 50))]


@pytest.mark.parametrize(("game", "seed", "count"), RUNS)
def test_nobody_is_sent_what_they_must_not_know(server: Server, game: str, seed: int, count: int) -> None:
    hunt(server, game, random.Random(seed), count)


def test_the_searcher_finds_what_is_planted(server: Server) -> None:
    """Each kind of leak, one at a time, in texts that are clean without it."""
    table, sent = played(server, "nobunaga", random.Random(5), table_overlays(server, "nobunaga"))
    secret = secrets_of(server)[table.commitment]
    searcher = Searcher(table, "nobunaga", secret)
    assert searcher.leaks(sent) == []
    # The latest time when the other held something hidden, and something was still in the deck.
    last, hidden, deck = next(
        (ply, min(held), min(rest))
        for ply in range(len(table.played), -1, -1)
        if (held := searcher.held[ply]["anti_oda"] - searcher.known["oda", ply])
        and (rest := searcher.cards - searcher.known["oda", ply] - held)
    )
    seed = searcher.match.header.seed
    plants = {
        f'{{"hand": ["{hidden}"]}}': f"{hidden} of anti_oda",
        f'{{"text": "event {hidden}"}}': f"{hidden} of anti_oda",
        f'{{"lights": ["card:{hidden}"]}}': f"{hidden} of anti_oda",
        f'{{"deck": ["{deck}"]}}': f"{deck} of the deck",
        f'{{"secret": "{secret.hex()}"}}': "the secret",
        f'{{"secret": "{secret.hex().upper()}"}}': "the secret",
        f'{{"seed": {seed}}}': "the seed",
        f'{{"seed": "0x{seed:x}"}}': "the seed",
        f'{{"token": "{table.players["anti_oda"].token}"}}': "the token of anti_oda",
        f'{{"owner": "{table.owner.token}"}}': "the token of owner",
        f'{{"invite": "{table.invites["anti_oda"]}"}}': "the token of invite anti_oda",
        f'{{"nonce": "{table.nonces["anti_oda"]}"}}': "the number of anti_oda",
    }
    for text, what in plants.items():
        [leak] = searcher.leaks([Sent("oda", last, text, "planted")])
        assert what in leak
    own = next(iter(searcher.held[last]["oda"]), None)
    if own is not None:
        assert searcher.leaks([Sent("oda", last, f'"{own}"')]) == []
        assert searcher.leaks([Sent(None, last, f'"{own}"')]) or own in searcher.known[None, last]
    future = f"""{{"ply": {last + 1}, "who": "oda", "events": []}}"""
    assert steps_in(future) == [last + 1]


def test_the_dice_are_told_when_a_match_is_over_and_only_then(server: Server, over: Callable[[str], Played]) -> None:
    ended = over("nobunaga").table
    table, _ = played(server, "nobunaga", random.Random(6), table_overlays(server, "nobunaga"))
    found = secrets_of(server)
    for one, state in ((ended, "over"), (table, "playing")):
        searcher = Searcher(one, "nobunaga", found[one.commitment])
        if (searcher.match.result is None) != (state == "playing"):
            continue  # its own dice ended it early
        told = f'"secret":"{found[one.commitment].hex()}","nonces":"{one.nonces["anti_oda"]}"'
        assert len(searcher.keys("oda", f'{{"state":"playing",{told}}}', "planted")) == 2
        assert len(searcher.keys("oda", f'{{"state":"over",{told}}}', "planted")) == (0 if state == "over" else 2)
        token = f'{{"state":"over","token":"{one.players["anti_oda"].token}"}}'
        assert len(searcher.keys("oda", token, "planted")) == 1


# -- questions whose answer would tell ---------------------------------------------------------------------------------


def at_an_action(server: Server, seed: int) -> tuple[Table, Json, gunki.Match]:
    """A decision of a seat that could play a card, as it sees it, and the truth."""

    def playable(s: Json) -> bool:
        decision = s["decision"]
        asked = bool(decision) and s["who"] == s["seat"] and decision["name"] == "action"
        return asked and any(text.startswith("event ") for text in options(s))

    rng = random.Random(seed)
    while True:  # the dice are the server's: a match may end without such a decision
        table = sit(server)
        snapshot = table.run(lambda s: rng.choice(options(s)), until=playable)
        if snapshot["state"] != "over":
            break
    searcher = Searcher(table, "nobunaga", secrets_of(server)[table.commitment])
    return table, snapshot, searcher.match


@pytest.mark.parametrize("verb", ["event", "discard"])
def test_why_does_not_tell_what_another_holds(server: Server, verb: str) -> None:
    """Whoever does not decide gets the same answer for a card in the other's hand as for one in the deck."""
    table, snapshot, match = at_an_action(server, 61)
    who = snapshot["who"]
    hand = set(match.view(who)["hand"])
    for asker in (*(p for seat, p in table.players.items() if seat != who), table.spectator):
        answers = {}
        for card in match.setup.lexicon.domains["card"]:
            for kind, params in (("action", {"action": f"{verb} {card}"}), ("thing", {"thing": f"card:{card}"})):
                answer = asker("GET", asker.path("why"), params=params)
                answers[kind, card] = (answer.status_code, answer.text.replace(card, "CARD"))
        for kind in ("action", "thing"):
            held = {answers[kind, card] for card in hand}
            rest = {a for (k, card), a in answers.items() if k == kind and card not in hand}
            assert held <= rest, f"{asker.seat} learns from why?{kind}= what {who} holds"


def test_a_refused_action_does_not_tell_what_another_holds(server: Server) -> None:
    table, snapshot, match = at_an_action(server, 61)
    who = snapshot["who"]
    [other] = [player for seat, player in table.players.items() if seat != who]
    answers = {
        other.try_to_act(snapshot["ply"], f"event {card}").text.replace(card, "CARD")
        for card in match.setup.lexicon.domains["card"]
    }
    assert len(answers) == 1


def test_why_knows_no_more_than_the_seat_that_asks(server: Server) -> None:
    """The bars of one who decides are those of any position that the seat cannot tell from the true one."""
    for seed in (62, 63):
        table, snapshot, match = at_an_action(server, seed)
        player = table.players[snapshot["who"]]
        lexicon = match.setup.lexicon
        guess = match.sample(snapshot["who"], random.Random(seed))
        for card in lexicon.domains["card"]:
            said = [(b["clause"], b["what"]) for r in player.why(action=f"event {card}") for b in r["bars"]]
            bars = guess.bars(lexicon.parse(f"event {card}"))
            assert said == [(f"nobunaga:{bar.clause}", bar.what) for bar in bars]


@pytest.mark.parametrize("overlay", ["odds", "threat", "reach", "supply", "zoc"])
def test_an_overlay_does_not_tell_what_another_holds(server: Server, overlay: str) -> None:
    table, snapshot, match = at_an_action(server, 61)
    who = snapshot["who"]
    hand = set(match.view(who)["hand"])
    for asker in (*(p for seat, p in table.players.items() if seat != who), table.spectator):
        answers = {
            card: (answer.status_code, answer.text.replace(card, "CARD"))
            for card in match.setup.lexicon.domains["card"]
            for answer in [asker("GET", asker.path(f"query/{overlay}"), params={"action": f"event {card}"})]
        }
        held = {answers[card] for card in hand}
        assert held <= {a for card, a in answers.items() if card not in hand}
