"""Learners around other estimators, of which each does what it is trained to: the words of these are their own."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from strange import COUNT, FLAG, OBJECT, POSITIVE, SEED, SHARE, Kind, choice

from shiftlab.learners import (
    CorrectedClassifier,
    PriorShiftClassifier,
    ReweightedEstimator,
    UndersampledClassifier,
    WeightedConformalClassifier,
    WeightedConformalRegressor,
)
from shiftlab.weights import DiscriminativeRatio, KernelDensityRatio, KernelMeanMatching

from .learners import MEASURED, TARGET, WEIGHTS, around, seeded, subject
from .weighers import trees

WRAPPERS = [
    subject(
        "ReweightedEstimator of a line",
        around(ReweightedEstimator, estimator=LinearRegression(), weigher=KernelDensityRatio()),
        {
            "estimator": OBJECT,
            "weigher": OBJECT,
            "normalize": FLAG,
            "clip": POSITIVE.but(None, 1),
            "sample_weight": WEIGHTS,
        },
        TARGET,
        keeps={"form", "permuted source", "permuted target", "permuted columns"},
        doubts=True,
        precision=1e-4,
        weight=2,
        reads=("labels: two columns",),  # a line of scikit-learn's has one for each
        **MEASURED,
        borrows=True,
    ),
    subject(
        "ReweightedEstimator of probabilities",
        around(
            ReweightedEstimator,
            estimator=make_pipeline(StandardScaler(), LogisticRegression()),
            weigher=KernelMeanMatching(),
        ),
        {},
        TARGET,
        keeps={"form", "permuted source", "permuted target"},
        doubts=True,
        precision=1e-2,
        borrows=True,
    ),
    subject(
        "ReweightedEstimator of trees",
        around(ReweightedEstimator, estimator=trees(), weigher=DiscriminativeRatio(trees())),
        {},
        TARGET,
        reads=("missing", "categories", "infinite", "objects"),
        borrows=True,
    ),
    subject(
        "UndersampledClassifier",
        seeded(UndersampledClassifier, DecisionTreeClassifier(random_state=0)),
        {
            "beta": Kind((1.0, "balanced", 1, 0.9), ("nonsense", 0, -1, 1.5, None, np.nan, [1.0], 10**400)),
            "correct": FLAG,
            "n_undersamples": COUNT,
            "random_state": SEED,
            "sample_weight": WEIGHTS,
        },
        reads=("missing", "sparse"),
        borrows=True,
    ),
    subject(
        "CorrectedClassifier",
        around(CorrectedClassifier, estimator=make_pipeline(StandardScaler(), LogisticRegression())),
        {
            "estimator": OBJECT,
            "resampled_priors": Kind(
                ("balanced", [0.2, 0.8], np.array([0.5, 0.5])),
                ("nonsense", [0.5, 0.6], [1.0, 0.0], [1.0], None, 3, [np.nan, 1.0], [-1.0, 2.0]),
            ),
        },
        precision=1e-3,
        borrows=True,
    ),
    subject(
        "PriorShiftClassifier",
        seeded(PriorShiftClassifier, make_pipeline(StandardScaler(), LogisticRegression())),
        {
            "method": choice("em", "bbse"),
            "calibration": choice("bcts", None),
            "cv": Kind((2, 3), COUNT.bad),
            "random_state": SEED,
        },
        TARGET,
        weight=2,
        precision=1e-3,
        borrows=True,
    ),
    subject(
        "WeightedConformalRegressor",
        seeded(WeightedConformalRegressor, DecisionTreeRegressor(random_state=0)),
        {"level": SHARE, "calibration_size": SHARE, "weigher": OBJECT, "random_state": SEED},
        TARGET,
        **MEASURED,
        borrows=True,
    ),
    subject(
        "WeightedConformalClassifier",
        seeded(WeightedConformalClassifier, LogisticRegression()),
        {"level": SHARE, "calibration_size": SHARE, "random_state": SEED},
        TARGET,
        precision=1e-3,
        borrows=True,
    ),
]
