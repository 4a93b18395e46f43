"""What people hold must open, whatever the modules, classes and functions are called: saves, written positions, a
server's store, receipts, studies and a league. All of it goes through the documented interface alone.

`python -m tests.kept.make` made the files, and makes them anew after play was changed on purpose.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gunki
from tests.kept import documents, make_lab, served
from tests.kept.digests import course, stand
from tests.server.process import Server, faults
from tests.server.table import Api, Player, gather

KEPT = Path(__file__).parent
Json = dict[str, Any]


def read_json(name: str) -> Json:
    document: Json = json.loads((KEPT / name).read_text(encoding="utf-8"))
    return document


def run(*words: str | Path) -> str:
    """Run a command of gunki; what it prints. It must end well and warn of nothing."""
    command = [sys.executable, "-W", "error", "-m", "gunki", *map(str, words)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, ""), f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def run_json(*words: str | Path) -> Any:
    return json.loads(run(*words, "--json"))


def seat_bots(seats: tuple[str, ...]) -> str:
    return ",".join(f"{seat}=random" for seat in seats)


# -- saves --------------------------------------------------------------------------------------------------------

SAVES = read_json("saves.json")
TAKEN_UP = [name for name in SAVES if name.endswith("-taken_up")]
#: Decisions after which the commands take long with a save.
LONG = 2000
LATE = [name for name in SAVES if name.endswith("-late")]


def save_path(name: str) -> Path:
    return KEPT / "saves" / f"{name}.gunki"


def test_every_scenario_is_kept_and_every_game_finished() -> None:
    assert {path.stem for path in save_path("").parent.glob("*.gunki")} == set(SAVES)
    for ident in gunki.game_ids():
        assert f"{ident}-finished" in SAVES
        for scenario in gunki.game(ident).scenarios:
            kinds = [name for name in SAVES if name.startswith(f"{ident}-{scenario}-")]
            assert any("-playing-" in name or "-typed-" in name for name in kinds), scenario


@pytest.mark.parametrize("name", SAVES)
def test_a_save_opens_as_it_was_and_goes_on(name: str) -> None:
    match = gunki.load(save_path(name))
    assert match.notice is None
    assert (match.ply, stand(match)) == (SAVES[name]["ply"], SAVES[name]["stand"])
    if name.endswith("-finished"):
        assert match.result is not None
    else:
        assert course(match) == SAVES[name]["course"]


def change_member(path: Path, member: str, change: Callable[[str], str], to: Path) -> None:
    """Write a save of which one file is changed."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, change(text) if name == member else text)


def end_elsewhere(text: str) -> str:
    return json.dumps({**json.loads(text), "state": "0" * 32})


def answer_nonsense(text: str) -> str:
    *lines, last = text.splitlines()
    return "\n".join([*lines, json.dumps({**json.loads(last), "act": "pass oda oda"})])


@pytest.mark.parametrize("name", TAKEN_UP)
@pytest.mark.parametrize(("member", "change"), [("manifest.json", end_elsewhere), ("actions.jsonl", answer_nonsense)])
def test_a_save_that_was_changed_is_still_refused(
    name: str, member: str, change: Callable[[str], str], tmp_path: Path
) -> None:
    """So what a save tells of its end is still compared: nothing of it has become unknown."""
    path = tmp_path / "changed.gunki"
    change_member(save_path(name), member, str, path)
    assert gunki.load(path).notice is None
    change_member(save_path(name), member, change, path)
    with pytest.raises(gunki.SaveError):
        gunki.load(path)


@pytest.mark.parametrize("name", LATE)
def test_the_commands_open_a_save_and_bots_play_a_short_one_to_the_end(name: str, tmp_path: Path) -> None:
    match, path = gunki.load(save_path(name)), tmp_path / "end.gunki"
    view = run_json("show", save_path(name))
    assert view["decision"]["name"] == match.view()["decision"]["name"]
    if match.ply > LONG:
        return
    run("play", "--load", save_path(name), "--seats", seat_bots(match.seats), "--save", path, "--json")
    end = gunki.load(path)
    assert end.result is not None
    assert [entry.act for entry in end.entries[: match.ply + 1]] == [entry.act for entry in match.entries]


# -- written positions --------------------------------------------------------------------------------------------


#: One written position in so many is written anew and played on.
AGAIN = 8


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_written_positions_are_taken_and_go_on(ident: str) -> None:
    for number, written in enumerate(documents.read(ident)):
        match = written.compose()
        assert match.notice is None
        assert stand(match) == written.stand, f"{ident} {number}: stands otherwise"
        again = gunki.compose(
            ident, written.scenario, match.describe(), seed=written.seed, options=written.options, dice=written.dice
        )
        assert stand(again) == written.stand, f"{ident} {number}: what is written now stands otherwise"
        if number % AGAIN == 0:
            assert course(again) == written.course, f"{ident} {number}: what is written now goes on otherwise"
        assert course(match) == written.course, f"{ident} {number}: goes on otherwise"


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_a_file_with_a_position_can_be_played(ident: str, tmp_path: Path) -> None:
    path, end = documents.FOLDER / f"{ident}.toml", tmp_path / "end.gunki"
    words = shlex.split(path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "))
    seats = seat_bots(gunki.new(ident, words[1]).seats)
    run("play", ident, *words, "--position", path, "--seats", seats, "--seed", "1", "--save", end, "--json")
    match = gunki.load(end)
    assert match.result is not None
    assert match.header.composed is not None


# -- a server's store ---------------------------------------------------------------------------------------------

MATCHES = read_json("server.json")
OVER = [name for name, entry in MATCHES.items() if entry["look"]["state"] == "over"]
ALIKE = [name for name, entry in MATCHES.items() if served.is_alike(entry)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that works with a copy of the store; two matches are fetched back with the command first."""
    data = served.copy_store(tmp_path_factory.mktemp("kept") / "data")
    run("admin", "unarchive", MATCHES["archived"]["id"], "--data", data)
    run("admin", "release", MATCHES["quarantined"]["id"], "--data", data)
    with Server(data) as running:
        yield running
        output = running.output()
    assert not faults(output), output[-3000:]


def test_the_store_holds_matches_of_all_games_and_kinds() -> None:
    looks = [entry["look"] for entry in MATCHES.values()]
    for ident in gunki.game_ids():
        own = [look for look in looks if look["game"] == ident]
        assert {"playing", "over"} <= {look["state"] for look in own}
        assert "goes_on" in {look["notice"][0] for look in own if look["notice"]}, "one is taken up where it stood"
    assert {"gathering", "closed", "aside"} <= {look["state"] for look in looks}


def test_the_commands_list_all_and_find_no_damage(tmp_path: Path) -> None:
    data = served.copy_store(tmp_path / "data")
    listed = {entry["id"] for entry in run_json("admin", "list", "--data", data)}
    assert listed == {entry["id"] for name, entry in MATCHES.items() if name != "archived"}
    run("admin", "check", "--data", data)


@pytest.mark.parametrize("name", MATCHES)
def test_a_stored_match_looks_as_it_did(server: Server, name: str) -> None:
    assert served.look(server, MATCHES[name]) == MATCHES[name]["look"]


@pytest.mark.parametrize("name", OVER)
def test_a_stored_match_that_is_over_can_be_looked_through_and_saved(server: Server, name: str, tmp_path: Path) -> None:
    entry = MATCHES[name]
    assert served.past(server, entry) == entry["past"]
    path = tmp_path / "over.gunki"
    path.write_bytes(Api(server)("GET", f"/api/matches/{entry['id']}/save").content)
    match = gunki.load(path)
    assert (match.notice, match.ply) == (None, entry["look"]["ply"])
    assert match.result is not None


@pytest.mark.parametrize("name", ALIKE)
def test_a_stored_match_goes_on_as_it_would_have(server: Server, name: str) -> None:
    assert served.course(server, MATCHES[name]) == MATCHES[name]["course"]


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_bots_go_on_in_a_stored_match(server: Server, ident: str) -> None:
    entry = MATCHES[f"{ident}-bots"]
    after = served.play_on(server, entry, 3)
    assert after["state"] == "over" or after["ply"] >= entry["look"]["ply"] + 3


def test_what_was_asked_can_be_answered(server: Server) -> None:
    players = served.players_of(server, MATCHES["asked"])
    asked = players[""].view()["undo"]["asked"]
    other = next(player for seat, player in players.items() if seat in asked["waits_for"])
    assert other.answer(True).status_code == 200
    assert players[asked["by"]].show("ab" * 16).status_code == 200
    assert players[""].view()["ply"] == asked["ply"]
    entry = MATCHES["closing"]
    waits = served.players_of(server, entry)[""].info()["closing"]["waits_for"]
    for seat in waits:
        player = served.players_of(server, entry)[seat]
        info = player.post(player.path("close/answer"), {"agree": True})
    assert info["state"] == "closed"


def test_guests_come_with_the_invitations_they_hold(server: Server) -> None:
    entry = MATCHES["gathering"]
    guests = [(Player(server, entry["id"], None, seat), invite) for seat, invite in entry["invites"].items()]
    gather(*guests)
    assert guests[0][0].view()["state"] == "playing"


# -- receipts -----------------------------------------------------------------------------------------------------

RECEIPTS = sorted((KEPT / "receipts").glob("*.json"))


@pytest.mark.parametrize("path", RECEIPTS, ids=lambda path: path.stem)
def test_a_receipt_proves_its_game(path: Path, tmp_path: Path) -> None:
    game = path.parent / f"{path.stem.partition('-')[0]}.gunki"
    assert run_json("verify", game, "--receipt", path)["fair"] is True
    receipt = json.loads(path.read_text(encoding="utf-8"))
    ((seat, nonce),) = receipt["nonces"].items()
    other = tmp_path / "receipt.json"
    other.write_text(json.dumps({**receipt, "nonces": {seat: nonce[::-1]}}), encoding="utf-8")
    command = [sys.executable, "-m", "gunki", "verify", str(game), "--receipt", str(other)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


# -- the laboratory -----------------------------------------------------------------------------------------------

LAB = read_json("lab.json")


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A copy of the studies and the league."""
    return Path(shutil.copytree(make_lab.LAB, tmp_path / "lab"))


def test_a_finished_study_is_read_and_replayed(lab: Path, tmp_path: Path) -> None:
    folder = lab / "finished"
    assert make_lab.read_rows(folder) == LAB["finished"]["rows"]
    assert make_lab.run("lab", "balance", str(folder)) == LAB["finished"]["balance"]
    run("lab", "replay", folder, "3", "--out", tmp_path / "game.gunki")
    replayed, kept = gunki.load(tmp_path / "game.gunki"), gunki.load(folder / "saves" / "000003.gunki")
    assert (kept.notice, stand(kept)) == (None, stand(replayed))
    run("lab", "export", folder, "--format", "csv")
    assert (folder / "games.csv").read_text(encoding="utf-8").count("\n") == 1 + len(LAB["finished"]["rows"])


@pytest.mark.parametrize("command", ["resume", "play"])
def test_an_interrupted_study_goes_on(lab: Path, command: str) -> None:
    folder = lab / "interrupted"
    words = ["lab", "resume", str(folder)]
    if command == "play":
        words = [*LAB["commands"]["interrupted"].split(), "--out", str(folder)]
    make_lab.run(*words, "--jobs", "1")
    assert make_lab.read_rows(folder) == LAB["interrupted"]["rows"]
    assert make_lab.run("lab", "balance", str(folder)) == LAB["interrupted"]["balance"]


def test_a_league_tells_the_same(lab: Path) -> None:
    before = {path: path.read_bytes() for path in lab.rglob("games.jsonl")}
    words = [*LAB["commands"]["league"].split(), "--out", str(lab / "league"), "--jobs", "1"]
    assert make_lab.run(*words) == LAB["league"]
    assert {path: path.read_bytes() for path in lab.rglob("games.jsonl")} == before, "no game is played again"
