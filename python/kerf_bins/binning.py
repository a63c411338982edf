"""A fitted binning: what a saved file says, applied with numpy."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from .errors import DataError, FormatError
from .number_text import number_text
from .saved_field import SavedField, check_format, parse_saved, repeated
from .series import Series
from .slots import LevelSlots, NumberSlots, read_aside, read_codes, read_cuts, read_unseen
from .table import find_column, read_table


class Column:
    """A column of a binning. `saved` is what the file says of it, counts and reasons included."""

    def __init__(self, saved: dict[str, Any], slots: NumberSlots | LevelSlots) -> None:
        self.saved = saved
        self.slots = slots
        self.name = slots.name
        self.kind: str = saved["kind"]

    @property
    def cuts(self) -> list[float]:
        """The values that part the bins, ascending; none of a column of levels."""
        return self.slots.cuts.tolist() if isinstance(self.slots, NumberSlots) else []

    @property
    def labels(self) -> list[str]:
        """The label of every slot that `assign` can answer: the bins, missing, the special codes."""
        bins = [bin.get("name") or bin["label"] for bin in self.saved["bins"]]
        missing = "missing"
        while missing in bins:
            missing = f"({missing})"
        special = self.slots.special if isinstance(self.slots, NumberSlots) else ()
        return [*bins, missing, *(f"special {number_text(code)}" for code, _ in special)]

    def assign(self, values: Any) -> np.ndarray:
        """The slot of every value, as the library gives it: bins from 0, then missing, then special codes."""
        return self.slots.assign(values if isinstance(values, Series) else Series(self.name, values))

    def label(self, values: Any) -> np.ndarray:
        """The label of every value's slot."""
        return np.array(self.labels, dtype=object)[self.assign(values)]


class Binning:
    """Fitted bins. Read with `read_binning` or `Binning.load`, made by `fit_table` and `KerfBinner`."""

    def __init__(self, saved: dict[str, Any]) -> None:
        """Reads what was saved; a field that is not what it should be is refused with its path."""
        root = SavedField(saved)
        check_format(root, "kerf-binning")
        self.saved = saved
        self.target: dict[str, Any] | None = _read_target(root.get("target"))
        self.columns: list[Column] = root.get("columns").list(_read_column)
        twice = repeated([column.name for column in self.columns])
        if twice is not None:
            raise FormatError(f"columns: expected a name no other column has, got {twice} a second time")

    @staticmethod
    def from_json(text: str | bytes) -> Binning:
        """Reads the text of a saved binning."""
        return Binning(parse_saved(text, "kerf-binning").value)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Binning:
        """Reads a file that the library, the program or `save` wrote."""
        with open(path, "rb") as file:
            return Binning.from_json(file.read())

    def to_json(self) -> str:
        """The binning as text for a file, which the library and the program read."""
        return json.dumps(self.saved, ensure_ascii=False, allow_nan=False) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file whole or not at all."""
        partial = f"{os.fspath(path)}.{os.getpid()}.partial"
        try:
            with open(partial, "w", encoding="utf-8", newline="\n") as file:
                file.write(self.to_json())
            os.replace(partial, path)
        finally:
            if os.path.exists(partial):
                os.remove(partial)

    def __getitem__(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        known = ", ".join(column.name for column in self.columns)
        raise DataError(f'there is no column "{name}" in the binning; it has {known}', "unknown-name")

    def assign(self, table: Any) -> dict[str, np.ndarray]:
        """The slots of all its columns, by name. The table may have others, in any order."""
        given = read_table(table)
        return {column.name: column.assign(find_column(given, column.name)) for column in self.columns}

    def label(self, table: Any) -> dict[str, np.ndarray]:
        """The labels of all its columns, by name."""
        given = read_table(table)
        return {column.name: column.label(find_column(given, column.name)) for column in self.columns}

    def __repr__(self) -> str:
        shown = ", ".join(f"{column.name}: {len(column.saved['bins'])} bins" for column in self.columns[:6])
        more = f" and {len(self.columns) - 6} more columns" if len(self.columns) > 6 else ""
        return f"<Binning {shown}{more}>"

    def _repr_html_(self) -> str:
        """Tables and charts, which notebooks show."""
        from .notebook import binning_html

        return binning_html(self)


def read_binning(path: str | os.PathLike[str]) -> Binning:
    """Reads a saved binning; the same as `Binning.load`."""
    return Binning.load(path)


def _read_target(saved: SavedField) -> dict[str, Any] | None:
    if saved.value is None:
        return None
    if saved.get("kind").one_of("class", "numeric") == "class":
        saved.get("classes").list(lambda label: label.text())
        saved.get("event").optional(lambda event: event.text())
    return saved.record()


def _read_column(saved: SavedField) -> Column:
    kind = saved.get("kind").one_of("number", "date", "category", "boolean")
    name = saved.get("name").text()
    labels = saved.get("bins").list(lambda bin: (bin.get("label").text(), bin.get("name").optional(SavedField.text)))
    told = [called or label for label, called in labels]
    if len(set(told)) < len(told):
        saved.get("bins").fail("labels and names that all differ")
    saved.get("bins").list(lambda bin: bin.get("count").finite())
    saved.get("missing").get("count").finite()
    if kind in ("category", "boolean"):
        return Column(saved.record(), _read_levels(saved, name))
    cuts = read_cuts(saved.get("cuts"))
    bins = len(cuts) + 1
    if len(labels) != bins:
        saved.get("bins").fail(f"{bins} bins for {len(cuts)} cuts")
    values, special = read_codes(saved, bins)
    missing = read_aside(saved.get("missing"), bins)
    closed = saved.get("closed").one_of("left", "right")
    return Column(saved.record(), NumberSlots(name, cuts, closed, missing, values, special))


def _read_levels(saved: SavedField, name: str) -> LevelSlots:
    levels = saved.get("bins").list(lambda bin: tuple(bin.get("levels").list(SavedField.text)))
    every = [level for own in levels for level in own]
    if len(set(every)) < len(every):
        saved.get("bins").fail("levels that go to one bin each")
    missing = read_aside(saved.get("missing"), len(levels))
    return LevelSlots(name, tuple(levels), missing, read_unseen(saved, len(levels)))
