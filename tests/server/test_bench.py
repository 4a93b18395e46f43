"""`gunki bench server` measures something, in a moment; how fast it is here, a busy machine cannot say."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.server.process import PATIENCE


def test_the_server_is_measured_beside_a_bare_endpoint() -> None:
    command = [sys.executable, "-m", "gunki", "bench", "server", "--seconds", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * PATIENCE, check=False)
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)
    missed = found["floors_missed"]
    assert done.returncode == (1 if missed else 0), done.stderr
    below = {
        "actions_vs_bare": found["ratios"]["actions_vs_bare"] < 0.8,
        "listeners_vs_none": found["listeners_vs_none"] > 2,
        "start_vs_empty": found["start_vs_empty"] > 1.5,
        "idle_match_kb": found.get("idle_match_kb", 0) >= 5,
    }
    assert set(missed) == {name for name, is_below in below.items() if is_below}
    assert found["actions"] > 20
    assert 0 < found["event_ms"] <= found["event_p99_ms"]
    assert 0 < found["quiet_event_ms"] <= found["quiet_event_p99_ms"]
    assert found["peers"]["bare"]["stored_per_s"] > 0
    assert found["cpu_per_action_ms"] > 0
    assert found["matches_held"] >= 19
    assert found["silent_listeners"] == 100
    assert found["stored_matches"] == 1000
    assert found["listeners_vs_none"] > 0
    assert found["start_full_ms"] > 0 < found["start_empty_ms"]
