"""What follows from the numbers that Zhong et al. (2010) print: Tables 2 and 4, figure 5, sections 5 and 7."""

from __future__ import annotations

from shiftlab import datasets
from shiftlab.claims.evidence import Part
from shiftlab.claims.statement import Summaries

from .. import printed
from ..printed import LEARNERS, PAIRS_OF_BOTH, SETS


def _set(task: str, name: str, other: str) -> int:
    return printed.corr("TrCV", (task, name)) - printed.corr(other, (task, name))


def best_of_33(summaries: Summaries) -> list[Part]:
    best, alone = len(printed.best("TrCV")), len(printed.best("TrCV", alone=True))
    return [
        Part("TrCV is best, or as good as the best", best, expected=printed.BEST),
        Part("alone the best", alone, expected=printed.BEST, primary=False),
    ]


def over_wcv(summaries: Summaries) -> list[Part]:
    better = printed.beats("TrCV", "WCV")["better"]
    return [Part("cases in which TrCV is better than WCV", len(better), expected=printed.BEFORE_WCV)]


def parts_of_table_4(summaries: Summaries) -> list[Part]:
    best = printed.best("TrCV")
    return [
        Part(f"{task}: best, or as good as the best", printed.within(best, task), expected=expected)
        for task, expected in printed.BEST_OF_8.items()
    ]


def higher_for_latentmap(summaries: Summaries) -> list[Part]:
    """Of 8 data sets, those with TrCV ahead of the best of the others by 1 to 4."""
    margins = [printed.margin("TrCV", ("LatentMap", name)) for name in SETS]
    return [
        Part("1 to 4 higher", sum(1 <= margin <= 4 for margin in margins), expected=6),
        Part("at least as high", sum(margin >= 0 for margin in margins), expected=6, primary=False),
    ]


def tunings_over_wcv(summaries: Summaries) -> list[Part]:
    ahead = [_set(task, name, "WCV") for task in ("LatentMap", "SVM") for name in SETS]
    return [
        Part("of 16, TrCV better than WCV", sum(one > 0 for one in ahead), expected=15),
        Part("of 16, as good or better", sum(one >= 0 for one in ahead), expected=15, primary=False),
    ]


def learners_over_wcv(summaries: Summaries) -> list[Part]:
    """The least lead, which must be above 0 for "consistently"."""
    return [Part(f"TrCV - WCV, {name}", _set("learners", name, "WCV")) for name in SETS]


def scv_on_wine_and_reuters(summaries: Summaries) -> list[Part]:
    wines, reuters = ("RW", "WR"), ("ope", "opl", "pp")
    scv = {name: printed.corr("SCV", ("learners", name)) for name in SETS}
    return [
        Part("SCV on Red-White", scv["RW"], expected=18),
        Part("highest SCV on Reuters", max(scv[name] for name in reuters), expected=17),
        Part("least TrCV - SCV on wine", min(_set("learners", name, "SCV") for name in wines), expected=4),
        Part("largest TrCV - SCV on Reuters", max(_set("learners", name, "SCV") for name in reuters), expected=9),
    ]


def red_white_from_5_to_7(summaries: Summaries) -> list[Part]:
    """Table 4 has these three numbers for LatentMap on White-Red."""
    said = {"SCV": 5, "WCV": 5, "TrCV": 7}
    return [
        Part(
            f"{name}, LatentMap, {case}", printed.corr(name, ("LatentMap", case)), expected=value, primary=case == "RW"
        )
        for case in ("RW", "WR")
        for name, value in said.items()
    ]


def scv_mostly_fails(summaries: Summaries) -> list[Part]:
    half = printed.PAIRS["learners"] / 2
    return [Part(f"SCV, {name}, beyond half", printed.corr("SCV", ("learners", name)) - half) for name in SETS]


def figure_5_and_table_4(summaries: Summaries) -> list[Part]:
    return [
        Part(f"{way}, corr of TrCV", printed.corr_of_figure_5(way), expected=printed.corr("TrCV", ("learners", name)))
        for way, name in (("Red-White", "RW"), ("White-Red", "WR"))
    ]


def correlation_of_figure_5(summaries: Summaries) -> list[Part]:
    return [Part(way, printed.correlation_of_figure_5(way)) for way in printed.FIGURE_5]


def transfer_learners_of_figure_5(summaries: Summaries) -> list[Part]:
    parts = []
    for way, rows in printed.FIGURE_5.items():
        true = rows["Accuracy"]
        ahead = min(true[name] for name in LEARNERS[5:]) - max(true[name] for name in LEARNERS[:5])
        parts.append(Part(f"{way}, least transfer learner - best other", round(ahead, 6)))
    return parts


def comparisons(summaries: Summaries) -> list[Part]:
    said = {"learners": 28, "SVM": 10, "sources": 6, PAIRS_OF_BOTH: 552}
    return [Part(f"comparisons of {name}", printed.PAIRS[name], expected=number) for name, number in said.items()]


def rows_of_wine(summaries: Summaries) -> list[Part]:
    source, target = printed.TABLE_2["RW"]
    files = {"red": source, "white": target}
    return [
        Part(f"{colour} wines", len(datasets.load(f"wine_quality_{colour}").y), expected=rows)
        for colour, rows in files.items()
    ]
