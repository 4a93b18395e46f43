"""`python -m gunki.compiled.build`: compiles the rules with mypyc, for this interpreter, into `build/compiled`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, redirect_stderr, redirect_stdout
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import Any

from gunki import compiled
from gunki.compiled import MANIFEST, PACKAGE, PLAIN, SUFFIX

#: Options for the C compiler. With -O2 compiling would take one and a half times as long, for almost no gain. Hidden
#: symbols are called directly, which gains a tenth. Warnings about generated code are useless.
FLAGS = ("-O1", "-g0", "-w", "-fvisibility=hidden")
#: How many builds are kept. If the source changes back to an earlier version, its build can be used again.
MAX_BUILDS_KEPT = 3


#: The exit code if a tool for compiling is missing; the rules stay plain then.
MISSING = 3
#: The advantage of compiling, in a message to users who lack a tool for it.
GAIN = "compiled rules play about two to four times as fast"


class CannotCompile(Exception):
    """The rules could not be compiled, for example because mypyc or the C compiler refused them."""


class MissingTool(CannotCompile):
    """A tool that is needed is not installed."""


def build(place: Path, jobs: int) -> Path:
    """Compile the rules into a folder of their own in `place`, unless it exists. Return that folder."""
    target = place / build_key()
    if compiled.read_manifest(target / MANIFEST) is not None:
        (target / MANIFEST).touch()  # the newest build is the one that is used
        return target
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix="making-") as folder:
        new_build = make(Path(folder), jobs)
        if not target.exists():
            new_build.rename(target)
    forget_old_builds(place)
    return target


def install_into(package: Path) -> None:
    """Compile the rules into a package that is being built, such as a wheel."""
    target = package / "compiled" / "rules"
    with tempfile.TemporaryDirectory() as folder:
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(make(Path(folder), os.cpu_count() or 1), target)


def build_key() -> str:
    """Return the name for a build. It is different for each source, version of mypy, options and interpreter."""
    digest = blake2b(f"{SUFFIX} {mypy_version()} {FLAGS} {platform.machine()}".encode(), digest_size=10)
    for path in sorted([*compiled.source_files(), *(PACKAGE / "compiled").glob("*.py")]):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def mypy_version() -> str:
    try:
        return version("mypy")
    except PackageNotFoundError:
        raise MissingTool("mypy is not installed") from None


def make(folder: Path, jobs: int) -> Path:
    """Write the C source into a folder, compile it, and return the folder of the build."""
    require_compiler()
    stage, objects, build_folder = folder / "stage", folder / "objects", folder / "made"
    # recorded first: if a source changes during the build, the build does not fit it and is not used
    sources = record_sources()
    paths = write_staged(stage)
    extensions = translate(stage, paths)
    check_collecting(stage)
    modules = Compiler(objects, jobs).make(stage, extensions, build_folder)
    manifest = {"suffix": SUFFIX, "modules": modules, "sources": sources}
    (build_folder / MANIFEST).write_text(json.dumps(manifest, indent=0), encoding="utf-8")
    return build_folder


def write_staged(stage: Path) -> list[str]:
    """Write the source to be compiled, in a process that runs the plain rules, because it inspects their classes."""
    stage.mkdir()
    command = [sys.executable, "-m", "gunki.compiled.stage", str(stage)]
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        command, env={**os.environ, PLAIN: "1", "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotCompile(done.stderr)
    return [Path(line).relative_to(stage).as_posix() for line in done.stdout.splitlines()]


def translate(stage: Path, paths: Sequence[str]) -> list[Any]:
    """Let mypyc write C for staged files. Return its setuptools extensions."""
    from mypyc.build import mypycify  # an optional package; `mypy_version` has checked that it is there

    arguments = [*paths, "--config-file=", "--no-incremental"]
    output = StringIO()
    with chdir(stage), redirect_stdout(output), redirect_stderr(output):
        sys.path.insert(0, str(stage))
        try:
            return list(mypycify(arguments, opt_level="1", debug_level="0", multi_file=True))
        except SystemExit:
            errors = "".join(line for line in output.getvalue().splitlines(keepends=True) if "error:" in line)
            raise CannotCompile(f"mypyc refuses the rules:\n{errors or output.getvalue()}") from None
        finally:
            sys.path.remove(str(stage))


def require_compiler() -> None:
    """Raise `MissingTool` unless a C compiler and the headers of this Python are installed."""
    command = Compiler(Path(), 1).command()
    if command is not None and shutil.which(command) is None:
        raise MissingTool(f"the C compiler {command} is not installed")
    if not any((Path(folder) / "Python.h").is_file() for folder in include_folders()):
        raise MissingTool(f"Python.h is not in {' or '.join(include_folders())}: install Python's development files")


def check_collecting(stage: Path) -> None:
    """Raise `CannotCompile` if a compiled class lists an attribute twice for the garbage collector.

    mypyc lists an attribute twice if a subclass declares it again. The collector then counts two references for one,
    believes that nothing else refers to the object, and clears it.
    """
    for path in sorted((stage / "build").glob("__native_*.c")):
        for traverse in re.finditer(
            r"^(\w+)_traverse\(.*?^}", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            counts = Counter(re.findall(r"Py_VISIT\((self->\w+)\)", traverse[0]))
            if twice := sorted(name for name, count in counts.items() if count > 1):
                raise CannotCompile(f"{traverse[1]} declares again what its base declares: {', '.join(twice)}")


class Compiler:
    """Runs the C compiler of this interpreter on several files at a time."""

    def __init__(self, objects: Path, jobs: int) -> None:
        # An optional package, which only this class needs.
        from setuptools._distutils.ccompiler import new_compiler
        from setuptools._distutils.sysconfig import customize_compiler

        self.objects = objects
        self.jobs = jobs
        self.tool: Any = new_compiler()
        customize_compiler(self.tool)

    def command(self) -> str | None:
        """Return the name of the compiler program, or None if the compiler is not called by name."""
        names = getattr(self.tool, "compiler_so", None)
        return str(names[0]) if names else None

    def make(self, stage: Path, extensions: Sequence[Any], target: Path) -> dict[str, str]:
        """Compile extensions and link each into a file of `target`. Return the files by module."""
        includes = sorted({*include_folders(), *(folder for e in extensions for folder in e.include_dirs)})
        refused = ("-O", "-Werror")
        arguments = [*(a for a in extensions[0].extra_compile_args if not a.startswith(refused)), *FLAGS]
        files = {extension.name: extension.name.replace(".", "/") + SUFFIX for extension in extensions}

        def compile_one(source: str) -> str:
            [object_file] = self.tool.compile(
                [source], output_dir=str(self.objects), include_dirs=includes, extra_postargs=arguments
            )
            return str(object_file)

        def link_one(extension: Any) -> None:
            file = target / files[extension.name]
            file.parent.mkdir(parents=True, exist_ok=True)
            self.tool.link_shared_object([objects[source] for source in extension.sources], str(file))

        with chdir(stage), ThreadPoolExecutor(self.jobs) as pool:
            arguments += self._precompile_headers(includes, arguments)
            sources = [source for extension in extensions for source in extension.sources]
            objects = dict(zip(sources, pool.map(compile_one, sources), strict=True))
            list(pool.map(link_one, extensions))
        return files

    def _precompile_headers(self, includes: Sequence[str], arguments: Sequence[str]) -> list[str]:
        """Compile the common headers once, which saves a tenth of the time. Return the arguments that use them."""
        headers = sorted(Path("build").glob("__native_internal_*.h"))
        if self.tool.compiler_type != "unix" or len(headers) != 1:
            return []
        name = Path("build") / "all.h"
        name.write_text(f'#include <Python.h>\n#include <CPy.h>\n#include "{headers[0].name}"\n', encoding="utf-8")
        folders = [f"-I{folder}" for folder in includes]
        try:
            self.tool.spawn(
                [*self.tool.compiler_so, *folders, *arguments, "-x", "c-header", str(name), "-o", f"{name}.gch"]
            )
        except Exception:  # this compiler cannot do it in this way: the headers are then read for each file
            return []
        return ["-include", str(name)]


def include_folders() -> list[str]:
    return sorted({sysconfig.get_path("include"), sysconfig.get_path("platinclude")})


def record_sources() -> dict[str, list[Any]]:
    """Return the source files by name, each with its digest, size and modification time."""
    sources: dict[str, list[Any]] = {}
    for path in compiled.source_files():
        stat = path.stat()
        sources[path.relative_to(PACKAGE).as_posix()] = [compiled.file_digest(path), stat.st_size, stat.st_mtime_ns]
    return sources


def forget_old_builds(place: Path) -> None:
    builds = [path.parent for path in sorted(place.glob(f"*/{MANIFEST}"), key=lambda path: path.stat().st_mtime_ns)]
    for old in builds[:-MAX_BUILDS_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def remind_once(place: Path, message: str) -> None:
    """Print which tool is missing and how much faster the rules would be with it, but only the first time."""
    reminder = place / "reminded"
    if not reminder.exists():
        place.mkdir(parents=True, exist_ok=True)
        reminder.write_text(message, encoding="utf-8")
        print(f"gunki runs with plain rules: {message}. With it, {GAIN}.", file=sys.stderr)


def go_aside() -> None:
    """Lower the priority of this process, and do not stop when the terminal is interrupted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(19)


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m gunki.compiled.build", description=__doc__)
    parser.add_argument("--into", type=Path, default=PACKAGE.parent.parent / "build" / "compiled")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many files are compiled at once")
    parser.add_argument("--aside", action="store_true", help="quietly, one file at a time, behind all other work")
    options = parser.parse_args(None if arguments is None else list(arguments))
    begin = time.perf_counter()
    try:
        if options.aside:
            go_aside()
        target = build(options.into, 1 if options.aside else options.jobs)
    except MissingTool as error:
        remind_once(options.into, str(error))
        return MISSING
    except CannotCompile as error:
        print(f"gunki: {error}", file=sys.stderr)
        return 1
    if not options.aside:
        print(f"compiled rules: {target}, {time.perf_counter() - begin:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
