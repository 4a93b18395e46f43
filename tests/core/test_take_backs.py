"""Take-backs of rolls: the dice after them are new, and no player can choose or invent them."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

import gunki
from gunki.core.dice.dice_after_undo import MAX_RENEWALS, Renewal, renewal_commit_of, take_back
from gunki.core.dice.fairness import CheckResult, check, commitment, origin_fields, promise_of
from gunki.core.dice.receipts import Receipt, compare, read, receipt
from gunki.core.matches import saves
from tests.core.duel import duel, play_out
from tests.core.test_fairness import COMMITS, MATCH, NONCES, SECRET, play_fair

__all__ = ["duel"]

RED, BLUE = "0a" * 16, "0b" * 16
#: A ply that no match here reaches.
LATE = 10_000


def renewal(count: int, **nonces: str) -> Renewal:
    return Renewal({seat: renewal_commit_of(MATCH, count, seat, n) for seat, n in nonces.items()}, nonces)


def last_roll(match: gunki.Match) -> int:
    return max(ply for ply in range(1, match.ply + 1) if match.entries[ply].chance)


def play_with_take_backs(times: int = 1) -> gunki.Match:
    """Play a match in which both sides agreed to take back rolls, with a fresh number each time."""
    match = play_fair()
    for count in range(1, times + 1):
        ply = last_roll(match)
        act = match.entries[ply].act
        match = take_back(match, ply - 1, renewal(count, red=RED, blue=BLUE))
        match.act(act)
        match = play_out(match, random.Random(count), 10)
    return match


def red_receipt(told: int, *renewals: int, nonce: str = RED, ply: int | None = LATE) -> Receipt:
    """Return the receipt of red: the take-backs that red was informed of, and some of their numbers."""
    kept = receipt(MATCH, commitment(SECRET), origin_fields(0), "red", NONCES["red"], COMMITS)
    shares: dict[str, dict[str, Any]] = {
        str(count): {"commits": dict(renewal(count, red=nonce, blue=BLUE).commits), "nonces": {"red": nonce}}
        for count in renewals
    }
    for share in shares.values():
        share |= {} if ply is None else {"ply": ply}
    return read({**kept, "taken_back": told, "renewals": shares})


def forge(match: gunki.Match, **changes: Any) -> gunki.Match:
    forged = gunki.loads(saves.save_bytes(match))
    forged.header = replace(forged.header, fairness={**dict(forged.header.fairness or {}), **changes})
    return forged


def test_a_commitment_is_public_and_fits_one_take_back_only() -> None:
    assert renewal_commit_of(MATCH, 2, "red", RED) == sha256(f"gunki renewal\na1b2\n2\nred\n{RED}".encode()).hexdigest()
    others = {renewal_commit_of(MATCH, 2, "blue", RED), renewal_commit_of(MATCH, 3, "red", RED)}
    assert len(others | {renewal_commit_of("other", 2, "red", RED), renewal_commit_of(MATCH, 2, "red", RED)}) == 4


@pytest.mark.usefixtures("duel")
def test_fresh_numbers_go_into_the_dice() -> None:
    match = play_fair()
    ply = last_roll(match)
    answers = set()
    for number in range(8):
        back = take_back(match, ply - 1, renewal(1, red=f"{number:032x}", blue=BLUE))
        back.act(match.entries[ply].act)
        answers.add(back.entries[ply].chance)
    assert len(answers) > 1


@pytest.mark.usefixtures("duel")
def test_an_agreed_take_back_is_proven_also_after_saving() -> None:
    match = play_with_take_backs(2)
    assert [count for _, count in promise_of(match).marks][-1] == 2
    for one in (match, gunki.loads(saves.save_bytes(match))):
        found = check(one)
        assert found.is_proven
        assert found.checked == sum(len(entry.chance) for entry in match.entries)
        kept = red_receipt(2, *(count for _, count in promise_of(match).marks))
        assert check(one, compare(one, kept)).is_proven


@pytest.mark.usefixtures("duel")
def test_a_loaded_match_goes_on_with_the_fresh_numbers() -> None:
    match = play_with_take_backs()
    loaded = gunki.loads(saves.save_bytes(match))
    for one in (match, loaded):
        play_out(one, random.Random(6), 10)
    assert loaded.entries == match.entries
    assert check(loaded).is_proven


@pytest.mark.usefixtures("duel")
def test_a_take_back_without_numbers_is_valid_but_not_proven() -> None:
    """In matches of version 2 the host could have invented it."""
    for version in (2, 3):
        match = play_fair(version)
        ply = last_roll(match)
        act = match.entries[ply].act
        match = take_back(match, ply - 1)
        match.act(act)
        found = check(match)
        assert found == CheckResult(found.checked, 0, len(match.entries[ply].chance))
        assert found.is_complete
        assert not found.is_proven


@pytest.mark.usefixtures("duel")
def test_invented_take_backs_are_not_proven_by_the_receipt() -> None:
    """Red was informed of none or of fewer, or gave no number; the record claims more."""
    match = play_with_take_backs()
    for kept in (red_receipt(0), red_receipt(1)):
        found = check(match, compare(match, kept))
        assert found.unproven
        assert not found.is_proven
    lone = play_fair()
    ply = last_roll(lone)
    act = lone.entries[ply].act
    lone = take_back(lone, ply - 1, renewal(1, blue=BLUE))  # the host alone has given a number
    lone.act(act)
    assert check(lone).is_proven, "the record agrees with itself"
    assert not check(lone, compare(lone, red_receipt(0))).is_proven


@pytest.mark.usefixtures("duel")
def test_a_number_other_than_red_gave_is_found() -> None:
    match = play_with_take_backs()
    with pytest.raises(gunki.SaveError, match=r"receipt: renewals\.1\.commits: the game tells others"):
        compare(match, red_receipt(1, 1, nonce="0c" * 16))
    lone = take_back(play_fair(), last_roll(play_fair()) - 1, renewal(1, blue=BLUE))
    with pytest.raises(gunki.SaveError, match=r"receipt: renewals\.1\.commits"):
        compare(lone, red_receipt(1, 1))
    with pytest.raises(gunki.SaveError, match="receipt: taken_back: you were told of 3 take-backs, the game tells 1"):
        compare(match, red_receipt(3, 1))


@pytest.mark.usefixtures("duel")
def test_a_host_that_postpones_new_dice_is_found() -> None:
    """The host could choose between old and new dice at every fight until it uses the new ones."""
    match = play_with_take_backs()
    ply = promise_of(match).marks[0][0]
    for told in (ply, ply + 1):  # a later take-back without a roll moves it further back
        assert compare(match, red_receipt(1, 1, ply=told)) == {1}
    with pytest.raises(
        gunki.SaveError, match=rf"renewals\.1\.ply: the dice after action {ply - 1} .* tells action {ply}"
    ):
        compare(match, red_receipt(1, 1, ply=ply - 1))
    back = take_back(match, 0, renewal(2, red=RED, blue=BLUE))
    assert compare(back, red_receipt(2, 1, 2, ply=0)) == {2}
    with pytest.raises(gunki.SaveError, match=r"renewals\.3\.ply: .* tells of none"):
        compare(back, red_receipt(2, 2, 3))


@pytest.mark.usefixtures("duel")
def test_a_share_without_its_ply_proves_nothing() -> None:
    match = play_with_take_backs()
    assert compare(match, red_receipt(1, 1, ply=None)) == frozenset()


@pytest.mark.usefixtures("duel")
def test_numbers_of_take_backs_that_were_taken_back_are_not_kept() -> None:
    match = play_with_take_backs(2)
    match = take_back(match, 0, renewal(3, red=RED, blue=BLUE))
    fairness = match.header.fairness
    assert fairness is not None
    assert (fairness["taken_back"], set(fairness["renewals"])) == ([[0, 3]], {"3"})


@pytest.mark.usefixtures("duel")
def test_a_host_cannot_choose_among_take_backs_that_others_agreed_to() -> None:
    """The host knows the secret, but is bound by a commitment before red shows a number."""
    rng, lows = random.Random(9), 0
    match = play_fair()
    ply = next(p for p in range(1, match.ply) if any(kind == "roll" for kind, _ in match.entries[p].chance))

    def first_die(**nonces: str) -> int:
        back = take_back(match, ply - 1, renewal(1, **nonces))
        back.act(match.entries[ply].act)
        return int(next(values[0] for kind, values in back.entries[ply].chance if kind == "roll"))

    for _ in range(60):
        guess, shown = rng.randbytes(16).hex(), rng.randbytes(16).hex()
        best = min((rng.randbytes(16).hex() for _ in range(6)), key=lambda own: first_die(red=guess, blue=own))
        lows += first_die(red=shown, blue=best) <= 2
    assert 8 <= lows <= 34, "one in three is fair; six tries would give nine in ten"


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    ("renewals", "words"),
    [
        (5, r"fairness\.renewals: expected"),
        ({"2": {}}, r"fairness\.renewals: expected .* each for a count of taken_back"),
        ({str(i): {} for i in range(MAX_RENEWALS + 1)}, r"fairness\.renewals: expected at most"),
        ({"1": []}, r"fairness\.renewals\.1: expected commits and nonces"),
        ({"1": {"commits": {}, "nonces": {}}}, r"fairness\.renewals\.1\.commits"),
        ({"1": {"commits": {"red": "12"}, "nonces": {"red": RED}}}, r"fairness\.renewals\.1\.commits\.red"),
        ({"1": {"commits": {"red": "0" * 64}, "nonces": {"red": "x"}}}, r"fairness\.renewals\.1\.nonces\.red"),
        ({"1": {"commits": {"red": "0" * 64}, "nonces": {"red": RED}}}, r"renewals\.1\.nonces\.red: not the number"),
        ({}, "not those the secret gives"),
    ],
)
def test_impossible_renewals_are_refused_by_name(renewals: Any, words: str) -> None:
    with pytest.raises(gunki.SaveError, match=words):
        check(forge(play_with_take_backs(), renewals=renewals))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"taken_back": -1}, "taken_back"),
        ({"taken_back": True}, "taken_back"),
        ({"taken_back": 2**31}, "taken_back"),
        ({"renewals": []}, "renewals"),
        ({"renewals": {"x": {}}}, r"renewals\.x: expected a count"),
        ({"renewals": {"9" * 400: {}}}, r"renewals\.9+: expected a count"),
        ({"renewals": {"1": 7}}, r"renewals\.1: expected commits and nonces"),
        ({"renewals": {"1": {"commits": {}, "nonces": {"red": 5}}}}, r"renewals\.1\.nonces\.red"),
        ({"renewals": {"1": {"commits": {}, "nonces": {}, "ply": -1}}}, r"renewals\.1\.ply: expected a whole number"),
        ({"renewals": {"1": {"commits": {}, "nonces": {}, "ply": True}}}, r"renewals\.1\.ply: expected a whole number"),
    ],
)
def test_receipts_with_nonsense_about_take_backs_are_refused(changes: dict[str, Any], field: str) -> None:
    kept = receipt(MATCH, commitment(SECRET), origin_fields(0), "red", NONCES["red"], COMMITS)
    with pytest.raises(gunki.SaveError, match=field):
        read({**kept, **changes})
