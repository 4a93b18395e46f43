"""A Ray cluster of several nodes on this machine, in its own process. The benchmark and tests use it.

`python -m gunki.lab.studies.ray_cluster 2` prints one line of JSON with the address when the cluster is ready. When it
reads a line `kill`, it kills the last node, as a power cut would. At the end of its input it ends the other nodes.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from gunki.core.errors import GunkiError


class ClusterError(GunkiError):
    """The cluster did not start."""


@dataclass
class Cluster:
    """A running cluster."""

    address: str
    #: The environment variables of a process that joins the cluster. One holds the token that the cluster requires.
    environment: dict[str, str]
    process: subprocess.Popen[str]

    def kill_node(self) -> None:
        """Kill the last node. Return when the node is gone."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        self.process.stdout.readline()


@contextmanager
def cluster(nodes: int = 2) -> Iterator[Cluster]:
    """Run a cluster until the end of the context. It has `nodes` nodes with one processor each."""
    environment = {**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    environment["RAY_ADDRESS"] = ""
    with subprocess.Popen(
        [sys.executable, "-m", "gunki.lab.studies.ray_cluster", str(nodes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,  # Ctrl-C must reach only the study, because the cluster ends after it
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                assert process.stderr is not None
                raise ClusterError(f"the nodes did not start: {process.stderr.read()[-500:]}")
            yield Cluster(json.loads(line)["address"], environment, process)
        finally:
            process.communicate(timeout=120)


def main() -> None:
    from ray.cluster_utils import Cluster as Nodes  # an optional package

    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # Ray prints to stdout too, so stdout is sent to stderr
    nodes: Any = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    others = [nodes.add_node(num_cpus=1) for _ in range(int(sys.argv[1]) - 1)]
    print(json.dumps({"address": nodes.address}), file=out, flush=True)
    for line in sys.stdin:
        if line.strip() == "kill" and others:
            nodes.remove_node(others.pop(), allow_graceful=False)
        print("done", file=out, flush=True)
    with suppress(Exception):
        nodes.shutdown()


if __name__ == "__main__":
    main()
