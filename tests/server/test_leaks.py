"""Everything that is sent to anybody, searched for what they must not know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import gunki
from tests.server.leaks import Searcher, Sent
from tests.server.process import Server
from tests.server.store import secrets_of
from tests.server.streams import Stream
from tests.server.table import Json, Player, Table, options, sit
from tests.support import often

#: Game, seed, matches.
RUNS = [("nobunaga", 1, often(8, 70)), ("nobunaga", 2, often(8, 70)), ("honganji", 3, often(8, 50))]


STEP = re.compile(r'"ply": ?(\d+), ?"who": ?"\w*", ?(?:"opens": ?\w+, ?)?"events')


def look_around(player: Player, snapshot: Json, rng: random.Random, overlays: list[str]) -> Iterator[tuple[str, str]]:
    """Every question a client can ask, some at a time: (what, answer)."""
    ply = snapshot["ply"]
    areas = list(snapshot["view"]["areas"])
    action = rng.choice(options(snapshot)) if snapshot["who"] == player.seat else "pass"
    questions: list[tuple[str, dict[str, object]]] = [
        ("view", {}),
        ("view", {"ply": rng.randint(0, ply)}),
        ("events", {"since": 0}),
        ("why", {"thing": f"area:{rng.choice(areas)}"}),
        ("why", {"action": f"march oda {rng.choice(areas)}"}),
        (f"query/{rng.choice(overlays)}", {"thing": f"area:{rng.choice(areas)}"}),
        (f"query/{rng.choice(overlays)}", {"action": action}),
        ("chat", {}),
        ("save", {}),
        ("", {}),
    ]
    for path, params in rng.sample(questions, 4):
        answer = player("GET", player.path(path), params=params)
        yield f"GET {path} {params}", answer.text + str(answer.headers)
    for body in ({"ply": ply, "action": "march oda mino"}, {"ply": ply - 1, "action": action}):
        if snapshot["who"] != player.seat or body["ply"] != ply:
            answer = player("POST", player.path("actions"), json=body)
            yield "POST actions", answer.text + str(answer.headers)


def played(server: Server, game: str, rng: random.Random, overlays: list[str]) -> tuple[Table, list[Sent]]:
    """Some decisions of a match with everybody listening, and all that was sent to everybody."""
    table = sit(server, game)
    everybody = [*table.players.values(), table.spectator]
    sent: list[Sent] = []
    listeners = [*rng.sample(list(table.players.values()), 2), table.spectator]
    streams = [(p.seat, Stream(p, bot=rng.random() < 0.3)) for p in listeners]
    snapshot = table.ask(table.first.view())
    for _ in range(rng.randint(25, 35)):
        if snapshot["state"] != "playing":
            break
        if rng.random() < 0.1:
            for player in everybody:
                seen = snapshot if player.seat == snapshot["seat"] else player.view()
                for what, text in look_around(player, seen, rng, overlays):
                    sent.append(Sent(player.seat, seen["ply"], text, what))
        after = table.play(snapshot, rng.choice(options(snapshot)))
        sent.append(Sent(after["seat"], after["ply"], str(after), "answer to an action"))
        if after["decision"] and after["undo"]["decision"] == "free" and rng.random() < 0.1:
            back = table.players[after["seat"]].undo(after["ply"]).json()
            sent.append(Sent(after["seat"], after["ply"], str(back), "taken back"))
            after = table.play(back, table.played.pop()[1])
        snapshot = table.ask(after) if after["who"] else after
    for seat, stream in streams:
        with stream:
            stream.until(lambda h: _ply(h.data) >= len(table.played))
        sent += [Sent(seat, ply, h.raw, f"stream {h.kind}") for h in stream.seen if (ply := _ply(h.data)) >= 0]
    return table, sent


def _ply(data: object) -> int:
    """The ply an event of a stream speaks of; -1 if it speaks of none."""
    if not isinstance(data, dict):
        return -1
    inner = data.get("snapshot", data)
    return int(inner["ply"]) if "ply" in inner else -1


@pytest.mark.parametrize(("game", "seed", "count"), RUNS)
def test_nobody_is_sent_what_they_must_not_know(server: Server, game: str, seed: int, count: int) -> None:
    rng = random.Random(seed)
    overlays = table_overlays(server, game)
    matches = [played(server, game, rng, overlays) for _ in range(count)]
    found = secrets_of(server)
    texts = 0
    for table, sent in matches:
        searcher = Searcher(table, game, found[table.commitment])
        assert any(hand for hands in searcher.held for hand in hands.values()), "there was something to hide"
        assert searcher.leaks(sent) == []
        steps = [(max(_steps(one.text), default=0), one.ply) for one in sent]
        assert all(last <= ply for last, ply in steps), "nothing is told before it happens"
        for player in table.players.values():
            assert searcher.match.view(player.seat) == player.view()["view"], "the truth searched for is the truth"
        assert any(last for last, _ in steps)
        texts += len(sent)
    assert texts > count * 60


def _steps(text: str) -> list[int]:
    """The plies of the steps in a text: a step's ply comes right before who made it."""
    return [int(ply) for ply in STEP.findall(text.replace("'", '"'))]


def table_overlays(server: Server, game: str) -> list[str]:
    answer: Json = Player(server, "").get(f"/api/catalogue/{game}")
    names = [o if isinstance(o, str) else o["id"] for o in answer["overlays"]]
    assert names
    return names


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
    }
    for text, what in plants.items():
        [leak] = searcher.leaks([Sent("oda", last, text, "planted")])
        assert what in leak
    own = next(iter(searcher.held[last]["oda"]), None)
    if own is not None:
        assert searcher.leaks([Sent("oda", last, f'"{own}"')]) == []
        assert searcher.leaks([Sent(None, last, f'"{own}"')]) or own in searcher.known[None, last]
    future = f"""{{"ply": {last + 1}, "who": "oda", "events": []}}"""
    assert _steps(future) == [last + 1]


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
