"""Orders of learners, as in Tables 2, 4, 6 and 13, and how many of their ranks are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .judged import ROUNDING, Judged


def order(judged: Judged, criterion: str) -> list[str]:
    """The learners from the best to the worst by a criterion, or by "truth"; ties in the given order.

    By ReverseTesting, which only says who of two is better, the best has most wins minus losses.
    """
    if criterion == "truth" or criterion in judged.estimates:
        values = judged.truth if criterion == "truth" else judged.estimates[criterion]
        return by_value(values)
    return by_value(judged.balance(criterion))


def by_value(values: Mapping[str, float]) -> list[str]:
    return sorted(values, key=lambda name: -round(values[name], 12))  # stable: ties stay in the given order


def wrong_ranks(truth: Mapping[str, float], order: Sequence[str]) -> list[bool]:
    """Of each rank whether another learner belongs there; learners that tie may change places."""
    return [abs(truth[name] - truth[right]) > ROUNDING for name, right in zip(order, by_value(truth), strict=True)]
