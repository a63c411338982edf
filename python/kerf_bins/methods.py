"""What the methods and encodings of the core need, as its list says that the wheel brings along."""

from __future__ import annotations

import json
import os
from functools import lru_cache

METHODS_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "core", "methods.json")


@lru_cache(maxsize=1)
def _targets() -> dict[str, dict[str, str]]:
    """By name, what a method or an encoding looks at. Without a core there is nothing to fit with, nor to know."""
    if not os.path.exists(METHODS_FILE):
        return {"methods": {}, "encodings": {}}
    with open(METHODS_FILE, encoding="utf-8") as file:
        return json.load(file)


def needs_target(method: str | None, encode: str | None) -> bool:
    """Whether a fit needs y. A name that is not known needs none: the core refuses it with the nearest ones."""
    known = _targets()
    return (
        known["methods"].get(method or "", "none") != "none"
        or known["encodings"].get(encode or "", "none") != "none"
    )


def method_names() -> list[str]:
    """The names of all methods."""
    return list(_targets()["methods"])
