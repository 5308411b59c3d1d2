"""SelectionProbability: 1/p(s=1|x) with mean 1, between no weights and those of (7)."""

import numpy as np
import pytest
from gaussians import plane
from sklearn.linear_model import LogisticRegression

from shiftlab.weights import DiscriminativeRatio, SelectionProbability


@pytest.mark.parametrize("cv", [None, 4])
@pytest.mark.parametrize("n_target", [50, 300])
def test_the_weights_are_inverse_probabilities_with_mean_one(n_target, cv):
    problem = plane(300)
    X_target = problem.X_target[:n_target]
    weigher = SelectionProbability(LogisticRegression(), cv=cv, random_state=0).fit(problem.X_source, X_target)
    assert weigher.weights_.mean() == pytest.approx(1, rel=1e-12)
    ratio = DiscriminativeRatio(LogisticRegression(), cv=cv, random_state=0).fit(problem.X_source, X_target)
    expected = 1 + ratio.weights_ * n_target / 300
    np.testing.assert_allclose(weigher.weights_, expected / expected.mean(), rtol=1e-12)
    if cv is None:
        p = weigher.estimator_.predict_proba(problem.X_source)[:, 0]
        np.testing.assert_allclose(weigher.weights_, 1 / p / np.mean(1 / p), rtol=1e-9)


def test_no_row_is_given_up():
    X_source, X_target = np.linspace(-3, 1, 80)[:, np.newaxis], np.linspace(0, 1, 80)[:, np.newaxis]
    selection, ratio = (kind().fit(X_source, X_target).weights_ for kind in (SelectionProbability, DiscriminativeRatio))
    assert ratio.min() < 0.01 < 0.3 < selection.min()
    assert selection.std() < ratio.std()
