"""`python -m gunki.compiled`: prints which rules run here. The exit code is 1 if they are plain."""

from __future__ import annotations

import sys

from gunki import compiled


def main() -> int:
    where = compiled.folder()
    print("plain rules" if where is None else f"compiled rules: {where}")
    return 0 if compiled.is_used() else 1


if __name__ == "__main__":
    sys.exit(main())
