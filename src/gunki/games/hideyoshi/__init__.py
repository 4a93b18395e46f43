"""Hideyoshi's War Chronicle (秀吉軍記)."""
