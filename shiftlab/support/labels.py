"""Labels that somebody can learn from: finite, none missing, all of one kind."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .. import _check


def check_labels(labels: NDArray[Any], name: str) -> None:
    """Refuse labels that are NaN, infinite or missing, and a mixture of numbers and strings."""
    if labels.dtype.kind in "fc":
        _check.finite(labels, name)
    elif labels.dtype == object:
        if any(label is None or label != label for label in labels.ravel()):
            raise ValueError(f"{name} must have a label for every row, but some are missing.")
        if len({isinstance(label, str) for label in labels.ravel()}) > 1:
            raise ValueError(f"{name} must hold labels of one kind, either numbers or strings.")
