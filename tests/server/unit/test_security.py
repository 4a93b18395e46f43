"""Texts of strangers, tokens, limits."""

from __future__ import annotations

import pytest

from gunki.server.http import security
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import Limits, address_of, limit_class
from gunki.server.http.security import bearer, clean, is_same_token, new_token, token_hash
from gunki.server.settings import Settings


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  Oda \n Nobunaga\t", "Oda Nobunaga"),
        ("信長\u3000様", "信長 様"),
        ("a\u202eb\u2066c\x07d\x00", "abcd"),
        ("e\u0301", "é"),
        ("👩\u200d👩", "👩\u200d👩"),
        ("\u200b\u2028\ufeff", ""),
        ("<b>&", "<b>&"),  # escaping is for whoever shows it
        ("\u0301\u0489", ""),
        ("\u200d\u200c \ufe0f", ""),
        ("\u3164\u115f\u1160\uffa0\u2800", ""),
        ("Z\u0336\u0337\u0338\u0334\u0335\u0321\u0322!", "Z\u0336\u0337\u0338\u0334!"),
        ("Z\u0336\u200d\u0337\u200d\u0338\u0334\u0335", "Z\u0336\u200d\u0337\u200d\u0338\u0334"),
        ("กิ้่ नि", "กิ้่ नि"),
        ("?", "?"),
        ("❤\ufe0f 7", "❤\ufe0f 7"),
    ],
)
def test_texts_lose_what_could_deceive(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_tokens_are_kept_as_hashes_only() -> None:
    token = new_token()
    assert security.TOKEN.fullmatch(token)
    kept = token_hash(token)
    assert token not in kept
    assert is_same_token(token, kept)
    assert not is_same_token(new_token(), kept)
    assert not is_same_token("", "")


@pytest.mark.parametrize("header", [b"Basic abc", b"Bearer", b"Bearer short", b"Bearer " + b"x" * 44, b"\xff"])
def test_a_strange_authorization_is_refused_not_ignored(header: bytes) -> None:
    with pytest.raises(Problem) as refused:
        bearer({"type": "http", "headers": [(b"authorization", header)]})
    assert refused.value.status_code == 401
    assert bearer({"type": "http", "headers": []}) is None


def test_a_bucket_runs_dry_and_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    limits = Limits({"chat": (2, 0.5)}, 1.0)
    assert [limits.take("a", "chat"), limits.take("a", "chat")] == [0, 0]
    assert limits.take("a", "chat") == pytest.approx(2.0)
    assert limits.take("b", "chat") == 0
    now = 102.5
    assert limits.take("a", "chat") == 0
    assert limits.take("a", "chat") > 0


def test_limits_can_be_raised_and_switched_off() -> None:
    rates = {"other": (1.0, 0.001)}
    scope = {"type": "http", "method": "GET", "path": "/", "client": ("1.2.3.4", 1)}
    assert [Limits(rates, 3.0).wait(scope) > 0 for _ in range(1)] == [False]
    raised = Limits(rates, 3.0)
    assert [raised.wait(scope) > 0 for _ in range(4)] == [False, False, False, True]
    off = Limits(rates, 0.0)
    assert not any(off.wait(scope) for _ in range(50))


def test_one_household_has_one_bucket() -> None:
    def address(host: str) -> str:
        return address_of({"client": (host, 1)})

    assert address("2001:db8:1:2:3::4") == address("2001:db8:1:2:ffff::1")
    assert address("2001:db8:1:2::") != address("2001:db8:1:3::")
    assert address("10.0.0.1") != address("10.0.0.2")


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/matches", "create"),
        ("GET", "/api/matches", "list"),
        ("GET", "/api/matches/x", "other"),
        ("POST", "/api/uploads", "upload"),
        ("POST", "/api/matches/x/seats/oda", "join"),
        ("POST", "/api/matches/x/chat", "chat"),
        ("POST", "/api/matches/x/actions", "other"),
    ],
)
def test_requests_fall_under_their_limit(method: str, path: str, kind: str) -> None:
    assert limit_class({"method": method, "path": path}) == kind


def test_bound_to_this_machine_only_its_own_names_count(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp()
    own = frozenset({"localhost", "127.0.0.1", "[::1]"})
    assert Settings(data=folder).allowed_hosts == own
    assert Settings(data=folder, host="0.0.0.0").allowed_hosts is None
    named = Settings(data=folder, host="0.0.0.0", hosts=("table.example",))
    assert named.allowed_hosts == own | {"0.0.0.0", "table.example"}, "whoever looks after it asks it here"
