"""Which learner, which of its settings, and which source are best for this target?"""

from __future__ import annotations

import time
from collections.abc import Mapping
from numbers import Real
from typing import Any, Self

import numpy as np
from sklearn.base import clone

from ... import _check
from ..._target import rows_of, whole_target
from .._rows import stacked
from .._training import one_sentence
from ..criteria.problem import Problem
from ..domain import takes
from .candidates import candidates, sources
from .cells import Cell, Task, judged
from .judges import deciding, judges
from .results import columns
from .winner import Delegating


class ShiftSearch(Delegating):
    """Choose what will be best on the target by a criterion: a learner, its settings, a source, or all three.

    Like scikit-learn's `GridSearchCV`, with the criteria of this package for its cross-validation. Every candidate is
    judged on the same folds, each source is weighed once for all candidates, and criteria that look at the same folds
    share their trainings: SCV, WCV and TrCV together take two trainings a fold.

    Parameters
    ----------
    estimator : estimator, or dict of names and estimators
        What is to be set, or the learners to choose from: all classifiers or all regressors.
    param_grid : dict, list of dicts or None, default=None
        As in `GridSearchCV`. For a dict of learners a dict with such a grid for some of their names. A learner without
        a grid is judged as it is.
    criterion : criterion, str, list or dict, default="trcv"
        What judges: criteria of `shiftlab.validation` or names for their defaults ("scv", "wcv", "trcv", "tcv", "stv",
        "loo", "srm", in whatever case). Several are all computed, and one of them decides.
    refit : bool or str, default=True
        Whether the winner is trained on all of its source. A name says which of several criteria decides, in whatever
        case; otherwise it is the first.
    n_jobs : int, optional
        How many cells (a candidate on a source) are judged at the same time, by joblib. The criteria's own `n_jobs` is
        not used.
    error_score : float or "raise", default=nan
        What a cell gets of a criterion that cannot judge it, with a warning that says why; it ranks last if it is nan.
        If no cell gets a number of the criterion that decides, that is an error. "raise" stops at the first.
    progress : bool, default=False
        Show how many cells are done.

    Attributes
    ----------
    best_estimator_ : estimator
        The winner, trained. Like the next two, not there with ``refit=False``.
    refit_time_ : float
        Seconds of this training.
    classes_, n_features_in_, feature_names_in_
        Those of the winner.
    best_learner_ : str
        The winner's name: its key in `estimator`, or its class.
    best_params_ : dict
        Its settings.
    best_source_ : str or None
        The key in `sources`; None where there is one without a name.
    best_score_ : float
        What the criterion that decides says of it.
    best_index_ : int
        Its row in `cv_results_`. Of equal ones it is the first: learners as given, then settings, then sources.
    cv_results_ : dict of arrays
        A row for each cell, for ``pandas.DataFrame``: ``learner``, ``source``, ``params``, ``param_NAME`` (masked where
        a learner has none), ``mean_test_CRITERION`` and ``rank_test_CRITERION`` under each name that `criterion` gave
        (a class goes by its name in the paper, such as "TrCV"), those of the deciding one once more as
        ``mean_test_score`` and ``rank_test_score``, ``n_fits`` and ``fit_time``, the trainings and the seconds of all
        criteria together.
    n_fits_ : int
        Trainings in all, without that of the winner.
    criteria_ : tuple of str
        The names of the criteria; `decided_by_` is the one that decided.

    Notes
    -----
    Criteria without a fixed `random_state` have their folds drawn anew in every `fit`, the same for all cells.

    The winner is trained as it was judged: learners that take ``X_target``, or ``X_labeled`` and ``y_labeled``, are
    given them; if the deciding criterion has ``pool_labeled=True``, other learners have the labelled rows of the target
    among their training rows.

    An interrupted search changes nothing: what was learned before is still there, or nothing is.

    Its `fit` requests the target if metadata routing is enabled, and in
    ``Pipeline(..., transform_input=["X_target", "X_labeled"])`` gets both transformed; hence the labelled rows may also
    be given as two parameters. Other parameters of a learner's `fit` cannot be handed on: criteria know of none.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from shiftlab.validation import ShiftSearch, TransferCV
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(150, 2)), rng.normal(0.5, 1, size=(150, 2))
    >>> y, y_target = X[:, 0] + 0.5 * rng.normal(size=150) > 0, X_target[:, 0] > 0
    >>> search = ShiftSearch(
    ...     KNeighborsClassifier(), {"n_neighbors": [1, 25]}, ["scv", TransferCV(random_state=0)], refit="TrCV"
    ... ).fit(X, y, X_target=X_target, labeled=(X_target[:10], y_target[:10]))
    >>> search.best_params_
    {'n_neighbors': 25}
    >>> search.score(X_target[10:], y_target[10:]) > 0.8
    True
    """

    # Whoever passes a target to a pipeline wants it to arrive here.
    __metadata_request__fit = {
        "X_target": True,
        "labeled": True,
        "sources": True,
        "X_labeled": True,
        "y_labeled": True,
    }

    def __init__(
        self,
        estimator: Any,
        param_grid: Any = None,
        criterion: Any = "trcv",
        *,
        refit: bool | str = True,
        n_jobs: int | None = None,
        error_score: float | str = np.nan,
        progress: bool = False,
    ) -> None:
        self.estimator = estimator
        self.param_grid = param_grid
        self.criterion = criterion
        self.refit = refit
        self.n_jobs = n_jobs
        self.error_score = error_score
        self.progress = progress

    def fit(
        self,
        X: Any = None,
        y: Any = None,
        X_target: Any = None,
        labeled: tuple[Any, Any] | None = None,
        *,
        sources: Mapping[str, tuple[Any, Any]] | None = None,
        X_labeled: Any = None,
        y_labeled: Any = None,
    ) -> Self:
        """Judge every candidate on every source, and train the best one.

        Parameters
        ----------
        X, y : array-like
            The source.
        X_target : array-like, optional
            Unlabelled rows of the target. Without it nothing is known to have shifted, and only criteria that need no
            target can judge.
        labeled : tuple (X, y), optional
            A few labelled rows of the target.
        sources : dict of names and pairs (X, y), optional
            Instead of `X` and `y`: the sources to choose from.
        X_labeled, y_labeled : array-like, optional
            Instead of `labeled`.
        """
        named = judges(self.criterion)
        decides = deciding(self.refit, list(named))
        if self.error_score != "raise" and not isinstance(self.error_score, Real):
            raise ValueError(f'error_score must be a number or "raise", got {_check.short(self.error_score)}.')
        tasks = self._tasks(X, y, sources, X_target, _pair(labeled, X_labeled, y_labeled))
        cells = judged(tasks, named, n_jobs=self.n_jobs, error_score=self.error_score, progress=self.progress)
        best = _best(cells, decides)
        learned = {
            "criteria_": tuple(named),
            "decided_by_": decides,
            "cv_results_": columns(tasks, cells, list(named), decides),
            "n_fits_": sum(cell.fits for cell in cells),
            "best_index_": best,
            "best_score_": cells[best].values[decides],
            "best_learner_": tasks[best].candidate.learner,
            "best_params_": tasks[best].candidate.params,
            "best_source_": tasks[best].source.name,
        }
        if self.refit is not False:
            started = time.perf_counter()
            pooled = bool(getattr(named[decides], "pool_labeled", False))
            learned["best_estimator_"] = _trained(tasks[best], pooled)
            learned["refit_time_"] = time.perf_counter() - started
        kept = {name: value for name, value in vars(self).items() if not name.endswith("_")}
        self.__dict__ = kept | learned  # at once: an interrupt finds all of the last search here, or all of this one
        return self

    def _tasks(self, X: Any, y: Any, given: Any, X_target: Any, labeled: Any) -> list[Task]:
        """Every candidate with every source, and the target, after a look at whether they fit together."""
        choice, found = candidates(self.estimator, self.param_grid), sources(X, y, given)
        if given is None:
            X_target = whole_target(X_target, len(found[0].y))
        domains = [Problem(choice[0].estimator, (one.X, one.y), X_target, labeled).domain for one in found]
        return [
            Task(candidate, source, domain)
            for candidate in choice
            for source, domain in zip(found, domains, strict=True)
        ]


def _pair(labeled: Any, X_labeled: Any, y_labeled: Any) -> Any:
    if X_labeled is None and y_labeled is None:
        return labeled
    if labeled is not None:
        raise ValueError("Give the labelled rows of the target as labeled or as X_labeled and y_labeled, not both.")
    if X_labeled is None or y_labeled is None:
        raise ValueError("X_labeled and y_labeled belong together, but only one of them is given.")
    return (rows_of(X_labeled), y_labeled)


def _best(cells: list[Cell], decides: str) -> int:
    values = np.array([cell.values[decides] for cell in cells])
    if np.isnan(values).all():
        reason = next((cell.objection for cell in cells if cell.objection), "its values are no numbers.")
        raise ValueError(f"{decides} cannot judge any candidate: {reason}")
    return int(np.nanargmax(values))


def _trained(task: Task, pooled: bool) -> Any:
    """The winner, on all of its source."""
    (_, _, estimator), (_, X, y), domain = task
    known = takes(estimator)
    if pooled and not known.labels and domain.labeled is not None:
        X, y = stacked(X, domain.labeled[0]), np.concatenate([y, domain.labeled[1]])
    with one_sentence(f"The winner, {task}, cannot be trained"):
        return clone(estimator).fit(X, y, **known.parameters(domain, len(y)))
