"""What each criterion believes of each candidate, and how often that puts two of them in the wrong order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np

from shiftlab.validation import concordance

Pair = tuple[str, str]
Ties = Literal["printed", "half"]

#: In the order of Table 4, and reverse validation alone: TrCV with weights of one.
CRITERIA = ("SCV", "TCV", "STV", "WCV", "TrCV", "RV")
#: Accuracies that are equal on paper may differ in the last digits of the sums behind them.
ROUNDING = 1e-9


class Judged(NamedTuple):
    """One draw: of each candidate its accuracy on the target, and what each criterion says; higher is better.

    Candidates are learners, values of a parameter, sources, or pairs of source and learner.
    """

    truth: Mapping[str, float]
    values: Mapping[str, Mapping[str, float]]  # criterion -> candidate -> value

    @property
    def names(self) -> list[str]:
        return list(self.truth)

    @property
    def criteria(self) -> list[str]:
        return list(self.values)

    @property
    def n_pairs(self) -> int:
        """The comparisons there are: the best that `corr` can be."""
        return len(self.truth) * (len(self.truth) - 1) // 2

    def corr(self, criterion: str, ties: Ties = "printed") -> float:
        """The measure of section 5.1: all pairs, minus those that the criterion puts in the wrong order.

        As printed a tie, in the truth or in the criterion, is no mistake: with "half" it is half of one.
        """
        truth, value = self._rounded(criterion)
        return float(concordance(truth, value, ties=ties))

    def chosen(self, criterion: str) -> str:
        """The candidate that the criterion puts first; of several the first."""
        return self._first(criterion)[0]

    def regret(self, criterion: str) -> float:
        """What the choice loses of the accuracy that there is to be had.

        Where the criterion puts several candidates first, it is the mean over them: none of them is preferred.
        """
        chosen = [self.truth[name] for name in self._first(criterion)]
        return max(self.truth.values()) - float(np.mean(chosen))

    def finds_best(self, criterion: str) -> float:
        """Whether the choice is the best candidate, 1 or 0; the share of those it cannot decide between."""
        best = max(self.truth.values()) - ROUNDING
        return float(np.mean([self.truth[name] >= best for name in self._first(criterion)]))

    def wrong_pairs(self, criterion: str) -> list[Pair]:
        """The pairs that the criterion puts in the wrong order, the better candidate first."""
        truth, value = (dict(zip(self.names, numbers, strict=True)) for numbers in self._rounded(criterion))
        wrong = [(f, g) for f, g in combinations(self.names, 2) if (truth[f] - truth[g]) * (value[f] - value[g]) < 0]
        return [(f, g) if truth[f] > truth[g] else (g, f) for f, g in wrong]

    def gap(self, criterion: str) -> float:
        """How far the criterion's values are from the accuracies, on average."""
        return float(np.mean([abs(self.values[criterion][name] - self.truth[name]) for name in self.names]))

    def correlation(self, criterion: str) -> float | None:
        """Pearson's correlation of the values and the accuracies (figure 5); None where one of them does not vary."""
        truth, value = map(np.array, self._rounded(criterion))
        if np.ptp(truth) == 0 or np.ptp(value) == 0:
            return None
        return float(np.corrcoef(truth, value)[0, 1])

    def _first(self, criterion: str) -> list[str]:
        values = self.values[criterion]
        most = max(values.values()) - ROUNDING
        return [name for name in self.names if values[name] >= most]

    def _rounded(self, criterion: str) -> tuple[list[float], list[float]]:
        """Accuracies and values in one order, without the digits that mean nothing."""
        values = self.values[criterion]
        return [round(self.truth[name], 9) for name in self.names], [round(values[name], 9) for name in self.names]
