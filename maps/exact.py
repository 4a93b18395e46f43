"""Arithmetic with the same bits on every CPU.

BLAS (`@`, `np.linalg`), `np.exp`, `np.sin` and the like choose their kernel by the CPU, the C library does the same for
`math.exp` and `math.sin`, and the last bit differs between kernels. Single additions, multiplications, divisions and
square roots of arrays are rounded the same way everywhere, and so is a sum whose order is fixed: what the maps need is
built from these here. `tests/maps/test_kernels.py` keeps the others out.
"""

import math
from decimal import Decimal, localcontext
from functools import cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = 64  # of the table of exponentials, for one unit
SMALLEST = -80  # exp of less counts as exp of this: 2e-35
TAYLOR_EXP = [1.0 / math.factorial(n) for n in range(6, -1, -1)]
TAYLOR_SIN = [(-1.0 if n % 2 else 1.0) / math.factorial(2 * n + 1) for n in range(10, -1, -1)]
HALF_TURN = (3.140625, 9.67653589793e-4)  # pi as a short number and the rest: the first times a whole number is exact
PLACES = 5  # digits of a point in a plane; drawings show two
TRUNCATE = 4.0  # standard deviations that a Gaussian filter reaches


@cache
def exponentials() -> Floats:
    with localcontext(prec=30):
        return np.array([float((Decimal(n) / STEPS).exp()) for n in range(SMALLEST * STEPS, 1)])


def exp(x: Floats) -> Floats:
    """Of numbers not above zero."""
    x = np.maximum(x, float(SMALLEST))
    whole = np.floor(x * STEPS)
    rest = x - whole / STEPS
    power = np.full(x.shape, TAYLOR_EXP[0])
    for factor in TAYLOR_EXP[1:]:
        power *= rest
        power += factor
    power *= exponentials()[whole.astype(np.int64) - SMALLEST * STEPS]
    return power


def sin(x: Floats) -> Floats:
    """Good to some 13 digits for angles up to some thousands."""
    half_turns = np.round(x / math.pi)
    rest = x - half_turns * HALF_TURN[0] - half_turns * HALF_TURN[1]
    square = rest * rest
    power = np.full(rest.shape, TAYLOR_SIN[0])
    for factor in TAYLOR_SIN[1:]:
        power = power * square + factor
    return np.where(half_turns % 2 == 0, power, -power) * rest


def sine(angle: float) -> float:
    return round(float(sin(np.array([angle]))[0]), 12)


def cosine(angle: float) -> float:
    return sine(angle + math.pi / 2)


@overload
def square(x: float) -> float: ...
@overload
def square(x: Floats) -> Floats: ...
def square(x: float | Floats) -> float | Floats:
    return x * x


def placed(points: Floats) -> Floats:
    """Points of a plane, set on a fine grid before shapes are made of them: which of two points that are equally good
    stays in a line must not hang on a last bit."""
    return np.round(points, PLACES)


def length(x: Floats, y: Floats) -> Floats:
    result: Floats = np.sqrt(x * x + y * y)
    return result


def distance(a: tuple[float, float] | Floats, b: tuple[float, float] | Floats) -> float:
    x, y = float(a[0]) - float(b[0]), float(a[1]) - float(b[1])
    return math.sqrt(x * x + y * y)


def product(rows: Floats, matrix: Floats) -> Floats:
    """The matrix product."""
    return np.stack([(rows * column).sum(1) for column in matrix.T], 1)


def solve(matrix: Floats, right: Floats) -> Floats:
    """The answer x of matrix x = right, whose columns are several right sides (Gauss, with the largest pivot)."""
    size = len(matrix)
    both = np.hstack((matrix, right))
    for i in range(size):
        pivot = i + int(np.abs(both[i:, i]).argmax())
        both[[i, pivot]] = both[[pivot, i]]
        both[i] /= both[i, i]
        for other in range(size):
            if other != i:
                both[other] -= both[other, i] * both[i]
    return both[:, size:]


def least_squares(design: Floats, target: Floats, weight: Floats) -> Floats:
    """The answer x that makes the sum of weight (design x - target)^2 least; target has one column or more."""
    heavy = (design * weight[:, None]).T
    return solve(product(heavy, design), product(heavy, target))


def gaussian(raster: Floats, sigma: float) -> Floats:
    """A Gaussian filter; beyond the rim the nearest value counts."""
    reach = int(TRUNCATE * sigma + 0.5)
    weights = exp(np.array([-0.5 * square(away / sigma) for away in range(reach + 1)]))
    weights /= 2 * math.fsum(weights) - 1.0
    for axis in (0, 1):
        count = raster.shape[axis]
        wide = np.pad(raster, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], "edge")
        wide = np.moveaxis(wide, axis, 0)
        total = wide[reach : reach + count] * weights[0]
        for away in range(1, reach + 1):
            pair = wide[reach - away : reach - away + count] + wide[reach + away : reach + away + count]
            total += pair * weights[away]
        raster = np.moveaxis(total, 0, axis)
    return raster
