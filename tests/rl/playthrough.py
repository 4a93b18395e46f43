"""The playthrough of OpenSpiel beside the tests: `python -m tests.rl.playthrough` writes it anew."""

from __future__ import annotations

from pathlib import Path

GAME = "python_gunki_nobunaga(max_game_length=3)"
SEED = 11
FILE = Path(__file__).parent / "playthrough.txt"


def written() -> str:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    import gunki.rl.openspiel

    assert gunki.rl.openspiel
    text: str = playthrough(GAME, None, seed=SEED)
    return text


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
