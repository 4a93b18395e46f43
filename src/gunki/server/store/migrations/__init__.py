"""The store's versions, brought up to date whenever the server starts."""
