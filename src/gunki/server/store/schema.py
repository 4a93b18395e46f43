"""What is stored. (match, seq) is the key of a log, so two writers can never both append.

Nothing is appended to the log of a match that is not there (a trigger of the migrations). Lines are never changed; a
take-back deletes those that it has made obsolete.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text, text

metadata = MetaData()
#: The newest of the migrations, which make these tables.
VERSION = "0005"

#: Lines that tell who has still to agree that a match is closed; written out, as its index is only for these words.
ABOUT_CLOSING = "kind IN ('close_ask', 'close_agree', 'close_refuse', 'resign')"

matches = Table(
    "match",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("name", String(64), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("dice", String(16), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("created", Float, nullable=False),
    #: Who made it, hashed with a key of this folder: what one address does is counted together.
    Column("origin", String(32), nullable=False, server_default=""),
    #: Why the operator shows it to nobody; empty: he does.
    Column("quarantine", Text, nullable=False, server_default=""),
    #: Its network had made many public matches before: it is listed behind those of others.
    Column("further", Boolean, nullable=False, server_default="0"),
    #: Lists go by these alone, and look up only what they show.
    Index("match_newest", "public", "further", "created", "id", "state", "game", "quarantine"),
    Index("match_state", "state", "public", "further", "created", "id", "game", "quarantine"),
)

#: What a match goes on from (gunki.server.store.source_codec): large, and read only where it is opened.
sources = Table(
    "source",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

chairs = Table(
    "chair",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("number", Integer, nullable=False),
    #: "person" or "bot"
    Column("kind", String(16), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("mine", Boolean, nullable=False),
    Column("name", String(64), nullable=False),
    #: SHA-256 of the tokens, empty where there is none.
    Column("token", String(64), nullable=False),
    Column("invite", String(64), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("joined", Boolean, nullable=False),
    #: The hash of the nonce, given before anybody reveals his.
    Column("commit", String(64), nullable=False, server_default=""),
)

log = Table(
    "log",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    #: How the match stands after it, so that lists need no replay.
    Column("ply", Integer, nullable=False),
    Column("who", String(64), nullable=False),
    Column("body", Text, nullable=False),
    #: Who decides is not told by the last line alone where players have exchanged sides.
    Index("log_swaps", "match", sqlite_where=text("kind = 'swap'")),
    #: Whether somebody wants to close a match may be told by lines of long ago.
    Index("log_closing", "match", "seq", sqlite_where=text(ABOUT_CLOSING)),
)

#: Where a match stands (gunki.server.matches.checkpoints), as it was at a seq: it goes on from there if later rules
#: refuse its log.
stands = Table(
    "stand",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(32), nullable=False, index=True),
    Column("seat", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

uploads = Table(
    "upload",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("at", Float, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

#: Matches that are here no more, so that whoever comes back is told so.
gone = Table(
    "gone",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    #: "archived" or "deleted"
    Column("how", String(16), nullable=False),
)

#: Matches that were changed beside the server, which forgets what it holds of them in memory.
touched = Table(
    "touched",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(32), nullable=False),
)
