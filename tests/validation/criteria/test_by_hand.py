"""SCV, WCV and TrCV of six rows that are worked by hand (the working is in conftest.py), and what breaks them."""

import numpy as np
import pytest
from sklearn.base import clone

from shiftlab.validation import SourceCV, TransferCV, WeightedCV, scores
from shiftlab.validation.criteria import one_pass, weighted_cv
from shiftlab.validation.criteria.one_pass import _Models
from shiftlab.weights import Weigher


class Known(Weigher):
    """The weights of the six rows."""

    def fit(self, X_source, X_target):
        assert sorted(np.ravel(X_target)) == [0.4, 1.6, 2.8, 4.5]  # figure 3 line 1: X_u and X_l
        return self._keep(np.array([0.25, 0.5, 0.75, 1.5, 2.0, 1.0]))


def found(six, scale=1.0, **options):
    criteria = {
        "SCV": SourceCV(cv=six.cv, **{k: v for k, v in options.items() if k == "average"}),
        "WCV": WeightedCV(cv=six.cv, **options),
        "RV": TransferCV("uniform", cv=six.cv, **options),
        "TrCV": TransferCV(cv=six.cv, **options),
    }
    weights = scale * six.weights
    return scores(six.learner, (six.X, six.y), six.target, six.labeled, criteria, weights=weights)


def expected(six):
    return {name: getattr(six, name) for name in ("SCV", "WCV", "RV", "TrCV")}


@pytest.mark.parametrize("average", ["folds", "rows"])
@pytest.mark.parametrize("normalize", [True, False])
def test_all_of_them_by_hand(six, average, normalize):
    assert found(six, average=average, normalize=normalize) == pytest.approx(expected(six), abs=1e-12)


def test_the_weigher_is_fitted_for_labelled_and_unlabelled_target_rows(six):
    arguments = six.learner, (six.X, six.y), six.target, six.labeled
    assert TransferCV(Known(), cv=six.cv).score(*arguments) == pytest.approx(six.TrCV)
    assert WeightedCV(Known(), cv=six.cv).score(*arguments) == pytest.approx(six.WCV)


def test_as_printed_a_loss_grows_with_the_weights_and_normalised_it_does_not(six):
    printed, normalised = found(six, scale=4.0, normalize=False), found(six, scale=4.0)
    assert normalised == pytest.approx(expected(six), abs=1e-12)
    assert printed["WCV"] == pytest.approx(1 - 4 * (1 - six.WCV))
    assert printed["TrCV"] == pytest.approx(1 - 4 * (1 - six.TrCV))
    assert printed["TrCV"] < 0  # the loss has passed 1


def test_folds_of_different_sizes_count_alike_or_by_their_rows(six):
    cv = [([2, 4, 5], [0, 1, 3]), ([0, 1, 3, 5], [2, 4]), ([0, 1, 2, 3, 4], [5])]
    source = six.X, six.y
    # without a, b, d: a and b are nearest to c, 0; d is 0: wrong. Without c, e: c is 0 (1.2, 1.3), e is 1. f is 1.
    assert SourceCV(cv=cv).score(six.learner, source) == pytest.approx((2 / 3 + 1 + 1) / 3)
    assert SourceCV(cv=cv, average="rows").score(six.learner, source) == pytest.approx(5 / 6)
    weighted = {
        average: WeightedCV(cv=cv, average=average).score(six.learner, source, weights=six.weights)
        for average in ("folds", "rows")
    }
    assert weighted["rows"] == pytest.approx(1 - 1.5 / 6)
    # the folds have the mean weights 2.25/3, 2.75/2 and 1, and the mean losses 1.5/3, 0 and 0
    assert weighted["folds"] == pytest.approx(1 - (1.5 / 3) / (2.25 / 3 + 2.75 / 2 + 1))


# What breaks a criterion, and which of the four numbers must tell.


def inverted(patch):
    original = weighted_cv.WeightedCV._weights
    patch.setattr(weighted_cv.WeightedCV, "_weights", lambda *arguments: 1 / original(*arguments))


def leaked_forward(patch):
    everything = lambda self, pool: clone(self.problem.estimator).fit(self.problem.X, self.problem.y)  # noqa: E731
    patch.setattr(_Models, "_train_forward", everything)


def leaked_back(patch):
    original = _Models._train_back

    def with_the_fold(self, question):
        original(self, question)
        rows = np.concatenate([self.problem.target_rows, self.X_held_out])
        labels = np.concatenate([self.forward.predict(self.problem.domain.rows), [1], self.y_held_out])
        return clone(self.problem.estimator).fit(rows, labels)

    patch.setattr(_Models, "_train_back", with_the_fold)


def loss_for_accuracy(patch):
    original = one_pass.answers
    patch.setattr("shiftlab.validation.criteria.by_folds.answers", lambda *arguments: 1 - original(*arguments))


def on_the_training_folds(patch):
    original = _Models.__init__

    def turned(self, problem, fold, pool_labeled):
        original(self, problem, fold, pool_labeled)
        self.X_held_out, self.y_held_out = problem.part(fold.training[:2])

    patch.setattr(_Models, "__init__", turned)


def without_the_labelled_rows(patch):
    def alone(self, question):
        rows = self.problem.domain.rows
        return clone(self.problem.estimator).fit(rows, self.forward.predict(rows))

    patch.setattr(_Models, "_train_back", alone)


BROKEN = {
    inverted: {"WCV", "TrCV"},
    leaked_forward: {"SCV", "WCV", "TrCV"},
    leaked_back: {"RV", "TrCV"},
    loss_for_accuracy: {"SCV", "WCV", "TrCV"},  # of RV, half and half
    on_the_training_folds: {"SCV", "WCV", "RV", "TrCV"},
    without_the_labelled_rows: {"RV", "TrCV"},
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_criterion_that_is_broken_is_found_out(six, broken, monkeypatch):
    broken(monkeypatch)
    values, right = found(six), expected(six)
    assert {name for name in right if values[name] != pytest.approx(right[name])} >= BROKEN[broken]
