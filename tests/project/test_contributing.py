"""The room that CONTRIBUTING.md shows is whole, and what it says of the real ones is counted."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from documents import ROOT

from shiftlab import cli, experiments, papers
from shiftlab.claims import build
from shiftlab.experiments.sweep import sweep

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^<!-- file: (\S+) -->\n```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))


def written(folder):
    """The files of the example, below this folder."""
    for path, source in FILES.items():
        file = folder / path.removeprefix("shiftlab/papers/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")


@pytest.fixture
def coin(tmp_path, monkeypatch):
    written(tmp_path / "rooms")
    monkeypatch.setattr(papers, "__path__", [*papers.__path__, str(tmp_path / "rooms")])
    yield experiments.get("coin-tosses")
    for name in [name for name in sys.modules if name.startswith("shiftlab.papers.coins")]:
        del sys.modules[name]
    del papers.coins


def test_it_is_found_by_name_and_runs(coin):
    assert "coin-tosses" in experiments.names()
    result = coin.run(coin.settings(tosses=1000))
    assert abs(result.share[-1] - 0.7) < 0.05  # three standard deviations of a share of 1,000
    assert coin.describe(result).startswith("After 1000 tosses")
    assert [field.label for field in coin.fields] == ["probability of heads", "tosses", "seed"]


def test_its_picture_has_the_data(coin):
    figure = coin.figure(coin.settings(tosses=50))
    assert figure.axes[0].lines[0].get_xdata().size == 50


def test_it_reproduces_on_the_command_line_and_resumes(coin, tmp_path, capsys):
    out = tmp_path / "results"
    command = ["reproduce", "coin-tosses", "--bias", "0.6", "--out", str(out), "--no-progress"]
    assert cli.main(command) == 0
    assert "15 cells computed, 0 found finished" in capsys.readouterr().out
    assert cli.main(command) == 0
    assert "0 cells computed, 15 found finished" in capsys.readouterr().out
    summary = json.loads((out / "coin-tosses" / "quick" / "summary.json").read_text())
    errors = [line["mean"] for line in summary]
    assert errors == sorted(errors, reverse=True)
    assert {path.suffix for path in (out / "coin-tosses" / "quick" / "figures").iterdir()} == {".png", ".svg", ".txt"}
    shutil.rmtree(out)


def test_its_claim_is_decided_by_a_run(coin):
    summary = coin.summarise(sweep(coin, coin.cells("quick"), progress=False).records)
    (statement,) = build.statements()["coins"]
    claim = statement.decide("coins", {"coin-tosses": summary})
    assert (claim.verdict, claim.headline, claim.unit) == ("replicates", True, "seed")
    assert [part["primary"] for part in claim.evidence] == [False, False, True]


def test_its_settings_are_checked_in_one_sentence(coin, capsys):
    assert cli.main(["reproduce", "coin-tosses", "--bias", "1.5"]) == 2
    assert capsys.readouterr().err == "shiftlab: bias=1.5 does not fit: give 0 <= bias <= 1.\n"


def test_common_tests_and_the_build_of_claims_take_it_as_it_is(tmp_path):
    written(tmp_path)
    everything = """
import sys
import pytest
from shiftlab import papers
from shiftlab.claims import build
papers.__path__[:] = [sys.argv[1]]
assert [claim.id for claim in build.statements()["coins"]] == ["share-is-close"]
assert list(build.dropped()["coins"]) == ["share-below-one"]
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-k", "coin-tosses", "tests/experiments/test_experiments.py"]))
"""
    done = subprocess.run([sys.executable, "-c", everything, str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def mypy(folder):
    """What mypy says about the example in this folder, with the settings of the project."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--disallow-untyped-defs"]
        + [str(path) for path in sorted(folder.rglob("*.py"))],
        cwd=folder,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


def test_mypy_checks_every_part_of_an_experiment(tmp_path):
    written(tmp_path)
    assert mypy(tmp_path) == (0, "Success: no issues found in 7 source files\n")
    part = tmp_path / "coins" / "tosses" / "run.py"
    part.write_text(part.read_text().replace("def describe(result: Result)", "def describe(result: Settings)"))
    code, said = mypy(tmp_path)
    assert code == 1
    assert 'Argument "describe" to "Experiment" has incompatible type' in said


# What the real ones need.


def rooms():
    """The folder of every experiment, by its name."""
    return {name: ROOT.joinpath(*module.split(".")) for name, module in papers.folders().items()}


def counted():
    """What CONTRIBUTING.md says; lines in hundreds, so that it does not change with every one of them."""
    sources = [list(folder.glob("*.py")) for folder in rooms().values()]
    files = [len(room) for room in sources]
    lines = [sum(len(file.read_text(encoding="utf-8").splitlines()) for file in room) / 100 for room in sources]
    return f"Each has {min(files)} to {max(files)} files and {min(lines):.0f} to {max(lines):.0f} hundred lines."


def test_what_experiments_need_is_counted():
    assert TEXT.split("<!-- counted -->\n")[1].split("\n\n")[0] == counted()


def test_an_experiment_needs_one_line_outside_its_room_that_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("| experiment |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `([a-z-]+)` \|", readme, re.MULTILINE)) == experiments.names()
    telling = {name for name in experiments.names() if "-" in name}  # the others are words with other meanings too
    shared = [*(ROOT / "shiftlab").rglob("*.py"), *(ROOT / "widgets").rglob("*.py")]
    shared += [ROOT / name for name in ("pyproject.toml", "Makefile", "environment.yml", ".ci/run")]
    users = [ROOT / "shiftlab" / "papers", ROOT / "shiftlab" / "course" / "lessons"]  # they know what they use
    for path in shared:
        if not any(path.is_relative_to(folder) for folder in users):
            words = set(re.findall(r"[a-z]+(?:-[a-z]+)*", path.read_text(encoding="utf-8")))
            assert words.isdisjoint(telling), path
