"""Labels for weighers that choose by them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import is_classifier
from sklearn.utils.validation import has_fit_parameter

from ...weights import InformationCriterionRatio


def labels_for(weigher: Any, estimator: Any, y: ArrayLike) -> dict[str, ArrayLike]:
    """What the weigher's `fit` is given of the labels: nothing, as a rule.

    Refused where it would take the codes of several classes for measurements. Two classes are as good as 0 and 1.
    """
    if not has_fit_parameter(weigher, "y_source"):
        return {}
    inside = [weigher, *weigher.get_params().values()]  # of a Transformed, for example
    if is_classifier(estimator) and any(isinstance(part, InformationCriterionRatio) for part in inside):
        n_classes = len(np.unique(np.asarray(y)))
        if n_classes > 2:
            raise ValueError(
                f"InformationCriterionRatio takes y for measurements, and the codes of {n_classes} classes are none: "
                "take the ratio itself as the weigher, or two classes."
            )
    return {"y_source": y}
