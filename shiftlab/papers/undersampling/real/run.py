"""Cross-validate a learner on real rows, with and without undersampling."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shiftlab import posterior
from shiftlab._check import Floats
from shiftlab.metrics import auc, brier_score

from .settings import Settings
from .tasks import rows_of

MEASURES = ("auc", "g_mean", "brier")


ESTIMATES = ("p", "ps", "c")


@dataclasses.dataclass(frozen=True)
class Result:
    """`values[measure][fold, level, estimate]`, with the estimates p, p_s and p̃ in this order."""

    settings: Settings
    n: int
    n_positive: int
    betas: Floats
    values: dict[str, Floats]


def run(settings: Settings) -> Result:
    """Cross-validate one learner on one data set, with and without undersampling."""
    from sklearn.model_selection import StratifiedKFold

    X, y = _rows(settings)
    n, n_positive = int(y.size), int(y.sum())
    betas = _betas(settings, n_positive / (n - n_positive))
    split = StratifiedKFold(settings.folds, shuffle=True, random_state=settings.seed)
    seeds = np.random.SeedSequence(settings.seed).generate_state(settings.folds)
    folds = [
        _fold(settings, X[train], y[train], X[test], y[test], betas, int(seed) % (2**31))
        for k, ((train, test), seed) in enumerate(zip(split.split(X, y), seeds, strict=True), start=1)
        if settings.fold in (0, k)
    ]
    values = {measure: np.array([fold[measure] for fold in folds]) for measure in MEASURES}
    return Result(settings, n, n_positive, betas, values)


def _rows(settings: Settings) -> tuple[Floats, NDArray[np.int64]]:
    X, y = rows_of(settings.dataset)
    if settings.max_rows and settings.max_rows < y.size:
        X, y = _stratified(X, y, settings)
    rarest = int(min(y.sum(), (1 - y).sum()))
    if rarest < settings.folds:
        raise ValueError(
            f"folds={settings.folds} does not fit: every fold needs a row of each class, and these rows of "
            f"{settings.dataset} have {rarest} of the rarer one."
        )
    return X, y


def _stratified(X: Any, y: Any, settings: Settings) -> tuple[Any, Any]:
    from sklearn.model_selection import train_test_split

    classes = 2  # the rows kept and the rows left out must both have them
    if not classes <= settings.max_rows <= y.size - classes:
        raise ValueError(
            f"max_rows={settings.max_rows} does not fit: {settings.dataset} has {y.size} rows, give 0 for all "
            f"of them or at most {y.size - classes}."
        )
    rows, _ = train_test_split(np.arange(y.size), train_size=settings.max_rows, stratify=y, random_state=settings.seed)
    return X[rows], y[rows]


def _betas(settings: Settings, balanced: float) -> Floats:
    steps = np.arange(settings.levels) / settings.levels
    if settings.spacing == "geometric":
        return balanced ** (1 - steps)
    return balanced + (1 - balanced) * steps


def _fold(settings: Settings, X: Any, y: Any, X_test: Any, y_test: Any, betas: Floats, seed: int) -> dict[str, Floats]:
    from shiftlab.learners import UndersampledClassifier

    p = _learner(settings, X.shape[1], seed).fit(X, y).predict_proba(X_test)[:, 1]
    scores: dict[str, list[list[float]]] = {measure: [] for measure in MEASURES}
    for beta in betas:
        model = UndersampledClassifier(
            _learner(settings, X.shape[1], seed), beta=float(beta), positive=1, random_state=seed
        ).fit(X, y)
        p_s = model.undersampled_proba(X_test)
        p_corrected = posterior.corrected_posterior(p_s, model.beta_)  # (9)
        # tau = pi+ and tau' from tau_s by (12), which makes it pi+ too
        thresholds = (model.prior_, model.undersampled_threshold_, model.corrected_threshold_)
        three = (p, p_s, p_corrected)
        scores["auc"].append([auc(y_test, values) for values in three])
        scores["brier"].append([brier_score(y_test, values) for values in three])
        scores["g_mean"].append([posterior.g_mean(y_test, v > tau) for v, tau in zip(three, thresholds, strict=True)])
    return {measure: np.array(values) for measure, values in scores.items()}


def _learner(settings: Settings, n_features: int, seed: int) -> Any:
    if settings.learner == "logitboost":
        from shiftlab.learners import LogitBoost

        return LogitBoost(settings.rounds or n_features, z_max=settings.z_max)
    if settings.learner == "forest":
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(settings.trees, random_state=seed)
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    # scaled features, C = 1 and Platt's sigmoid from three folds: what kernlab's ksvm does when told nothing
    return CalibratedClassifierCV(make_pipeline(StandardScaler(), SVC(cache_size=500)), cv=3, ensemble=False)


def coarse(settings: Settings) -> Settings:
    """While a control moves: three folds, few trees."""
    return dataclasses.replace(
        settings,
        folds=min(settings.folds, 3),
        fold=0,
        trees=min(settings.trees, 20),
        levels=min(settings.levels, 3),
    )


def describe(result: Result) -> str:
    s = result.settings
    balanced = {measure: values[:, 0].mean(axis=0) for measure, values in result.values.items()}
    scores = "; ".join(
        f"{title} {a:.4f} for p, {b:.4f} for p_s, {c:.4f} for p̃"
        for title, (a, b, c) in zip(
            ("AUC", "G-mean", "Brier score"), (balanced[measure] for measure in MEASURES), strict=True
        )
    )
    which = f"fold {s.fold} of {s.folds}" if s.fold else f"{s.folds} folds"
    return (
        f"{s.dataset}, {s.learner}, {which}, {result.n_positive} of {result.n} rows positive. "
        f"At β = {result.betas[0]:.3g} (balanced): {scores}."
    )
