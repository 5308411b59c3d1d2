"""The erroneous example of lesson 04: how far one criterion is convex (Theorem 2, and Corollary 1, which is false)."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

FOLLOWS, NOT = "follows", "does not follow"

TABLE = """\
# θ is the classifier that we want, v tells source from target; the criterion is minus
# (24), to be made small.
#
# theta     v held fast, it is convex in θ: a weighted logistic regression.
# v         θ held fast, it is convex in v: exp(-v'x) and log(1 + exp(±v'x)) are.
# both      So it is convex in θ and v together.
# corollary Long θ that separate the classes have next to no loss, and there it is
#           convex. So it is convex among all θ that separate them.
# start     We begin at the fit without weights, v = 0, and only descend. So we end no
#           higher than that fit.
#
# Say of each "follows" or "does not follow".
"""

MISTAKE = judgement(
    "04-mistake",
    "find the two mistakes",
    {"theta": FOLLOWS, "v": FOLLOWS, "both": NOT, "corollary": NOT, "start": FOLLOWS},
    {
        ("theta", NOT): (
            "weights spoil convexity",
            "a weight is a positive number here. What does a convex function become if it is multiplied by one?",
        ),
        ("v", NOT): (
            "weights that depend on v",
            "with θ held fast a row's loss is a number that is not negative, and stands in front of exp(-v'x). Draw "
            "that curve.",
        ),
        ("both", FOLLOWS): (
            "convex twice, convex together",
            "think of the product u·v: with either held fast it is a straight line. What is it along u = -v?",
        ),
        ("corollary", FOLLOWS): (
            "some are all",
            "what was shown for long θ is said of all that separate. A short θ, 0.01 times a long one, separates, too; "
            "is its loss next to nothing?",
        ),
        ("start", NOT): (
            "the start must be best",
            "nothing more is said than that steps lead down. It is not said that we end at the lowest point.",
        ),
    },
    hints=(
        "For each line ask: is it said of one of the two with the other held fast, or of both at once?",
        "Remember the three points on a line: the middle one is the highest.",
        "Two lines conclude more than they have shown. One is about two things together, one about all instead of "
        "some.",
    ),
    praise="Convex in each is not convex in both, and what holds for long θ need not hold for short ones. What is "
    "left is a good start and steps that only descend; where they end may still depend on the start.",
    task="Five statements about the criterion of one stage. Two conclude too much; one of them is the paper's own "
    "Corollary 1. For example u·v is a straight line in u, and in v; along u = v it is convex, along u = -v it is not.",
    table=TABLE,
    form="mistake",
)
