"""The tables of the store.

The key of a log is (match, seq), so two writers can never append the same line. A trigger (see the migrations) refuses
lines of a match that does not exist. Lines are never changed. When some lines are added, such as take-backs, obsolete
older lines are deleted.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text, text

metadata = MetaData()
#: The newest migration; the migrations create these tables.
VERSION = "0005"

#: The condition for lines about closing. It is plain text, because SQLite uses a partial index only for a query with
#: the same text.
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
    #: Origin of the client that made the match: its address, hashed with the key of the data folder.
    Column("origin", String(32), nullable=False, server_default=""),
    #: Why the operator hides the match. Empty if it is not hidden.
    Column("quarantine", Text, nullable=False, server_default=""),
    #: Whether lists show the match last, because its network had made many public matches before.
    Column("further", Boolean, nullable=False, server_default="0"),
    #: Lists search in these indexes alone. They read the rows of the matches that they show, and no others.
    Index("match_newest", "public", "further", "created", "id", "state", "game", "quarantine"),
    Index("match_state", "state", "public", "further", "created", "id", "game", "quarantine"),
)

#: Sources, from which matches go on (gunki.server.store.source_codec). They are large, and read only to open a match.
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
    #: SHA-256 of the token and of the invitation. Empty if there is none.
    Column("token", String(64), nullable=False),
    Column("invite", String(64), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("joined", Boolean, nullable=False),
    #: The hash of the nonce, stored before any participant reveals a nonce.
    Column("commit", String(64), nullable=False, server_default=""),
)

log = Table(
    "log",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    #: The ply after this line, and the seat that has to decide then. They are stored so that lists need no replay.
    Column("ply", Integer, nullable=False),
    Column("who", String(64), nullable=False),
    Column("body", Text, nullable=False),
    #: After an exchange of sides the last line does not tell which participant decides.
    Index("log_swaps", "match", sqlite_where=text("kind = 'swap'")),
    #: The lines about closing may be far back in the log, so lists find them by an index.
    Index("log_closing", "match", "seq", sqlite_where=text(ABOUT_CLOSING)),
)

#: Checkpoints: the position of each match at a seq (gunki.server.matches.checkpoints). A match goes on from it if later
#: rules refuse its log.
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

#: Matches that were archived or deleted, so that requests for them get a clear answer.
gone = Table(
    "gone",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    #: "archived" or "deleted"
    Column("how", String(16), nullable=False),
)

#: Matches that other programs have changed. The server polls this table and drops these matches from its memory.
touched = Table(
    "touched",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(32), nullable=False),
)
