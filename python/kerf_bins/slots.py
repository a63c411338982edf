"""Which slot a value goes to: bins are 0 to k - 1, missing is k, special code j is k + 1 + j.

Policies may send missing values, codes and levels that were not seen to a bin, or refuse them. Closed on the left, the
slot of a number is how many cuts are at most it; closed on the right, how many are below it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .saved_field import SavedField
from .series import Series
from .values import refused

# What a policy that refuses a value says it should be.
_ALLOWED = "what its policy allows"

_REFUSED = -1


@dataclass(frozen=True)
class Aside:
    """What becomes of values that are set aside from the bins."""

    policy: str
    bin: int | None

    def slot(self, own: int) -> int:
        """The slot they go to; -1 where they are refused."""
        if self.policy == "error":
            return _REFUSED
        return own if self.bin is None else self.bin


@dataclass(frozen=True)
class NumberSlots:
    """Where the numbers of a column go."""

    name: str
    cuts: np.ndarray
    closed: str
    missing: Aside
    missing_values: tuple[float, ...]
    special: tuple[tuple[float, Aside], ...]

    @property
    def bins(self) -> int:
        return len(self.cuts) + 1

    def assign(self, series: Series) -> np.ndarray:
        """The slot of every value; a value that a policy refuses is an error that names column and row."""
        numbers = series.numbers()
        # A search over the cuts puts a value that equals one on the side that the closed end says; -0 equals 0.
        side = "right" if self.closed == "left" else "left"
        slots = np.searchsorted(self.cuts, numbers, side=side).astype(np.int32)
        missing = self.missing.slot(self.bins)
        slots[np.isnan(numbers)] = missing
        for code in self.missing_values:
            slots[numbers == code] = missing
        for j, (code, aside) in enumerate(self.special):
            slots[numbers == code] = aside.slot(self.bins + 1 + j)
        return _checked(self.name, slots, series)


@dataclass(frozen=True)
class LevelSlots:
    """Where the levels of a column go."""

    name: str
    levels: tuple[tuple[str, ...], ...]
    missing: Aside
    # None where levels that were not seen count as missing.
    unseen: Aside | None = None
    bin_of: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # An empty text is a missing value even where a file lists it as a level.
        found = {level: i for i, levels in enumerate(self.levels) for level in levels if level != ""}
        object.__setattr__(self, "bin_of", found)

    @property
    def bins(self) -> int:
        return len(self.levels)

    def assign(self, series: Series) -> np.ndarray:
        """The slot of every value; a level that a policy refuses is an error that names column and row."""
        missing = self.missing.slot(self.bins)
        unseen = missing if self.unseen is None else self.unseen.slot(missing)
        known = self.bin_of
        slots = [missing if text is None else known.get(text, unseen) for text in series.labels()]
        return _checked(self.name, np.array(slots, dtype=np.int32), series)


def _checked(name: str, slots: np.ndarray, series: Series) -> np.ndarray:
    rows = np.flatnonzero(slots == _REFUSED)
    if rows.size:
        row = int(rows[0])
        raise refused(series.values()[row], name, row, _ALLOWED)
    return slots


def read_cuts(cuts: SavedField) -> np.ndarray:
    """Cuts as they are saved: finite, each above the one before."""
    found: list[float] = []

    def read(item: SavedField) -> None:
        cut = item.finite()
        if found and cut <= found[-1]:
            item.fail(f"a number above {found[-1]}")
        # -0 becomes 0, as everywhere.
        found.append(cut + 0.0)

    cuts.list(read)
    return np.array(found, dtype=np.float64)


def read_aside(saved: SavedField, bins: int) -> Aside:
    """Reads what becomes of values that are set aside."""
    policy = saved.get("policy").one_of("own", "nearest", "bin", "error")
    return Aside(policy, saved.get("bin").index(bins - 1) if policy in ("nearest", "bin") else None)


def read_unseen(column: SavedField, bins: int) -> Aside | None:
    """Reads what becomes of levels that the fit did not see."""

    def read(saved: SavedField) -> Aside:
        policy = saved.get("policy").one_of("missing", "bin", "error")
        return Aside(policy, saved.get("bin").index(bins - 1) if policy == "bin" else None)

    return column.get("unseen").optional(read)


def read_codes(column: SavedField, bins: int) -> tuple[tuple[float, ...], tuple[tuple[float, Aside], ...]]:
    """The numbers that mean missing and the special codes; one that is there twice is refused."""
    values = column.get("missing").get("values").optional(lambda items: items.list(lambda item: item.finite() + 0.0))
    special = column.get("special").list(lambda item: (item.get("code").finite() + 0.0, read_aside(item, bins)))
    codes = [*(values or []), *(code for code, _ in special)]
    if len(set(codes)) < len(codes):
        column.get("special").fail("codes that all differ, also from the missing values")
    return tuple(values or []), tuple(special)
