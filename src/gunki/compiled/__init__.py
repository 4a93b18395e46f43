"""Compiled rules: a build that fits the source is imported in place of the plain modules.

A build is in the package (if a wheel is installed) or in `build/compiled` of a checkout. Its manifest lists the source
files it was made from, each with a digest. If one of these files has changed, or the build is for another Python, no
module of it is used, because compiled and plain modules must not be mixed. `GUNKI_PLAIN=1` selects the plain rules.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent
#: The layers whose source a build depends on.
LAYERS = ("core", "board", "series", "games")
MANIFEST = "manifest.json"
#: The environment variable that selects the plain rules.
PLAIN = "GUNKI_PLAIN"
#: The end of the name of a compiled module for this interpreter.
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX") or ".so"


def is_used() -> bool:
    """Return whether this process runs the compiled rules."""
    return _finder is not None


def folder() -> Path | None:
    """Return the folder of the build in use, or None if the rules are plain."""
    return None if _finder is None else _finder.folder


def module_names() -> tuple[str, ...]:
    """Return the names of the compiled modules of the build in use."""
    return () if _finder is None else tuple(_finder.files)


def check() -> list[str]:
    """Return the loaded modules that should be compiled and are not, each with the file it came from."""
    loaded = ((name, getattr(sys.modules.get(name), "__file__", None)) for name in module_names())
    return [f"{name}: {file}" for name, file in loaded if file is not None and Path(file) != folder_file(name)]


def folder_file(name: str) -> Path | None:
    """Return the compiled file of a module."""
    return None if _finder is None else _finder.folder / _finder.files[name]


def source_file(name: str) -> Path:
    """Return the source file of one of our modules; the module must not be a package."""
    return PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")


def source_files(package: Path = PACKAGE) -> list[Path]:
    """Return the source files that a build depends on."""
    folders = (visited for layer in LAYERS for visited in os.walk(package / layer))
    return [Path(folder, name) for folder, _, names in folders for name in names if name.endswith(".py")]


def file_digest(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


def places(package: Path = PACKAGE) -> list[Path]:
    """Return the folders that may hold builds: one inside the package, and one in the checkout around it."""
    inside = package / "compiled" / "rules"
    checkout = package.parent.parent
    return [inside, *([checkout / "build" / "compiled"] if (checkout / "pyproject.toml").is_file() else [])]


def find_build(package: Path = PACKAGE) -> tuple[Path, dict[str, str]] | None:
    """Return the folder of the newest build that fits the source and this Python, and its modules with their files.

    There can be several builds of one source, for example by different versions of mypy.
    """
    for place in places(package):
        manifests = sorted(place.glob(f"*/{MANIFEST}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in [place / MANIFEST, *manifests]:
            manifest = read_manifest(path)
            if manifest is not None and _fits(manifest, package):
                return path.parent, manifest["modules"]
    return None


def read_manifest(path: Path) -> dict[str, Any] | None:
    """Return the content of a manifest, or None if it cannot be read."""
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        is_complete = isinstance(manifest["modules"], dict) and isinstance(manifest["sources"], dict)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return manifest if is_complete and manifest.get("suffix") == SUFFIX else None


def _fits(manifest: Mapping[str, Any], package: Path) -> bool:
    """Return whether the build was made from this source.

    If a file has the recorded time and size, it counts as unchanged and is not read.
    """
    sources = manifest["sources"]
    paths = {path.relative_to(package).as_posix(): path for path in source_files(package)}
    return paths.keys() == sources.keys() and all(_is_same(path, sources[name]) for name, path in paths.items())


def _is_same(path: Path, recorded: Sequence[Any]) -> bool:
    digest, size, time = recorded
    stat = path.stat()
    return bool(stat.st_size == size and (stat.st_mtime_ns == time or file_digest(path) == digest))


class Finder(MetaPathFinder):
    """Finds the compiled modules of one build."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        self.folder = folder
        self.files = files

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        file = self.files.get(fullname)
        if file is None:
            return None
        place = str(self.folder / file)
        return spec_from_file_location(fullname, place, loader=ExtensionFileLoader(fullname, place))


def install() -> Finder | None:
    """Let imports find the compiled rules, if a build fits and `GUNKI_PLAIN` is not set."""
    if os.environ.get(PLAIN, "") not in ("", "0"):
        return None
    build = find_build()
    if build is None:
        return None
    finder = Finder(*build)
    sys.meta_path.insert(0, finder)
    return finder


_finder = install()
