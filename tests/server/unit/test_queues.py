"""Who asks for much waits for himself."""

from __future__ import annotations

from gunki.server.workers.fair_queue import HALF_LIFE_SECONDS, MOST_REMEMBERED, FairQueue


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_one_origin_cannot_stand_before_another() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    for number in range(5):
        queue.put("many", f"many {number}")
    queue.put("one", "one")
    assert (len(queue), queue.waiting("many"), queue.waiting("none")) == (6, 5, 0)
    assert [queue.take({}, 1) for _ in range(3)] == ["many 0", "one", "many 1"]


def test_who_has_used_the_least_of_late_comes_first() -> None:
    clock = Clock()
    queue: FairQueue[str] = FairQueue(clock)
    queue.use("a", 3.0)
    queue.use("b", 1.0)
    queue.use("b", 1.0)
    for origin in "abc":
        queue.put(origin, origin)
        queue.put(origin, origin)
    assert [queue.take({}, 1) for _ in range(6)] == ["c", "c", "b", "b", "a", "a"]
    clock.now += HALF_LIFE_SECONDS
    assert (queue.lately("a"), queue.lately("b")) == (1.5, 1.0)


def test_who_has_something_under_way_lets_others_go_first_and_has_a_limit() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    queue.use("idle", 50.0)
    queue.put("busy", "busy")
    queue.put("idle", "idle")
    assert queue.take({"busy": 1}, 2) == "idle"
    assert queue.take({"busy": 2}, 2) is None
    assert queue.take({"busy": 1}, 2) == "busy"
    assert queue.take({}, 1) is None


def test_what_it_remembers_has_an_end() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    for number in range(MOST_REMEMBERED + 10):
        queue.use(str(number), 1.0)
    assert len(queue._used) == MOST_REMEMBERED
    assert (queue.lately("0"), queue.lately(str(MOST_REMEMBERED))) == (0.0, 1.0)
    queue.put("a", "left")
    assert queue.clear() == ["left"]
    assert len(queue) == 0
