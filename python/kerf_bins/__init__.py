"""Kerf for Python: bins of numbers, applied with numpy and fitted by the same core as everywhere.

`read_binning`, `read_encoder`, `read_tree`, `read_model` and `read_scorecard` read saved files and need numpy alone.
`fit_table` and `KerfBinner` fit; they start a Node process. `KerfBinner` is a transformer for scikit-learn, which is loaded when it is asked for.
"""

from __future__ import annotations

from typing import Any

from .binning import Binning, Column, read_binning
from .encoder import Encoder, read_encoder
from .errors import (
    ArgumentError,
    DataError,
    FormatError,
    KerfError,
    NodeMissingError,
    ProcessLostError,
    ValueTypeError,
)
from .fitting import fit_table
from .logistic import LogisticModel, read_model
from .scorecard import Reason, Scorecard, read_scorecard
from .tree import Tree, read_tree

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "Binning",
    "Column",
    "DataError",
    "Encoder",
    "FormatError",
    "KerfBinner",
    "KerfError",
    "LogisticModel",
    "NodeMissingError",
    "ProcessLostError",
    "Reason",
    "Scorecard",
    "Tree",
    "ValueTypeError",
    "fit_table",
    "read_binning",
    "read_encoder",
    "read_model",
    "read_scorecard",
    "read_tree",
]


def __getattr__(name: str) -> Any:
    # Those who only apply saved bins need no scikit-learn.
    if name == "KerfBinner":
        from .binner import KerfBinner

        return KerfBinner
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
