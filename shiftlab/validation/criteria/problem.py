"""The question put to a criterion, checked: an estimator, the source, and what is known of the target."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing, get_tags

from ... import _check
from ..._target import Target
from .._rows import labelled_rows, rows, same_columns, stacked
from .._scoring import Sample
from .._training import Trainer, check_learner
from ..domain import Domain


class Domains:
    """The source and what is known of the target: rows and labels that fit together.

    Parameters
    ----------
    source, target, labeled
        As `Criterion.score` is given them.

    Attributes
    ----------
    X, y : array-like, ndarray
        The source.
    domain : Domain
        The target.
    """

    def __init__(self, source: Any, target: Any = None, labeled: Any = None) -> None:
        self.X, self.y = _pair(source, "source")
        if target is not None:
            target = rows(target.rows if isinstance(target, Target) else target, "target")
            same_columns(self.X, target)
        if labeled is not None:
            labeled = _pair(labeled, "labeled")
            same_columns(self.X, labeled[0])
        self.domain = Domain(target, labeled)

    @property
    def n(self) -> int:
        """The number of source rows."""
        return len(self.y)

    @cached_property
    def target_rows(self) -> Any:
        """Unlabelled and labelled rows of the target together, X_u and X_l; None if there are neither."""
        X_u, labeled = self.domain
        if labeled is None:
            return X_u
        return labeled[0] if X_u is None else stacked(X_u, labeled[0])


class Problem(Domains):
    """How good will `estimator` be on the target?

    One problem can be put to several criteria, which then share what it remembers.

    Attributes
    ----------
    classes : ndarray
        The labels of the source, each once.
    trainer : Trainer
        Trains copies of the estimator.
    """

    def __init__(self, estimator: Any, source: Any, target: Any = None, labeled: Any = None) -> None:
        check_learner(estimator, "estimator")
        super().__init__(source, target, labeled)
        self.estimator = estimator
        self.name = type(estimator).__name__
        self.classes = np.unique(self.y)
        self.trainer = Trainer(estimator, self.classes)
        if self.domain.labeled is not None and self.trainer.classifies:
            new = sorted(set(np.unique(self.domain.labeled[1]).tolist()) - set(self.classes.tolist()), key=repr)
            if new:
                raise ValueError(
                    f"labeled may only have classes of the source, {_listed(self.classes.tolist())}, "
                    f"but it has {_listed(new)}."
                )
        self.pairwise = bool(get_tags(estimator).input_tags.pairwise)
        self._plain = type(self.X) is np.ndarray and not self.pairwise
        self._source_models: dict[bool, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_source_models": {}}  # workers train, they do not ask

    def part(self, indices: NDArray[np.intp], columns: NDArray[np.intp] | None = None) -> tuple[Any, NDArray[Any]]:
        """Some rows of the source and their labels; `columns` are the training rows of a kernel matrix."""
        if self._plain:  # what _safe_indexing does, without the looking round
            return self.X[indices, ...], self.y[indices]
        if self.pairwise:
            if len(self.X.shape) != 2 or self.X.shape[0] != self.X.shape[1]:
                raise ValueError(f"{self.name} reads a square kernel matrix, but X of source is of {self.X.shape}.")
            return self.X[np.ix_(indices, indices if columns is None else columns)], self.y[indices]
        return _safe_indexing(self.X, indices), self.y[indices]

    def source_model(self, with_labels: bool) -> Any:
        """The estimator trained on all of the source, once for all criteria that ask for it.

        `with_labels`: whether a learner that takes labelled rows of the target is shown them.
        """
        with_labels = with_labels and self.trainer.takes.labels
        if with_labels not in self._source_models:
            domain = self.domain if with_labels else self.domain.without_labels()
            self._source_models[with_labels] = self.trainer.train(self.X, self.y, f"On the source, {self.name}", domain)
        return self._source_models[with_labels]

    def sample(self) -> Sample:
        """All of the source, to score a model on."""
        return Sample(self.X, self.y, np.arange(self.n), self.classes)

    def needed_labels(self, asker: str) -> tuple[Any, NDArray[Any]]:
        """The labelled rows of the target, for a criterion that cannot do without."""
        if self.domain.labeled is None:
            raise ValueError(f"{asker} needs labelled rows of the target: give labeled=(X, y).")
        return self.domain.labeled

    def no_kernel_matrix(self, asker: str) -> None:
        """Refuse an estimator that reads a kernel matrix of the source, in which the target has no place."""
        if self.pairwise:
            raise ValueError(
                f"{asker} trains on rows of the target too, which {self.name} cannot read from a kernel matrix of the "
                "source: give it a kernel by name, and rows."
            )


def _pair(value: Any, name: str) -> tuple[Any, NDArray[Any]]:
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise ValueError(f"{name} must be a pair (X, y) of rows and their labels, got {type(value).__name__}.")
    X, y = value
    X = X.rows if isinstance(X, Target) else X
    return labelled_rows(X, y, names=(f"X of {name}", f"y of {name}"))


def _listed(labels: list[Any]) -> str:
    shown = [_check.short(label) for label in labels[:5]]
    return ", ".join(shown) + (" and others" if len(labels) > 5 else "")
