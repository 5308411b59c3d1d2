"""Broken criteria must be seen: by exact sums in the small world, whatever the verdicts are, and by printed numbers."""

import numpy as np
import pytest
from mutants import after, replace
from sklearn.tree import DecisionTreeClassifier

from shiftlab.papers.transfer_cv import printed
from shiftlab.papers.transfer_cv.selection import claims
from shiftlab.validation import SourceCV, WeightedCV
from shiftlab.validation.criteria import one_pass

#: Claims that hold by exact sums over all samples of a small world.
UNBIASED = {"tcv-wcv-unbiased", "tcv-faithful-way-back"}


def holding():
    stated = [statement for statement in claims.STATEMENTS if statement.id in UNBIASED]
    return {statement.id for statement in stated if statement.decide("transfer-cv", {}).verdict == "replicates"}


def left_alone(patch):
    pass


def weights_inverted(patch):
    after(patch, WeightedCV, "_weights", lambda weights: 1 / weights)


def weights_left_out(patch):
    after(patch, WeightedCV, "_weights", lambda weights: weights / weights)


def loss_is_accuracy(patch):
    after(patch, WeightedCV, "score", lambda score: 1 - score)


def instead(patch, change):
    """What criteria are told of their folds is changed: by the questions, the folds and the number of source rows."""
    whole = one_pass.answers

    def broken(problem, folds, questions, *options):
        columns = []
        for question in questions:
            asked, moved = change(question, folds, problem.n)
            columns.append(whole(problem, moved, [asked], *options)[:, 0])
        return np.column_stack(columns)

    replace(patch, one_pass, "answers", broken)


def held_out_labels_leak(patch):
    """Every model learns from the rows held out, too."""
    instead(patch, lambda question, folds, n: (question, [fold._replace(training=np.arange(n)) for fold in folds]))


def labels_of_the_way_back_leak(patch):
    """The way back is taught the source's own labels instead of those that the first model gives to the target."""

    def change(question, folds, n):
        if question.way == one_pass.FORWARD:
            return question, folds
        return question._replace(way=one_pass.FORWARD), [fold._replace(training=np.arange(n)) for fold in folds]

    instead(patch, change)


def way_back_is_judged_on_its_training_folds(patch):
    """What comes back is compared with the labels that it started from, of as many rows as are held out."""

    def change(question, folds, n):
        if question.way == one_pass.FORWARD:
            return question, folds
        return question, [fold._replace(held_out=fold.training[: fold.held_out.size]) for fold in folds]

    instead(patch, change)


@pytest.mark.parametrize(
    ("broken", "still"),
    [
        (left_alone, UNBIASED),
        # both criteria have the same wrong weights, and still say the same
        (weights_inverted, {"tcv-faithful-way-back"}),
        (weights_left_out, {"tcv-faithful-way-back"}),
        (loss_is_accuracy, {"tcv-faithful-way-back"}),
        (held_out_labels_leak, {"tcv-faithful-way-back"}),
        (labels_of_the_way_back_leak, {"tcv-wcv-unbiased"}),
        (way_back_is_judged_on_its_training_folds, {"tcv-wcv-unbiased"}),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)
def test_exact_sums_see_a_broken_criterion(monkeypatch, broken, still):
    broken(monkeypatch)
    assert holding() == still


def test_a_criterion_that_does_not_weigh_is_not_broken_by_weights(monkeypatch):
    X, y = [[0.0], [1.0], [0.0], [1.0], [0.0], [1.0]], [0, 1, 0, 1, 1, 0]
    criterion = SourceCV(3, random_state=0)
    before = criterion.score(DecisionTreeClassifier(random_state=0), (X, y))
    weights_inverted(monkeypatch)
    assert criterion.score(DecisionTreeClassifier(random_state=0), (X, y)) == before


def test_another_printed_table_turns_the_counts_red(monkeypatch):
    counts = {statement.id: statement for statement in claims.PRINTED}

    def verdicts():
        return [counts[name].decide("transfer-cv", {}).verdict for name in ("tcv-best-printed", "tcv-over-wcv-printed")]

    assert verdicts() == ["replicates", "replicates"]
    monkeypatch.setitem(printed.TABLE_5["WCV"], ("sources", "Ng"), 6)
    monkeypatch.setitem(printed.TABLE_5["TrCV"], ("sources", "Ng"), 5)
    assert verdicts() == ["does not replicate", "does not replicate"]
