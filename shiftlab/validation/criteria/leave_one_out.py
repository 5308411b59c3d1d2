"""Leave-one-out on the source, in closed form where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.base import clone, is_classifier
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from ... import _check
from .._scoring import one_minus_loss
from .._tally import note_training
from .._training import one_sentence
from .criterion import Criterion
from .left_out import LeftOut
from .left_out.bayes import gaussian_naive_bayes
from .left_out.linear import kernel_ridge, least_squares, ridge
from .left_out.neighbors import nearest_neighbors
from .one_pass import side_by_side
from .problem import Problem

CLOSED_FORMS = {
    LinearRegression: least_squares,
    Ridge: ridge,
    KernelRidge: kernel_ridge,
    KNeighborsClassifier: nearest_neighbors,
    KNeighborsRegressor: nearest_neighbors,
    GaussianNB: gaussian_naive_bayes,
}


class LeaveOneOut(Criterion):
    r"""Each source row is predicted by the model of all other source rows.

    .. math:: 1 - \frac{1}{n} \sum_i \ell(y_i, \hat f_{-i}(x_i))

    with the 0/1 loss of a classifier or the squared error of a regressor.

    The predictions of `LinearRegression`, `Ridge`, `KernelRidge`, `KNeighborsClassifier`, `KNeighborsRegressor` and
    `GaussianNB` come from one training: from leverages, from neighbours other than the row itself, and from means and
    variances without the row, the smoothing by the largest variance of *all* rows included. Rows for which such a
    formula is a matter of rounding or of ties are left out one by one, and so are all rows for any other estimator.

    Parameters
    ----------
    refit : bool, default=False
        Train without each row even where there is a closed form.
    n_jobs : int, optional
        How many trainings run at the same time, by joblib.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from shiftlab.validation import LeaveOneOut
    >>> y = np.arange(400) % 2
    >>> X = np.random.default_rng(0).normal(2 * y, 1)[:, np.newaxis]  # the best accuracy is 0.841
    >>> fast, slow = (LeaveOneOut(refit=refit).score(GaussianNB(), (X, y), None) for refit in (False, True))
    >>> round(fast, 2), fast == slow
    (0.85, True)
    """

    def __init__(self, refit: bool = False, *, n_jobs: int | None = None) -> None:
        self.refit = refit
        self.n_jobs = n_jobs

    def of(self, problem: Problem) -> float:
        """1 - the mean loss on rows left out of the source; an estimator that takes the target is told of it."""
        predictions = self._predictions(problem)
        if problem.trainer.classifies:
            return float(np.mean(predictions == problem.y))
        return 1 - float(np.mean((predictions - problem.y) ** 2))

    def predictions(
        self, estimator: Any, source: tuple[Any, Any], target: Any = None, labeled: Any = None
    ) -> NDArray[Any]:
        """For each row of `source`, what the model of all other rows predicts."""
        return self._predictions(Problem(estimator, source, target, labeled))

    def _predictions(self, problem: Problem) -> NDArray[Any]:
        _check.flag(self.refit, "refit")
        if problem.n < 2:
            raise ValueError("Leaving one row out needs at least two rows, but there is only one.")
        one_minus_loss(problem.estimator).check(problem.y, None)
        left_out = None if self.refit else _closed_form(problem.estimator, problem.X, problem.y)
        again = np.arange(problem.n) if left_out is None else np.flatnonzero(left_out.doubtful)
        refitted = side_by_side(_predict_without, ((problem, i) for i in again), self.n_jobs)
        if left_out is None:
            return np.concatenate(refitted)
        for i, prediction in zip(again, refitted, strict=True):
            left_out.predictions[i] = prediction[0]
        return left_out.predictions


def _closed_form(estimator: Any, X: Any, y: NDArray[Any]) -> LeftOut | None:
    formula = CLOSED_FORMS.get(type(estimator))  # not for subclasses, which may do something else
    if formula is None or issparse(X) or len(X.shape) != 2 or X.shape[1] == 0 or len(y) < 3:
        return None
    if is_classifier(estimator) and len(np.unique(y)) < 2:
        return None
    with one_sentence(f"On the source, {type(estimator).__name__} cannot be trained"):
        note_training()
        clone(estimator).fit(X, y)  # a formula refuses neither rows nor options: the estimator does
        dense = np.asarray(X, dtype=np.float64)
        if not np.isfinite(dense).all():  # metrics that know missing values
            return None
        if not is_classifier(estimator):
            y = y.astype(np.float64)
        return formula(estimator, dense, y)


def _predict_without(problem: Problem, i: int) -> NDArray[Any]:
    others = np.delete(np.arange(problem.n), i)
    X_others, y_others = problem.part(others)
    X_row, _ = problem.part(np.array([i]), others)
    model = problem.trainer.train(X_others, y_others, f"Without row {i} of the source, {problem.name}", problem.domain)
    with one_sentence(f"{problem.name} cannot predict row {i} of the source"):
        return model.predict(X_row)
