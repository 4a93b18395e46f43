"""The store: its database, schema, rows, queries and migrations."""
