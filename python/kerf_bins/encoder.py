"""A saved encoder: values become numbers for a model, bit for bit as in the library."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .encode_field import Entry, FieldShape, add_entries, field_entries
from .errors import FormatError
from .saved_field import SavedField, check_format, parse_saved, repeated
from .slots import LevelSlots, NumberSlots, read_aside, read_codes, read_cuts, read_unseen
from .table import find_column, read_table


@dataclass(frozen=True)
class EncoderField:
    """One column in, some outputs out."""

    slots: NumberSlots | LevelSlots
    shape: FieldShape
    outputs: tuple[str, ...]


class Encoder:
    """Turns the columns of a table into outputs. Read with `read_encoder`, made by `KerfBinner`."""

    def __init__(self, saved: dict[str, Any]) -> None:
        root = SavedField(saved)
        check_format(root, "kerf-encoder")
        self.saved = saved
        self.fields: list[EncoderField] = root.get("fields").list(_read_field)
        twice = repeated(self.output_names)
        if twice is not None:
            raise FormatError(f"fields: expected a name no other output has, got {twice} a second time")

    @staticmethod
    def from_json(text: str | bytes) -> Encoder:
        """Reads the text of a saved encoder."""
        return Encoder(parse_saved(text, "kerf-encoder").value)

    def to_json(self) -> str:
        """The encoder as text for a file, which the library and the program read."""
        return json.dumps(self.saved, ensure_ascii=False, allow_nan=False) + "\n"

    @property
    def output_names(self) -> list[str]:
        """Names of all outputs, in their order."""
        return [name for field in self.fields for name in field.outputs]

    def encode(self, table: Any) -> np.ndarray:
        """Rows of single precision, with a column per output."""
        rows, entries = self.entries(table)
        encoded = np.zeros((rows, len(self.output_names)), dtype=np.float32)
        add_entries(entries, encoded)
        return encoded

    def entries(self, table: Any, pairs: bool = False) -> tuple[int, list[Entry]]:
        """The number of rows, and what adds up to their outputs, in the order of the library."""
        given = read_table(table)
        found: list[Entry] = []
        first = 0
        for field in self.fields:
            series = find_column(given, field.slots.name)
            if field.outputs:
                own = field_entries(field.shape, field.slots.assign(series), series, pairs)
                found.extend((outputs + first, weights) for outputs, weights in own)
            first += len(field.outputs)
        return (len(given[0].raw) if given else 0), found


def read_encoder(path: str | os.PathLike[str]) -> Encoder:
    """Reads a saved encoder."""
    with open(path, "rb") as file:
        return Encoder.from_json(file.read())


def table_name(column: str, output: str) -> str:
    """The name of an output as that of a column in a table: without blanks, such as age_woe and age<30.5."""
    if not output.startswith(f"{column} "):
        return output
    told = re.sub(r"(?<=[<≤≥>=@,]) +", "", output[len(column) + 1 :])
    solid = re.sub(r"\s+", "_", re.sub(r" \((\d+)\)$", r"_\1", told))
    between = "" if solid[:1] in "<≤≥>=@[(" else "_"
    return f"{column}{between}{solid}"


def _read_field(saved: SavedField) -> EncoderField:
    slots = _read_source(saved)
    outputs = tuple(saved.get("outputs").list(SavedField.text))
    shape = FieldShape(
        form=saved.get("form").one_of("value", "one-hot", "knots", "steps", "ramps"),
        bins=slots.bins,
        asides=tuple(saved.get("asides").list(lambda item: _output(item, len(outputs)))),
        drop_first=saved.get("dropFirst").truth(),
        ends=saved.get("ends").optional(_read_ends),
        values=saved.get("values").optional(lambda values: tuple(values.list(SavedField.finite))),
        cuts=tuple(slots.cuts.tolist()) if isinstance(slots, NumberSlots) else (),
        stands=_read_stands(saved, slots),
        whole=False,
    )
    _check_lengths(saved, shape, len(outputs))
    return EncoderField(slots, replace(shape, whole=_is_whole(shape, slots)), outputs)


def _is_whole(shape: FieldShape, slots: NumberSlots | LevelSlots) -> bool:
    """Whether every value lights an output, and none was left out."""
    special = slots.special if isinstance(slots, NumberSlots) else ()
    rules = [slots.missing, *(aside for _, aside in special)]
    lights = all(rule.policy != "own" or output >= 0 for rule, output in zip(rules, shape.asides))
    return lights and not shape.drop_first


def _read_source(saved: SavedField) -> NumberSlots | LevelSlots:
    name = saved.get("name").text()
    if saved.get("kind").one_of("number", "date", "category", "boolean") in ("category", "boolean"):
        levels = saved.get("levels").list(lambda bin: tuple(bin.list(SavedField.text)))
        missing = read_aside(saved.get("missing"), len(levels))
        return LevelSlots(name, tuple(levels), missing, read_unseen(saved, len(levels)))
    cuts = read_cuts(saved.get("cuts"))
    bins = len(cuts) + 1
    values, special = read_codes(saved, bins)
    missing = read_aside(saved.get("missing"), bins)
    return NumberSlots(name, cuts, saved.get("closed").one_of("left", "right"), missing, values, special)


def _output(item: SavedField, outputs: int) -> int:
    return -1 if item.value == -1 else item.index(outputs - 1)


def _read_ends(saved: SavedField) -> tuple[float, float]:
    ends = saved.list(SavedField.finite)
    return (ends[0], ends[1]) if len(ends) == 2 else saved.fail("two numbers with the cuts between them")


def _read_stands(saved: SavedField, slots: NumberSlots | LevelSlots) -> tuple[tuple[float, float], ...]:
    """The numbers that stand for missing values and codes which a policy sends to a bin: what they replace, and by what."""
    if not isinstance(slots, NumberSlots):
        return ()
    stands: list[tuple[float, float]] = []
    missing = saved.get("missing").get("stand").optional(SavedField.finite)
    if missing is not None:
        stands.extend((code, missing) for code in (np.nan, *slots.missing_values))
    for item, (code, _) in zip(saved.get("special").list(lambda item: item), slots.special):
        stand = item.get("stand").optional(SavedField.finite)
        if stand is not None:
            stands.append((code, stand))
    return tuple(stands)


def _check_lengths(saved: SavedField, shape: FieldShape, outputs: int) -> None:
    """Everything has the length that its form and the bins ask for."""
    form, bins = shape.form, shape.bins
    special = len(saved.get("special").value or [])
    if form in ("knots", "steps", "ramps") and saved.get("kind").value in ("category", "boolean"):
        saved.get("form").fail("value or one-hot for a column without cuts")
    if len(shape.asides) != 1 + special:
        saved.get("asides").fail(f"{1 + special} items")
    if form == "value":
        if shape.values is None or len(shape.values) != bins + 1 + special or outputs != 1:
            saved.get("values").fail(f"{bins + 1 + special} items for one output")
        return
    if form in ("knots", "ramps"):
        ends = shape.ends
        if ends is None or (shape.cuts and not ends[0] <= shape.cuts[0] <= shape.cuts[-1] <= ends[1]):
            saved.get("ends").fail("two numbers with the cuts between them")
    if shape.drop_first and form not in ("one-hot", "knots"):
        saved.get("dropFirst").fail("false for this form")
    own = len({output for output in shape.asides if output >= 0})
    of_bins = {"one-hot": bins, "knots": bins + 1, "steps": bins - 1, "ramps": bins}[form] - int(shape.drop_first)
    if outputs != max(0, of_bins) + own:
        saved.get("outputs").fail(f"{max(0, of_bins) + own} items")
