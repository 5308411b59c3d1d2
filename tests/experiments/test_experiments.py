"""What holds for every experiment alike: names, pictures, sentences, cells, records."""

import importlib
import json
import math
import re
import subprocess
import sys
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from shiftlab import experiments, papers, style
from shiftlab.experiments import UnknownExperimentError
from shiftlab.experiments.reproduce import file_name

NAMES = experiments.names()
PRESETS = [(name, title) for name in NAMES for title in experiments.get(name).presets]
STYLES = [(theme, size) for theme in style.THEMES for size in style.SIZES]


@cache
def preset_result(name, title):
    experiment = experiments.get(name)
    return experiment.run(experiment.coarse(experiment.presets[title]))


def two_results(name):
    """Results of two presets that differ, in their coarse versions too."""
    experiment = experiments.get(name)
    first, *others = experiment.presets
    coarse = {title: experiment.coarse(settings) for title, settings in experiment.presets.items()}
    second = next(title for title in others if coarse[title] != coarse[first])
    return preset_result(name, first), preset_result(name, second)


def pixels(figure):
    # The layout engine takes a few draws to settle; without it a picture depends on its artists alone.
    figure.set_layout_engine("none")
    figure.canvas.draw()
    return np.array(figure.canvas.buffer_rgba())


# Names.


def test_the_names_are_those_that_the_rooms_give():
    assert list(papers.folders()) != NAMES == sorted(papers.folders())
    assert {"undersampling", "undersampling-real"} <= set(NAMES)
    assert [experiments.get(name).name for name in NAMES] == NAMES


def test_each_is_found_in_a_process_that_knows_no_other():
    alone = """
import sys
from shiftlab import experiments
for name in experiments.names():
    for module in [module for module in sys.modules if module.startswith("shiftlab.papers.")]:
        del sys.modules[module]
    assert experiments.get(name).name == name
"""
    subprocess.run([sys.executable, "-c", alone], check=True)


def test_every_folder_of_a_room_is_an_experiment_of_its_paper():
    for module, paper in papers.rooms().items():
        room = Path(importlib.import_module(module).__file__).parent
        folders = {path.parent.name for path in room.glob("*/__init__.py")}
        assert set(paper.experiments.values()) == folders, module


def test_a_new_room_is_a_new_paper_and_its_folder_a_new_experiment(tiny):
    assert "tiny" in experiments.names()
    assert tiny.title == "A tiny experiment: the mean of a few random numbers"
    assert repr(tiny) == f"<experiment tiny: {tiny.title}>"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("undersamplin", "undersampling"),
        ("undersampling_real", "undersampling-real"),
        ("Undersampling", "undersampling"),
    ],
)
def test_a_name_with_a_slip_is_refused_with_a_suggestion(name, meant):
    with pytest.raises(UnknownExperimentError) as caught:
        experiments.get(name)
    message = str(caught.value)
    assert message.startswith(f"There is no experiment {name!r} (did you mean {meant!r}?); there are ")
    assert all(known in message for known in NAMES)


@pytest.mark.parametrize("name", ["", "_settings", "weather", "undersampling.run", None, 3])
def test_any_other_name_is_refused_with_the_known_ones(name):
    with pytest.raises(UnknownExperimentError, match=f"there are {', '.join(NAMES)}"):
        experiments.get(name)


def test_without_coarse_the_settings_stay_as_they_are(tiny):
    assert tiny.coarse(tiny.settings(n=500)) == tiny.settings(n=500)


# Running and describing.


@pytest.mark.parametrize(("name", "title"), PRESETS)
def test_the_sentence_has_numbers_and_is_one_paragraph(name, title):
    text = experiments.get(name).describe(preset_result(name, title))
    assert len(re.findall(r"\d+\.\d+", text)) >= 4
    assert text.strip() == text
    assert "\n" not in text
    assert text.endswith(".")
    assert "nan" not in text


@pytest.mark.parametrize(("name", "title"), PRESETS)
def test_coarse_settings_are_settings_that_stay_coarse(name, title):
    experiment = experiments.get(name)
    coarse = experiment.coarse(experiment.presets[title])
    assert isinstance(coarse, experiment.Settings)
    assert experiment.coarse(coarse) == coarse


@pytest.mark.parametrize("name", NAMES)
def test_wherever_a_control_can_be_moved_there_are_coarse_settings(name):
    experiment = experiments.get(name)
    for preset in experiment.presets.values():
        for field in experiment.fields:
            for end in (end for end in (field.low, field.high) if end is not None):
                try:
                    settings = preset.changed(**{field.name: field.type(end)})
                except ValueError:
                    continue  # refused with a sentence
                assert isinstance(experiment.coarse(settings), experiment.Settings)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_presets_stay_apart_as_names_of_files(name):
    files = [file_name(title) for title in experiments.get(name).presets]
    assert len(set(files)) == len(files)
    assert "summary" not in files
    assert all(re.fullmatch(r"[a-z0-9-]+", file) for file in files)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_numbers_and_another_seed_others(name):
    experiment, first = experiments.get(name), preset_result(name, next(iter(experiments.get(name).presets)))
    again = experiment.run(first.settings)
    other = experiment.run(first.settings.changed(seed=1))
    record = experiment.record(first)
    assert experiment.record(again) == record
    assert experiment.describe(again) == experiment.describe(first)
    changed = {key for key, value in experiment.record(other).items() if value != record[key]}
    assert len(changed) > 5


# Pictures.


@pytest.mark.parametrize("name", NAMES)
def test_the_live_picture_is_the_static_one(name):
    experiment, (first, second) = experiments.get(name), two_results(name)
    live = style.new_figure()
    with style.using():
        artists = experiment.stage(live)
    elsewhere = experiment.run(experiment.settings(**experiment.elsewhere))
    for result in (first, second, elsewhere, first):
        experiment.update(artists, result)
        assert np.array_equal(pixels(live), pixels(experiment.figure(result=result)))
    assert not np.array_equal(pixels(live), pixels(experiment.figure(result=second)))


@pytest.mark.parametrize("name", NAMES)
def test_an_update_makes_no_artist(name):
    experiment, (first, second) = experiments.get(name), two_results(name)
    live = style.new_figure()
    with style.using():
        artists = experiment.stage(live)
        experiment.update(artists, first)
        before = [list(map(id, ax.get_children())) for ax in live.axes]
        experiment.update(artists, second)
    assert [list(map(id, ax.get_children())) for ax in live.axes] == before


@pytest.mark.parametrize(("theme", "size"), STYLES)
@pytest.mark.parametrize("name", NAMES)
def test_every_style_draws_without_a_warning(name, theme, size):
    _, result = two_results(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = experiments.get(name).figure(result=result, theme=theme, size=size)
        figure.canvas.draw()
    width, height = (100 * inches for inches in style.SIZES[size][:2])
    assert figure.canvas.get_width_height() == (width, height)
    corner = np.array(figure.canvas.buffer_rgba())[0, 0, :3]
    assert bytes(corner).hex() == style.THEMES[theme].background[1:]


def test_a_picture_without_settings_is_that_of_the_defaults(tiny):
    defaults = tiny.figure(result=tiny.run(tiny.Settings()))
    assert np.array_equal(pixels(tiny.figure()), pixels(defaults))
    assert not np.array_equal(pixels(tiny.figure(tiny.settings(seed=1))), pixels(defaults))


def test_drawing_leaves_the_style_outside_alone(tiny):
    import matplotlib

    before = dict(matplotlib.rcParams)
    tiny.figure(theme="dark", size="slide")
    assert dict(matplotlib.rcParams) == before


# Cells and records.


@pytest.mark.parametrize("name", NAMES)
def test_quick_cells_are_some_of_the_full_ones_and_none_repeats(name):
    experiment = experiments.get(name)
    quick, full = experiment.cells(), experiment.cells("full")
    assert set(quick) < set(full)
    assert quick == experiment.cells("quick")
    for cells in (quick, full):
        assert len(set(cells)) == len(cells)
        assert all(isinstance(cell, experiment.Settings) for cell in cells)


def test_repeated_cells_are_one_cell(tiny, monkeypatch):
    monkeypatch.setitem(vars(tiny.report), "cells", lambda mode: [tiny.Settings()] * 3)
    assert tiny.cells() == [tiny.Settings()]


def test_an_unknown_mode_is_refused(tiny):
    with pytest.raises(ValueError, match="mode must be one of quick, full, got 'fast'"):
        tiny.cells("fast")


@pytest.mark.parametrize(("name", "title"), PRESETS)
def test_a_record_is_flat_finite_and_starts_with_the_settings(name, title):
    experiment, result = experiments.get(name), preset_result(name, title)
    record = experiment.record(result)
    names = [field.name for field in experiment.fields]
    assert list(record)[: len(names)] == names
    assert experiment.settings(**{name: record[name] for name in names}) == result.settings
    assert len(record) > len(names)
    assert {type(value) for value in record.values()} <= {int, float, str, bool}
    assert all(math.isfinite(value) for value in record.values() if not isinstance(value, str))
    assert json.loads(json.dumps(record, allow_nan=False)) == record


# Summaries.


@cache
def small_records(name):
    experiment = experiments.get(name)
    cells = dict.fromkeys(cell.changed(**experiment.small) for cell in experiment.cells())
    return [experiment.record(experiment.run(cell)) for cell in cells]


def parts(name):
    """All quick cells, and of each field with several values those of its first value and of its last."""
    yield pytest.param(name, {}, id=name)
    experiment = experiments.get(name)
    cells = [cell.changed(**experiment.small) for cell in experiment.cells()]
    for field in experiment.fields:
        values = list(dict.fromkeys(getattr(cell, field.name) for cell in cells))
        for value in (values[0], values[-1]) if len(values) > 1 else ():
            place = f"{name}-{field.name}-{value}"
            yield pytest.param(name, {field.name: value}, id=place)


@pytest.mark.parametrize(("name", "held"), [part for name in NAMES for part in parts(name)])
def test_the_summary_of_any_part_of_the_cells_is_a_table_and_a_picture(name, held):
    experiment = experiments.get(name)
    summary = experiment.summarise([record for record in small_records(name) if held.items() <= record.items()])
    assert summary
    for line in summary:
        assert {"quantity", "mean", "low", "high", "n"} <= line.keys()
        assert math.isfinite(line["mean"])
        assert (line["low"] is None) == (line["high"] is None) == (line["n"] == 1)
    json.dumps(summary, allow_nan=False)
    assert experiment.table(summary).rows
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure, alt = experiment.summary_figure(summary)
        figure.canvas.draw()
    assert len(alt) > 40
    assert "\n" not in alt
    assert alt.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_the_records_does_not_matter_to_the_numbers(name):
    experiment, records = experiments.get(name), small_records(name)

    def numbers(records):
        lines = {}
        for line in experiment.summarise(records):
            keys = {k: v for k, v in line.items() if k not in ("mean", "low", "high", "median", "q1", "q3")}
            lines[json.dumps(keys, sort_keys=True)] = line["mean"]
        return lines

    forward, backward = numbers(records), numbers(records[::-1])
    assert forward.keys() == backward.keys()
    assert forward == pytest.approx(backward, rel=1e-9, abs=1e-12)
