"""Lesson 05: what its predictions and its text say is true, and its exercises take every right answer."""

import dataclasses
import re

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from shiftlab import experiments
from shiftlab.course import registry
from shiftlab.course.lessons.lesson_05 import mistake

reverse_testing = experiments.get("reverse-testing")
LEARNERS = {
    "bayes": GaussianNB(),
    "line": LogisticRegression(),
    "tree": DecisionTreeClassifier(random_state=0),
    "neighbour": KNeighborsClassifier(1),
}


def said(id):
    return registry.prediction(id).happens


def told(sample, learners=None):
    """Accuracies on the source from true labels of the target, and from labels turned round where no source row is."""
    X, y = sample.source
    spoiled = np.where(sample.X_target[:, 0] < X[:, 0].min(), 1 - sample.y_target, sample.y_target)
    return {
        name: [clone(learner).fit(sample.X_target, labels).score(X, y) for labels in (sample.y_target, spoiled)]
        for name, learner in (learners or LEARNERS).items()
    }


def counted(preset, trials, seed=3000, **changes):
    """How often each criterion is right and wrong in samples that the lesson does not draw."""
    settings = dataclasses.replace(reverse_testing.presets[preset], trials=trials, seed=seed, **changes)
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

    def test_square(self):
        several = [counted("The square with noise", 100, folds=2, seed=seed) for seed in (0, 3000, 6000)]
        right, wrong = (sum(found[f"{how} strict"] for found in several) for how in ("right", "wrong"))
        assert f"of 300 samples it names the line in {right} and the tree in {wrong};" in said("05-square")
        assert counted("The square with noise", 20)["right cv"] == 20

    def test_message(self):
        lost = {name: [] for name in LEARNERS}
        for trial in reverse_testing.run(reverse_testing.Settings(trials=20, folds=2)).trials:
            for name, (true, false) in told(trial.sample).items():
                lost[name].append(true - false)
        sample = reverse_testing.run(reverse_testing.Settings(folds=2)).trials[0].sample
        assert "falls from {:.2f} to {:.2f}.".format(*told(sample)["line"]) in said("05-message")
        rows = {name: f"{100 * np.mean(values):.0f}" for name, values in lost.items()}
        assert rows == {"line": "17", "bayes": "6", "neighbour": "1", "tree": "1"}
        assert "line loses 17 of 100 rows, naive Bayes 6, the neighbour and the tree 1 each" in said("05-message")

    def test_message_a_matter_of_degree(self):
        stiff = {"stump": DecisionTreeClassifier(max_depth=1), "neighbours": KNeighborsClassifier(51)}
        samples = [t.sample for t in reverse_testing.run(reverse_testing.Settings(trials=20, folds=2)).trials]
        for name in stiff:
            lost = [true - false for sample in samples for true, false in [told(sample, stiff)[name]]]
            assert np.mean(lost) > 0.05

    def test_the_square_without_noise_is_no_better(self):
        found = counted("The square without noise", 60, folds=2)
        assert found["right strict"] < 30

    def test_deciding_by_sums_does_not_make_a_tree_right(self):
        found = counted("Undecided: condition 4.3", 60, folds=2)
        assert found["right strict"] + found["wrong strict"] < 20
        assert found["right sum"] + found["wrong sum"] > 40
        assert found["right sum"] < 35


def test_the_stiffer_a_learner_the_more_of_the_message_arrives():
    """All labels are turned round where no source row is left."""
    lost = {name: [] for name in LEARNERS}
    settings = reverse_testing.Settings(trials=30, seed=3000, folds=2)
    for trial in reverse_testing.run(settings).trials:
        for name, (true, false) in told(trial.sample).items():
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


def test_silence_for_one_table_and_an_error_for_another_is_an_error():
    def better(accuracy):
        return "b" if accuracy[0, 1] > accuracy[0, 0] else 1 / 0 if accuracy[0, 1] < accuracy[0, 0] else None

    assert registry.exercise("05-rule").assess(better).kind == "raised"


class TestTheTableThatIsReadFourTimes:
    """The erroneous example."""

    A = np.array([[0.80, 0.78], [0.70, 0.76]])

    def test_each_verdict_is_that_of_its_mistake(self):
        wrong = {one.name: one.wrong for one in registry.exercise("05-rule").misconceptions}
        names = {"ben": "the better pupil", "cho": "each on its own labels", "dee": "the sums"}
        verdicts = {name: wrong[mistake](self.A) for name, mistake in names.items()}
        names = {}
        exec(registry.exercise("05-rule").solution, names)
        verdicts["ann"] = names["better"](self.A)
        for name, verdict in verdicts.items():
            assert re.search(rf"(?m)^# {name}  \|.*\|  {re.escape(verdict)}$", mistake.TABLE)

    def test_it_has_these_numbers(self):
        a, b = (re.findall(r"0\.\d\d", line) for line in mistake.TABLE.splitlines()[1:3])
        assert np.array([a, b], dtype=float).tolist() == self.A.tolist()


def test_the_learners_may_be_kept_if_their_labels_are():
    def come_back(learners, X, y, X_target):
        kept = [(clone(learner), learner.fit(X, y).predict(X_target)) for learner in learners]
        return [[pupil.fit(X_target, labels).score(X, y) for _, labels in kept] for pupil, _ in kept]

    assert registry.exercise("05-back").assess(come_back).correct


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
