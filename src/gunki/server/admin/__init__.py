"""The operator's tools: checks, backups, the archive, and the upkeep of a store."""
