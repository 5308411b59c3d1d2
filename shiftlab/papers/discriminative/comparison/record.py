"""The flat numbers of a cell: means and spreads over its trials."""

from __future__ import annotations

from typing import Any

from shiftlab.experiments.records import over_trials, short

from .methods import METHODS
from .run import Result
from .settings import REAL

DIGITS = 6
#: Of these the spread is kept too; the others are for reading.
SPREAD = ("auc ", "reduction ", "log_loss integrated - ")


def record(result: Result) -> dict[str, Any]:
    """A reduction of 1 - AUC is not defined where the iid fit makes no mistake: such a trial counts for no method.

    Targets of real data are what an average is over, and pairs of mine fields depend on each other: their areas are
    kept one by one, under "auc iid @ 7" of field or inbox 7.
    """
    trials = [{name: value for name, value in trial.items() if name != "target"} for trial in result.numbers]
    if result.settings.problem not in REAL:
        return over_trials(trials, DIGITS, _varies)
    areas = {
        f"auc {name} @ {trial['target']}": short(trial[f"auc {name}"], DIGITS)
        for name in METHODS
        for trial in result.numbers
    }
    rest = [{name: value for name, value in trial.items() if not _varies(name)} for trial in trials]
    return areas | over_trials(rest, DIGITS, lambda name: False)


def _varies(name: str) -> bool:
    return name.startswith(SPREAD)
