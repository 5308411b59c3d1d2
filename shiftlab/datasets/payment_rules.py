"""What the invented card payments are made of: a table for the end of the course, after which they hold no secret."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from . import payments as made

WIDTH = 84  # letters in a line: as many as a lecture slide has room for


def card_rules() -> str:
    """The rules by which `card_payments` makes its months, as text.

    >>> print(card_rules().splitlines()[0])
    The card payments are invented. These are their rules.
    """
    first, second, third = (f"{share:.0%}" for share in made.ARRIVED)
    lines = {
        "all months": "log odds of fraud = start + 2 (log10 amount - 2)², and for each feature the number below: small "
        "amounts and very large ones are tried most often",
        f"months 1 to {made.NEW_TRICK - 1}": _rule(made.START["before"], made.BEFORE),
        f"from month {made.NEW_REGION}": f"a new region: {first}, {second}, then {third} of the payments, larger ones, "
        "more of them online, from younger cards. The rule is the same there (covariate shift)",
        f"from month {made.NEW_TRICK}": f"a new trick: {_rule(made.START['after'], made.AFTER)}. The payments look as "
        "before (concept drift)",
        f"month {made.SEASON}": f"the season: the odds of fraud times {made.TIMES:g}. Frauds look as before, and so do "
        "honest payments (label shift)",
        "who is investigated": f"{made.LOOKED_AT:.0%} of the payments online or of 100 and more, {made.IN_PASSING:.0%} "
        "of the others (feature bias)",
        "who complains": f"{made.COMPLAIN:.0%} of those who were robbed (with the investigated: complete bias)",
        f"from month {made.LATE}": f"only {made.ARRIVED_LABELS} labels of each month have arrived, drawn by lot",
    }
    wide = max(map(len, lines))
    told = [
        textwrap.fill(f"{when.ljust(wide)}  {what}.", WIDTH, subsequent_indent=" " * (wide + 2))
        for when, what in lines.items()
    ]
    return "\n".join(["The card payments are invented. These are their rules.", "", *told])


def _rule(start: float, numbers: Mapping[str, float]) -> str:
    return f"start {start:g}; " + ", ".join(f"{name} {number:+g}" for name, number in numbers.items())
