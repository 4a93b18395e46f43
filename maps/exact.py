"""Arithmetic with the same bits on every CPU.

BLAS (`@`, `np.linalg`), `np.exp`, `np.sin` and similar functions choose their kernel by the CPU, the C library does the
same for `math.exp` and `math.sin`, and the last bit differs between kernels. Single additions, multiplications,
divisions and square roots of arrays are rounded the same way everywhere, and so is a sum in a fixed order. The
functions here use only these. `tests/maps/test_kernels.py` makes sure that the maps use no others.
"""

import math
from decimal import Decimal, localcontext
from functools import cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS = 64  # steps of the table of exponentials per unit
SMALLEST = -80  # for all smaller numbers, exp returns the same as for this one: about 2e-35
TAYLOR_EXP = [1.0 / math.factorial(n) for n in range(6, -1, -1)]
TAYLOR_SIN = [(-1.0 if n % 2 else 1.0) / math.factorial(2 * n + 1) for n in range(10, -1, -1)]
# pi in two parts: a short number, which can be multiplied by whole numbers without rounding, and the rest
HALF_TURN = (3.140625, 9.67653589793e-4)
PLACES = 5  # decimals of a point in a plane; drawings use two
TRUNCATE = 4.0  # the radius of a Gaussian filter in standard deviations


@cache
def exponentials() -> Floats:
    with localcontext(prec=30):
        return np.array([float((Decimal(n) / STEPS).exp()) for n in range(SMALLEST * STEPS, 1)])


def exp(x: Floats) -> Floats:
    """Return exp of numbers up to 0."""
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
    """Return the sine of angles; accurate to about 13 digits for angles up to some thousands."""
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
    """Round points of a plane to a fine grid before shapes are made of them.

    Otherwise a last bit might decide which of two equally good points stays in a line.
    """
    return np.round(points, PLACES)


def length(x: Floats, y: Floats) -> Floats:
    result: Floats = np.sqrt(x * x + y * y)
    return result


def distance(a: tuple[float, float] | Floats, b: tuple[float, float] | Floats) -> float:
    x, y = float(a[0]) - float(b[0]), float(a[1]) - float(b[1])
    return math.sqrt(x * x + y * y)


def product(rows: Floats, matrix: Floats) -> Floats:
    """Return the matrix product."""
    return np.stack([(rows * column).sum(1) for column in matrix.T], 1)


def solve(matrix: Floats, right: Floats) -> Floats:
    """Solve matrix x = right for x, for several right sides as columns (Gauss, with the largest pivot)."""
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
    """Return the x that minimises the sum of weight (design x - target)^2; target has one column or more."""
    heavy = (design * weight[:, None]).T
    return solve(product(heavy, design), product(heavy, target))


def gaussian(raster: Floats, sigma: float) -> Floats:
    """Apply a Gaussian filter; beyond the rim the nearest value counts."""
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
