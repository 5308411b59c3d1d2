"""Random halves of a real table with thirty standardised columns, in which nothing has shifted."""

import warnings
from functools import cache

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.weights import (
    KLIEP,
    DiscriminativeRatio,
    GaussianRatio,
    KernelMeanMatching,
    NearestNeighborRatio,
    RelativeULSIF,
    SelectionProbability,
    ShiftWarning,
)

#: All weighers that learn a ratio from two samples, but for `KernelDensityRatio`, which is for three columns.
WEIGHERS = {
    "discriminative": DiscriminativeRatio(),
    "selection": SelectionProbability(),
    "KMM": KernelMeanMatching(),
    "KLIEP": KLIEP(random_state=0),
    "RuLSIF": RelativeULSIF(random_state=0),
    "uLSIF": RelativeULSIF(alpha=0.0, random_state=0),
    "nearest neighbours": NearestNeighborRatio(),
    "Gaussians": GaussianRatio(),
}


@cache
def table():
    return StandardScaler().fit_transform(load_breast_cancer().data)


def halves(seed):
    """284 rows for the source and 285 for the target."""
    order = np.random.default_rng(seed).permutation(len(table()))
    return table()[order[:284]], table()[order[284:]]


def alarms(weigher, seeds):
    """For how many of the halves a weigher, or a function of both samples, warns of a shift."""
    count = 0
    for seed in seeds:
        fit = clone(weigher).fit if hasattr(weigher, "fit") else weigher
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            fit(*halves(seed))
        count += any(issubclass(warning.category, ShiftWarning) for warning in caught)
    return count


def joint(X_source, X_target):
    """Fit the joint learner, with a label that a line tells."""
    CovariateShiftLogisticRegression().fit(X_source, X_source[:, 0] > 0, X_target=X_target)
