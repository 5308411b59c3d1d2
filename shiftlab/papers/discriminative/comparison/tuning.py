"""The parameters of each method for the protocol "tuned": chosen once, on data that are used for nothing else.

The paper tunes "the regularization parameters of the logistic regression methods, the B parameter of kernel mean
matching, and the variance parameter of the RBF kernels on a separate tuning set" (section 6). Here each method takes
from a grid the values with the highest mean area on labelled target rows of the tuning samples:

synthetic problems
    samples at shifts 1 to 4 with seeds that no cell has
landmine
    the pairs among four of the 29 fields
spam
    one more inbox than are reported, of e-mails that are in no other inbox and no other source
text
    one more pair of groups than are reported

``python -m shiftlab.papers.discriminative.comparison.tuning PROBLEM KERNEL`` prints what `CHOSEN` keeps.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from .measures import auc
from .methods import METHODS, Choice, Stage, fit
from .settings import Settings
from .tasks import TARGETS, task
from .world import Sample, synthetic

#: Of landmine, two of each kind of ground.
FIELDS = (1, 10, 19, 28)
FIRST_SEED = 10_000
SHIFTS, SEEDS = (1.0, 2.0, 3.0, 4.0), 5
N_TARGET, N_POSTS = 128, 600
#: The held-out e-mails are few: their inbox is drawn more often.
SPAM_SEEDS = 20

SIGMAS_W = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
SIGMAS_V = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
WIDTHS = {"linear": (1.0,), "rbf": (0.3, 1.0, 3.0)}
BOUNDS = (1.5, 5.0, 30.0, 1000.0)

#: By problem and kernel, in the order of METHODS: sigma_w, sigma_v, width, B; 1 or 1000 where a method has none.
CHOSEN: dict[tuple[str, str], tuple[tuple[float, float, float, float], ...]] = {
    ("curved", "linear"): (
        (0.3, 1.0, 1.0, 1000.0),
        (0.03, 0.3, 1.0, 1000.0),
        (0.03, 0.3, 1.0, 1000.0),
        (0.3, 3.0, 1.0, 1000.0),
        (3.0, 1.0, 1.0, 1.5),
        (0.03, 1.0, 1.0, 1000.0),
    ),
    ("curved", "rbf"): (
        (10.0, 1.0, 1.0, 1000.0),
        (10.0, 0.03, 1.0, 1000.0),
        (10.0, 0.03, 1.0, 1000.0),
        (10.0, 0.03, 1.0, 1000.0),
        (0.1, 1.0, 1.0, 1.5),
        (0.3, 1.0, 1.0, 1000.0),
    ),
    ("linear", "linear"): (
        (1.0, 1.0, 1.0, 1000.0),
        (1.0, 0.03, 1.0, 1000.0),
        (1.0, 0.03, 1.0, 1000.0),
        (1.0, 0.03, 1.0, 1000.0),
        (0.03, 1.0, 1.0, 1.5),
        (10.0, 1.0, 1.0, 1000.0),
    ),
    ("linear", "rbf"): (
        (3.0, 1.0, 3.0, 1000.0),
        (3.0, 0.1, 3.0, 1000.0),
        (3.0, 0.03, 3.0, 1000.0),
        (3.0, 0.03, 3.0, 1000.0),
        (10.0, 1.0, 3.0, 1.5),
        (10.0, 1.0, 3.0, 1000.0),
    ),
    ("mixed", "linear"): (
        (0.03, 1.0, 1.0, 1000.0),
        (0.03, 10.0, 1.0, 1000.0),
        (0.03, 10.0, 1.0, 1000.0),
        (0.03, 10.0, 1.0, 1000.0),
        (0.1, 1.0, 1.0, 1.5),
        (1.0, 1.0, 1.0, 1000.0),
    ),
    ("mixed", "rbf"): (
        (30.0, 1.0, 1.0, 1000.0),
        (30.0, 3.0, 1.0, 1000.0),
        (10.0, 3.0, 1.0, 1000.0),
        (10.0, 10.0, 1.0, 1000.0),
        (30.0, 1.0, 1.0, 1.5),
        (10.0, 1.0, 1.0, 1000.0),
    ),
    ("text-like", "linear"): (
        (3.0, 1.0, 1.0, 1000.0),
        (3.0, 0.03, 1.0, 1000.0),
        (3.0, 0.1, 1.0, 1000.0),
        (3.0, 1.0, 1.0, 1000.0),
        (3.0, 1.0, 1.0, 1.5),
        (3.0, 1.0, 1.0, 1000.0),
    ),
    ("disjoint", "linear"): (
        (0.1, 1.0, 1.0, 1000.0),
        (0.3, 1.0, 1.0, 1000.0),
        (0.03, 1.0, 1.0, 1000.0),
        (0.03, 0.1, 1.0, 1000.0),
        (0.3, 1.0, 1.0, 1.5),
        (1.0, 1.0, 1.0, 1000.0),
    ),
    ("disjoint", "rbf"): (
        (3.0, 1.0, 1.0, 1000.0),
        (0.3, 1.0, 1.0, 1000.0),
        (0.3, 1.0, 1.0, 1000.0),
        (3.0, 0.03, 1.0, 1000.0),
        (0.1, 1.0, 3.0, 1.5),
        (3.0, 1.0, 1.0, 1000.0),
    ),
    ("landmine", "rbf"): (
        (1.0, 1.0, 3.0, 1000.0),
        (1.0, 10.0, 3.0, 1000.0),
        (1.0, 10.0, 3.0, 1000.0),
        (1.0, 10.0, 3.0, 1000.0),
        (0.3, 1.0, 3.0, 30.0),
        (1.0, 1.0, 3.0, 1000.0),
    ),
    ("spam", "linear"): (
        (0.1, 1.0, 1.0, 1000.0),
        (0.1, 0.1, 1.0, 1000.0),
        (0.1, 0.1, 1.0, 1000.0),
        (0.1, 10.0, 1.0, 1000.0),
        (0.03, 1.0, 1.0, 5.0),
        (0.03, 1.0, 1.0, 1000.0),
    ),
    ("text", "linear"): (
        (10.0, 1.0, 1.0, 1000.0),
        (10.0, 3.0, 1.0, 1000.0),
        (10.0, 3.0, 1.0, 1000.0),
        (10.0, 3.0, 1.0, 1000.0),
        (10.0, 1.0, 1.0, 5.0),
        (1.0, 1.0, 1.0, 1000.0),
    ),
}


def chosen(settings: Settings) -> dict[str, Choice]:
    """What each method has under the protocol "tuned"."""
    rows = CHOSEN[settings.problem, settings.kernel]
    return {name: Choice(*row) for name, row in zip(METHODS, rows, strict=True)}


def tuned_kernels(problem: str) -> list[str]:
    """The kernels for which there is a choice."""
    return [kernel for name, kernel in CHOSEN if name == problem]


def tune(problem: str, kernel: str) -> dict[str, Choice]:
    """Of each method's grid the choice with the highest mean area over the tuning samples; of equal ones the first."""
    areas: dict[str, dict[Choice, list[float]]] = {name: {} for name in METHODS}
    for sample in samples(problem, kernel):
        stages = {width: Stage(sample, kernel, width) for width in WIDTHS[kernel]}
        for name in METHODS:
            for choice in grid(name, kernel):
                scores = fit(name, stages[choice.width], choice).scores(sample.X_test)
                areas[name].setdefault(choice, []).append(auc(sample.p_test, scores))
    return {name: max(tried, key=lambda choice: float(np.mean(tried[choice]))) for name, tried in areas.items()}


def grid(name: str, kernel: str) -> Iterator[Choice]:
    """The values that a method has, those of others left alone."""
    sigmas_v: Sequence[float] = SIGMAS_V if name in ("integrated", "two_stage", "ssb") else (1.0,)
    bounds: Sequence[float] = BOUNDS if name == "kmm" else (1000.0,)
    return (Choice(*values) for values in product(SIGMAS_W, sigmas_v, WIDTHS[kernel], bounds))


def samples(problem: str, kernel: str) -> Iterator[Sample]:
    """The tuning samples of a problem."""
    if problem not in TARGETS:
        for shift, seed in product(SHIFTS, range(FIRST_SEED, FIRST_SEED + SEEDS)):
            settings = Settings(problem=problem, kernel=kernel, shift=shift, n_target=N_TARGET, seed=seed)  # type: ignore[arg-type]
            yield synthetic(settings, 0)
        return
    times = {"spam": SPAM_SEEDS, "text": 2}
    pairs = list(product(FIELDS, FIELDS)) if problem == "landmine" else [(1, TARGETS[problem] + 1)] * times[problem]
    for seed, (source, target) in enumerate(pairs, FIRST_SEED):
        if problem != "landmine" or source != target:
            X, y, X_all, y_all = task(problem, source, target, seed, N_POSTS)
            yield Sample(X, y, X_all[:N_TARGET], X_all, y_all, target=target)


def main(problem: str, kernel: str) -> None:
    for name, choice in tune(problem, kernel).items():
        print(f"    {tuple(choice)},  # {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
