"""Training a copy of a learner: what cannot be learnt is said in one sentence, one class is answered by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier

from .._check import Floats
from ._tally import note_training
from .domain import LABELED, NOTHING, Domain, takes

Y = LABELED[1]


class ConstantClassifier(ClassifierMixin, BaseEstimator):
    """Answers one label, whatever the row: what there is to learn from rows of a single class.

    Many classifiers refuse such rows. Others learn just this, but have probabilities for the one class only, which
    scorers refuse in turn; here every class has a column.
    """

    def __init__(self, label: Any, classes: NDArray[Any]) -> None:
        self.label = label
        self.classes = classes
        self.classes_ = classes

    def predict(self, X: Any) -> NDArray[Any]:
        """The label, for each row."""
        return np.full(X.shape[0], self.label, dtype=self.classes.dtype)

    def predict_proba(self, X: Any) -> Floats:
        """1 for the label, 0 for the other classes."""
        return np.tile((self.classes == self.label).astype(np.float64), (X.shape[0], 1))


def check_learner(learner: Any, name: str) -> None:
    """Refuse what scikit-learn cannot copy, train and ask."""
    if isinstance(learner, type) or not all(hasattr(learner, what) for what in ("fit", "predict", "get_params")):
        raise ValueError(f"{name} must be an estimator with fit and predict, got {type(learner).__name__}.")


class Trainer:
    """Trains copies of one learner; what there is to know of the learner is found out once.

    Parameters
    ----------
    learner : estimator
        It is copied for each training.
    classes : ndarray
        Of all source rows, sorted.
    """

    def __init__(self, learner: Any, classes: NDArray[Any]) -> None:
        self.learner = learner
        self.classes = classes
        self.classifies = is_classifier(learner)
        self.takes = takes(learner)

    def train(self, X: Any, y: NDArray[Any], what: str, domain: Domain = NOTHING) -> Any:
        """A copy of the learner trained on `X` and `y`, or a constant where a classifier is shown a single class.

        It is told of the target what its `fit` takes. `what` begins the sentence about a learner that refuses, such
        as "The learner 'tree' on the source".
        """
        with one_sentence(f"{what} cannot be trained"):
            told = self.takes.parameters(domain, len(y))
            # labelled rows of the target may know the other classes
            if self.classifies and (y == y[0]).all() and all((told[name] == y[0]).all() for name in told if name == Y):
                return ConstantClassifier(y[0], self.classes)
            note_training()
            return clone(self.learner).fit(X, y, **told)


@contextmanager
def one_sentence(what: str) -> Iterator[None]:
    """Say what a learner or scorer objects to, often at length, in one sentence that begins with `what`."""
    try:
        yield
    except (ValueError, TypeError, AttributeError) as objection:
        raise ValueError(f"{what}: {_first_sentence(str(objection))}.") from objection


def _first_sentence(text: str) -> str:
    line = (text.strip() or "no reason is given").splitlines()[0]
    sentence = re.split(r"[.:]\s+(?=[A-Z])", " ".join(line.split()))[0]
    return (sentence if len(sentence) <= 140 else sentence[:137] + "...").rstrip(".:")
