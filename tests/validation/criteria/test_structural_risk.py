"""StructuralRisk: the bound by hand, VC dimensions by enumeration, and refusals."""

from itertools import permutations, product
from math import log, sqrt

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Perceptron
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab.validation import StructuralRisk
from shiftlab.validation.criteria.vc_dimension import stump_dimension, vc_dimension


def separable(n=400, d=2):
    X = np.random.default_rng(0).normal(size=(n, d))
    return X, (X[:, 0] > 0).astype(int)


def test_both_forms_of_the_bound_by_hand():
    X, y = separable()
    tree = DecisionTreeClassifier(max_depth=1)  # separates them, and has VC dimension 3
    vapnik = sqrt((3 * (log(800 / 3) + 1) - log(0.1 / 4)) / 400)
    printed = sqrt((3 * log(800 / 3 + 1) - log(0.1 / 4)) / 400)
    assert StructuralRisk(delta=0.1).score(tree, (X, y), None) == pytest.approx(1 - vapnik)
    assert StructuralRisk(delta=0.1, form="printed").score(tree, (X, y), None) == pytest.approx(1 - printed)
    wrong = np.where(np.arange(400) < 20, 1 - y, y)
    assert StructuralRisk(3, 0.1).score(tree, (X, wrong), None) == pytest.approx(1 - 20 / 400 - vapnik)


def test_capacity_costs_up_to_the_number_of_rows_and_never_gains():
    X, y = separable()
    scores = [StructuralRisk(h).score(LogisticRegression(), (X, y), None) for h in (1, 5, 50, 400, 800, 4000, 1e9)]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] == scores[-3] < 0


def test_the_bound_holds_without_a_shift(ring):
    for seed in range(20):
        source, target = ring(seed=seed, shift=False)
        for estimator in (LogisticRegression(), DecisionTreeClassifier(max_depth=1)):
            bound = StructuralRisk().score(estimator, source, target[0])
            assert bound < estimator.fit(*source).score(*target)


def shatters(orders):
    """Whether thresholds on features that order the points in these ways label them in every way."""
    h = len(orders[0])
    reached = set()
    for order, k in product(orders, range(h + 1)):
        below = frozenset(order[:k])
        reached |= {below, frozenset(range(h)) - below}
    return len(reached) == 2**h


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_dimension_of_a_threshold_by_enumeration(d):
    h = stump_dimension(d)
    identity = tuple(range(h))
    assert any(shatters((identity, *others)) for others in product(permutations(identity), repeat=d - 1))
    larger = tuple(range(h + 1))
    assert not any(shatters((larger, *others)) for others in product(permutations(larger), repeat=d - 1))


def test_what_is_known():
    scaled = make_pipeline(StandardScaler(), LogisticRegression())
    for linear in (LogisticRegression(), LinearSVC(), Perceptron(), LinearDiscriminantAnalysis(), scaled):
        assert vc_dimension(linear, 7) == 8
    assert vc_dimension(SVC(kernel="linear"), 7) == 8
    assert vc_dimension(LogisticRegression(fit_intercept=False), 7) == 7
    assert vc_dimension(DecisionTreeClassifier(max_leaf_nodes=2), 3) == stump_dimension(3)


UNKNOWN = [
    SVC(),
    GaussianNB(),
    KNeighborsClassifier(),
    DecisionTreeClassifier(),
    RandomForestClassifier(5),
    make_pipeline(PolynomialFeatures(), LogisticRegression()),
]


@pytest.mark.parametrize("estimator", UNKNOWN, ids=lambda estimator: type(estimator).__name__)
def test_what_is_not_known_is_refused_unless_it_is_given(estimator, one_sentence):
    assert "is not known, or not finite" in one_sentence(StructuralRisk().score, estimator, separable(), None)
    assert StructuralRisk(5).score(estimator, separable(), None) < 1


REFUSED = {
    "three classes": ({}, LogisticRegression(), (np.eye(3), [0, 1, 2]), "y has 3"),
    "a regressor": ({}, LinearRegression(), (np.eye(3), [0, 1, 1]), "LinearRegression is none"),
    "delta": ({"delta": 1.0}, LogisticRegression(), separable(), "delta is the chance"),
    "form": ({"form": "else"}, LogisticRegression(), separable(), '"vapnik" or "printed"'),
    "no dimension": ({"vc_dimension": 0}, LogisticRegression(), separable(), "vc_dimension must be one number"),
    "a word": ({"vc_dimension": "two"}, LogisticRegression(), separable(), "vc_dimension must be a number"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_bound_is_refused_in_one_sentence(case, one_sentence):
    parameters, estimator, source, message = REFUSED[case]
    assert message in one_sentence(StructuralRisk(**parameters).score, estimator, source, None)
