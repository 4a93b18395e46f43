"""Kenshin's Arrival in Kyoto (謙信上洛)."""
