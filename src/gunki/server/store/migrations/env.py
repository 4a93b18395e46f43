"""Alembic runs this module for migrations, with the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from gunki.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
