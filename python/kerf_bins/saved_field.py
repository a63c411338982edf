"""Values of a saved file with the path that leads to them, so that every complaint can say where it is."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from .errors import FormatError

T = TypeVar("T")


class SavedField:
    """A value of a parsed file. Nothing in a file is trusted: it is read by a method that says what it must be."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def fail(self, expected: str) -> NoReturn:
        shown = "nothing" if self.value is None else _short(self.value)
        where = f"{self.path}: " if self.path else ""
        raise FormatError(f"{where}expected {expected}, got {shown}")

    def get(self, name: str) -> SavedField:
        """A field of an object; one that is not there has the value None."""
        record = self.record()
        return SavedField(record.get(name), f"{self.path}.{name}" if self.path else name)

    def record(self) -> dict[str, Any]:
        return self.value if isinstance(self.value, dict) else self.fail("an object")

    def list(self, read: Callable[[SavedField], T]) -> list[T]:
        if not isinstance(self.value, list):
            self.fail("a list")
        return [read(SavedField(item, f"{self.path}[{i}]")) for i, item in enumerate(self.value)]

    def optional(self, read: Callable[[SavedField], T]) -> T | None:
        return None if self.value is None else read(self)

    def text(self) -> str:
        return self.value if isinstance(self.value, str) else self.fail("a text")

    def truth(self) -> bool:
        return self.value if isinstance(self.value, bool) else self.fail("true or false")

    def one_of(self, *names: str) -> str:
        if isinstance(self.value, str) and self.value in names:
            return self.value
        self.fail(f"one of {', '.join(names)}" if len(names) > 1 else json.dumps(names[0]))

    def finite(self) -> float:
        number = _number(self.value)
        return number if math.isfinite(number) else self.fail("a finite number")

    def number(self) -> float:
        """A number that may be infinite, written as a text then."""
        if self.value in ("Infinity", "-Infinity"):
            return math.inf if self.value == "Infinity" else -math.inf
        return self.finite()

    def index(self, most: int) -> int:
        """A whole number from 0 to `most`."""
        number = _number(self.value)
        if number >= 0 and number <= most and number == math.floor(number):
            return int(number)
        self.fail(f"a whole number from 0 to {most}")


def parse_saved(text: str | bytes, *formats: str) -> SavedField:
    """The parsed text of a saved file; another format or version is refused."""
    try:
        # Python takes NaN and Infinity for numbers where JSON has none.
        root = SavedField(json.loads(text, parse_constant=_refuse_constant))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not valid JSON: {error}") from None
    check_format(root, *formats)
    return root


def check_format(root: SavedField, *formats: str) -> None:
    """Refuses what was saved in another format or version."""
    root.get("format").one_of(*formats)
    version = root.get("version")
    if version.value != 1 or isinstance(version.value, bool):
        raise FormatError(f"version: expected 1, got {_short(version.value)}; this package reads version 1")


def repeated(names: list[str]) -> str | None:
    """The first name that is there a second time."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _number(value: Any) -> float:
    """A number as a double; NaN where it is none, or too large for one."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
