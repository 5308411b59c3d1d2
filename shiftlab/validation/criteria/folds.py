"""How the source is divided into folds: as k-fold cross-validation does, or by any splitter of scikit-learn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold

from ... import _check
from .._training import one_sentence

Indices = NDArray[np.intp]


class Fold(NamedTuple):
    """Rows to train on, and rows held out."""

    training: Indices
    held_out: Indices


class Division(NamedTuple):
    """What decides the folds; equal divisions of the same rows are the same folds."""

    n_splits: int
    n_repeats: int
    random_state: Any
    stratified: bool
    cv: Any

    def same_as(self, other: Division) -> bool:
        """Whether both give the same folds: a splitter or a generator of random numbers must be the same object."""
        by_value = self.n_splits, self.n_repeats, self.stratified
        if self.cv is not None or other.cv is not None:
            return self.cv is other.cv
        same_state = self.random_state is other.random_state or (
            _check.is_count(self.random_state, 0)
            and _check.is_count(other.random_state, 0)
            and self.random_state == other.random_state
        )
        return same_state and by_value == (other.n_splits, other.n_repeats, other.stratified)

    def folds(self, X: Any, y: NDArray[Any]) -> list[Fold]:
        """The folds of rows `X` with labels `y`."""
        if self.cv is not None:
            return _given(self.cv, X, y)
        _check.count(self.n_splits, "n_splits", least=2)
        _check.count(self.n_repeats, "n_repeats")
        _check.flag(self.stratified, "stratified")
        if self.n_splits > len(y):
            raise ValueError(f"n_splits must not exceed the number of rows, but {self.n_splits} > {len(y)}.")
        kind = RepeatedStratifiedKFold if self.stratified else RepeatedKFold
        splitter = kind(n_splits=self.n_splits, n_repeats=self.n_repeats, random_state=self.random_state)
        with one_sentence("The rows cannot be divided into folds"):
            return [Fold(*pair) for pair in splitter.split(np.zeros(len(y)), y)]


def _given(cv: Any, X: Any, y: NDArray[Any]) -> list[Fold]:
    with one_sentence("The rows cannot be divided by cv"):
        if hasattr(cv, "split"):
            pairs = list(cv.split(X, y))
        elif isinstance(cv, Iterable) and not isinstance(cv, str):
            pairs = list(cv)
        else:
            raise ValueError(f"it must be a splitter of scikit-learn or pairs of row numbers, got {_check.short(cv)}")
        if not pairs:
            raise ValueError("it gives no folds, as a generator does that was used before")
        folds = [Fold(*(_numbers(rows, len(y)) for rows in pair)) for pair in pairs]
        if any(len(fold.training) == 0 or len(fold.held_out) == 0 for fold in folds):
            raise ValueError("it gives a fold without rows to train on, or without rows to score")
        return folds


def _numbers(rows: Any, n: int) -> Indices:
    numbers = np.asarray(rows)
    if numbers.dtype == bool:
        numbers = np.flatnonzero(numbers)
    if numbers.ndim != 1 or (numbers.size and (numbers.dtype.kind not in "iu" or not (-n <= numbers).all())):
        raise ValueError("it must give pairs of row numbers")
    if numbers.size and numbers.max() >= n:
        raise ValueError(f"it gives row {int(numbers.max())}, but there are only {n} rows")
    return numbers.astype(np.intp)
