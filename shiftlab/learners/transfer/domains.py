"""What a transfer learner is trained on: the labelled source, the rows of the target, the labels of a few of them."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils import check_array, get_tags
from sklearn.utils.validation import _num_samples, check_is_fitted

from shiftlab import _check
from shiftlab._target import Target, whole_target
from shiftlab.support.tables.learning import check_sizes, check_table, validated

from .._labels import several_classes


class SeesTarget:
    """Mixin of learners whose `fit` takes ``X_target``, ``X_labeled`` and ``y_labeled``.

    Whoever passes these to a pipeline or a search wants them to arrive at the learner.
    """

    __metadata_request__fit: ClassVar[dict[str, bool]] = {"X_target": True, "X_labeled": True, "y_labeled": True}


class Domains(NamedTuple):
    """Both domains, checked. What was not given is None; labels are places in `classes`."""

    X: Any  # (n_source, n_features) float64: an array, or a CSR matrix where the learner takes one
    codes: NDArray[np.intp]  # (n_source,): the class of each source row
    classes: NDArray[Any]  # of the source and of the labelled target rows together, sorted
    X_target: Any  # (n_target, n_features) or None: the rows whose labels are not known
    X_labeled: Any  # (n_labeled, n_features) or None
    labeled_codes: NDArray[np.intp] | None  # (n_labeled,): the class of each labelled target row

    @property
    def n_labeled(self) -> int:
        """How many target rows have labels."""
        return 0 if self.labeled_codes is None else len(self.labeled_codes)


def domains(
    learner: Any,
    X: ArrayLike,
    y: ArrayLike,
    X_target: Any = None,
    X_labeled: Any = None,
    y_labeled: ArrayLike | None = None,
    *,
    squared: bool = False,
) -> Domains:
    """Check what `fit` was given, for `learner`, which learns its ``n_features_in_`` and ``feature_names_in_``.

    The learner's tags say whether sparse rows and missing values are welcome. `X_target` and `X_labeled` may come as a
    `shiftlab.Target`, which cross-validation never cuts; a target that may have been cut is refused. No labelled rows
    are as good as None. A class that only the labelled target rows have is a class too: a fold of the source may have
    lost it. Features that are to be `squared` must have squares.
    """
    how = _how(learner)
    rows, labels = validated(learner, X, y, **how)
    target = None
    if X_target is not None:
        target = _rows(learner, whole_target(X_target, rows.shape[0]), "X_target", how)
    if (X_labeled is None) != (y_labeled is None):
        given, missing = ("X_labeled", "y_labeled") if y_labeled is None else ("y_labeled", "X_labeled")
        raise ValueError(f"{given} is given without {missing}: labelled target rows are rows and labels together.")
    known, known_labels = None, None
    if X_labeled is not None:
        few = X_labeled.rows if isinstance(X_labeled, Target) else X_labeled
        known, known_labels = _labelled(learner, few, y_labeled, how)
    for part in (rows, target, known):
        if squared and part is not None:
            check_sizes(part)
    if known is None or known_labels is None:
        classes, codes = several_classes(labels, type(learner).__name__)
        return Domains(rows, codes, classes, target, None, None)
    _one_kind(labels, known_labels)
    classes, codes = several_classes(np.concatenate([labels, known_labels]), type(learner).__name__)
    return Domains(rows, codes[: len(labels)], classes, target, known, codes[len(labels) :])


def pooled(given: Domains) -> tuple[Any, NDArray[np.intp]]:
    """The source rows, after them the labelled target rows, and the classes of both."""
    if given.labeled_codes is None:
        return given.X, given.codes
    both = [given.X, given.X_labeled]
    rows = sparse.vstack(both, format="csr") if sparse.issparse(given.X) else np.vstack(both)
    codes = np.concatenate([given.codes, given.labeled_codes])
    return rows, codes


def unseen_rows(learner: Any, X: ArrayLike, *, squared: bool = False) -> Any:
    """Rows to predict, of as many features as in `fit`, as `domains` takes them."""
    check_is_fitted(learner)
    rows = validated(learner, X, reset=False, **_how(learner))
    if squared:
        check_sizes(rows, new=True)
    return rows


def _how(learner: Any) -> dict[str, Any]:
    tags = get_tags(learner).input_tags
    return {
        "accept_sparse": "csr" if tags.sparse else False,
        "dtype": np.float64,
        "ensure_all_finite": "allow-nan" if tags.allow_nan else True,
    }


def _rows(learner: Any, X: Any, name: str, how: dict[str, Any]) -> Any:
    """`X` with the columns that the learner has seen in the source."""
    columns, seen = getattr(X, "columns", None), getattr(learner, "feature_names_in_", None)
    if columns is not None and seen is not None and list(columns) != list(seen):
        raise ValueError(f"{name} must have columns of the same names in the same order as X.")
    check_table(X, name)
    rows = check_array(X, input_name=name, **how)
    if rows.shape[1] != learner.n_features_in_:
        raise ValueError(
            f"{name} must have the same columns as X, but X has {learner.n_features_in_} and {name} has "
            f"{rows.shape[1]}."
        )
    return rows


def _labelled(learner: Any, X: Any, y: Any, how: dict[str, Any]) -> tuple[Any, NDArray[Any] | None]:
    """The labelled target rows and their labels, or None and None where there is no row."""
    labels, n = np.asarray(y), _num_samples(X)
    if labels.ndim != 1 or len(labels) != n:
        raise ValueError(
            f"y_labeled must be a vector with one label for each row of X_labeled, but X_labeled has {n} rows and the "
            f"shape of y_labeled is {labels.shape}."
        )
    if n == 0:
        return None, None
    if labels.dtype.kind in "fc":
        _check.finite(labels, "y_labeled")
    elif labels.dtype == object and any(label is None or label != label for label in labels):
        raise ValueError("y_labeled must have a label for every row of X_labeled, but some are missing.")
    return _rows(learner, X, "X_labeled", how), labels


def _one_kind(*labels: NDArray[Any]) -> None:
    # concatenated with text, numbers would silently become text
    if len({each.dtype.kind in "biufc" for each in labels}) > 1:
        raise ValueError("y and y_labeled must hold labels of one kind, either numbers or strings.")
