"""Claims of Dal Pozzolo et al. (2015) about real data: sections VI and VII, Tables IV and V, figures 5 and 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from shiftlab.claims import parts
from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf, beside, of, together
from shiftlab.claims.rules import AsPrinted, AtMost, MeasuredAbove
from shiftlab.claims.statement import Measured, Printed, Statement, Summaries

from ..printed import CARD, MISSING, TABLE_IV, TABLE_V
from .summary import ESTIMATES, LEARNERS, MEASURES

NAME = "undersampling-real"
rows = partial(parts.rows, NAME)

SETS_USED = (
    "Eleven of the seventeen rows of Table IV: five are not to be had anywhere we looked, and letter repeats letter-a."
)
BETAS_USED = "The paper does not say which values of β it used: ours are four, evenly spaced in log β from N⁺/N⁻ to 1."
LEARNERS_USED = (
    "LogitBoost is Friedman, Hastie and Tibshirani's algorithm with stumps, one round per feature, its working "
    "response all but unclipped; the paper used an R package that differs in details. The forest has 100 trees "
    "(500 in the paper's software). The SVM has a Gaussian kernel on scaled features, C = 1, Platt's sigmoid."
)
OVER_SETS = (
    "The rank sums are shown. Asked is their difference divided by the number of comparisons, which is the difference of "
    "the mean ranks; the paper's is so divided, too. Comparisons on one data set share its rows, so the data sets are "
    "the repetitions. By its own p-values most differences of Table V are within chance: a learner that shows none does "
    "not speak against the paper, one that shows the opposite beyond chance does."
)
OVER_FOLDS = (
    "One cross-validation of ten folds. Folds share training rows, so their intervals are Nadeau and Bengio's, 1.45 "
    "times as wide as Student's. The SVM sees a stratified sample of 100,000 rows."
)

TITLES = {"p": "p", "ps": "p_s", "c": "p̃"}

TABLE_V_RUN = [OVER_SETS, SETS_USED, BETAS_USED, LEARNERS_USED]
CARD_RUN = [OVER_FOLDS, BETAS_USED, LEARNERS_USED]

#: What is true of every claim about Table V, and of every one about the card data.
table_v: dict[str, Any] = {"unit": "data set", "data": "subset", "printed_settings": False}
card_data: dict[str, Any] = {"unit": "fold", "printed_settings": False}


def _counts(summaries: Summaries) -> list[Part]:
    return [
        Part.of(row, f"{dataset}: {title}", expected=expected, experiment=NAME)
        for dataset, printed in TABLE_IV.items()
        if dataset not in MISSING
        for quantity, title, expected in zip(("n", "n_positive"), ("N", "N⁺"), printed, strict=True)
        for row in of(summaries, NAME, quantity, dataset=dataset)
        if dataset != "letter"
    ]


def _card_counts(summaries: Summaries) -> list[Part]:
    n, positive = (of(summaries, NAME, name, dataset="creditcard")[0] for name in ("n", "n_positive"))
    smallest = round(positive["mean"] / (n["mean"] - positive["mean"]), 5)
    return [
        Part.of(positive, "frauds", expected=CARD[0], experiment=NAME),
        Part.of(n, "transactions", expected=CARD[1], experiment=NAME),
        Part("smallest β", smallest, expected=CARD[2], row=positive, experiment=NAME),
    ]


def _ranks(measure: str, one: str, other: str, learners: Sequence[str] = tuple(LEARNERS)) -> PartsOf:
    """How much higher the first estimate ranks on average than the second, beside what the printed rank sums say."""

    def found(summaries: Summaries) -> list[Part]:
        return [part for learner in learners for part in _of_learner(summaries, measure, one, other, learner)]

    return found


def _of_learner(summaries: Summaries, measure: str, one: str, other: str, learner: str) -> list[Part]:
    # p stands second in the summary's differences; the other way round the sign turns
    first, second, sign = (one, other, 1) if one != "p" else (other, one, -1)
    sums = [of(summaries, NAME, f"rank sum {measure}_{name}", learner=learner)[0]["mean"] for name in (one, other)]
    label = (
        f"{LEARNERS[learner]}, {MEASURES[measure]}: mean rank of {TITLES[one]} minus that of {TITLES[other]} "
        f"(rank sums {sums[0]:g} and {sums[1]:g})"
    )
    printed = _printed_difference(measure, learner, one, other)
    return [
        Part.of(row, label, sign, printed, experiment=NAME)
        for row in of(summaries, NAME, f"rank {measure}_{first} - {measure}_{second}", learner=learner)
    ]


def _printed_difference(measure: str, learner: str, one: str, other: str) -> float:
    sums = TABLE_V[measure, learner][:3]
    comparisons = sum(sums) / 6  # each adds the ranks 1, 2 and 3
    return round((sums[ESTIMATES.index(one)] - sums[ESTIMATES.index(other)]) / comparisons, 4)


def _p_values(difference: str) -> PartsOf:
    return together(
        *(
            rows(f"p-value rank {difference}", f"{short}: p-value", learner=learner)
            for learner, short in LEARNERS.items()
        )
    )


def _printed_p_values(summaries: Summaries) -> list[Part]:
    return [
        Part(f"{short}: printed p-value of G-mean", TABLE_V["g_mean", learner][3])
        for learner, short in LEARNERS.items()
    ]


def _where_it_helps(summaries: Summaries) -> list[Part]:
    quantity = "rank brier_ps - brier_c where p_s is ahead"
    parts = []
    for learner, short in LEARNERS.items():
        several = of(summaries, NAME, f"{quantity}, by set", learner=learner)
        lower = sum(row["mean"] > 0 for row in several)
        label = f"{short}: mean rank of p_s minus that of p̃, above 0 on {lower} of {len(several)} data sets"
        (row,) = of(summaries, NAME, quantity, learner=learner)
        parts.append(Part.of(row, label, experiment=NAME))
    return parts


def _card(quantity: str, label: str) -> PartsOf:
    return rows(f"card {quantity}", label + ", {learner}, β = {beta:.2g}")


STATEMENTS: list[Statement] = [
    Measured(
        "table-4",
        "Table IV",
        "The data sets have the numbers of rows and of positives that are printed.",
        AsPrinted(),
        _counts,
        NAME,
        [
            "Positive classes are not named in the paper and were chosen to match its counts: ecoli imU, glass 3, "
            "letter A and the vowels, page all but 1, pendigits 7, satimage 4, segment any of seven, covtype 4 against 3.",
            "letter repeats letter-a and is counted once. PhoS, boundary, estate, cam and compustat are not to be had "
            "anywhere we looked; all results on them are left out.",
        ],
        category="data",
        unit="data set",
        data="subset",
        why="where a count differs, it does so by at most five rows",
    ),
    Measured(
        "table-5-auc",
        "VI, Table V",
        "By AUC, p_s and p̃ rank better than p for LogitBoost and the SVM.",
        MeasuredAbove(),
        together(_ranks("auc", "ps", "p", ["logitboost", "svm"]), beside(_ranks("auc", "ps", "p", ["forest"]))),
        NAME,
        [
            "The text names these two; of the forest, shown beside them, Table V has the opposite.",
            *TABLE_V_RUN,
        ],
        **table_v,
    ),
    Measured(
        "table-5-g-mean",
        "VI, Table V",
        "By G-mean, p_s and p̃ return better accuracy than p two times out of three: for the random forest and the SVM.",
        MeasuredAbove(),
        together(_ranks("g_mean", "ps", "p", ["forest", "svm"]), beside(_ranks("g_mean", "ps", "p", ["logitboost"]))),
        NAME,
        [
            "Of LogitBoost, shown beside them, the text says nothing: Table V has p ahead by .008 of a rank, with a "
            "p-value of .944.",
            *TABLE_V_RUN,
        ],
        **table_v,
    ),
    Printed(
        "table-5-rejects-printed",
        "VI",
        "The p-values strongly reject that the accuracy of p_s and of p come from the same distribution: the paper's own p-values.",
        AtMost(0.05),
        _printed_p_values,
        NAME,
        ["Strongly reject is read as a p-value of at most .05. The printed ones are .77 to .94."],
    ),
    Measured(
        "table-5-rejects",
        "VI",
        "The p-values strongly reject that the accuracy of p_s and of p come from the same distribution: our p-values.",
        AtMost(0.05),
        _p_values("g_mean_ps - g_mean_p"),
        NAME,
        [
            "Paired t-test over the data sets' mean ranks by G-mean. The paper does not say what is paired. It cannot be the "
            "comparisons behind the rank sums, 11,610 and for the SVM 9,900: its differences would have p-values of "
            "about .57, .03 and .01 or less, where it prints .944, .770 and .794.",
            SETS_USED,
            BETAS_USED,
            LEARNERS_USED,
        ],
        **table_v,
    ),
    Measured(
        "table-5-brier-p-best",
        "VI, Table V",
        "For all classifiers p is better calibrated than p̃: a lower rank sum by Brier score.",
        MeasuredAbove(),
        _ranks("brier", "c", "p"),
        NAME,
        TABLE_V_RUN,
        headline=True,
        says="p better calibrated than p̃ in 3 of 3 rank sums",
        **table_v,
    ),
    Measured(
        "table-5-brier-corrected",
        "VI, VII, Table V",
        "For all classifiers p̃ is better calibrated than p_s: a lower rank sum by Brier score.",
        MeasuredAbove(),
        _ranks("brier", "ps", "c"),
        NAME,
        TABLE_V_RUN,
        headline=True,
        says="p̃ better calibrated than p_s in 3 of 3 rank sums, significantly",
        **table_v,
    ),
    Measured(
        "undersampling-not-always",
        "VI",
        "Undersampling does not always improve the ranking or the classification accuracy of an algorithm.",
        MeasuredAbove(),
        together(
            _ranks("auc", "p", "ps", ["forest"]),
            beside(_ranks("auc", "p", "ps", ["logitboost", "svm"])),
            beside(_ranks("g_mean", "p", "ps")),
        ),
        NAME,
        [
            "Not always asks for one case in which p ranks higher than p_s. Decided by that in which Table V has p "
            "furthest ahead, the AUC of the forest; the other five are shown beside it.",
            *TABLE_V_RUN,
        ],
        headline=True,
        says="p ahead of p_s in 2 of 6 rank sums, most by the forest's AUC",
        **table_v,
    ),
    Measured(
        "undersampling-use-corrected",
        "VI",
        "Where undersampling does improve ranking or accuracy, p̃ should be used instead of p_s, because it has always "
        "better calibration.",
        MeasuredAbove(),
        _where_it_helps,
        NAME,
        [
            "Where is read as: in the comparisons (a data set, a β, a cross-validation) in which p_s has a higher AUC "
            "or G-mean than p. Always is read as in the text before it: for every classifier, by the ranks of the "
            "Brier score.",
            *TABLE_V_RUN,
        ],
        **table_v,
    ),
    Measured(
        "card-counts",
        "VI",
        "The card data have 492 frauds among 284,807 transactions and a smallest β of .00173.",
        AsPrinted(),
        _card_counts,
        NAME,
        category="data",
        unit="file",
    ),
    Measured(
        "card-accuracy",
        "VI, VII, figure 5",
        "On the card data undersampling improves the accuracy by much: p_s and p̃ have a higher AUC than p.",
        MeasuredAbove(),
        together(_card("auc ps - p", "AUC of p_s minus p"), beside(_card("g_mean ps - p", "G-mean of p_s minus p"))),
        NAME,
        [
            "Accuracy is AUC here, the one that figure 5 shows of these data; the G-mean at τ_s and τ is shown beside "
            "it. Any improvement counts, by much is not judged.",
            "Means of paired differences over the folds stand for the medians of the boxplots.",
            *CARD_RUN,
        ],
        headline=True,
        says="a large improvement of AUC",
        **card_data,
    ),
    Measured(
        "figure-5-rising",
        "VI, figure 5",
        "On the card data the AUC of p_s rises as β falls to N⁺/N⁻.",
        MeasuredAbove(),
        _card("auc_ps: next smaller beta", "AUC at this β minus the next larger"),
        NAME,
        CARD_RUN,
        **card_data,
    ),
    Measured(
        "card-calibration-lost",
        "VII",
        "On the card data undersampling goes with poorly calibrated probabilities: p_s has a higher Brier score than p.",
        MeasuredAbove(),
        _card("brier ps - p", "Brier score of p_s minus p"),
        NAME,
        CARD_RUN,
        **card_data,
    ),
    Measured(
        "figure-6-corrected",
        "VI, VII, figure 6",
        "On the card data p̃ has in general a lower Brier score than p_s.",
        MeasuredAbove(),
        _card("brier ps - c", "Brier score of p_s minus p̃"),
        NAME,
        CARD_RUN,
        headline=True,
        says="p̃ has in general a lower Brier score than p_s",
        **card_data,
    ),
    Measured(
        "figure-6-stronger",
        "VI, figure 6",
        "On the card data the Brier score of p_s is the higher the stronger the undersampling.",
        MeasuredAbove(),
        _card("brier_ps: next smaller beta", "Brier score at this β minus the next larger"),
        NAME,
        CARD_RUN,
        **card_data,
    ),
]

_SAME_RANKING = "Equation (9) is monotone: the same identity as auc-unchanged, on other rows."
_SAME_DECISIONS = "The same decisions by (12): the same identity as g-mean-unchanged, on other rows."

DROPPED: Mapping[str, str] = {
    "table-4-missing": "Nothing can be decided without these five data sets; table-4 says which they are.",
    "table-5-auc-equal": _SAME_RANKING,
    "figure-5-equal": _SAME_RANKING,
    "table-5-g-mean-equal": _SAME_DECISIONS,
    "card-accuracy-kept": _SAME_DECISIONS,
    "table-5-brier-biased": "It follows from table-5-brier-p-best and table-5-brier-corrected: p before p̃, p̃ before p_s.",
    "table-5-totals": (
        "A check of ours, not a sentence of the paper: the totals of one algorithm differ by at most 1 in 69,660, the "
        "rounding of printed rank sums."
    ),
    "figure-5-above": "Contained in card-accuracy, which asks the same of the same numbers.",
}
