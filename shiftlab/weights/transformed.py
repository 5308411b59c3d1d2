"""A scaler, an encoder or any other transformer before a weigher."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from .. import _check
from .._check import Floats
from .._target import rows_of
from ..support.tables.frames import as_frame, is_frame
from ..support.tables.names import check_same_columns, check_seen_columns, remember_columns
from ..support.tables.reading import largest, table
from ..support.tables.stacking import stacked
from .base import Weigher

_LARGEST = 1e100  # of a number: scalers square them and sum the squares


class Transformed(Weigher):
    """A weigher that sees the rows as a transformer makes them: scaled, encoded, filled in, projected.

    The transformer is fitted on the rows of both samples together and then transforms either: a scaler that saw one
    sample alone would hide the shift, or make one. A pipeline around a weigher cannot do that, for it takes the
    target for labels.

    Parameters
    ----------
    transformer : transformer
        Its `fit` gets the pooled rows and no labels; a `Pipeline` or a `ColumnTransformer` of transformers too. Data
        frames arrive as they are, with their columns and categories and missing values, and sparse rows as csr. It is
        cloned.
    weigher : weigher
        What weighs the transformed rows; one of `shiftlab.weights`. It is cloned. If its `fit` takes ``y_source``, it
        gets what `fit` is given.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        Those of `weigher_`.
    transformer_ : transformer
        Fitted on the pooled rows.
    weigher_ : weigher
        Fitted on the transformed samples. Its warnings are about these.
    n_features_in_ : int
        Number of columns seen in `fit`, before the transformation.
    feature_names_in_ : ndarray of str
        Their names, where the source was a data frame whose columns have such.

    Notes
    -----
    `ratio` is the weigher's at the transformed rows, where it has one: kernel mean matching has not. Rows that were
    not sparse and became so, as by a `OneHotEncoder`, are made dense, which all weighers read.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.preprocessing import StandardScaler
    >>> from shiftlab.weights import KernelMeanMatching, Transformed
    >>> rng = np.random.default_rng(0)
    >>> X_source, X_target = rng.normal(size=(2, 300, 3))
    >>> X_target[:, 0] += 0.8
    >>> X_source[:, 2] *= 1000  # in another unit: by itself the kernel would see nothing else
    >>> X_target[:, 2] *= 1000
    >>> weigher = Transformed(StandardScaler(), KernelMeanMatching()).fit(X_source, X_target)
    >>> bool(np.average(X_source[:, 0], weights=weigher.weights_) > 0.4)
    True
    """

    def __init__(self, transformer: Any, weigher: Any) -> None:
        self.transformer = transformer
        self.weigher = weigher

    def fit(self, X_source: Any, X_target: Any, y_source: ArrayLike | None = None) -> Self:
        """Fit the transformer on the rows of both samples, and the weigher on what it makes of them."""
        self._check_parts()
        X_source, X_target = rows_of(X_source), rows_of(X_target)
        source, target = _rows(X_source, "X_source"), _rows(X_target, "X_target")
        check_same_columns(X_source, X_target, source.shape[1], target.shape[1])
        _check_same_kind(source, target)
        rows = stacked(source, target)
        remember_columns(self, X_source, source.shape[1])
        self._columns = rows.columns if is_frame(rows) else None
        self.transformer_ = clone(self.transformer)
        with _said_in_one_sentence(self.transformer_):
            self.transformer_.fit(rows)
        m = source.shape[0]  # frames are taken out of the pooled one, which has the categories of both
        samples = self._transform(rows[:m], "X_source"), self._transform(rows[m:], "X_target")
        labels = {"y_source": y_source} if has_fit_parameter(self.weigher, "y_source") else {}
        self.weigher_ = clone(self.weigher).fit(*samples, **labels)
        self.weights_ = self.weigher_.weights_
        return self

    def ratio(self, X: Any) -> Floats:
        """The weigher's estimate of p_target/p_source at the transformed rows of `X`, which may be new."""
        check_is_fitted(self)
        if not callable(getattr(self.weigher_, "ratio", None)):
            raise NotImplementedError(
                f"{type(self.weigher_).__name__} has no ratio(X) for new rows, only weights_ of the source rows."
            )
        rows = _rows(X, "X")
        check_seen_columns(self, X, rows.shape[1])
        if self._columns is not None and not issparse(rows):
            rows = as_frame(rows, self._columns)
        ratio: Floats = self.weigher_.ratio(self._transform(rows, "X"))
        return ratio

    def _check_parts(self) -> None:
        for part, name, methods in (
            (self.transformer, "transformer", ("fit", "transform")),
            (self.weigher, "weigher", ("fit", "get_params")),
        ):
            missing = [method for method in methods if not hasattr(part, method)]
            if missing or isinstance(part, type):
                raise ValueError(
                    f"{name} must be a {name} that can be cloned and fitted, "
                    f"StandardScaler() or KernelMeanMatching() for example, got {_check.short(part)}."
                )

    def _transform(self, rows: Any, name: str) -> Any:
        with _said_in_one_sentence(self.transformer_):
            transformed = self.transformer_.transform(rows)
        if transformed.shape[0] != rows.shape[0]:
            raise ValueError(
                f"{type(self.transformer_).__name__} must keep the rows, but it makes {transformed.shape[0]} of the "
                f"{rows.shape[0]} of {name}."
            )
        return transformed.toarray() if issparse(transformed) and not issparse(rows) else transformed


def _rows(X: Any, name: str) -> Any:
    rows = table(X, name)
    if largest(rows) > _LARGEST:
        raise ValueError(f"The numbers in {name} are too large, up to {largest(rows):.0e}: give them in other units.")
    return rows


def _check_same_kind(source: Any, target: Any) -> None:
    """Refuse a sample of words where the other is of numbers, or a sparse one where the other is not."""
    for one, other, name in ((source, target, "X_source"), (target, source, "X_target")):
        if issparse(one) and not issparse(other):
            raise ValueError(f"{name} must be a dense array as the other sample is: call its toarray() first.")
        if not (is_frame(one) or is_frame(other)) and one.dtype == object != other.dtype:
            raise ValueError(f"{name} must be numbers as the other sample is, got {_check.short(one.tolist())}.")


@contextmanager
def _said_in_one_sentence(transformer: Any) -> Iterator[None]:
    """Where a transformer refuses the rows, often in a paragraph, its first sentence, and who says it."""
    try:
        yield
    except (TypeError, ValueError) as error:
        own = textwrap.shorten(" ".join(str(error).split()).split(". ")[0].rstrip("."), 150, placeholder="...")
        raise ValueError(f"{type(transformer).__name__} cannot transform these rows: {own}.") from error
