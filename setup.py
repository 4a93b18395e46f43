"""The compiled parts of the package.

The hex kernel is compiled if there is a C compiler, and the rules if GUNKI_COMPILE=1 is set. Without them plain Python
does the same work, with the same results.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).parent / "src"


class BuildExtensions(build_ext):
    """Compiles the hex kernel, and for a wheel the rules, into the package."""

    def run(self) -> None:
        super().run()
        if os.environ.get("GUNKI_COMPILE") == "1" and not self.inplace and not self.editable_mode:
            sys.path.insert(0, str(SOURCE))
            from gunki.compiled.build import install_into

            install_into(Path(self.build_lib) / "gunki")


setup(
    ext_modules=[
        Extension("gunki.board._kernel", ["src/gunki/board/_kernel.pyx"], optional=True, extra_compile_args=["-g0"])
    ],
    options={"build_ext": {"cython_c_in_temp": True}},
    cmdclass={"build_ext": BuildExtensions},
)
