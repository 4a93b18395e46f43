"""A second calculation of the Sengoku Gunyuden rules, written from the book alone (gunki.core.definition.oracle)."""
