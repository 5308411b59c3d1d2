"""The weighers, and learners of weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from hostile import Tables
from scipy import sparse
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from strange import CHANCE, COUNT, FLAG, NOT_NEGATIVE, OBJECT, POSITIVE, SEED, SHARE, SHARE_OR_NONE, Kind, choice

from shiftlab.weights import (
    KLIEP,
    DiscriminativeRatio,
    GaussianRatio,
    InformationCriterionRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    KnownRatio,
    NearestNeighborRatio,
    RelativeULSIF,
    SelectionProbability,
    Transformed,
)

from . import Answer, Subject, count, first, not_negative

ROTATION = frozenset({"form", "permuted source", "permuted target", "permuted columns", "moved", "mirrored"})
DISTANCES = ROTATION | {"stretched", "constant column"}
UNITS = DISTANCES | {"units"}
FREE = {"permuted source", "permuted target"}  # folds and centers drawn at random are of other rows then

#: What an estimator of the user's can read, of what is put into its rows.
GAPS = ("missing source", "missing target", "missing new", "missing categories", "categories")


def trees() -> Any:
    """What reads frames with categories and missing values."""
    return HistGradientBoostingClassifier(categorical_features="from_dtype", max_iter=5, min_samples_leaf=3)


def normal(X: Any) -> Any:
    """A density of the first column that has no zeros."""
    with np.errstate(over="ignore"):
        return 1 / (1 + (X[:, 0] - 0.5) ** 2)


def flat(X: Any) -> Any:
    return np.ones(len(X))


def _asked(weigher: Any, tables: Tables) -> Answer:
    more = (tables.measures,) if isinstance(weigher, InformationCriterionRatio) else ()
    fitted = weigher.fit(tables.source, tables.target, *more)
    answer: Answer = {"weights": fitted.weights_}
    if not isinstance(weigher, InformationCriterionRatio) and _has_ratio(weigher):
        answer["ratio"] = fitted.ratio(tables.new)
    if isinstance(fitted, KernelMeanMatching):
        answer["allowed"] = (float(fitted.B), fitted.eps)
    if type(fitted) in SAME_FUNCTION and getattr(fitted, "cv", None) is None:
        answer["at source"] = fitted.ratio(tables.source)
    return answer


def _has_ratio(weigher: Any) -> bool:
    return not isinstance(getattr(weigher, "weigher", weigher), KernelMeanMatching)


SAME_FUNCTION = (
    KnownRatio,
    KLIEP,
    RelativeULSIF,
    DiscriminativeRatio,
    SelectionProbability,
    NearestNeighborRatio,
    GaussianRatio,
)  # whose weights are their ratio at the source rows
MEAN_ONE = (KLIEP, SelectionProbability, NearestNeighborRatio)


def _sound(kind: type, twins: bool) -> Any:
    def check(answer: Answer, tables: Tables) -> str | None:
        weights = np.asarray(answer["weights"])
        wrong = not_negative(answer, "weights", count(tables.source))
        if "ratio" in answer:
            wrong = first(wrong, not_negative(answer, "ratio", count(tables.new)))
        if wrong is None and "at source" in answer:
            gap = np.abs(answer["at source"] - weights).max()
            wrong = None if gap <= 1e-6 * weights.max() else f"the ratio at the source is {gap:g} off the weights"
        if wrong is None and kind in MEAN_ONE and not abs(weights.mean() - 1) < 1e-6:
            wrong = f"the mean of the weights should be 1, but is {weights.mean()}"
        if wrong is None and "allowed" in answer:
            wrong = _outside(weights, *answer["allowed"])
        return wrong or (_twins(weights, tables.source) if twins else None)

    return check


def _outside(weights: Any, B: float, eps: float | None) -> str | None:
    m = len(weights)
    eps = (np.sqrt(m) - 1) / np.sqrt(m) if eps is None else eps
    if weights.max() > B or abs(weights.mean() - 1) > eps + 1e-8:
        return f"largest weight {weights.max()}, mean {weights.mean()}: not allowed by B={B} and eps={eps}"
    return None


def _twins(weights: Any, source: Any) -> str | None:
    """Equal rows must have equal weights; asked of tables in which most are equal."""
    if sparse.issparse(source) or isinstance(source, pd.DataFrame):
        return None
    rows = np.asarray(source)
    if rows.dtype != np.float64 or rows.ndim != 2:
        return None
    _, same = np.unique(rows, axis=0, return_inverse=True)
    if len(np.unique(same)) > len(rows) // 2:
        return None
    for one in np.unique(same):
        some = weights[same.ravel() == one]
        if np.ptp(some) > 1e-3 * weights.max():
            return f"equal rows have weights from {some.min()} to {some.max()}"
    return None


def subject(name: str, make: Any, options: dict[str, Kind], keeps: Any, twins: bool = True, **more: Any) -> Subject:
    def ask(tables: Tables, **given: Any) -> Answer:
        return _asked(make(**given), tables)

    kind = type(make())
    uses = {"source", "target"} | ({"new"} if kind is not InformationCriterionRatio and _has_ratio(make()) else set())
    uses |= {"labels"} if kind is InformationCriterionRatio else set()
    return Subject(name, ask, _sound(kind, twins), frozenset(uses), keeps=frozenset(keeps), options=options, **more)


def _seeded(kind: type, **fixed: Any) -> Any:
    return lambda **given: kind(**{"random_state": 0, **fixed, **given})


NO_FUNCTION = Kind((), ("nonsense", 3, [], {}, np.nan, None))
GAMMA = POSITIVE.but("median")
KMM = {
    "gamma": GAMMA,
    "B": POSITIVE,
    "eps": NOT_NEGATIVE.but(None),
    "ridge": NOT_NEGATIVE.but("auto"),
    "tol": POSITIVE,
    "kernel": choice("rbf", "linear"),
    "n_landmarks": COUNT.but("auto", None),
}
WEIGHERS = [
    subject(
        "KnownRatio",
        lambda source_density=flat, target_density=normal: KnownRatio(source_density, target_density),
        {"source_density": NO_FUNCTION, "target_density": NO_FUNCTION},
        {"form", "permuted source", "permuted target", "constant column"},
    ),
    subject(
        "KernelDensityRatio",
        KernelDensityRatio,
        {"bandwidth": POSITIVE.but("silverman"), "leave_one_out": FLAG},
        UNITS,
        doubts=True,
        precision=1e-5,
    ),
    subject("DiscriminativeRatio", DiscriminativeRatio, {"estimator": OBJECT}, UNITS, doubts=True, precision=1e-3),
    subject(
        "DiscriminativeRatio, in parts",
        _seeded(DiscriminativeRatio, cv=3),
        {"cv": Kind((2, 5, None), ("nonsense", 1, 0, -3, 1.5, np.nan, {}, 10**9, True)), "random_state": SEED},
        UNITS - FREE,
        doubts=True,
        precision=1e-3,
        twins=False,
    ),
    subject(
        "DiscriminativeRatio of trees",
        lambda **given: DiscriminativeRatio(trees(), **given),
        {},
        {"form", "moved", "stretched", "units", "constant column"},
        reads=GAPS,
    ),
    subject(
        "DiscriminativeRatio of sparse rows",
        lambda **given: DiscriminativeRatio(LogisticRegression(), **given),
        {},
        {"form", "sparse", "permuted source", "permuted target", "permuted columns"},
        reads=("sparse",),
        precision=1e-3,
    ),
    subject("SelectionProbability", SelectionProbability, {"estimator": OBJECT}, UNITS, doubts=True, precision=1e-3),
    subject("KernelMeanMatching", KernelMeanMatching, KMM, DISTANCES, doubts=True, precision=1e-2, weight=2),
    subject(
        "KernelMeanMatching, linear",
        lambda **given: KernelMeanMatching(kernel="linear", **given),
        {},
        {"form", "permuted source", "permuted target", "permuted columns", "mirrored", "stretched"},
        doubts=True,
        precision=1e-2,
    ),
    subject(
        "KernelMeanMatching by landmarks",
        lambda **given: KernelMeanMatching(n_landmarks=15, **given),
        {},
        DISTANCES - FREE,
        doubts=True,
        precision=2e-2,
    ),
    subject(
        "KLIEP",
        _seeded(KLIEP),
        {"gamma": GAMMA.but("cv"), "n_centers": COUNT, "tol": SHARE, "random_state": SEED},
        DISTANCES - FREE - {"permuted columns"},
        doubts=True,
        precision=2e-2,
    ),
    subject("KLIEP, median", _seeded(KLIEP, gamma="median"), {}, DISTANCES, doubts=True, precision=2e-2),
    subject(
        "RelativeULSIF",
        _seeded(RelativeULSIF),
        {
            "gamma": GAMMA.but("cv"),
            "penalty": POSITIVE.but("cv"),
            "alpha": SHARE_OR_NONE,
            "n_centers": COUNT,
            "random_state": SEED,
        },
        DISTANCES - FREE - {"permuted columns"},
        doubts=True,
        precision=1e-4,
    ),
    subject("uLSIF", _seeded(RelativeULSIF, alpha=0.0, gamma="median", penalty=0.1), {}, DISTANCES, doubts=True),
    subject("GaussianRatio", GaussianRatio, {"shrinkage": CHANCE.but("auto")}, UNITS, doubts=True),
    subject(
        "NearestNeighborRatio",
        NearestNeighborRatio,
        {"n_neighbors": COUNT.but("cv"), "scale": FLAG},
        UNITS,
        doubts=True,
    ),
    subject("NearestNeighborRatio, 3", lambda **given: NearestNeighborRatio(3, **given), {}, UNITS, doubts=True),
    subject(
        "InformationCriterionRatio",
        lambda ratio=None, **given: InformationCriterionRatio(
            KnownRatio(flat, normal) if ratio is None else ratio, **given
        ),
        {"ratio": OBJECT, "variance": POSITIVE.but("fitted", "plug-in")},
        {"form", "permuted source", "permuted target", "constant column"},
        precision=1e-2,
    ),
    subject(
        "Transformed, KMM",
        lambda transformer=None, weigher=None: Transformed(
            StandardScaler() if transformer is None else transformer,
            KernelMeanMatching() if weigher is None else weigher,
        ),
        {"transformer": OBJECT, "weigher": OBJECT},
        UNITS,
        reads=("words for",),
        doubts=True,
        precision=1e-2,
    ),
    subject(
        "Transformed, uLSIF",
        lambda: Transformed(
            make_pipeline(StandardScaler()), RelativeULSIF(gamma="median", penalty=0.1, random_state=0)
        ),
        {},
        UNITS,
        reads=("words for",),
        doubts=True,
        precision=1e-4,
    ),
]
