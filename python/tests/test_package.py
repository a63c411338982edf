"""The wheel is whole and says what the project says."""

import json
from importlib.metadata import metadata, requires
from pathlib import Path

import kerf_bins
from kerf_bins.core_process import CORE
from library import ROOT


def test_one_version_everywhere():
    version = json.loads((ROOT / "package.json").read_text())["version"]
    assert kerf_bins.__version__ == metadata("kerf-bins")["Version"] == version
    assert CORE.ask({"ask": "hello"})["kerf"] == version


def test_numpy_alone_is_needed():
    assert [one for one in requires("kerf-bins") or [] if "extra ==" not in one] == ["numpy>=1.24"]


def test_files_are_short_and_say_what_they_are_for():
    files = sorted(Path(ROOT / "python").glob("*/*.py"))
    assert len(files) > 15
    for file in files:
        text = file.read_text("utf-8")
        assert text.startswith('"""'), file
        assert len(text.splitlines()) <= 250, file
        assert max(map(len, text.splitlines())) <= 180, file
