"""Settings of the choice amongst models for texts: section 5.1, and what it leaves open."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control

from .. import options
from ..made_up import N_SHARED

Problem = Literal[
    "made up",
    "orgs-people",
    "orgs-places",
    "people-places",
    "comp-rec",
    "sci-talk",
    "Sheep",
    "BioMedical",
    "Goats",
]
#: By where their texts come from.
REUTERS: tuple[Problem, ...] = ("orgs-people", "orgs-places", "people-places")
NEWSGROUPS: tuple[Problem, ...] = ("comp-rec", "sci-talk")
WEB_PAGES: tuple[Problem, ...] = ("Sheep", "BioMedical", "Goats")
Task = Literal["learners", "C of the SVM", "neighbours of LatentMap"]


def of_learners(settings: Any) -> bool:
    return bool(settings.task == "learners")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    problem: Problem = "made up"
    """texts

    News wires, newsgroups and web pages do not come with the package: made-up articles stand in for them. Web pages
    are a stand-in themselves: their ratings are not to be had, so that subjects are told apart.
    """
    task: Task = "learners"
    """chosen amongst

    Learners, or five values of a parameter of one of them.
    """
    every: Annotated[options.Every, Control(when=of_learners)] = False
    drift: Annotated[float, Interval(ge=0, le=1), Control(step=0.05, when=options.made_up)] = 0.5
    """drift of the topics

    From old words to new ones, between source and target: the shift of P(x).
    """
    turned: Annotated[int, Interval(ge=0, le=N_SHARED), Control(when=options.made_up)] = 2
    """words that change sides

    Of the four that both domains have for each class: the shift of P(y|x).
    """
    size: options.Size = 150
    rows: options.Rows = 200
    words: options.Words = 500
    gain: options.Gain = "source"
    values: options.Values = "presence"
    share: options.Share = 0.1
    fewest: options.Fewest = 20
    folds: options.Folds = 10
    B: options.Bound = 1000.0
    total: options.Total = "loose"
    ridge: options.Ridge = 1e-3
    gamma: options.Gamma = 0.0
    normalize: options.Normalize = True
    reverse: options.Reverse = "swapped"
    pool_labeled: options.PoolLabeled = False
    seed: options.Seed = 0

    def check(self) -> str | None:
        return options.too_few(self)
