"""Make a study that is finished, one that was interrupted, and a league, with the command alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

LAB = Path(__file__).parent / "lab"
#: The command of each, without its folder.
COMMANDS = {
    "finished": "lab play honganji/three_players --players greedy:2,random,random --games 6 --seed 7 --saves all",
    "interrupted": "lab play kanto/heaven_and_earth --players random --games 6 --seed 5 --option counterattack=always",
    "league": "lab league nobunaga --players greedy:2,greedy:6,random --games 4 --seed 3",
}
#: Games that the interrupted one has played, and bytes of the row that it was writing.
PLAYED, TORN = 3, 50
#: What the commands tell of where a study lies, and with which version it was read.
PLACES = ("folder", "reports", "gunki")


def run(*words: str) -> Any:
    """Run a command of gunki; what it prints for programs."""
    command = [sys.executable, "-m", "gunki", *words, "--json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    result = json.loads(done.stdout)
    return {name: value for name, value in result.items() if name not in PLACES}


def make_lab() -> None:
    """Play them; cut what the second one has written as if it had been killed."""
    shutil.rmtree(LAB, ignore_errors=True)
    LAB.mkdir()
    expected: dict[str, Any] = {"commands": COMMANDS}
    for name, command in COMMANDS.items():
        words = [*command.split(), "--out", str(LAB / name), "--jobs", "1"]
        run(*words)
    expected["league"] = run(*COMMANDS["league"].split(), "--out", str(LAB / "league"), "--jobs", "1")
    for name in ("finished", "interrupted"):
        expected[name] = {"rows": read_rows(LAB / name), "balance": run("lab", "balance", str(LAB / name))}
    for page in LAB.rglob("report*.html"):
        page.unlink()
    path = LAB / "interrupted" / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:PLAYED]) + lines[PLAYED][:TORN])
    for lock in LAB.rglob("lock"):
        lock.unlink()
    text = json.dumps(expected, ensure_ascii=False, indent=1, sort_keys=True)
    (LAB.parent / "lab.json").write_text(text + "\n", encoding="utf-8")


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """Read the rows of a study, without the seconds that each took."""
    rows = [json.loads(line) for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    return sorted(({**row, "cpu": 0} for row in rows), key=lambda row: int(row["number"]))
