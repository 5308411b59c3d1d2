"""scikit-learn's own conformance checks, as far as they apply to searches."""

import pytest
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from shiftlab.validation import ShiftSearch, SourceCV, WeightedCV

FOLDS = SourceCV(2, random_state=0)

SEARCHES = [
    ShiftSearch(Ridge(), {"alpha": [0.1, 1.0]}, FOLDS),
    ShiftSearch(make_pipeline(PCA(), Ridge()), {"ridge__alpha": [0.1, 1.0]}, FOLDS),
    ShiftSearch(
        {"bayes": GaussianNB(), "line": LogisticRegression()},
        {"line": {"C": [0.1, 1.0]}},
        [FOLDS, WeightedCV("uniform", 2, random_state=0)],
    ),
]

EXPECTED_FAILURES = {
    "check_dtype_object": "what learners object to is said in one ValueError, also where it was a TypeError",
}


@pytest.mark.filterwarnings(
    "ignore::sklearn.exceptions.SkipTestWarning",
    "ignore::sklearn.exceptions.FitFailedWarning",  # one learner cannot read sparse matrices
)
@parametrize_with_checks(SEARCHES, expected_failed_checks=lambda search: EXPECTED_FAILURES)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)
