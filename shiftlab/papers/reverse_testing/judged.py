"""What each criterion says about the learners, and whether it is right about a pair of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from shiftlab._check import Floats
from shiftlab.validation.verdicts import RULES, standings, verdict

Pair = tuple[str, str]

#: Accuracies that are equal on paper may differ in the last digits of the sums behind them.
ROUNDING = 1e-12

#: For a person.
TITLES = {
    "cv": "cross-validation",
    "loo": "leave-one-out",
    "train": "training rows",
    **{rule: f"ReverseTesting, {rule}" for rule in RULES},
}


class Judged(NamedTuple):
    """One trial: accuracies by name, as they are on the target and as they are estimated from the source."""

    truth: Mapping[str, float]
    estimates: Mapping[str, Mapping[str, float]]  # "train", "cv" and perhaps "loo"
    accuracy: Floats  # AccTrain_a^b: row a was trained on the target labelled by column b
    n_fits: int  # of ReverseTesting
    bounds: Mapping[str, float]  # structural risk: 1 - the bound, of the learners that have one

    @property
    def names(self) -> list[str]:
        return list(self.truth)

    @property
    def pairs(self) -> list[Pair]:
        return list(combinations(self.names, 2))

    @property
    def criteria(self) -> list[str]:
        return [*self.estimates, *RULES]

    def better(self, pair: Pair) -> str | None:
        """Which learner is more accurate on the target; None at a tie."""
        return _higher(self.truth, pair)

    def says(self, criterion: str, pair: Pair) -> str | None:
        """Which learner a criterion expects to be the more accurate; None where it does not decide."""
        if criterion in self.estimates:
            return _higher(self.estimates[criterion], pair)
        a, b = map(self.names.index, pair)
        winner = verdict(self.accuracy, a, b, criterion)
        return None if winner is None else self.names[winner]

    def counts(self, criterion: str) -> dict[str, int]:
        """Pairs about which a criterion is right, wrong, or undecided; ties of the truth are in none of them."""
        answers = [(self.says(criterion, pair), better) for pair, better in self.decided]
        right = sum(choice == better for choice, better in answers)
        undecided = sum(choice is None for choice, _ in answers)
        return {"right": right, "wrong": len(answers) - right - undecided, "undecided": undecided}

    @property
    def decided(self) -> list[tuple[Pair, str]]:
        """The pairs that have a better learner, and that learner."""
        return [(pair, better) for pair in self.pairs if (better := self.better(pair)) is not None]

    @property
    def ties(self) -> int:
        return len(self.pairs) - len(self.decided)

    def finds_best(self, criterion: str) -> bool:
        """Whether the learner with the most wins over losses, the first of several, is the best on the target."""
        balance = self.balance(criterion)
        return self.truth[max(balance, key=balance.__getitem__)] >= max(self.truth.values()) - ROUNDING

    def balance(self, criterion: str) -> dict[str, int]:
        """Of each learner the pairs that it wins by a criterion, minus those that it loses."""
        names = self.names
        choices = {(a, b): self.says(criterion, (names[a], names[b])) for a, b in combinations(range(len(names)), 2)}
        verdicts = {pair: None if better is None else names.index(better) for pair, better in choices.items()}
        return dict(zip(names, standings(verdicts, len(names)), strict=True))


def tally(trials: Sequence[Judged], criterion: str) -> tuple[int, int]:
    """In how many trials a criterion is right about the first two learners, and in how many it is wrong."""
    answers = [(one.says(criterion, one.pairs[0]), one.better(one.pairs[0])) for one in trials]
    right = sum(better is not None and choice == better for choice, better in answers)
    return right, sum(choice is not None and better is not None for choice, better in answers) - right


def _higher(values: Mapping[str, float], pair: Pair) -> str | None:
    a, b = pair
    difference = values[a] - values[b]
    return None if abs(difference) <= ROUNDING else a if difference > 0 else b


def mean_gap(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The mean absolute difference of two accuracies of each learner."""
    return float(np.mean([abs(one[name] - other[name]) for name in one]))
