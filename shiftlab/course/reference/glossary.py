"""The words of the course: each in a sentence or two, with its other names and the lesson that introduces it."""

from __future__ import annotations

from typing import NamedTuple

from ...support import words as spelling
from ..card import Card


class Word(NamedTuple):
    """What a word means; `others` are names that it has elsewhere."""

    name: str
    lesson: str
    says: str
    others: tuple[str, ...] = ()


WORDS = (
    Word(
        "dataset shift",
        "00",
        "A model learns from rows of one distribution and is used on rows of another. What it has learned may then be "
        "wrong, however many rows there were.",
    ),
    Word(
        "calibrated",
        "00",
        "Of all rows that get the probability 0.3, three in ten are positive, and so for every other probability.",
    ),
    Word(
        "Brier score",
        "00",
        "The mean squared distance between a stated probability and what happened, 0 or 1. Small is good. It mixes two "
        "things: being calibrated, and telling the classes apart.",
    ),
    Word("source", "01", "Where the labels are and the model learns.", ("training distribution", "sample")),
    Word("target", "01", "Where the model is used. Mostly without labels.", ("test distribution", "population")),
    Word(
        "selection bias",
        "01",
        "Somebody, or something, decided which rows one gets to see, and did not decide by lot.",
        ("sample selection bias", "SSB"),
    ),
    Word(
        "iid",
        "01",
        "Independent and identically distributed: each row is drawn from the same distribution, whatever the others "
        'are. An "iid fit" is one without weights, made as if source and target were the same.',
    ),
    Word(
        "covariate shift",
        "01",
        "P(x) is another in the target, P(y|x) is the same: other rows, the same rule. Selection that looks at x alone "
        "makes it.",
        ("feature bias",),
    ),
    Word(
        "label shift",
        "01",
        "P(y) is another in the target, P(x|y) is the same: more or fewer positives, and each looks as before. "
        "Selection that looks at y alone makes it; undersampling is one.",
        ("prior shift", "class bias", "target shift"),
    ),
    Word(
        "concept drift",
        "01",
        "P(y|x) itself is another in the target: the same row has another chance to be positive. No test on x sees it, "
        "and no weight by x repairs it.",
        ("concept shift", "real drift"),
    ),
    Word("complete bias", "01", "Selection looks at x and at y: anything may change."),
    Word(
        "importance weighting",
        "01",
        "Each source row counts w(x) = Q(x)/P(x) times, so that the source stands for the target.",
        ("weighting", "reweighting"),
    ),
    Word(
        "effective sample size",
        "01",
        "How many rows of equal weight would be as good as these weighted ones: (Σw)²/Σw². A few heavy rows make it "
        "small.",
        ("ESS",),
    ),
    Word(
        "AUC",
        "01",
        "Take a positive and a negative row at random: how often does the positive get the higher score? 0.5 is "
        "guessing, 1 is perfect. It sees the order of scores only.",
        ("area under the ROC curve",),
    ),
    Word(
        "two-sample test",
        "01",
        "It asks whether two sets of rows may come from one distribution. Of y it knows nothing.",
    ),
    Word(
        "MMD",
        "01",
        "Maximum mean discrepancy: how far the means of two samples are apart, in the rich space of features behind a "
        "kernel.",
        ("maximum mean discrepancy",),
    ),
    Word("prior", "02", "The share of each class before anything is known of a row.", ("class prior", "base rate")),
    Word(
        "undersampling",
        "02",
        "Rows of the frequent class are thrown away at random until the classes are balanced, or nearer to it.",
    ),
    Word(
        "threshold",
        "02",
        "The probability from which on a row is called positive. The costs of both mistakes decide where it should be.",
    ),
    Word(
        "G-mean",
        "02",
        "The geometric mean of two shares: of positives that are called positive, and of negatives that are called "
        "negative. It sees decisions only.",
    ),
    Word(
        "reliability diagram",
        "02",
        "For each stated probability the share that really was positive. A calibrated model lies on the diagonal.",
        ("calibration curve",),
    ),
    Word(
        "recalibration",
        "02",
        "A small second model turns stated probabilities into calibrated ones. It must be fitted on rows that the "
        "first model has not seen, and that were not undersampled.",
    ),
    Word(
        "density",
        "03",
        "How crowded a place is: the share of rows per unit of length around x. The ratio of two densities says how "
        "much more crowded one sample is there than the other.",
    ),
    Word("density ratio", "03", "Q(x)/P(x): how many times denser the target is at x.", ("importance",)),
    Word(
        "overlap",
        "03",
        "Wherever the target has rows, the source has some. Without it no weight can help.",
        ("support", "common support", "positivity"),
    ),
    Word(
        "kernel",
        "03",
        "A function k(x, x') that says how alike two rows are: 1 for the same row, near 0 for rows far apart. It "
        "stands for a product of long lists of features that nobody computes.",
    ),
    Word(
        "kernel mean matching",
        "03",
        "Weights for the source rows with which the mean of their features, those of a kernel, is that of the target.",
        ("KMM",),
    ),
    Word(
        "information criterion",
        "03",
        "How well a model fits, with a price for how much it could bend. The smaller, the better. Here it chooses how "
        "strongly to weight.",
        ("IC", "min IC"),
    ),
    Word(
        "least mean squares",
        "03",
        "The fit with the smallest mean squared error. Penalised: large coefficients cost something, too.",
        ("LMS", "penalised LMS", "ridge regression"),
    ),
    Word(
        "right model",
        "03",
        "A model that can be the true rule for some choice of its coefficients. It has nothing to choose between "
        "places, and needs no weights.",
        ("well-specified model",),
    ),
    Word(
        "kernel density estimate",
        "04",
        "A density drawn by putting a small hill on every row and adding them up.",
        ("KDE",),
    ),
    Word(
        "prior of the coefficients",
        "04",
        "What one believes of them before any row: that they are small. The narrower it is, the stronger the fit is "
        "held back.",
        ("regularisation", "penalty"),
    ),
    Word(
        "MAP",
        "04",
        "Maximum a posteriori: the coefficients that are most probable, given the rows and the prior.",
        ("maximum a posteriori",),
    ),
    Word(
        "ROC curve",
        "04",
        "For every threshold the share of positives found against the share of false alarms. AUC is the area below it.",
        ("ROC",),
    ),
    Word("two-stage", "04", "First the weights, from x alone; then the model, with these weights."),
    Word("integrated", "04", "Weights and model are learned together, as one criterion."),
    Word(
        "importance-weighted cross-validation",
        "04",
        "Cross-validation in which every row that is held out counts w(x) times: an estimate of the error on the "
        "target. The rows must be ones that the model has not seen.",
        ("IWCV", "WCV", "weighted validation"),
    ),
    Word(
        "convex",
        "04",
        "A valley with one bottom: whoever only goes down arrives there. Without it, where one starts may decide.",
    ),
    Word("learner", "05", "A way to make a model out of rows, like a tree or a line; not yet the model."),
    Word(
        "cross-validation",
        "05",
        "Hold a part of the labelled rows out, learn from the others, ask about those held out; in turn for each part. "
        "It measures where the labels are.",
        ("folds", "SCV"),
    ),
    Word(
        "reverse testing",
        "05",
        "Let each learner label the target, learn from those labels, and see on the source whose labels taught more.",
        ("ReverseTesting",),
    ),
    Word(
        "reverse validation",
        "06",
        "Held-out source rows are labelled by a model that went to the target and came back. Wrong labels are counted.",
        ("RV",),
    ),
    Word(
        "transfer learning",
        "06",
        "Learning for the target from the source and a few labelled rows of the target.",
        ("domain adaptation",),
    ),
    Word(
        "confidence interval",
        "06",
        "The values that agree with what was seen. Of many such intervals at 95 %, nineteen in twenty hold the truth.",
        ("interval",),
    ),
    Word(
        "regret",
        "06",
        "How much worse the chosen model is than the best one that could have been chosen.",
    ),
)


def word(name: str) -> Card:
    """A word on a card: ``word("effective sample size")``, or by another of its names, ``word("ESS")``."""
    known = {spoken.casefold(): one for one in WORDS for spoken in (one.name, *one.others)}
    one = known.get(name.strip().casefold()) if isinstance(name, str) else None
    if one is None:
        near = spelling.nearest(name, [other.name for other in WORDS]) if isinstance(name, str) else None
        which = f"did you mean {near}?" if near else f"there are {', '.join(other.name for other in WORDS)}."
        raise ValueError(f"The course does not explain {name!r:.40}; {which}")
    others = f" (also: {', '.join(one.others)})" if one.others else ""
    return Card(f"{one.name}{others}", (one.says, f"From lesson {one.lesson}."))
