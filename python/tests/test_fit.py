"""Fits through the process give what the command line gives, whatever the table was made with."""

import json
import subprocess

import numpy as np
import pandas as pd
import polars as pl
import pytest
from library import NODE, PROGRAM, ROOT

from kerf_bins import ArgumentError, Binning, DataError, KerfError, fit_table

PENGUINS = ROOT / "samples/penguins.csv"
IRIS = ROOT / "samples/iris.csv"


def command_line(path, *flags):
    ran = subprocess.run([NODE, PROGRAM, "fit", path, "--json", "--quiet", *flags], capture_output=True, check=True)
    return Binning.from_json(ran.stdout)


@pytest.mark.parametrize(
    "path, target, flags, asked",
    [
        (IRIS, "species", [], {}),
        (IRIS, "species", ["--method", "chi-merge", "--alpha", "0.05"], {"method": "chi-merge", "options": {"alpha": 0.05}}),
        (IRIS, None, ["--method", "equal-frequency", "--bins", "4"], {"method": "equal-frequency", "bins": 4}),
        (PENGUINS, "species", [], {}),
        (PENGUINS, "body_mass_g", [], {}),
        (PENGUINS, "sex", ["--event", "male", "--method", "optimal"], {"event": "male", "method": "optimal"}),
        (PENGUINS, "sex", ["--missing", "nearest"], {"missing": "nearest"}),
        (PENGUINS, "species", ["--special", "190"], {"special": [190]}),
        (PENGUINS, "species", ["--reference", "none"], {"reference": "none"}),
    ],
)
def test_pandas_and_polars_give_what_the_command_line_gives(path, target, flags, asked):
    wanted = command_line(path, *(["--target", target] if target else []), *flags)
    names = [column.name for column in wanted.columns] + ([target] if target else [])
    for frame in (pd.read_csv(path)[names], pl.read_csv(path, null_values=["", "NA"])[names]):
        fitted = fit_table(frame, target, **asked)
        assert [column.cuts for column in fitted.columns] == [column.cuts for column in wanted.columns]
        # Not the cuts alone: counts, reasons, shapes and what drift is measured by.
        assert fitted.saved["columns"] == wanted.saved["columns"]
        assert fitted.target == wanted.target


def test_many_random_columns_as_the_command_line_has_them(tmp_path):
    random = np.random.default_rng(7)
    rows = 20_000
    label = random.integers(0, 3, rows)
    table = {f"x{i}": np.round(random.normal(size=rows) + label * (i % 4), 3) for i in range(12)}
    frame = pd.DataFrame({**table, "label": label})
    frame.to_csv(tmp_path / "rows.csv", index=False)
    wanted = command_line(tmp_path / "rows.csv", "--target", "label", "--columns", ",".join(table))
    fitted = fit_table(frame, "label")
    assert fitted.saved["columns"] == wanted.saved["columns"]
    # Memory is used again from column to column; another order must not change any of them.
    turned = fit_table(frame[[*reversed(table), "label"]], "label")
    assert [column.saved for column in reversed(turned.columns)] == [column.saved for column in fitted.columns]


def test_dates_texts_and_truth_values():
    days = pd.date_range("2024-01-01", periods=200)
    table = {
        "day": days,
        "own": np.arange(200) % 3 == 0,
        "place": ["Ulm", "Köln", None, "Bern"] * 50,
        "late": np.arange(200) >= 120,
    }
    for frame in (pd.DataFrame(table), pl.DataFrame({**table, "day": days.to_numpy()})):
        fitted = fit_table(frame, "late")
        assert [column.kind for column in fitted.columns] == ["date", "boolean", "category"]
        assert fitted["day"].labels[:2] == ["< 2024-04-29 12:00", "≥ 2024-04-29 12:00"]
        assert fitted["day"].assign(frame["day"]).tolist() == [0] * 120 + [1] * 80
        assert fitted["place"].labels == ["Bern", "Köln", "Ulm", "missing"]
        assert fitted.target["classes"] == ["false", "true"]


def test_weights():
    one = {"x": [1.0, 2.0, 3.0, 4.0] * 30, "y": ["a", "a", "b", "b"] * 30}
    twice = {"x": one["x"] * 2, "y": one["y"] * 2}
    weighted = fit_table({**one, "w": [2.0] * 120}, "y", weight="w")
    assert weighted["x"].cuts == fit_table(twice, "y")["x"].cuts == [2.5]
    assert weighted.saved["created"]["weights"] == "w"


@pytest.mark.parametrize(
    "asked, kind, message",
    [
        ({"method": "mdpl"}, KerfError, 'unknown method "mdpl"'),
        ({"method": "mdlp", "options": {"alpha": 1}}, ArgumentError, "unknown option alpha"),
        ({"method": "mdlp", "bins": 0}, ArgumentError, "maxBins must be "),
        ({"missing": "sometimes"}, KerfError, "missing"),
        ({"event": "violet"}, DataError, 'fit: unknown event class "violet"'),
        ({"per_column": {"y": {"method": "mdlp"}}}, KerfError, 'unknown column "y"'),
    ],
)
def test_what_cannot_be_done_is_told(asked, kind, message):
    table = {"x": [1.0, 2.0, 3.0], "label": ["a", "b", "a"]}
    with pytest.raises(kind) as error:
        fit_table(table, "label", **asked)
    assert message in str(error.value)
    # The process is as good as before.
    assert fit_table(table, "label")["x"].cuts == []


def test_tables_that_are_refused():
    for table, message in [
        ({"x": [1, 2], "y": [1]}, 'column "y" must have 2 rows like "x", got 1'),
        ({"y": [1]}, "at least one column"),
        (pl.LazyFrame({"y": [1]}), "got a LazyFrame; .collect"),
        (pd.DataFrame([[1, 2]], columns=["y", "y"]), 'two columns are called "y"'),
        ({"x": [], "y": []}, "no rows"),
    ]:
        with pytest.raises(KerfError, match=message):
            fit_table(table, "y")
