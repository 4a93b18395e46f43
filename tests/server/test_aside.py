"""A real server with matches that cannot go on: it serves everybody else, says why, and does so after every start."""

from __future__ import annotations

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.matches import saves
from gunki.core.matches.match import MatchHeader
from tests.fuzz.test_documents import attack
from tests.server.process import Server, faults
from tests.server.table import Api, Json, Player, at_random, create, options, problem, sit
from tests.server.test_saves import read_zip, upload, write_zip
from tests.server.unit.support import registry_in, stored, token_at
from tests.support import ROOT

SAVES = sorted((ROOT / "tests" / "saves").glob("*.gunki"))


def put(data: Path, header: MatchHeader, entries: list[Json], bot: str = "", state: str = "playing") -> str:
    """Leave a match in the store of a server that does not run, as an older version would have."""

    async def work() -> str:
        async with registry_in(data) as registry:
            return await stored(registry, header, entries, bot, state)

    with ThreadPoolExecutor(1) as thread:  # beside a browser, whose tests have a loop of their own
        return thread.submit(asyncio.run, work()).result()


def header_of(document: dict[str, Any]) -> MatchHeader:
    game = gunki.game("nobunaga")
    return MatchHeader(game.id, game.scenarios[0], game.options(), 5, game.rules_version, document)


def attack_save(tmp_path: Path) -> bytes:
    """The very file: 3 kB, a battle in which minus 2^40 strategists support."""
    path = gunki.new("nobunaga", seed=5).save(tmp_path / "attack.gunki")
    members = read_zip(path.read_bytes())
    manifest = json.loads(members["manifest.json"]) | {"composed": attack(), "plies": 0, "digest": "", "fields": []}
    return write_zip({"manifest.json": json.dumps(manifest), "actions.jsonl": '{"who": "", "act": ""}\n'})


def test_a_save_with_a_battle_of_countless_dice_does_not_freeze_the_server(tmp_path: Path) -> None:
    """10^12 dice would take days: whoever asks meanwhile loses patience (tests.server.process)."""
    data = attack_save(tmp_path)
    assert len(data) < 4096
    with Server(tmp_path / "data") as server:
        answer = Api(server)("POST", "/api/uploads", content=data, headers={"content-type": "application/octet-stream"})
        assert "Combat.supports" in problem(answer, "bad_request")["detail"]
        table = sit(server, seats="mine")
        table.run(at_random(random.Random(1)), until=lambda s: s["ply"] >= 3)
        assert server.stop() == 0
        ident = put(server.data, header_of(attack()), [{"who": "", "act": "", "chance": []}], "random")
        for _ in range(2):  # with it in the store, at every start
            server.start()
            shown = Player(server, ident).view()
            assert (shown["state"], shown["decision"]) == ("aside", None)
            notice = shown["notice"]
            assert notice["kind"] == "unopened"
            assert "Combat.supports" in notice["why"]
            assert notice["text"]["en"] != notice["text"]["ja"]
            assert Player(server, ident).info()["state"] == "aside"
            snapshot = table.ask(table.first.view())
            table.play(snapshot, options(snapshot)[0])
            assert Api(server).get("/api/matches") is not None
            assert server.stop() == 0
        assert not faults(server.output())


def test_a_stored_match_that_is_refused_is_no_fault_and_can_be_continued(tmp_path: Path) -> None:
    """Under the same version too: whatever the reason, it is shown as far as it is good."""
    match = gunki.new("nobunaga", seed=3)
    while match.ply < 12:
        assert match.decision is not None
        match.act(match.decision.options[0])
    entries = [{"who": e.who, "act": e.act, "chance": [[k, list(v)] for k, v in e.chance]} for e in match.entries]
    entries[9]["act"] = "march oda kaga"
    server = Server(tmp_path / "data")
    server.data.mkdir()
    ident = put(server.data, match.header, entries)
    with server:
        oda = Player(server, ident, token_at("oda"), "oda")
        info = oda.info()
        assert (info["state"], info["notice"]["action"], info["notice"]["ply"]) == ("aside", "march oda kaga", 8)
        assert info["notice"]["clauses"]
        seen = oda.view()
        assert (seen["ply"], seen["seat"], seen["decision"]) == (8, "oda", None)
        assert len(oda.events(-1)) == 9
        assert oda.view(5)["ply"] == 5
        refused = problem(oda.try_to_act(8, "end"), "aside")
        assert refused["notice"] == info["notice"]
        problem(oda.undo(8), "aside")
        assert oda("GET", oda.path("save")).status_code == 200
        branch = {"game": ident, "ply": 8}
        problem(Api(server)("POST", "/api/matches", json={"game": "nobunaga", "seats": seats(), "branch": branch}))
        made = create(server, "nobunaga", token_at("oda"), seats=seats(), branch=branch)
        assert made["id"] != ident
        table = sit(server, seats="mine", branch=branch, token=token_at("oda"))
        snapshot = table.ask(table.first.view())
        assert (snapshot["ply"], snapshot.get("notice"), snapshot["state"]) == (8, None, "playing")
        assert table.play(snapshot, options(snapshot)[0])["ply"] == 9


def seats() -> dict[str, str]:
    return {"oda": "mine", "anti_oda": "mine"}


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_a_save_of_today_can_be_uploaded_whatever_becomes_of_the_rules(server: Server, save: Path) -> None:
    manifest, _ = saves.read(save, save.read_bytes())
    found = upload(server, save.read_bytes())
    notice = found["notice"]
    if notice is None or notice["kind"] == "another_end":
        assert found["ply"] == manifest["plies"]
    else:
        assert (found["ply"], notice["plies"]) == (notice["ply"], manifest["plies"])
    if notice is not None:
        assert notice["version"] == manifest["rules_version"]
    if found["result"] is not None:
        return
    table = sit(server, found["game"], "mine", scenario=found["scenario"], upload=found["upload"])
    snapshot = table.ask(table.first.view())
    assert snapshot["ply"] == found["ply"]
    for _ in range(20):
        after = table.play(snapshot, options(snapshot)[0])
        if after["who"] is None:
            break
        snapshot = table.ask(after)
