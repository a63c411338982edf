"""Saved trees, regressions and scorecards give the numbers of the library, bit for bit."""

import json

import numpy as np
import pytest
from library import ROOT, answers, drawn_values, numbers_in

from kerf_bins import FormatError, LogisticModel, Reason, Scorecard, Tree, read_model, read_scorecard, read_tree
from kerf_bins.exponential import exp, sigmoid

MODELS, TREES, CARDS = answers("models.json"), answers("trees.json"), answers("cards.json")


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


@pytest.mark.parametrize("case", CARDS, ids=[case["name"] for case in CARDS])
def test_every_bit_of_a_scorecard(case, tmp_path):
    path = tmp_path / "card.json"
    path.write_text(case["saved"], encoding="utf-8")
    card = read_scorecard(path)
    table = {column["name"]: drawn_values(column) for column in case["columns"]}
    scores = numbers_in(case["scores"], "<f8")
    assert len(scores) == 100_000
    same_bits(card.score(table), scores)
    same_bits(card.predict(table), numbers_in(case["chances"], "<f8"))
    points = card.points(table)
    assert list(points) == card.column_names
    same_bits(sum(points.values(), np.zeros(len(scores))), scores)
    few = {name: values[: len(case["reasons"])] for name, values in table.items()}
    expected = [[Reason(**reason) for reason in reasons] for reasons in case["reasons"]]
    assert card.reasons(few, most=3) == expected
    assert card.reasons(few, most=0) == [[] for _ in expected]


def test_a_broken_scorecard_is_refused():
    saved = json.loads(CARDS[0]["saved"])
    saved["columns"][1]["slots"].pop()
    with pytest.raises(FormatError, match=r"^columns\[1\]\.slots: expected \d+ slots"):
        Scorecard(saved)
    with pytest.raises(FormatError, match='^format: expected "kerf-scorecard", got "kerf-model"'):
        read_scorecard(ROOT / "test/saved/files/model-logistic.json")


def test_chances_at_the_ends():
    assert exp(np.array([-800.0, 0.0, 1.0, 709.0, 800.0])).tolist() == [0.0, 1.0, np.e, 8.218407461554972e307, np.inf]
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
