"""The operator's tools: checks, backups, the archive, and regular upkeep of the store."""
