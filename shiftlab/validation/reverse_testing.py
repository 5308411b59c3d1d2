"""ReverseTesting: label the target with each learner, learn from those labels, and come back to the source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, is_regressor
from sklearn.utils.parallel import Parallel, delayed

from .. import _check
from .._target import Target
from ._rows import labelled_rows, rows, same_columns
from ._scoring import Accuracy, Sample, Scoring, as_scoring, worth
from ._training import ConstantClassifier, Trainer, check_learner, one_sentence
from .domain import NOTHING, Domain
from .verdicts import RULES, all_verdicts, circles, standings

Pair = tuple[str, str]

WAYS_BACK = ("swapped", "alone")


class ReverseTesting(BaseEstimator):
    r"""Which learner, trained on the biased source, will be best on the unlabelled target?

    Each learner is trained on the source D and labels the target, T_b. Each learner is trained again on each T_b and
    its accuracy is measured on D, whose labels are known:

    .. math:: AccTrain_a^b = \frac{1}{|D|} \sum_{(x, y) \in D} [\theta_a^b(x) = y], \qquad
              \theta_a^b = L_a \text{ trained on } T_b

    Learner b is expected to be better than a if its labels teach both of them more (Condition 4.1):

    .. math:: AccTrain_a^b > AccTrain_a^a \quad\text{and}\quad AccTrain_b^b > AccTrain_b^a

    a if it is the other way round (4.2), and otherwise the pair is undecided (4.3).

    Parameters
    ----------
    learners : dict of name -> estimator, or list of (name, estimator)
        At least two learners. They are cloned.
    rule : {"strict", "weak", "sum"}, default="strict"
        "strict" compares as printed, with >. "weak" is content with >= in one of the two comparisons. "sum" compares
        the sums over both learners: which labels teach more in all? It is undecided only at a tie.
    scoring : str, callable or ExpectedBenefit, default="accuracy"
        "accuracy", any scorer of scikit-learn, or an `ExpectedBenefit` (section 6), which decides and labels by
        benefit.
    way_back : {"swapped", "alone"}, default="swapped"
        What a learner whose `fit` takes ``X_target`` is told on the way back, on which the paper is silent. "swapped":
        the domains have changed roles, and its target is the source rows, without their labels. "alone": nothing. Other
        learners are trained the same either way.
    n_jobs : int, optional
        How many trainings run at the same time, by joblib.

    Attributes
    ----------
    accuracy_ : ndarray of shape (n_learners, n_learners)
        Row: the learner that was trained; column: whose labels of the target it was trained on. Scored on the source.
    verdicts_ : dict of (a, b) -> a, b or None
        The better one of each pair, in the given order of the learners.
    undecided_ : list of (a, b)
        The pairs whose verdict is None.
    order_ : list of str
        The learners by wins minus losses; ties in the given order.
    best_ : str
        The first of ``order_``.
    standings_ : dict of name -> int
        Wins minus losses: learners with the same number are tied in ``order_``.
    cycles_ : list of tuple of str
        Groups whose members win against one another in a circle: among them ``order_`` is not what the verdicts say.
    target_labels_ : dict of name -> ndarray of shape (n_target,)
        How each learner labels the target.
    n_fits_ : int
        How many models were trained: l + l² for l learners, less where labellings coincide.

    Notes
    -----
    All pairs share their models, and identical labellings share those trained on them: l + l² trainings at most, where
    the paper's count of 2l² + 3l trains afresh for every pair. A labelling with one class only is not learnt from: the
    constant answer stands for what any classifier makes of it. On
    the way there a learner whose `fit` takes ``X_target`` is given the target; others get nothing but rows and labels.

    References
    ----------
    Fan, W. and Davidson, I. (2006). ReverseTesting: an efficient framework to select amongst classifiers under sample
    selection bias. KDD.

    Examples
    --------
    A line and naive Bayes for a ring that no line divides. Each learns best from its own labels, and only the sums
    tell the labellings apart.

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from shiftlab.validation import ReverseTesting
    >>> X = np.random.default_rng(0).normal(size=(400, 2))
    >>> y = (X**2).sum(axis=1) > 1.4
    >>> seen = X[:, 0] > -0.5
    >>> testing = ReverseTesting({"line": LogisticRegression(), "bayes": GaussianNB()}).fit(X[seen], y[seen], X)
    >>> testing.accuracy_.round(2)
    array([[0.72, 0.67],
           [0.7 , 0.96]])
    >>> testing.verdicts_, testing.n_fits_
    ({('line', 'bayes'): None}, 6)
    >>> testing.set_params(rule="sum").fit(X[seen], y[seen], X).order_
    ['bayes', 'line']
    """

    def __init__(
        self,
        learners: Any,
        rule: str = "strict",
        scoring: Any = "accuracy",
        *,
        way_back: str = "swapped",
        n_jobs: int | None = None,
    ) -> None:
        self.learners = learners
        self.rule = rule
        self.scoring = scoring
        self.way_back = way_back
        self.n_jobs = n_jobs

    def fit(self, X_source: Any, y_source: ArrayLike, X_target: Any) -> Self:
        """Compare the learners, for the unlabelled rows `X_target`."""
        learners = _named(self.learners)
        if self.rule not in RULES:
            raise ValueError(f'rule must be "strict", "weak" or "sum", got {_check.short(self.rule)}.')
        if self.way_back not in WAYS_BACK:
            raise ValueError(f'way_back must be "swapped" or "alone", got {_check.short(self.way_back)}.')
        X, y = labelled_rows(X_source, y_source, names=("X_source", "y_source"))
        X_target = rows(X_target.rows if isinstance(X_target, Target) else X_target, "X_target")
        same_columns(X, X_target)
        source = Sample(X, y, np.arange(len(y)), np.unique(y))
        if len(source.classes) == 1:
            raise ValueError(f"y_source holds only one class, {source.classes.tolist()[0]!r}: nothing can be learnt.")
        scoring = as_scoring(self.scoring)
        if isinstance(scoring, Accuracy) and is_regressor(next(iter(learners.values()))):
            raise ValueError(
                'Accuracy counts labels of classes, but learners are regressors: give a scoring like "r2".'
            )
        scoring.check(y, X_target.shape[0])

        parallel = Parallel(n_jobs=self.n_jobs)
        trainers = {name: Trainer(learner, source.classes) for name, learner in learners.items()}
        labellings = parallel(
            delayed(_label)(trainer, name, source, X_target, scoring) for name, trainer in trainers.items()
        )
        labels = [labelling for labelling, _ in labellings]
        same_as = [_first_equal(labels, b) for b in range(len(labels))]
        trainings = [(a, b) for b in sorted(set(same_as)) for a in range(len(labels))]
        names = list(learners)
        there = Domain(source.X) if self.way_back == "swapped" else NOTHING  # the rows only, without their labels
        scores = parallel(
            delayed(_come_back)(trainers[names[a]], (names[a], names[b]), X_target, labels[b], there, source, scoring)
            for a, b in trainings
        )
        accuracy = np.empty((len(labels), len(labels)))
        for (a, b), (score, _) in zip(trainings, scores, strict=True):
            accuracy[a, b] = score
        self.accuracy_ = accuracy[:, same_as]
        self.target_labels_ = dict(zip(names, labels, strict=True))
        self.n_fits_ = sum(trained for _, trained in [*labellings, *scores])
        return self._judge(names)

    def _judge(self, names: list[str]) -> Self:
        verdicts = all_verdicts(self.accuracy_, self.rule)
        self.verdicts_: dict[Pair, str | None] = {
            (names[a], names[b]): None if better is None else names[better] for (a, b), better in verdicts.items()
        }
        self.undecided_ = [pair for pair, better in self.verdicts_.items() if better is None]
        self.standings_ = dict(zip(names, standings(verdicts, len(names)), strict=True))
        self.order_ = sorted(names, key=lambda name: -self.standings_[name])  # stable: ties stay in the given order
        self.best_ = self.order_[0]
        self.cycles_ = [tuple(names[a] for a in circle) for circle in circles(verdicts, len(names))]
        return self


def _named(learners: Any) -> dict[str, Any]:
    try:
        pairs = list(learners.items()) if isinstance(learners, Mapping) else [(name, one) for name, one in learners]
    except (TypeError, ValueError):
        raise ValueError(
            f"learners must be a dict of names and estimators or a list of such pairs, got {_check.short(learners)}."
        ) from None
    named = dict(pairs) if all(isinstance(name, str) for name, _ in pairs) else {}
    if len(named) < len(pairs):
        raise ValueError("learners must have names that are strings, each a different one.")
    if len(named) < 2:
        raise ValueError(f"ReverseTesting needs at least two learners to compare, got {len(named)}.")
    for name, learner in named.items():
        check_learner(learner, f"The learner {name!r}")
    regressors = [name for name, learner in named.items() if is_regressor(learner)]
    if regressors and len(regressors) < len(named):
        other = next(name for name in named if name not in regressors)
        raise ValueError(
            "learners must be all classifiers or all regressors, to learn from one another's labels, "
            f"but {regressors[0]!r} is a regressor and {other!r} is not."
        )
    return named


def _label(trainer: Trainer, name: str, source: Sample, X_target: Any, scoring: Scoring) -> tuple[NDArray[Any], bool]:
    """theta_a's labels of the target, and whether it took a training."""
    model = trainer.train(source.X, source.y, f"On the source, the learner {name!r}", Domain(X_target))
    with one_sentence(f"The learner {name!r} cannot label the target"):
        labels = np.asarray(scoring.label(model, X_target, source.classes))
    return labels, not isinstance(model, ConstantClassifier)


def _come_back(
    trainer: Trainer,
    names: Pair,
    X_target: Any,
    labels: NDArray[Any],
    there: Domain,
    source: Sample,
    scoring: Scoring,
) -> tuple[float, bool]:
    """AccTrain_a^b, and whether it took a training."""
    a, b = names
    model = trainer.train(X_target, labels, f"On the target labelled by {b!r}, the learner {a!r}", there)
    score = worth(scoring.score_retrained, model, source, f"The learner {a!r}, trained on the labels of {b!r},")
    return score, not isinstance(model, ConstantClassifier)


def _first_equal(labels: list[NDArray[Any]], b: int) -> int:
    return next(i for i in range(b + 1) if np.array_equal(labels[i], labels[b]))
