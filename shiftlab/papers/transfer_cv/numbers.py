"""The numbers of one judgement of candidates that a summary is about."""

from __future__ import annotations

from typing import Any

from .judged import CRITERIA, ROUNDING, Judged
from .printed import CRITERIA as PRINTED

#: What is compared inside one judgement, where most of what varies is the same for both.
DIFFERENCES = (*(("TrCV", other) for other in CRITERIA if other != "TrCV"), ("WCV", "SCV"), ("RV", "SCV"))


def numbers_of(judged: Judged) -> dict[str, Any]:
    """Everything about the candidates of one draw."""
    numbers = counts_of(judged)
    return numbers | compared(numbers) | beliefs_of(judged)


def counts_of(judged: Judged) -> dict[str, Any]:
    """Of each criterion the pairs in order, ties as printed and as halves, and what its choice loses."""
    numbers: dict[str, Any] = {"n_pairs": judged.n_pairs, "n_candidates": len(judged.names)}
    for name in judged.criteria:
        numbers |= {
            f"corr {name}": judged.corr(name),
            f"half {name}": judged.corr(name, "half"),
            f"regret {name}": judged.regret(name),
            f"finds best {name}": judged.finds_best(name),
        }
    return numbers


def compared(numbers: dict[str, Any]) -> dict[str, Any]:
    """Criteria against each other, from the counts of each.

    One is "best" where none of the five that the paper compares has more pairs in order: its 28 cases of 33.
    """
    found: dict[str, Any] = {}
    for one, other in DIFFERENCES:
        for what in ("corr", "half", "regret"):
            found[f"{what} {one} - {other}"] = numbers[f"{what} {one}"] - numbers[f"{what} {other}"]
        for what in ("corr", "half"):  # its 23 cases of 33 are of TrCV > WCV
            found[f"{what} {one} > {other}"] = int(found[f"{what} {one} - {other}"] > ROUNDING)
    for what in ("corr", "half"):
        most = max(numbers[f"{what} {name}"] for name in PRINTED) - ROUNDING
        found |= {f"{what} best {name}": int(numbers[f"{what} {name}"] >= most) for name in PRINTED}
    return found


def beliefs_of(judged: Judged) -> dict[str, Any]:
    """What each candidate is worth and is believed to be worth, and how that goes together (figure 5)."""
    numbers: dict[str, Any] = {}
    for name in judged.criteria:
        numbers[f"gap {name}"] = judged.gap(name)
        values = [judged.values[name][one] - judged.truth[one] for one in judged.names]
        numbers[f"off {name}"] = sum(values) / len(values)
        if (likeness := judged.correlation(name)) is not None:
            numbers[f"correlation {name}"] = likeness
    for name in judged.names:
        numbers[f"truth of {name}"] = judged.truth[name]
        numbers |= {f"{criterion} of {name}": judged.values[criterion][name] for criterion in judged.criteria}
    return numbers
