"""scikit-learn's own conformance checks. None is expected to fail."""

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.utils.estimator_checks import parametrize_with_checks

from shiftlab.learners import (
    BinnedNaiveBayes,
    C45Tree,
    CovariateShiftLogisticRegression,
    CurtailedTree,
    LatentMap,
    LocallyWeightedEnsemble,
    LogitBoost,
    NNge,
    PenalizedLMS,
    RandomDecisionTrees,
    ReweightedEstimator,
    TrAdaBoost,
    UndersampledClassifier,
    UnprunedTree,
)
from shiftlab.weights import KernelDensityRatio

EXPECTED_FAILURES: dict[str, dict[str, str]] = {}  # class -> check -> reason

LEARNERS = [
    BinnedNaiveBayes(),
    C45Tree(),
    CovariateShiftLogisticRegression(),
    CovariateShiftLogisticRegression("rbf"),
    CurtailedTree(),
    LatentMap(),
    LatentMap(metric="cosine", standardize=False),
    LocallyWeightedEnsemble(),
    LogitBoost(),
    NNge(),
    NNge(feature_weights="batch", shuffle=True, random_state=0),
    PenalizedLMS(),
    RandomDecisionTrees(max_depth=6),  # half of the checks' two features is too little for any learner
    ReweightedEstimator(LogisticRegression(), KernelDensityRatio()),
    ReweightedEstimator(Ridge(), KernelDensityRatio()),
    ReweightedEstimator(RandomForestClassifier(n_estimators=5, max_depth=4, random_state=0), KernelDensityRatio()),
    TrAdaBoost(),
    TrAdaBoost(LogisticRegression()),
    UndersampledClassifier(LogisticRegression()),
    UndersampledClassifier(RandomForestClassifier(n_estimators=5, max_depth=4), n_undersamples=3),
    UnprunedTree(),
]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(
    LEARNERS, expected_failed_checks=lambda learner: EXPECTED_FAILURES.get(type(learner).__name__, {})
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)
