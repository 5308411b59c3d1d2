"""Logistic regression for covariate shift: the classifier and the weights of its rows in one criterion.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007),
section 5; numbers in brackets are its equations.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from scipy.special import expit, softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from shiftlab._check import Floats
from shiftlab.support.tables.learning import validated

from .. import _check
from .._target import whole_target
from ..support import caller
from ..weights.base import check_same_columns, effective_sample_size, samples
from ..weights.doubts.scale import warn_of_offset, warn_of_spreads
from ..weights.doubts.weights import doubt_overlap, doubt_weights
from ._labels import several_classes
from .joint.coordinates import check_size, samples_or_csr, stack
from .joint.fit import fit_jointly
from .joint.labels import SeveralClasses, TwoClasses
from .joint.space import NAMES, Space, space

USUAL_MEAN = 0.1, 2.0
"""Of the weights: outside of it `fit` warns. They come out smaller than a ratio, whose mean is 1."""


class CovariateShiftLogisticRegression(ClassifierMixin, BaseEstimator):
    """Logistic regression whose rows are weighted for the target, weights and classifier learned together::

        minimise over w, v    sum_i r_i log(1 + exp(-y_i w'x_i))  +  ||w||^2 / (2 sigma_w^2)
                            + sum_i log(1 + exp(-v'x_i))  +  sum_j log(1 + exp(v't_j))  +  ||v||^2 / (2 sigma_v^2)
        where                 r_i = (m/n) exp(-v'x_i)

    over the m source rows x_i with labels y_i of -1 or 1 and the n target rows t_j. This is Optimization Problem 1,
    minus the log-posterior (24): v tells source rows from target rows, and the odds it gives, times m/n, are the
    estimate of p_target/p_source (7) by which the rows are weighted in the likelihood of w.

    The criterion is not convex. The search starts from the iid fit and v = 0, and every step lowers the criterion.
    Both terms pull at v: rows the classifier gets wrong cost less with a smaller weight, so that the weights come
    out smaller than a model of the shift alone would make them. See ``mean_weight_``.

    Parameters
    ----------
    kernel : "linear" or "rbf", default="linear"
        "rbf" puts x and w, v into the feature space of exp(-gamma ||x - x'||^2), section 5.2.
    gamma : "median" or float, default="median"
        Of the kernel "rbf"; "median" is 1/(2 s^2), s the median distance of the pooled rows.
    sigma_w, sigma_v : float, default=1.0
        The standard deviations of the priors of w and v, (15): small ones shrink more.
    fit_intercept : bool, default=True
        Append a constant 1 to every row (to its features in the kernel's space). Its coefficients have the priors
        of the others.
    tol : float, default=1e-8
        The search ends with a Newton step that promised to lower the criterion by less, relative to its value or 1.
    max_iter : int, default=100
        The largest number of Newton steps.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels; of two the second is the y of 1.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        w, of the kernel "linear".
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The coefficient of the constant in w.
    bias_coef_ : ndarray of shape (n_features,)
        v, of the kernel "linear"; 0 without a target.
    bias_intercept_ : float
        The coefficient of the constant in v.
    dual_coef_ : ndarray of shape (1, n_source) or (n_classes, n_source)
        Of the kernel "rbf": w'x is sum_i dual_coef_i k(x_i, x) and the intercept. Rows that others span have 0.
    bias_dual_coef_ : ndarray of shape (n_source + n_target,)
        The same for v, which takes the target rows too.
    X_fit_ : ndarray of shape (n_source + n_target, n_features)
        Of the kernel "rbf": the rows, the source first.
    gamma_ : float
        Of the kernel "rbf": the gamma used.
    weights_ : ndarray of shape (n_source,)
        The r_i; 1 without a target.
    mean_weight_, effective_sample_size_ : float
        The mean of the weights, which a density ratio has near 1, and how many rows of equal weight they amount to.
    objective_ : float
        The criterion at the minimum.
    objective_path_ : ndarray of shape (n_iter_ + 1,)
        The criterion at the start and after each step.
    n_iter_ : int
        Newton steps taken, those of the iid fit at the start not counted.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    Without a target nothing is known to have shifted: the weights are 1, there is no v, and the fit is the iid one.

    With more than two classes w has a column for each and log(1 + exp(-y_i w'x_i)) becomes minus the logarithm of
    the softmax; v, and with it each row's weight, stays one for all. The paper treats two classes only.

    With more features than rows in all the problem is solved in the space of the rows, so that sparse text with
    tens of thousands of words takes a matrix of rows by rows, never one of words by words. Sparse rows are taken by
    the kernel "linear".

    Give the columns similar scales and means near 0, as StandardScaler does: the priors treat all coefficients alike,
    that of the constant among them, and a column such as a year takes an intercept that the prior does not allow.
    `fit` warns of a mean more than 10 spreads from 0, of weights that few rows carry or whose mean is not between 0.1
    and 2, and of target rows without a counterpart among the source rows (of dense ones).

    In cross-validation hand the target over as ``params={"X_target": shiftlab.Target(X_target)}``: an array as long
    as `X` would be cut into folds like the rows of `X`, and what may have been cut is refused. In a pipeline it
    takes ``Pipeline(..., transform_input=["X_target"])`` with metadata routing enabled.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.learners import CovariateShiftLogisticRegression
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(500, 1)), rng.normal(2, 1, size=(500, 1))
    >>> y = (X[:, 0] - 1) ** 2 < 1  # true between 0 and 2
    >>> iid = CovariateShiftLogisticRegression().fit(X, y)
    >>> shifted = CovariateShiftLogisticRegression().fit(X, y, X_target=X_target)
    >>> bool(iid.coef_[0, 0] > 0 > shifted.coef_[0, 0])  # the target sees the upper end
    True
    """

    # Whoever passes a target to a pipeline or a search wants it to arrive here.
    __metadata_request__fit = {"X_target": True}

    def __init__(
        self,
        kernel: str = "linear",
        *,
        gamma: float | str = "median",
        sigma_w: float = 1.0,
        sigma_v: float = 1.0,
        fit_intercept: bool = True,
        tol: float = 1e-8,
        max_iter: int = 100,
    ) -> None:
        self.kernel = kernel
        self.gamma = gamma
        self.sigma_w = sigma_w
        self.sigma_v = sigma_v
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X: Any, y: ArrayLike, X_target: Any = None) -> Self:
        """Learn from the labelled rows of `X` a classifier for the unlabelled rows `X_target`."""
        self._check_parameters()
        source, y = validated(self, X, y, dtype=np.float64, accept_sparse="csr" if self._takes_sparse else False)
        self.classes_, codes = several_classes(y, type(self).__name__)
        rows, m, shifts = source, len(codes), X_target is not None
        self._m_over_n = 1.0
        if shifts:
            target = whole_target(X_target, m)
            checked = samples_or_csr(target, "X_target") if self._takes_sparse else samples(target, "X_target")
            check_same_columns(X, target, source.shape[1], checked.shape[1], names=("X", "X_target"))
            rows, self._m_over_n = stack(source, checked), m / checked.shape[0]
        check_size(rows, max(self.sigma_w, self.sigma_v))
        labels = TwoClasses(codes) if len(self.classes_) == 2 else SeveralClasses(codes, len(self.classes_))
        self._learn(space(self.kernel, rows, m, bool(self.fit_intercept), self.gamma), labels, shifts)
        self._doubt(getattr(X, "columns", None), source, checked if shifts else None)
        return self

    def _doubt(self, names: Any, source: Any, target: Any) -> None:
        """Say what is doubtful about the columns, the weights and the overlap of the samples."""
        if self.kernel == "linear":
            warn_of_offset(source, "standardise the columns, with StandardScaler for example", names)
        elif target is not None:
            warn_of_spreads(source, target, "standardise the columns, with StandardScaler for example", names)
        if target is not None:
            doubt_weights(self.weights_, USUAL_MEAN, "take a smaller sigma_v, which keeps them near 1")
            if not issparse(source) and not issparse(target):
                doubt_overlap(source, target)

    def _learn(self, space: Space, labels: TwoClasses | SeveralClasses, shifts: bool) -> None:
        w, v, found = fit_jointly(
            space, labels, self.sigma_w, self.sigma_v, shifts=shifts, tol=self.tol, max_iter=self.max_iter
        )
        if not found.converged:
            caller.warn(
                f"The criterion was still falling after {found.n_iter} steps: raise max_iter, "
                "take smaller sigmas, or give the features similar scales.",
                ConvergenceWarning,
            )
        self.weights_ = found.point.weights
        self.mean_weight_ = float(self.weights_.mean())
        self.effective_sample_size_ = effective_sample_size(self.weights_)
        self.objective_path_ = np.array(found.path)
        self.objective_, self.n_iter_ = found.path[-1], found.n_iter
        self._label, self._bias = space.scores(w), space.bias_scores(v)
        self.intercept_, self.bias_intercept_ = self._label.intercept, float(self._bias.intercept)
        for name in NAMES:  # those of a kernel that was fitted before are no longer true
            self.__dict__.pop(name, None)
        for name, value in space.named(self._label, self._bias).items():
            setattr(self, name, value)

    def decision_function(self, X: Any) -> Floats:
        """w'x and the intercept: the log odds of the second of two classes, or a column for each of several."""
        rows = self._rows(X)
        scores = self._label(rows)
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def predict_proba(self, X: Any) -> Floats:
        """The probabilities (13) or (22), one column for each of ``classes_``."""
        scores = self.decision_function(X)
        return np.column_stack([expit(-scores), expit(scores)]) if scores.ndim == 1 else softmax(scores, axis=1)

    def predict(self, X: Any) -> NDArray[Any]:
        """The most probable label."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(np.intp) if scores.ndim == 1 else scores.argmax(axis=1)]

    def ratio(self, X: Any) -> Floats:
        """The r of (7) at the rows of `X`, which may be new: the weights as a function; 1 without a target."""
        rows = self._rows(X)
        scores = self._bias(rows)
        with np.errstate(over="ignore"):  # infinite far beyond the rows seen
            return self._m_over_n * np.exp(-scores)

    def _rows(self, X: Any) -> Any:
        check_is_fitted(self)
        sparse = "csr" if self._takes_sparse else False
        return validated(self, X, reset=False, dtype=np.float64, accept_sparse=sparse)

    @property
    def _takes_sparse(self) -> bool:
        return bool(self.kernel == "linear")

    def _check_parameters(self) -> None:
        if self.kernel not in ("linear", "rbf"):
            raise ValueError(f'kernel must be "linear" or "rbf", got {_check.short(self.kernel)}.')
        for name in ("sigma_w", "sigma_v", "tol"):
            _check.positive(getattr(self, name), name)
        if not isinstance(self.fit_intercept, bool | np.bool_):
            raise ValueError(f"fit_intercept must be True or False, got {_check.short(self.fit_intercept)}.")
        _check.count(self.max_iter, "max_iter")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._takes_sparse
        return tags
