"""Claims of Zhong et al. (2010) that need no run: the formulas of section 4, and the arithmetic of printed numbers."""

from __future__ import annotations

from shiftlab.claims.parts import PartsOf
from shiftlab.claims.rules import Above, AsPrinted, AtMost, Relation, Zero
from shiftlab.claims.statement import Computed, Printed, Statement

from .. import computed
from . import section_4 as formulas

NAME = "transfer-cv"
#: Pearson's correlation of eight pairs is above this in 5 % of draws without any correlation, both signs together.
HIGH = 0.707

WORLD = (
    "Two places x and two classes, all probabilities known: the source is at the places with .75 and .25, the target "
    "with .4 and .6; class 1 has .2 and .9 there, in the target of the second world .7 and .9. All samples of three "
    "source rows are summed over."
)
FOLDS = (
    "The learner gives each place the label of most of its rows; a fold is one row, and what is found is compared with "
    "the loss on the target of what the other two rows teach. The weights are the true ratio."
)
OPEN_TIES = "As good as the best counts as best, which is how 28 comes out; alone the best is shown beside it."


def _mathematics(
    name: str, place: str, statement: str, relation: Relation, parts: PartsOf, *assumptions: str
) -> Statement:
    return Computed(f"tcv-{name}", place, statement, relation, parts, NAME, assumptions)


def _printed(name: str, place: str, statement: str, relation: Relation, parts: PartsOf, *assumptions: str) -> Statement:
    return Printed(f"tcv-{name}", place, statement, relation, parts, NAME, assumptions)


SECTION_4: list[Statement] = [
    _mathematics(
        "weighted-loss-unbiased",
        "4.1, eq 7",
        "With the true ratio and the target's own P(y|x), the weighted loss of a model on the source is on average its "
        "loss on the target.",
        Zero(),
        formulas.weighted_loss,
        WORLD,
        "No source row shows the target's P(y|x): this is (5) to (7), and not yet what figure 3 computes.",
    ),
    _mathematics(
        "wcv-unbiased",
        "2.1, 6",
        "Where only P(x) shifts, cross-validation weighted by the true ratio is unbiased.",
        Zero(),
        formulas.weighted_estimate,
        WORLD,
        FOLDS,
        "Weights with the mean 1 make it a little biased; where P(y|x) shifts too, it is biased by much.",
    ),
    _mathematics(
        "estimate-unbiased",
        "1, 4.1",
        "Density ratio weighting makes the estimation of TrCV unbiased.",
        Zero(),
        formulas.transfer_estimate,
        WORLD,
        FOLDS,
        "The two places are the target's rows without labels; two rows of the first have the label of most rows there.",
    ),
    _mathematics(
        "faithful-way-back",
        "4.2",
        "Without labelled rows, where P_t(y|x) = P_s(y|x) and the way back makes no error of its own, TrCV finds the "
        "error of (weighted) cross-validation.",
        Zero(),
        formulas.faithful_way_back,
        WORLD,
        FOLDS,
        "This learner is taught its own labels on the way back. Beside it a target with another P(y|x): TrCV is still "
        "the same as WCV, since nothing that it sees tells of the target's labels.",
    ),
    _mathematics(
        "lemma-1",
        "4.1, Lemma 1",
        "The least weighted loss in a class of models becomes the least expected loss on the target as n grows.",
        AtMost(1e-6),
        formulas.lemma_1,
        WORLD,
        "The class has the two models that give every place one label; the limit is read as 100,000 rows. For few rows "
        "the least loss is too low on average. The lemma needs a source that has rows wherever the target has, which "
        "it does not say: beside it a target of which three fifths are elsewhere.",
    ),
    _mathematics(
        "theorem-1",
        "4.1, Theorem 1, eq 8",
        "With probability 1 - δ the loss on the target is at most the weighted loss on the source plus the root of "
        "(8): the bound fails no more often than δ.",
        AtMost(0),
        formulas.theorem_1,
        "A model that is wrong only in a place where half of the target is, and one source row in a million: 2,000 "
        "rows show it with probability .002. A weighted loss reaches the largest weight, and (9) is for losses up to "
        "1; with that weight as a factor (8) holds.",
    ),
    _mathematics(
        "line-2-of-13",
        "4.2, eq 13",
        "The second line of (13) equals (10), with (11) and (12) put in.",
        Zero(),
        formulas.line_2_of_13,
        "The sign of (1-α)P_t(y|x) must be minus. A thousand random values.",
    ),
    _mathematics(
        "line-3-of-13",
        "4.2, eq 13",
        "r(x) is |(1-α)(P(y|x, f) - P_t(y|x)) - ε(f) - ε(f̄)|: the third line of (13) equals (10).",
        Zero(),
        formulas.line_3_of_13,
        "A thousand random values.",
    ),
    _mathematics(
        "no-labels",
        "4.2",
        "Without labelled target rows, where P_t = P_s, r(x) is |ε(f) + ε(f̄)|.",
        Zero(),
        formulas.without_labels,
        "α = 1, a thousand random values. It is so for any P_t, shown beside it: r then says nothing of the target.",
    ),
    _mathematics(
        "distance-of-14",
        "4.3, eq 14",
        "r(x)/(1-α), which (14) has for |P_t(y|x) - P(y|x, f)|, is such a distance: at most 1.",
        AtMost(1 + 1e-12),
        formulas.distances_of_14,
        "The paper gives no α; it is read as the share of target rows without labels. Figure 3 does not divide by 1-α.",
    ),
    _mathematics(
        "interval",
        "4.3, eq 15",
        "The printed ends of the interval are (15) inverted: there the estimate is z standard errors off.",
        Zero(1e-9),
        formulas.inverted_15,
        "Four scores, three numbers of rows, three levels. It is Wilson's interval of 1927.",
    ),
    _mathematics(
        "variance",
        "4.3",
        "The estimate has the variance ε(1-ε)/n.",
        Zero(),
        formulas.variance_of_15,
        "WCV with the true ratio where only P(x) shifts: n times its variance minus ε(1-ε), for every model. It would "
        "be 0 for equal weights; rows of unequal weight are worth fewer.",
    ),
    _mathematics(
        "probability-of-16",
        "4.3, eq 16",
        "The last line of (16) is a probability: it is not below 0.",
        AtMost(0),
        formulas.negative_16,
        "Pairs of four scores on three numbers of rows, at a level of .95. The integral of a standardised variable is "
        "divided by its former deviation; the normal distribution function, which is due, is shown beside it.",
    ),
    _mathematics(
        "level-of-16",
        "4.3, eq 16",
        "σ is the deviation of the accuracy: the probability that one model is better does not depend on the level λ.",
        Zero(),
        formulas.level_in_16,
        "Scores of .75 and .65 on 200 rows, levels of .8, .95 and .99. What is called a variance is half the width of "
        "the interval, z standard errors.",
    ),
    _mathematics(
        "silent-criterion",
        "5.1, corr",
        "A criterion gains a higher corr if it can select the better model: one that says the same of all eight "
        "learners has no more than the 14 of 28 of a guess.",
        AtMost(0),
        formulas.silent_corr,
        "corr takes off the pairs in the wrong order, and a tie is none. With ties as halves it is 14.",
    ),
    _mathematics(
        "sum-over-folds",
        "2.2, 3, eqs 2, 4, 6 and 14, figure 3",
        "The algorithm of figure 3 returns the loss that (6) and (14) define.",
        Zero(),
        formulas.sums_over_folds,
        "Equations (2), (4), (6) and (14) have 1/k before a sum over all n rows, figure 3 has 1/n: the loss is n/k "
        "times as large, and 1 minus it no accuracy. Of models with one k and n the order is the same.",
    ),
]

PRINTED: list[Statement] = [
    _printed(
        "best-printed",
        "7, Tables 4 and 5",
        "TrCV achieves the best in 28 of 33 cases: the printed tables.",
        AsPrinted(),
        computed.best_of_33,
        OPEN_TIES,
    ),
    _printed(
        "over-wcv-printed",
        "7, Tables 4 and 5",
        "TrCV outperforms WCV in 23 of 33 cases: the printed tables.",
        AsPrinted(),
        computed.over_wcv,
        "In 9 cases they are equal, in 1 WCV is better.",
    ),
    _printed(
        "table-4-printed",
        "5.2, Table 4",
        "TrCV is best in 6 of 8 choices of a learner, 6 of 8 of LatentMap's neighbours, 7 of 8 of the SVM's C: the "
        "printed table.",
        AsPrinted(),
        computed.parts_of_table_4,
        "As good as the best counts as best.",
    ),
    _printed(
        "latentmap-printed",
        "5.2, Table 4",
        "Tuning LatentMap, TrCV is from 1 to 4 higher than the baselines in 6 of 8 data sets: the printed table.",
        AsPrinted(),
        computed.higher_for_latentmap,
        "Higher than the best of the four baselines. In 3 of the 6 TrCV is as high as one of them.",
    ),
    _printed(
        "tuning-over-wcv-printed",
        "5.2, Table 4",
        "In 16 comparisons of tuning TrCV beats WCV with only one exception: the printed table.",
        AsPrinted(),
        computed.tunings_over_wcv,
        "The exception is Red-White with the SVM; in 5 of the others they are equal.",
    ),
    _printed(
        "learners-over-wcv-printed",
        "5.2, Table 4",
        "Among learners TrCV is better than WCV consistently: on all 8 data sets of the printed table.",
        Above(),
        computed.learners_over_wcv,
    ),
    _printed(
        "scv-printed",
        "5.2, Table 4",
        "Among learners SCV has just 18 on Red-White and no more than 17 on Reuters; TrCV has at least 4 more on wine "
        "and up to 9 more on Reuters: the printed table.",
        AsPrinted(),
        computed.scv_on_wine_and_reuters,
    ),
    _printed(
        "scv-fails-printed",
        "5.2, Table 4",
        "SCV fails to select the better learner most of the time: the printed table.",
        AtMost(0),
        computed.scv_mostly_fails,
        "Most of the time is read as more than half of the 28 comparisons. On 6 of 8 data sets SCV has more than half "
        "of them right, ties included.",
    ),
    _printed(
        "five-to-seven-printed",
        "5.2, Table 4",
        "Tuning on Red-White, corr rises from 5 by SCV and WCV to 7 by TrCV: the printed table.",
        AsPrinted(),
        computed.red_white_from_5_to_7,
        "LatentMap, since the SVM's numbers are 4, 8 and 7. The three numbers are those of White-Red.",
    ),
    _printed(
        "figure-5-and-table-4",
        "5.2, figure 5, Table 4",
        "The values and accuracies in figure 5 give TrCV the corr that Table 4 prints.",
        AsPrinted(),
        computed.figure_5_and_table_4,
    ),
    _printed(
        "figure-5-correlation-printed",
        "5.2, figure 5",
        "What TrCV says is highly correlated with the accuracy: the table in figure 5.",
        Above(HIGH),
        computed.correlation_of_figure_5,
        "Highly is read as a Pearson correlation above .707, which eight unrelated pairs reach in 5 % of draws.",
    ),
    _printed(
        "transfer-learners-printed",
        "5.2, figure 5",
        "Each of the three transfer learners is more accurate than every other: the table in figure 5.",
        Above(),
        computed.transfer_learners_of_figure_5,
    ),
    _printed(
        "comparisons-printed",
        "5.2",
        "There are 28 comparisons of 8 learners, 10 of 5 parameters, 2 · 3 of 3 sources and 552 of 24 pairs.",
        AsPrinted(),
        computed.comparisons,
    ),
    Computed(
        "tcv-wine-rows",
        "Table 2",
        "There are 1,599 red and 4,998 white wines.",
        AsPrinted(),
        computed.rows_of_wine,
        NAME,
        ["The public files of Cortez et al. (2009), which are bundled."],
        category="data",
    ),
]
