"""What all candidates of a search share, so that only they differ: the folds, and the weights of a source."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ... import _check
from ..._check import Floats
from ...support.seeds import generator
from ..criteria.together import source_weights
from ..domain import Domain


class Judging(NamedTuple):
    """What judges the candidates on one source.

    Parameters
    ----------
    criteria : dict of names and criteria
        Those that can.
    weights : dict of names and ndarrays
        Of the source rows, for the criteria that weigh.
    refused : dict of names and str
        Why other criteria have no weights for this source.
    """

    criteria: dict[str, Any]
    weights: dict[str, Floats]
    refused: dict[str, str]


def same_folds(criteria: Mapping[str, Any]) -> dict[str, Any]:
    """The criteria with every source of chance drawn now: each candidate is then judged on the same folds.

    What two criteria had in common, they have in common still, so that they share trainings as before. Their own
    `n_jobs` is put aside, as the search has one.
    """
    seeds = _Each(lambda state: int(generator(state).randint(np.iinfo(np.int32).max)))
    splitters = _Each(lambda cv: _settled(cv, seeds))
    return {name: _changed(one, _chance(one, seeds, splitters)) for name, one in criteria.items()}


def judging(criteria: Mapping[str, Any], source: tuple[Any, Any], domain: Domain) -> Judging:
    """The criteria with the weights of the source, which each weigher is fitted to once for all candidates."""
    try:
        return Judging(dict(criteria), source_weights(criteria, source, *domain), {})
    except ValueError:  # of one of them: the others may have an answer
        able, weights, refused = {}, {}, {}
        for name, criterion in criteria.items():
            try:
                weights.update(source_weights({name: criterion}, source, *domain))
                able[name] = criterion
            except ValueError as objection:
                refused[name] = str(objection)
        return Judging(able, weights, refused)


def _chance(criterion: Any, seeds: _Each, splitters: _Each) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    own = criterion.get_params(deep=False)
    if "random_state" in own and not _check.is_count(own["random_state"], 0):
        changes["random_state"] = seeds(own["random_state"])
    if own.get("cv") is not None:
        changes["cv"] = splitters(own["cv"])
    if own.get("n_jobs") is not None:
        changes["n_jobs"] = None
    return changes


def _settled(cv: Any, seeds: _Each) -> Any:
    if not hasattr(cv, "split"):
        # folds that a generator gives can be had once; what is no folds at all, the criterion refuses
        return list(cv) if hasattr(cv, "__next__") else cv
    if _check.is_count(getattr(cv, "random_state", 0), 0):
        return cv
    settled = copy.copy(cv)
    settled.random_state = seeds(cv.random_state)
    return settled


def _changed(criterion: Any, changes: dict[str, Any]) -> Any:
    return copy.copy(criterion).set_params(**changes)


class _Each:
    """A function that gives the same for the same object."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.known: dict[int, tuple[Any, Any]] = {}  # the object is kept, so that its id stays its own

    def __call__(self, value: Any) -> Any:
        if id(value) not in self.known:
            self.known[id(value)] = (value, self.function(value))
        return self.known[id(value)][1]
