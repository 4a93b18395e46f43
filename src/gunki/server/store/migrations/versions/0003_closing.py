"""Adds the index by which lists find the lines about closing without reading the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    kinds = "kind IN ('close_ask', 'close_agree', 'close_refuse', 'resign')"
    op.create_index("log_closing", "log", ["match", "seq"], sqlite_where=sa.text(kinds))


def downgrade() -> None:
    op.drop_index("log_closing", "log")
