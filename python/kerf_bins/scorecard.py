"""A saved scorecard: points, scores, chances and reasons, bit for bit as in the library."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from .encoder import Encoder
from .errors import ArgumentError
from .exponential import exp
from .saved_field import SavedField, check_format, parse_saved
from .table import find_column, read_table


@dataclass(frozen=True)
class Reason:
    """A bin that cost a row points."""

    column: str
    label: str
    points: float
    # how many fewer than in the best bin of the column
    lost: float


@dataclass(frozen=True)
class _CardColumn:
    """What the slots of a column are worth. `best` is the most of those that held rows."""

    labels: tuple[str, ...]
    points: np.ndarray
    best: float


class Scorecard:
    """A scorecard with the encoder that finds the slots of values. Read with `read_scorecard`."""

    def __init__(self, saved: dict[str, Any]) -> None:
        root = SavedField(saved)
        check_format(root, "kerf-scorecard")
        self.saved = saved
        self.event = root.get("target").get("event").text()
        self.encoder = Encoder(root.get("encoder").record())
        self._factor, self._offset = (root.get("scale").get(name).finite() for name in ("factor", "offset"))
        self._columns = root.get("columns").list(_read_column)
        fields = self.encoder.fields
        if len(self._columns) != len(fields):
            root.get("columns").fail(f"{len(fields)} columns, one per field of the encoder")
        for i, (field, column) in enumerate(zip(fields, self._columns)):
            slots = field.slots.bins + len(field.shape.asides)
            if len(column.points) != slots:
                SavedField(None, f"columns[{i}].slots").fail(f"{slots} slots")

    @staticmethod
    def from_json(text: str | bytes) -> Scorecard:
        """Reads the text of a saved scorecard."""
        return Scorecard(parse_saved(text, "kerf-scorecard").value)

    @property
    def column_names(self) -> list[str]:
        """The columns that get points, in their order."""
        return [field.slots.name for field in self.encoder.fields]

    def score(self, table: Any) -> np.ndarray:
        """The sum of the points of every row."""
        return self._added(self._slots(table))

    def predict(self, table: Any) -> np.ndarray:
        """The chance of the event that the score of every row stands for."""
        return 1 / (1 + exp((self.score(table) - self._offset) / self._factor))

    def points(self, table: Any) -> dict[str, np.ndarray]:
        """What every row gets for each column."""
        slots = self._slots(table)
        return {name: column.points[own] for name, column, own in zip(self.column_names, self._columns, slots)}

    def reasons(self, table: Any, most: int = 4) -> list[list[Reason]]:
        """For every row the bins that cost it most points, the costliest first."""
        if most < 0:
            raise ArgumentError(f"reasons: most must be at least 0, got {most}")
        slots = self._slots(table)
        lost = np.array([column.best - column.points[own] for column, own in zip(self._columns, slots)])
        # Of two that cost the same, the one that stands first on the card.
        order = np.argsort(-lost, axis=0, kind="stable")[:most].T
        return [
            [self._reason(i, slots[i][row], lost[i, row]) for i in columns if lost[i, row] > 0]
            for row, columns in enumerate(order)
        ]

    def _reason(self, i: int, slot: int, lost: float) -> Reason:
        column = self._columns[i]
        return Reason(self.column_names[i], column.labels[slot], float(column.points[slot]), float(lost))

    def _slots(self, table: Any) -> list[np.ndarray]:
        given = read_table(table)
        return [field.slots.assign(find_column(given, field.slots.name)) for field in self.encoder.fields]

    def _added(self, slots: list[np.ndarray]) -> np.ndarray:
        scores = np.zeros(len(slots[0]) if slots else 0)
        for column, own in zip(self._columns, slots):
            scores += column.points[own]
        return scores


def _read_column(saved: SavedField) -> _CardColumn:
    slots = saved.get("slots")
    labels = tuple(slots.list(lambda slot: slot.get("label").text()))
    points = np.array(slots.list(lambda slot: slot.get("points").finite()), dtype=np.float64)
    weights = np.array(slots.list(lambda slot: slot.get("weight").finite()))
    if not labels:
        slots.fail("at least one slot")
    seen = points[weights > 0]
    return _CardColumn(labels, points, float((seen if seen.size else points).max()))


def read_scorecard(path: str | os.PathLike[str]) -> Scorecard:
    """Reads a saved scorecard."""
    with open(path, "rb") as file:
        return Scorecard.from_json(file.read())
