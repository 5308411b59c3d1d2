"""Settings of the experiment on decisions that bring money: section 6, and what it leaves open."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control


def of_the_world(s: Any) -> bool:
    return bool(s.problem == "synthetic")


def of_the_card(s: Any) -> bool:
    return bool(s.problem == "creditcard")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    REPEATS = ("block", "seed")

    problem: Literal["synthetic", "creditcard"] = "synthetic"
    """data

    A world of ours with the paper's benefits, or the card transactions of two days in 2013. Neither data set of the
    paper is to be had.
    """
    overhead: Annotated[float, Interval(ge=0, le=500), Control(step=10)] = 90.0
    """overhead, $

    What the investigation of one transaction costs; 90 in the paper.
    """
    n: Annotated[int, Interval(ge=300, le=20_000), Control(log=True, when=of_the_world)] = 1500
    """transactions

    As many to learn from as in the target.
    """
    share: Annotated[float, Interval(ge=0.01, le=0.3), Control(log=True, when=of_the_world)] = 0.05
    """share of frauds

    Among the transactions to learn from.
    """
    shift: Annotated[float, Interval(ge=-2, le=2), Control(step=0.25, when=of_the_world)] = 1.0
    """shift in time

    By how much all customers' behaviour moves until the target, in standard deviations. Which behaviour is fraud, and
    how often, stays the same: feature bias.
    """
    blocks: Annotated[int, Interval(ge=2, le=50), Control(when=of_the_card)] = 10
    """blocks of time

    Into which the card data are cut, with as many rows in each.
    """
    block: Annotated[int, Interval(ge=2, le=50), Control(when=of_the_card)] = 2
    """the block to judge

    The target. What comes before it is learnt from.
    """
    train: Annotated[int, Interval(ge=0, le=49), Control(when=of_the_card)] = 1
    """blocks to learn from

    The last ones before the target; 0 is all of them, as in the paper.
    """
    max_rows: Annotated[int, Interval(ge=0, le=300_000), Control(log=True, when=of_the_card)] = 0
    """most rows to learn from

    Drawn by the seed; 0 uses every row.
    """
    folds: Annotated[int, Interval(ge=2, le=20)] = 10
    """folds

    Of the cross-validation on the source.
    """
    repeats: Annotated[int, Interval(ge=1, le=10)] = 1
    """cross-validations

    With other folds; the paper averages 10.
    """
    enough: Annotated[int, Interval(ge=0, le=10_000), Control(log=True)] = 0
    """rows in a node that answers

    Of the tree with curtailment; 0 is 10 divided by the share of frauds. The paper does not say.
    """
    retrained: Literal["benefit", "labels", "classes"] = "benefit"
    """way back

    Models learn from decisions, and decide by the benefit that their probabilities promise, or repeat the labels that
    they were taught; or they learn from the more probable classes, and decide by benefit. The paper does not say.
    """
    rule: Literal["strict", "weak", "sum"] = "strict"
    """rule of ReverseTesting

    As printed; with >= in one of the two comparisons; or by the sums over both learners.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed

    Draws the world, the folds and the random trees.
    """

    def check(self) -> str | None:
        if self.problem == "creditcard" and self.block > self.blocks:
            return f"block={self.block} does not exist: with blocks={self.blocks} give 2 to {self.blocks}"
        if self.problem == "creditcard" and self.train >= self.block:
            return f"train={self.train} does not fit: before block {self.block} there are {self.block - 1}"
        return None
