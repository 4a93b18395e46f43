"""`gunki bench board`: equal answers before any figure, and an exit code that says when a floor is missed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gunki.cli.bench import bench_kernel as cli
from gunki.cli.main import main
from gunki.core.errors import GunkiError
from gunki.lab.bench import kernel_bench
from gunki.lab.bench_engines import kernel_peers
from tests.board.support import compiled, plain, small_map


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    board = small_map(14, 14, terrain={"0303": "mountain", "0505": "rough"}, sides={("0706", "0707"): "river"})
    ground = cli.ground(board)
    castles = tuple(board.hex(number) for number in ("0202", "0707", "1212", "0412"))
    small = kernel_peers.Ground(**{**vars(ground), "castles": castles})
    monkeypatch.setattr(cli, "grounds", lambda: [small])
    for name, value in {"ROUNDS": 2, "SLICE": 0.001, "FORCES": 8}.items():
        monkeypatch.setattr(kernel_bench, name, value)


def floors(monkeypatch: pytest.MonkeyPatch, floor: float) -> None:
    monkeypatch.setattr(kernel_bench, "FLOORS", {("reach", "pure", "scipy"): (floor, floor)})


def test_figures_beside_both_libraries(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    compiled()
    floors(monkeypatch, 0)
    assert main(["bench", "board", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    figures = report["maps"]["test"]
    assert report["floors_missed"] == []
    assert set(figures["us"]) == {
        "reach", "reach with points", "reach after a zone change", "supply", "zone update", "retreat",
    }  # fmt: skip
    assert {"compiled", "pure", "scipy", "networkx"} <= set(figures["us"]["reach"])
    assert figures["us"]["reach"]["compiled"] > 0
    assert {"compiled_vs_pure", "compiled_vs_scipy", "pure_vs_networkx"} <= set(figures["ratios"]["supply"])
    assert figures["reached"] > 10


def test_a_missed_floor_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    compiled()
    floors(monkeypatch, 1e9)
    assert main(["bench", "board"]) == 1
    out, err = capsys.readouterr()
    assert "✗ reach, pure ÷ scipy" in out
    assert "gunki: below the floor: test: reach, pure: " in err


def test_absent_libraries_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    compiled()
    monkeypatch.setattr(kernel_peers, "version_of", lambda name: None)
    assert main(["bench", "board"]) == 0
    assert "beside scipy not installed, networkx not installed" in capsys.readouterr().out


def test_different_answers_end_it() -> None:
    class Wrong:
        def __getattr__(self, name: str) -> Any:
            return getattr(plain, name)

        def reach(self, *args: Any) -> list[int]:
            return plain.reach(*args)[:-1]

    with pytest.raises(GunkiError, match="test: reach, question 0: wrong and pure do not agree"):
        kernel_bench.bench(cli.grounds(), {"pure": plain, "wrong": Wrong()}, peers=False)


def test_without_the_compiled_kernel_there_is_nothing_to_measure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> None:
        raise ImportError(f"no {name}")

    monkeypatch.setattr(cli, "import_module", absent)
    assert main(["bench", "board"]) == 1
    assert "the compiled kernel is not built here" in capsys.readouterr().err
