"""What must come out of the experiment on real rows whatever the paper says: on rows whose truth is known."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats
from shiftlab.datasets.synthetic import TwoGaussians
from shiftlab.experiments.controls import Control, Outcome, changed, mixed_up, same, surely_above_zero
from shiftlab.experiments.settings import as_dict
from shiftlab.experiments.summary import Record

from . import run as module
from .record import record
from .run import run
from .settings import Settings
from .summary import MEASURES, ranks, summarise
from .tasks import BUNDLED

#: The forest of the paper needs data; one that is fitted in no time shows the same.
QUICK = Settings(dataset="ecoli", learner="logitboost", folds=5, levels=2, rounds=10)

Rows = tuple[Floats, NDArray[np.int64]]


def _gaussians(prior: float, n: int = 1000, seed: int = 0) -> Rows:
    """Two classes with known posteriors, of which exactly a share `prior` is positive."""
    problem = TwoGaussians(mu=2.0, sigma=1.0, prior=prior)
    rng = np.random.RandomState(seed)
    y = np.repeat([1, 0], [round(prior * n), n - round(prior * n)]).astype(np.int64)
    return rng.normal(problem.mu * y, problem.sigma)[:, np.newaxis], y


def _balanced_rows_need_no_correction() -> Outcome:
    """By how much the measures of p, p_s and p̃ differ where there are as many positives as negatives: beta is 1."""
    with changed(module, "rows_of", lambda rows: _gaussians(0.5)):
        values = run(QUICK.changed(levels=1)).values
    return Outcome(max(float(np.ptp(by_fold, axis=2).max()) for by_fold in values.values()), 1e-12)


def _smallest_is_first() -> Outcome:
    return same(ranks({"auc_p": 0.7, "auc_ps_0": 0.9, "auc_c_0": 0.8}, "auc", 0), np.array([1.0, 3.0, 2.0]))


def _repeats_are_no_evidence() -> Outcome:
    """How many numbers change in what is said over data sets when every record is there twice."""
    records: list[Record] = []
    for seed, dataset in enumerate(BUNDLED):
        with changed(module, "rows_of", lambda rows, seed=seed: _gaussians(0.1 * (seed + 1), seed=seed)):  # type: ignore[misc]
            records.append({**as_dict(QUICK.changed(dataset=dataset)), **record(run(QUICK))})

    def over_sets(several: list[Record]) -> list[list[Any]]:
        names = [f"rank {measure}_ps - {measure}_p" for measure in MEASURES]
        rows = [row for row in summarise(several) if row["quantity"] in names]
        return [[row["mean"], row["low"], row["high"], row["n"]] for row in rows]

    return same(over_sets(records), over_sets(records + records))


def _scored(y: NDArray[np.int64], given: Rows) -> Any:
    """The Brier scores of one division of the rows for these test labels, plus those for the opposite ones.

    Their sum is the mean of p² + (1 - p)², whatever the labels: it depends on them only if p does.
    """
    X, labels = given
    half = np.arange(labels.size) % 2 == 0

    def brier(test: NDArray[np.int64]) -> Any:
        fold = module._fold(QUICK, X[half], labels[half], X[~half], test, np.array([0.25, 0.5]), 0)
        return fold["brier"]

    return brier(y) + brier(1 - y)


def _test_labels_unseen() -> Outcome:
    given = _gaussians(0.1)
    y = given[1][1::2]
    return Outcome(float(np.abs(_scored(y, given) - _scored(np.asarray(mixed_up(y)), given)).max()), 1e-12)


def _gains() -> list[float]:
    """By how much p̃ has a smaller Brier score than p_s at the strongest undersampling, on rows of Gaussians."""
    gains = []
    for seed in range(5):
        with changed(module, "rows_of", lambda rows, seed=seed: _gaussians(0.1, seed=seed)):  # type: ignore[misc]
            brier = run(QUICK).values["brier"]
        gains.append(float((brier[:, 0, 1] - brier[:, 0, 2]).mean()))
    return gains


CONTROLS = [
    Control(
        "balanced-rows-need-no-correction",
        "known answer",
        "Where there are as many positives as negatives nothing is dropped, and p, p_s and p̃ measure the same.",
        _balanced_rows_need_no_correction,
    ),
    Control(
        "smallest-is-first",
        "known answer",
        "Of 0.7, 0.9 and 0.8 the ranks are 1, 3 and 2.",
        _smallest_is_first,
    ),
    Control(
        "repeats-are-no-evidence",
        "known answer",
        "What is said over data sets, with its interval, is the same when each record is there twice.",
        _repeats_are_no_evidence,
    ),
    Control(
        "test-labels-unseen",
        "leak",
        "The Brier score for the labels of the test rows and that for the opposite labels have one sum, whatever the "
        "labels: the probabilities do not know them.",
        _test_labels_unseen,
    ),
    Control(
        "correction-helps",
        "oracle",
        "On rows of two Gaussians, undersampled to balance, p̃ has a smaller Brier score than p_s.",
        lambda: surely_above_zero(_gains()),
    ),
]
