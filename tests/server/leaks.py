"""Looking through what a client was sent for what it must not know.

The truth comes from outside the server: its secret is taken from the store, the match is replayed with it, and every
hand is known at every ply. Whatever names a card that a client has neither held nor seen played is a leak.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

import gunki
from tests.server.store import seed_of
from tests.server.table import Table

WORD = re.compile(r"[a-z0-9_]{3,}")
OVER = re.compile(r"""["']state["']: ?["']over["']""")


@dataclass
class Sent:
    """One text that a client was sent, and the ply it may know of."""

    seat: str | None
    ply: int
    text: str
    what: str = ""


class Searcher:
    def __init__(self, table: Table, game: str, secret: bytes) -> None:
        self.table = table
        match = gunki.new(game, seed=seed_of(table.id, secret, gunki.new(game, seed=0).seats, table.nonces))
        self.cards = set(match.setup.lexicon.domains["card"])
        seed = match.header.seed
        #: Nobody may know these while the match is played.
        self.secret = {secret.hex(): "the secret", str(seed): "the seed", f"{seed:x}": "the seed"}
        clients = {table.owner: "owner", **{player: str(player.seat) for player in table.players.values()}}
        self.tokens = {str(client.token): name for client, name in clients.items()}
        self.tokens |= {invite: f"invite {seat}" for seat, invite in table.invites.items()}
        self.tokens |= {hashlib.sha256(t.encode()).hexdigest(): f"hash of {name}" for t, name in self.tokens.items()}
        #: The numbers that the dice are made of: others hear of them when the match is over.
        self.numbers = {number: seat for seat, number in table.nonces.items()}
        #: For each client and ply the cards it has held or seen played so far.
        self.known: dict[tuple[str | None, int], set[str]] = {}
        #: For each ply the cards that others hold: a leak of these is worth more than one of the deck.
        self.held: list[dict[str, set[str]]] = []
        public: set[str] = set()
        own: dict[str | None, set[str]] = {seat: set() for seat in (*match.seats, None)}
        for ply in range(len(table.played) + 1):
            if ply:
                seat, action = table.played[ply - 1]
                assert match.who == seat
                match.act(action)
                public |= set(WORD.findall(action)) & self.cards
            open_view = match.view(None)
            public |= set(WORD.findall(str([open_view.get("discards"), open_view.get("in_effect")]))) & self.cards
            hands = {seat: set(match.view(seat)["hand"]) for seat in match.seats}
            self.held.append(hands)
            for client in own:
                own[client] |= hands.get(str(client), set())
                self.known[client, ply] = own[client] | public
        self.match = match

    def keys(self, seat: str | None, text: str, what: str) -> list[str]:
        """Secrets, tokens and numbers in a text this client must not have: tokens never, the rest until the end."""
        found = []
        for word, name in self.tokens.items():
            if name != seat and word in text:
                found.append(f"{what}: {seat} is told the token of {name}")
        if self.match.result is not None and OVER.search(text):  # then everybody may check the dice
            return found
        low = text.lower()
        found += [f"{what}: {seat} is told {secret}" for word, secret in self.secret.items() if word in low]
        for word, name in self.numbers.items():
            if name != seat and word in low:
                found.append(f"{what}: {seat} is told the number of {name}")
        return found

    def leaks(self, sent: Iterable[Sent]) -> list[str]:
        found = []
        for one in sent:
            found += self.keys(one.seat, one.text, one.what)
            unknown = [card for card in self.cards - self.known[one.seat, one.ply] if card in one.text]
            for card in sorted(set(WORD.findall(one.text)).intersection(unknown)) if unknown else ():
                where = [seat for seat, hand in self.held[one.ply].items() if card in hand] or ["the deck"]
                found.append(f"{one.what}: {one.seat} is told of {card} of {where[0]} at ply {one.ply}")
        return found
