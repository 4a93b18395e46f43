"""Committed dice: the commitment, the numbers of the players, and the check afterwards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

import gunki
from gunki.core.dice.chance import Generator
from gunki.core.dice.dice_after_undo import MAX_MARKS, take_back
from gunki.core.dice.fairness import (
    CheckResult,
    check,
    commit_of,
    commitment,
    origin_fields,
    promise_of,
    seed_of,
    seed_of_version_1,
)
from gunki.core.matches import saves
from gunki.core.rules.procedure import Roll
from tests.core.duel import duel, play_out

SECRET = bytes(range(32))
NONCES = {"red": "00112233445566778899aabbccddeeff", "blue": ""}

__all__ = ["duel"]


MATCH = "a1b2"
COMMITS = {"red": commit_of(MATCH, "red", NONCES["red"])}
PROMISE = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": NONCES}


def play_fair(version: int = 3, /, **changes: Any) -> gunki.Match:
    """Play a whole game with committed dice, with the values that are published at its end."""
    seed = seed_of_version_1(SECRET, NONCES) if version == 1 else seed_of(MATCH, SECRET, NONCES)
    match = play_out(gunki.new("duel", seed=seed), random.Random(1), 25)
    scheme = {} if version == 1 else {"version": version, "match": MATCH, "commits": COMMITS, "taken_back": []}
    match.header = replace(match.header, fairness={**PROMISE, "from": 0, **scheme, **changes})
    return match


def test_commitment_and_seed_are_computed_from_published_values() -> None:
    assert commitment(SECRET) == sha256(SECRET).hexdigest()
    number = NONCES["red"]
    assert COMMITS["red"] == sha256(f"gunki nonce\na1b2\nred\n{number}".encode()).hexdigest()
    text = f"gunki dice 2\na1b2\n{SECRET.hex()}\nred:{number}\nblue:"
    assert seed_of(MATCH, SECRET, NONCES) == int(sha256(text.encode()).hexdigest(), 16)
    assert seed_of(MATCH, SECRET, {**NONCES, "blue": "ff" * 16}) != seed_of(MATCH, SECRET, NONCES)
    text = f"gunki dice\n{SECRET.hex()}\nred:{number}\nblue:"
    assert seed_of_version_1(SECRET, NONCES) == int(sha256(text.encode()).hexdigest(), 16)


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("version", [1, 2, 3])
def test_an_honest_game_passes_also_after_it_was_saved(version: int) -> None:
    match = play_fair(version)
    answers = sum(len(entry.chance) for entry in match.entries)
    assert answers > 3
    assert check(match) == CheckResult(answers, 0)
    assert check(gunki.loads(saves.save_bytes(match))) == CheckResult(answers, 0)
    assert check(match).is_complete


@pytest.mark.usefixtures("duel")
def test_a_game_that_went_on_from_another_is_checked_from_there() -> None:
    old = play_out(gunki.new("duel", seed=5), random.Random(1), 10)
    ply = old.ply
    match = play_out(old.fork(seed_of_version_1(SECRET, NONCES)), random.Random(2), 10)
    told = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": dict(NONCES), "from": ply}
    match.header = replace(match.header, fairness=told)
    own = sum(len(entry.chance) for entry in match.entries[ply + 1 :])
    taken = sum(len(entry.chance) for entry in match.entries[: ply + 1])
    assert own > 0 < taken
    assert check(match) == CheckResult(own, taken)
    assert not check(match).is_complete
    match.header = replace(match.header, fairness=told | {"from": 0})
    with pytest.raises(gunki.SaveError, match="not those the secret gives"):
        check(match)


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"commitment": "0" * 64}, "not the one promised"),
        ({"nonces": {"red": "", "blue": ""}, "commits": {}}, "do not make the seed"),
        ({"nonces": {"red": NONCES["red"]}}, "one entry for each of red, blue"),
        ({"nonces": {"red": "xyz", "blue": ""}}, r"nonces\.red"),
        ({"secret": "12"}, r"fairness\.secret"),
        ({"commitment": None}, r"fairness\.commitment"),
        ({"from": -1}, r"fairness\.from"),
        ({"from": "0"}, r"fairness\.from"),
        ({"from": True}, r"fairness\.from"),
        ({"from": 10_000}, r"fairness\.from: 10000 actions taken over, but the game has \d+"),
        ({"dealt": 1}, r"fairness\.dealt"),
        ({"from": 3, "dealt": True}, r"fairness\.dealt"),
        ({"version": 0}, r"fairness\.version"),
        ({"version": "1"}, r"fairness\.version"),
        ({"version": 4}, r"fairness\.version: 4 is made by a newer gunki"),
        ({"match": 7}, r"fairness\.match"),
        ({"match": None}, r"fairness\.match"),
        ({"match": "other"}, r"fairness\.nonces\.red: not the number committed to"),
        ({"version": 1}, "do not make the seed"),
        ({"commits": {"red": "0" * 64}}, r"fairness\.nonces\.red: not the number committed to"),
        ({"commits": None}, r"fairness\.commits"),
        ({"commits": {}}, r"fairness\.commits: expected one entry for each number: red"),
        ({"commits": {"red": "12"}}, r"fairness\.commits\.red"),
        ({"commits": COMMITS | {"blue": "0" * 64}}, r"fairness\.commits: expected one entry for each number: red"),
        ({"commits": {str(i): "0" * 64 for i in range(99)}}, r"fairness\.commits"),
        ({"taken_back": 5}, r"fairness\.taken_back"),
        ({"taken_back": [5]}, r"fairness\.taken_back"),
        ({"taken_back": "xy"}, r"fairness\.taken_back"),
        ({"taken_back": [[1, True]]}, r"fairness\.taken_back"),
        ({"taken_back": [[1, 1, 1]]}, r"fairness\.taken_back"),
        ({"taken_back": [[-1, 1]]}, "plies and counts must ascend"),
        ({"taken_back": [[1, 0]]}, "plies and counts must ascend"),
        ({"taken_back": [[1, 2**31]]}, "plies and counts must ascend"),
        ({"taken_back": [[3, 1], [3, 2]]}, "plies and counts must ascend"),
        ({"taken_back": [[3, 2], [4, 2]]}, "plies and counts must ascend"),
        ({"taken_back": [[10_000, 1]]}, r"fairness\.taken_back: expected plies from 0 to \d+"),
        ({"taken_back": [[i, i + 1] for i in range(MAX_MARKS + 1)]}, r"fairness\.taken_back: expected at most"),
        ({"taken_back": [[0, 1]]}, "not those the secret gives"),
    ],
)
def test_a_value_that_does_not_fit_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(gunki.SaveError, match=words):
        check(play_fair(**changes))


@pytest.mark.usefixtures("duel")
def test_a_changed_die_is_found() -> None:
    match = play_fair()
    ply = next(i for i, e in enumerate(match.entries) if any(kind == "roll" for kind, _ in e.chance))
    entry = match.entries[ply]
    changed = tuple(
        (kind, tuple(7 - v for v in values)) if kind == "roll" else (kind, values) for kind, values in entry.chance
    )
    match.entries[ply] = replace(entry, chance=changed)
    with pytest.raises(gunki.SaveError, match=f"action {ply} "):
        check(match)


@pytest.mark.usefixtures("duel")
def test_the_deal_at_the_start_is_checked_like_any_other() -> None:
    match = play_fair()
    ((kind, cards), *others) = match.entries[0].chance
    assert kind == "deal"
    match.entries[0] = replace(match.entries[0], chance=((kind, cards[::-1]), *others))
    with pytest.raises(gunki.SaveError, match="the start: the dice or cards are not those the secret gives"):
        check(match)


@pytest.mark.usefixtures("duel")
def test_a_start_taken_over_is_distinguished_from_an_own_start() -> None:
    """A match forked from the very start of another game takes its deal over, though no action."""
    old = gunki.new("duel", seed=5)
    dealt = len(old.entries[0].chance)
    match = play_out(old.fork(seed_of_version_1(SECRET, NONCES)), random.Random(2), 10)
    told = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": dict(NONCES)}
    match.header = replace(match.header, fairness=told | origin_fields(1))
    assert check(match) == CheckResult(sum(len(entry.chance) for entry in match.entries) - dealt, dealt)
    for own in (origin_fields(0), {"from": 0}):  # the older form does not tell
        match.header = replace(match.header, fairness=told | own)
        with pytest.raises(gunki.SaveError, match="the start"):
            check(match)


@pytest.mark.usefixtures("duel")
def test_games_without_a_promise_have_nothing_to_check() -> None:
    with pytest.raises(gunki.SaveError, match="nothing to check"):
        check(gunki.new("duel", seed=1))


# -- taking back ------------------------------------------------------------------------------------------------------


def find_last_roll(match: gunki.Match, ply: int) -> tuple[gunki.Match, int]:
    """Return the match at the last ply before this one whose answer asked chance for a result, and that ply."""
    found = max(p for p in range(1, ply + 1) if match.entries[p].chance)
    return match.at(found - 1), found


@pytest.mark.usefixtures("duel")
def test_without_fresh_numbers_the_same_dice_come_again() -> None:
    match = play_fair()
    before, ply = find_last_roll(match, match.ply)
    before.act(match.entries[ply].act)
    assert before.entries[ply] == match.entries[ply]


@pytest.mark.usefixtures("duel")
def test_after_a_take_back_the_dice_are_new_and_can_be_checked() -> None:
    match, plies, answers = play_fair(), [], set()
    _, ply = find_last_roll(match, match.ply)
    for _ in range(6):
        act = match.entries[ply].act
        answers.add(match.entries[ply].chance)
        match = take_back(match, ply - 1)
        match.act(act)
        plies.append(ply - 1)
    assert len(answers) > 1, "nobody rolls the same six times"
    assert promise_of(match).marks == ((ply - 1, 6),), "the count goes on, marks that were taken back are gone"
    match = play_out(match, random.Random(3), 10)
    assert check(match).is_complete
    assert check(gunki.loads(saves.save_bytes(match))).is_complete
    assert match.header.fairness is not None
    for wrong in ([], [[ply - 1, 5]], [[ply, 6]]):
        forged = gunki.loads(saves.save_bytes(match))
        forged.header = replace(forged.header, fairness={**match.header.fairness, "taken_back": wrong})
        with pytest.raises(gunki.SaveError, match="not those the secret gives"):
            check(forged)


@pytest.mark.usefixtures("duel")
def test_dice_that_were_not_rolled_stay_the_same_after_a_take_back() -> None:
    """Else a host who knows the secret could take back decisions freely until the dice to come suit the host."""
    match = play_fair()
    quiet = max(p for p in range(1, match.ply) if not match.entries[p].chance)
    match = match.at(quiet)
    before = match.header.fairness
    back = take_back(match, quiet - 1)
    assert (back.ply, back.header.fairness) == (quiet - 1, before)
    for one in (back, match.at(quiet - 1)):
        play_out(one, random.Random(9), 10)
        assert check(one).is_complete


@pytest.mark.usefixtures("duel")
def test_a_match_of_version_1_keeps_its_dice() -> None:
    match = play_fair(1)
    back, ply = take_back(match, 0), 0
    while ply < match.ply:
        ply += 1
        back.act(match.entries[ply].act)
    assert back.entries == match.entries
    assert check(back).is_complete


@pytest.mark.usefixtures("duel")
def test_marks_of_earlier_take_backs_stay() -> None:
    match = play_fair()
    _, late = find_last_roll(match, match.ply)
    _, early = find_last_roll(match, late - 1)
    match = play_out(take_back(match, early - 1), random.Random(4), late)
    _, late = find_last_roll(match, match.ply)
    match = play_out(take_back(match, late - 1), random.Random(5), 5)
    assert promise_of(match).marks == ((early - 1, 1), (late - 1, 2))
    assert check(match).is_complete
    match = take_back(match, 0)
    assert promise_of(match).marks == ((0, 3),)


@pytest.mark.usefixtures("duel")
def test_marks_are_taken_back_with_the_match_when_no_roll_followed() -> None:
    """A roll is taken back, then decisions before it: the next roll has the current dice and says so."""
    match = play_fair()
    ply = next(p for p in range(2, match.ply) if match.entries[p].chance and not match.entries[p - 1].chance)
    match = take_back(take_back(match, ply - 1), ply - 2)
    assert promise_of(match).marks == ((ply - 2, 1),)
    for seed in range(8):
        other = play_out(gunki.loads(saves.save_bytes(match)), random.Random(seed), 10)
        assert check(other).is_complete


@pytest.mark.usefixtures("duel")
def test_a_loaded_match_goes_on_with_the_dice_in_force() -> None:
    match = play_fair()
    _, ply = find_last_roll(match, match.ply)
    match = take_back(match, ply - 1)
    loaded = gunki.loads(saves.save_bytes(match))
    for one in (match, loaded):
        play_out(one, random.Random(6), 10)
    assert loaded.entries == match.entries
    assert check(loaded).is_complete


@pytest.mark.usefixtures("duel")
def test_a_save_with_nonsense_for_take_backs_is_refused() -> None:
    match = play_fair()
    match.header = replace(match.header, fairness={**dict(match.header.fairness or {}), "taken_back": [[5, 1], [2, 2]]})
    with pytest.raises(gunki.SaveError, match=r"fairness\.taken_back"):
        gunki.loads(saves.save_bytes(match))


# -- the host who plays -----------------------------------------------------------------------------------------------


def first_roll(seed: int) -> int:
    return Generator(seed)(SimpleNamespace(chances=0), Roll("any", "1", 1, ""))[0]


def test_the_last_to_choose_a_number_steers_the_dice_in_version_1() -> None:
    """Version 2 corrects this: the host knows the secret and the other's number and tries many own numbers."""
    rng = random.Random(7)
    lows = 0
    for _ in range(50):
        secret, other = rng.randbytes(32), rng.randbytes(16).hex()
        tries = [{"red": rng.randbytes(16).hex(), "blue": other} for _ in range(30)]
        lows += min(first_roll(seed_of_version_1(secret, nonces)) for nonces in tries) == 1
    assert lows >= 48, "one in six would be fair"


def test_a_player_bound_by_a_commitment_cannot_steer_the_dice() -> None:
    """Any other number than the committed one is refused, and the committed one is as good as any."""
    rng = random.Random(8)
    rolls: Counter[int] = Counter()
    for _ in range(600):
        secret, own, other = rng.randbytes(32), rng.randbytes(16).hex(), rng.randbytes(16).hex()
        told = commit_of(MATCH, "red", own)  # before he sees the other's number
        tries = [own, *(rng.randbytes(16).hex() for _ in range(30))]
        best = min(
            (number for number in tries if commit_of(MATCH, "red", number) == told),
            key=lambda number: first_roll(seed_of(MATCH, secret, {"red": number, "blue": other})),
        )
        rolls[first_roll(seed_of(MATCH, secret, {"red": best, "blue": other}))] += 1
    assert all(60 <= rolls[face] <= 140 for face in range(1, 7)), rolls
