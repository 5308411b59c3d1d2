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


def train(learner: Any, X: Any, y: NDArray[Any], classes: NDArray[Any], what: str) -> Any:
    """A copy of `learner` trained on `X` and `y`, or a constant where a classifier is shown a single class.

    `what` begins the sentence about a learner that refuses, such as "The learner 'tree' on the source".
    """
    if is_classifier(learner) and (y == y[0]).all():
        return ConstantClassifier(y[0], classes)
    with one_sentence(f"{what} cannot be trained"):
        return clone(learner).fit(X, y)


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
