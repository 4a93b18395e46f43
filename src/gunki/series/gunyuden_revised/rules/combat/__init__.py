"""Chapter 24 as revised: decisive battles."""
