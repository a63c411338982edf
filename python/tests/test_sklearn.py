"""KerfBinner in scikit-learn: its own checks, pipelines, frames and copies."""

import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from library import ROOT
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

from kerf_bins import KerfBinner, KerfError
from kerf_bins.methods import method_names

PENGUINS = pd.read_csv(ROOT / "samples/penguins.csv")
X = PENGUINS.drop(columns=["species", "sex"])
SEX = PENGUINS["sex"]
POLARS = pl.read_csv(ROOT / "samples/penguins.csv").drop("species", "sex")

CHECKED = [
    KerfBinner(),
    KerfBinner("mdlp"),
    KerfBinner("chi-merge", encode="one-hot"),
    KerfBinner("equal-width", bins=5, encode="piecewise-linear"),
    KerfBinner("k-means", encode="local-linear"),
    KerfBinner("optimal", encode="thermometer"),
    KerfBinner("variance", encode="target-mean", target_kind="numeric"),
]


@pytest.mark.parametrize("binner", CHECKED, ids=str)
def test_the_checks_of_scikit_learn(binner):
    results = check_estimator(binner, on_fail=None, on_skip=None)
    assert len(results) > 45
    assert [(one["check_name"], one["exception"]) for one in results if one["status"] != "passed"] == []
    assert not any(one["expected_to_fail"] for one in results)


@pytest.mark.parametrize("frame", [X, POLARS], ids=["pandas", "polars"])
def test_frames_keep_their_names(frame):
    binner = KerfBinner("mdlp", encode="woe").fit(frame, SEX)
    assert binner.feature_names_in_.tolist() == list(X.columns)
    assert binner.get_feature_names_out().tolist() == [f"{name}_woe" for name in X.columns]
    for kind, frame_type in (("pandas", pd.DataFrame), ("polars", pl.DataFrame)):
        out = clone(binner).set_output(transform=kind).fit(frame, SEX).transform(frame)
        assert isinstance(out, frame_type) and list(out.columns) == [f"{name}_woe" for name in X.columns]
        np.testing.assert_array_equal(out.to_numpy(), binner.transform(frame))
    np.testing.assert_array_equal(binner.transform(X), binner.transform(POLARS))


def test_columns_of_another_frame_are_refused():
    binner = KerfBinner().fit(X)
    with pytest.raises(ValueError, match="feature names should match"):
        binner.transform(X.rename(columns={X.columns[0]: "other"}))
    with pytest.raises(ValueError, match="features, but KerfBinner is expecting"):
        KerfBinner().fit(X.to_numpy()).transform(X.iloc[:, :2].to_numpy())


def test_labels():
    binner = KerfBinner("mdlp", encode="label").set_output(transform="pandas").fit(X[["flipper_length_mm"]], PENGUINS["species"])
    out = binner.transform(X[["flipper_length_mm"]])
    assert list(out.columns) == ["flipper_length_mm_bin"]
    assert set(out["flipper_length_mm_bin"]) <= set(binner.binning_["flipper_length_mm"].labels)


def test_in_a_pipeline_with_a_search():
    numbers = ["beak_length_mm", "beak_depth_mm", "flipper_length_mm", "body_mass_g"]
    known = SEX.notna()
    model = make_pipeline(
        make_column_transformer((KerfBinner(), numbers), remainder="drop"),
        LogisticRegression(max_iter=500),
    )
    step = "columntransformer__kerfbinner"
    grid = {f"{step}__method": ["mdlp", "chi-merge"], f"{step}__encode": ["one-hot", "woe"]}
    search = GridSearchCV(model, grid, cv=3, n_jobs=2).fit(X[known], SEX[known])
    assert search.best_score_ > 0.65


def test_a_copy_needs_no_node(tmp_path):
    binner = KerfBinner("mdlp", encode="one-hot").fit(X, PENGUINS["species"])
    (tmp_path / "binner.pickle").write_bytes(pickle.dumps(binner))
    X.to_csv(tmp_path / "rows.csv", index=False)
    code = (
        "import pickle, sys, numpy, pandas\n"
        "binner = pickle.load(open(sys.argv[1] + '/binner.pickle', 'rb'))\n"
        "numpy.save(sys.argv[1] + '/out.npy', binner.transform(pandas.read_csv(sys.argv[1] + '/rows.csv')))\n"
    )
    env = {"PATH": "", "KERF_NODE": "/nowhere/node"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, env=env)
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), binner.transform(X))


def test_what_is_refused():
    with pytest.raises(TypeError, match="KerfBinner does not take sparse data, got csr_matrix; .toarray"):
        KerfBinner().fit(csr_matrix([[1.0]]))
    with pytest.raises(ValueError, match="requires y to be passed"):
        KerfBinner("mdlp").fit(X)
    with pytest.raises(KerfError, match='unknown method "mdpl", expected one of equal-width,'):
        KerfBinner("mdpl").fit(X, SEX)
    with pytest.raises(KerfError, match='unknown encoding "one-hut", did you mean one-hot'):
        KerfBinner(encode="one-hut").fit(X, SEX)
    with pytest.raises(KerfError, match="woe: the bins must be fitted with an event"):
        KerfBinner(encode="woe").fit(X, PENGUINS["species"])


def test_every_method_can_be_asked_for():
    iris = pd.read_csv(ROOT / "samples/iris.csv")
    number, species = iris[["petal_length"]], iris["species"]
    for method in method_names():
        options = {"cuts": [2, 5]} if method == "fixed" else {}
        target = iris["sepal_length"] if method == "variance" else species
        fitted = KerfBinner(method, options=options).fit(number, target)
        assert fitted.transform(number).shape == (150, 1), method


def test_lists_of_numbers_and_texts():
    rows = [[1, "a"], [2, "b"], [3, None]]
    binner = KerfBinner("equal-width", bins=2).fit(rows)
    assert [column.kind for column in binner.binning_.columns] == ["number", "category"]
    assert binner.transform(rows).tolist() == [[0, 0], [1, 1], [1, 2]]
