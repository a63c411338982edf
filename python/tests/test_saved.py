"""Saved files are not trusted: what is wrong is refused with its path."""

import copy
import json
from pathlib import Path

import pytest
from library import ROOT, answers

from kerf_bins import Binning, FormatError, read_binning, read_encoder

IRIS = ROOT / "test/saved/files/iris-mdlp.json"


def broken(change):
    saved = json.loads(IRIS.read_text("utf-8"))
    change(saved)
    return json.dumps(saved)


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda s: s.update(format="kerf-tree"), 'format: expected "kerf-binning", got "kerf-tree"'),
        (lambda s: s.update(version=2), "version: expected 1, got 2; this package reads version 1"),
        (lambda s: s.update(columns=3), "columns: expected a list, got 3"),
        (lambda s: s["columns"][0].update(kind="matrix"), "columns[0].kind: expected one of number, date, category, boolean"),
        (lambda s: s["columns"][0].update(cuts=[2, 1]), "columns[0].cuts[1]: expected a number above 2.0, got 1"),
        (lambda s: s["columns"][0].update(cuts=["Infinity"]), "columns[0].cuts[0]: expected a finite number"),
        (lambda s: s["columns"][0].update(cuts=[10**400]), "columns[0].cuts[0]: expected a finite number"),
        (lambda s: s["columns"][0].update(closed="both"), "columns[0].closed: expected one of left, right, got"),
        (lambda s: s["columns"][0]["bins"].pop(), "columns[0].bins: expected "),
        (lambda s: s["columns"][0]["missing"].update(policy="bin", bin=99), "columns[0].missing.bin: expected a whole number"),
        (lambda s: s["columns"][0]["missing"].update(values=[1, 1]), "columns[0].special: expected codes that all differ"),
        (lambda s: s["columns"].append(copy.deepcopy(s["columns"][0])), "columns: expected a name no other column has"),
    ],
)
def test_a_bad_field_is_named(change, message):
    with pytest.raises(FormatError) as error:
        Binning.from_json(broken(change))
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("text", ["", "{", "[1", '{"format": NaN}', "[" * 100_000])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(FormatError, match="^not valid JSON: "):
        Binning.from_json(text)


def test_every_saved_binning_is_read_and_written_again(tmp_path: Path):
    for one in answers("bins.json"):
        binning = Binning.from_json(one["saved"])
        binning.save(tmp_path / "again.json")
        assert read_binning(tmp_path / "again.json").saved == json.loads(one["saved"])
    assert [path.name for path in tmp_path.iterdir()] == ["again.json"]


def test_a_file_of_another_kind_is_named():
    with pytest.raises(FormatError, match='^format: expected "kerf-encoder", got "kerf-binning"'):
        read_encoder(IRIS)
