"""The weighers compared: ours with their defaults, and those of adapt and skada, by the method they estimate with.

Everybody trains the same estimator on the same rows. What has a default here has its own default there: the settings
of both are printed with the table. Where our default chooses the width of a kernel by cross-validation, and theirs is
one fixed width, theirs is offered the widths that ours chooses from. That helps the peers: nobody who takes their
defaults gets it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import skada
from adapt import instance_based as adapt
from numpy.typing import NDArray
from problems import Rows, Task
from sklearn.base import clone, is_classifier

from shiftlab.learners import ReweightedEstimator
from shiftlab.weights import (
    KLIEP,
    DiscriminativeRatio,
    GaussianRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    NearestNeighborRatio,
    RelativeULSIF,
    SelectionProbability,
    Weigher,
)
from shiftlab.weights.median import kernel_gamma

WIDTHS = 4.0 ** np.arange(-2, 5)  # those our cross-validation chooses from, as factors of the median's


class Method(NamedTuple):
    """One way to weigh, of one library."""

    name: str
    family: str
    library: str
    settings: str
    predict: Callable[[Task, dict[str, Any]], NDArray[Any]]
    """Trains, and predicts `X_new`, given what `offers` of the task."""

    def offered(self, task: Task) -> dict[str, Any]:
        """What is handed to a peer before its clock starts: the widths, where it is to choose one."""
        if "widths" not in self.settings:
            return {}
        return {"gamma": [float(g) for g in kernel_gamma("median", task.X, task.X_target) * WIDTHS]}


def _ours(family: str, weigher: Weigher) -> Method:
    def predict(task: Task, _: dict[str, Any]) -> NDArray[Any]:
        mine = clone(weigher)
        if "random_state" in mine.get_params():
            mine.set_params(random_state=task.seed)
        learner = ReweightedEstimator(clone(task.estimator), mine)
        return learner.fit(task.X, task.y, X_target=task.X_target).predict(task.X_new)

    return Method(type(weigher).__name__, family, "shiftlab", repr(weigher), predict)


def _adapt(family: str, name: str, settings: str = "defaults") -> Method:
    def predict(task: Task, given: dict[str, Any]) -> NDArray[Any]:
        learner = getattr(adapt, name)(
            clone(task.estimator), Xt=task.X_target, verbose=0, random_state=task.seed, **given
        )
        return np.ravel(learner.fit(task.X, task.y).predict(task.X_new))

    return Method(f"adapt {name}", family, "adapt", settings, predict)


def _skada(family: str, name: str, settings: str = "defaults", *, seeded: bool = False) -> Method:
    def predict(task: Task, given: dict[str, Any]) -> NDArray[Any]:
        estimator = clone(task.estimator).set_fit_request(sample_weight=True)
        options = dict(given, random_state=task.seed) if seeded else given
        rows, labels, domain = _with_hidden_labels(task)
        learner = getattr(skada, name)(estimator, **options).fit(rows, labels, sample_domain=domain)
        return learner.predict(task.X_new)

    return Method(f"skada {name}", family, "skada", settings, predict)


def _with_hidden_labels(task: Task) -> tuple[Rows, NDArray[Any], NDArray[np.intp]]:
    """Both samples as skada takes them: the target has negative numbers of a domain, and no labels."""
    hidden: Any = -1 if is_classifier(task.estimator) else np.nan
    return (
        np.concatenate([task.X, task.X_target]),
        np.concatenate([task.y, np.full(len(task.X_target), hidden)]),
        np.repeat([1, -2], [len(task.X), len(task.X_target)]),
    )


def _unweighted(task: Task, _: dict[str, Any]) -> NDArray[Any]:
    return clone(task.estimator).fit(task.X, task.y).predict(task.X_new)


WIDTHS_OFFERED = "our seven widths offered, else defaults"

UNWEIGHTED = Method("unweighted", "none", "scikit-learn", "", _unweighted)

COMPARED = [
    _ours("KMM", KernelMeanMatching()),
    _adapt("KMM", "KMM"),
    _skada("KMM", "KMMReweight"),
    _ours("KLIEP", KLIEP()),
    _adapt("KLIEP", "KLIEP", WIDTHS_OFFERED),
    _skada("KLIEP", "KLIEPReweight", WIDTHS_OFFERED, seeded=True),
    _ours("uLSIF", RelativeULSIF()),
    _adapt("uLSIF", "RULSIF", WIDTHS_OFFERED),
    _adapt("uLSIF", "ULSIF", WIDTHS_OFFERED),
    _ours("discriminator", DiscriminativeRatio()),
    _adapt("discriminator", "IWC"),
    _skada("discriminator", "DiscriminatorReweight"),
    _ours("density", KernelDensityRatio()),
    _skada("density", "DensityReweight"),
    _ours("neighbours", NearestNeighborRatio()),
    _adapt("neighbours", "NearestNeighborsWeighting"),
    _skada("neighbours", "NearestNeighborReweight"),
    _ours("Gaussians", GaussianRatio()),
    _skada("Gaussians", "GaussianReweight"),
]
"""By family, ours first."""

WITHOUT_SHIFT = [
    *(method for method in COMPARED if method.library == "shiftlab"),
    _ours("uLSIF", RelativeULSIF(alpha=0.0)),
    _ours("discriminator", SelectionProbability()),
]
"""All our weighers of two samples."""
