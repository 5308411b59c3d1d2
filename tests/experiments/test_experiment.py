"""What an experiment says once of its fields: which are repetitions, and that no other is taken for one."""

import dataclasses
import importlib

import pydantic
import pytest

from shiftlab import experiments
from shiftlab.experiments.settings import BaseSettings

NAMES = experiments.names()


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_a_key_a_repetition_or_for_the_eye(name):
    experiment = experiments.get(name)
    settings = experiment.Settings
    fields = [field.name for field in experiment.fields]
    assert "seed" in settings.REPEATS
    assert sorted([*experiment.keys, *settings.REPEATS, *settings.VIEW]) == sorted(fields)
    assert [field for field in fields if field in experiment.keys] == list(experiment.keys)


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_takes_no_field_for_a_repetition_that_is_none(name):
    experiment = experiments.get(name)
    for mode in ("quick", "full"):
        assert experiment.mixed_up(experiment.cells(mode)) == []


@pytest.mark.parametrize("name", NAMES)
def test_what_the_summary_goes_by_is_what_the_report_says(name):
    experiment = experiments.get(name)
    keys = experiment.report.keys
    summary = importlib.import_module(experiment.report.summarise.__module__)
    typed = getattr(summary, "KEYS", None)
    if callable(keys):  # by what follows from the settings
        assert len(keys(experiment.Settings().__dict__)) == len(typed)
    elif typed is not None:
        assert tuple(typed) == tuple(experiment.keys if keys is None else keys)
    assert keys is None or callable(keys) or set(keys) <= set(experiment.keys)


@pytest.mark.parametrize("name", NAMES)
def test_fields_for_the_eye_change_no_number_that_is_kept(name):
    experiment = experiments.get(name)
    cell = experiment.cells()[0].changed(**experiment.small)
    for field in experiment.fields:
        if field.name in experiment.Settings.VIEW:
            value = next(choice for choice in field.choices if choice != getattr(cell, field.name))
            one, other = (
                {**experiment.record(experiment.run(seen)), field.name: "whichever"}
                for seen in (cell, cell.changed(**{field.name: value}))
            )
            assert one == other


def test_a_field_that_varies_and_is_not_listed_is_found(tiny):
    cells = [tiny.settings(n=n, seed=seed) for n in (10, 20) for seed in range(3)]
    assert tiny.mixed_up(cells) == []
    assert tiny.mixed_up([*cells, tiny.settings(n=20, width=1.0)]) == ["width"]
    assert tiny.mixed_up([tiny.settings(n=30, width=1.0), *cells]) == []  # a setting of its own


def test_without_keys_of_the_summary_all_fields_but_repetitions_are(tiny, monkeypatch):
    monkeypatch.setitem(vars(tiny.report), "keys", None)
    assert tiny.keys == ("center", "n", "share", "shape", "weighted", "width")
    assert tiny.mixed_up([tiny.settings(width=width) for width in (1.0, 2.0)]) == []


def test_a_function_may_say_what_a_summary_goes_by(tiny, monkeypatch):
    monkeypatch.setitem(vars(tiny.report), "keys", lambda record: record["center"] > 0)
    assert tiny.mixed_up([tiny.settings(center=center) for center in (1.0, -1.0)]) == []
    assert tiny.mixed_up([tiny.settings(center=center) for center in (1.0, 2.0)]) == ["center"]


def test_what_is_for_the_eye_must_not_vary(tiny, monkeypatch):
    monkeypatch.setattr(tiny.Settings, "VIEW", ("shape",))
    assert "shape" not in tiny.keys
    assert tiny.mixed_up([tiny.settings(shape=shape) for shape in ("normal", "uniform")]) == ["shape"]


@pytest.mark.parametrize("reserved", ["steps", "controls", "after", "prefetch"])
def test_a_setting_that_is_called_like_an_option_of_explorers_is_refused(reserved, tiny, one_sentence):
    body = {"__annotations__": {reserved: int}, reserved: 0}
    settings = pydantic.dataclasses.dataclass(type("Settings", (BaseSettings,), body), frozen=True)
    assert repr(reserved) in one_sentence(dataclasses.replace, tiny, Settings=settings)
