"""Copies the package to another folder for compiling, and adds generated code to the rules (twins, natives)."""

from __future__ import annotations

import ast
import importlib
import inspect
import shutil
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import is_dataclass
from pathlib import Path

from gunki.compiled import PACKAGE
from gunki.compiled.natives import (
    PLAIN_CLASS,
    make_constants_final,
    open_classes,
    set_namesakes_apart,
    with_first_import,
    write_down_steps,
    write_out_procedures,
)
from gunki.compiled.twins import END, HELPERS, add_twins, bars_functions
from gunki.core.rules.procedure import Procedure

#: The names of files that only show, read, write or check positions. They are not compiled, because that would not make
#: the rules faster.
PLAIN_FILES = {
    "__init__.py", "action_words.py", "charts.py", "contradictions.py", "document.py", "event_roles.py", "game.py",
    "odds.py", "old_steps.py", "overlays.py", "place_names.py", "scene.py", "supply_overlay.py",
}  # fmt: skip
#: Folders of series and games that are not compiled: the oracles, which calculate rule results a second time.
PLAIN_FOLDERS = {"oracle"}
#: Files outside of series and games that are compiled.
CORE = (
    "core/definition/setup.py", "core/rules/forced_choice.py", "core/rules/procedure.py", "core/state/position.py",
    "board/areamap.py", "board/hexmap.py",
)  # fmt: skip
#: Packages that are not copied, because no module of the rules imports them.
TOOLS = {"bots", "cli", "draw", "lab", "rl", "rulebook", "server"}
#: Flags of classes that may have plain subclasses. COPIED: for classes whose instances are copied with `copy.copy`.
#: OPEN: for the others.
COPIED = "serializable=True, allow_interpreted_subclasses=True"
OPEN = "allow_interpreted_subclasses=True"


def files_to_compile(package: Path = PACKAGE) -> list[Path]:
    """Return the source files of the modules that are compiled."""
    rules = [path for layer in ("series", "games") for path in (package / layer).rglob("*.py")]
    chosen = [path for path in rules if path.name not in PLAIN_FILES and path.parent.name not in PLAIN_FOLDERS]
    return sorted([*(package / name for name in CORE), *chosen])


def module_name(path: Path, package: Path = PACKAGE) -> str:
    return ".".join(("gunki", *path.relative_to(package).with_suffix("").parts)).removesuffix(".__init__")


def write_stage(target: Path, package: Path = PACKAGE) -> list[Path]:
    """Copy the package into `target/gunki`, with generated code in the files to be compiled. Return those files."""
    shutil.copytree(package, target / "gunki", ignore=_names_to_ignore, dirs_exist_ok=True)
    paths = files_to_compile(package)
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    names = bars_functions(trees)
    related = _find_related_tables(paths, package)
    staged_files: list[Path] = []
    for path in paths:
        name = module_name(path, package)
        module = importlib.import_module(name)
        own = {n: cls for n, cls in inspect.getmembers(module, inspect.isclass) if cls.__module__ == name}
        text = path.read_text(encoding="utf-8")
        is_asking = name == "gunki.core.state.position"
        text = _ask_twins(text) if is_asking else add_twins(text, ast.parse(text), names)
        procedures = {n: cls for n, cls in own.items() if issubclass(cls, Procedure)}
        text = write_out_procedures(text, ast.parse(text), procedures)
        text = write_down_steps(text, name, procedures)
        text = make_constants_final(text, ast.parse(text))
        text = open_classes(text, ast.parse(text), _flags(own, related), _twin_roots(own))
        text = set_namesakes_apart(text, ast.parse(text))
        staged = target / "gunki" / path.relative_to(package)
        staged.write_text(text, encoding="utf-8")
        staged_files.append(staged)
    return staged_files


def _names_to_ignore(folder: str, names: list[str]) -> set[str]:
    """Return the names in a folder that are not copied: the TOOLS, and files that are not Python source."""
    parent = Path(folder)
    return {name for name in names if name in TOOLS or not (name.endswith((".py", ".pyi")) or (parent / name).is_dir())}


def _find_related_tables(paths: Iterable[Path], package: Path) -> set[type]:
    """Return the dataclasses that are subclasses or bases of other dataclasses. Procedures are left out.

    If compiled, these classes would hold each inherited field twice, and the garbage collector would count it twice.
    """
    modules = [importlib.import_module(module_name(path, package)) for path in paths]
    tables = {cls for module in modules for cls in vars(module).values() if isinstance(cls, type) and is_dataclass(cls)}
    tables = {cls for cls in tables if not issubclass(cls, Procedure)}
    return {cls for heir in tables for base in heir.__mro__[1:] if base in tables for cls in (heir, base)}


def _flags(classes: Mapping[str, type], related: Collection[type]) -> dict[str, str]:
    """Return the flags that setups, maps, procedures, positions and the `related` dataclasses need, by class name."""
    flags = {}
    for name, cls in classes.items():
        ancestors = {base.__name__ for base in cls.__mro__}
        if ancestors & {"Setup", "HexMap"}:
            flags[name] = COPIED
        elif ancestors & {"Procedure", "Position"}:
            flags[name] = OPEN
        elif cls in related:
            flags[name] = PLAIN_CLASS
    return flags


def _twin_roots(classes: Mapping[str, type]) -> list[str]:
    """Return the names of the base classes (`Procedure`, `Position`) whose plain subclasses get twins."""
    return [name for name, cls in classes.items() if name in ("Procedure", "Position")]


def _ask_twins(text: str) -> str:
    """Return the source of `Position`, changed so that it calls twins to list the options.

    If the procedure's function that yields the reasons has no twin, the function itself is called.
    """
    kind = "Callable[[Position, Act], Iterator[Reason]]"
    plain = f"bars: {kind} = getattr(self.stack[-1], ask.bars)\n"
    twin = f'getattr(self.stack[-1], ask.bars + "{END}", None) or ask_itself(getattr(self.stack[-1], ask.bars))'
    question = "next(bars(self, act), None) is None"
    if text.count(plain) != 1 or text.count(f"-> {kind}:") != 1 or not text.count(question):
        raise ValueError("core/state/position.py: Position._bars_of and who asks it are written in another way")
    text = text.replace(plain, f"bars: Callable[[Position, Act], bool] = {twin}\n")
    text = text.replace(f"-> {kind}:", "-> Callable[[Position, Act], bool]:").replace(question, "not bars(self, act)")
    return with_first_import(text, f"from {HELPERS} import ask_itself\n")


if __name__ == "__main__":
    for made_file in write_stage(Path(sys.argv[1])):
        print(made_file)
