"""The disk reserve: free space kept for matches under way, which new matches and uploads cannot use up."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

from gunki.server.http.http_errors import Problem
from gunki.server.operation.logs import rate_limited_fields

logger = logging.getLogger("gunki.server")


class DiskReserve:
    """The disk of a folder, of which `percent` percent must stay free."""

    def __init__(self, folder: Path, percent: float) -> None:
        self._folder = folder
        self._percent = percent

    def require_free(self) -> None:
        """Raise a 507 Problem if less than the reserve is free."""
        if self._percent <= 0:
            return
        try:
            total, _, free = shutil.disk_usage(self._folder)
        except OSError:  # a write to the store will report what is wrong
            return
        if free < total * self._percent / 100:
            logger.warning(
                "less than %g %% of the disk is free: nothing new is stored", self._percent, extra=rate_limited_fields()
            )
            raise Problem(
                507,
                "full",
                f"Less than {self._percent:g} % of the disk is free, which is kept for matches under way; nothing has "
                "changed. Go on with a match, or ask the operator of this server to make room",
            )
