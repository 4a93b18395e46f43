"""`gunki verify`: the file alone allows to check the dice; with a receipt the file need not be trusted."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gunki
from gunki.core.dice.dice_after_undo import Renewal, renewal_commit_of, take_back
from gunki.core.dice.fairness import commit_of, commitment, origin_fields, seed_of, seed_of_version_1
from gunki.core.dice.receipts import receipt
from tests.cli.conftest import Run
from tests.core.duel import play_out

SECRET = b"\x07" * 32
NONCES = {"oda": "ab" * 16, "anti_oda": ""}
COMMITS = {"oda": commit_of("a1", "oda", NONCES["oda"])}
SEED = seed_of("a1", SECRET, NONCES)


def make_commitment(**changes: Any) -> dict[str, Any]:
    return {
        "version": 3,
        "match": "a1",
        "commitment": commitment(SECRET),
        "commits": COMMITS,
        "taken_back": [],
        "secret": SECRET.hex(),
        "nonces": NONCES,
        **origin_fields(0),
        **changes,
    }


def save_fair_game(path: Path, seed: int = SEED, **changes: Any) -> Path:
    match = play_out(gunki.new("nobunaga", seed=seed), random.Random(1), 60)
    match.header = replace(match.header, fairness=make_commitment(**changes))
    return match.save(path)


def save_of_version_1(path: Path) -> Path:
    """Save a game as the first version of the scheme did."""
    save_fair_game(path, seed_of_version_1(SECRET, NONCES), version=1)

    def first(manifest: dict[str, Any]) -> None:
        del manifest["fairness"]["commits"], manifest["fairness"]["taken_back"]

    return edit_manifest_of(path, first)


def save_fork(path: Path, ply: int, **changes: Any) -> Path:
    """Save a game forked from another one that had other dice."""
    old = play_out(gunki.new("nobunaga", seed=5), random.Random(1), ply)
    match = play_out(old.fork(SEED), random.Random(2), 30)
    match.header = replace(match.header, fairness=make_commitment(**origin_fields(ply + 1)) | changes)
    return match.save(path)


def write_receipt(path: Path, **changes: Any) -> Path:
    told = receipt("a1", commitment(SECRET), origin_fields(0), "oda", NONCES["oda"], COMMITS)
    path.write_text(json.dumps(told | changes))
    return path


def edit_manifest_of(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Change the manifest of a save, as a forger would."""
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            data = old.read(member)
            if member == "manifest.json":
                manifest = json.loads(data)
                change(manifest)
                data = json.dumps(manifest).encode()
            new.writestr(member, data)
    path.write_bytes(out.getvalue())
    return path


def rolls(path: Path) -> int:
    return sum(len(entry.chance) for entry in gunki.load(path).entries)


def test_without_a_receipt_a_game_is_checked_only_against_itself(run: Run, tmp_path: Path) -> None:
    path = save_fair_game(tmp_path / "a.gunki")
    outcome = run("verify", str(path), "--lang", "en")
    assert outcome.code == 0
    assert f"Consistent with itself: the commitment, the seed and all {rolls(path)} rolls" in outcome.out
    assert "Not compared with a receipt" in outcome.out
    assert "Fair" not in outcome.out
    shown = run("verify", str(path), "--lang", "ja").out
    assert "矛盾がありません" in shown
    assert "公正" not in shown
    answer = json.loads(run("verify", str(path), "--json").out)
    assert answer == {
        "verdict": "consistent",
        "fair": False,
        "version": 3,
        "commitment": commitment(SECRET),
        "receipt": False,
        "checked": rolls(path),
        "taken_over": 0,
        "unproven": 0,
        "taken_back": 0,
        "unpromised": [],
    }
    assert answer["checked"] >= 10


def test_with_a_receipt_a_fair_game_is_confirmed(run: Run, tmp_path: Path) -> None:
    path, kept = save_fair_game(tmp_path / "a.gunki"), write_receipt(tmp_path / "mine.json")
    outcome = run("verify", str(path), "--receipt", str(kept), "--lang", "en")
    assert outcome.code == 0
    assert "Fair: your receipt" in outcome.out
    assert "Not compared with a receipt" not in outcome.out
    assert "公正" in run("verify", str(path), "--receipt", str(kept), "--lang", "ja").out
    answer = json.loads(run("verify", str(path), "--receipt", str(kept), "--json").out)
    assert answer["verdict"] == "fair"
    assert answer["fair"]
    assert answer["receipt"]


def test_a_game_of_version_1_is_checked_and_its_weakness_named(run: Run, tmp_path: Path) -> None:
    path = save_of_version_1(tmp_path / "a.gunki")
    kept = write_receipt(tmp_path / "mine.json", version=1)
    for more, word in (([], "Consistent"), (["--receipt", str(kept)], "Fair")):
        outcome = run("verify", str(path), *more, "--lang", "en")
        assert outcome.code == 0
        assert word in outcome.out
        assert "by an older method" in outcome.out
    assert "旧式" in run("verify", str(path), "--lang", "ja").out
    assert "by an older method" not in run("verify", str(save_fair_game(tmp_path / "b.gunki")), "--lang", "en").out


def test_a_host_that_changed_its_number_afterwards_is_found(run: Run, tmp_path: Path) -> None:
    """The host plays anti_oda, saw the other's number, and took the number that gave the best dice."""
    shown = commit_of("a1", "anti_oda", "cd" * 16)
    kept = write_receipt(tmp_path / "mine.json", commits={**COMMITS, "anti_oda": shown})
    for number, code in (("cd" * 16, 0), ("ef" * 16, 1)):
        nonces = NONCES | {"anti_oda": number}
        commits = {seat: commit_of("a1", seat, nonces[seat]) for seat in nonces}
        path = save_fair_game(tmp_path / "a.gunki", seed_of("a1", SECRET, nonces), nonces=nonces, commits=commits)
        assert run("verify", str(path)).code == 0, "the record agrees with itself"
        outcome = run("verify", str(path), "--receipt", str(kept))
        assert outcome.code == code
        assert ("receipt: commits.anti_oda" in outcome.err) == (code == 1)
        lying = save_fair_game(
            tmp_path / "b.gunki", seed_of("a1", SECRET, nonces), nonces=nonces, commits={**commits, "anti_oda": shown}
        )
        outcome = run("verify", str(lying), "--receipt", str(kept))
        assert outcome.code == code
        assert ("fairness.nonces.anti_oda" in outcome.err) == (code == 1)


FRESH = "cd" * 16


def with_take_backs(path: Path, *nonces: str, **changes: Any) -> Path:
    """Save a game in which the last roll was taken back, once for each of these fresh numbers of oda.

    An empty number stands for a take-back without one.
    """
    match = play_out(gunki.new("nobunaga", seed=SEED), random.Random(1), 40)
    match.header = replace(match.header, fairness=make_commitment(**changes))
    for count, nonce in enumerate(nonces, 1):
        ply = max(p for p, entry in enumerate(match.entries) if entry.chance)
        act = match.entries[ply].act
        fresh = Renewal({"oda": renewal_commit_of("a1", count, "oda", nonce)}, {"oda": nonce}) if nonce else None
        match = take_back(match, ply - 1, fresh)
        match.act(act)
    return match.save(path)


def make_share(count: int, nonce: str, ply: int = 40) -> dict[str, Any]:
    """Return what oda keeps of a take-back to this ply or an earlier one."""
    commits = {"oda": renewal_commit_of("a1", count, "oda", nonce)}
    return {str(count): {"commits": commits, "nonces": {"oda": nonce}, "ply": ply}}


def test_dice_after_an_agreed_take_back_are_confirmed(run: Run, tmp_path: Path) -> None:
    path = with_take_backs(tmp_path / "a.gunki", FRESH, "ef" * 16)
    kept = write_receipt(tmp_path / "mine.json", taken_back=2, renewals=make_share(1, FRESH) | make_share(2, "ef" * 16))
    outcome = run("verify", str(path), "--receipt", str(kept), "--lang", "en")
    assert outcome.code == 0
    assert "Fair: your receipt" in outcome.out
    assert "Take-backs of rolls or deals that changed the dice after them: 2." in outcome.out
    assert "待った" in run("verify", str(path), "--lang", "ja").out
    assert json.loads(run("verify", str(path), "--json").out)["taken_back"] == 2


def test_take_backs_not_proven_by_the_receipt_are_listed(run: Run, tmp_path: Path) -> None:
    """A host that plays can claim take-backs that never happened, and choose among the dice after them."""
    for path, kept in (
        (with_take_backs(tmp_path / "old.gunki", "", "", version=2), write_receipt(tmp_path / "old.json", version=2)),
        (with_take_backs(tmp_path / "none.gunki", ""), write_receipt(tmp_path / "none.json")),
        (with_take_backs(tmp_path / "other.gunki", FRESH), write_receipt(tmp_path / "other.json")),
        (with_take_backs(tmp_path / "told.gunki", FRESH), write_receipt(tmp_path / "told.json", taken_back=1)),
    ):
        outcome = run("verify", str(path), "--receipt", str(kept), "--lang", "en")
        assert outcome.code == 3, path
        assert "Not proven in full" in outcome.out
        assert "Rolls and deals after a take-back for which you gave no number: 1." in outcome.out
        assert "Fair" not in outcome.out
        answer = json.loads(run("verify", str(path), "--receipt", str(kept), "--json").out)
        assert (answer["verdict"], answer["fair"], answer["unproven"]) == ("unproven", False, 1)
        assert "証明できません" in run("verify", str(path), "--receipt", str(kept), "--lang", "ja").out


def test_old_matches_without_take_backs_are_as_fair_as_before(run: Run, tmp_path: Path) -> None:
    path, kept = save_fair_game(tmp_path / "a.gunki", version=2), write_receipt(tmp_path / "mine.json", version=2)
    outcome = run("verify", str(path), "--receipt", str(kept), "--lang", "en")
    assert outcome.code == 0
    assert "Fair: your receipt" in outcome.out


def test_a_take_back_with_another_number_than_given_is_found(run: Run, tmp_path: Path) -> None:
    path = with_take_backs(tmp_path / "a.gunki", FRESH)
    kept = write_receipt(tmp_path / "mine.json", taken_back=1, renewals=make_share(1, "ef" * 16))
    outcome = run("verify", str(path), "--receipt", str(kept))
    assert outcome.code == 1
    assert "receipt: renewals.1" in outcome.err


def test_a_postponed_take_back_is_found(run: Run, tmp_path: Path) -> None:
    path = with_take_backs(tmp_path / "a.gunki", FRESH)
    kept = write_receipt(tmp_path / "mine.json", taken_back=1, renewals=make_share(1, FRESH, ply=0))
    outcome = run("verify", str(path), "--receipt", str(kept))
    assert outcome.code == 1
    assert "receipt: renewals.1.ply: the dice after action 0 were to be new" in outcome.err


def test_forged_dice_are_not_accepted_as_taken_over(run: Run, tmp_path: Path) -> None:
    """The dice are of another seed, and the manifest claims all of them taken over, which leaves nothing to check."""
    path = save_fork(tmp_path / "a.gunki", 40)
    forged = rolls(path)
    plies = gunki.load(path).ply

    def last(manifest: dict[str, Any]) -> None:
        manifest["fairness"] |= {"from": plies, "dealt": False}

    edit_manifest_of(path, last)
    outcome = run("verify", str(path), "--lang", "en")
    assert outcome.code == 3
    assert f"0 rolls and deals checked, {forged} taken over unchecked" in outcome.out
    assert "Fair" not in outcome.out
    assert "Consistent" not in outcome.out
    assert json.loads(run("verify", str(path), "--json").out)["verdict"] == "partly"
    outcome = run("verify", str(path), "--receipt", str(write_receipt(tmp_path / "mine.json")))
    assert outcome.code == 1
    assert "receipt: from" in outcome.err

    def old_form(manifest: dict[str, Any]) -> None:
        manifest["seed"] = seed_of_version_1(SECRET, NONCES)
        for later in ("dealt", "version", "match", "commits", "taken_back"):
            del manifest["fairness"][later]

    edit_manifest_of(path, old_form)
    assert run("verify", str(path)).code == 3

    def none_taken(manifest: dict[str, Any]) -> None:
        manifest["fairness"] |= {"from": 0}

    edit_manifest_of(path, none_taken)
    outcome = run("verify", str(path))
    assert outcome.code == 1
    assert "not those the secret gives" in outcome.err


def test_a_forked_game_says_which_part_was_checked(run: Run, tmp_path: Path) -> None:
    path = save_fork(tmp_path / "a.gunki", 20)
    kept = write_receipt(tmp_path / "mine.json", **origin_fields(21))
    taken = sum(len(entry.chance) for entry in gunki.load(path).entries[:21])
    for more in ([], ["--receipt", str(kept)]):
        outcome = run("verify", str(path), *more, "--lang", "en")
        assert outcome.code == 3
        assert f"{rolls(path) - taken} rolls and deals checked, {taken} taken over unchecked" in outcome.out
        assert "Fair" not in outcome.out


def test_a_commitment_other_than_on_the_receipt_ends_with_code_1(run: Run, tmp_path: Path) -> None:
    """A game whose secret and dice the host made anew is consistent only with itself."""
    path = save_fair_game(tmp_path / "a.gunki")
    for changes, field in (
        ({"commitment": commitment(b"\x08" * 32)}, "commitment"),
        ({"nonces": {"oda": "cd" * 16}}, "nonces.oda"),
        ({"nonces": {"anti_oda": "cd" * 16}}, "nonces.anti_oda"),
        ({"match": "b2"}, "match"),
        ({"commits": {"oda": "0" * 64}}, "commits.oda"),
        ({"commits": COMMITS | {"anti_oda": "0" * 64}}, "commits.anti_oda"),
    ):
        outcome = run("verify", str(path), "--receipt", str(write_receipt(tmp_path / "mine.json", **changes)))
        assert outcome.code == 1
        assert f"receipt: {field}" in outcome.err
    (tmp_path / "bad.json").write_text('{"commitment": 5}')
    outcome = run("verify", str(path), "--receipt", str(tmp_path / "bad.json"))
    assert outcome.code == 1
    assert "bad.json: commitment" in outcome.err


def test_what_the_commitment_does_not_cover_is_listed(run: Run, tmp_path: Path) -> None:
    match = gunki.compose("nobunaga", {"turn": 3, "to_act": "oda"}, seed=SEED)
    match.header = replace(match.header, fairness=make_commitment())
    path = match.save(tmp_path / "a.gunki")
    assert "composed position" in run("verify", str(path), "--lang", "en").out
    assert json.loads(run("verify", str(path), "--json").out)["unpromised"] == ["composed"]


def test_a_broken_commitment_ends_with_code_1(run: Run, tmp_path: Path) -> None:
    outcome = run("verify", str(save_fair_game(tmp_path / "a.gunki", commitment="0" * 64)))
    assert outcome.code == 1
    assert "not the one promised" in outcome.err
    gunki.new("nobunaga", seed=1).save(tmp_path / "b.gunki")
    assert "nothing to check" in run("verify", str(tmp_path / "b.gunki")).err
