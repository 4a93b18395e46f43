"""The Alembic migrations of the store; the server runs new ones when it starts."""
