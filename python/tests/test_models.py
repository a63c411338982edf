"""Saved trees and regressions give the numbers of the library, bit for bit."""

import numpy as np
import pytest
from library import ROOT, answers, drawn_values, numbers_in

from kerf_bins import FormatError, LogisticModel, Tree, read_model, read_tree
from kerf_bins.exponential import sigmoid

MODELS, TREES = answers("models.json"), answers("trees.json")


def same_bits(found, expected):
    np.testing.assert_array_equal(found.view(np.int64), expected.reshape(found.shape).view(np.int64))


@pytest.mark.parametrize("case", MODELS, ids=[case["name"] for case in MODELS])
def test_every_bit_of_a_regression(case):
    table = {column["name"]: drawn_values(column) for column in case["columns"]}
    same_bits(LogisticModel.from_json(case["saved"]).predict(table), numbers_in(case["chances"], "<f8"))


@pytest.mark.parametrize("case", TREES, ids=[case["name"] for case in TREES])
def test_every_bit_of_a_tree(case):
    tree = Tree.from_json(case["saved"])
    table = {column["name"]: drawn_values(column) for column in case["columns"]}
    same_bits(tree.predict_proba(table), numbers_in(case["chances"], "<f8"))
    codes = numbers_in(case["codes"], "<i4")
    assert len(codes) == 100_000
    assert (tree.predict(table) == np.array(tree.classes, dtype=object)[codes]).all()


def test_chances_at_the_ends():
    scores = np.array([0.0, -0.0, 1e-300, 800.0, -800.0, -745.2, 40.0])
    assert sigmoid(scores).tolist() == [0.5, 0.5, 0.5, 1.0, 0.0, 0.0, 1.0]


def test_other_models_are_refused():
    with pytest.raises(FormatError, match='^kind: expected "logistic", got "neural"'):
        read_model(ROOT / "test/saved/files/model-neural.json")
    with pytest.raises(FormatError, match='^format: expected "kerf-tree", got "kerf-model"'):
        read_tree(ROOT / "test/saved/files/model-logistic.json")


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda root: root.update(predict=9), "root.predict: expected a whole number from 0 to"),
        (lambda root: root["test"].update(column=99), "root.test.column: expected a whole number from 0 to"),
        (lambda root: root["test"].update(cut=-1.5), "root.test.cut: expected a cut of its column"),
        (lambda root: root.update(heaviest=7), "root.heaviest: expected a whole number from 0 to 1"),
        (lambda root: root["branches"].pop(), "root.branches: expected 2 branches"),
        (lambda root: root["classes"].pop(), "root.classes: expected "),
    ],
)
def test_a_broken_tree_is_refused(change, message):
    tree = read_tree(ROOT / "test/saved/files/tree-binary.json")
    change(tree.saved["root"])
    with pytest.raises(FormatError) as error:
        Tree(tree.saved)
    assert str(error.value).startswith(message)
