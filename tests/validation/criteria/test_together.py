"""scores: what criteria share is trained once, and each number is what the criterion says alone, to the bit."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import FitFailedWarning
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from shiftlab.validation import (
    Criterion,
    LeaveOneOut,
    SourceCV,
    SourceToTarget,
    StructuralRisk,
    TargetCV,
    TransferCV,
    WeightedCV,
    scores,
    source_weights,
)
from shiftlab.weights import KernelDensityRatio, KernelMeanMatching, Weigher

K = 5
WEIGHINGS = []


class CountingWeigher(Weigher):
    def __init__(self, power=1):
        self.power = power

    def fit(self, X_source, X_target):
        source, target = self._validate(X_source, X_target)
        WEIGHINGS.append(len(target))
        return self._keep(np.exp(self.power * source[:, 0]))


@pytest.fixture(autouse=True)
def weighings():
    WEIGHINGS.clear()
    return WEIGHINGS


def criteria(seed=0, weigher=None):
    """All seven, and reverse validation without weights."""
    return {
        "SCV": SourceCV(K, random_state=seed),
        "LOO": LeaveOneOut(),
        "SRM": StructuralRisk(vc_dimension=3),
        "WCV": WeightedCV(weigher, K, random_state=seed),
        "TrCV": TransferCV(weigher, K, random_state=seed),
        "TCV": TargetCV(3, random_state=seed),
        "STV": SourceToTarget(),
        "RV": TransferCV("uniform", K, random_state=seed),
    }


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X, X_u, X_l = rng.normal(size=(53, 2)), rng.normal(0.5, 1, size=(41, 2)), rng.normal(0.5, 1, size=(9, 2))
    return (X, (X[:, 0] + rng.normal(0, 0.5, 53) > 0).astype(int)), X_u, (X_l, (X_l[:, 0] > 0.3).astype(int))


def test_three_criteria_take_2k_trainings_and_one_weighing(data, counting, fits, weighings):
    three = {name: one for name, one in criteria(weigher=CountingWeigher()).items() if name in ("SCV", "WCV", "TrCV")}
    scores(counting(3), *data, three)
    assert len(fits) == 2 * K
    assert weighings == [41 + 9]


def test_other_ways_to_ask_add_only_what_they_need(data, counting, fits, weighings):
    asked = criteria(weigher=CountingWeigher())
    scores(counting(3), *data, asked)
    n = len(data[0][1])
    assert len(fits) == 2 * K + n + 1 + 3  # all but LeaveOneOut (n), SRM and STV together (1), TargetCV (3)
    assert len(weighings) == 1
    fits.clear()
    weighings.clear()
    other = TransferCV(CountingWeigher(2), K, random_state=0, scoring="balanced_accuracy")
    scores(counting(3), *data, {"TrCV": asked["TrCV"], "other": other})
    assert (len(fits), len(weighings)) == (2 * K, 2)


@pytest.mark.parametrize("estimator", [GaussianNB(), DecisionTreeClassifier(random_state=0)], ids=str)
def test_each_number_is_what_the_criterion_says_alone(data, estimator):
    asked = criteria()
    together = scores(estimator, *data, asked)
    assert list(together) == list(asked)
    for name, criterion in asked.items():
        assert together[name] == criterion.score(estimator, *data), name


def test_a_learner_that_takes_the_target_is_told_the_same_alone(data, transferring, fits):
    asked = criteria()
    together = scores(transferring(), *data, asked)
    for name, criterion in asked.items():
        assert together[name] == criterion.score(transferring(), *data), name


def test_folds_drawn_without_a_seed_are_one_draw(data, counting, fits):
    found = scores(counting(1), *data, {"SCV": SourceCV(K), "WCV": WeightedCV("uniform", K)})
    assert found["SCV"] == found["WCV"]
    assert len(fits) == K
    fits.clear()
    rng = np.random.RandomState(0)
    found = scores(counting(1), *data, {str(i): SourceCV(K, random_state=rng) for i in range(2)})
    assert found["0"] == found["1"]
    assert len(fits) == K


def test_different_folds_or_training_rows_are_not_shared(data, counting, fits):
    splitter = KFold(K)
    asked = {
        "seed": SourceCV(K, random_state=1),
        "another seed": SourceCV(K, random_state=2),
        "number": SourceCV(K + 1, random_state=1),
        "pooled": SourceCV(K, random_state=1, pool_labeled=True),
        "splitter": SourceCV(cv=splitter),
        "the same splitter": WeightedCV("uniform", cv=splitter, random_state=7),
    }
    found = scores(counting(1), *data, asked)
    assert len(fits) == 5 * K + 1
    assert found == {name: one.score(counting(1), *data) for name, one in asked.items()}


def test_weights_are_estimated_once_and_handed_over(data, weighings):
    asked = criteria(weigher=CountingWeigher())
    weights = source_weights(asked, *data)
    assert set(weights) == {"WCV", "TrCV"}
    expected = scores(GaussianNB(), *data, asked)
    weighings.clear()
    assert scores(GaussianNB(), *data, asked, weights=weights) == expected
    assert scores(GaussianNB(), *data, asked, weights=weights["WCV"]) == expected
    assert not weighings


def test_weighers_of_the_same_kind_and_options_are_one():
    data = (np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]), np.arange(4.0).reshape(2, 2)
    asked = {
        str(i): WeightedCV(weigher)
        for i, weigher in enumerate([None, None, CountingWeigher(), CountingWeigher(1), CountingWeigher(2), "uniform"])
    }
    weights = source_weights(asked, *data)
    assert set(weights) == set("01234")
    assert weights["0"] is weights["1"]
    assert weights["2"] is weights["3"] is not weights["4"]


def test_one_vector_cannot_stand_for_different_weighers(data, one_sentence):
    asked = {"a": WeightedCV(KernelMeanMatching()), "b": WeightedCV(KernelDensityRatio())}
    weights = np.ones(53)
    assert "different weighers" in one_sentence(lambda: scores(GaussianNB(), *data, asked, weights=weights))
    assert set(scores(GaussianNB(), *data, asked, weights={"a": weights, "b": weights})) == {"a", "b"}
    assert "'c'" in one_sentence(lambda: scores(GaussianNB(), *data, asked, weights={"c": weights}))


def test_what_refuses_is_raised_or_has_a_number(data):
    asked = criteria() | {
        "SRM": StructuralRisk(),
        "no fold": TransferCV(n_splits=K, random_state=0, scoring="neg_max_error"),
    }
    with pytest.raises(ValueError, match="takes no sample_weight"):
        scores(GaussianNB(), *data, asked)
    with pytest.warns(FitFailedWarning, match=r"SRM: The VC dimension|no fold: .*sample_weight") as told:
        found = scores(GaussianNB(), *data, asked, error_score=np.nan)
    assert len([one for one in told if "SRM" in str(one.message) or "no fold" in str(one.message)]) == 2
    assert {name for name, value in found.items() if np.isnan(value)} == {"SRM", "no fold"}
    for name in asked.keys() - {"SRM", "no fold"}:
        assert found[name] == asked[name].score(GaussianNB(), *data)


class Own(SourceCV):
    def score(self, estimator, source, target=None, labeled=None):
        return -1.0


class Stranger:
    def score(self, estimator, source, target=None, labeled=None):
        return float(len(target))


def test_somebodys_own_criterion_is_called_as_it_is(data):
    found = scores(GaussianNB(), *data, {"own": Own(K), "stranger": Stranger(), "SCV": SourceCV(K, random_state=0)})
    assert (found["own"], found["stranger"]) == (-1.0, 41.0)
    assert found["SCV"] == SourceCV(K, random_state=0).score(GaussianNB(), *data)


def test_a_criterion_without_an_answer_says_what_it_must_implement(data):
    with pytest.raises(NotImplementedError, match="Criterion must implement score"):
        clone(Criterion()).score(GaussianNB(), *data)


REFUSED = {
    "no criteria": ({"criteria": {}}, "criteria must be a dict"),
    "a list": ({"criteria": [SourceCV()]}, "criteria must be a dict"),
    "a class": ({"criteria": {"SCV": SourceCV}}, "'SCV' must have a method score"),
    "a number of another kind": ({"criteria": {"SCV": SourceCV()}, "error_score": "nan"}, "error_score must be"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_asked_is_refused_in_one_sentence(data, case, one_sentence):
    given, message = REFUSED[case]
    assert message in one_sentence(lambda: scores(GaussianNB(), *data, **given))
