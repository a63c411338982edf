"""The entries of one field: which outputs a value adds to, and how much.

Sums and quotients are made in double precision and rounded once to single, in the order in which the library makes
them, so that the bits are the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .series import Series

# Largest finite number of single precision.
_LARGEST = 3.4028234663852886e38

# The outputs of an entry, one per row, and what it adds to them.
Entry = tuple[np.ndarray, np.ndarray]


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
    # whether every value lights an output, and no output was left out: such fields have short forms
    whole: bool


def field_entries(shape: FieldShape, slots: np.ndarray, series: Series, pairs: bool = False) -> list[Entry]:
    """The entries of a field with outputs, in the order of the library.

    With `pairs` an entry stands for two: 1 - weight to its output and weight to the next one.
    """
    if shape.form == "value":
        table = np.array(shape.values, dtype=np.float64).astype(np.float32)
        return [(np.zeros(len(slots), dtype=np.int64), table[slots])]
    outputs, lit = _lights(shape)
    if shape.form == "one-hot":
        return [(outputs[slots], np.zeros(len(slots), dtype=np.float32) if pairs else lit[slots])]
    if shape.form == "steps":
        return _with_asides(shape, slots, [_step(slots, shape.bins, j) for j in range(max(1, shape.bins - 1))])
    edges = np.array([shape.ends[0], *shape.cuts, shape.ends[1]])  # type: ignore[index]
    numbers = _with_stands(shape, series.numbers())
    if shape.form == "ramps":
        return _ramps(shape, slots, numbers, edges)
    lower, upper = _knots(shape, slots, numbers, edges)
    return [(lower[0], upper[1])] if pairs else [lower, upper]


def add_entries(entries: list[Entry], into: np.ndarray) -> None:
    """Adds entries to rows of zeros; a sum with 0 makes 0 of -0, as in the library."""
    rows = np.arange(len(into))
    for outputs, weights in entries:
        into[rows, outputs] += weights


def _lights(shape: FieldShape) -> tuple[np.ndarray, np.ndarray]:
    """By slot, the output it lights; those without one have the weight 0."""
    first = int(shape.drop_first)
    own = np.array([*(i - first for i in range(shape.bins)), *shape.asides])
    return np.maximum(own, 0), (own >= 0).astype(np.float32)


def _step(slots: np.ndarray, bins: int, j: int) -> Entry:
    lit = (slots > j) & (slots < bins) if bins > 1 else np.zeros(len(slots), dtype=bool)
    return np.full(len(slots), j if bins > 1 else 0), lit.astype(np.float32)


def _with_asides(shape: FieldShape, slots: np.ndarray, entries: list[Entry]) -> list[Entry]:
    """What is set aside takes the first entry, the others add nothing."""
    aside = slots >= shape.bins
    if aside.any():
        outputs, lit = _lights(shape)
        entries[0][0][aside] = outputs[slots[aside]]
        entries[0][1][aside] = lit[slots[aside]]
    return entries


def _ramps(shape: FieldShape, slots: np.ndarray, numbers: np.ndarray, edges: np.ndarray) -> list[Entry]:
    inside = slots < shape.bins
    own = np.where(inside, slots, 0)
    low, high = edges[own], edges[own + 1]
    # The infinities count as the ends of the range.
    values = np.where(numbers == np.inf, edges[-1], np.where(numbers == -np.inf, edges[0], numbers))
    wide = np.clip(_passed(values, low, high), -_LARGEST, _LARGEST)
    share = np.where(high > low, wide, np.where(values < high, 0.0, 1.0)).astype(np.float32)
    entries = []
    for j in range(shape.bins):
        weights = ((slots > j) & inside).astype(np.float32)
        here = inside & (slots == j)
        weights[here] = share[here]
        entries.append((np.full(len(slots), j), weights))
    return _with_asides(shape, slots, entries)


def _knots(shape: FieldShape, slots: np.ndarray, numbers: np.ndarray, edges: np.ndarray) -> tuple[Entry, Entry]:
    """An entry for the lower end of the bin and one for the upper."""
    inside = slots < shape.bins
    own = np.where(inside, slots, 0)
    share = _passed(numbers, edges[own], edges[own + 1])
    upper = np.where(inside, np.where(share < 0, 0.0, np.where(share < 1, share, 1.0)), 0.0)
    outputs, lit = _lights(shape)
    above = np.where(inside, own + 1 - int(shape.drop_first), outputs[slots])
    lower = ((1 - upper) * lit[slots]).astype(np.float32)
    return (outputs[slots], lower), (above, upper.astype(np.float32))


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
