"""What a value counts as, and what is refused."""

import math
from datetime import date, datetime, timezone

import numpy as np
import pandas as pd
import polars as pl
import pytest

from kerf_bins import DataError, ValueTypeError
from kerf_bins.number_text import number_text
from kerf_bins.series import Series
from kerf_bins.table import read_table


@pytest.mark.parametrize(
    "value, text",
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (12345678901234567890.0, "12345678901234567000"),
        (0.000001, "0.000001"),
        (1e-7, "1e-7"),
        (5e-324, "5e-324"),
        (0.1 + 0.2, "0.30000000000000004"),
        (math.inf, "Infinity"),
    ],
)
def test_numbers_are_written_as_in_javascript(value, text):
    assert number_text(value) == text


def test_what_is_missing():
    given = [None, math.nan, "", pd.NA, pd.NaT, np.datetime64("NaT")]
    assert np.isnan(Series("a", given).numbers()).all()
    assert Series("a", given).labels() == [None] * len(given)


def test_labels():
    given = [True, np.False_, 3, 3.0, 0.5, np.int8(-2), "x", datetime(2020, 1, 2, 3, tzinfo=timezone.utc), date(2020, 1, 2)]
    assert Series("a", given).labels() == (
        ["true", "false", "3", "3", "0.5", "-2", "x", "2020-01-02T03:00:00.000Z", "2020-01-02T00:00:00.000Z"]
    )


@pytest.mark.parametrize(
    "values, kind",
    [
        ([1, 2.5, None], "number"),
        ([True, None], "boolean"),
        (["a", None], "category"),
        (["a", 1], "category"),
        ([date(2020, 1, 1)], "date"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "date"),
        (np.array(["a"]), "category"),
        (pd.Series([1, None], dtype="Int64"), "number"),
        (pd.Series(["a"], dtype="category"), "category"),
        (pd.Series([True], dtype="boolean"), "boolean"),
        (pd.Series(pd.to_datetime(["2020-01-01"])), "date"),
        (pl.Series([1, None]), "number"),
        (pl.Series(["a"], dtype=pl.Categorical), "category"),
        (pl.Series([date(2020, 1, 1)]), "date"),
        (pl.Series([None]), "number"),
    ],
)
def test_kinds(values, kind):
    assert Series("a", values).kind() == kind


def test_whole_numbers_that_no_double_holds_are_refused():
    big = 2**53 + 1
    for values in (np.array([0, big]), [0, big], pd.Series([0, big]), pl.Series([0, big])):
        with pytest.raises(DataError, match=f"that a double can hold, got {big} at row 1"):
            Series("a", values).numbers()
    assert Series("a", np.array([2**53, -(2**60)])).numbers().tolist() == [2.0**53, -(2.0**60)]


@pytest.mark.parametrize("value", ["5", True, b"x", 1j, [1], {"a": 1}])
def test_what_is_no_number_is_refused(value):
    given = np.empty(2, dtype=object)
    given[0], given[1] = 1.0, value
    with pytest.raises(DataError, match='column "a" must hold numbers, got .* at row 1'):
        Series("a", given).numbers()


def test_what_has_no_label_is_refused():
    with pytest.raises(ValueTypeError, match='column "a" must hold texts or numbers, got .* at row 0'):
        Series("a", np.array([{"b": 1}], dtype=object)).labels()


def test_kinds_that_are_refused():
    for values in (pd.Series(pd.to_timedelta([1], unit="s")), pl.Series([[1, 2]]), np.array([1j])):
        with pytest.raises(DataError, match="must hold numbers, texts, truth values or dates, got"):
            Series("a", values).kind()


@pytest.mark.parametrize("rows, columns", [(4096, 3), (4097, 2), (10_000, 1), (10_000, 9), (12_288, 4)])
def test_columns_of_rows_are_those_of_the_array(rows, columns):
    array = np.random.default_rng(7).normal(size=(rows, columns))
    series = read_table(array)
    for i in [*range(columns), *reversed(range(columns))]:
        assert np.array_equal(series[i].numbers(), array[:, i])
