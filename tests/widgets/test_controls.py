"""Controls: derived from the fields, named, and each changes what it names."""

import ipywidgets as w
import pytest

from shiftlab import experiments
from shiftlab_widgets import explore
from shiftlab_widgets.controls import FieldControl, rungs

EXPERIMENT = experiments.get("undersampling")
FIELDS = {field.name: field for field in EXPERIMENT.fields}
#: Where a control only applies.
WHERE = {"leaf": {"learner": "forest"}, "trees": {"learner": "forest"}, "bags": {"learner": "forest"}}


def another_value(control):
    if isinstance(control.main, w.SelectionSlider):
        values = [value for _, value in control.main.options]
        move = -3 if control.field.name == "prior" else 3  # more positives do not fit the default beta
        return values[values.index(control.main.value) + move]
    if isinstance(control.main, w.Dropdown):
        return next(value for value in control.main.options if value != control.main.value)
    return control.main.value + 3


@pytest.mark.parametrize("part", ["main", "box"])
@pytest.mark.parametrize("name", FIELDS)
def test_every_control_changes_the_result_it_names(name, part):
    explorer = explore("undersampling", n=1000, trees=5, **WHERE.get(name, {}))
    control = explorer.controls[name]
    widget = getattr(control, part)
    if widget is None:
        pytest.skip("no number box beside it")
    before = explorer.settings, explorer.text, explorer.view.frame
    value = another_value(control)
    widget.value = value
    assert getattr(explorer.settings, name) == value
    assert explorer.settings == before[0].changed(**{name: value})
    assert explorer.text != before[1]
    assert explorer.view.frame != before[2]
    assert control.main.value == value
    assert control.box is None or control.box.value == pytest.approx(value, rel=1e-3)


@pytest.mark.parametrize("name", experiments.names())
def test_every_field_of_every_experiment_has_a_control_that_shows_its_default(name):
    for field in experiments.get(name).fields:
        control = FieldControl(field, field.default, lambda *_: pytest.fail("nobody moved it"))
        assert control.value == control.main.value == field.default
        assert control.main.description == field.label


def test_kinds_of_controls(explorer):
    kinds = {name: type(control.main).__name__ for name, control in explorer.controls.items()}
    assert kinds["mu"] == kinds["beta"] == kinds["n"] == "SelectionSlider"
    assert kinds["learner"] == "Dropdown"
    assert kinds["seed"] == "IntText"
    assert [c.description for c in explorer.controls["seed"].children[1:]] == ["New seed", "20 seeds"]


def test_what_a_slider_says_is_the_value(explorer):
    for control in explorer.controls.values():
        if isinstance(control.main, w.SelectionSlider):
            shown = control.main._options_labels[control.main.index]
            assert float(shown) == pytest.approx(control.value, rel=1e-3)


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
    assert all(isinstance(value, FIELDS[name].type) for value in values)
    assert not any(len(f"{value:.12g}") > 7 for value in values)


def test_a_slider_stops_short_of_a_bound_that_is_excluded():
    (portion,) = (field for field in experiments.get("reverse-testing-boolean").fields if field.name == "portion")
    assert (rungs(portion)[0], rungs(portion)[-1]) == (0.05, 0.95)  # 0 < portion < 1


def test_a_value_between_the_stops_is_kept(explorer):
    explorer.set(mu=3.21)
    assert explorer.controls["mu"].main.value == explorer.controls["mu"].box.value == 3.21
    explorer.set(beta=0.123456)
    assert explorer.controls["beta"].main.value == 0.123456
    assert explorer.settings.mu == 3.21


def test_dependent_controls_appear_when_they_apply(explorer):
    def visible():
        return {name for name in ("leaf", "trees", "bags") if explorer.controls[name].visible}

    assert visible() == set()
    explorer.controls["learner"].main.value = "logistic"
    assert visible() == {"bags"}
    explorer.set(learner="forest", trees=2)
    assert visible() == {"leaf", "trees", "bags"}
    explorer.reset()
    assert visible() == set()


def test_reset_and_the_marks_of_changed_controls():
    explorer = explore("undersampling", mu=5, n=1000)
    first = explorer.text
    explorer.set(beta=0.5, prior=0.2)
    assert {name for name, control in explorer.controls.items() if control.changed} == {"beta", "prior"}
    explorer.toolbar.buttons["reset"].click()
    assert explorer.text == first
    assert explorer.settings.mu == 5.0
    assert not any(control.changed for control in explorer.controls.values())
