"""Claims of Zhong et al. (2010) about texts alone: Table 4's columns of Reuters, and Syskill and Webert (5.1, 5.2).

What it says of wine and Reuters together is claimed in `selection`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf, of
from shiftlab.claims.rules import MeasuredAbove, MeasuredAtMost, Predicted
from shiftlab.claims.statement import Measured, Statement, Summaries

from .. import printed
from ..cases import REUTERS, RIVALS, TASKS, table
from ..cases import TEXT as NAME
from .cells import FIRST

#: By the names of Table 4 those of our stand-ins.
WEB_PAGES = {"Sp": "Sheep", "Bl": "BioMedical", "Gs": "Goats"}

OPEN = (
    "Not printed: how subcategories were divided (at random, to halves with as many tags; articles of both halves are "
    "left out), whose labels choose the 500 words (the source's), whether a word counts once, the options of the "
    "matching, the transfer learners' settings. A draw is a division and 200 articles of each domain, 20 of the "
    "target's labelled, where the paper has all of them once."
)
TIES = "corr as printed: pairs that are not in the wrong order, ties among them; ties as halves stand beside it."
STAND_IN = (
    "In their place: pages about farm animals are told from others, from one animal and subject to another. That is "
    "another task, and another source; it says nothing about the paper's numbers."
)
NO_RATINGS = "The ratings of the pages, hot or not, are not to be had; the pages themselves are."


def _web_pages(tasks: Sequence[str], rivals: Sequence[str] = RIVALS) -> PartsOf:
    """Leads of TrCV on the stand-ins, each beside the printed one, and with ties as halves."""

    def parts(summaries: Summaries) -> list[Part]:
        found = []
        for what in ("corr", "half"):
            for task in tasks:
                for name, pages in WEB_PAGES.items():
                    keys: dict[str, Any] = {"problem": pages, "task": TASKS[task], "reading": FIRST}
                    for rival in rivals:
                        row = of(summaries, NAME, f"{what} TrCV - {rival}", **keys)[0]
                        primary, case = what == "corr", (task, name)
                        lead = printed.corr("TrCV", case) - printed.corr(rival, case)
                        label = f"{pages}, {task}, TrCV - {rival}" + ("" if primary else ", ties half")
                        expected = lead if primary else None
                        found.append(Part.of(row, label, expected=expected, primary=primary, experiment=NAME))
        return found

    return parts


STATEMENTS: list[Statement] = [
    Measured(
        "tcv-table-4-reuters",
        "Table 4",
        "On Reuters, corr has the values of Table 4.",
        Predicted(),
        table([(task, name) for task in printed.TASKS for name in REUTERS]),
        NAME,
        ["Each printed number is one draw.", TIES, OPEN],
        data="subset",
        printed_settings=False,
    ),
    Measured(
        "tcv-web-learners",
        "5.2, Table 4",
        "Amongst learners for web pages TrCV chooses better than SCV and WCV.",
        MeasuredAbove(),
        _web_pages(["learners"], ["SCV", "WCV"]),
        NAME,
        [STAND_IN, TIES],
        printed_settings=False,
        missing=NO_RATINGS,
    ),
    Measured(
        "tcv-web-tuning",
        "5.2, Table 4",
        "For web pages, of which there are few, TrCV fails to tune LatentMap, and is hardly better at tuning the SVM.",
        MeasuredAtMost(0.5),
        _web_pages(["LatentMap", "SVM"]),
        NAME,
        ["Hardly better is read as by half a pair of 10 at most.", STAND_IN, TIES],
        printed_settings=False,
        missing=NO_RATINGS,
    ),
]
