"""The code of docs/python.md runs as one program, and prints what the page says."""

import contextlib
import io
import os
import re

from library import ROOT

PAGE = ROOT / "docs/python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.symlink(ROOT / "samples", tmp_path / "samples")
    blocks = BLOCK.findall(PAGE.read_text("utf-8"))
    assert len(blocks) >= 4
    names: dict[str, object] = {"__name__": "docs"}
    for block in blocks:
        wanted = [line.partition("# → ")[2] for line in block.splitlines() if "# → " in line]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, str(PAGE), "exec"), names)
        assert printed.getvalue().splitlines() == wanted, block


def test_the_readme_shows_names_that_exist():
    import kerf_bins

    [block] = BLOCK.findall((ROOT / "python/README.md").read_text("utf-8"))
    for name in re.findall(r"from kerf_bins import (\w+)", block):
        assert hasattr(kerf_bins, name)
