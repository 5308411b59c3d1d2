"""Controls: every experiment has them, they pass, and what they are told to see they see."""

import math

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from shiftlab import experiments
from shiftlab.experiments.controls import (
    KINDS,
    Control,
    Outcome,
    changed,
    controls,
    mixed_up,
    outcomes,
    same,
    surely_above_zero,
    without,
)

EVERY = [(name, control) for name in experiments.names() for control in controls(name)]


@pytest.mark.quick_experiments
@pytest.mark.parametrize(("name", "control"), EVERY, ids=[f"{name}: {control.name}" for name, control in EVERY])
def test_the_control_passes(name, control):
    outcome = control.check()
    assert outcome.passed, (control.says, outcome)


@pytest.mark.parametrize("name", experiments.names())
def test_every_experiment_has_each_kind_of_control_or_says_why_not(name):
    kinds = {control.kind for control in controls(name)}
    assert kinds.isdisjoint(without(name))
    assert kinds | without(name).keys() == set(KINDS)
    assert all(reason.endswith(".") for reason in without(name).values())


@pytest.mark.parametrize("name", experiments.names())
def test_controls_are_told_in_sentences_and_by_names_of_their_own(name):
    names = [control.name for control in controls(name)]
    assert len(set(names)) == len(names)
    assert all(control.says.endswith(".") for control in controls(name))


def test_outcomes_are_flat_lines_to_keep():
    lines = outcomes("bias-kinds")
    assert [line["control"] for line in lines] == [control.name for control in controls("bias-kinds")]
    assert all(line["passed"] for line in lines)
    assert {type(value) for line in lines for value in line.values()} <= {str, float, bool}


def test_a_control_that_is_kept_runs_with_one_thread(monkeypatch):
    from shiftlab.papers.bias.kinds import controls as room

    def threads():
        return Outcome(float(max(pool["num_threads"] for pool in threadpool_info())), 1.0)

    monkeypatch.setattr(room, "CONTROLS", [Control("threads", "known answer", "There is one.", threads)])
    with threadpool_limits(2):  # as it is where nothing else limits it
        assert not threads().passed
        (line,) = outcomes("bias-kinds")
    assert line["passed"]


def test_an_experiment_without_controls_has_none(tiny):
    assert (controls("tiny"), outcomes("tiny")) == ([], [])


# The mechanism.


def test_a_number_passes_on_its_side_of_the_bound_and_nan_on_neither():
    assert Outcome(1.0, 1.0).passed
    assert not Outcome(1.1, 1.0).passed
    assert Outcome(1.1, 1.0, "above").passed
    assert not Outcome(1.0, 1.0, "above").passed
    assert not Outcome(math.nan, 1.0).passed
    assert not Outcome(math.nan, 1.0, "above").passed


def test_a_control_that_fails_is_kept_as_failed(monkeypatch):
    from shiftlab.papers.bias.kinds import controls as room

    failing = Control("failing", "oracle", "Nothing is above itself.", lambda: Outcome(0.0, 0.0, "above"))
    monkeypatch.setattr(room, "CONTROLS", [failing])
    (line,) = outcomes("bias-kinds")
    assert line["passed"] is False


@pytest.mark.parametrize(
    ("one", "other", "differing"),
    [
        (np.arange(3.0), np.array([0.0, 1.0, 2.0]), 0),
        (np.arange(3.0), np.array([0.0, 1.0, np.nextafter(2.0, 3.0)]), 1),
        (np.arange(3.0), np.arange(4.0), 3),
        ({"a": 1.0, "b": [2.0, 3.0]}, {"a": 1.0, "b": [2.5, 3.5]}, 2),
        ({"a": 1.0}, {"b": 1.0}, 2),
        ([1.0], [1.0, 2.0], 1),
        (np.array(["word"]), np.array(["other"]), 1),
        (np.array([math.nan]), np.array([math.nan]), 1),
        ((None, 1.0), (None, 1.0), 0),
    ],
)
def test_the_same_is_the_same_to_the_last_bit(one, other, differing):
    assert same(one, other) == Outcome(float(differing), 0.0)


def test_labels_are_mixed_up_and_those_that_cannot_be_are_refused(one_sentence):
    labels = np.arange(10)
    assert sorted(mixed_up(labels)) == labels.tolist()
    assert not np.array_equal(mixed_up(labels), labels)
    assert "same in another order" in one_sentence(mixed_up, np.ones(10))


def test_a_gain_is_sure_above_zero_only_with_its_whole_interval():
    assert surely_above_zero([1.0, 1.1, 0.9]).passed
    assert not surely_above_zero([1.0, -1.1, 0.9]).passed
    assert not surely_above_zero([1.0]).passed


def test_a_change_is_taken_back_whatever_happens():
    class Owner:
        def number(self):
            return 1

    with pytest.raises(ZeroDivisionError), changed(Owner, "number", lambda number: number / 0):
        Owner().number()
    assert Owner().number() == 1
