"""The criteria that a search asks, under the names that its results have for them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ... import _check

CLASSES = {
    "SCV": "SourceCV",
    "LOO": "LeaveOneOut",
    "SRM": "StructuralRisk",
    "WCV": "WeightedCV",
    "TrCV": "TransferCV",
    "TCV": "TargetCV",
    "STV": "SourceToTarget",
}
"""The paper's names of the criteria (LOO and SRM are those of other papers)."""

_BY_LOWER_CASE = {name.lower(): kind for name, kind in CLASSES.items()}


def judges(criterion: Any) -> dict[str, Any]:
    """Criteria by name: from one of them, its name, a list or a dict."""
    if isinstance(criterion, Mapping):
        named = [(name, _judge(one)) for name, one in criterion.items()]
    elif isinstance(criterion, list | tuple):
        named = [(_name(one), _judge(one)) for one in criterion]
    else:
        named = [(_name(criterion), _judge(criterion))]
    if not named or not all(isinstance(name, str) for name, _ in named):
        raise ValueError("criterion must be a criterion, its name, or a list or dict (with names) of at least one.")
    found = dict(named)
    if len(found) < len(named):
        raise ValueError("Two criteria have the same name: give them as a dict with names of your own.")
    return found


def deciding(refit: Any, names: list[str]) -> str:
    """The name of the criterion that decides: the one `refit` names, in whatever case, else the first."""
    if isinstance(refit, bool):
        return names[0]
    if isinstance(refit, str):
        same = [name for name in names if name == refit] or [name for name in names if name.lower() == refit.lower()]
        if len(same) == 1:
            return same[0]
    raise ValueError(
        f"refit must be True, False or the name of the criterion that decides, one of {', '.join(names)}, "
        f"got {_check.short(refit)}."
    )


def _name(one: Any) -> str:
    if isinstance(one, str):
        return one
    kind = type(one).__name__
    return next((name for name, known in CLASSES.items() if known == kind), kind)


def _judge(one: Any) -> Any:
    if isinstance(one, str):
        kind = _BY_LOWER_CASE.get(one.lower())
        if kind is None:
            raise ValueError(
                f"A criterion goes by one of the names {', '.join(CLASSES)}, in whatever case, got {_check.short(one)}."
            )
        return getattr(import_module("shiftlab.validation"), kind)()
    if isinstance(one, type) or not hasattr(one, "score") or not hasattr(one, "get_params"):
        raise ValueError(
            f"A criterion must have score(estimator, source, target, labeled), as those of shiftlab.validation, "
            f"or be the name of one, got {_check.short(one)}."
        )
    return one
