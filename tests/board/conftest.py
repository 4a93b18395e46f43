"""Every test of the kernel runs with each of its forms."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.board.support import compiled, plain


@pytest.fixture(params=["plain", "compiled"])
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    return plain if request.param == "plain" else compiled()
