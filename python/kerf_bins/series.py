"""One column of a table, whoever made it: numpy, pandas, polars or a list.

pandas and polars are never imported here. A column tells by its own words what it is, so that neither is needed and
neither is loaded for users of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .errors import DataError
from .values import is_missing, label_of, milliseconds_of, numbers_of, refused

# What numpy calls the kinds of values that are numbers.
_NUMBERS = "iuf"


class Series:
    """The values of a column, read as numbers or as labels when it is known which are wanted.

    `doubles` gives the same values as `raw` in less time, where all of them are doubles.
    """

    def __init__(self, name: str, raw: Any, doubles: Callable[[], np.ndarray] | None = None) -> None:
        self.name = name
        self.raw = raw
        self.doubles = doubles
        self.home = type(raw).__module__.partition(".")[0]

    def kind(self) -> str:
        """What the values are: number, date, boolean or category."""
        if self.home == "polars":
            return _polars_kind(self)
        if self.home == "pandas":
            return _pandas_kind(self)
        return _array_kind(self, _array_of(self.raw))

    def holds_doubles(self) -> bool:
        """Whether it is known without a look at the values that all of them are numbers."""
        dtype = getattr(self.raw, "dtype", None)
        if self.home == "polars":
            return bool(dtype.is_float())
        return getattr(dtype, "kind", "") == "f"

    def numbers(self) -> np.ndarray:
        """Doubles, NaN where missing; dates are milliseconds since 1970 UTC."""
        if self.doubles is not None:
            return self.doubles()
        if self.home == "polars":
            return _polars_numbers(self)
        if self.home == "pandas":
            return _pandas_numbers(self)
        return numbers_of(_array_of(self.raw), self.name)

    def labels(self) -> list[str | None]:
        """A text per row, None where missing."""
        return [label_of(value, self.name, row) for row, value in enumerate(self.values())]

    def values(self) -> list[Any]:
        """The values as Python has them."""
        if self.home == "polars":
            return self.raw.to_list()
        if self.home == "pandas":
            if str(self.raw.dtype) == "category":
                categories = self.raw.cat.categories.tolist()
                return [None if code < 0 else categories[code] for code in self.raw.cat.codes.tolist()]
            return self.raw.tolist()
        array = _array_of(self.raw)
        # Dates would become whole numbers or lose their digits.
        return list(array) if array.dtype.kind == "M" else array.tolist()

    def coded(self) -> tuple[np.ndarray, list[str]]:
        """The labels as whole numbers and the texts they stand for, in the order met; -1 where missing."""
        codes: dict[str | None, int] = {None: -1}
        rows = [codes.setdefault(text, len(codes) - 1) for text in self.labels()]
        return np.array(rows, dtype="<i4"), [text for text in codes if text is not None]


def _array_of(raw: Any) -> np.ndarray:
    if isinstance(raw, np.ndarray):
        return raw
    array = np.asarray(raw)
    # A list of numbers and texts would become texts, one of numbers and None objects.
    return array if array.dtype.kind in "iufbM" else np.asarray(raw, dtype=object)


def _array_kind(series: Series, array: np.ndarray) -> str:
    kind = array.dtype.kind
    if kind in _NUMBERS:
        return "number"
    if kind == "O":
        return _object_kind(array)
    if kind in "bMUT":
        return {"b": "boolean", "M": "date"}.get(kind, "category")
    raise DataError(f'column "{series.name}" must hold numbers, texts, truth values or dates, got {array.dtype}')


def _object_kind(array: np.ndarray) -> str:
    """Numbers and missing values are numbers, dates dates and truth values truth values; all else are levels."""
    found: set[str] = set()
    for value in array:
        if is_missing(value):
            continue
        found.add(_sort_of(value))
        if len(found) > 1:
            return "category"
    return found.pop() if found else "number"


def _sort_of(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "boolean"
    if isinstance(value, (str, bytes)):
        return "category"
    if hasattr(value, "isoformat") or isinstance(value, np.datetime64):
        return "date"
    # What is no number is refused as one, with its row.
    return "number"


def _pandas_kind(series: Series) -> str:
    dtype = series.raw.dtype
    kind = getattr(dtype, "kind", "O")
    if str(dtype) == "category":
        return "category"
    if kind in _NUMBERS:
        return "number"
    if kind in "bM":
        return "boolean" if kind == "b" else "date"
    if kind in "mc" or "period" in str(dtype) or "interval" in str(dtype):
        raise DataError(f'column "{series.name}" must hold numbers, texts, truth values or dates, got {dtype}')
    return _object_kind(series.raw.to_numpy(dtype=object))


def _pandas_numbers(series: Series) -> np.ndarray:
    raw = series.raw
    kind = getattr(raw.dtype, "kind", "O")
    if str(raw.dtype) == "category" or kind == "b":
        return _first_refused(series)
    if kind == "M":
        # With a zone this gives UTC.
        return milliseconds_of(raw.to_numpy(dtype="datetime64[us]"))
    if kind in _NUMBERS:
        plain = raw.to_numpy(dtype="float64", na_value=np.nan) if raw.hasnans or kind == "f" else raw.to_numpy()
        return numbers_of(plain, series.name)
    return numbers_of(raw.to_numpy(dtype=object), series.name)


def _polars_kind(series: Series) -> str:
    dtype = series.raw.dtype
    if dtype.is_numeric():
        return "number"
    name = dtype.base_type().__name__
    known = {"Boolean": "boolean", "Date": "date", "Datetime": "date", "Null": "number"}
    if name in known:
        return known[name]
    if name in ("String", "Categorical", "Enum"):
        return "category"
    if name == "Object":
        return _object_kind(np.array(series.raw.to_list(), dtype=object))
    raise DataError(f'column "{series.name}" must hold numbers, texts, truth values or dates, got {dtype}')


def _polars_numbers(series: Series) -> np.ndarray:
    raw = series.raw
    kind = _polars_kind(series)
    if kind == "date":
        # Whole microseconds, in UTC; missing ones become NaN.
        return raw.dt.epoch("us").to_numpy().astype(np.float64) / 1000
    if kind == "number" and raw.dtype.is_integer() and raw.null_count() == 0:
        return numbers_of(raw.to_numpy(), series.name)
    if kind == "number" and raw.dtype.base_type().__name__ != "Object":
        return raw.cast(float).to_numpy()
    if kind == "number":
        return numbers_of(np.array(raw.to_list(), dtype=object), series.name)
    return _first_refused(series)


def _first_refused(series: Series) -> np.ndarray:
    """Texts and truth values are no numbers; a column in which all are missing is one of missing numbers."""
    values = series.values()
    for row, value in enumerate(values):
        if not is_missing(value):
            raise refused(value, series.name, row, "numbers")
    return np.full(len(values), np.nan)
