"""Columns of an array whose rows lie one behind the other."""

from __future__ import annotations

import numpy as np

# So many columns are copied together, so many rows at a time: what a look at memory brings along is used at once. Column by
# column takes two to three times as long.
_COLUMNS = 4
_ROWS = 4096


class RowBlocks:
    """Gives columns as arrays of their own; those asked for in order are copied together. The last few are kept."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self._first = -1
        self._block = np.empty((0, 0))

    @staticmethod
    def pays_for(array: np.ndarray) -> bool:
        """Whether it is worth it: there are many rows, and a column is scattered over them."""
        return array.dtype == np.float64 and array.flags.c_contiguous and len(array) > _ROWS and array.shape[1] > 1

    def column(self, index: int) -> np.ndarray:
        """The values of a column."""
        first = index - index % _COLUMNS
        if first != self._first:
            part = self._array[:, first : first + _COLUMNS]
            self._block = np.empty(part.shape[::-1])
            for row in range(0, len(part), _ROWS):
                self._block[:, row : row + _ROWS] = part[row : row + _ROWS].T
            self._first = first
        return self._block[index - first]
