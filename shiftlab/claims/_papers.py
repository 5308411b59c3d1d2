"""Which claims belong to which paper, and which experiments give their evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import (
    bias_kinds,
    discriminative,
    kmm_regression,
    kmm_selection,
    reverse_testing,
    reverse_testing_boolean,
    reverse_testing_costs,
    reverse_testing_news,
    undersampling,
    undersampling_real,
)
from ._claim import Claim, Statement, Summaries


class Paper(NamedTuple):
    title: str
    statements: Sequence[Statement]

    @property
    def experiments(self) -> list[str]:
        return list(dict.fromkeys(statement.experiment for statement in self.statements))


PAPERS = {
    "undersampling": Paper(
        "Dal Pozzolo, Caelen, Johnson and Bontempi, Calibrating Probability with Undersampling for Unbalanced "
        "Classification, 2015",
        [*undersampling.STATEMENTS, *undersampling_real.STATEMENTS],
    ),
    "reverse-testing": Paper(
        "Fan and Davidson, ReverseTesting: An Efficient Framework to Select Amongst Classifiers under Sample "
        "Selection Bias, 2006",
        [
            *bias_kinds.REVERSE_TESTING,
            *reverse_testing.STATEMENTS,
            *reverse_testing_boolean.STATEMENTS,
            *reverse_testing_costs.STATEMENTS,
            *reverse_testing_news.STATEMENTS,
        ],
    ),
    "kmm": Paper(
        "Huang, Smola, Gretton, Borgwardt and Schölkopf, Correcting Sample Selection Bias by Unlabeled Data, 2006",
        [*bias_kinds.KMM, *kmm_regression.KMM, *kmm_selection.STATEMENTS],
    ),
    "discriminative": Paper(
        "Bickel, Brückner and Scheffer, Discriminative Learning for Differing Training and Test Distributions, 2007",
        [*discriminative.STATEMENTS],
    ),
}


def decide(summaries: Summaries) -> Iterator[Claim]:
    """Every claim of every paper, decided by these summaries; claims without evidence come out as "no data"."""
    for name, paper in PAPERS.items():
        for statement in paper.statements:
            yield statement.decide(name, summaries)
