"""Claims of Bickel, Brückner and Scheffer (2007) that random problems and known densities decide: sections 3 to 5."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from shiftlab.claims import parts
from shiftlab.claims.parts import PartsOf, beside, together
from shiftlab.claims.rules import Above, Equivalent, MeasuredAbove, MeasuredAtMost, Relation, Zero
from shiftlab.claims.statement import Measured, Statement

NAME = "discriminative-theorems"
#: Of a relative distance between two ways to compute the same vector.
SAME = Zero(1e-9)
NEVER = Zero()

CORRECTED = "Λ is read as [[c, a, 0], [a, b + q(1 − q), 0], [0, 0, q(1 − q)]]; as printed it has four rows of blocks."
RANDOM = "Each seed draws ten problems of 6 to 29 training and test rows and 1 to 4 features, and points of them."
STARTS = "Each seed draws four separable, four noisy and four contested problems, each with eight random starts."

rows = partial(parts.rows, NAME)


def _proved(name: str, place: str, statement: str, relation: Relation, read: PartsOf, *assumptions: str) -> Statement:
    """What is mathematics, tried on random problems."""
    return Measured(name, place, statement, relation, read, NAME, assumptions, category="mathematics", unit="seed")


def _simulated(
    name: str, place: str, statement: str, relation: Relation, read: PartsOf, *assumptions: str, why: str = ""
) -> Statement:
    """What random problems can only make likely; the paper has none."""
    return Measured(
        name,
        place,
        statement,
        relation,
        read,
        NAME,
        assumptions,
        unit="seed",
        data="stand-in",
        printed_settings=False,
        why=why,
    )


STATEMENTS: list[Statement] = [
    _proved(
        "ratio-by-discrimination",
        "4, equations 3 to 7",
        "The ratio p(x|θ)/p(x|λ) is m/n (1/p(σ=1|x) − 1), p(σ=1|x) telling training from test rows.",
        SAME,
        rows("ratio_apart", "largest relative distance from the ratio of known densities"),
        "Prior probabilities of σ are the shares of training and test rows.",
    ),
    _proved(
        "selection-bias-no-gap",
        "3",
        "The sample selection bias model cannot handle a gap in the test distribution: its weights there are not 0.",
        Above(),
        rows("gap_by_selection", "smallest weight of a row in the gap"),
        "p(s=1|x) is the exact probability that discriminates training from test rows, as it is estimated in practice.",
    ),
    _simulated(
        "weights-are-ratios",
        "4, equation 7",
        "The model of p(σ=1|x) provides the weight p(x|θ)/p(x|λ) of each example, whose mean is 1.",
        Equivalent(0.1, center=1.0),
        together(
            rows("mean_weight_two_stage", "mean weight, two stages"),
            rows("mean_weight_joint", "mean weight, integrated"),
        ),
        "A mean within 0.1 of 1 counts: ten per cent more or fewer training rows, all told.",
        "In both the prior of v is wide (σ_v = 10) and the shift is one that v fits.",
        "A smaller weight lowers the loss of a row that w gets wrong, so the integrated criterion shrinks weights.",
        why="in two stages they are; the integrated optimum shrinks its weights",
    ),
    _proved(
        "gradient",
        "Appendix A, equations 25 to 27, 35, 36",
        "The gradient of the log-posterior is the printed one.",
        SAME,
        together(
            rows("gradient_printed", "as printed, distance from the derivative of (24)"),
            rows("gradient_learner", "the learner's, distance from the derivative of (24)"),
        ),
        RANDOM,
    ),
    _proved(
        "hessian",
        "Appendix A, equations 28 to 31",
        "The Hessian of the log-posterior has the printed entries.",
        SAME,
        rows("hessian_learner", "the learner's, distance from the derivative of the gradient"),
        RANDOM,
    ),
    _proved(
        "theorem-1",
        "5.1, theorem 1",
        "With Λ corrected, the update step (16) is that of Newton's method for Optimization Problem 1.",
        SAME,
        together(
            rows("newton_corrected", "(16), distance from the Newton step of (24)"),
            rows("newton_learner", "the learner's, distance from the Newton step of (24)"),
        ),
        CORRECTED,
        RANDOM,
    ),
    _proved(
        "lambda-as-printed",
        "Appendix A",
        "With Λ as it is printed, (16) is the Newton step.",
        SAME,
        rows("newton_printed", "distance from the Newton step, the nearest of three readings"),
        "Of the four rows of blocks one must be left out for (16) to have a sense: the nearest of what remains counts.",
        RANDOM,
    ),
    _proved(
        "equation-21",
        "5.2, equation 21",
        "The update of the dual coefficients is that of the primal ones, (16).",
        SAME,
        rows("newton_dual", "distance of the dual step, brought back, from the Newton step of (24)"),
        CORRECTED,
        RANDOM,
    ),
    _proved(
        "theorem-2-not-convex",
        "5.3, theorem 2",
        "Optimization Problem 1 is not generally convex.",
        Above(),
        rows("indefinite_share", "share of problems with a point where the Hessian is indefinite"),
        "One such point is enough.",
        RANDOM,
    ),
    _proved(
        "theorem-2-pockets",
        "5.3, theorem 2",
        "Optimization Problem 1 contains local pockets of convexity.",
        Above(),
        rows("pocket_points", "random points where (40) holds, of 600"),
        RANDOM,
    ),
    _proved(
        "equation-40-sufficient",
        "Appendix B, equation 40",
        "Where (40) holds the criterion is convex.",
        NEVER,
        rows("pocket_not_convex", "random points where (40) holds and the Hessian is indefinite"),
        RANDOM,
    ),
    _proved(
        "equation-40-lambda",
        "Appendix B, equation 40",
        "Λ is positive semi-definite if and only if (40) holds.",
        NEVER,
        rows("pocket_against_lambda", "random points where one is true and not the other"),
        CORRECTED,
        RANDOM,
    ),
    _proved(
        "equation-40-characterizes",
        "Appendix B, equation 40",
        "(40) characterizes the local pockets of convexity: outside of them the criterion is not convex.",
        NEVER,
        rows("convex_outside_pocket", "random points where (40) fails and the Hessian is definite"),
        "The Hessian is X'ΛX + S: the prior makes it definite where Λ is not.",
        RANDOM,
    ),
    _simulated(
        "larger-n",
        "Appendix B",
        "The larger the number of test examples, the more likely (40) holds.",
        MeasuredAbove(),
        together(
            rows("larger_n_same_point", "share of rows, 16 n − n test rows, at the same random points"),
            rows("larger_n_at_optimum", "share of rows, 256 − 16 test rows, at the optimum of each"),
        ),
        "At the same point it follows from the factor n/m, which the paper points at. That the optimum can be found is "
        "the paper's conclusion: there q falls as the test rows become more.",
        RANDOM,
        why="at the same point it does, at the optimum it does not",
    ),
    _proved(
        "corollary-1-convex",
        "5.3, corollary 1",
        "Where w separates the training instances Optimization Problem 1 is convex.",
        NEVER,
        together(
            rows(
                "separating_indefinite_share", "share of separable problems and others with an indefinite Hessian there"
            ),
            rows("counter_example_not_convex", "x = ±1, y = 1 and 0, test x = 3, 2; w = .01, v = −3: not convex"),
        ),
        "The proof makes the length of w large; the set has short ones too.",
        RANDOM,
    ),
    _proved(
        "corollary-1-any-start",
        "5.3, corollary 1",
        "If the global maximum separates the training data, it is found from any starting point that separates them.",
        NEVER,
        rows("corollary_missed", "of the starts that separate, those that end elsewhere"),
        "Steps are damped, so that each one lowers the criterion. The best of all ends counts as the global maximum.",
        STARTS,
    ),
    _proved(
        "iid-start-at-least-as-good",
        "5.3",
        "From the iid classifier the search converges to a local optimum that is at least as good as that.",
        NEVER,
        together(
            rows("iid_start_worse", "problems where the end is worse than the start, (w_iid, 0)"),
            rows("iid_best_v_better", "problems where w_iid with the v that is best for it is better than the end"),
        ),
        "Good is read as the criterion; what it does to the area on the target is another claim.",
        STARTS,
    ),
    _simulated(
        "iid-start-good-choice",
        "5.3",
        "It is generally a good choice to select the iid classifier as the starting point of the search.",
        MeasuredAtMost(0.6),
        rows("iid_start_missed_best", "problems, of 12, where another start ends lower"),
        "Good is read as the best end that is found, and generally as 19 of 20 times: at most 0.6 of 12 problems are "
        "missed.",
        "Contested problems, which are made to have several optima, have three test rows and labels by a coin.",
        STARTS,
    ),
    _proved(
        "disjoint-prior-alone",
        "4, disjoint distributions",
        "If training and test distribution are disjoint, the classifier w is determined by the prior p(w) alone.",
        MeasuredAtMost(0.01),
        together(
            rows("disjoint_norm_1000", "length of w, of the iid fit's, σ_v = 1000"),
            beside(
                together(
                    *(
                        rows(f"disjoint_norm_{scale}", f"length of w, of the iid fit's, σ_v = {scale}")
                        for scale in (1, 10, 100)
                    )
                )
            ),
        ),
        "The prior alone makes w 0: less than a hundredth of the iid fit's length counts.",
        "The text exempts what the prior of v regularizes: the widest, σ_v = 1000, decides, the others are beside it.",
    ),
]

#: Claims that are no longer of their own, and why.
DROPPED: Mapping[str, str] = {
    "gap-in-test-distribution": "Follows from ratio-by-discrimination: where the ratio is 0, so is the weight.",
    "selection-by-discrimination": (
        "The paper reports how p(s=1|x) is estimated in practice, and says nothing that could be false of it. That its "
        "inverse is not the ratio is seen in selection-bias-no-gap."
    ),
    "version-space-convex": "Linear inequalities bound a convex set whatever the data: it could not come out false.",
    "disjoint-likelihood": "The reason that is given for disjoint-prior-alone: as the weights vanish, w does.",
}
