"""The one part that is compiled: the hex kernel. Without a C compiler its twin in plain Python does the work."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension("gunki.board._kernel", ["src/gunki/board/_kernel.pyx"], optional=True, extra_compile_args=["-g0"])
    ],
    options={"build_ext": {"cython_c_in_temp": True}},
)
