"""What lesson 03 compares: lines with and without weights, in twenty trials of yours."""

from __future__ import annotations

from math import inf
from typing import Any

from shiftlab.course.reference.comparison import Comparison, Line


def _run(seed: int) -> Any:
    """Twenty trials of the toy regression, the programme as printed."""
    from shiftlab import experiments

    regression = experiments.get("kmm-regression")
    return regression.record(regression.run(regression.Settings(trials=20, seed=seed, ridge=0.0)))


COMPARISON = Comparison(
    run=_run,
    lines=(
        Line(
            "kmm/training-line-is-poor",
            "The line without weights is poor on the target",
            "its squared error, in errors of a line with target labels",
            holds=(2, inf),
            word="Read as: more than twice the error that labels of the target would allow.",
            part="as in figure 1",
            you=lambda found: found["risk unweighted / target"],
        ),
        Line(
            "kmm/weights-improve",
            "Weights by matching (KMM) make it better",
            "squared error without weights, less that with KMM",
            holds=(0, inf),
            word="So do both other ways to weight. Here the model is wrong, and weights say where it must be right.",
            part="KMM, as in figure 1",
            you=lambda found: found["test unweighted - kmm"],
        ),
        Line(
            "kmm/kmm-beats-ratio",
            "Matching beats the true ratio",
            "squared error with the ratio, less that with KMM",
            holds=(0, inf),
            word="In 1,000 trials the true ratio is ahead. The paper's figure is one draw of 100 trials.",
            part="as in figure 1",
            you=lambda found: found["test ratio - kmm"],
        ),
        Line(
            "kmm/kmm-beats-min-ic",
            "Matching beats the weights of the information criterion",
            "squared error with min IC, less that with KMM",
            holds=(0, inf),
            word="It is behind here too. With a ridge of 1 all three are nearly the same.",
            part="as in figure 1",
            you=lambda found: found["test min_ic - kmm"],
        ),
        Line(
            "kmm/weights-are-not-the-ratio",
            "Matched means do not make weights close to the ratio",
            "distance of the weights from the ratio, as a typical trial has it",
            holds=(1, inf),
            word="The paper's own warning, and it holds for its 100 rows; with 800 the weights come closer.",
            part="distance to the ratio, as in figure 1",
            you=lambda found: found["median weights apart"],
        ),
    ),
)
