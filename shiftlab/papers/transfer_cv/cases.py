"""The cases of Tables 4 and 5 of which there are data: which rows of our summaries they are, and parts made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf, of
from shiftlab.claims.statement import Summaries

from . import printed
from .counting import number_of_cases
from .printed import LEARNERS, PAIRS_OF_BOTH, Case
from .readings import USUAL

WINE, TEXT, SOURCES = "transfer-cv", "transfer-cv-text", "transfer-cv-sources"
#: The five sets of Table 4 of which there are data; the ratings of the other three are not to be had.
WINES = {"RW": "Red-White", "WR": "White-Red"}
REUTERS = {"ope": "orgs-people", "opl": "orgs-places", "pp": "people-places"}
SETS = {**WINES, **REUTERS}
TASKS = {"learners": "learners", "LatentMap": "neighbours of LatentMap", "SVM": "C of the SVM"}
SOURCES_TOGETHER = "both tasks"
#: Columns of Table 5.
COLUMNS = (*LEARNERS, PAIRS_OF_BOTH)
RIVALS = ("SCV", "TCV", "STV", "WCV")
#: How often one criterion has more pairs in order than another, in a summary.
BETTER = "corr TrCV > WCV"


class Where(NamedTuple):
    """The rows of one case in a summary."""

    experiment: str
    keys: dict[str, Any]

    def rows(self, summaries: Summaries, quantity: str, **others: Any) -> list[dict[str, Any]]:
        """Of a quantity; `others` take the place of keys, to find the rows of another reading."""
        return of(summaries, self.experiment, quantity, **{**self.keys, **others})

    def row(self, summaries: Summaries, quantity: str) -> dict[str, Any]:
        return self.rows(summaries, quantity)[0]


def where(case: Case) -> Where:
    """A column of Table 4 under a task, or one of Table 5, in the reading that decides."""
    task, name = case
    if task == "sources":
        return Where(SOURCES, {"problem": SOURCES_TOGETHER, "learner": name, "candidates": 24, "reading": USUAL})
    keys = {"problem": SETS[name], "task": TASKS[task], "reading": USUAL}
    if name in REUTERS:
        return Where(TEXT, keys | {"candidates": 8 if task == "learners" else 5})
    among = "all eight" if task == "learners" else "five values"
    return Where(WINE, keys | {"learners": among, "folds": 10, "labeled": 0.1, "weigher": "KMM"})


def existing() -> list[Case]:
    """The cases of the 33 of which there are data."""
    return [case for case in printed.cases() if case[0] == "sources" or case[1] in SETS]


def counted(quantity: str, label: str, expected: float, cases: Sequence[Case], primary: bool = True) -> PartsOf:
    """In how many cases something is so in one draw of each; cases of one problem share their draws."""

    def parts(summaries: Summaries) -> list[Part]:
        problems: dict[str, list[Any]] = {}
        for case in cases:
            place = where(case)
            problems.setdefault(place.keys["problem"], []).append(place.row(summaries, quantity))
        experiment = where(cases[0]).experiment
        return [
            number_of_cases(
                label,
                list(problems.values()),
                expected=expected,
                experiment=experiment,
                quantity=f"cases: {quantity}",
                primary=primary,
            )
        ]

    return parts


def leads(task: str, sets: Sequence[str], rivals: Sequence[str] = RIVALS, one: str = "TrCV") -> PartsOf:
    """By how many pairs a criterion is ahead of its rivals on some sets, in the reading that decides.

    Beside it the same with ties as halves, what the choice gains in accuracy, and the other readings that were run.
    """

    def parts(summaries: Summaries) -> list[Part]:
        found = []
        for name in sets:
            case = (task, name)
            for rival in rivals:
                found += _lead(summaries, case, f"{one} - {rival}", _printed_lead(case, one, rival))
        return found

    return parts


def _lead(summaries: Summaries, case: Case, pair: str, expected: float | None) -> list[Part]:
    place, title = where(case), _title(case)
    label = f"{title}, {pair}"

    def part(row: Any, label: str, **more: Any) -> Part:
        return Part.of(row, label, experiment=place.experiment, **more)

    found = [part(place.row(summaries, f"corr {pair}"), label, expected=expected)]
    found.append(part(place.row(summaries, f"half {pair}"), f"{label}, ties half", primary=False))
    gained = place.row(summaries, f"regret {pair}")
    found.append(part(gained, f"{label}, accuracy gained by the choice", sign=-1, primary=False))
    for row in of(summaries, place.experiment, f"corr {pair}", **_without(place.keys, "reading", "weigher")):
        if row["reading"] != USUAL or row.get("weigher", "KMM") != "KMM":
            other = row["reading"] if row["reading"] != USUAL else f"{row['weigher']} weights"
            found.append(part(row, f"{label}, {other}", primary=False))
    return found


def table(cases: Sequence[Case], criteria: Sequence[str] = printed.CRITERIA, primary: str = "") -> PartsOf:
    """The printed numbers beside ours; with `primary` that criterion decides, without it all do."""

    def parts(summaries: Summaries) -> list[Part]:
        return [
            Part.of(
                where(case).row(summaries, f"corr {name}"),
                f"{name}, {_title(case)}",
                expected=printed.corr(name, case),
                primary=primary in ("", name),
                experiment=where(case).experiment,
            )
            for case in cases
            for name in criteria
        ]

    return parts


def against(holds: Callable[[Case], bool]) -> int:
    """How many of the existing cases are so in the printed tables."""
    return sum(holds(case) for case in existing())


def _printed_lead(case: Case, one: str, rival: str) -> float | None:
    known = {one, rival} <= set(printed.CRITERIA)
    return printed.corr(one, case) - printed.corr(rival, case) if known else None


def _title(case: Case) -> str:
    task, name = case
    if task == "sources":
        return "all pairs" if name == PAIRS_OF_BOTH else name
    return SETS[name]


def _without(keys: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in keys.items() if name not in names}
