"""Gathering: invitations, tokens, open seats, owners, spectators."""

from __future__ import annotations

import secrets

import pytest

from tests.server.process import Server
from tests.server.streams import Stream
from tests.server.table import Api, Json, Player, create, gather, join, joining, nonce, options, problem, reveal, sit


def guest(server: Server, made: dict[str, object], seat: str) -> Player:
    return Player(server, str(made["id"]), None, seat)


def entry(made: dict[str, object], seat: str) -> dict[str, str]:
    seats = made["seats"]
    assert isinstance(seats, list)
    found: dict[str, str] = next(e for e in seats if e["seat"] == seat)
    return found


def test_a_match_gathers_until_the_last_person_has_joined(server: Server) -> None:
    made = create(server, seats={"oda": "mine", "anti_oda": "open"}, name="雨の桶狭間", player="Nene")
    assert made["commitment"] == made["commitment"].lower()
    assert len(bytes.fromhex(made["commitment"])) == 32
    mine, other = entry(made, "oda"), entry(made, "anti_oda")
    assert "invite" not in mine
    assert "token" not in other, "the creator must not hold a guest's token"
    one = Player(server, made["id"], mine["token"], "oda")
    info = one.info()
    assert (info["state"], info["name"], info["public"]) == ("gathering", "雨の桶狭間", False)
    assert [s["kind"] for s in info["seats"]] == ["person", "open"]
    number = nonce()
    given = join(one, number)["receipt"]
    assert given["nonces"] == {}, "nobody has shown a number yet"
    assert given["commits"] == {"oda": joining(made["id"], "oda", number)["commit"]}
    assert given["commitment"] == made["commitment"]
    assert (given["match"], given["version"], given["from"]) == (made["id"], 3, 0)
    assert join(one, nonce())["receipt"] == given, "the first number counts"
    assert one.info()["state"] == "gathering"
    two = guest(server, made, "anti_oda")
    joined = join(two, theirs := nonce(), other["invite"], name="Kichi")
    assert joined["receipt"]["commits"].keys() == {"oda", "anti_oda"}
    assert joined["match"]["state"] == "gathering"
    assert joined["match"]["commits"] == joined["receipt"]["commits"]
    shown = reveal(one, number)
    assert shown["receipt"] == given | {"nonces": {"oda": number}, "commits": joined["receipt"]["commits"]}
    assert [seat["revealed"] for seat in shown["match"]["seats"]] == [True, False]
    assert shown["match"]["state"] == "gathering"
    shown = reveal(two, theirs)
    assert shown["receipt"]["nonces"] == {"anti_oda": theirs}, "his own number, and nobody else's"
    assert shown["match"]["state"] == "playing"
    assert shown["match"]["commits"] == joined["receipt"]["commits"], "they stay to be seen"
    assert joined["token"] not in (made["owner"], mine["token"], other["invite"])
    seats = {s["seat"]: s for s in one.info()["seats"]}
    assert seats["anti_oda"]["name"] == "Kichi"
    assert seats["anti_oda"]["kind"] == "person"
    assert all(s["joined"] for s in seats.values())
    assert one.view()["seat"] == "oda"
    assert two.view()["seat"] == "anti_oda"


def test_nobody_acts_before_it_begins(server: Server) -> None:
    made = create(server, seats={"oda": "mine", "anti_oda": "open"})
    one = Player(server, made["id"], entry(made, "oda")["token"], "oda")
    join(one, nonce())
    problem(one.try_to_act(0, "pass"), "not_yet")
    problem(one.undo(0), "not_yet")


def test_an_invitation_is_good_once(server: Server) -> None:
    made = create(server)
    invite = entry(made, "oda")["invite"]
    first = guest(server, made, "oda")
    join(first, nonce(), invite)
    again = guest(server, made, "oda")("POST", f"/api/matches/{made['id']}/seats/oda", json=_join(made, "oda", invite))
    problem(again, "unauthorized", "forbidden")
    body = _join(made, "anti_oda", invite)
    elsewhere = guest(server, made, "oda")("POST", f"/api/matches/{made['id']}/seats/anti_oda", json=body)
    problem(elsewhere, "unauthorized", "forbidden")
    assert first.info()["seats"][0]["joined"]


def test_a_lost_answer_can_be_asked_for_again(server: Server) -> None:
    """The invitation was used, but the answer never came: the guest sends the same token once more."""
    made = create(server)
    invite, number, own = entry(made, "oda")["invite"], nonce(), secrets.token_urlsafe(32)
    body = joining(made["id"], "oda", number, invite) | {"token": own}
    path = f"/api/matches/{made['id']}/seats/oda"
    assert Api(server).post(path, body)["token"] == own
    assert Api(server).post(path, body)["token"] == own, "as if the first answer had come"
    again, other = Player(server, made["id"], own, "oda"), guest(server, made, "anti_oda")
    join(other, theirs := nonce(), entry(made, "anti_oda")["invite"])
    shown = reveal(again, number)
    assert reveal(again, number) == shown, "this answer too"
    reveal(other, theirs)
    assert reveal(again, number)["receipt"] == shown["receipt"]
    assert Api(server).post(path, body)["token"] == own, "also while the match is played"
    snapshot = again.view()
    assert snapshot["seat"] == "oda"
    assert again.act(snapshot["ply"], options(snapshot)[0])["ply"] == 1


def test_whoever_knows_invitation_and_commit_cannot_take_the_seat_of_a_guest(server: Server) -> None:
    """The owner made the invitation, and what the guest has committed to is open to all. Only the token is the guest's
    own: it keeps the seat, before the match begins too.
    """
    made = create(server, seats={"oda": "mine", "anti_oda": "open"})
    owner, friend = Player(server, made["id"], entry(made, "oda")["token"], "oda"), guest(server, made, "anti_oda")
    invite, numbers = entry(made, "anti_oda")["invite"], (nonce(), nonce())
    join(owner, numbers[0])
    join(friend, numbers[1], invite)
    path = f"/api/matches/{made['id']}/seats/anti_oda"
    same = {"commit": owner.info()["commits"]["anti_oda"], "invite": invite}
    for stolen in (same, same | {"token": secrets.token_urlsafe(32)}):
        problem(Api(server)("POST", path, json=stolen), "forbidden")
    problem(Api(server)("POST", path, json=same | {"token": "short"}), "bad_request")
    assert friend.view()["seat"] == "anti_oda"
    reveal(friend, numbers[1])
    reveal(owner, numbers[0])
    assert friend.view()["seat"] == "anti_oda"


def test_numbers_are_shown_when_all_have_committed(server: Server) -> None:
    made = create(server, seats={"oda": "mine", "anti_oda": "open"})
    one, two = Player(server, made["id"], entry(made, "oda")["token"], "oda"), guest(server, made, "anti_oda")
    numbers = {"oda": nonce(), "anti_oda": nonce()}
    path = one.path("seats/oda/reveal")
    problem(one("POST", path, json={"nonce": numbers["oda"]}), "not_yet")
    join(one, numbers["oda"])
    problem(one("POST", path, json={"nonce": numbers["oda"]}), "not_yet")
    problem(Api(server)("POST", path, json={"nonce": numbers["oda"]}), "unauthorized")
    join(two, numbers["anti_oda"], entry(made, "anti_oda")["invite"])
    problem(two("POST", path, json={"nonce": numbers["oda"]}), "unauthorized")
    for wrong in (nonce(), numbers["anti_oda"], numbers["oda"][::-1]):
        assert problem(one("POST", path, json={"nonce": wrong}), "illegal")["field"] == "nonce"
    problem(one("POST", one.path("seats/uesugi/reveal"), json={"nonce": nonce()}), "not_found")
    reveal(one, numbers["oda"])
    assert one.info()["state"] == "gathering"
    reveal(two, numbers["anti_oda"])
    problem(one("POST", path, json={"nonce": nonce()}), "illegal")
    assert one.info()["state"] == "playing"


def test_the_owner_invites_again(server: Server) -> None:
    made = create(server)
    path = f"/api/matches/{made['id']}/invites"
    first = guest(server, made, "oda")
    join(first, number := nonce(), entry(made, "oda")["invite"])
    for token in (None, "A" * 43, entry(made, "anti_oda")["invite"]):
        problem(Api(server, token)("POST", path, json={}), "unauthorized", "forbidden")
    [fresh] = Api(server, made["owner"]).post(path)["seats"]
    assert fresh["seat"] == "anti_oda", "only seats that are still open"
    old = guest(server, made, "anti_oda")
    problem(
        old("POST", old.path("seats/anti_oda"), json=_join(made, "anti_oda", entry(made, "anti_oda")["invite"])),
        "unauthorized",
        "forbidden",
    )
    join(old, other := nonce(), fresh["invite"])
    reveal(old, other)
    reveal(first, number)
    assert old.info()["state"] == "playing"


def _join(made: Json, seat: str, invite: str | None = None) -> Json:
    return joining(made["id"], seat, nonce(), invite)


def test_an_open_seat_needs_its_own_invitation(server: Server) -> None:
    made, other = create(server), create(server)
    path = f"/api/matches/{made['id']}/seats/oda"
    anyone = Api(server)
    problem(anyone("POST", path, json=_join(made, "oda")), "unauthorized", "forbidden")
    for wrong in ("x", "", entry(other, "oda")["invite"], entry(made, "anti_oda")["invite"], made["owner"], "A" * 43):
        problem(anyone("POST", path, json=_join(made, "oda", wrong)), "unauthorized", "forbidden", "bad_request")
    assert not any(seat["joined"] for seat in anyone.get(f"/api/matches/{made['id']}")["seats"])


def test_a_public_match_needs_no_invitation(server: Server) -> None:
    made = create(server, public=True)
    anyone = Api(server)
    assert made["id"] in [m["id"] for m in anyone.get("/api/matches", game="nobunaga", state="gathering")]
    assert made["id"] not in [m["id"] for m in anyone.get("/api/matches", game="honganji")]
    assert made["id"] not in [m["id"] for m in anyone.get("/api/matches", state="playing")]
    players = [guest(server, made, seat) for seat in ("oda", "anti_oda")]
    gather(*((player, None) for player in players))
    assert players[0].info()["state"] == "playing"
    assert made["id"] in [m["id"] for m in anyone.get("/api/matches", state="playing")]
    taken = anyone("POST", f"/api/matches/{made['id']}/seats/oda", json=_join(made, "oda"))
    problem(taken, "unauthorized", "forbidden", "over", "illegal")


def test_a_private_match_is_not_listed(server: Server) -> None:
    made = create(server)
    listed = Api(server).get("/api/matches")
    assert made["id"] not in [m["id"] for m in listed]
    assert all(m["public"] for m in listed)
    assert len(listed) <= 100


def test_the_newest_public_match_comes_first(server: Server) -> None:
    ids = [create(server, public=True)["id"] for _ in range(3)]
    listed = [m["id"] for m in Api(server).get("/api/matches") if m["id"] in ids]
    assert listed == ids[::-1]


@pytest.mark.parametrize("bad", ["", "zz" * 32, "AB" * 32, "ab" * 31, "ab" * 33, 5, None])
def test_a_commit_is_64_hex_digits(server: Server, bad: object) -> None:
    made = create(server)
    body = {"commit": bad, "invite": entry(made, "oda")["invite"]}
    answer = Api(server)("POST", f"/api/matches/{made['id']}/seats/oda", json=body)
    assert "commit" in problem(answer, "bad_request")["field"]
    join(guest(server, made, "oda"), nonce(), entry(made, "oda")["invite"])


@pytest.mark.parametrize("bad", ["", "zz" * 16, "AB" * 16, "ab" * 15 + "c", "ab" * 33, 5, None])
def test_a_nonce_is_32_to_64_hex_digits(server: Server, bad: object) -> None:
    made = create(server, seats={"oda": "mine", "anti_oda": "bot:random"})
    one = Player(server, made["id"], entry(made, "oda")["token"], "oda")
    join(one, "0123456789abcdef" * 2)
    answer = one("POST", one.path("seats/oda/reveal"), json={"nonce": bad})
    assert "nonce" in problem(answer, "bad_request")["field"]
    assert reveal(one, "0123456789abcdef" * 2)["match"]["state"] == "playing"


def test_the_creator_cannot_see_the_hand_of_a_guest(server: Server) -> None:
    table = sit(server, seats=("mine", "open"))
    me, other = table.players["oda"], table.players["anti_oda"]
    hidden = set(other.view()["view"]["hand"])
    assert hidden
    for token in (me.token, table.owner.token, table.invites["anti_oda"]):
        answer = Api(server, token)("GET", f"/api/matches/{table.id}/view")
        if answer.status_code == 200:
            assert answer.json()["seat"] != "anti_oda"
            assert not any(f'"{card}"' in answer.text for card in hidden)
        else:
            problem(answer, "unauthorized", "forbidden")
    body = joining(table.id, "anti_oda", nonce())
    again = Api(server, table.owner.token)("POST", f"/api/matches/{table.id}/seats/anti_oda", json=body)
    problem(again, "unauthorized", "forbidden", "illegal")


def test_a_spectator_sees_no_hand_and_no_options(server: Server) -> None:
    table = sit(server)
    snapshot = table.spectator.view()
    assert snapshot["seat"] is None
    assert not snapshot["view"].get("hand")
    assert all(hand["cards"] is None for hand in snapshot["scene"]["hands"])
    assert "options" not in snapshot["decision"]
    answer = table.spectator.try_to_act(snapshot["ply"], "pass")
    assert answer.status_code in (401, 403)
    problem(answer, "unauthorized", "forbidden")


@pytest.mark.parametrize("what", ["wrong", "owner", "invite", "elsewhere", "empty", "basic", "long", "query"])
def test_a_bad_token_opens_nothing(server: Server, what: str) -> None:
    table, other = sit(server), sit(server)
    snapshot = table.ask(table.first.view())
    good = str(table.players[snapshot["who"]].token)
    invite, foreign = table.invites[snapshot["who"]], other.players[snapshot["who"]].token
    header = {
        "wrong": "Bearer " + "A" * 43,
        "owner": f"Bearer {table.owner.token}",
        "invite": f"Bearer {invite}",
        "elsewhere": f"Bearer {foreign}",
        "empty": "Bearer",
        "basic": f"Basic {good}",
        "long": "Bearer " + good * 40,
        "query": None,
    }[what]
    headers = {} if header is None else {"authorization": header}
    params = {"token": good, "access_token": good} if what == "query" else {}
    body = {"ply": snapshot["ply"], "action": options(snapshot)[0]}
    answer = Api(server)("POST", table.first.path("actions"), json=body, headers=headers, params=params)
    assert answer.status_code in (401, 403), answer.text
    problem(answer, "unauthorized", "forbidden")
    looked = Api(server)("GET", table.first.path("view"), headers=headers, params=params)
    if looked.status_code == 200:  # an owner is a spectator, and so is one without a token
        assert what in ("owner", "query", "empty", "basic"), "a wrong token is refused, not ignored"
        assert looked.json()["seat"] is None
    else:
        problem(looked, "unauthorized", "forbidden")
    assert table.first.info()["ply"] == snapshot["ply"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "go", "seats": {}},
        {"game": "nobunaga"},
        {"game": "nobunaga", "seats": {"oda": "open"}},
        {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "open", "takeda": "open"}},
        {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "bot:nobody"}},
        {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "bot:greedy:0"}},
        {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": "bot:greedy:99999999"}},
        {"game": "nobunaga", "seats": {"oda": "open", "anti_oda": 5}},
        {"game": "nobunaga", "seats": ["open", "open"]},
        {"game": "nobunaga", "scenario": "nowhere", "seats": {"oda": "open", "anti_oda": "open"}},
        {"game": "nobunaga", "options": {"wrong": 1}, "seats": {"oda": "open", "anti_oda": "open"}},
        {"game": "nobunaga", "options": {"flee_to": "moon"}, "seats": {"oda": "open", "anti_oda": "open"}},
        {"game": "nobunaga", "dice": [1, 2, 3], "seats": {"oda": "open", "anti_oda": "open"}},
        {"game": "nobunaga", "dice": "loaded", "seats": {"oda": "open", "anti_oda": "open"}},
        {"game": "nobunaga", "upload": "nothing", "seats": {"oda": "open", "anti_oda": "open"}},
        {"game": "nobunaga", "branch": {"game": "x", "ply": 0}, "seats": {"oda": "open", "anti_oda": "open"}},
        {"game": "nobunaga", "name": "x" * 10_000, "seats": {"oda": "open", "anti_oda": "open"}},
    ],
)
def test_a_bad_wish_for_a_match_is_refused_by_name(server: Server, body: dict[str, object]) -> None:
    answer = Api(server)("POST", "/api/matches", json=body)
    error = problem(answer, "bad_request", "not_found")
    assert error["detail"]


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"game": NaN}', b"[" * 5000])
def test_a_body_that_is_no_object_is_refused(server: Server, raw: bytes) -> None:
    answer = Api(server)("POST", "/api/matches", content=raw, headers={"content-type": "application/json"})
    problem(answer, "bad_request")


def test_presence_is_told(server: Server) -> None:
    table = sit(server)
    watcher, other = table.players["oda"], table.players["anti_oda"]
    with Stream(watcher) as stream:
        with Stream(other):
            stream.until(lambda h: h.kind == "match" and _online(h.data)["anti_oda"])
        stream.until(lambda h: h.kind == "match" and not _online(h.data)["anti_oda"])


def _online(match: Json) -> dict[str, bool]:
    return {seat["seat"]: seat["online"] for seat in match["seats"]}
