"""The schemas of requests, and those of answers for the API's description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from gunki.server.store.seq_epochs import LARGEST

Ident = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, StringConstraints(max_length=40)]
Nonce = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32,64}$")]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$")]


def _to_whole_number(value: Any) -> Any:
    """Return a float such as 2.0 as an integer, because in JSON both are the same whole number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


#: A number of plies. No match comes near the limit, and every database can store it.
Count = Annotated[int, Field(ge=0, le=2**31 - 1), BeforeValidator(_to_whole_number)]
Seq = Annotated[int, Field(ge=0, le=LARGEST), BeforeValidator(_to_whole_number)]
State = Literal["gathering", "playing", "over", "closed", "aside"]
#: How much of a snapshot a client wants.
Extent = Literal["brief", "scene", "whole"]
EXTENTS = "brief: the decision and the events; scene: also the scene; whole: also the scene and the view"


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Branch(Body):
    game: Ident = Field(description="id of the match to go on from")
    ply: Count


class NewMatch(Body):
    game: Ident = Field(examples=["nobunaga"])
    scenario: Ident | None = None
    options: dict[Ident, bool | int | Ident] | None = Field(default=None, max_length=100)
    seats: dict[Ident, Annotated[str, StringConstraints(pattern=r"^(mine|open|bot:[A-Za-z0-9_.:-]{1,50})$")]] = Field(
        max_length=16, examples=[{"oda": "mine", "anti_oda": "bot:greedy"}]
    )
    name: Name = ""
    public: bool = False
    dice: Literal["committed", "typed"] = "committed"
    player: Name = ""
    upload: Token | None = None
    branch: Branch | None = None
    lesson: bool | Ident = Field(default=False, description="a lesson of the game by its id; true: the first")


class Join(Body):
    name: Name = ""
    commit: Hash = Field(description='SHA-256 of "gunki nonce\\n" + match + "\\n" + seat + "\\n" + nonce')
    invite: Token | None = None
    token: Token | None = Field(
        default=None,
        description="of a guest: a random token for the seat, kept before it is sent; may be sent again",
    )


class Reveal(Body):
    nonce: Nonce = Field(description="the number committed to: 32 to 64 lower-case hexadecimal digits")


class Act(Body):
    ply: Count
    seq: Seq | None = None
    action: Annotated[str, StringConstraints(min_length=1, max_length=200)] = Field(examples=["pass"])
    extent: Extent = Field(default="whole", description=f"of the answer: {EXTENTS}")


RENEWAL = 'SHA-256 of "gunki renewal\\n" + match + "\\n" + count + "\\n" + seat + "\\n" + nonce'
FRESH_COMMIT = f"hash of a fresh number for the dice after it: {RENEWAL}, where count is `undo.taken_back` + 1"


class Undo(Body):
    ply: Count
    to: Literal["decision", "order"] = "decision"
    commit: Hash | None = Field(default=None, description=f"where others must agree: {FRESH_COMMIT}")


class UndoAnswer(Body):
    agree: bool
    commit: Hash | None = Field(default=None, description=f"with consent: {FRESH_COMMIT}")


class UndoShow(Body):
    nonce: Nonce = Field(description="the fresh number committed to: 32 to 64 lower-case hexadecimal digits")


class CloseAnswer(Body):
    agree: bool


class Resign(Body):
    pass


class Say(Body):
    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]


# -- answers ------------------------------------------------------------------------------------------------------


class Reason(BaseModel):
    clause: str
    what: str
    data: dict[str, Any]


class Event(BaseModel):
    kind: str
    data: dict[str, Any]
    clauses: list[str]


class Step(BaseModel):
    ply: int
    who: str
    opens: bool = Field(description="whether it began an order, which goes on until the next step that begins one")
    events: list[Event]
    act: str | None = Field(default=None, description="only for the seat's own decisions")


class UndoRequest(BaseModel):
    by: str
    ply: int
    waits_for: list[str]
    commits: dict[str, str] = Field(description="hashes of fresh numbers, by the seat that each player took at first")
    to_show: list[str] = Field(description="those of these seats that still have to show their number")


class RenewalOut(BaseModel):
    commits: dict[str, str]
    nonces: dict[str, str]


class UndoState(BaseModel):
    decision: Literal["free", "ask", "no"]
    order: int
    asked: UndoRequest | None
    taken_back: int = Field(description="take-backs of rolls or deals so far, each of which changed the dice after it")
    renewal: RenewalOut | None = Field(description="the fresh numbers mixed into the dice since the latest of them")


class Result(BaseModel):
    winner: str | None
    winners: list[str]
    points: list[int]
    reason: str
    clause: str


class OptionOut(BaseModel):
    text: str
    lights: list[str]
    cost: int | None = None


class DecisionOut(BaseModel):
    who: str
    name: str
    clause: str
    kind: str | None = None
    data: dict[str, Any] | None = None
    options: list[OptionOut] | None = None
    opens: bool | None = None
    closes: str | None = None
    arranges: bool | None = None
    proposes: list[str] | None = None
    grave: list[str] | None = None
    brings: dict[str, Any] | None = None


class Stakes(BaseModel):
    ply: int
    stakes: list[str] = Field(
        description="texts of the answers after which dice are rolled before the seat decides again"
    )


class Notice(BaseModel):
    kind: Literal["refused", "start", "another_end", "unopened", "endless", "goes_on", "goes_on_otherwise"]
    ply: int = Field(
        description="number of actions that the current rules accept: the match can be continued from there"
    )
    plies: int = Field(
        description="number of actions of the record; if the match goes on, of those before it was taken up"
    )
    who: str
    action: str = Field(description="the action that is refused")
    clauses: list[str]
    why: str
    version: int = Field(description="version of the rules it was played under")
    now: int
    text: dict[str, list[str]] = Field(description="by language: what happened, then each reason")


class Snapshot(BaseModel):
    seq: int
    ply: int
    state: State
    notice: Notice | None = Field(default=None, description="only if there is one")
    seat: str | None
    who: str | None
    decision: DecisionOut | None
    scene: dict[str, Any] | None = Field(default=None, description="not in a brief snapshot")
    undo: UndoState
    result: Result | None
    steps: list[Step]
    view: dict[str, Any] | None = Field(default=None, description="only in a whole snapshot")


class ProblemOut(BaseModel):
    type: str
    title: str
    status: int
    detail: str
    code: Literal[
        "bad_request", "unauthorized", "forbidden", "not_found", "stale", "illegal", "too_large", "too_many",
        "not_yet", "over", "aside", "busy", "full", "damaged", "fault",
    ]  # fmt: skip
    field: str | None = None
    clause: str | None = None
    bars: list[Reason] | None = None
    snapshot: Snapshot | None = None
    notice: Notice | None = None


class SeatInfo(BaseModel):
    seat: str
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None = None
    joined: bool
    online: bool
    revealed: bool = Field(description="whether its player has shown the number")
    resigned: bool = Field(description="whether its player has resigned")
    plays: str = Field(description="the seat it plays now; another than `seat` after players exchanged sides")


class CommitmentFields(BaseModel):
    version: int = Field(default=1, description="version of the way in which the seed is agreed upon")
    match: str | None = None
    commitment: str
    commits: dict[str, str] | None = Field(default=None, description="hash of each player's number; from version 2 on")
    nonces: dict[str, str]
    from_: int = Field(alias="from", description="how many actions were taken over from another match")
    dealt: bool | None = Field(default=None, description="whether the start was dealt by this match's own dice")


class Receipt(CommitmentFields):
    """A participant's receipt of the commitment.

    `nonces` holds only the number of this participant, once the number is revealed.
    """


class Fairness(CommitmentFields):
    secret: str
    taken_back: list[tuple[int, int]] | None = Field(
        default=None, description="pairs of a ply and the number of take-backs mixed into the dice from it on"
    )
    renewals: dict[str, RenewalOut] | None = Field(
        default=None, description="the fresh numbers in the dice after each take-back, by its count; from version 3 on"
    )


class Closing(BaseModel):
    waits_for: list[str] = Field(description="seats that have not agreed yet")


class Closed(BaseModel):
    how: Literal["owner", "agreed", "resigned", "operator"]
    seat: str | None = Field(description="who has resigned")
    winners: list[str]


class MatchInfo(BaseModel):
    id: str
    game: str
    scenario: str
    options: dict[str, bool | int | str]
    name: str
    public: bool
    state: State
    notice: Notice | None = None
    dice: Literal["committed", "typed"]
    seats: list[SeatInfo]
    ply: int
    seq: int
    who: str | None
    commitment: str
    commits: dict[str, str] = Field(description="hashes that the players have committed to, by seat")
    fairness: Fairness | None = None
    result: Result | None = None
    closing: Closing | None = None
    closed: Closed | None = None
    created: float
    changed: float


class NewSeat(BaseModel):
    seat: str
    kind: Literal["person", "bot", "open"]
    token: str | None = None
    invite: str | None = None


class Created(BaseModel):
    id: str
    commitment: str
    owner: str
    seats: list[NewSeat]


class Joined(BaseModel):
    token: str
    receipt: Receipt
    match: MatchInfo


class Revealed(BaseModel):
    receipt: Receipt
    match: MatchInfo


class ClosingOut(BaseModel):
    closing: Closing


class Invites(BaseModel):
    seats: list[NewSeat]


class Steps(BaseModel):
    steps: list[Step]


class UndoRequestOut(BaseModel):
    asked: UndoRequest


class Refusal(BaseModel):
    action: str
    bars: list[Reason]
    others: int


class Refusals(BaseModel):
    refusals: list[Refusal]


class Standing(BaseModel):
    ply: int
    turn: int
    values: list[float]


class TurningPoint(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    ply: int
    from_: int = Field(alias="from")
    turn: int
    who: str
    size: float
    ends: bool
    change: dict[str, float]
    events: list[Event]


class RollsOf(BaseModel):
    purpose: str
    rolls: int
    got: int
    mean: float
    low: float
    high: float


class LuckOf(BaseModel):
    rolls: int
    better: float
    rows: list[RollsOf]


class Story(BaseModel):
    seats: list[str]
    standing: list[Standing]
    points: list[TurningPoint]
    luck: dict[str, LuckOf]


class ChatLine(BaseModel):
    id: int
    seat: str
    name: str
    text: str
    at: float


class Uploaded(BaseModel):
    upload: str
    game: str
    scenario: str
    ply: int
    who: str | None
    result: Result | None
    notice: Notice | None = None


class About(BaseModel):
    name: str
    version: str
    languages: list[str]
    limits: dict[str, int]


#: The refusals of every route, for the API's description. Each is a problem document.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "Refused; `code` says why in one word, `field` where.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}},
    }
}
