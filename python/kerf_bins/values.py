"""What a value of the data counts as, as in the library.

1. Missing: None, NaN, NaT, the missing value of pandas and the empty text.
2. Number: any other number that a double can hold, the infinities too; a date, as milliseconds since 1970 UTC.
3. Label: those as text, any other text, and truth values.
4. Refused: everything else, such as lists and dictionaries.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from .errors import DataError, ValueTypeError
from .number_text import number_text

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

# Whole numbers up to here are doubles, all of them.
_EXACT = 2**53


def is_missing(value: Any) -> bool:
    """Whether nothing is there. The missing value of pandas has no truth value, so it is known by its name."""
    if value is None or (isinstance(value, str) and value == ""):
        return True
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, Decimal, np.floating, np.datetime64)) and bool(value != value)


def numbers_of(values: Any, column: str) -> np.ndarray:
    """The values of a number or date column as doubles, NaN where missing. What is no number is refused with its row."""
    array = values if isinstance(values, np.ndarray) else np.asarray(values)
    kind = array.dtype.kind
    if kind == "f":
        return np.asarray(array, dtype=np.float64)
    if kind in "iu":
        return _whole_numbers(array, column)
    if kind == "M":
        return milliseconds_of(array)
    if kind == "O":
        return np.array([_number_of(value, column, row) for row, value in enumerate(array)], dtype=np.float64)
    for row, value in enumerate(array[:1].tolist()):
        raise refused(value, column, row, "numbers")
    return np.zeros(0)


def milliseconds_of(times: np.ndarray) -> np.ndarray:
    """Times as milliseconds since 1970 UTC, NaN where there is none; what is finer than a microsecond is dropped."""
    numbers = times.astype("datetime64[us]").astype(np.int64) / 1000
    numbers[np.isnat(times)] = np.nan
    return numbers


def label_of(value: Any, column: str, row: int) -> str | None:
    """The label of a value as text; None where it is missing. A value that has none is refused."""
    if isinstance(value, str):
        return str(value) or None
    if is_missing(value):
        return None
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return number_text(float(value))
    if isinstance(value, (date, np.datetime64)):
        return _iso_text(value)
    raise refused(value, column, row, "texts or numbers")


def refused(value: Any, column: str, row: int, expected: str) -> DataError:
    """The error for a value that its column cannot hold."""
    found = repr(value)
    shown = found if len(found) <= 60 else f"{found[:57]}..."
    message = f'column "{column}" must hold {expected}, got {shown} at row {row}'
    if isinstance(value, (str, bool, np.bool_, int, np.integer)) or is_missing(value):
        return DataError(message)
    # The words that scikit-learn looks for.
    return ValueTypeError(f"{message}: argument must be a string, a number or a date")


def _whole_numbers(array: np.ndarray, column: str) -> np.ndarray:
    numbers = array.astype(np.float64)
    if array.dtype.itemsize == 8 and array.size and max(abs(int(array.max())), abs(int(array.min()))) > _EXACT:
        for row in np.flatnonzero(np.abs(numbers) >= _EXACT):
            if int(array[row]) != int(numbers[row]):
                raise refused(int(array[row]), column, int(row), "numbers that a double can hold")
    return numbers


def _number_of(value: Any, column: str, row: int) -> float:
    if is_missing(value):
        return np.nan
    if isinstance(value, (date, np.datetime64)):
        return _milliseconds(value)
    if isinstance(value, (bool, np.bool_, str, bytes, complex)):
        raise refused(value, column, row, "numbers")
    if isinstance(value, (int, np.integer)):
        return float(_whole_numbers_of(int(value), column, row))
    if isinstance(value, (float, np.floating, Decimal, Fraction)):
        return float(value)
    raise refused(value, column, row, "numbers")


def _whole_numbers_of(value: int, column: str, row: int) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = np.nan
    if number != value:
        raise refused(value, column, row, "numbers that a double can hold")
    return number


def _milliseconds(moment: date | np.datetime64) -> float:
    """A time without a zone is UTC; whole microseconds are divided once, as everywhere."""
    if isinstance(moment, np.datetime64):
        return float(milliseconds_of(np.array([moment]))[0])
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day)
    zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=timezone.utc)
    return ((zoned - EPOCH) // timedelta(microseconds=1)) / 1000


def _iso_text(moment: date | np.datetime64) -> str:
    """A date as it is written in JSON: to the millisecond, in UTC."""
    milliseconds = int(np.floor(_milliseconds(moment)))
    return f"{np.datetime64(milliseconds, 'ms')}Z"
