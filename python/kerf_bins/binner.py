"""KerfBinner: the bins of Kerf as a transformer for scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np

from .binning import Binning
from .encoder import Encoder, table_name
from .errors import ArgumentError
from .fitting import FitRequest, fit_columns
from .methods import needs_target
from .series import Series
from .table import read_table

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils.validation import (
        _check_feature_names_in,
        _check_sample_weight,
        check_array,
        check_consistent_length,
        check_is_fitted,
        column_or_1d,
        validate_data,
    )
except ImportError as error:
    raise ImportError(
        "KerfBinner needs scikit-learn 1.6 or later: pip install 'kerf-bins[sklearn]'. "
        "fit_table and saved bins work without it."
    ) from error

# The encoding that gives the labels of bins, which are texts; all others are those of the library.
LABEL = "label"


class KerfBinner(TransformerMixin, BaseEstimator):
    """Cuts every column into bins and encodes them.

    Numbers, dates, truth values and texts are told apart by the columns themselves; missing values have a bin of their
    own. Fitting starts a Node process, which is kept for later fits; what was fitted is plain data and needs none.

    Parameters
    ----------
    method : name of a method such as "mdlp" or "equal-frequency"; None lets the kind of target decide.
    bins : number of bins, the most a method may make, or a rule for it; None leaves it to the method.
    encode : "ordinal", "one-hot", "thermometer", "local-linear", "piecewise-linear", "woe", "target-mean", or "label"
        for the labels of the bins as texts.
    options : options of the method by the names of the library, such as {"alpha": 0.05}.
    encode_options : options of the encoding, such as {"dropFirst": True}.
    missing : what becomes of missing values: "own", "nearest", "error" or the number of a bin.
    special : codes with a bin of their own in every column of numbers, such as [-9, -8].
    target_kind : "auto", "class" or "numeric".
    event : the class that rates and weight of evidence speak of; None is the second of two.
    reference : least rows of the cells that drift is measured by later; "none" keeps no cells and fits a little faster.

    Attributes
    ----------
    binning_ : the fitted bins; shows tables and charts in a notebook, and is saved with `save`.
    encoder_ : what turns rows into outputs; None with encode="label".
    """

    def __init__(
        self,
        method: str | None = None,
        *,
        bins: int | str | None = None,
        encode: str = "ordinal",
        options: dict[str, Any] | None = None,
        encode_options: dict[str, Any] | None = None,
        missing: str | int = "own",
        special: list[float] | None = None,
        target_kind: str = "auto",
        event: Any = None,
        reference: int | str | None = None,
    ) -> None:
        self.method = method
        self.bins = bins
        self.encode = encode
        self.options = options
        self.encode_options = encode_options
        self.missing = missing
        self.special = special
        self.target_kind = target_kind
        self.event = event
        self.reference = reference

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> KerfBinner:
        """Finds the bins of every column of X; y is needed by methods and encodings that look at a target."""
        columns = self._columns(X, reset=True)
        target = None if y is None else self._target(y, columns)
        if target is None and needs_target(self.method, self.encode):
            raise ArgumentError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: "
                f"method {self.method} with encode {self.encode} looks at a target"
            )
        weight = None
        if sample_weight is not None:
            checked = _check_sample_weight(sample_weight, columns[0].raw, dtype=np.float64, ensure_non_negative=True)
            weight = Series(_free_name("weight", columns), checked)
        request = FitRequest(
            method=self.method,
            bins=self.bins,
            options=self.options or {},
            missing=self.missing,
            special=self.special or (),
            target_kind=self.target_kind,
            event=self.event,
            reference=self.reference,
            encode=None if self.encode == LABEL else self.encode,
            encode_options=self.encode_options or {},
        )
        self.binning_: Binning
        self.encoder_: Encoder | None
        self.binning_, self.encoder_ = fit_columns(columns, request, target, weight)
        return self

    def transform(self, X: Any) -> np.ndarray:
        """The bins of X as numbers of single precision, or as texts with encode="label"."""
        check_is_fitted(self)
        columns = {column.name: column.raw for column in self._columns(X, reset=False)}
        if self.encoder_ is not None:
            return self.encoder_.encode(columns)
        labels = self.binning_.label(columns)
        return np.stack([labels[column.name] for column in self.binning_.columns], axis=1)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names of the outputs, such as age_bin, age<30.5 and age_woe."""
        check_is_fitted(self)
        given = _check_feature_names_in(self, input_features)
        called = {column.name: str(name) for column, name in zip(self.binning_.columns, given)}
        if self.encoder_ is None:
            return np.array([f"{name}_bin" for name in called.values()], dtype=object)
        names: list[str] = []
        for field in self.encoder_.fields:
            own = field.slots.name
            names.extend(called[own] + table_name(own, output)[len(own) :] for output in field.outputs)
        return np.array(names, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = False
        tags.target_tags.required = needs_target(self.method, self.encode)
        # Outputs have single precision whatever comes in.
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _repr_html_(self) -> str:
        """The fitted bins where there are any, else what scikit-learn shows."""
        if hasattr(self, "binning_"):
            return self.binning_._repr_html_()
        return super()._repr_html_inner()

    def _columns(self, X: Any, *, reset: bool) -> list[Series]:
        """The columns of X, and what scikit-learn keeps of them: how many, and their names where they have any."""
        if hasattr(X, "tocsr"):
            raise TypeError(
                f"{type(self).__name__} does not take sparse data, got {type(X).__name__}; .toarray() makes it dense"
            )
        if hasattr(X, "columns") and hasattr(X, "__getitem__"):
            validate_data(self, X, reset=reset, skip_check_array=True)
            columns = read_table(X)
            _check_rows(len(columns[0].raw) if columns else 0, len(columns))
            if not reset:
                # Frames of the same names in another order are refused by scikit-learn, those without names have these.
                return [Series(f.name, c.raw) for f, c in zip(self.binning_.columns, columns)]
            return columns
        checked = check_array(X, dtype=None, ensure_all_finite=False, estimator=self)
        if not hasattr(X, "dtype") and checked.dtype.kind in "US":
            # A list of numbers and texts became texts all over.
            checked = check_array(X, dtype=object, ensure_all_finite=False, estimator=self)
        validate_data(self, X, reset=reset, skip_check_array=True)
        named = list(getattr(self, "feature_names_in_", [])) or None
        return read_table(checked, named)

    def _target(self, y: Any, columns: list[Series]) -> Series:
        name = getattr(y, "name", None)
        check_consistent_length(columns[0].raw, y)
        array = y if hasattr(y, "dtype") and getattr(y, "ndim", 1) == 1 else column_or_1d(y, warn=True)
        return Series(_free_name(str(name) if name else "target", columns), array)


def _free_name(wished: str, columns: list[Series]) -> str:
    taken = {column.name for column in columns}
    while wished in taken:
        wished += "_"
    return wished


def _check_rows(rows: int, columns: int) -> None:
    if rows == 0 or columns == 0:
        raise ValueError(
            f"Found array with {rows} sample(s) and {columns} feature(s) while a minimum of 1 is required by KerfBinner."
        )
