"""The maps are made with the same bytes whatever arithmetic kernels the CPU offers.

BLAS and numpy choose their kernels when they are loaded, so each choice gets a process of its own, which makes all maps
and compares them with the committed files. Every day the plainest kernels are tried, with LONG=1 each of them. What is
skipped is named, and pytest says so at the end (`-rs` in pyproject.toml).
"""

import ast
import os
import platform
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from maps import exact
from maps.config import HERE
from tests.support import LONG

FEATURES: dict[str, bool] = import_module("numpy._core._multiarray_umath").__cpu_features__

PLAIN_C = {
    "NPY_DISABLE_CPU_FEATURES": " ".join(name for name in ("X86_V3", "X86_V4") if FEATURES.get(name)),
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
}
PLAINEST = {"OPENBLAS_CORETYPE": "Prescott", **PLAIN_C}
# what is asked for -> environment, and the numpy names of what the CPU must have
KERNELS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "the plainest of all": (PLAINEST, ("SSE3", "X86_V3")),
    "OpenBLAS Prescott": ({"OPENBLAS_CORETYPE": "Prescott"}, ("SSE3",)),
    "OpenBLAS Sandybridge": ({"OPENBLAS_CORETYPE": "Sandybridge"}, ("AVX",)),
    "OpenBLAS Haswell": ({"OPENBLAS_CORETYPE": "Haswell"}, ("AVX2", "FMA3")),
    "OpenBLAS SkylakeX": ({"OPENBLAS_CORETYPE": "SkylakeX"}, ("AVX512F", "AVX512DQ", "AVX512VL")),
    "numpy without X86_V4": ({"NPY_DISABLE_CPU_FEATURES": "X86_V4"}, ("X86_V4",)),
    "numpy and C library without X86_V3": (PLAIN_C, ("X86_V3",)),
}


@pytest.mark.skipif(not LONG, reason="one kernel after the other only with LONG=1; the plainest are tried below")
@pytest.mark.parametrize("kernel", KERNELS)
def test_every_kernel_makes_the_committed_maps(kernel: str) -> None:
    environment, needed = KERNELS[kernel]
    if platform.machine().lower() not in ("x86_64", "amd64"):
        pytest.skip(f"{kernel}: a kernel of x86-64, this CPU is {platform.machine()}")
    lacking = [name for name in needed if not FEATURES.get(name)]
    if lacking:
        pytest.skip(f"{kernel}: this CPU has no {', '.join(lacking)}")
    compared([sys.executable, "-m", "maps", "compare", "all"], environment)


def test_no_choice_hangs_on_a_last_bit() -> None:
    """Also with the plainest kernels, where this CPU has them to choose: one process for both."""
    here = platform.machine().lower() in ("x86_64", "amd64") and FEATURES.get("SSE3")
    compared([sys.executable, "-c", SHAKEN], PLAINEST if here else {})


def compared(command: list[str], environment: dict[str, str]) -> None:
    env = {**os.environ, **environment, "PYTHONPATH": str(HERE.parent / "src")}
    made = subprocess.run(command, cwd=HERE.parent, env=env, capture_output=True, text=True, check=False)
    assert made.returncode == 0, f"{environment}:\n{made.stdout}{made.stderr}"
    assert "5 maps made again, 0 files differ" in made.stdout


# every result of these a few last bits off, as on a machine that this one cannot stand in for
SHAKEN = """
import numpy as np
from maps import exact
from maps.__main__ import main

bits = np.random.default_rng(1)


def shaken(function):
    def result(*arguments):
        right = function(*arguments)
        return right * (1 + bits.integers(-3, 4, right.shape) * 1.1e-16)

    return result


for name in ("exp", "product", "gaussian"):
    setattr(exact, name, shaken(getattr(exact, name)))
raise SystemExit(main(["compare", "all"]))
"""


# ------------------------------------------------------------------ what would depend on the kernel stays out
MODULES = {
    "np": "exp exp2 expm1 log log2 log10 sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh power hypot dot inner "
    "vdot matmul einsum tensordot linalg convolve correlate",
    "math": "exp log log2 log10 sin cos tan asin acos atan atan2 pow hypot dist",
    "ndimage": "gaussian_filter gaussian_filter1d",
    "scipy": "linalg optimize",
}


def kernel_calls(source: str) -> list[str]:
    """What in a source file is computed by a kernel that differs from CPU to CPU."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            found.append(f"line {node.lineno}: @")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            found.append(f"line {node.lineno}: **")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in MODULES.get(node.value.id, "").split():
                found.append(f"line {node.lineno}: {node.value.id}.{node.attr}")
        elif isinstance(node, ast.ImportFrom) and node.module in ("scipy.optimize", "scipy.linalg", "numpy.linalg"):
            found.append(f"line {node.lineno}: {node.module}")
    return found


@pytest.mark.parametrize("path", sorted(HERE.glob("*.py")), ids=lambda path: path.stem)
def test_no_step_of_the_workshop_uses_them(path: Path) -> None:
    assert kernel_calls(path.read_text(encoding="utf-8")) == []


def test_they_would_be_found() -> None:
    assert kernel_calls("a = b @ c") == ["line 1: @"]
    assert kernel_calls("a = b**2") == ["line 1: **"]
    assert kernel_calls("import numpy as np\na = np.exp(b) + np.sqrt(c)") == ["line 2: np.exp"]
    assert kernel_calls("a = np.linalg.solve(b, c)") == ["line 1: np.linalg"]
    assert kernel_calls("from scipy.optimize import nnls") == ["line 1: scipy.optimize"]


# ------------------------------------------------------------------ and what replaces it is right
def test_exponentials_and_sines() -> None:
    x = np.concatenate((-np.linspace(0, 79, 4001), [0.0, -1e-9, -1 / 64, -0.999999]))
    assert np.abs(exact.exp(x) / np.exp(x) - 1).max() < 1e-14
    assert exact.exp(np.array([-1000.0]))[0] < 1e-34
    angles = np.linspace(-6000, 6000, 40001)
    assert np.abs(exact.sin(angles) - np.sin(angles)).max() < 1e-11
    assert exact.cosine(np.pi / 3) == 0.5


def test_equations_are_solved() -> None:
    matrix = np.array([[0.0, 2.0, 1.0], [1.0, -1.0, 3.0], [4.0, 1.0, 1.0]])
    answer = np.array([[1.0, 5.0], [-2.0, 0.5], [3.0, 7.0]])
    right = exact.product(matrix, answer)
    assert right == pytest.approx(matrix @ answer)
    assert exact.solve(matrix, right) == pytest.approx(answer)
    line = np.column_stack((np.ones(5), np.arange(5.0)))
    heights = np.array([[1.0], [3.0], [5.0], [7.0], [90.0]])
    assert exact.least_squares(line, heights, np.array([1.0, 1.0, 1.0, 1.0, 0.0])) == pytest.approx(
        np.array([[1.0], [2.0]])
    )


def test_a_gaussian_keeps_what_is_level_and_spreads_what_is_not() -> None:
    level = np.full((9, 7), 3.0)
    assert exact.gaussian(level, 1.2) == pytest.approx(level)
    spot = np.zeros((21, 21))
    spot[10, 10] = 1.0
    spread = exact.gaussian(spot, 1.5)
    assert spread.sum() == pytest.approx(1.0)
    assert spread[10, 12] == pytest.approx(spread[10, 10] * np.exp(-0.5 * (2 / 1.5) ** 2))
    assert spread[12, 10] == spread[10, 12] == spread[10, 8]
