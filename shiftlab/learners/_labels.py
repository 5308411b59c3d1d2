"""The labels of classifiers: two classes, or at least two, or one sentence that says why not."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.multiclass import check_classification_targets, type_of_target


def two_classes(y: ArrayLike, learner: str) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """The two classes in sorted order, and which of them (0 or 1) each row has."""
    classes, codes = several_classes(y, learner)
    if classes.size > 2:
        # scikit-learn's wording, which its own tools look for
        raise ValueError(f"Only binary classification is supported. The type of the target is {type_of_target(y)}.")
    return classes, codes


def several_classes(y: ArrayLike, learner: str) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """The classes, two or more, in sorted order, and which of them each row has."""
    try:
        labels = np.asarray(y)
        if (
            labels.ndim != 1 or labels.dtype.kind not in "biuU"
        ):  # those are classes; a look at each row would say no more
            check_classification_targets(y)
        classes, codes = np.unique(labels, return_inverse=True)
    except TypeError:
        raise ValueError("The labels in y must be all of one kind, either numbers or strings.") from None
    if classes.size < 2:
        seen = f"only one class, {classes.tolist()[0]!r}" if classes.size else "no row"
        raise ValueError(f"{learner} needs rows of two classes to learn from, but y holds {seen}.")
    return classes, codes
