"""What lesson 06 compares: how well five judges order eight learners, where both things shift."""

from __future__ import annotations

from math import inf

from shiftlab.course.reference.comparison import Comparison, Line

_JUDGES = ("SCV", "WCV", "RV", "TrCV")


def _run(seed: int) -> dict[str, float]:
    """Of 28 pairs of learners, how many each judge orders as the target does: one draw of the world."""
    from shiftlab import experiments
    from shiftlab.validation import concordance

    choice = experiments.get("transfer-cv")
    record = choice.record(choice.run(choice.settings(every=True, folds=10, seed=seed)))
    learners = [name.removeprefix("truth of ") for name in record if name.startswith("truth of ")]
    truth = [record[f"truth of {learner}"] for learner in learners]
    return {judge: concordance(truth, [record[f"{judge} of {one}"] for one in learners]) for judge in _JUDGES}


COMPARISON = Comparison(
    run=_run,
    lines=(
        Line(
            "transfer-cv/tcv-best",
            "Transfer cross-validation (TrCV) is the best of five judges",
            "cases of 24 in which it is, or is as good",
            holds=(12, inf),
            word="In about a quarter of the cases, not in nearly all.",
            part="cases of 24",
        ),
        Line(
            "transfer-cv/tcv-only-x",
            "Only P(x) shifts: weights make up for it",
            "pairs of 28 that WCV has right, less those of SCV",
            holds=(0, inf),
            word="Too small to be seen in 30 draws: weights cost rows, too.",
            part="WCV - SCV, weights: KMM",
        ),
        Line(
            "transfer-cv/tcv-only-y",
            "Only P(y|x) shifts: the way back with a few labels helps",
            "pairs of 28 that TrCV has right, less those of WCV",
            holds=(0, inf),
            word="About one pair of 28 better, if at all. Twenty labels are few.",
            part="TrCV - WCV, weights: KMM",
        ),
        Line(
            "transfer-cv/tcv-both",
            "Both shift: TrCV is better than weights alone",
            "pairs of 28 that TrCV has right, less those of WCV",
            holds=(0, inf),
            word="The case that the method is made for, and the one of three comparisons that speaks against it.",
            part="TrCV - WCV, weights: KMM",
            you=lambda found: found["TrCV"] - found["WCV"],
        ),
        Line(
            "transfer-cv/tcv-both",
            "Both shift: TrCV is better than the way back alone",
            "pairs of 28 that TrCV has right, less those of reverse validation",
            holds=(0, inf),
            word="Open. One draw moves by several pairs: look at yours with three seeds before you believe any.",
            part="TrCV - RV, weights: KMM",
            you=lambda found: found["TrCV"] - found["RV"],
        ),
    ),
)
