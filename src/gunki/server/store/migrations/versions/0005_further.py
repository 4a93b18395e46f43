"""Adds `match.further`: lists show these matches last, because one network has made many."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LISTS = {
    "match_newest": ["public", "created", "id", "state", "game", "quarantine"],
    "match_state": ["state", "public", "created", "id", "game", "quarantine"],
}


def upgrade() -> None:
    op.add_column("match", sa.Column("further", sa.Boolean, nullable=False, server_default="0"))
    for name, columns in LISTS.items():
        place = columns.index("created")
        op.drop_index(name, "match")
        op.create_index(name, "match", [*columns[:place], "further", *columns[place:]])


def downgrade() -> None:
    for name, columns in LISTS.items():
        op.drop_index(name, "match")
        op.create_index(name, "match", columns)
    with op.batch_alter_table("match") as batch:
        batch.drop_column("further")
