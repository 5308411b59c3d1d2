"""What can be set in the experiment undersampling-real."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control

from .tasks import Name

Learner = Literal["logitboost", "forest", "svm"]
LEARNERS: tuple[Learner, ...] = ("logitboost", "forest", "svm")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    REPEATS = ("fold", "seed")

    dataset: Name = "ecoli"
    """data set

    A row of the paper's Table IV, or the card data. Only ecoli and glass come with the package.
    """
    learner: Learner = "logitboost"
    """learner

    LogitBoost with stumps, a random forest, or a support vector machine with Gaussian kernel and Platt's
    sigmoid: the paper's three.
    """
    folds: Annotated[int, Interval(ge=2, le=20)] = 10
    """folds

    Of the stratified cross-validation; its rows are shuffled by the seed.
    """
    fold: Annotated[int, Interval(ge=0, le=20)] = 0
    """the fold to run

    0 is all of them; a number runs that one alone, so that long runs can be spread and resumed.
    """
    levels: Annotated[int, Interval(ge=1, le=10)] = 4
    """values of β

    From N⁺/N⁻, where the classes are balanced, towards 1; β = 1 itself is p, without undersampling.
    """
    spacing: Literal["geometric", "even"] = "geometric"
    """spacing of β

    The paper does not say which values it used.
    """
    max_rows: Annotated[int, Interval(ge=0, le=1_000_000), Control(log=True)] = 0
    """most rows

    A stratified sample of the data set, drawn by the seed; 0 uses every row.
    """
    trees: Annotated[int, Interval(ge=1, le=500), Control(log=True, when=lambda s: s.learner == "forest")] = 100
    """trees

    The paper's software grows 500 unless told otherwise.
    """
    rounds: Annotated[int, Interval(ge=0, le=500), Control(when=lambda s: s.learner == "logitboost")] = 0
    """boosting rounds

    0 is one per feature, the default of the paper's software.
    """
    z_max: Annotated[float, Interval(ge=1, le=1e6), Control(log=True, when=lambda s: s.learner == "logitboost")] = 1e4
    """largest working response

    LogitBoost's authors clip at 2 to 4, which makes the probabilities of a rare class too small; the paper's
    software does not clip. The default all but does not.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed

    The repetition of the cross-validation.
    """

    def check(self) -> str | None:
        if self.fold > self.folds:
            return f"fold={self.fold} does not exist: with folds={self.folds} give 0 (all) to {self.folds}"
        return None
