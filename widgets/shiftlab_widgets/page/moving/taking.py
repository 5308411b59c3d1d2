"""Computing and recording the cells of a page, each once."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import joblib

from shiftlab.experiments.experiment import Experiment
from shiftlab.experiments.settings import SettingsError
from shiftlab.support.interrupts import interrupts_kept

from ...picture.recording.film import Film, Frame
from ...written import changes
from .grid import Values, settings_of

#: Where nobody answers: a page is made of what is on this machine.
NOWHERE = "http://127.0.0.1:9"


@dataclass(frozen=True, eq=False)
class Shot:
    """A cell: its frame and sentence, or the sentence that refuses it. `quick` says how it was made quicker."""

    frame: Frame | None
    sentence: str
    hidden: tuple[str, ...] = ()
    quick: str = ""
    missing: bool = False  # what it needs is not on this machine


class Shots:
    """All cells that were taken, by their values."""

    def __init__(
        self, experiment: Experiment[Any, Any], film: Film, jobs: int = 1, done: Callable[[], object] = lambda: None
    ) -> None:
        self.experiment, self.film, self.jobs, self.done = experiment, film, jobs, done
        self._taken: dict[tuple[Any, ...], Shot] = {}
        self._seconds: dict[tuple[Any, ...], float] = {}

    def __getitem__(self, values: Values) -> Shot:
        return self._taken[tuple(values.values())]

    def __len__(self) -> int:
        return len(self._taken)

    def seconds(self, values: Values) -> float:
        """How long it took to compute a cell."""
        return self._seconds[tuple(values.values())]

    def missing(self, cells: Iterable[Values]) -> list[Values]:
        return [values for values in cells if tuple(values.values()) not in self._taken]

    def take(self, cells: Sequence[Values], quick: bool = False) -> None:
        """Compute these, side by side if there are several jobs, and record them one after the other."""
        todo = self.missing(cells)
        wanted = [settings_of(self.experiment, values) for values in todo]
        runs = [self._quicker(one) if quick and not isinstance(one, str) else one for one in wanted]
        parallel = joblib.Parallel(n_jobs=self.jobs, return_as="generator")
        results = parallel(joblib.delayed(computed)(self.experiment, run) for run in runs)
        with interrupts_kept() as interrupt, contextlib.closing(results):
            for values, settings, run, (result, seconds) in zip(todo, wanted, runs, results, strict=True):
                self._taken[tuple(values.values())] = self._shot(settings, run, result)
                self._seconds[tuple(values.values())] = seconds
                self.done()
                interrupt()

    def _quicker(self, settings: Any) -> Any:
        """Settings at the edge may have no quicker version that is allowed."""
        try:
            return self.experiment.coarse(settings)
        except ValueError:
            return settings

    def _shot(self, settings: Any, run: Any, result: Any) -> Shot:
        if isinstance(settings, str):
            return Shot(None, settings)
        hidden = tuple(field.name for field in self.experiment.fields if not field.applies(settings))
        if isinstance(result, Missing):
            return Shot(None, f"This page does not have these settings: {result}", hidden, missing=True)
        if isinstance(result, str):
            return Shot(None, result, hidden)
        quick = "" if run == settings else f"Computed with {changes(run, settings)}, which is quicker."
        return Shot(self.film.frame(result), self.experiment.describe(result), hidden, quick)


class Missing(str):
    """Why there is no result, although the settings are right."""


def computed(experiment: Experiment[Any, Any], settings: Any) -> tuple[Any, float]:
    """The result, or the sentence that says why there is none; and how many seconds the processor took."""
    started = time.process_time()
    result = _result(experiment, settings)
    return result, time.process_time() - started


def _result(experiment: Experiment[Any, Any], settings: Any) -> Any:
    if isinstance(settings, str):
        return settings
    try:
        with _only_what_is_here():
            return experiment.result(settings)
    except SettingsError as refusal:
        return str(refusal)
    except (ValueError, OSError) as error:  # data that are not on this machine
        return Missing(" ".join(str(error).split()))


@contextlib.contextmanager
def _only_what_is_here() -> Iterator[None]:
    """No data set is downloaded for a page, unless from a mirror that somebody has named."""
    named = os.environ.get("SHIFTLAB_OPENML")
    os.environ.setdefault("SHIFTLAB_OPENML", NOWHERE)
    try:
        yield
    finally:
        if named is None:
            del os.environ["SHIFTLAB_OPENML"]
