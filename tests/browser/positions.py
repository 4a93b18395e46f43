"""Matches that were arranged beforehand, brought to the server as a player brings a saved game."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import expect

import gunki
from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import Api, Table, sit


def bring(server: Server, match: gunki.Match, seats: Mapping[str, str] | str = "mine") -> Table:
    """The match goes on from where it stands; all seats are ours unless it is said who has them."""
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "a.gunki")
        data = (Path(folder) / "a.gunki").read_bytes()
    answer = Api(server)("POST", "/api/uploads", content=data, headers={"content-type": "application/octet-stream"})
    return sit(server, match.game.id, seats, upload=answer.json()["upload"], scenario=match.setup.scenario)


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


def mitsuhide_at_bay() -> gunki.Match:
    """The last turn of Tennozan: Mitsuhide, beaten before and alone in Kyoto (3521), with Hashiba all around him. Any
    die of Hideyoshi's attack is enough, and there is nowhere to go back to.
    """
    units = gunki.new("hideyoshi", "tennozan", seed=1).view(None)["units"]
    led = [name for name, unit in units.items() if isinstance(unit, dict) and unit.get("leader") == "hashiba_hideyoshi"]
    ring = {
        "hashiba_hidenaga": "3620", "hashiba_hidekatsu": "3621", "kuroda_yoshitaka": "3522",
        "hachisuka_masakatsu": "3421", "asano_nagamasa": "3420",
    }  # fmt: skip
    return gunki.compose(
        "hideyoshi",
        "tennozan",
        {
            "turn": 8,
            "phase": "hashiba",
            "empty": True,
            "units": {
                "akechi_mitsuhide": {"hex": "3521", "steps": 1, "morale": -3},
                "akechi_hidemitsu": "4217",
                "hashiba_hideyoshi": "3520",
                **{name: {"hex": "3520", "leader": "hashiba_hideyoshi"} for name in led},
                **ring,
            },
            "state": {"kyoto": "anti_hashiba", "nobusumi": 1, "peace": 1},
        },
    )


def kyoto_last_turn() -> gunki.Match:
    """The last turn: Uesugi has enough points; a ship at Saika (1132) could bring a unit to Honganji (1628), Hatano
    stands before Miki (1025), which the Oda hold, and Terumoto's men are in the box.
    """
    return gunki.compose(
        "kenshin",
        {
            "empty": True,
            "turn": 15,
            "score": 40,
            "phase": "uesugi_movement",
            "units": {
                "uesugi_kenshin": "5604",
                "oda_nobunaga": "2523",
                "saika_shu": "1132",
                "shimotsuma_rairen": {"hex": "1628", "inside": True},
                "mori_terumoto": "box",
                "kikkawa_motoharu": {"hex": "box", "leader": "mori_terumoto"},
                "hatano_hideharu": "1025",
                "hatano_hidehisa": {"hex": "1025", "leader": "hatano_hideharu"},
                "akai_tadaie": {"hex": "1025", "leader": "hatano_hideharu"},
            },
            "ships": {"murakami_takeyoshi": "1132", "kodama_narihide": "box", "kuki_sumitaka": "3234"},
            "castles": {"miki": {"holder": "oda", "durability": 4, "marker": 2}},
        },
    )
