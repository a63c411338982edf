"""Tables of any make as named columns of one length."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from .errors import ArgumentError, DataError
from .row_blocks import RowBlocks
from .series import Series


def read_table(given: Any, names: list[str] | None = None) -> list[Series]:
    """The columns of a frame, of a mapping of columns by name, or of an array of rows.

    `names` are for an array, which has none; without them its columns are x0, x1 and so on.
    """
    if hasattr(given, "tocsr"):
        raise ArgumentError(
            "the table must be dense, got a sparse one; bins of mostly zeros are seldom wanted, "
            "and .toarray() makes it dense",
            "wrong-type",
        )
    if type(given).__name__ == "LazyFrame":
        raise ArgumentError("the table must hold its rows, got a LazyFrame; .collect() reads them", "wrong-type")
    if isinstance(given, Mapping):
        columns = [Series(str(name), values) for name, values in given.items()]
    elif hasattr(given, "columns") and hasattr(given, "__getitem__"):
        columns = _frame_columns(given)
    else:
        columns = _array_columns(given, names)
    _check_columns(columns)
    return columns


def _frame_columns(frame: Any) -> list[Series]:
    if hasattr(frame, "iloc"):
        return [Series(str(name), frame.iloc[:, i]) for i, name in enumerate(frame.columns)]
    return [Series(str(name), frame[name]) for name in frame.columns]


def _array_columns(given: Any, names: list[str] | None) -> list[Series]:
    array = np.asarray(given)
    if array.ndim != 2:
        raise ArgumentError(f"the table must have rows and columns, got an array of {array.ndim} dimensions")
    known = names if names is not None else [f"x{i}" for i in range(array.shape[1])]
    if len(known) != array.shape[1]:
        raise ArgumentError(f"the table must have {len(known)} columns, got {array.shape[1]}", "length-mismatch")
    if RowBlocks.pays_for(array):
        blocks = RowBlocks(array)
        return [Series(name, array[:, i], partial(blocks.column, i)) for i, name in enumerate(known)]
    return [Series(name, array[:, i]) for i, name in enumerate(known)]


def _check_columns(columns: list[Series]) -> None:
    seen: set[str] = set()
    rows = len(columns[0].raw) if columns else 0
    for column in columns:
        if column.name in seen:
            raise DataError(f'two columns are called "{column.name}"; each needs a name of its own')
        seen.add(column.name)
        if len(column.raw) != rows:
            raise DataError(
                f'column "{column.name}" must have {rows} rows like "{columns[0].name}", got {len(column.raw)}',
                "length-mismatch",
            )


def find_column(columns: list[Series], name: str) -> Series:
    """A column by name; an unknown name is refused with the names there are."""
    for column in columns:
        if column.name == name:
            return column
    known = ", ".join(column.name for column in columns[:8])
    more = " and more" if len(columns) > 8 else ""
    raise DataError(f'there is no column "{name}" in the table; it has {known}{more}', "unknown-name")
