"""Room on the disk that is kept for matches under way: strangers who make matches cannot take it."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

from gunki.server.http.http_errors import Problem
from gunki.server.operation.logs import rate_limited_fields

logger = logging.getLogger("gunki.server")


class DiskReserve:
    """The disk of a folder, of which so many percent stay free."""

    def __init__(self, folder: Path, percent: float) -> None:
        self._folder = folder
        self._percent = percent

    def require_free(self) -> None:
        """Refuse what is new and would stay, unless more than the kept room is free."""
        if self._percent <= 0:
            return
        try:
            total, _, free = shutil.disk_usage(self._folder)
        except OSError:  # then the store says what is wrong, if anything is
            return
        if free < total * self._percent / 100:
            logger.warning(
                "less than %g %% of the disk is free: nothing new is stored", self._percent, extra=rate_limited_fields()
            )
            raise Problem(
                507,
                "full",
                f"Less than {self._percent:g} % of the disk is free, which is kept for matches under way; nothing has "
                "changed. Go on with a match, or ask whoever runs this server to make room",
            )
