"""Every candidate on every source, judged by every criterion: one cell after the other, or side by side."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import Any, NamedTuple

from joblib import effective_n_jobs
from sklearn.exceptions import FitFailedWarning
from sklearn.utils.parallel import Parallel, delayed
from tqdm import tqdm

from ... import _check
from .._tally import tally
from ..criteria.together import scores
from ..domain import Domain
from .candidates import Candidate, Source
from .pinned import Judging, judging, same_folds


class Task(NamedTuple):
    """A candidate on a source, and what is known of the target."""

    candidate: Candidate
    source: Source
    domain: Domain

    def __str__(self) -> str:
        settings = f" with {_check.short(self.candidate.params)}" if self.candidate.params else ""
        where = "" if self.source.name is None else f" on the source {self.source.name!r}"
        return f"{self.candidate.learner!r}{settings}{where}"


class Cell(NamedTuple):
    """What the criteria say of a candidate on a source."""

    values: dict[str, float]
    fits: int
    seconds: float
    objection: str | None  # of the first criterion that could not judge


def judged(
    tasks: list[Task], criteria: Mapping[str, Any], *, n_jobs: int | None, error_score: float | str, progress: bool
) -> list[Cell]:
    """What the criteria say of each task. All of one source share its weights, and all of them the folds."""
    pinned = same_folds(criteria)
    by_source = {
        name: judging(pinned, (source.X, source.y), domain)
        for name, (_, source, domain) in {task.source.name: task for task in tasks}.items()
    }
    calls = ((task, by_source[task.source.name], error_score) for task in tasks)
    if effective_n_jobs(n_jobs) == 1:  # joblib's help has a price, which one worker need not pay
        results = (_cell(*call) for call in calls)
    else:
        results = Parallel(n_jobs=n_jobs, return_as="generator")(delayed(_cell)(*call) for call in calls)
    with closing(results):  # an interrupt ends the workers' cells, too
        cells = list(tqdm(results, desc="ShiftSearch", unit="cell", total=len(tasks), disable=not progress))
    failed = [i for i, cell in enumerate(cells) if cell.objection is not None]
    if failed:
        warnings.warn(
            f"{len(failed)} of {len(cells)} cells could not be judged by every criterion, and count as "
            f"{error_score} there; the first is {tasks[failed[0]]}: {cells[failed[0]].objection}",
            FitFailedWarning,
            stacklevel=3,
        )
    return cells


def _cell(task: Task, judging: Judging, error_score: float | str) -> Cell:
    started = time.perf_counter()
    refused = dict(judging.refused)
    if refused and error_score == "raise":
        raise ValueError(next(iter(refused.values())))

    def ask(names: Iterable[str]) -> dict[str, float]:
        criteria = {name: judging.criteria[name] for name in names}
        weights = {name: values for name, values in judging.weights.items() if name in criteria}
        (_, _, estimator), (_, X, y), (X_target, labeled) = task
        return scores(estimator, (X, y), X_target, labeled, criteria, weights=weights)

    values: dict[str, float] = {}
    with tally() as trainings:
        try:
            values.update(ask(judging.criteria) if judging.criteria else {})
        except Exception:
            if error_score == "raise":
                raise
            for name in judging.criteria:  # one of them refuses, the others may have an answer
                try:
                    values.update(ask([name]))
                except Exception as objection:
                    refused[name] = str(objection)
    values.update(dict.fromkeys(refused, error_score))  # type: ignore[arg-type]  # a number: the rest has raised
    return Cell(values, trainings.fits, time.perf_counter() - started, next(iter(refused.values()), None))
