"""Claims of Dal Pozzolo et al. (2015) about real data: section VI, Tables IV and V, figures 5 and 6."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from shiftlab.claims.parts import PartsOf, of, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import AsPrinted, AtMost, MeasuredAbove, Part, Zero
from shiftlab.claims.statement import Statement, Summaries

from ..printed import CARD, MISSING, TABLE_IV, TABLE_V
from .summary import LEARNERS, MEASURES

NAME = "undersampling-real"
rows = partial(rows_of, NAME)
SETS = "Rank differences are averaged over β and repetitions within a data set; the data sets are the repetitions."
LEARNERS_USED = (
    "LogitBoost is Friedman, Hastie and Tibshirani's algorithm with stumps, one round per feature, its working "
    "response all but unclipped; the paper used an R package that differs in details. The forest has 100 trees "
    "(500 in the paper's software). The SVM has a Gaussian kernel on scaled features, C = 1, Platt's sigmoid."
)
CARD_CAPS = (
    "One cross-validation of ten folds; the SVM sees a stratified sample of 100,000 rows. Folds share training rows."
)


def _counts(summaries: Summaries) -> list[Part]:
    parts = []
    for dataset, printed in TABLE_IV.items():
        for quantity, expected in zip(("n", "n_positive"), printed, strict=True):
            for row in of(summaries, NAME, quantity, dataset=dataset):
                parts.append(Part.of(row, f"{dataset}: {'N' if quantity == 'n' else 'N⁺'}", expected=expected))
    return parts


def _missing(summaries: Summaries) -> list[Part]:
    """Parts appear here by themselves when one of these data sets is found and run."""
    return [part for part in _counts(summaries) if part.label.split(":")[0] in MISSING]


def _card_counts(summaries: Summaries) -> list[Part]:
    counts = {quantity: of(summaries, NAME, quantity, dataset="creditcard") for quantity in ("n", "n_positive")}
    if not counts["n"]:
        return []
    n, positive = int(counts["n"][0]["mean"]), int(counts["n_positive"][0]["mean"])
    return [
        Part("frauds", positive, expected=CARD[0]),
        Part("transactions", n, expected=CARD[1]),
        Part("smallest β", round(positive / (n - positive), 5), expected=CARD[2]),
    ]


def _ranks(difference: str, learners: Sequence[str] = tuple(LEARNERS), sign: int = 1) -> PartsOf:
    label = difference.replace("_", " ") if sign > 0 else f"minus ({difference.replace('_', ' ')})"
    return together(
        *(
            rows(
                f"rank {difference}",
                f"{LEARNERS[learner]}: rank {label}",
                learner=learner,
                sign=sign,
            )
            for learner in learners
        )
    )


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


def _totals(summaries: Summaries) -> list[Part]:
    """The three ranks of a comparison add to 6, so that the rows of one algorithm have the same total."""
    parts = []
    for learner, short in LEARNERS.items():
        totals = [sum(TABLE_V[measure, learner][:3]) for measure in MEASURES]
        usual = sorted(totals)[1]
        parts += [
            Part(f"{short}, {title}: sum of the three rank sums", total, expected=usual)
            for title, total in zip(MEASURES.values(), totals, strict=True)
        ]
    return parts


def _card(quantity: str, label: str, sign: int = 1) -> PartsOf:
    return rows(f"card {quantity}", label + ", {learner}, β = {beta:.2g}", sign=sign)


STATEMENTS = [
    Statement(
        "table-4",
        "Table IV",
        "The data sets have the numbers of rows and of positives that are printed.",
        "exact",
        AsPrinted(),
        _counts,
        NAME,
        {},
        [
            "Positive classes are not named in the paper and were chosen to match its counts: ecoli imU, glass 3, "
            "letter A and the vowels, page all but 1, pendigits 7, satimage 4, segment any of seven, covtype 4 against 3.",
            "letter repeats letter-a and is counted once.",
        ],
    ),
    Statement(
        "table-4-missing",
        "Table IV",
        "The rows PhoS, boundary, estate, cam and compustat of Table IV.",
        "exact",
        AsPrinted(),
        _missing,
        NAME,
        {},
        ["These data sets are not to be had anywhere we looked; all results on them are left out."],
    ),
    Statement(
        "table-5-auc",
        "VI, Table V",
        "By AUC, p_s and p' rank better than p for LogitBoost and SVM, and worse for the random forest.",
        "measured",
        MeasuredAbove(),
        together(_ranks("auc_ps - auc_p", ["logitboost", "svm"]), _ranks("auc_ps - auc_p", ["forest"], sign=-1)),
        NAME,
        {},
        [SETS, LEARNERS_USED],
    ),
    Statement(
        "table-5-auc-equal",
        "VI, Table V",
        "By AUC the rank sums of p_s and p' are the same.",
        "exact",
        Zero(),
        _ranks("auc_ps - auc_c"),
        NAME,
    ),
    Statement(
        "table-5-g-mean",
        "VI, Table V",
        "By G-mean, p_s and p' are more accurate than p for the random forest and SVM, and less for LogitBoost.",
        "measured",
        MeasuredAbove(),
        together(
            _ranks("g_mean_ps - g_mean_p", ["forest", "svm"]),
            _ranks("g_mean_ps - g_mean_p", ["logitboost"], sign=-1),
        ),
        NAME,
        {},
        [SETS, LEARNERS_USED],
    ),
    Statement(
        "table-5-g-mean-equal",
        "VI, Table V",
        "By G-mean, with τ_s and τ', the rank sums of p_s and p' are the same.",
        "exact",
        Zero(),
        _ranks("g_mean_ps - g_mean_c"),
        NAME,
    ),
    Statement(
        "table-5-rejects-printed",
        "VI",
        "The p-values strongly reject that the accuracy of p_s and of p come from the same distribution: the paper's own p-values.",
        "exact",
        AtMost(0.05),
        _printed_p_values,
        NAME,
        {},
        ["Strongly reject is read as a p-value of at most .05. The printed ones are .77 to .94."],
    ),
    Statement(
        "table-5-rejects",
        "VI",
        "The p-values strongly reject that the accuracy of p_s and of p come from the same distribution: our p-values.",
        "measured",
        AtMost(0.05),
        _p_values("g_mean_ps - g_mean_p"),
        NAME,
        {},
        [
            "Paired t-test over the data sets' mean ranks by G-mean; the paper does not say what is paired.",
            SETS,
            LEARNERS_USED,
        ],
    ),
    Statement(
        "table-5-brier-p-best",
        "VI, Table V",
        "For all classifiers p is better calibrated than p': a lower rank sum by Brier score.",
        "measured",
        MeasuredAbove(),
        _ranks("brier_c - brier_p"),
        NAME,
        {},
        [SETS, LEARNERS_USED],
    ),
    Statement(
        "table-5-brier-corrected",
        "VI, Table V",
        "For all classifiers p' is better calibrated than p_s.",
        "measured",
        MeasuredAbove(),
        _ranks("brier_ps - brier_c"),
        NAME,
        {},
        [SETS, LEARNERS_USED],
    ),
    Statement(
        "table-5-brier-biased",
        "VI, Table V",
        "For all classifiers p_s is worse calibrated than p.",
        "measured",
        MeasuredAbove(),
        _ranks("brier_ps - brier_p"),
        NAME,
        {},
        [SETS, LEARNERS_USED],
    ),
    Statement(
        "table-5-totals",
        "Table V",
        "The rank sums are those of three ranks per comparison: the rows of one algorithm have the same total.",
        "exact",
        AsPrinted(),
        _totals,
        NAME,
        {},
        ["The printed total is the middle one of the algorithm's three. The differences are roundings of halves."],
    ),
    Statement(
        "card-counts",
        "VI",
        "The card data have 492 frauds among 284,807 transactions and a smallest β of .00173.",
        "exact",
        AsPrinted(),
        _card_counts,
        NAME,
        {"dataset": "creditcard"},
    ),
    Statement(
        "figure-5-above",
        "VI, figure 5",
        "On the card data p_s and p' have a higher AUC than p.",
        "measured",
        MeasuredAbove(),
        _card("auc ps - p", "AUC of p_s minus p"),
        NAME,
        {"dataset": "creditcard"},
        [
            "Means of paired differences over the folds stand for the medians of the boxplots.",
            CARD_CAPS,
            LEARNERS_USED,
        ],
    ),
    Statement(
        "figure-5-rising",
        "VI, figure 5",
        "On the card data the AUC of p_s rises as β falls to N⁺/N⁻.",
        "measured",
        MeasuredAbove(),
        _card("auc_ps: next smaller beta", "AUC at this β minus the next larger"),
        NAME,
        {"dataset": "creditcard"},
        [CARD_CAPS, LEARNERS_USED],
    ),
    Statement(
        "figure-5-equal",
        "VI, figure 5",
        "On the card data the AUC of p_s and p' is identical.",
        "exact",
        Zero(),
        _card("auc ps - c", "AUC of p_s minus p'"),
        NAME,
        {"dataset": "creditcard"},
        [CARD_CAPS, LEARNERS_USED],
    ),
    Statement(
        "figure-6-corrected",
        "VI, figure 6",
        "On the card data p' has a lower Brier score than p_s.",
        "measured",
        MeasuredAbove(),
        _card("brier ps - c", "Brier score of p_s minus p'"),
        NAME,
        {"dataset": "creditcard"},
        [CARD_CAPS, LEARNERS_USED],
    ),
    Statement(
        "figure-6-stronger",
        "VI, figure 6",
        "On the card data the Brier score of p_s is the higher the stronger the undersampling.",
        "measured",
        MeasuredAbove(),
        _card("brier_ps: next smaller beta", "Brier score at this β minus the next larger"),
        NAME,
        {"dataset": "creditcard"},
        [CARD_CAPS, LEARNERS_USED],
    ),
    Statement(
        "card-accuracy",
        "VI, VII",
        "On the card data undersampling improves the accuracy by much.",
        "measured",
        MeasuredAbove(),
        together(_card("auc ps - p", "AUC of p_s minus p"), _card("g_mean ps - p", "G-mean of p_s minus p")),
        NAME,
        {"dataset": "creditcard"},
        [
            "Accuracy is read in both ways that the paper measures it: AUC, which its figure 5 shows, and the G-mean "
            "at τ_s and τ. Any improvement counts, by much is not judged.",
            CARD_CAPS,
            LEARNERS_USED,
        ],
    ),
    Statement(
        "card-accuracy-kept",
        "VII",
        "On the card data the correction loses no accuracy: the G-mean of p' with τ' is that of p_s with τ_s.",
        "exact",
        Zero(),
        _card("g_mean ps - c", "G-mean of p_s minus p'"),
        NAME,
        {"dataset": "creditcard"},
        [CARD_CAPS, LEARNERS_USED],
    ),
]
