"""A claim in a few words and numbers, the same wherever it is shown: on pages, in lessons, on the command line."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from .rules import Verdict
from .statement import Claim

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

#: The visible marks of certainty: a letter each, what it stands for, and its name in the record.
MARKS = (
    ("D", "the paper's own data", "original_data"),
    ("S", "the settings that it prints", "printed_settings"),
    ("P", "enough repetitions to decide", "powered"),
    ("U", "repeated over what its sentence is about", "paper_unit"),
)


def spoken(claim: Claim) -> str:
    """The verdict. Of "partly" with the share, without which it says next to nothing."""
    return f"partly ({share(claim)})" if claim.verdict == "partly" else claim.verdict


def share(claim: Claim) -> str:
    """How the parts that decide came out: "7 of 9 supported, 1 contradicted"; of what is exact "7 of 9 right"."""
    found = tally(claim.evidence)
    of = f"{found['supported']} of {found.total()}"
    if claim.kind == "exact":
        return f"{of} right"
    return f"{of} supported" + (f", {found['contradicted']} contradicted" if found["contradicted"] else "")


def same_cells(adopted: Mapping[str, Any]) -> str:
    """How the sample came out by which older evidence was taken for that of newer code."""
    same = f"{adopted['cells']} of {adopted['of']} cells are the same to the bit"
    if "rounded" not in adopted:
        return same
    return f"{same}, but for rounding in {adopted['rounded']} of them, by up to {adopted['by']:.2g} of a number's size"


def primary(evidence: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The parts that decide."""
    return [part for part in evidence if part["primary"]]


def tally(evidence: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """How many of the parts that decide are in each state."""
    return Counter(part["state"] for part in primary(evidence))


def number(value: float) -> str:
    """Three digits, thousands in full: 0.0213, 284,807."""
    if not math.isfinite(value):
        return str(value)
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def exactly(value: float) -> str:
    """As many digits as tell a printed number from another: 0.1234567, 284,807."""
    return f"{value:,.0f}" if abs(value) >= 1000 and value == round(value) else f"{value:.6g}"


def interval(ends: Sequence[float]) -> str:
    low, high = ends
    return f"[{number(low)}, {number(high)}]"


def measured(part: Mapping[str, Any]) -> str:
    """A number with its interval, where it has one: "0.0213 [0.0191, 0.0235]"."""
    return number(part["value"]) + (f" {interval(part['interval'])}" if "interval" in part else "")


def paper(claim: Claim) -> str:
    """What the paper finds: in the words of the claim, or its number."""
    if claim.paper_says:
        return claim.paper_says
    printed = list(dict.fromkeys(number(part["paper_value"]) for part in claim.evidence if "paper_value" in part))
    more = f" and {len(printed) - 2} more" if len(printed) > 2 else ""
    return ", ".join(printed[:2]) + more


def value(claim: Claim) -> str:
    """Our number with its interval: of one part, or the mean of those that decide."""
    parts = primary(claim.evidence)
    if not parts:
        return ""
    if len(parts) == 1:
        shown = measured(parts[0])
    else:
        shown = share(claim) if claim.together is None else measured(claim.together)
    return f"on a stand-in: {shown}" if claim.data == "stand-in" else shown


def ours(claim: Claim) -> str:
    """The same, with how many parts, and how many of what: "0.0213 [0.0191, 0.0235], mean of 9; 50 seeds"."""
    shown = [value(claim)]
    if claim.together is not None:
        parts = primary(claim.evidence)
        shown[0] += f", mean of {len(parts)}" if len(parts) > 1 else ""
        shown.append(repetitions(claim))
    return "; ".join(filter(None, shown))


def repetitions(claim: Claim) -> str:
    """How many of what: "50 seeds", or nothing for what was computed once."""
    drawn = sorted({part["n"] for part in primary(claim.evidence)})
    if not drawn or drawn[-1] == 1:
        return ""
    times = f"{drawn[0]:,}" if len(drawn) == 1 else f"{drawn[0]:,} to {drawn[-1]:,}"
    return f"{times} {several(claim.unit)}"


def several(unit: str) -> str:
    """The plural of what is repeated: of "split of the rows" it is "splits of the rows"."""
    word, of, rest = unit.partition(" of ")
    if word.endswith(("s", "x", "ch")):
        word += "es"
    elif word.endswith("y") and not word.endswith(("ay", "ey", "oy")):
        word = word[:-1] + "ies"
    else:
        word += "s"
    return word + of + rest


def counted(n: int, thing: str) -> str:
    """ "1 seed", "50 seeds"."""
    return f"{n:,} {thing if n == 1 else several(thing)}"


def certainty(claim: Claim) -> str:
    """High with all four marks, moderate with three, else low; the marks that are there stand beside it."""
    marks = [letter if claim.certainty[name] else "–" for letter, _, name in MARKS]
    level = {0: "high", 1: "moderate"}.get(marks.count("–"), "low")
    return f"{level} ({' '.join(marks)})"


def is_headline(claim: Claim) -> bool:
    """Whether it is what a paper is known for, and was run again."""
    return claim.headline and claim.category == "re-run"


def headlines(claims: Iterable[Claim]) -> list[Claim]:
    return [claim for claim in claims if is_headline(claim)]


def counts(claims: Iterable[Claim]) -> dict[str, Counter[Verdict]]:
    """Of each paper how many of its headline claims have each verdict."""
    counted: dict[str, Counter[Verdict]] = {}
    for claim in headlines(claims):
        counted.setdefault(claim.paper, Counter())[claim.verdict] += 1
    return counted


def beside_the_counts(claims: Iterable[Claim]) -> str:
    """The line about what is no experiment: formulas, and numbers that the papers print."""
    every = list(claims)
    formulas, tables = (
        Counter(claim.verdict for claim in every if claim.category == category)
        for category in ("mathematics", "printed table")
    )
    slips = tables["does not replicate"] + tables["partly"]
    return (
        f"plus {counted(formulas.total(), 'formula')} checked, {formulas['does not replicate']} wrong as printed; "
        f"{counted(tables.total(), 'printed table')} recomputed, {slips} with slips"
    )
