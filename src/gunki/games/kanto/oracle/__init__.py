"""What the exclusive rules add to the second calculation (gunki.core.definition.oracle)."""
