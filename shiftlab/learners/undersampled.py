"""A classifier trained after undersampling, with probabilities and threshold corrected.

Dal Pozzolo, Caelen, Johnson and Bontempi (2015), sections III and IV; numbers in brackets are its equations.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.utils import _safe_indexing, get_tags, indexable
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, has_fit_parameter, validate_data

# Formulas are looked up in the module at call time: what a lesson or a test puts there is what is used.
from .. import _check, posterior
from .._check import Floats
from ..bias import Undersampling
from ..support.seeds import generator
from ..support.tables.learning import check_table, said_of_frames, validated
from ._labels import two_classes


class UndersampledClassifier(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    """Train on all positives and a share `beta` of the negatives, then undo the bias of the probabilities.

    Parameters
    ----------
    estimator : classifier with ``predict_proba``, default=None
        What is trained on the rows kept; None is ``LogisticRegression()``.
    beta : "balanced" or float in (0, 1], default="balanced"
        The share of negatives kept. "balanced" is N+/N- (at most 1), the smallest that makes sense.
    correct : bool, default=True
        Whether `predict_proba` gives p' (9) and `predict` uses tau' (12), or p_s and tau_s. The decisions are
        the same.
    n_undersamples : int, default=1
        Number of independent undersamples, with one model each, whose p_s are averaged (UnderBagging).
    random_state : int, RandomState instance or None, default=None
        Draws the rows, and seeds the models that have a ``random_state``.
    positive : label, default=None
        The positive class; None is the rarer class in training, or ``classes_[1]`` when both are equally
        frequent.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The labels, in the order of the columns of `predict_proba`.
    positive_ : label
        The positive class.
    beta_ : float
        The share of negatives really kept, in whole rows.
    prior_, undersampled_prior_ : float
        The share of positives before (pi+) and after (pi_s+) undersampling; of their `sample_weight`, if given.
    undersampled_threshold_, corrected_threshold_ : float
        tau_s = pi_s+, which belongs to p_s, and tau', which belongs to p' and equals pi+.
    threshold_ : float
        The one of the two that belongs to what `predict_proba` returns.
    estimators_ : list
        The fitted models, one for each undersample.
    n_features_in_ : int
        Number of features seen in `fit`.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.learners import UndersampledClassifier
    >>> y = np.repeat([0, 1], [9000, 1000])
    >>> X = np.random.default_rng(0).normal(3.0 * y, 3.0)[:, np.newaxis]
    >>> learner = UndersampledClassifier(random_state=0).fit(X, y)
    >>> learner.undersampled_threshold_, round(learner.threshold_, 12)
    (0.5, 0.1)
    >>> corrected, biased = learner.predict_proba(X)[:, 1].mean(), learner.undersampled_proba(X).mean()
    >>> round(float(corrected), 2), round(float(biased), 2)
    (0.1, 0.42)
    """

    def __init__(
        self,
        estimator: Any = None,
        beta: float | str = "balanced",
        correct: bool = True,
        n_undersamples: int = 1,
        random_state: Any = None,
        *,
        positive: Any = None,
    ) -> None:
        self.estimator = estimator
        self.beta = beta
        self.correct = correct
        self.n_undersamples = n_undersamples
        self.random_state = random_state
        self.positive = positive

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> UndersampledClassifier:
        """Train on the rows kept. The estimator gets `X` as it comes: data frames and sparse matrices too.

        Your own `sample_weight` goes to the estimator for the rows kept, and the priors and thresholds are shares of
        it. Rows are drawn whatever their weight, and "balanced" balances numbers of rows.
        """
        self._check_parameters()
        labels: NDArray[Any] = validate_data(self, y=y)
        X = validated(self, X, skip_check_array=True)
        X, labels = indexable(X, labels)
        self.classes_, codes = two_classes(labels, type(self).__name__)
        self._column = self._find_positive(np.bincount(codes, minlength=2))
        self.positive_ = self.classes_[self._column]

        weights = self._weights(sample_weight, codes)

        is_positive = (codes == self._column).astype(np.intp)
        n_positive, n_negative = int(is_positive.sum()), int((1 - is_positive).sum())
        selection = Undersampling(self._beta(n_positive, n_negative))
        kept = posterior.undersampling_counts(n_positive, n_negative, selection.beta).n_negative
        _check_kept(kept, n_positive, n_negative, selection.beta)
        # Whole rows were kept: with the share they really are, tau' is pi+ exactly and not only nearly.
        self.beta_ = kept / n_negative
        positive = n_positive if weights is None else float(weights[is_positive == 1].sum())
        negative = n_negative if weights is None else float(weights[is_positive == 0].sum())
        self.prior_ = positive / (positive + negative)
        self.undersampled_prior_ = positive / (positive + (kept if weights is None else self.beta_ * negative))
        self.undersampled_threshold_ = self.undersampled_prior_  # tau_s = pi_s+, from (10)
        self.corrected_threshold_ = posterior.corrected_threshold(self.undersampled_threshold_, self.beta_)
        self.threshold_ = self.corrected_threshold_ if self.correct else self.undersampled_threshold_

        rng = generator(self.random_state)
        self.estimators_: list[Any] = []
        for _ in range(self.n_undersamples):
            selected = selection.select(None, is_positive, rng)
            model = _seeded(clone(self._inner()), rng)
            given = {} if weights is None else {"sample_weight": weights[selected]}
            with said_of_frames(model, X):
                model.fit(_safe_indexing(X, np.flatnonzero(selected)), labels[selected], **given)
            if not hasattr(model, "predict_proba"):  # asked after the fit: some estimators only know then
                raise ValueError(
                    f"The estimator {model!r} has no predict_proba, which the correction needs: "
                    "wrap it in CalibratedClassifierCV, for example."
                )
            if not self.estimators_:
                _show_rows_left_out(model, X, selected)
            self.estimators_.append(model)
        return self

    def undersampled_proba(self, X: Any) -> Floats:
        """p_s of each row: what the models trained on undersamples say, averaged over them."""
        check_is_fitted(self)
        check_table(X)
        # The models check X themselves: they saw the same features in fit.
        p_s = np.mean([model.predict_proba(X)[:, self._column] for model in self.estimators_], axis=0, dtype=float)
        p_s = _settled(np.clip(p_s, 0.0, 1.0))  # models that exponentiate logarithms exceed 1 in the last digit
        tau_s = self.undersampled_threshold_
        return np.where(p_s == _settled(np.asarray(tau_s)), tau_s, p_s)  # a tie with the threshold is a tie

    def predict_proba(self, X: Any) -> Floats:
        """p' of each row, or p_s without `correct`; one column for each of ``classes_``."""
        p = self.undersampled_proba(X)
        if self.correct:
            # (9) comes after the average: it is convex in p_s, and correcting each noisy model first would
            # inflate p' (Jensen's inequality).
            p = posterior.corrected_posterior(p, self.beta_)
        columns = [1 - p, p] if self._column == 1 else [p, 1 - p]
        return np.column_stack(columns)

    def predict(self, X: Any) -> NDArray[Any]:
        """The positive class where its probability is greater than ``threshold_``, else the other class."""
        positive = self.predict_proba(X)[:, self._column] > self.threshold_
        return self.classes_[np.where(positive, self._column, 1 - self._column)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        inner = get_tags(self._inner()).input_tags
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.sparse, inner.allow_nan
        return tags

    def _inner(self) -> Any:
        return LogisticRegression() if self.estimator is None else self.estimator

    def _weights(self, sample_weight: ArrayLike | None, codes: NDArray[np.intp]) -> Floats | None:
        if sample_weight is None:
            return None
        if not has_fit_parameter(self._inner(), "sample_weight"):
            raise ValueError(f"{type(self._inner()).__name__} takes no sample_weight in its fit.")
        weights = _check_sample_weight(sample_weight, codes, dtype=np.float64, ensure_non_negative=True)
        if not all((weights[codes == code] > 0).any() for code in (0, 1)):
            raise ValueError("sample_weight must be greater than 0 for some row of each class.")
        return weights

    def _find_positive(self, counts: NDArray[np.intp]) -> int:
        if self.positive is None:
            return 0 if counts[0] < counts[1] else 1
        for column, label in enumerate(self.classes_):
            if label == self.positive:
                return column
        labels = " and ".join(repr(label) for label in self.classes_.tolist())
        raise ValueError(f"positive must be one of the labels in y, {labels}, got {self.positive!r}.")

    def _beta(self, n_positive: int, n_negative: int) -> float:
        return _smallest_beta(n_positive, n_negative) if isinstance(self.beta, str) else float(self.beta)

    def _check_parameters(self) -> None:
        if isinstance(self.beta, str) or np.ndim(self.beta) != 0:
            if not (isinstance(self.beta, str) and self.beta == "balanced"):
                raise ValueError(f'beta must be "balanced" or one number in (0, 1], got {self.beta!r}.')
        else:
            _check.within_zero_one(self.beta, "beta", "the share of negatives kept")
        _check.count(self.n_undersamples, "n_undersamples")
        if not isinstance(self.correct, bool | np.bool_):
            raise ValueError(f"correct must be True or False, got {self.correct!r}.")


def _smallest_beta(n_positive: int, n_negative: int) -> float:
    return min(1.0, n_positive / n_negative)


def _check_kept(kept: int, n_positive: int, n_negative: int, beta: float) -> None:
    # One row is forgiven: in a stratified fold N+/N- may be a row larger than in the whole data. But a model
    # must see both classes, and keeping every negative is fine however few they are.
    if kept < n_negative and kept < max(1, n_positive - 1):
        smallest = _smallest_beta(n_positive, n_negative)
        raise ValueError(
            f"beta={beta:g} keeps {kept} of {n_negative} negatives, fewer than the {n_positive} positives: "
            f"the smallest sensible beta is N+/N- (at most 1), here {smallest:.6g}."
        )


def _show_rows_left_out(model: Any, X: Any, selected: NDArray[np.bool_]) -> None:
    # Which data are refused must not depend on which rows were drawn. So the model is shown, once, the rows
    # left out that it may refuse: those with NaN or infinity, and all rows of an array of Python objects.
    if isinstance(X, np.ndarray) and X.dtype == object:
        doubtful = ~selected
    else:
        try:
            with np.errstate(all="ignore"):
                sums = X.sum(axis=1) if issparse(X) else np.asarray(X, dtype=np.float64).sum(axis=1)
        except (TypeError, ValueError):
            return  # text or categories
        doubtful = ~selected & ~np.isfinite(np.ravel(sums))
    if doubtful.any():
        model.predict_proba(_safe_indexing(X, np.flatnonzero(doubtful)))


def _seeded(model: Any, rng: np.random.RandomState) -> Any:
    """`model` with every ``random_state`` it has, its parts' included, drawn from `rng`."""
    names = sorted(name for name in model.get_params() if name.split("__")[-1] == "random_state")
    return model.set_params(**{name: int(rng.randint(np.iinfo(np.int32).max)) for name in names})


def _settled(p: NDArray[Any]) -> Floats:
    """`p` to 44 binary digits.

    Averages over trees or undersamples that are equal on paper differ in their last digits by the order of
    summation, and (9) may tie or swap such neighbours. Settled, probabilities are equal or clearly apart, so
    that the correction keeps their order, and with it AUC and every decision, exactly.
    """
    mantissa, exponent = np.frexp(p)
    return np.ldexp(np.rint(mantissa * 2.0**44) / 2.0**44, exponent)
