"""The flat numbers of one draw: what each criterion says of each candidate, the truth, and the weights."""

from __future__ import annotations

from typing import Any

from shiftlab.weights.base import effective_sample_size

from ..kept import flat
from .run import Result


def record(result: Result) -> dict[str, Any]:
    """Of the candidates all that the summary needs; of the weights what they are worth, as a share of the rows."""
    weights = result.weights
    return {
        "n_labeled": len(result.sample.y_labeled),
        "ess": float(effective_sample_size(weights) / len(weights)),
        "mean_weight": float(weights.mean()),
        "largest_weight": float(weights.max()),
        "disputed": float(result.disputed.mean()),
        **flat(result.judged),
    }
