"""KnownRatio: two functions, divided."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from shiftlab.weights import KnownRatio

X = np.array([[0.0], [1.0], [2.0]])


def test_the_ratio_of_two_functions():
    weigher = KnownRatio(lambda X: X[:, 0] + 1, lambda X: X[:, 0]).fit(X, X)
    assert weigher.weights_.tolist() == [0, 1 / 2, 2 / 3]
    assert weigher.ratio([[3.0]]).tolist() == [3 / 4]


def test_densities_of_one_and_of_several_columns():
    plane = np.column_stack([X, X + 1])
    source, target = multivariate_normal([0, 0], np.eye(2)), multivariate_normal([1, 0], np.eye(2))
    weigher = KnownRatio(source.pdf, target.pdf).fit(plane, plane)
    np.testing.assert_allclose(weigher.weights_, np.exp(plane[:, 0] - 0.5), rtol=1e-12)
    np.testing.assert_allclose(weigher.ratio(plane[:1]), np.exp([-0.5]), rtol=1e-12)  # scipy gives a bare number
    single = KnownRatio(norm(0, 1).pdf, norm(1, 1).pdf).fit(X, X)  # scipy gives a column
    np.testing.assert_allclose(single.weights_, np.exp(X[:, 0] - 0.5), rtol=1e-12)


REFUSED = {
    "no function": (1.0, "source_density must be a function of rows"),
    "a value per entry": (lambda X: np.column_stack([X, X]), "one number for each of 3 rows"),
    "one value for all": (lambda X: 1.0, "one number for each of 3 rows"),
    "negative": (lambda X: X[:, 0] - 1, "must not be negative"),
    "NaN": (lambda X: X[:, 0] * np.nan, "must be finite"),
    "zero at a source row": (lambda X: X[:, 0], "must be finite, but at row 0 they are 1 and 0"),
    "next to zero at a source row": (lambda X: X[:, 0] + 1e-310, "at row 0"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_functions_that_are_no_densities_are_refused(case, one_sentence):
    density, message = REFUSED[case]
    assert message in one_sentence(KnownRatio(density, lambda X: np.ones(len(X))).fit, X, X)
