"""Saved bins give the slots of the library, at every boundary and on 100,000 drawn values of each column."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from library import answers, drawn_values, numbers_in, value_of

from kerf_bins import Binning, DataError

BINS = answers("bins.json")
CASES = [(one["name"], one["saved"], column) for one in BINS for column in one["columns"]]
IDS = [f"{name}: {column['name'][:20]}" for name, _, column in CASES]


@pytest.fixture(params=CASES, ids=IDS)
def case(request):
    name, saved, answer = request.param
    return Binning.from_json(saved)[answer["name"]], answer


def test_there_are_cases():
    kinds = {answer["kind"] for _, _, answer in CASES}
    assert kinds == {"number", "date", "category", "boolean"}
    assert len(CASES) > 40


def test_every_boundary_one_by_one(case):
    column, answer = case
    for plain, slot in answer["boundary"]:
        value = value_of(plain)
        if slot is None:
            with pytest.raises(DataError, match="must hold what its policy allows, got .* at row 0"):
                column.assign([value])
        else:
            assert column.assign([value]).tolist() == [slot], value


def test_drawn_values(case):
    column, answer = case
    slots = column.assign(drawn_values(answer["drawn"]))
    assert slots.dtype == np.int32 and len(slots) == 100_000
    np.testing.assert_array_equal(slots, numbers_in(answer["drawn"]["slots"], "<i4"))


def test_drawn_values_in_frames(case):
    column, answer = case
    values = drawn_values(answer["drawn"])[:5000]
    expected = numbers_in(answer["drawn"]["slots"], "<i4")[:5000]
    np.testing.assert_array_equal(column.assign(pd.Series(values)), expected)
    # Texts with a lone half of a surrogate pair are none for polars; there are no such ones here.
    np.testing.assert_array_equal(column.assign(pl.Series(values.tolist(), strict=False)), expected)


def test_labels_are_those_of_the_slots(case):
    column, answer = case
    assert len(column.labels) == len(set(column.labels))
    kept = [(value_of(plain), slot) for plain, slot in answer["boundary"] if slot is not None]
    given = np.array([value for value, _ in kept], dtype=object)
    assert column.label(given).tolist() == [column.labels[slot] for _, slot in kept]


def test_dates_of_every_make():
    [days] = [one for one in BINS if one["name"] == "dates to the microsecond, closed on the right"]
    column = Binning.from_json(days["saved"])["day"]
    [answer] = [one for one in days["columns"] if one["name"] == "day"]
    cases = [(value_of(plain), slot) for plain, slot in answer["boundary"]]
    exact = [(v, s) for v, s in cases if v is not None and abs(v) < 6e13 and round(v * 1000) / 1000 == v]
    assert len(exact) > 5
    micros = np.array([round(value * 1000) for value, _ in exact], dtype="datetime64[us]")
    expected = [slot for _, slot in exact]
    assert column.assign(micros).tolist() == expected
    assert column.assign(pl.Series(micros)).tolist() == expected
    assert column.assign(pd.Series(micros)).tolist() == expected
    assert column.assign(pd.Series(micros).dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")).tolist() == expected
    assert column.assign([moment.item() for moment in micros]).tolist() == expected
    nothing = np.array(["NaT"], dtype="datetime64[ns]")
    assert column.assign(nothing).tolist() == [len(column.cuts) + 1]


def test_a_table_by_name():
    [iris] = [one for one in BINS if one["name"] == "iris"]
    binning = Binning.from_json(iris["saved"])
    names = [column.name for column in binning.columns]
    table = {"other": ["a", "b"], **{name: [-1.0, None] for name in names}}
    assert {name: slots.tolist() for name, slots in binning.assign(table).items()} == {
        name: [0, len(binning[name].cuts) + 1] for name in names
    }
    with pytest.raises(DataError, match='there is no column "sepal length" in the table; it has x'):
        binning.assign({"x": [1]})
