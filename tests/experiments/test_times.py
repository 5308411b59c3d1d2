"""How long cells will take is told from those that were computed."""

import json

from shiftlab import experiments
from shiftlab.experiments import times
from shiftlab.experiments.sweep import sweep


def timed(experiment, folder, seconds):
    """Cells that were computed, as if each had taken so long."""
    sweep(experiment, list(seconds), folder=folder, progress=False)
    for path in folder.iterdir():
        content = json.loads(path.read_text())
        cell = experiment.settings(**{f.name: content["record"][f.name] for f in experiment.fields})
        path.write_text(json.dumps(content | {"seconds": seconds[cell]}))


def test_the_same_settings_take_as_long_whatever_the_seed_and_the_code(tiny, tmp_path):
    timed(tiny, tmp_path, {tiny.settings(n=10): 2.0, tiny.settings(n=10, seed=1): 4.0, tiny.settings(n=100): 1.0})
    known = times.kept(tiny, tmp_path)
    assert times.expected(tiny, [tiny.settings(n=n, seed=9) for n in (100, 10)], known) == [1.0, 3.0]


def test_others_take_as_long_as_the_most_similar(tiny, tmp_path):
    timed(tiny, tmp_path, {tiny.settings(n=10): 2.0, tiny.settings(n=10, shape="uniform", center=0.0): 8.0})
    known = times.kept(tiny, tmp_path)
    alike = [tiny.settings(n=10, weighted=True), tiny.settings(n=20, shape="uniform", center=0.0)]
    assert times.expected(tiny, alike, known) == [2.0, 8.0]


def test_where_nothing_is_known_the_larger_takes_longer(tiny, tmp_path):
    cells = [tiny.settings(n=n) for n in (5, 500, 50)]
    assert times.expected(tiny, cells, times.kept(tiny, tmp_path)) == [5.0, 500.0, 50.0]
    assert times.expected(tiny, cells, times.kept(tiny, None)) == [5.0, 500.0, 50.0]


def test_a_file_that_is_not_whole_or_of_other_settings_says_nothing(tiny, tmp_path):
    for name, text in (("a", "{"), ("b", "[]"), ("c", '{"record": {"n": 3}, "seconds": 1}'), ("d", "\x00")):
        (tmp_path / f"{name}.json").write_text(text)
    assert times.found(tiny, tmp_path) == {}


def test_what_is_written_beside_the_evidence_is_read_again(tiny, tmp_path, monkeypatch):
    timed(tiny, tmp_path / "cells", {tiny.settings(n=10): 2.0, tiny.settings(n=100): 1.0})
    known = times.found(tiny, tmp_path / "cells")
    (tmp_path / "times.json").write_text(times.written(tiny, known))
    monkeypatch.setattr(times, "place", lambda name: tmp_path / "times.json")
    assert times.beside("tiny") == known
    timed(tiny, tmp_path / "new", {tiny.settings(n=10): 7.0})
    assert times.kept(tiny, tmp_path / "new") == known | times.found(tiny, tmp_path / "new")


def test_the_kept_times_are_of_settings_that_there_are():
    for name in experiments.names():
        experiment = experiments.get(name)
        cells = experiment.cells("full")
        known = times.beside(name)
        assert known
        assert len(times.expected(experiment, cells, known)) == len(cells)
        columns = json.loads(times.place(name).read_text())["columns"]
        assert columns == [*(field.name for field in experiment.fields if field.name != "seed"), "seconds"], name
