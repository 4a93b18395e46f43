"""The main program of a worker process (its jobs are in gunki.server.workers.job_handlers).

`WorkerProcess` starts it as `python -m gunki.server.workers.worker_main NICE MEGABYTES`. It reads a line of JSON and
then a blob of `size` bytes, and answers in the same form. It ends when its input is closed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from contextlib import suppress
from math import ceil
from typing import Any

import orjson

from gunki.server.workers.job_handlers import Jobs

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

#: The exit code if a job needs more memory than the limit.
OUT_OF_MEMORY = 12
LONGEST_TRACE = 10_000


def work() -> None:
    jobs, come, go = Jobs(), sys.stdin.buffer, sys.stdout.buffer
    for line in come:
        request = orjson.loads(line)
        blob = come.read(request["size"])
        began = time.process_time()
        _limit(began + request["cpu"], request.get("megabytes"))
        reply: dict[str, Any]
        try:
            reply, out = jobs.answer(request, blob)
        except MemoryError:
            raise
        except Exception as error:  # a bug: the next job may still work
            reply, out = {"fault": type(error).__name__, "traceback": traceback.format_exc()[-LONGEST_TRACE:]}, b""
        reply = {**reply, "size": len(out), "seconds": time.process_time() - began}
        try:
            go.write(orjson.dumps(reply) + b"\n" + out)
            go.flush()
        except BrokenPipeError:  # the server has ended meanwhile
            os._exit(0)


def _limit(seconds: float, megabytes: int | None) -> None:
    """Let the system end this process if it exceeds a limit.

    The limits are processor seconds since the start of the process, and its memory.
    """
    if resource is None:
        return
    with suppress(ValueError, OSError):
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), hard))
        if megabytes is not None:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


def main() -> None:
    # these are meant for the server, which then closes this process's input
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(int(sys.argv[1]))
    _limit(time.process_time() + 60, int(sys.argv[2]))
    try:
        work()
    except MemoryError:  # the matches of this process may be inconsistent, so the server starts a new process
        os._exit(OUT_OF_MEMORY)


if __name__ == "__main__":
    main()
