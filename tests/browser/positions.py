"""Matches that were arranged beforehand, brought to the server as a player brings a saved game."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import expect

import gunki
from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import Api, Table, sit


def bring(server: Server, match: gunki.Match) -> Table:
    """The match goes on from where it stands, with all seats ours."""
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "a.gunki")
        data = (Path(folder) / "a.gunki").read_bytes()
    answer = Api(server)("POST", "/api/uploads", content=data, headers={"content-type": "application/octet-stream"})
    return sit(server, match.game.id, "mine", upload=answer.json()["upload"], scenario=match.setup.scenario)


def sit_down(person: Person, table: Table, seat: str) -> None:
    person.go(f"/m/{table.id}#seat={seat}&token={table.players[seat].token}")
    expect(person.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    person.turn()


def before_kawanakajima() -> gunki.Match:
    """Everybody is in his place; the Uesugi are about to make their first moves."""
    match = gunki.new("kanto", seed=1)
    match.act("ready")
    match.act("ready")
    return match


def kaizu_besieged() -> gunki.Match:
    """Kenshin invests Kaizu, which has lost some of its durability; half of his men have lost a step."""
    units = gunki.new("kanto", seed=1).view(None)["units"]
    led = [name for name, unit in units.items() if isinstance(unit, dict) and unit.get("leader") == "uesugi_kenshin"]
    return gunki.compose(
        "kanto",
        {
            "turn": 2,
            "to_act": "uesugi",
            "units": {
                "uesugi_kenshin": {"hex": "0514", "invests": True, "morale": -1},
                **{n: {"hex": "0514", "leader": "uesugi_kenshin", "steps": 1 + i % 2} for i, n in enumerate(led)},
            },
            "castles": {"kaizu": {"owner": "takeda", "durability": 6}},
        },
    )
