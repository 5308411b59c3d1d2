"""One sample below the other, as the estimator that tells them apart is to read them."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from scipy import sparse

from ... import _check
from .frames import as_frame, is_frame, kind
from .names import BOTH


def stacked(first: Any, second: Any, names: tuple[str, str] = BOTH) -> Any:
    """Both samples, one below the other: sparse where one of them is, else a frame where one of them is.

    A column of categories keeps them, those of both samples: pandas by itself would make plain objects of two
    columns whose categories differ.
    """
    if sparse.issparse(first) or sparse.issparse(second):
        return sparse.vstack([_as_sparse(first), _as_sparse(second)], format="csr")
    if is_frame(first) or is_frame(second):
        columns = first.columns if is_frame(first) else second.columns
        first, second = as_frame(first, columns), as_frame(second, columns)
        first, second = _same_types(first, second, names)
        return sys.modules["pandas"].concat([first, second], ignore_index=True)
    first, second = np.asarray(first), np.asarray(second)
    _check_same_kinds(first, second, names)
    return np.concatenate([first, second])


def _check_same_kinds(first: Any, second: Any, names: tuple[str, str]) -> None:
    """Refuse arrays of which one has nothing but texts, and the other numbers: some estimators read "1" as 1."""
    numbers, texts = (first, second) if first.dtype.kind in "biuf" else (second, first)
    if numbers.dtype.kind not in "biuf" or not texts.size:
        return
    if texts.dtype.kind in "SU" or (
        texts.dtype.kind == "O" and all(isinstance(value, str | bytes) for value in texts.ravel())
    ):
        holds = ("text", "numbers") if texts is first else ("numbers", "text")
        raise ValueError(
            f"Both samples must have one type, but {names[0]} holds {holds[0]} and {names[1]} holds {holds[1]}."
        )


def _as_sparse(X: Any) -> Any:
    return X if sparse.issparse(X) else sparse.csr_array(np.asarray(X, dtype=np.float64))


def _same_types(first: Any, second: Any, names: tuple[str, str]) -> tuple[Any, Any]:
    """The frames, with the categories of both in either."""
    if not first.columns.is_unique:
        return first, second  # pandas' concat goes by position then
    changed: tuple[dict[Any, Any], dict[Any, Any]] = {}, {}
    for column in first.columns:
        a, b = first[column], second[column]
        if a.dtype == b.dtype:
            continue
        kinds = [kind(values) for values in (a, b) if not values.isna().all()]  # what is empty suits everything
        contents = {kind for kind, _ in kinds}
        if len(contents) > 1:
            raise ValueError(
                f"Column {_check.short(column)} must have one type, but it holds {kinds[0][0]} in {names[0]} "
                f"and {kinds[1][0]} in {names[1]}."
            )
        if any(categorical for _, categorical in kinds):
            categories = _union(a, b)
            changed[0][column], changed[1][column] = categories, categories
    return first.astype(changed[0]), second.astype(changed[1])


def _union(a: Any, b: Any) -> Any:
    """The type whose categories are those of both columns, in the order of the first."""
    pandas = sys.modules["pandas"]
    parts = [values.astype("category") for values in (a, b) if not values.isna().all()]
    return pandas.CategoricalDtype(
        pandas.api.types.union_categoricals(parts, ignore_order=True).categories if parts else None
    )
