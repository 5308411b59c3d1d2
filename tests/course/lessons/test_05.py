"""Lesson 05: what its predictions and its text say is true, and its exercises take every right answer."""

import dataclasses

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from shiftlab import experiments
from shiftlab.course import registry
from shiftlab.validation import ReverseTesting

reverse_testing = experiments.get("reverse-testing")
LEARNERS = {
    "bayes": GaussianNB(),
    "line": LogisticRegression(),
    "tree": DecisionTreeClassifier(random_state=0),
    "neighbour": KNeighborsClassifier(1),
}


def counted(preset, trials, **changes):
    """How often each criterion is right and wrong in samples that the lesson does not draw."""
    settings = dataclasses.replace(reverse_testing.presets[preset], trials=trials, seed=3000, **changes)
    return reverse_testing.record(reverse_testing.run(settings))


class TestWhatTheRevealsSay:
    def test_folds(self):
        found = counted("World 49, a quarter dropped", 60)
        assert found["truth LR"] - found["truth NB"] == pytest.approx(0.07, abs=0.01)
        assert 20 < found["right cv"] < 42
        assert [found["cv NB"], found["cv LR"]] == pytest.approx([0.92, 0.92], abs=0.01)
        assert found["right strict"] > 45

    def test_in_world_49_the_line_is_better_in_every_sample(self):
        settings = reverse_testing.Settings(trials=60, seed=3000, folds=2)
        truths = [trial.judged.truth for trial in reverse_testing.run(settings).trials]
        assert all(truth["LR"] > truth["NB"] for truth in truths)

    def test_fits(self):
        sample = reverse_testing.run(reverse_testing.Settings(folds=2)).trials[0].sample
        assert ReverseTesting(LEARNERS).fit(*sample.source, sample.X_target).n_fits_ == 20

    def test_square(self):
        found = counted("The failure: a noisy square", 100, folds=2)
        assert found["right strict"] < 55
        assert found["wrong strict"] < 20
        assert counted("The failure: a noisy square", 20)["right cv"] == 20

    def test_the_square_without_noise_is_no_better(self):
        found = counted("The square without noise", 60, folds=2)
        assert found["right strict"] < 30

    def test_deciding_by_sums_does_not_make_a_tree_right(self):
        found = counted("Undecided: condition 4.3", 60, folds=2)
        assert found["right strict"] + found["wrong strict"] < 20
        assert found["right sum"] + found["wrong sum"] > 40
        assert found["right sum"] < 35


def test_only_stiff_learners_carry_the_message_back():
    """All labels are turned round where no source row is left."""
    lost = {name: [] for name in LEARNERS}
    settings = reverse_testing.Settings(trials=30, seed=3000, folds=2)
    for sample in (trial.sample for trial in reverse_testing.run(settings).trials):
        X, y = sample.source
        spoiled = np.where(sample.X_target[:, 0] < X[:, 0].min(), 1 - sample.y_target, sample.y_target)
        for name, learner in LEARNERS.items():
            true, false = (
                clone(learner).fit(sample.X_target, labels).score(X, y) for labels in (sample.y_target, spoiled)
            )
            lost[name].append(true - false)
    lost = {name: np.mean(values) for name, values in lost.items()}
    assert lost["line"] > 0.1
    assert 0.03 < lost["bayes"] < lost["line"]
    assert max(lost["tree"], lost["neighbour"]) < 0.03


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        ("c", "wrong", 'must return "a", "b" or "?"; yours returns \'c\''),
        (1, "wrong", "yours returns an int"),
        (["a"], "wrong", "yours returns a list"),
        (None, "not attempted", "returns nothing yet"),
    ],
)
def test_a_verdict_that_is_none_gets_a_sentence(value, kind, words):
    outcome = registry.exercise("05-rule").assess(lambda accuracy: value)
    assert outcome.kind == kind
    assert words in outcome.message


@pytest.mark.parametrize("sign", [1, -1])
def test_a_rule_that_is_right_for_one_learner_only_is_not_enough(sign):
    """Right for what it says of one side, silent of the other."""

    def half(accuracy):
        gains = sign * (accuracy[:, 1] - accuracy[:, 0])
        return ("b" if sign == 1 else "a") if (gains > 0).all() else "?"

    outcome = registry.exercise("05-rule").assess(half)
    assert (outcome.kind, outcome.misconception) == ("wrong", None)


def test_the_table_may_be_lists_and_the_learners_cloned():
    def come_back(learners, X, y, X_target):
        table = []
        for pupil in learners:
            table.append([])
            for teacher in learners:
                labels = clone(teacher).fit(X, y).predict(X_target)
                table[-1].append(clone(pupil).fit(X_target, labels).score(X, y))
        return table

    assert registry.exercise("05-back").assess(come_back).correct


def test_at_the_edge_both_decisions_are_right():
    def benefit(p, amounts, fraud, overhead):
        return sum(a * f - overhead for q, a, f in zip(p, amounts, fraud, strict=True) if q * a >= overhead)

    assert registry.exercise("05-benefit").assess(benefit).correct
