"""A second calculation of the rules, from the rulebook alone (gunki.core.definition.oracle)."""
