"""All there is to keep of a draw, so that a summary can judge again: accuracies, and what each criterion says."""

from __future__ import annotations

from shiftlab.experiments.records import short
from shiftlab.experiments.summary import Record

from .judged import CRITERIA, Judged

#: More than rounding leaves equal, so that ties stay ties.
DIGITS = 10


def flat(judged: Judged) -> dict[str, float]:
    """As numbers of a record."""
    numbers = {f"truth of {name}": short(judged.truth[name], DIGITS) for name in judged.names}
    return numbers | {
        f"{criterion} of {name}": short(judged.values[criterion][name], DIGITS)
        for criterion in judged.criteria
        for name in judged.names
    }


def judged_in(record: Record) -> Judged:
    """What `flat` has put into a record."""
    truth = _of("truth", record)
    return Judged(truth, {name: values for name in CRITERIA if (values := _of(name, record))})


def _of(what: str, record: Record) -> dict[str, float]:
    start = f"{what} of "
    return {key.removeprefix(start): record[key] for key in record if key.startswith(start)}
