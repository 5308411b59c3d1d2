"""The exercise of judgement in lesson 05: whose choice between two learners can be trusted?"""

from __future__ import annotations

from shiftlab.course.judgement import judgement

BACK, FOLDS, NONE = "ReverseTesting", "cross-validation", "neither"

JUDGE = judgement(
    "05-judge",
    "whose choice do you trust?",
    {"clinic": BACK, "lottery": FOLDS, "memory": NONE, "rules": NONE},
    {
        ("clinic", FOLDS): (
            "more folds, less bias",
            "its estimate is precise, and of the wrong thing: the accuracy on more patients of the same clinic. The "
            "old are missing from every fold.",
        ),
        ("clinic", NONE): (
            "no shift can be handled",
            "doubt is never wrong, but it has a price. What do you have here: a rule that stayed, two stiff learners, "
            "and a table that speaks with one voice and by a clear margin.",
        ),
        ("lottery", BACK): (
            "the newer method is the better one",
            "there is no bias for it to see through. And a tree that has learned noise by heart brings it back to the "
            "very rows it was learned from, where it counts as knowledge.",
        ),
        ("lottery", NONE): (
            "noise spoils everything",
            "noise lowers both accuracies. What is left of the difference between the learners can be estimated on "
            "rows held out, if these are drawn like the target's.",
        ),
        ("memory", BACK): (
            "agreement is proof",
            "what did the labels of the old teach about the young? Ask how a wrong label among the old could make a "
            "nearest neighbour fail on a labelled, young row.",
        ),
        ("memory", FOLDS): (
            "blind to the missing rows",
            "every held-out row is young. Whatever the two models say about the old, these folds will never know.",
        ),
        ("rules", BACK): (
            "back to the old rules",
            "it comes back to rows that were labelled under the old rules. The learner that clings to them best wins.",
        ),
        ("rules", FOLDS): (
            "same x, so no shift",
            "the rows look the same, the labels do not: each fold is judged by rules that are no longer in force.",
        ),
    },
    hints=(
        "Ask three things. Are the source rows drawn like the target's? Does the same rule hold in both? Can a wrong "
        "label in the target be felt on a source row?",
        "Without a bias, rows that are held out are the best judges. With a different rule, source rows are no "
        "judges at all, for whichever method.",
        "For the third question think of the last experiment: who noticed that labels were turned round where the "
        "source has no rows?",
    ),
    task="Four choices between two learners. The source has labels, the target has none. Whose choice would you take: "
    '`"cross-validation"`, `"ReverseTesting"` or `"neither"`, which means to buy some labels of the target?',
    stories={
        "clinic": "few old patients are in the source, the disease follows the same rule in all. Naive Bayes against "
        "logistic regression. Both arrows point to logistic regression, and by a lot;",
        "lottery": "source rows were drawn by lot from the target, and every fifth label is a mistake. A tree, grown "
        "to the end, against logistic regression;",
        "memory": "no old patient is in the source. A nearest neighbour against a tree grown to the end. Both arrows "
        "point to the tree;",
        "rules": "the rows look as before, but since January the bank calls other payments fraud. Logistic regression "
        "against naive Bayes.",
    },
    praise="Held-out rows judge where nothing is biased; the way back judges where the rule stayed and the learners "
    "are stiff. Else buy some labels.",
)
