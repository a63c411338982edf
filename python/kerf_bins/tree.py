"""A saved decision tree: the class of every row and how likely each is, bit for bit as in the library."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .errors import FormatError
from .saved_field import SavedField, check_format, parse_saved
from .slots import Aside, LevelSlots, NumberSlots, read_cuts
from .table import find_column, read_table

_LEAF = -1
_OWN = Aside("own", None)


class Tree:
    """A decision tree over cuts, bins and levels. Read with `read_tree`."""

    def __init__(self, saved: dict[str, Any]) -> None:
        root = SavedField(saved)
        check_format(root, "kerf-tree")
        self.saved = saved
        self.classes: list[str] = root.get("target").get("classes").list(SavedField.text)
        self.columns: list[NumberSlots | LevelSlots] = root.get("columns").list(_read_column)
        self._lay_out(root.get("root"))

    @staticmethod
    def from_json(text: str | bytes) -> Tree:
        """Reads the text of a saved tree."""
        return Tree(parse_saved(text, "kerf-tree").value)

    def predict(self, table: Any) -> np.ndarray:
        """The class of every row."""
        return np.array(self.classes, dtype=object)[self._predicts[self._leaves(table)]]

    def predict_proba(self, table: Any) -> np.ndarray:
        """How likely each class is, in the order of `classes`; where no training row came, as at the node above."""
        return self._shares[self._leaves(table)]

    def _leaves(self, table: Any) -> np.ndarray:
        """The leaf of every row. All rows go down one test at a time."""
        given = read_table(table)
        tested = {int(column) for column in self._column if column != _LEAF}
        slots = {i: self.columns[i].assign(find_column(given, self.columns[i].name)) for i in sorted(tested)}
        nodes = np.zeros(len(given[0].raw) if given else 0, dtype=np.int64)
        going = np.arange(len(nodes)) if self._column[0] != _LEAF else np.zeros(0, dtype=np.int64)
        while going.size:
            at = nodes[going]
            for i in tested:
                here = self._column[at] == i
                rows = going[here]
                nodes[rows] = self._branches(at[here], slots[i][rows], self.columns[i].bins)
            going = going[self._column[nodes[going]] != _LEAF]
        return nodes

    def _branches(self, nodes: np.ndarray, slots: np.ndarray, bins: int) -> np.ndarray:
        cut, first, heaviest = self._cut[nodes], self._first[nodes], self._heaviest[nodes]
        by_cut = np.where(slots >= bins, heaviest, first + (slots > cut))
        by_slot = np.where(slots == bins, heaviest, first + np.where(slots < bins, slots, slots - 1))
        return np.where(cut >= 0, by_cut, by_slot)

    def _lay_out(self, root: SavedField) -> None:
        """The nodes in arrays, the branches of a node side by side; without recursion, since trees may be deep."""
        nodes, parents, rows = [root], [-1], []
        for i, node in enumerate(nodes):
            branches = node.get("branches").list(lambda branch: branch)
            rows.append(self._read_node(node, len(nodes), len(branches)))
            nodes.extend(branches)
            parents.extend([i] * len(branches))
        self._column, self._cut, self._first, self._heaviest, self._predicts = np.array(rows, dtype=np.int64).T
        self._shares = np.zeros((len(nodes), len(self.classes)))
        for i, node in enumerate(nodes):
            weights = node.get("classes").list(SavedField.finite)
            if len(weights) != len(self.classes):
                node.get("classes").fail(f"{len(self.classes)} numbers, one per class")
            total = 0.0
            for weight in weights:
                total += weight
            if total > 0:
                self._shares[i] = np.array(weights) / total
            elif i > 0:
                self._shares[i] = self._shares[parents[i]]
            else:
                self._shares[i, self._predicts[0]] = 1

    def _read_node(self, node: SavedField, first: int, branches: int) -> tuple[int, int, int, int, int]:
        predict = node.get("predict").index(len(self.classes) - 1)
        test = node.get("test")
        if test.value is None:
            return _LEAF, -1, first, first, predict if branches == 0 else node.get("branches").fail("none in a leaf")
        number = test.get("column").index(len(self.columns) - 1)
        column = self.columns[number]
        cut = -1
        wanted = column.bins + (len(column.special) if isinstance(column, NumberSlots) else 0)
        if test.get("cut").value is not None and isinstance(column, NumberSlots):
            places = np.flatnonzero(column.cuts == test.get("cut").finite())
            if places.size == 0:
                test.get("cut").fail("a cut of its column")
            cut, wanted = int(places[0]), 2
        if branches != wanted:
            node.get("branches").fail(f"{wanted} branches")
        return number, cut, first, first + node.get("heaviest").index(branches - 1), predict


def read_tree(path: str | os.PathLike[str]) -> Tree:
    """Reads a saved tree."""
    with open(path, "rb") as file:
        return Tree.from_json(file.read())


def _read_column(saved: SavedField) -> NumberSlots | LevelSlots:
    """A tree sends missing values along the heaviest branch, whatever the policies of the bins were."""
    name = saved.get("name").text()
    if saved.get("kind").one_of("number", "date", "category", "boolean") in ("category", "boolean"):
        groups = saved.get("groups").list(lambda group: tuple(group.list(SavedField.text)))
        every = [level for group in groups for level in group]
        if len(set(every)) < len(every):
            saved.get("groups").fail("levels that go to one group each")
        return LevelSlots(name, tuple(groups), _OWN)
    missing = saved.get("missing").list(SavedField.finite)
    special = saved.get("special").list(SavedField.finite)
    if len({*missing, *special}) < len(missing) + len(special):
        raise FormatError(f"{saved.path}.special: expected codes that all differ, also from the missing values")
    closed = saved.get("closed").one_of("left", "right")
    codes = tuple((code + 0.0, _OWN) for code in special)
    return NumberSlots(name, read_cuts(saved.get("cuts")), closed, _OWN, tuple(missing), codes)
