"""Everything that one command leaves on disk: numbers, table, pictures with alt text, provenance."""

import csv
import json
import os
import platform
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imread

from shiftlab import __version__, experiments
from shiftlab.experiments.records import digest
from shiftlab.experiments.reproduce import file_name, held, reproduce, save_picture
from shiftlab.experiments.settings import SettingsError

FIGURES = ("summary", "ten-numbers-figure-1", "many-numbers")
NUMBERS = ("records.json", "records.csv", "summary.json", "summary.csv", "table.md", "table.csv")


def quietly(experiment, out, **options):
    said = []
    summary = reproduce(experiment, out=out, progress=False, say=said.append, **options)
    return summary, said


@pytest.fixture
def run(tiny, tmp_path):
    """The folder of a quick run of the tiny experiment."""
    quietly(tiny, tmp_path)
    return tmp_path / "tiny" / "quick"


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_all_files_are_there_and_no_other(run):
    pictures = {f"figures/{name}.{form}" for name in FIGURES for form in ("png", "svg", "txt")}
    files = {path.relative_to(run).as_posix() for path in run.rglob("*") if path.is_file()}
    assert files == {*NUMBERS, *pictures, "run.json"}


def test_records_are_those_of_the_cells_in_json_and_csv(tiny, run):
    records = read(run / "records.json")
    assert records == [tiny.record(tiny.run(cell)) for cell in tiny.cells()]
    lines = list(csv.DictReader((run / "records.csv").open(encoding="utf-8")))
    assert [float(line["mean"]) for line in lines] == [record["mean"] for record in records]


def test_the_summary_is_that_of_the_records_and_is_returned(tiny, tmp_path):
    summary, _ = quietly(tiny, tmp_path)
    run = tmp_path / "tiny" / "quick"
    assert read(run / "summary.json") == summary == tiny.summarise(read(run / "records.json"))
    lines = list(csv.DictReader((run / "summary.csv").open(encoding="utf-8")))
    assert [float(line["low"]) for line in lines] == [line["low"] for line in summary]


def test_the_table_is_markdown_with_its_title(tiny, run):
    table = tiny.table(read(run / "summary.json"))
    assert (run / "table.md").read_text(encoding="utf-8") == f"Means\n\n{table.markdown()}\n"
    assert (run / "table.csv").read_text(encoding="utf-8") == table.csv()


def test_pictures_are_pictures(run):
    for name in FIGURES:
        pixels = imread(run / "figures" / f"{name}.png")
        assert pixels.shape[:2] == (800, 1400)  # 7 by 4 inches at 200 dots per inch
        assert 0.001 < (pixels[:, :, :3].mean(axis=2) < 0.5).mean() < 0.5  # some ink on a light ground
        assert ElementTree.parse(run / "figures" / f"{name}.svg").getroot().tag.endswith("svg")


def test_the_alt_text_is_the_description(tiny, run):
    for title, settings in tiny.presets.items():
        text = (run / "figures" / f"{file_name(title)}.txt").read_text(encoding="utf-8")
        assert text == tiny.describe(tiny.run(settings)) + "\n"
        assert text.strip() in (run / "figures" / f"{file_name(title)}.svg").read_text(encoding="utf-8")
    _, alt = tiny.summary_figure(read(run / "summary.json"))
    assert (run / "figures" / "summary.txt").read_text(encoding="utf-8") == alt + "\n"
    assert alt.startswith("Means: ")


def test_provenance_is_kept(tiny, tmp_path):
    quietly(tiny, tmp_path, overrides={"center": 2.0})
    run = read(tmp_path / "tiny" / "quick" / "run.json")
    assert (run["experiment"], run["mode"], run["overrides"]) == ("tiny", "quick", {"center": 2.0})
    assert run["held"] == {
        "center": 2.0,
        "n": [10, 100],
        "share": 1.0,
        "shape": "normal",
        "weighted": False,
        "width": 2.0,
        "seed": [0, 1, 2],
    }
    assert (run["cells"], run["computed"], run["reused"], run["jobs"]) == (6, 6, 0, 1)
    assert run["seconds"] >= run["cell_seconds"] >= 0
    assert datetime.now(UTC) - datetime.fromisoformat(run["started"]) < timedelta(minutes=5)
    assert run["versions"]["python"] == platform.python_version()
    assert run["versions"]["numpy"] == np.__version__
    assert run["versions"]["shiftlab"] == __version__
    assert {"scipy", "scikit-learn", "matplotlib", "joblib", "pydantic"} <= run["versions"].keys()
    assert run["code"] == {"digest": tiny.code.digest, "definitions": tiny.code.definitions}
    assert run["rows"] == digest(read(tmp_path / "tiny" / "quick" / "records.json"))
    assert run["machine"].keys() == {"system", "architecture", "cores"}


def test_it_says_what_it_does_and_what_came_out(tiny, tmp_path):
    _, (before, table, after) = quietly(tiny, tmp_path)
    assert before.startswith("tiny, quick: 6 cells; 3 seeds, center=1,")
    assert table.startswith("Means\n")
    assert after.startswith("6 cells computed, 0 found finished, ")
    assert after.endswith(f"written to {tmp_path / 'tiny' / 'quick'}")


def test_a_held_setting_reaches_every_cell_and_every_picture(tiny, tmp_path):
    quietly(tiny, tmp_path, overrides={"center": -3.0, "seed": 5})
    run = tmp_path / "tiny" / "quick"
    records = read(run / "records.json")
    assert [(record["center"], record["seed"], record["n"]) for record in records] == [(-3, 5, 10), (-3, 5, 100)]
    for title, settings in tiny.presets.items():
        text = (run / "figures" / f"{file_name(title)}.txt").read_text(encoding="utf-8").strip()
        assert text == tiny.describe(tiny.run(settings.changed(center=-3.0, seed=5)))


@pytest.mark.parametrize("overrides", [{"center": 9.0}, {"colour": "red"}, {"share": 0.01}])
def test_a_held_setting_that_does_not_fit_is_refused_before_anything_is_written(tiny, tmp_path, overrides):
    with pytest.raises(SettingsError):
        quietly(tiny, tmp_path, overrides=overrides)
    assert not list(tmp_path.iterdir())


def test_a_field_that_the_summary_does_not_look_at_must_not_vary(tiny, tmp_path, monkeypatch, one_sentence):
    monkeypatch.setitem(vars(tiny.report), "cells", lambda mode: [tiny.settings(width=w) for w in (1.0, 2.0)])
    sentence = one_sentence(quietly, tiny, tmp_path)
    assert sentence.startswith("The cells of tiny differ in width, which its summary would take for repetitions")
    assert not list(tmp_path.iterdir())


def test_a_run_whose_code_is_edited_meanwhile_is_refused(tiny, tmp_path, monkeypatch):
    before = tiny.code.definitions
    edited = {**before, "shiftlab.papers.small_paper.tiny.run": "another"}
    monkeypatch.setitem(vars(tiny), "code", tiny.code._replace(definitions=edited))
    with pytest.raises(ValueError, match=r"small_paper\.tiny\.run changed while tiny ran"):
        quietly(tiny, tmp_path)
    assert not (tmp_path / "tiny" / "quick" / "run.json").exists()


def test_full_uses_what_quick_has_finished(tiny, tmp_path):
    quietly(tiny, tmp_path)
    quick = {path: path.stat().st_mtime_ns for path in (tmp_path / "tiny").rglob("*") if path.is_file()}
    _, said = quietly(tiny, tmp_path, mode="full")
    assert said[-1].startswith("6 cells computed, 6 found finished")
    full = read(tmp_path / "tiny" / "full" / "run.json")
    assert (full["mode"], full["cells"], full["computed"], full["reused"]) == ("full", 12, 6, 6)
    assert full["held"]["seed"] == list(range(6))
    assert {path: path.stat().st_mtime_ns for path in quick} == quick
    assert {line["n"] for line in read(tmp_path / "tiny" / "full" / "summary.json")} == {6}


def test_a_second_run_computes_nothing_and_writes_the_same(tiny, tmp_path):
    quietly(tiny, tmp_path)
    run = tmp_path / "tiny" / "quick"
    files = [path for path in run.rglob("*") if path.is_file() and path.name != "run.json"]
    before = {path: path.read_bytes() for path in files}
    quietly(tiny, tmp_path)
    assert {path: path.read_bytes() for path in files} == before
    assert read(run / "run.json")["computed"] == 0


def test_leftovers_of_a_killed_run_are_removed_from_every_folder(tiny, tmp_path):
    for folder in ("cells", "quick", "quick/figures"):
        (tmp_path / "tiny" / folder).mkdir(parents=True, exist_ok=True)
        abandoned = tmp_path / "tiny" / folder / ".partial-abc"
        abandoned.write_text("half of")
        os.utime(abandoned, (0, 0))
    quietly(tiny, tmp_path)
    assert not list(tmp_path.rglob(".partial-*"))


@pytest.mark.parametrize("name", ["undersampling", "discriminative"])  # lines and areas; clouds, contours and text
def test_the_same_picture_is_the_same_file(name, tmp_path):
    experiment = experiments.get(name)
    result = experiment.run(experiment.coarse(experiment.Settings()))
    alt = experiment.describe(result)
    for copy in ("first", "second"):
        save_picture(experiment.figure(result=result), alt, tmp_path / copy / "picture")
    for form in ("png", "svg", "txt"):
        first, second = ((tmp_path / copy / f"picture.{form}").read_bytes() for copy in ("first", "second"))
        assert first == second
        assert alt.split(":")[0] in (tmp_path / "first" / "picture.txt").read_text(encoding="utf-8")
    assert (tmp_path / "first" / "picture.png").stat().st_size > 20_000


def test_held_settings_are_one_value_or_the_list_of_those_taken(tiny):
    cells = [tiny.settings(n=n, seed=seed) for n in (10, 20) for seed in (0, 0)]
    assert held(tiny, cells)["n"] == [10, 20]
    assert held(tiny, cells)["seed"] == 0


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Figure 3, left", "figure-3-left"),
        ("Overlapping classes (figure 3, left)", "overlapping-classes-figure-3-left"),
        ("μ = 3: p_s", "3-p-s"),
        ("  ../up  ", "up"),
    ],
)
def test_titles_become_names_of_files(title, name):
    assert file_name(title) == name
