"""The rulebooks and the code: where clauses are cited, and which tests prove them."""
