"""The fuzzer: random legal play with checks of every decision, and mutated documents."""
