"""The flat numbers of one draw of texts: what each criterion says of each candidate, the truth, and the rows."""

from __future__ import annotations

from typing import Any

from ..kept import flat
from .run import Result


def record(result: Result) -> dict[str, Any]:
    """Of the candidates all that the summary needs; of the weights what they are worth, as a share of the rows."""
    sample = result.sample
    return {
        "n_source": sample.y.size,
        "n_target": sample.y_target.size + sample.y_labeled.size,
        "n_labeled": sample.y_labeled.size,
        "n_words": len(sample.words),
        "share_source": float(sample.y.mean()),
        "share_target": float(sample.y_target.mean()),
        "ess": result.ess / sample.y.size,
        **flat(result.judged),
    }
