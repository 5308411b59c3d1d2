"""What lesson 01 compares: what selection changes, in a sample with your seed and in the population."""

from __future__ import annotations

from math import inf
from typing import Any

from shiftlab.course.reference.comparison import Comparison, Line


def _run(seed: int) -> dict[str, Any]:
    """Class bias, the figure of the paper, and a selection that keeps the share of positives."""
    from shiftlab import experiments

    kinds = experiments.get("bias-kinds")
    worlds = {
        "class": kinds.Settings(kind="class", seed=seed),
        "figure": kinds.Settings(kind="feature", world="three regions", seed=seed),
        "equal": kinds.Settings(kind="complete", rarer="balancing", seed=seed),
    }
    return {name: kinds.record(kinds.run(settings)) for name, settings in worlds.items()}


COMPARISON = Comparison(
    run=_run,
    lines=(
        Line(
            "reverse-testing/class-gap-seen",
            "Under class bias, rows left out differ from rows kept at the same x",
            "how much more often those left out are positive",
            holds=(0, inf),
            word="It can be seen only by who has labels of both: those kept and those left out.",
            part="class, positive, strength 0.6, two classes",
            you=lambda found: found["class"]["sample_gap"],
        ),
        Line(
            "reverse-testing/figure-1a-posterior",
            "Feature bias makes P(y|x) too small in region 1 of figure 1",
            "by how much P(y=1|x) is too small there",
            holds=(0, inf),
            word="It stays to the last digit: who looks at x alone cannot change the mixture at x.",
            part="region 1, how much smaller P(+) is",
            you=lambda found: round(found["figure"]["region_1_posterior_moved"], 9),
        ),
        Line(
            "reverse-testing/figure-1a-frequency",
            "Feature bias makes positives too rare in region 1",
            "the share of its positives that is lost",
            holds=(0, inf),
            word="The paper says both in one paragraph. This is the one that is right: frequency, not P(y|x).",
            part="region 1, share of its positives lost",
            you=lambda found: -found["figure"]["region_1_gained"],
        ),
        Line(
            "reverse-testing/equal-priors-only-feature-bias",
            "If the share of positives stays, P(y|x) stays",
            "by how much P(y|x) moves",
            holds=(0, 0),
            word="A selection that looks at x and y can keep the share and still move P(y|x).",
            part="complete, balancing, strength 0.6, two classes",
            you=lambda found: found["equal"]["y_given_x_moved"],
        ),
    ),
)
