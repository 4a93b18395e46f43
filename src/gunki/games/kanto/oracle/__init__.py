"""The exclusive rules in the oracle, the second calculation of results (gunki.core.definition.oracle)."""
