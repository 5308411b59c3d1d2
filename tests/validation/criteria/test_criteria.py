"""What holds for every criterion, and where all ways to choose agree: without a shift."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from shiftlab import validation
from shiftlab.validation import (
    Criterion,
    LeaveOneOut,
    ReverseTesting,
    SourceCV,
    SourceToTarget,
    StructuralRisk,
    TargetCV,
    TransferCV,
    WeightedCV,
)

CRITERIA = {
    "cross-validation": SourceCV(5, 2, random_state=0),
    "leave one out": LeaveOneOut(),
    "structural risk": StructuralRisk(vc_dimension=4),
    "weighted": WeightedCV(n_splits=5, random_state=0),
    "there and back": TransferCV(n_splits=5, random_state=0),
    "on labelled rows": TargetCV(5, random_state=0),
    "source to target": SourceToTarget(),
}


@pytest.fixture(params=CRITERIA)
def criterion(request):
    return CRITERIA[request.param]


def few_labelled(target, n=15):
    X, y = target
    return X[n:], (X[:n], y[:n])


def test_every_criterion_is_tested():
    public = {getattr(validation, name) for name in validation.__all__}
    criteria = {kind for kind in public if isinstance(kind, type) and issubclass(kind, Criterion)} - {Criterion}
    assert {type(criterion) for criterion in CRITERIA.values()} == criteria


def test_parameters_and_clones(criterion):
    assert isinstance(criterion, BaseEstimator)
    copy = clone(criterion).set_params(**criterion.get_params())
    assert repr(copy) == repr(criterion)


def test_the_estimator_and_the_rows_are_left_as_they_were(criterion, ring):
    (X, y), target = ring(40)
    before, estimator = X.copy(), GaussianNB()
    first = criterion.score(estimator, (X, y), *few_labelled(target))
    assert type(first) is float
    assert not hasattr(estimator, "classes_")
    np.testing.assert_array_equal(X, before)
    assert criterion.score(estimator, (X, y), *few_labelled(target)) == first


def test_a_better_model_scores_higher(criterion, ring):
    if isinstance(criterion, TransferCV):
        pytest.skip("what a line says of the target leads back to a line, right or wrong: it does better here")
    source, target = ring()
    bayes, line = (criterion.score(one, source, *few_labelled(target)) for one in (GaussianNB(), LogisticRegression()))
    assert bayes > line


X, Y = np.arange(12.0).reshape(6, 2), np.array([0, 1, 0, 1, 1, 0])

REFUSED = {
    "no pair": (GaussianNB(), X, "source must be a pair"),
    "no estimator": (7, (X, Y), "estimator must be an estimator"),
    "a class": (GaussianNB, (X, Y), "estimator must be an estimator"),
    "no rows": (GaussianNB(), (X[:0], Y[:0]), "X of source must have at least one row"),
    "too few labels": (GaussianNB(), (X, Y[:4]), "X of source has 6 rows and y of source has 4 labels"),
    "labels that are NaN": (GaussianNB(), (X, np.where(Y, 1, np.nan)), "y of source must be finite"),
    "dates": (DecisionTreeClassifier(), (X.astype("datetime64[D]"), Y), "must be numbers, but it has dates"),
    "numbers written out": (DecisionTreeClassifier(), (X.astype(str), Y), "texts that look like numbers"),
    "a list of these": (DecisionTreeClassifier(), (X.astype(str).tolist(), Y), "texts that look like numbers"),
    "masked": (GaussianNB(), (np.ma.masked_equal(X, 3.0), Y), "X of source must have a value everywhere"),
    "infinity": (GaussianNB(), (np.where(X == 3, np.inf, X), Y), "inf"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_source_is_refused_in_one_sentence(criterion, case, one_sentence):
    estimator, source, message = REFUSED[case]
    if case == "infinity" and isinstance(criterion, TargetCV):
        pytest.skip("learners that take no labelled rows of the target are not shown the source's rows")
    criterion = clone(criterion).set_params(**({"n_splits": 2} if "n_splits" in criterion.get_params() else {}))
    assert message in one_sentence(criterion.score, estimator, source, X, (X[:4], Y[:4]))


KNOWN = {
    "other columns": ((X[:, :1], None), "X_source has 2 and X_target has 1"),
    "labelled rows of other columns": ((X, (X[:, :1], Y)), "X_source has 2 and X_target has 1"),
    "labelled rows without labels": ((X, X), "labeled must be a pair"),
    "no labelled row": ((X, (X[:0], Y[:0])), "X of labeled must have at least one row"),
    "too few labels": ((X, (X, Y[:4])), "X of labeled has 6 rows and y of labeled has 4 labels"),
    "a class that the source has not": ((X, (X[:2], [0, 7])), "but it has 7"),
    "dates": ((X.astype("datetime64[D]"), None), "target must be numbers, but it has dates"),
    "numbers written out": ((X, (X.astype(str), Y)), "X of labeled must be numbers, but it has texts that look like"),
    "a class of a thousand digits": ((X[:2], (X[:2], [0, 10**1000])), "has 100000000000"),
    "no target row": ((X[:0], (X, Y)), "target must have at least one row"),
}


@pytest.mark.parametrize("case", KNOWN)
def test_what_does_not_fit_the_source_is_refused_in_one_sentence(criterion, case, one_sentence):
    (target, labeled), message = KNOWN[case]
    assert message in one_sentence(criterion.score, GaussianNB(), (X, Y), target, labeled)


def test_texts_and_categories_go_to_a_learner_that_reads_them():
    words = np.where(X > 5, "high", "low")
    learner = make_pipeline(OneHotEncoder(handle_unknown="ignore"), BernoulliNB())
    assert 0 <= SourceCV(2, random_state=0).score(learner, (words, Y)) <= 1
    codes = pd.DataFrame(np.where(X > 5, "1", "2"), columns=["a", "b"])  # of a frame the learner knows what is text
    found = [SourceCV(2, random_state=0).score(learner, (rows, Y)) for rows in (codes, words)]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["there and back", "on labelled rows", "source to target", "weighted"])
def test_what_a_criterion_cannot_do_without_is_said_in_one_sentence(name, one_sentence):
    needs = "target" if name in ("there and back", "weighted") else "labeled=(X, y)"
    assert needs in one_sentence(CRITERIA[name].score, GaussianNB(), (X, Y))


def test_one_class_among_the_labelled_rows_is_an_answer(criterion, ring):
    source, (X_target, y_target) = ring(40)
    few = np.flatnonzero(y_target == "in")[:4]
    value = criterion.score(GaussianNB(), source, X_target, (X_target[few], y_target[few]))
    assert value == 1 if isinstance(criterion, TargetCV) else value <= 1  # who knows one class only is always right


@pytest.mark.parametrize(
    "estimator", [GaussianNB(), LogisticRegression(), DecisionTreeClassifier(max_depth=3)], ids=str
)
def test_without_a_shift_criteria_estimate_the_accuracy_on_the_target(estimator, ring):
    # The mean over samples lies within four standard errors of the truth, which is the mean on fresh rows.
    gaps = {"cross-validation": [], "leave one out": []}
    for seed in range(30):
        source, target = ring(60, seed, shift=False)
        truth = clone(estimator).fit(*source).score(*target)
        for name, differences in gaps.items():
            differences.append(CRITERIA[name].score(estimator, source, target[0]) - truth)
    for differences in gaps.values():
        # five folds train on a fifth less, which costs a small tree a point or two: .02 is granted
        assert abs(np.mean(differences)) < 0.02 + 4 * np.std(differences) / np.sqrt(len(differences))


def test_with_a_shift_cross_validation_is_too_hopeful(ring):
    # the same margin, missed: a line through the part that was seen is wrong on the far side of the ring
    gaps = []
    for seed in range(30):
        source, target = ring(120, seed)
        estimate = SourceCV(5, random_state=0).score(LogisticRegression(), source, None)
        gaps.append(estimate - LogisticRegression().fit(*source).score(*target))
    assert np.mean(gaps) > 0.02 + 4 * np.std(gaps) / np.sqrt(len(gaps))


def test_without_a_shift_reverse_testing_agrees_with_cross_validation(ring):
    learners = {"line": LogisticRegression(), "bayes": GaussianNB()}
    agree = 0
    for seed in range(30):
        source, target = ring(120, seed, shift=False)
        scores = {name: SourceCV(5, random_state=0).score(learner, source, None) for name, learner in learners.items()}
        agree += ReverseTesting(learners, rule="sum").fit(*source, target[0]).order_[0] == max(scores, key=scores.get)
    assert binomtest(agree, 30).proportion_ci().low > 0.5
