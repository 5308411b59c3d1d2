"""What must come out of the choice amongst models whatever the paper says."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab.experiments.controls import Control, Outcome, mixed_up, same, surely_above_zero, unseen

from . import run as module
from .cells import WORLDS
from .run import Result, run
from .sample import draw_sample
from .settings import Settings

#: Only P(x) shifts, and the true ratio is known: so far that SCV is wrong of a line, as the rules are bent, and not so
#: far that few rows count.
ONLY_X = Settings(angle=0.0, shift=0.75, bend=0.8, weigher="known")


def _draws(settings: Settings, n: int) -> list[Result]:
    return [run(settings.changed(seed=seed)) for seed in range(n)]


def _standard_errors(misses: list[float]) -> Outcome:
    """By how many standard errors a mean is off 0; four are as good as never by chance."""
    return Outcome(float(abs(np.mean(misses)) / np.std(misses, ddof=1) * np.sqrt(len(misses))), 4.0)


def _weighted_is_unbiased() -> Outcome:
    """What WCV is off the accuracy, of the learner of which it is most."""
    judged = [one.judged for one in _draws(ONLY_X, 20)]
    misses = {name: [one.values["WCV"][name] - one.truth[name] for one in judged] for name in judged[0].names}
    return max((_standard_errors(of_one) for of_one in misses.values()), key=lambda outcome: outcome.number)


def _ratio_moves_the_source() -> Outcome:
    """Where the source's mean is, as the true ratio weighs it, but for the target's."""
    misses = []
    for seed in range(200):
        settings = Settings(shift=1.0, seed=seed, n_source=500)
        sample = draw_sample(settings)
        assert sample.true_ratio is not None
        first = sample.places[: sample.y.size, 0]
        misses.append(float(np.mean(sample.true_ratio * (first - settings.shift / 2))))
    return _standard_errors(misses)


def _weights_of_one() -> Outcome:
    values = run(Settings(weigher="ones")).judged.values
    return same(
        [list(values[name].values()) for name in ("WCV", "TrCV")],
        [list(values[name].values()) for name in ("SCV", "RV")],
    )


def _opposite_rules() -> Outcome:
    """What SCV and the accuracy together are off 1, where the target's labels are the opposite of the source's."""
    opposite = Settings(angle=180.0, bend=0.0, shift=0.0)
    together = [(one.judged.values["SCV"], one.judged.truth) for one in _draws(opposite, 10)]
    return _standard_errors(
        [float(np.mean([values[name] + truth[name] - 1 for name in truth])) for values, truth in together]
    )


def _target_labels_unseen() -> Outcome:
    def seen(result: Result) -> Any:
        return [result.judged.values, result.weights, result.way_back]

    few: dict[str, Any] = {"n_source": 40, "n_target": 40, "folds": 2, "rounds": 2}
    cases = [Settings(every=True, **few), Settings(problem="Red-White", every=True, pool_labeled=True, **few)]
    return unseen(
        lambda: [seen(run(one)) for one in cases],
        module,
        "draw_sample",
        lambda sample: sample._replace(y_unlabeled=mixed_up(sample.y_unlabeled)),
    )


def _true_ratio_helps() -> Outcome:
    """How much nearer to the accuracies WCV is, with rows enough for the noise of the weights to matter less."""
    many = ONLY_X.changed(shift=1.0, n_source=1000, n_target=1000, folds=2)
    return surely_above_zero([one.judged.gap("SCV") - one.judged.gap("WCV") for one in _draws(many, 10)])


def _knowing_the_labels() -> Outcome:
    """Pairs that STV puts in the right order, beyond half of them, where most of a large target is labelled."""
    known = Settings(n_target=1000, labeled=0.8, weigher="ones", folds=2, **WORLDS["both shift"])  # STV has no weights
    return surely_above_zero([one.judged.corr("STV", "half") - one.judged.n_pairs / 2 for one in _draws(known, 10)])


CONTROLS = [
    Control(
        "weighted-is-unbiased",
        "known answer",
        "Where only P(x) shifts and the true ratio is known, what weighted cross-validation says is the accuracy on "
        "the target: over 20 draws it is off by at most four standard errors, whichever the learner.",
        _weighted_is_unbiased,
    ),
    Control(
        "ratio-moves-the-source",
        "known answer",
        "Weighed by the true ratio, the source's rows lie where the target's do: over 200 draws their mean is off by "
        "at most four standard errors.",
        _ratio_moves_the_source,
    ),
    Control(
        "weights-of-one",
        "known answer",
        "With weights of one, WCV is SCV and TrCV is reverse validation, to the bit.",
        _weights_of_one,
    ),
    Control(
        "opposite-rules",
        "known answer",
        "Where the target's labels are the opposite of the source's and nothing else shifts, cross-validation on the "
        "source and the accuracy on the target add up to 1: over 10 draws they are off by at most four standard "
        "errors.",
        _opposite_rules,
    ),
    Control(
        "target-labels-unseen",
        "leak",
        "Mixing up the labels of the target rows that have none to show changes no weight, no label of the way back, "
        "and nothing that any criterion says.",
        _target_labels_unseen,
    ),
    Control(
        "true-ratio-helps",
        "oracle",
        "Where only P(x) shifts and rows are many, weighted cross-validation with the true ratio is nearer to the "
        "accuracies than cross-validation without weights.",
        _true_ratio_helps,
    ),
    Control(
        "knowing-the-labels",
        "oracle",
        "Where most of a large target is labelled, scoring on these rows puts more than half of the pairs in the right "
        "order.",
        _knowing_the_labels,
    ),
]
