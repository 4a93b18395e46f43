"""What is stored. The log of a match is append-only; (match, seq) is its key, so two writers can never both append."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()
#: The newest of the migrations, which make these tables.
VERSION = "0001"

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
    #: Header and entries that the match goes on from: a branch, an upload, a lesson; empty for a plain new one.
    Column("source", Text, nullable=False),
    Index("match_public", "public", "state", "created"),
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
    Column("body", Text, nullable=False),
)
