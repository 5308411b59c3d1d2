"""Claims of Bickel, Brückner and Scheffer (2007) that random problems and known densities decide: sections 3 to 5."""

from __future__ import annotations

from functools import partial

from shiftlab.claims.parts import PartsOf, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import AsPrinted, MeasuredAbove, MeasuredAtMost, Relation, Zero
from shiftlab.claims.statement import Statement

NAME = "discriminative-theorems"
#: Of a relative distance between two ways to compute the same vector.
SAME = Zero(1e-9)
NEVER = Zero()
#: Of the iid fit's length of w, or of a mean weight: less counts as nothing.
NOTHING = MeasuredAtMost(0.01)

CORRECTED = "Λ is read as [[c, a, 0], [a, b + q(1 − q), 0], [0, 0, q(1 − q)]]; as printed it has four rows of blocks."
RANDOM = "Each seed draws ten problems of 6 to 29 training and test rows and 1 to 4 features, and points of them."
STARTS = "Each seed draws four separable, four noisy and four contested problems, each with eight random starts."
PRIOR_SCALE = "The prior of v is taken ever wider, σ_v = 1 to 1000: its regularization is the exception in the text."

rows = partial(rows_of, NAME)


def _exact(name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str) -> Statement:
    return Statement(name, place, statement, "exact", rule, parts, NAME, {}, assumptions)


STATEMENTS = [
    _exact(
        "ratio-by-discrimination",
        "4, equations 3 to 7",
        "The ratio p(x|θ)/p(x|λ) is m/n (1/p(σ=1|x) − 1), p(σ=1|x) telling training from test rows.",
        SAME,
        rows("ratio_apart", "largest relative distance from the ratio of known densities"),
        "Prior probabilities of σ are the shares of training and test rows.",
    ),
    _exact(
        "gap-in-test-distribution",
        "3, 4",
        "Training instances that have no likelihood under the test distribution get weight 0 from p(σ=1|x).",
        NEVER,
        rows("gap_by_odds", "largest weight of a row in the gap"),
        "p(σ=1|x) is known exactly.",
    ),
    _exact(
        "selection-bias-no-gap",
        "3",
        "The sample selection bias model cannot handle a gap in the test distribution: its weights there are not 0.",
        MeasuredAbove(),
        rows("gap_by_selection", "smallest weight of a row in the gap"),
        "p(s=1|x) is the exact probability that discriminates training from test rows, as it is estimated in practice.",
    ),
    _exact(
        "selection-by-discrimination",
        "3, proposition 2",
        "An estimate of p(s=1|x), by whose inverse the loss is weighted, is found by discriminating training from test "
        "data.",
        SAME,
        rows("selection_apart", "largest relative distance from the ratio of known densities"),
        "Weights and ratio both have mean 1. The inverse is 1 + (n/m) p(x|θ)/p(x|λ), not the ratio.",
    ),
    _exact(
        "weights-are-ratios",
        "4, equation 7",
        "The model of p(σ=1|x) provides the weight p(x|θ)/p(x|λ) of each example, whose mean is 1.",
        AsPrinted(0.1),
        together(
            rows("mean_weight_two_stage", "mean weight, two stages", expected=1.0),
            rows("mean_weight_joint", "mean weight, integrated", expected=1.0),
        ),
        "A mean within 0.1 of 1 counts. In both the prior of v is wide (σ_v = 10) and the shift is one that v fits.",
        "A smaller weight lowers the loss of a row that w gets wrong, so the integrated criterion shrinks weights.",
    ),
    _exact(
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
    _exact(
        "hessian",
        "Appendix A, equations 28 to 31",
        "The Hessian of the log-posterior has the printed entries.",
        SAME,
        rows("hessian_learner", "the learner's, distance from the derivative of the gradient"),
        RANDOM,
    ),
    _exact(
        "theorem-1",
        "5.1, theorem 1",
        "The update step (16) is that of Newton's method for Optimization Problem 1.",
        SAME,
        together(
            rows("newton_corrected", "(16), distance from the Newton step of (24)"),
            rows("newton_learner", "the learner's, distance from the Newton step of (24)"),
        ),
        CORRECTED,
        RANDOM,
    ),
    _exact(
        "lambda-as-printed",
        "Appendix A",
        "With Λ as it is printed, (16) is the Newton step.",
        SAME,
        rows("newton_printed", "distance from the Newton step, the nearest of three readings"),
        "Of the four rows of blocks one must be left out for (16) to have a sense: the nearest of what remains counts.",
        RANDOM,
    ),
    _exact(
        "equation-21",
        "5.2, equation 21",
        "The update of the dual coefficients is that of the primal ones, (16).",
        SAME,
        rows("newton_dual", "distance of the dual step, brought back, from the Newton step of (24)"),
        CORRECTED,
        RANDOM,
    ),
    _exact(
        "theorem-2-not-convex",
        "5.3, theorem 2",
        "Optimization Problem 1 is not generally convex.",
        MeasuredAbove(),
        rows("indefinite_share", "share of problems with a point where the Hessian is indefinite"),
        RANDOM,
    ),
    _exact(
        "theorem-2-pockets",
        "5.3, theorem 2",
        "Optimization Problem 1 contains local pockets of convexity.",
        MeasuredAbove(),
        rows("pocket_points", "random points where (40) holds, of 600"),
        RANDOM,
    ),
    _exact(
        "equation-40-sufficient",
        "Appendix B, equation 40",
        "Where (40) holds the criterion is convex.",
        NEVER,
        rows("pocket_not_convex", "random points where (40) holds and the Hessian is indefinite"),
        RANDOM,
    ),
    _exact(
        "equation-40-lambda",
        "Appendix B, equation 40",
        "Λ is positive semi-definite if and only if (40) holds.",
        NEVER,
        rows("pocket_against_lambda", "random points where one is true and not the other"),
        CORRECTED,
        RANDOM,
    ),
    _exact(
        "equation-40-characterizes",
        "Appendix B, equation 40",
        "(40) characterizes the local pockets of convexity: outside of them the criterion is not convex.",
        NEVER,
        rows("convex_outside_pocket", "random points where (40) fails and the Hessian is definite"),
        "The Hessian is X'ΛX + S: the prior makes it definite where Λ is not.",
        RANDOM,
    ),
    _exact(
        "larger-n",
        "Appendix B",
        "The larger the number of test examples, the more likely (40) holds.",
        MeasuredAbove(),
        together(
            rows("larger_n_same_point", "share of rows, 16 n − n test rows, at the same random points"),
            rows("larger_n_at_optimum", "share of rows, 256 − 16 test rows, at the optimum of each"),
        ),
        "At the same point it follows from the factor n/m. At the optimum q falls as the test rows become more.",
    ),
    _exact(
        "version-space-convex",
        "5.3, corollary 1",
        "The set of all vectors w that separate the training instances is convex.",
        NEVER,
        rows("version_space_violated", "points between two separating w that do not separate"),
        RANDOM,
    ),
    _exact(
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
    _exact(
        "corollary-1-any-start",
        "5.3, corollary 1",
        "If the global maximum separates the training data, it is found from any starting point that separates them.",
        NEVER,
        rows("corollary_missed", "of the starts that separate, those that end elsewhere"),
        "Steps are damped, so that each one lowers the criterion. The best of all ends counts as the global maximum.",
        STARTS,
    ),
    _exact(
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
    _exact(
        "iid-start-good-choice",
        "5.3",
        "It is generally a good choice to select the iid classifier as the starting point of the search.",
        NEVER,
        rows("iid_start_missed_best", "problems, of 12, where another start ends lower"),
        "Read strictly, as always: the number says how rarely another start ends lower.",
        "Contested problems have three test rows and labels by a coin.",
        STARTS,
    ),
    _exact(
        "disjoint-likelihood",
        "4, disjoint distributions",
        "If training and test distribution are disjoint, the weight of the training data vanishes.",
        NOTHING,
        together(*(rows(f"disjoint_weight_{scale}", f"mean weight, σ_v = {scale}") for scale in (1, 10, 100, 1000))),
        PRIOR_SCALE,
    ),
    _exact(
        "disjoint-prior-alone",
        "4, disjoint distributions",
        "If training and test distribution are disjoint, the classifier w is determined by the prior p(w) alone.",
        NOTHING,
        together(
            *(
                rows(f"disjoint_norm_{scale}", f"length of w, of the iid fit's, σ_v = {scale}")
                for scale in (1, 10, 100, 1000)
            )
        ),
        "The prior alone makes w 0: less than a hundredth of the iid fit's length counts.",
        PRIOR_SCALE,
    ),
]
