"""The additions of the exclusive rules to the second calculation (gunki.core.definition.oracle)."""
