"""Adds origins, commits, quarantine, `gone`, `touched` and indexes for lists; packs sources in their own table."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

#: Refuses new lines of a match that does not exist. A match may be deleted while a server holds it in memory.
TRIGGER = """
CREATE TRIGGER log_of_a_match BEFORE INSERT ON log
WHEN NOT EXISTS (SELECT 1 FROM "match" WHERE id = NEW."match")
BEGIN SELECT RAISE(ABORT, 'there is no such match'); END
"""


def upgrade() -> None:
    connection = op.get_bind()
    op.create_table(
        "source",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    for ident, text in _texts(connection, "match", "source"):
        connection.execute(sa.text('INSERT INTO source ("match", body) VALUES (:id, :body)'), {"id": ident, **text})
    op.drop_index("match_public", "match")
    with op.batch_alter_table("match") as batch:
        batch.drop_column("source")
        batch.add_column(sa.Column("origin", sa.String(32), nullable=False, server_default=""))
        batch.add_column(sa.Column("quarantine", sa.Text, nullable=False, server_default=""))
    op.create_index("match_newest", "match", ["public", "created", "id", "state", "game", "quarantine"])
    op.create_index("match_state", "match", ["state", "public", "created", "id", "game", "quarantine"])
    op.create_index("log_swaps", "log", ["match"], sqlite_where=sa.text("kind = 'swap'"))
    op.add_column("chair", sa.Column("commit", sa.String(64), nullable=False, server_default=""))
    _commit_to_given_numbers(connection)
    op.rename_table("upload", "upload_before")
    op.create_table(
        "upload",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    for ident, text in _texts(connection, "upload_before", "body"):
        connection.execute(
            sa.text("INSERT INTO upload (id, at, body) SELECT id, at, :body FROM upload_before WHERE id = :id"),
            {"id": ident, **text},
        )
    op.drop_table("upload_before")
    op.create_table(
        "gone",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("how", sa.String(16), nullable=False),
    )
    op.create_table(
        "touched",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("match", sa.String(32), nullable=False),
    )
    if connection.dialect.name == "sqlite":
        op.execute(TRIGGER)


def _commit_to_given_numbers(connection: sa.Connection) -> None:
    """Fill in the commits of gathering matches. Their participants have revealed their numbers on joining."""
    given = connection.execute(
        sa.text(
            'SELECT "match", seat, nonce FROM chair WHERE nonce <> \'\' AND "match" IN '
            "(SELECT id FROM \"match\" WHERE state = 'gathering')"
        )
    ).all()
    for match, seat, nonce in given:
        told = sha256(f"gunki nonce\n{match}\n{seat}\n{nonce}".encode()).hexdigest()
        connection.execute(
            sa.text('UPDATE chair SET "commit" = :told WHERE "match" = :match AND seat = :seat'),
            {"told": told, "match": match, "seat": seat},
        )


def _texts(connection: sa.Connection, table: str, column: str) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Yield (id, packed text) of a table's texts. Reads them one by one, because they may be large."""
    old = sa.table(table, sa.column("id", sa.String), sa.column(column, sa.Text))
    for ident in connection.scalars(sa.select(old.c.id).where(old.c[column] != "")).all():
        text = connection.scalar(sa.select(old.c[column]).where(old.c.id == ident))
        yield ident, {"body": zlib.compress(str(text).encode())}


def downgrade() -> None:
    raise NotImplementedError("sources are packed now; go back with a backup that was made before")
