"""What follows from the numbers that Fan and Davidson (2006) print about the biased UCI sets."""

from __future__ import annotations

from collections.abc import Iterable

from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf
from shiftlab.claims.statement import Summaries

from ..printed import (
    DIFFERENCES,
    ERRORS,
    N_PAIRS,
    NEWS_ENTRIES,
    NEWS_ERRORS,
    SHARES,
    TABLE_7,
    TABLE_8,
    TABLE_9,
    TABLE_10,
    TABLE_11,
    TABLE_12,
    TABLE_14,
    UNDECIDED,
    Accuracies,
    entries,
    winners,
)
from .cells import TABLES
from .settings import Settings
from .tasks import TASKS

TITLES = {"cv": "cross-validation", "loo": "leave-one-out", "strict": "ReverseTesting"}
BY_CRITERION = {"cv": TABLE_11, "loo": TABLE_12, "strict": TABLE_14}
ACCURACIES = {"cv": TABLE_8, "loo": TABLE_9}


def order_follows(table: dict[str, str], accuracies: Accuracies) -> PartsOf:
    """Of each set, how many of the six printed winners are those of the printed accuracies."""

    def parts(summaries: Summaries) -> list[Part]:
        printed, computed = entries(table), winners(accuracies)
        return [
            Part(
                TASKS[name].title,
                sum(entry.lstrip("*") == computed[key] for key, entry in printed.items() if key[0] == name),
                expected=6,
            )
            for name in TASKS
        ]

    return parts


def stars(summaries: Summaries) -> list[Part]:
    """Of each table, how many entries have a star exactly if they differ from Table 10."""
    truth = entries(TABLE_10)
    return [
        Part(
            f"Table {number}",
            sum(entry.startswith("*") == (entry.lstrip("*") != truth[key]) for key, entry in entries(table).items()),
            expected=N_PAIRS,
        )
        for number, table in ((11, TABLE_11), (12, TABLE_12), (14, TABLE_14))
    ]


def _starred(table: dict[str, str]) -> int:
    return sum(entry.startswith("*") for entry in entries(table).values())


def errors_from_stars(summaries: Summaries) -> list[Part]:
    undecided = sum(entry == "*??" for entry in entries(TABLE_14).values())
    counted = [
        Part(f"asterisks, {TITLES[name]}", _starred(table), expected=ERRORS[name])
        for name, table in BY_CRITERION.items()
    ]
    return [*counted, Part("of these undecided, ReverseTesting", undecided, expected=UNDECIDED)]


def errors_from_accuracies(summaries: Summaries) -> list[Part]:
    """Pairs that are ordered otherwise than in Table 7, those left out that are equal there."""
    truth = winners(TABLE_7)
    return [
        Part(
            f"pairs ordered otherwise by the accuracies, {TITLES[name]}",
            sum(winner != truth[key] for key, winner in winners(table).items() if truth[key] != "="),
            expected=ERRORS[name],
        )
        for name, table in ACCURACIES.items()
    ]


def differences(summaries: Summaries) -> list[Part]:
    parts = []
    for name, table in ACCURACIES.items():
        gaps = [abs(a - b) for key in TASKS for a, b in zip(TABLE_7[key], table[key], strict=True)]
        values = sum(gaps) / len(gaps), min(gaps), max(gaps)
        for what, value, printed in zip(("mean", "least", "largest"), values, DIFFERENCES[name], strict=True):
            parts.append(Part(f"{TITLES[name]}, {what} difference", round(value, 3), expected=printed))
    return parts


#: Tables 2, 4, 6 and 13 have four places for each of six sets.
NEWS_RANKS = 6 * 4


def summary_of_5(summaries: Summaries) -> list[Part]:
    shares = [
        Part(f"percent right, {TITLES[name]}", share, expected=SHARES[name])
        for name, share in _percent_right(N_PAIRS + NEWS_ENTRIES).items()
    ]
    return [*shares, Part("entries of newsgroups: 6 sets with 4 places each", NEWS_RANKS, expected=NEWS_ENTRIES)]


def shares_of_all_entries() -> dict[str, float]:
    """The percentages of the summary, had it counted every entry."""
    return _percent_right(N_PAIRS + NEWS_RANKS)


def _percent_right(total: int) -> dict[str, float]:
    return {
        name: round(100 * (1 - (_starred(table) + NEWS_ERRORS[name]) / total), 9)
        for name, table in BY_CRITERION.items()
    }


def directions(under: Iterable[str], over: Iterable[str]) -> PartsOf:
    """Printed errors minus estimated ones where the text says under-estimated, and the other way round."""

    def parts(summaries: Summaries) -> list[Part]:
        apart = []
        for sign, how, names in ((1, "under", under), (-1, "over", over)):
            for name in names:
                estimates = zip(("DT", "NB", "LR", "SVM"), TABLE_7[name], TABLE_8[name], strict=True)
                for learner, true, estimated in estimates:
                    too_low = (100 - true) - (100 - estimated)  # of the error
                    apart.append(Part(f"{TASKS[name].title}, {learner}, {how}-estimated by", round(sign * too_low, 6)))
        return apart

    return parts


def test_sizes(summaries: Summaries) -> list[Part]:
    """The least number of rows, up to half of the set, of which all four printed percentages are shares; 0 if none."""
    return [
        Part(f"{task.title}, rows", next((n for n in range(5, task.n_rows // 2 + 1) if _fits(TABLE_7[name], n)), 0))
        for name, task in TASKS.items()
    ]


def _fits(percentages: tuple[float, ...], n: int) -> bool:
    return all(abs(100 * round(value * n / 100) / n - value) <= 0.05 + 1e-9 for value in percentages)


def fits_formula(summaries: Summaries) -> list[Part]:
    return [Part("2l² + 3l with l = 2", models_as_printed(2), expected=6)]


def fewest_fits(summaries: Summaries) -> list[Part]:
    return [Part("l + l² with l = 2: each learner once on each labelling", fewest_models(2), expected=6)]


def models_as_printed(learners: int) -> int:
    return 2 * learners**2 + 3 * learners


def fewest_models(learners: int) -> int:
    """Each learner once on the source, and once on each labelling of the target."""
    return learners + learners**2


def most_learners(summaries: Summaries) -> list[Part]:
    """Where the fits of ReverseTesting are as many as those of cross-validation, 1000 for each learner."""
    return [Part("2l² + 3l = 1000 l at l =", (10 * 100 - 3) / 2, expected=500)]


def cost(summaries: Summaries) -> list[Part]:
    """Models as a share of those of 100 repeats of ten folds, and of one for each labelled row."""
    settings = Settings(**TABLES)
    counted = [
        ("2 learners, as printed", 2, 6, True),
        ("4 learners", 4, fewest_models(4), True),
        ("4 learners, 2l² + 3l", 4, models_as_printed(4), False),
    ]
    parts = []
    for label, learners, models, primary in counted:
        parts.append(Part(f"{label}, against cross-validation", models / (learners * 10 * 100), primary=primary))
        for task in TASKS.values():
            share = models / (learners * task.n_rows * (1 - settings.target) * (1 - settings.drop))
            parts.append(Part(f"{label}, against leave-one-out, {task.title}", share, primary=primary))
    return parts


def mean_difference(criterion: str, name: str) -> float:
    """Of one set, how far the printed estimates are from the printed accuracies, as shares."""
    pairs = zip(TABLE_7[name], ACCURACIES[criterion][name], strict=True)
    return round(sum(abs(true - estimate) for true, estimate in pairs) / len(TABLE_7[name]) / 100, 6)


def alone_right(criterion: str, other: str) -> int:
    """Of the 30 entries, those without an asterisk by one criterion and with one by the other."""
    one, two = (entries(BY_CRITERION[name]) for name in (criterion, other))
    return sum(not entry.startswith("*") and two[key].startswith("*") for key, entry in one.items())
