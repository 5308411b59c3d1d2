"""TrAdaBoost: boosting that trusts the source rows less, and the labelled target rows more, where a round is wrong."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from shiftlab import _check
from shiftlab._check import Floats
from shiftlab.support.seeds import generator

from .domains import SeesTarget, domains, pooled, unseen_rows
from .seeds import fresh

WEAK_ROUNDS = ("clip", "stop")
_EDGE = 0.01  # how far below guessing a clipped error is set
_LEAST = float(np.finfo(np.float64).eps)  # the error of a round without one: its say must be finite


class TrAdaBoost(SeesTarget, MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    r"""Boosting on the source and the labelled target rows together, which unlearns the source where it misleads.

    All rows start with the same weight. In round t the estimator is trained on the weights p, which sum to 1, and its
    error is counted on the labelled target rows T only:

    .. math:: \epsilon_t = \frac{\sum_{i \in T} p_i [h_t(x_i) \neq y_i]}{\sum_{i \in T} p_i}, \qquad
              \beta_t = \frac{\epsilon_t}{1 - \epsilon_t}, \qquad
              \beta = \frac{1}{1 + \sqrt{2 \ln n / N}}

    with n source rows and N rounds. A target row that is mistaken becomes heavier, times 1/beta_t as in AdaBoost; a
    source row that is mistaken becomes lighter, times beta: it may follow the source's rule and not the target's. The
    rounds from ⌈N/2⌉ to N vote, each with the weight ln(1/beta_t).

    Parameters
    ----------
    estimator : classifier with a ``sample_weight`` in its `fit`, default=None
        What is trained in every round; it is cloned. None is a support vector machine with a polynomial kernel of
        degree 1 and C = 1 on columns scaled to [0, 1], Weka's default. Of a pipeline the last step is boosted; those
        before it, which know no weights, are fitted once on all labelled rows of both domains.
    n_estimators : int, default=10
        N, the number of rounds.
    weak_round : {"clip", "stop"}, default="clip"
        What to do when the error reaches that of guessing, 1/2 with two classes, where the method is not defined.
        "clip" counts it as .01 less and goes on: the source that misleads loses weight with every round. "stop" ends
        there, as AdaBoost does, and the rounds before vote; a first round that is as weak stays, alone.
    random_state : int, RandomState instance or None, default=None
        Seeds the estimators that have a ``random_state``; None leaves theirs as it is.

    Attributes
    ----------
    classes_ : ndarray
        The labels of both domains, in the order of the columns of `predict_proba`.
    estimators_ : list
        The fitted estimators, one for each round.
    errors_ : ndarray of shape (n_rounds,)
        epsilon_t, as counted.
    betas_ : ndarray of shape (n_rounds,)
        beta_t, after the error was kept between 0 and that of guessing.
    beta_ : float
        beta, by which the source unlearns.
    source_weights_, labeled_weights_ : ndarray of shape (n_rounds, n_source) and (n_rounds, n_labeled)
        p of each round; the two of a round sum to 1.
    preparation_ : Pipeline or None
        The fitted steps before the one that is boosted.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    Without labelled target rows there is nothing to boost by: the estimator is trained once on the source, all weights
    1. The unlabelled `X_target` is not used, only checked; other transfer learners need it. The estimator gets weights
    of mean 1, so that a constant like C keeps its meaning.

    After a round the mistaken target rows weigh as much as the others: an estimator that does not change its mind errs
    by exactly 1/2 in the next. A source that is learnt without an error and outweighs the target makes this happen, for
    nothing in it is unlearned. "stop" then keeps what the source says; "clip" moves on in steps of 4 percent.

    For K > 2 classes, which the authors leave out, beta_t is epsilon_t/((1 - epsilon_t)(K - 1)), and guessing errs by
    1 - 1/K: the step from AdaBoost to SAMME. With two classes both are as printed. The printed vote, that the product
    of beta_t^-h_t reaches that of beta_t^-1/2, is the weighted majority; a tie goes to the second class, as printed (of
    several, to the last). A round without an error has beta_t = 0 and would outvote any number of others; its error is
    counted as 2e-16, so that several such rounds are a majority among themselves.

    References
    ----------
    Dai, W., Yang, Q., Xue, G.-R. and Yu, Y. (2007). Boosting for transfer learning. ICML.

    Hastie, T., Rosset, S., Zhu, J. and Zou, H. (2009). Multi-class AdaBoost. Statistics and its Interface 2.

    Examples
    --------
    The target's rule is a cut at 2, the source's at 1. Half of the target's labels teach it.

    >>> import numpy as np
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from shiftlab.learners import TrAdaBoost
    >>> X = np.linspace(0, 3, 61)[:, np.newaxis]
    >>> y, y_target = (X[:, 0] > 1).astype(int), (X[:, 0] > 2).astype(int)
    >>> learner = TrAdaBoost(DecisionTreeClassifier(max_depth=1))
    >>> source_only = learner.fit(X, y).score(X, y_target)
    >>> boosted = learner.fit(X, y, X_labeled=X[::2], y_labeled=y_target[::2]).score(X, y_target)
    >>> round(source_only, 2), round(boosted, 2)
    (0.67, 1.0)
    """

    def __init__(
        self, estimator: Any = None, n_estimators: int = 10, *, weak_round: str = "clip", random_state: Any = None
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.weak_round = weak_round
        self.random_state = random_state

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        X_target: Any = None,
        X_labeled: Any = None,
        y_labeled: ArrayLike | None = None,
    ) -> Self:
        """Boost on the source and the labelled target rows; without these, train once on the source."""
        n_rounds = _check.count(self.n_estimators, "n_estimators")
        if self.weak_round not in WEAK_ROUNDS:
            raise ValueError(f'weak_round must be "clip" or "stop", got {_check.short(self.weak_round)}.')
        given = domains(self, X, y, X_target, X_labeled, y_labeled)
        self.classes_ = given.classes
        rows, codes = pooled(given)
        learner = clone(self._inner())
        if given.n_labeled and not has_fit_parameter(_boosted(learner), "sample_weight"):
            raise ValueError(f"{type(_boosted(learner)).__name__} cannot be boosted: its fit takes no sample_weight.")
        self.preparation_ = _preparation(learner)
        labels = self.classes_[codes]
        if self.preparation_ is not None:
            rows, learner = self.preparation_.fit_transform(rows, labels), _boosted(learner)
        rng = None if self.random_state is None else generator(self.random_state)
        n = len(given.codes)
        self.beta_ = 1 / (1 + np.sqrt(2 * np.log(n) / n_rounds))
        if not given.n_labeled:
            self.estimators_ = [fresh(learner, rng).fit(rows, labels)]
            self.errors_, self.betas_ = np.empty(0), np.empty(0)
            self.source_weights_, self.labeled_weights_ = np.full((1, n), 1 / n), np.empty((1, 0))
            return self

        weights = np.ones(len(codes))
        self.estimators_ = []
        history, errors, betas = [], [], []
        for _ in range(n_rounds):
            p = weights / weights.sum()
            model = fresh(learner, rng).fit(rows, labels, sample_weight=p * len(p))
            wrong = model.predict(rows) != labels
            error = float(p[n:] @ wrong[n:] / p[n:].sum())
            guessing = 1 - 1 / len(self.classes_)
            if error >= guessing and self.weak_round == "stop" and self.estimators_:
                break
            beta_t = target_beta(error, len(self.classes_))
            self.estimators_.append(model)
            history.append(p)
            errors.append(error)
            betas.append(beta_t)
            if error >= guessing and self.weak_round == "stop":
                break
            weights = p * np.where(wrong, np.repeat([self.beta_, 1 / beta_t], [n, len(p) - n]), 1.0)
        self.errors_, self.betas_ = np.array(errors), np.array(betas)
        self.source_weights_, self.labeled_weights_ = np.split(np.array(history), [n], axis=1)
        return self

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The share of each class in the vote of the rounds ⌈N/2⌉ to N; one column for each of ``classes_``."""
        rows = unseen_rows(self, X)
        if self.preparation_ is not None:
            rows = self.preparation_.transform(rows)
        first = -(-len(self.estimators_) // 2) - 1  # round ⌈N/2⌉, counted from 0
        says = np.log(1 / self.betas_[first:]) if self.betas_.size else np.ones(1)
        votes = np.zeros((rows.shape[0], len(self.classes_)))
        for model, say in zip(self.estimators_[first:], says, strict=True):
            votes[np.arange(len(votes)), np.searchsorted(self.classes_, model.predict(rows))] += say
        return votes / says.sum()

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class that the weighted majority votes for; of equal ones the last."""
        votes = self.predict_proba(X)
        return self.classes_[votes.shape[1] - 1 - votes[:, ::-1].argmax(axis=1)]

    def _inner(self) -> Any:
        if self.estimator is None:
            return make_pipeline(MinMaxScaler(), SVC(kernel="poly", degree=1, gamma=1.0))
        return self.estimator

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), get_tags(self._inner())
        tags.classifier_tags = inner.classifier_tags
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.input_tags.sparse, inner.input_tags.allow_nan
        return tags


def target_beta(error: float, n_classes: int) -> float:
    """beta_t of a round with this error on the labelled target rows, kept between 0 and that of guessing."""
    kept = min(max(error, _LEAST), 1 - 1 / n_classes - _EDGE)
    return kept / ((1 - kept) * (n_classes - 1))


def _preparation(learner: Any) -> Pipeline | None:
    """The steps of a pipeline before its last."""
    return learner[:-1] if isinstance(learner, Pipeline) and len(learner) > 1 else None


def _boosted(learner: Any) -> Any:
    """The last step of a pipeline, or the learner itself."""
    return learner[-1] if isinstance(learner, Pipeline) else learner
