"""The outputs of one field, by the slots of its values.

Sums and quotients are made in double precision and rounded once to single, in the order in which the library makes
them, so that the bits are the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .series import Series

# Largest finite number of single precision.
_LARGEST = 3.4028234663852886e38


@dataclass(frozen=True)
class FieldShape:
    """How bin i of k lights the outputs of its field.

    value: output 0 is values[i]. one-hot: output i is 1. knots: outputs i and i + 1 share 1, by where the value lies
    between the ends of its bin. steps: outputs 0 to i - 1 are 1. ramps: the same, and output i is the share of its bin
    that the value has passed.
    """

    form: str
    bins: int
    # the output that missing lights, then one per special code; -1 where there is none
    asides: tuple[int, ...]
    drop_first: bool
    ends: tuple[float, float] | None
    values: tuple[float, ...] | None
    cuts: tuple[float, ...]
    # numbers to interpolate in place of others
    stands: tuple[tuple[float, float], ...]


def encode_slots(shape: FieldShape, slots: np.ndarray, series: Series, into: np.ndarray) -> None:
    """Writes the outputs of every row into an array of zeros."""
    if shape.form == "value":
        into[:, 0] = np.array(shape.values, dtype=np.float64).astype(np.float32)[slots]
        return
    # A sum with 0 makes 0 of -0, as adding up entries does.
    if shape.form == "one-hot":
        _light(shape, slots, np.ones(len(slots)), into)
        return
    if shape.form == "steps":
        _light_asides(shape, slots, into)
        for output in range(shape.bins - 1):
            into[:, output] += (slots < shape.bins) & (slots > output)
        return
    edges = np.array([shape.ends[0], *shape.cuts, shape.ends[1]])  # type: ignore[index]
    numbers = _with_stands(shape, series.numbers())
    if shape.form == "ramps":
        _ramps(shape, slots, numbers, edges, into)
    else:
        _knots(shape, slots, numbers, edges, into)


def _ramps(shape: FieldShape, slots: np.ndarray, numbers: np.ndarray, edges: np.ndarray, into: np.ndarray) -> None:
    _light_asides(shape, slots, into)
    inside = np.flatnonzero(slots < shape.bins)
    own = slots[inside]
    for output in range(shape.bins):
        into[inside, output] += own > output
    low, high = edges[own], edges[own + 1]
    # The infinities count as the ends of the range.
    given = numbers[inside]
    values = np.where(given == np.inf, edges[-1], np.where(given == -np.inf, edges[0], given))
    wide = np.clip(_passed(values, low, high), -_LARGEST, _LARGEST)
    share = np.where(high > low, wide, np.where(values < high, 0.0, 1.0))
    into[inside, own] += share.astype(np.float32)


def _knots(shape: FieldShape, slots: np.ndarray, numbers: np.ndarray, edges: np.ndarray, into: np.ndarray) -> None:
    upper = np.zeros(len(slots))
    inside = np.flatnonzero(slots < shape.bins)
    own = slots[inside]
    share = _passed(numbers[inside], edges[own], edges[own + 1])
    upper[inside] = np.where(share < 0, 0.0, np.where(share < 1, share, 1.0))
    _light(shape, slots, 1 - upper, into)
    into[inside, own + 1 - int(shape.drop_first)] += upper[inside].astype(np.float32)


def _light(shape: FieldShape, slots: np.ndarray, weights: np.ndarray, into: np.ndarray) -> None:
    """Adds a weight to the output of each row's slot; slots without one are left alone."""
    first = int(shape.drop_first)
    lit = np.array([*(i - first for i in range(shape.bins)), *shape.asides])[slots]
    rows = np.flatnonzero(lit >= 0)
    into[rows, lit[rows]] += weights[rows].astype(np.float32)


def _light_asides(shape: FieldShape, slots: np.ndarray, into: np.ndarray) -> None:
    lit = np.array([*(-1 for _ in range(shape.bins)), *shape.asides])[slots]
    rows = np.flatnonzero(lit >= 0)
    into[rows, lit[rows]] += np.float32(1)


def _passed(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Where values lie between two ends, from 0 to 1; all are halved where a difference would overflow. 0 without a width."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        gone, width = values - low, high - low
        plain = gone / width
        halved = (values / 2 - low / 2) / (high / 2 - low / 2)
        share = np.where(np.isfinite(gone) & (width < np.inf), plain, halved)
    return np.where(high > low, share, 0.0)


def _with_stands(shape: FieldShape, numbers: np.ndarray) -> np.ndarray:
    if not shape.stands:
        return numbers
    standing = numbers.copy()
    for code, stand in shape.stands:
        standing[np.isnan(numbers) if np.isnan(code) else numbers == code] = stand
    return standing
