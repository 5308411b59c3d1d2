"""Settings of the choice amongst sources: Table 5, and what it leaves open."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control

from .. import options
from ..learners import Name
from ..made_up import N_SHARED

Problem = Literal["made up", "comp-rec", "sci-talk"]
TASKS: tuple[Problem, ...] = ("comp-rec", "sci-talk")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    VIEW: ClassVar[tuple[str, ...]] = ("shown",)

    problem: Problem = "made up"
    """texts

    The newsgroups of Table 3 do not come with the package: made-up articles stand in for them.
    """
    every: options.Every = False
    drift: Annotated[float, Interval(ge=0, le=1), Control(step=0.05, when=options.made_up)] = 0.8
    """drift of the topics

    How many of the target's words the far source lacks; half as much for the near one and the turned one.
    """
    turned: Annotated[int, Interval(ge=0, le=N_SHARED), Control(when=options.made_up)] = 2
    """words that change sides

    In the third source, of the four that all domains have for each class: another P(y|x).
    """
    shown: Name = "NB"
    """learner shown

    With each of the three sources; if it is not among those compared, the first of them.
    """
    size: options.Size = 120
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
