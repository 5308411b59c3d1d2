"""A classifier whose probabilities follow the class priors of the target."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.utils import indexable
from sklearn.utils.validation import check_is_fitted, validate_data

from shiftlab import _check, posterior
from shiftlab._check import Floats
from shiftlab._target import shape_of, whole_target
from shiftlab.support.seeds import generator
from shiftlab.support.tables.learning import check_table, said_of_frames, validated
from shiftlab.support.tables.names import check_same_columns

from .._labels import several_classes
from .._most_probable import AdjustedClassifier
from .black_box import black_box_priors
from .calibration import Calibration, calibrate

METHODS = ("em", "bbse", "bbse-soft")


class PriorShiftClassifier(AdjustedClassifier):
    """Learn the class priors of the target without its labels, and adjust the probabilities to them.

    Under label shift p(x | y) stays and p(y) changes. Then Saerens' formula, `shiftlab.posterior.adjust_priors`, takes
    a posterior of the source to one of the target, and all there is to learn of the target are its class priors.

    Parameters
    ----------
    estimator : classifier with ``predict_proba``
        What is trained on the source; it is cloned.
    method : {"em", "bbse", "bbse-soft"}, default="em"
        How the priors are found. "em" is the maximum of the likelihood, by `shiftlab.posterior.estimate_priors`.
        "bbse" inverts the confusion matrix of the predicted classes (Lipton, Wang and Smola, 2018), "bbse-soft" that
        of the probabilities: they need no calibrated probabilities to find the priors.
    calibration : "bcts" or None, default="bcts"
        Whether the probabilities are scaled by a temperature and a bias for each class, learned from cross-validated
        predictions (Alexandari, Kundaje and Shrikumar, 2020), before anything else is made of them. None takes the
        estimator's own, which suits one that is calibrated.
    cv : int, default=5
        Number of parts in which the source is predicted by models that have not seen it; every class needs as many
        rows.
    random_state : int, RandomState instance or None, default=None
        Draws the parts.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, in the order of the columns of `predict_proba`.
    estimator_ : classifier
        Trained on all rows of the source.
    priors_ : ndarray of shape (n_classes,)
        The class priors of the target; those of the source without a target.
    source_priors_ : ndarray of shape (n_classes,)
        The share of each class among the rows of `fit`.
    temperature_, bias_ : float and ndarray of shape (n_classes,)
        Of the calibration: ``softmax(log(p) / temperature_ + bias_)``; 1 and zeros where there was none.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Notes
    -----
    It fails where something else than the priors has changed: if the rows of a class look different in the target
    (covariate shift, new machines, another population), the priors found are wrong and nothing shows it. It fails
    for a class that the source does not have. EM without calibration is misled by estimators that are over-confident
    (naive Bayes, boosted trees, networks); BBSE by one that hardly tells the classes apart, of which it warns. With a
    few dozen target rows the priors are rough in any case.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from shiftlab.learners import PriorShiftClassifier
    >>> rng = np.random.default_rng(0)
    >>> y, y_target = rng.random(2000) < 0.5, rng.random(2000) < 0.1
    >>> X, X_target = (rng.normal(2.0 * labels, 1.0)[:, np.newaxis] for labels in (y, y_target))
    >>> learner = PriorShiftClassifier(LogisticRegression(), random_state=0).fit(X, y, X_target=X_target)
    >>> bool(abs(learner.priors_[1] - y_target.mean()) < 0.03)  # half in training
    True
    >>> bool(learner.score(X_target, y_target) > learner.estimator_.score(X_target, y_target) + 0.05)
    True
    """

    # Whoever passes a target to a pipeline or a search wants it to arrive here.
    __metadata_request__fit = {"X_target": True}

    def __init__(
        self,
        estimator: Any,
        method: str = "em",
        *,
        calibration: str | None = "bcts",
        cv: int = 5,
        random_state: Any = None,
    ) -> None:
        self.estimator = estimator
        self.method = method
        self.calibration = calibration
        self.cv = cv
        self.random_state = random_state

    def fit(self, X: Any, y: ArrayLike, X_target: Any = None) -> Self:
        """Train on the source, and learn the priors of the unlabelled rows `X_target`.

        Without `X_target` nothing is known to have shifted: the fit, and the probabilities, are the estimator's own.
        """
        self._check_parameters()
        labels: NDArray[Any] = validate_data(self, y=y)
        X = validated(self, X, skip_check_array=True)
        X, labels = indexable(X, labels)
        self.classes_, codes = several_classes(labels, type(self).__name__)
        counts = np.bincount(codes)
        self.source_priors_ = self.priors_ = counts / counts.sum()
        self.temperature_, self.bias_, self._seen_target = 1.0, np.zeros(len(counts)), X_target is not None
        with said_of_frames(self.estimator, X):
            self.estimator_ = clone(self.estimator).fit(X, labels)
        if not hasattr(self.estimator_, "predict_proba"):  # asked after the fit: some estimators only know then
            raise ValueError(
                f"The estimator {self.estimator!r} has no predict_proba, which the correction needs: "
                "wrap it in CalibratedClassifierCV, for example."
            )
        if X_target is None:
            return self
        target = whole_target(X_target, len(labels))
        check_table(target, "X_target")
        width, width_target = (shape_of(rows)[1:2] for rows in (X, target))
        if width and width_target:  # texts have none
            check_same_columns(X, target, *width, *width_target, names=("X", "X_target"))
        p_target = self.estimator_.predict_proba(target)
        if self.calibration is None and self.method == "em":
            self.priors_ = posterior.estimate_priors(p_target, self.source_priors_)
            return self
        unseen = self._unseen(X, labels, counts)
        if self.calibration is not None:
            found = calibrate(unseen, codes)
            self.temperature_, self.bias_ = found.temperature, found.bias
            unseen, p_target = found(unseen), found(p_target)
        if self.method == "em":
            self.priors_ = posterior.estimate_priors(p_target, self.source_priors_)
        elif self.method == "bbse":
            self.priors_ = black_box_priors(_decided(unseen), codes, _decided(p_target))
        else:
            self.priors_ = black_box_priors(unseen, codes, p_target)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """Probabilities under the priors of the target, one column for each of ``classes_``."""
        check_is_fitted(self)
        check_table(X)
        p = np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)  # it checks X: it saw the same in fit
        if not self._seen_target:
            return p
        if self.calibration is not None:
            p = Calibration(self.temperature_, self.bias_)(p)
        # Never quite 0: a row that is certain to be of a class that the target does not have must go somewhere.
        return posterior.adjust_priors(np.maximum(p, 1e-200), self.source_priors_, self.priors_)

    def _unseen(self, X: Any, labels: NDArray[Any], counts: NDArray[np.intp]) -> Floats:
        """The probabilities of the source rows, each by a model that has not seen it."""
        if counts.min() < self.cv:
            raise ValueError(
                f"cv={self.cv} needs as many rows of each class, but class {self.classes_.tolist()[counts.argmin()]!r} "
                f"has {counts.min()}: give a smaller cv, or rows."
            )
        parts = StratifiedKFold(self.cv, shuffle=True, random_state=generator(self.random_state))
        p: Floats = cross_val_predict(self.estimator, X, labels, cv=parts, method="predict_proba")
        return p

    def _check_parameters(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(METHODS)}, got {_check.short(self.method)}.")
        if self.calibration not in ("bcts", None):
            raise ValueError(f'calibration must be "bcts" or None, got {_check.short(self.calibration)}.')
        _check.count(self.cv, "cv", least=2)


def _decided(p: Floats) -> Floats:
    """1 for the most probable class and 0 for the others."""
    decided: Floats = np.eye(p.shape[1])[p.argmax(axis=1)]
    return decided
