"""Fits bins: the columns of a table go to the process, and what it found comes back as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .binning import Binning
from .core_process import CORE
from .encoder import Encoder
from .errors import ArgumentError, ProcessLostError
from .series import Series
from .table import find_column, read_table


@dataclass(frozen=True)
class FitRequest:
    """What a fit is asked for, as on the command line."""

    method: str | None = None
    bins: int | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    per_column: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    missing: str | int = "own"
    special: Sequence[float] = ()
    target_kind: str = "auto"
    event: Any = None
    # least rows of the cells that drift is measured by later, or "none" for no cells
    reference: int | str | None = None
    encode: str | None = None
    encode_options: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None


def fit_table(table: Any, target: str | None = None, *, weight: str | None = None, **asked: Any) -> Binning:
    """Bins of every column of a table but the target and the weights.

    The table is a frame of pandas or polars, or a mapping of columns by name. `asked` are the fields of a request:
    method, bins, options of the method, per_column, missing, special, target_kind, event, reference. Without a method the kind of
    target decides, as on the command line.
    """
    columns = read_table(table)
    aside = [find_column(columns, name) for name in (target, weight) if name is not None]
    own = [column for column in columns if column not in aside]
    request = FitRequest(**asked)
    return fit_columns(
        own, request, aside[0] if target is not None else None, aside[-1] if weight is not None else None
    )[0]


def fit_columns(
    columns: list[Series], request: FitRequest, target: Series | None, weight: Series | None
) -> tuple[Binning, Encoder | None]:
    """Sends the target, the weights and the columns to the process, and reads what it found."""
    if not columns:
        raise ArgumentError("fit: the table must have at least one column besides target and weight")
    sent = [column for column in (target, weight) if column is not None] + columns
    told = [_Told.of(column, weight) for column in sent]
    header = {
        "ask": "fit",
        "rows": len(sent[0].raw),
        "columns": [one.header for one in told],
        "target": None if target is None else target.name,
        "weight": None if weight is None else weight.name,
        "method": request.method,
        "bins": request.bins,
        "options": dict(request.options),
        "perColumn": {name: dict(own) for name, own in request.per_column.items()},
        "missing": request.missing,
        "special": list(request.special),
        "targetKind": request.target_kind,
        "event": None if request.event is None else Series("event", [request.event]).labels()[0],
        "reference": request.reference,
        "encoding": None if request.encode is None else {"name": request.encode, "options": dict(request.encode_options)},
        "source": request.source,
    }
    answer = CORE.ask(header, _values(told))
    if not isinstance(answer.get("binning"), dict):
        raise ProcessLostError("fit: the process answered without a binning")
    encoder = answer.get("encoder")
    return Binning(answer["binning"]), None if encoder is None else Encoder(encoder)


@dataclass(frozen=True)
class _Told:
    """A column as the header tells of it, and its values.

    Numbers that cannot be refused are made when they are sent, so that one copy at a time is in memory. Others are made
    before: a fault in the middle of a message would cost the process.
    """

    header: dict[str, Any]
    series: Series
    made: np.ndarray | None

    @staticmethod
    def of(series: Series, weight: Series | None) -> _Told:
        kind = "number" if series is weight else series.kind()
        if kind in ("number", "date"):
            made = None if series.holds_doubles() else series.numbers()
            return _Told({"name": series.name, "kind": kind}, series, made)
        codes, levels = series.coded()
        return _Told({"name": series.name, "kind": kind, "levels": levels}, series, codes)


def _values(told: list[_Told]) -> Iterable[np.ndarray]:
    for one in told:
        if one.made is not None and one.made.dtype.kind == "i":
            yield one.made
        else:
            numbers = one.series.numbers() if one.made is None else one.made
            yield np.ascontiguousarray(numbers, dtype="<f8")
