"""e^x and the probability of a score, to the bits of the library: what a platform computes may differ in the last."""

from __future__ import annotations

import numpy as np

_LN2_HIGH = 0.6931471805601177
_LN2_LOW = -1.7239444525614835e-13
_LOG2E = 1.4426950408889634
_OVERFLOW = 709.782712893384
_UNDERFLOW = -745.1332191019412


def sigmoid(scores: np.ndarray) -> np.ndarray:
    """1 / (1 + e^-score), without overflow."""
    e = exp(-np.abs(scores))
    return np.where(scores < 0, e, 1.0) / (1 + e)


def exp(given: np.ndarray) -> np.ndarray:
    """e^x. With x = k ln 2 + r it is 2^k (1 + r + r^2 P(r)); r is kept in two doubles."""
    x = np.where((given < _UNDERFLOW) | (given > _OVERFLOW), 0.0, given)
    scaled = x * _LOG2E
    whole = np.floor(scaled)
    k = whole + (scaled - whole >= 0.5)
    high = x - k * _LN2_HIGH
    r = high - k * _LN2_LOW
    r_low = high - r - k * _LN2_LOW
    total = 1 + r
    lost = 1 - total + r
    y = total + (lost + (r * r * _excess(r) + r_low * total))
    inside = np.ldexp(y, k.astype(np.int32))
    return np.where(given < _UNDERFLOW, 0.0, np.where(given > _OVERFLOW, np.inf, inside))


def _excess(r: np.ndarray) -> np.ndarray:
    """(e^r - 1 - r) / r^2, by the coefficients of the library."""
    w = r * r
    even3 = 2.4801587325547743e-5 + w * (2.75572736431103e-7 + w * 2.0914686968086876e-9)
    even = 0.5 + w * (0.04166666666666667 + w * (0.0013888888888883748 + w * even3))
    odd2 = 0.00019841269874820627 + w * (2.7557255400206422e-6 + w * 2.5105217004720745e-8)
    odd = 0.1666666666666667 + w * (0.008333333333326136 + w * odd2)
    return even + r * odd
