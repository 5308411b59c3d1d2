"""What can be set wherever texts are validated: words, rows, folds, weights, and what the paper leaves open."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, Protocol

from annotated_types import Ge, Interval
from pydantic import Field

from shiftlab.experiments.settings import Control

from . import articles
from .learners import LEARNERS, Name

#: What is quick enough for a control that moves: how often each class has a word, a plane, and a transfer learner.
THREE: tuple[Name, ...] = ("NB", "SVM", "LM")


def said(label: str, help: str = "") -> Any:
    """What a person reads of a field that several experiments have."""
    return Field(description=f"{label}\n\n{help}".strip())


def made_up(settings: Any) -> bool:
    return bool(settings.problem == "made up")


def of_articles(settings: Any) -> bool:
    return bool(settings.problem != "made up")


Every = Annotated[
    bool,
    said("all eight learners", "As in the tables, or naive Bayes, the support vector machine and LatentMap."),
]
Size = Annotated[
    int,
    Interval(ge=40, le=2000),
    Control(log=True, when=made_up),
    said("articles of each domain"),
]
Words = Annotated[
    int,
    Interval(ge=10, le=2000),
    Control(log=True),
    said("words", "Those with the highest information gain: 500 in section 5.1. Made-up articles have 64."),
]
Gain = Annotated[
    articles.Gain,
    said(
        "whose labels choose the words",
        "Those of the source, which are all there are; or every label, also those of the target. The paper does not "
        "say.",
    ),
]
Values = Annotated[
    articles.Values,
    said(
        "what is kept of a word",
        "Whether it is there, which is what information gain is about, or how often. The paper does not say.",
    ),
]
Rows = Annotated[
    int,
    Interval(ge=40, le=5000),
    Control(log=True, when=of_articles),
    said("most rows of each domain", "Drawn by the seed."),
]
Share = Annotated[float, Interval(ge=0, le=0.9), Control(step=0.1), said("share of labelled target rows")]
Fewest = Annotated[
    int, Interval(ge=4, le=500), Control(log=True), said("labelled target rows at least", "20 in the paper.")
]
Folds = Annotated[
    int,
    Interval(ge=2, le=30),
    said("folds", "10 in the paper; while a control moves there are fewer."),
]
Bound = Annotated[
    float,
    Interval(ge=1, le=1e4),
    Control(log=True),
    said(
        "largest weight, B",
        "Of kernel mean matching. Not printed in the paper; 1000 is that of the matching's own.",
    ),
]
Total = Annotated[
    Literal["loose", "exact"],
    said(
        "mean weight",
        "Within ε = (√n - 1)/√n of 1, as the matching's own paper has it, or 1: ε = 0. O(B/√n) is above 1 for "
        "B = 1000.",
    ),
]
Ridge = Annotated[
    float,
    Interval(ge=0, le=10),
    Control(log=True),
    said("ridge", "Added to the diagonal of K in the matching; 0 is the problem as printed."),
]
Gamma = Annotated[
    float,
    Interval(ge=0, le=100),
    Control(step=0.5),
    said(
        "width of the kernel, γ",
        "Of exp(-γ ||x - x'||²) in the matching; 0 is 1/(2 s²) with s the median distance. The paper does not say.",
    ),
]
Normalize = Annotated[
    bool,
    said("weights with mean 1", "As printed (off), weights whose mean exceeds 1 can let the loss pass 1."),
]
Reverse = Annotated[
    Literal["swapped", "alone"],
    said(
        "way back of a transfer learner",
        "To the rows of the fold, without labels, as its target, or without any. The paper does not say.",
    ),
]
PoolLabeled = Annotated[
    bool,
    said(
        "classical learners also see the labelled target rows",
        "The paper does not say; figure 1 trains on the source.",
    ),
]
Seed = Annotated[int, Ge(0), said("seed", "Draws the articles, which of them are labelled, and the folds.")]


class Options(Protocol):
    """The part of any settings that validation reads."""

    @property
    def words(self) -> int: ...
    @property
    def gain(self) -> articles.Gain: ...
    @property
    def values(self) -> articles.Values: ...
    @property
    def rows(self) -> int: ...
    @property
    def share(self) -> float: ...
    @property
    def fewest(self) -> int: ...
    @property
    def folds(self) -> int: ...
    @property
    def B(self) -> float: ...
    @property
    def total(self) -> Literal["loose", "exact"]: ...
    @property
    def ridge(self) -> float: ...
    @property
    def gamma(self) -> float: ...
    @property
    def normalize(self) -> bool: ...
    @property
    def reverse(self) -> Literal["swapped", "alone"]: ...
    @property
    def pool_labeled(self) -> bool: ...
    @property
    def seed(self) -> int: ...


def compared(every: bool) -> tuple[Name, ...]:
    return LEARNERS if every else THREE  # type: ignore[return-value]


def fewer(settings: Any, *, rows: int, folds: int) -> dict[str, Any]:
    """What changes while a control moves: three learners, few folds and few articles, ten of them without labels."""
    s = settings
    rows = max(rows, math.ceil(10 / (1 - s.share)) + 1)
    return {
        "size": min(s.size, rows),
        "rows": min(s.rows, rows),
        "fewest": min(s.fewest, rows // 2),
        "folds": min(s.folds, folds),
        "every": False,
    }


def too_few(settings: Any) -> str | None:
    """The sentence for settings that leave no target rows to be right or wrong about."""
    n = settings.size if made_up(settings) else settings.rows
    labeled = articles.n_labeled(n, settings.share, settings.fewest)
    if labeled > n - 10:
        return (
            f"share={settings.share:g} and fewest={settings.fewest} do not fit: they leave {n - labeled} of {n} target "
            "rows without labels, and there must be ten"
        )
    return None
