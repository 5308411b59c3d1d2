"""Why a verdict is what it is, in a few words, and how the parts fall by the settings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...experiments.settings import shown
from ...experiments.summary import NUMBERS
from .. import words
from ..readings import OTHERS, share
from ..statement import Claim
from .finding import Finding
from .markdown import sentence, table

#: A setting with more values than this is no moderator that a reader sees at a glance.
MOST_VALUES = 8


def reason(finding: Finding) -> str:
    """What the statement says, or else how its parts came out and the setting that tells them apart."""
    claim = finding.claim
    if finding.statement.missing:
        return sentence(claim.why).rstrip(".")
    if finding.statement.why:
        return claim.why
    decides, others = (share(finding.parts, finding.states, primary) for primary in (True, False))
    said = [
        _states(claim),
        f"supported where {decides.moderator}" if decides and decides.moderator else "",
        OTHERS + others.short if others else "",
    ]
    return "; ".join(filter(None, said))


def _states(claim: Claim) -> str:
    """How many of the parts that decide are in which state, as far as the verdict does not say it."""
    found = words.tally(claim.evidence)
    if claim.kind == "exact":
        return words.share(claim)
    if found.total() == 1:
        return next(iter(found))
    if found["supported"] == found.total():
        return f"supported in all {found.total()}"
    if claim.verdict == "partly":
        return f"{found['undecided']} undecided" if found["undecided"] else ""
    first, *more = [state for state in ("supported", "undecided", "contradicted") if found[state]]
    return ", ".join([f"{found[first]} of {found.total()} {first}", *(f"{found[state]} {state}" for state in more)])


def example(claim: Claim) -> str:
    """One number that speaks against the claim, with what the paper prints; nothing where none does."""
    for part in words.primary(claim.evidence):
        if part["state"] == "contradicted":
            printed = f", printed {words.number(part['paper_value'])}" if "paper_value" in part else ""
            return f"{part['label']}: {words.measured(part)}{printed}"
    return ""


def by_setting(finding: Finding) -> list[str]:
    """A table of the settings by whose values the share of supported parts differs, where the claim is in doubt."""
    stated = list(zip(finding.parts, finding.states, strict=True))
    doubtful = finding.claim.verdict != "replicates" or any(state == "contradicted" for _, state in stated)
    if not doubtful or len({state for _, state in stated}) < 2:
        return []
    rows: list[tuple[str, str]] = []
    for name in dict.fromkeys(name for part in finding.parts for name in (part.row or {}) if name not in NUMBERS):
        values = {part.row[name] for part, _ in stated if part.row is not None and part.row.get(name) is not None}
        total: Counter[str] = Counter()
        held: Counter[str] = Counter()
        for part, state in stated:
            if part.row is not None and part.row.get(name) is not None:
                total[shown(part.row[name])] += 1
                held[shown(part.row[name])] += state == "supported"
        if 2 <= len(total) <= MOST_VALUES and len({held[value] / total[value] for value in total}) > 1:
            ordered = dict.fromkeys(shown(value) for value in sorted(values, key=_order))
            shares = (f"{value}: {held[value]} of {total[value]}" for value in ordered)
            rows.append((f"`{name}`", "; ".join(shares)))
    return table(["setting", "supported parts by its value, all readings"], rows) if rows else []


def _order(value: Any) -> tuple[bool, Any]:
    """Numbers by size, before words by the alphabet."""
    number = isinstance(value, int | float)
    return (not number, value if number else str(value))
