"""Settings: what is read off the fields, what is refused and how, and the ways there and back."""

import dataclasses
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from shiftlab import experiments
from shiftlab.experiments.settings import SettingsError, as_dict, from_dict, parse, shown

NAMES = experiments.names()
undersampling, real = experiments.get("undersampling"), experiments.get("undersampling-real")


def field(experiment, name):
    return next(field for field in experiment.fields if field.name == name)


def allowed(field):
    """Values inside the bounds of a field, both ends where they belong to it."""
    if field.choices:
        return st.sampled_from(field.choices)
    if field.type is bool:
        return st.booleans()
    if field.type is int:
        return st.integers(field.low, 2**32 - 1 if field.high is None else field.high)
    return st.floats(field.low, field.high, exclude_min=field.open_low, exclude_max=field.open_high)


def is_inside(field, value):
    if field.choices:
        return value in field.choices
    low = -math.inf if field.low is None else field.low
    high = math.inf if field.high is None else field.high
    above = low < value if field.open_low else low <= value
    below = value < high if field.open_high else value <= high
    return above and below


# What is read off the fields.


@pytest.mark.parametrize(
    ("name", "low", "high", "open_low", "open_high"),
    [
        ("center", -5, 5, False, False),
        ("n", 1, 1000, False, True),
        ("share", 0, 1, True, False),
        ("shape", None, None, False, False),
        ("width", 0, None, False, False),
    ],
)
def test_bounds_come_from_the_annotation(tiny, name, low, high, open_low, open_high):
    item = field(tiny, name)
    assert (item.low, item.high, item.open_low, item.open_high) == (low, high, open_low, open_high)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("center", "-5 <= center <= 5"),
        ("n", "1 <= n < 1000, a whole number"),
        ("share", "0 < share <= 1"),
        ("shape", "one of normal, uniform"),
        ("weighted", "true or false"),
        ("width", "0 <= width"),
        ("seed", "0 <= seed, a whole number"),
    ],
)
def test_a_range_reads_like_mathematics(tiny, name, text):
    assert field(tiny, name).range == text


def test_the_docstring_of_a_field_is_its_label_and_its_help(tiny):
    center, n, weighted = (field(tiny, name) for name in ("center", "n", "weighted"))
    assert (center.label, center.help) == ("center of the numbers", "Where their distribution has its mean.")
    assert (n.label, n.help) == ("how many numbers", "")
    assert weighted.label == "weighted"  # without a docstring, the name


def test_types_defaults_and_controls_are_those_of_the_class(tiny):
    assert [item.name for item in tiny.fields] == [item.name for item in dataclasses.fields(tiny.Settings)]
    assert [item.type for item in tiny.fields] == [float, int, float, str, bool, float, int]
    assert tiny.Settings() == tiny.settings(**{item.name: item.default for item in tiny.fields})
    assert field(tiny, "shape").choices == ("normal", "uniform")
    assert field(tiny, "center").control.step == 0.5
    assert field(tiny, "n").control.log


def test_a_field_applies_when_its_control_says_so(tiny):
    width = field(tiny, "width")
    assert not width.applies(tiny.settings(shape="normal"))
    assert width.applies(tiny.settings(shape="uniform"))
    assert field(tiny, "n").applies(tiny.Settings())


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_has_a_label_and_a_default_that_fits(name):
    for item in experiments.get(name).fields:
        assert item.label
        assert "\n" not in item.label + item.help
        assert is_inside(item, item.default)


# What is refused.


@pytest.mark.parametrize(
    ("values", "named", "right"),
    [
        ({"mu": math.nan}, "mu=nan", "0 <= mu <= 15"),
        ({"mu": math.inf}, "mu=inf", "0 <= mu <= 15"),
        ({"mu": 99.0}, "mu=99", "0 <= mu <= 15"),
        ({"mu": -0.001}, "mu=-0.001", "0 <= mu <= 15"),
        ({"mu": "3"}, "mu='3'", "0 <= mu <= 15"),
        ({"mu": None}, "mu=None", "0 <= mu <= 15"),
        ({"mu": [1, 2]}, "mu=[1, 2]", "0 <= mu <= 15"),
        ({"mu": True}, "mu=True", "0 <= mu <= 15"),
        ({"beta": 0.0}, "beta=0", "0 < beta <= 1"),
        ({"n": 199}, "n=199", "200 <= n <= 100000, a whole number"),
        ({"n": 1000.5}, "n=1000.5", "a whole number"),
        ({"n": 1000.0}, "n=1000", "a whole number"),
        ({"n": True}, "n=True", "a whole number"),
        ({"seed": -1}, "seed=-1", "0 <= seed"),
        ({"learner": "tree"}, "learner='tree'", "one of exact, logistic, forest"),
        ({"gamma": 1.0}, "no setting 'gamma'", "mu, sigma, prior"),
        ({"beta": 0.05}, "beta=0.05 would leave more positives", "with prior=0.1 give at least"),
        ({"prior": 0.5, "beta": 0.9}, "beta=0.9", "N+/N- = 1"),
    ],
)
def test_a_refusal_names_the_field_and_what_would_be_right(values, named, right, one_sentence):
    for make in (undersampling.settings, undersampling.Settings().changed):
        message = one_sentence(make, **values)
        assert named in message
        assert right in message


@pytest.mark.parametrize("value", [math.inf, math.nan])
def test_a_range_without_an_end_still_ends_before_infinity(tiny, value, one_sentence):
    assert f"width={value} does not fit: give 0 <= width." in one_sentence(tiny.settings, width=value)


def test_several_wrong_fields_are_all_named(one_sentence):
    message = one_sentence(undersampling.settings, mu=-1.0, n=3, gamma=2)
    assert all(part in message for part in ("mu=-1", "n=3", "'gamma'"))


def test_a_fold_beyond_the_last_is_refused(one_sentence):
    assert "fold=11 does not exist: with folds=10 give 0 (all) to 10" in one_sentence(real.settings, fold=11)
    assert real.settings(fold=10).fold == 10


def test_a_refusal_is_a_value_error_also_of_the_class_itself():
    with pytest.raises(ValueError, match="mu"):
        undersampling.Settings(mu=99.0)
    with pytest.raises(SettingsError, match="mu=99"):
        undersampling.settings(mu=99.0)
    assert issubclass(SettingsError, ValueError)


@pytest.mark.parametrize("value", [3, np.float64(3)])
def test_whole_numbers_and_numpy_floats_are_numbers(value):
    made = undersampling.settings(mu=value)
    assert type(made.mu) is float
    assert made == undersampling.settings(mu=3.0)


# What settings are.


@pytest.mark.parametrize("name", NAMES)
def test_settings_are_frozen(name):
    made = experiments.get(name).Settings()
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.seed = 1


@pytest.mark.parametrize("name", NAMES)
def test_settings_are_equal_by_value_and_hashable(name):
    Settings = experiments.get(name).Settings
    assert Settings(seed=1) == Settings(seed=1)
    assert Settings(seed=1) != Settings(seed=2)
    assert len({Settings(seed=1), Settings(seed=1), Settings(seed=2)}) == 2


def test_changed_is_a_copy_with_those_fields_changed():
    before = undersampling.settings(mu=15.0, seed=3)
    after = before.changed(beta=0.5, seed=4)
    assert after == undersampling.settings(mu=15.0, beta=0.5, seed=4)
    assert before == undersampling.settings(mu=15.0, seed=3)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30)
@given(data=st.data())
def test_whatever_the_ranges_allow_is_allowed_or_refused_in_one_sentence(name, data, one_sentence):
    experiment = experiments.get(name)
    # drawn by type, with the check across fields put off
    Unchecked = type("Unchecked", (experiment.Settings,), {"check": lambda self: None})
    drawn = data.draw(st.from_type(Unchecked))
    values = as_dict(drawn)
    assert all(is_inside(item, values[item.name]) for item in experiment.fields)
    if experiment.Settings.check(drawn) is None:
        assert as_dict(experiment.settings(**values)) == values
    else:
        one_sentence(experiment.settings, **values)


# There and back.


@st.composite
def valid(draw, experiment):
    """A preset with some of its fields changed, wherever the check across fields allows it."""
    start = draw(st.sampled_from(list(experiment.presets.values())))
    changed = draw(st.sets(st.sampled_from(experiment.fields)))
    try:
        return start.changed(**{item.name: draw(allowed(item)) for item in changed})
    except SettingsError:
        reject()


@pytest.mark.parametrize("experiment", [experiments.get(name) for name in NAMES], ids=NAMES)
@settings(max_examples=30)
@given(data=st.data())
def test_settings_survive_json_and_code(experiment, data):
    made = data.draw(valid(experiment))
    text = json.dumps(as_dict(made), allow_nan=False)
    assert from_dict(experiment.Settings, json.loads(text)) == made
    assert eval(repr(made), {"Settings": experiment.Settings}) == made


@settings(max_examples=100)
@given(made=valid(undersampling), n=st.integers(200, 800))
def test_every_allowed_problem_runs_and_gives_finite_numbers(made, n):
    result = undersampling.run(undersampling.coarse(made).changed(n=n))
    record = undersampling.record(result)
    assert all(math.isfinite(value) for value in record.values() if not isinstance(value, str))
    assert "nan" not in undersampling.describe(result)


@pytest.mark.parametrize("wrong", [{"mu": "3"}, {"gamma": 1}, {"beta": 0.05}, {"mu": math.nan}])
def test_stored_settings_are_checked_like_new_ones(wrong, one_sentence):
    one_sentence(from_dict, undersampling.Settings, wrong)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("mu", "15", 15.0),
        ("mu", "1.5e0", 1.5),
        ("beta", "1/9", 1 / 9),
        ("beta", "3 / 4", 0.75),
        ("n", "500", 500),
        ("learner", "forest", "forest"),
    ],
)
def test_what_a_person_typed_is_understood(name, text, value):
    parsed = parse(field(undersampling, name), text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(("text", "value"), [("true", True), ("Yes", True), ("false", False), ("no", False)])
def test_yes_and_no_are_understood(tiny, text, value):
    assert parse(field(tiny, "weighted"), text) is value


@given(fraction=st.fractions(Fraction(1, 100), 1, max_denominator=1000))
def test_fractions_are_divided(fraction):
    assert parse(field(undersampling, "beta"), str(fraction)) == float(fraction)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mu", "abc"),
        ("mu", ""),
        ("mu", "1/0"),
        ("mu", "1/2/3"),
        ("mu", "1,5"),
        ("n", "500.0"),
        ("n", "1/9"),
        ("learner", "trees"),
        ("learner", "Forest"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_range(name, text, one_sentence):
    item = field(undersampling, name)
    message = one_sentence(parse, item, text)
    assert message == f"{name}={text!r} does not fit: give {item.range}."


def test_neither_yes_nor_no_is_refused(tiny, one_sentence):
    assert "true or false" in one_sentence(parse, field(tiny, "weighted"), "maybe")


@pytest.mark.parametrize(("value", "text"), [(1 / 9, "0.111"), (3.0, "3"), (10_000, "10000"), ("exact", "exact")])
def test_values_are_shown_short(value, text):
    assert shown(value) == text
