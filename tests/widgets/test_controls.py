"""Controls: what the page is told of a field, and each changes what it names."""

import pytest
from person import move, press

from shiftlab import experiments
from shiftlab_widgets import explore
from shiftlab_widgets.controls import described, rungs

EXPERIMENT = experiments.get("undersampling")
FIELDS = {field.name: field for field in EXPERIMENT.fields}
#: Where a control only applies.
WHERE = {"leaf": {"learner": "forest"}, "trees": {"learner": "forest"}, "bags": {"learner": "forest"}}


def another_value(field, value):
    if field.choices:
        return next(choice for choice in field.choices if choice != value)
    if field.low is None or field.high is None:
        return value + 3
    values = sorted({*rungs(field), value})
    return values[values.index(value) + (-3 if field.name == "prior" else 3)]  # more positives do not fit


@pytest.mark.parametrize("name", FIELDS)
def test_every_control_changes_the_result_it_names(name):
    explorer = explore("undersampling", n=1000, trees=5, **WHERE.get(name, {}))
    before, text, frame = explorer.settings, explorer.text, explorer.frame
    value = another_value(FIELDS[name], getattr(before, name))
    move(explorer, **{name: value})
    assert explorer.settings == before.changed(**{name: value})
    assert explorer.text != text
    assert explorer.frame != frame
    assert explorer.values[name] == value


@pytest.mark.parametrize("name", experiments.names())
def test_every_field_of_every_experiment_is_described(name):
    kinds = {bool: "check", int: ("slider", "number"), float: ("slider", "number")}
    for field in experiments.get(name).fields:
        about = described(field)
        assert about["kind"] in (("choice",) if field.choices else kinds[field.type])
        assert (about["name"], about["label"], about["help"]) == (field.name, field.label, field.help)
        assert list(field.choices) == about["choices"]
        if about["kind"] == "slider":
            assert len(about["rungs"]) > 1


def test_kinds_of_controls(explorer):
    kinds = {about["name"]: about["kind"] for about in explorer.fields}
    assert kinds["mu"] == kinds["beta"] == kinds["n"] == "slider"
    assert kinds["learner"] == "choice"
    assert kinds["seed"] == "number"


@pytest.mark.parametrize(("name", "some", "ends"), [
    ("mu", {0.5, 3.0}, (0.0, 15.0)),
    ("n", {200, 1000, 1500}, (200, 100_000)),
    ("beta", {0.001, 0.01, 0.5}, (0.001, 1.0)),
    ("leaf", {1, 2, 3, 5, 10, 100}, (1, 500)),
])  # fmt: skip
def test_sliders_stop_at_round_values_within_the_bounds(name, some, ends):
    values = rungs(FIELDS[name])
    assert some <= set(values)
    assert (values[0], values[-1]) == ends
    assert values == sorted(values)
    assert all(isinstance(value, FIELDS[name].type) for value in values)
    assert not any(len(f"{value:.12g}") > 7 for value in values)


def test_a_slider_stops_short_of_a_bound_that_is_excluded():
    (portion,) = (field for field in experiments.get("reverse-testing-boolean").fields if field.name == "portion")
    assert (rungs(portion)[0], rungs(portion)[-1]) == (0.05, 0.95)  # 0 < portion < 1


def test_dependent_controls_appear_when_they_apply(explorer):
    def visible():
        return {"leaf", "trees", "bags"} - set(explorer.hidden)

    assert visible() == set()
    move(explorer, learner="logistic")
    assert visible() == {"bags"}
    explorer.set(learner="forest", trees=2)
    assert visible() == {"leaf", "trees", "bags"}
    explorer.reset()
    assert visible() == set()


def test_reset_and_the_marks_of_changed_controls():
    explorer = explore("undersampling", mu=5, n=1000)
    first = explorer.text
    explorer.set(beta=0.5, prior=0.2)
    assert set(explorer.changed) == {"beta", "prior"}
    press(explorer, "reset")
    assert explorer.text == first
    assert explorer.settings.mu == 5.0
    assert explorer.changed == []
