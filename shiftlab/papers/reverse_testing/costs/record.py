"""The flat numbers of one comparison: what each learner earns, what was expected of it, and who was right."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from shiftlab.diagnostics import two_sample_auc

from .run import Result
from .world import behaviour

#: Standard errors from which on a difference of two learners on the target is clear.
CLEAR = 1.96
#: The criteria that are compared.
CRITERIA = ("cv", "strict", "weak", "sum")


def record(result: Result) -> dict[str, Any]:
    """Counts, dollars on the target and on the source, pairs right, wrong and undecided."""
    s, source, target, judged = result.settings, result.source, result.target, result.judged
    numbers: dict[str, Any] = {
        "n_source": len(source.y),
        "n_target": len(target.y),
        "frauds_source": int(source.y.sum()),
        "frauds_target": int(target.y.sum()),
        "worthwhile_source": int((source.value > s.overhead).sum()),
        "worthwhile_target": int((target.value > s.overhead).sum()),
        "shift_auc": two_sample_auc(behaviour(s, source), behaviour(s, target), random_state=0),
        "possible_source": _possible(source.value, s.overhead),
        "possible_target": _possible(target.value, s.overhead),
    }
    for name in judged.names:
        numbers[f"truth_{name}"] = float(judged.truth[name])
        numbers[f"cv_{name}"] = float(judged.estimates["cv"][name])
        numbers[f"investigated_{name}"] = int(result.decisions[name].sum())
        for other, value in zip(judged.names, judged.accuracy[judged.names.index(name)], strict=True):
            numbers[f"source_{name}_by_{other}"] = float(value)
    clear = clear_pairs(result)
    numbers |= {"ties": judged.ties, "clear": len(clear)}
    for criterion in CRITERIA:
        for answer, count in judged.counts(criterion).items():
            numbers[f"{answer}_{criterion}"] = int(count)
        numbers[f"clear_right_{criterion}"] = sum(judged.says(criterion, pair) == judged.better(pair) for pair in clear)
        numbers[f"best_{criterion}"] = int(judged.finds_best(criterion))
    return numbers


def _possible(value: Any, overhead: float) -> float:
    """What knowing every fraud would bring."""
    return math.fsum(np.maximum(value - overhead, 0))


def clear_pairs(result: Result) -> list[tuple[str, str]]:
    """The pairs whose difference on the target is more than that of other rows of the same kind would do."""
    clear = []
    for pair, _ in result.judged.decided:
        difference = result.earned(pair[0]) - result.earned(pair[1])
        if abs(difference.sum()) > CLEAR * math.sqrt(difference.size) * difference.std():
            clear.append(pair)
    return clear
