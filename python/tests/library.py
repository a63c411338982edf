"""What the library answered, from the folder that scripts/python.mjs had written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

ANSWERS = Path(os.environ["KERF_ANSWERS"])
ROOT = Path(os.environ["KERF_ROOT"])
NODE = os.environ["KERF_NODE"]
PROGRAM = os.environ["KERF_PROGRAM"]


def answers(name: str) -> list[dict[str, Any]]:
    return json.loads((ANSWERS / name).read_text("utf-8"))


def value_of(plain: Any) -> Any:
    """A value of a boundary case: JSON has no infinities and no -0."""
    if isinstance(plain, dict):
        return plain["text"] if "text" in plain else float(plain["number"])
    # JSON writes large doubles without a point, and Python reads those as whole numbers that no double holds.
    return None if plain is None else float(plain)


def numbers_in(name: str, dtype: str) -> np.ndarray:
    return np.fromfile(ANSWERS / name, dtype=dtype)


def drawn_values(drawn: dict[str, Any]) -> np.ndarray:
    if "numbers" in drawn:
        return numbers_in(drawn["numbers"], "<f8")
    return np.array(drawn["texts"], dtype=object)[numbers_in(drawn["codes"], "<i4")]
