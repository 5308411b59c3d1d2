"""Several criteria for one estimator: what they share is trained once."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from numbers import Real
from typing import Any

from sklearn.exceptions import FitFailedWarning

from ... import _check
from ..._check import Floats
from .by_folds import FoldCriterion, in_one_pass
from .criterion import Criterion
from .problem import Domains, Problem
from .weighing import checked_weights, is_uniform, same_weigher, weigh
from .weighted_cv import WeightedCV


def scores(
    estimator: Any,
    source: tuple[Any, Any],
    target: Any = None,
    labeled: Any = None,
    criteria: Mapping[str, Criterion] | None = None,
    *,
    weights: Any = None,
    error_score: Any = "raise",
) -> dict[str, float]:
    """What several criteria say of one estimator; each number is what the criterion's own `score` gives, to the bit.

    Criteria by folds with the same folds and the same `pool_labeled` share the models of the other folds, so that
    `SourceCV`, `WeightedCV` and `TransferCV` together take 2k trainings. A ``random_state`` of None, or the same
    generator of random numbers, is one draw for all of them. A weigher that several criteria have is fitted once.

    Parameters
    ----------
    estimator, source, target, labeled
        As for `Criterion.score`.
    criteria : dict of name -> criterion
        What is asked.
    weights : array-like of shape (n_source,) or dict of name -> such, optional
        Weights that are known, in place of those of the weighers: one vector if all criteria that weigh have the same
        weigher (apart from "uniform", which stays), otherwise by the criteria's names, as `source_weights` gives them.
    error_score : "raise" or float, default="raise"
        What a criterion that refuses the estimator gives. With a number, a `FitFailedWarning` says why.

    Returns
    -------
    dict of name -> float
        In the order of `criteria`.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from shiftlab.validation import SourceCV, TransferCV, WeightedCV, scores
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(60, 2)), rng.normal(1, 1, size=(60, 2))
    >>> criteria = {"SCV": SourceCV(5, random_state=0), "WCV": WeightedCV(n_splits=5, random_state=0),
    ...             "TrCV": TransferCV(n_splits=5, random_state=0)}
    >>> found = scores(GaussianNB(), (X, X[:, 0] > 0), X_target, None, criteria)
    >>> {name: round(value, 2) for name, value in found.items()}
    {'SCV': 0.98, 'WCV': 0.99, 'TrCV': 0.93}
    """
    if not isinstance(criteria, Mapping) or not criteria:
        raise ValueError(f"criteria must be a dict of names and criteria, got {_check.short(criteria)}.")
    for name, criterion in criteria.items():
        if not hasattr(criterion, "score") or isinstance(criterion, type):
            raise ValueError(f"The criterion {name!r} must have a method score, got {_check.short(criterion)}.")
    if not (isinstance(error_score, str) and error_score == "raise") and not isinstance(error_score, Real):
        raise ValueError(f'error_score must be "raise" or a number, got {_check.short(error_score)}.')
    problem = Problem(estimator, source, target, labeled)
    weighers = _Weighers(criteria, problem, weights)

    def ask(group: Mapping[str, Criterion]) -> dict[str, float]:
        return _ask(group, problem, weighers, (estimator, source, target, labeled))

    found: dict[str, float] = {}
    for group in _groups(criteria):
        try:
            found.update(ask(group))
        except ValueError:
            if error_score == "raise":
                raise
            for name, criterion in group.items():  # one of them refuses, the others may have an answer
                try:
                    found.update(ask({name: criterion}))
                except ValueError as refusal:
                    warnings.warn(f"{name}: {refusal}", FitFailedWarning, stacklevel=2)
                    found[name] = float(error_score)
    return {name: found[name] for name in criteria}


def source_weights(
    criteria: Mapping[str, Criterion], source: tuple[Any, Any], target: Any = None, labeled: Any = None
) -> dict[str, Floats]:
    """The weights of the source rows that `scores` would use, by the names of the criteria that weigh.

    For scoring several estimators on the same source and target: every weigher is fitted once.
    """
    weighers = _Weighers(criteria, Domains(source, target, labeled), None)
    return {name: weighers.of(name) for name, criterion in criteria.items() if _weighs(criterion)}


class _Weighers:
    """The weights that criteria ask for, each weigher fitted when it is first needed."""

    def __init__(self, criteria: Mapping[str, Criterion], domains: Domains, given: Any) -> None:
        self.domains = domains
        self.fitted: list[tuple[Any, Floats]] = []
        self.weighers = {name: one.weigher for name, one in criteria.items() if _weighs(one)}
        if given is None:
            self.given: dict[str, Floats] = {}
        elif isinstance(given, Mapping):
            unknown = [name for name in given if name not in self.weighers]
            if unknown:
                raise ValueError(f"weights may only have names of criteria with a weigher, but has {unknown[0]!r}.")
            self.given = {name: checked_weights(values, domains.n) for name, values in given.items()}
        else:
            values = checked_weights(given, domains.n)
            first = next(iter(self.weighers.values()), None)
            if not all(same_weigher(first, weigher) for weigher in self.weighers.values()):
                raise ValueError(
                    "Of criteria with different weighers, weights must be a dict of names and vectors, for one vector "
                    "would stand for them all."
                )
            self.given = dict.fromkeys(self.weighers, values)

    def of(self, name: str) -> Floats:
        """The weights for the criterion `name`."""
        if name in self.given:
            return self.given[name]
        weigher = self.weighers[name]
        for other, values in self.fitted:
            if same_weigher(weigher, other):
                return values
        values = weigh(weigher, self.domains)
        self.fitted.append((weigher, values))
        return values


def _ask(
    group: Mapping[str, Criterion], problem: Problem, weighers: _Weighers, arguments: tuple[Any, ...]
) -> dict[str, float]:
    weights = {name: weighers.of(name) for name, criterion in group.items() if _weighs(criterion)}
    by_folds = {name: one for name, one in group.items() if isinstance(one, FoldCriterion) and _is_ours(one)}
    if by_folds:
        return in_one_pass(by_folds, problem, weights)
    return {name: one.of(problem) if _is_ours(one) else one.score(*arguments) for name, one in group.items()}


def _groups(criteria: Mapping[str, Criterion]) -> list[dict[str, Criterion]]:
    """The criteria that share forward fits together, every other one by itself."""
    groups: list[dict[str, Criterion]] = []
    for name, criterion in criteria.items():
        for group in groups:
            first = next(iter(group.values()))
            both = isinstance(criterion, FoldCriterion) and isinstance(first, FoldCriterion)
            if both and _is_ours(criterion) and _is_ours(first) and criterion.shares_fits_with(first):
                group[name] = criterion
                break
        else:
            groups.append({name: criterion})
    return groups


def _is_ours(criterion: Any) -> bool:
    """Whether `score` is the one that asks `of`; somebody's own is called as it is."""
    return getattr(type(criterion), "score", None) in (Criterion.score, WeightedCV.score)


def _weighs(criterion: Any) -> bool:
    return isinstance(criterion, WeightedCV) and _is_ours(criterion) and not is_uniform(criterion.weigher)
