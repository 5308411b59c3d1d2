"""The experiment that CONTRIBUTING.md shows is whole: one module, and everything follows."""

import json
import shutil
import sys

import pytest
from documents import code_blocks

from shiftlab import cli, experiments


@pytest.fixture
def coin(tmp_path, monkeypatch):
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "coin.py").write_text(code_blocks("CONTRIBUTING.md", "python")[0], encoding="utf-8")
    monkeypatch.setattr(experiments, "__path__", [*experiments.__path__, str(folder)])
    yield experiments.get("coin")
    sys.modules.pop("shiftlab.experiments.coin")
    del experiments.coin


def test_it_is_found_by_name_and_runs(coin):
    assert "coin" in experiments.names()
    result = coin.run(coin.settings(tosses=1000))
    assert abs(result.share[-1] - 0.7) < 0.05  # three standard deviations of a share of 1,000
    assert coin.describe(result).startswith("After 1000 tosses")
    assert [field.label for field in coin.fields] == ["probability of heads", "tosses", "seed"]


def test_its_picture_has_the_data(coin):
    figure = coin.figure(coin.settings(tosses=50))
    assert figure.axes[0].lines[0].get_xdata().size == 50


def test_it_reproduces_on_the_command_line_and_resumes(coin, tmp_path, capsys):
    out = tmp_path / "results"
    command = ["reproduce", "coin", "--bias", "0.6", "--out", str(out), "--no-progress"]
    assert cli.main(command) == 0
    assert "15 cells computed, 0 found finished" in capsys.readouterr().out
    assert cli.main(command) == 0
    assert "0 cells computed, 15 found finished" in capsys.readouterr().out
    summary = json.loads((out / "coin" / "quick" / "summary.json").read_text())
    errors = [line["mean"] for line in summary]
    assert errors == sorted(errors, reverse=True)
    assert {path.suffix for path in (out / "coin" / "quick" / "figures").iterdir()} == {".png", ".svg", ".txt"}
    shutil.rmtree(out)


def test_its_settings_are_checked_in_one_sentence(coin, capsys):
    assert cli.main(["reproduce", "coin", "--bias", "1.5"]) == 2
    assert capsys.readouterr().err == "shiftlab: bias=1.5 does not fit: give 0 <= bias <= 1.\n"
