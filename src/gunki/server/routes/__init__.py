"""The routes of the HTTP API, one module for each group of paths, and the routes of the web page."""
