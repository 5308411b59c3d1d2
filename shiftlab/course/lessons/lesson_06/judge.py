"""The exercise of judgement in lesson 06: six choices between two learners, and what is wrong with their numbers."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

PLACE, RULE, FEW, WELL = "wrong place", "wrong rule", "too few rows", "all is well"

JUDGE = judgement(
    "06-judge",
    "what is wrong with this number?",
    {"lottery": WELL, "ages": PLACE, "edge": FEW, "reform": RULE, "ten": FEW, "return": RULE},
    {
        ("lottery", PLACE): (
            "source means shifted",
            "the rows have been drawn by lot: where the target has many, the source has many.",
        ),
        ("lottery", RULE): (
            "labels of a source cannot be trusted",
            "each row came with the label that it has in the target. Which of them would be different there?",
        ),
        ("lottery", FEW): (
            "never enough rows",
            "use your interval: how wide is it for 500 rows, and how large is the difference?",
        ),
        ("ages", RULE): (
            "other people, other rule",
            "the disease follows one rule in all. What differs is how many patients of each age there are.",
        ),
        ("ages", FEW): (
            "more of the same",
            "with 50,000 rows of the same sort the numbers would hardly be others. Who are these rows?",
        ),
        ("ages", WELL): (
            "many rows, so the right ones",
            "the numbers are precise. A learner that is good for the old, and for them alone, cannot show it here.",
        ),
        ("edge", PLACE): (
            "weights do not count",
            "the weights are there to put that right, and they are the true ones. What have they cost?",
        ),
        ("edge", RULE): (
            "weights change the labels",
            "one rule holds in all, so each label is as good in the target. Look at the effective sample size.",
        ),
        ("edge", WELL): (
            "500 rows are many",
            "a few of the 500 have nearly all the weight. Which n belongs into your interval?",
        ),
        ("reform", PLACE): (
            "every shift is one of x",
            "the customers are as before, and the weights say so: they are all about 1. What is not as before?",
        ),
        ("reform", FEW): (
            "precision for truth",
            "by your interval 500 rows are enough for 8 points. With more rows the same answer would be given with "
            "more confidence.",
        ),
        ("reform", WELL): (
            "weights for every shift",
            "weights say how many payments of each sort there are. Each payment is still judged by what the bank "
            "called it last year.",
        ),
        ("ten", PLACE): (
            "ten rows lie somewhere else",
            "they are the target's own, drawn by lot. That is the best that rows can be, one thing apart.",
        ),
        ("ten", RULE): (
            "no labels of the target can be had",
            "here they are, ten of them, made since January. They know the new rules.",
        ),
        ("ten", WELL): (
            "unbiased, so reliable",
            "on average over many draws of ten, yes. Work out the two intervals of this one.",
        ),
        ("return", PLACE): (
            "the way back goes astray",
            "the customers are as before, and the way leads from one crowd to the same crowd. Against which labels is "
            "compared at its end?",
        ),
        ("return", FEW): (
            "only ten labels",
            "with more of them the second model would learn more of the target. But all of its labels are then "
            "compared with something on 500 rows; with what?",
        ),
        ("return", WELL): (
            "it has been in the target, so it knows",
            "it has been there and come back. A learner that has understood the new rules brings them to rows that "
            "were labelled under the old ones. What will be said of it?",
        ),
    },
    hints=(
        "Ask three things of each number: where are the rows that it is an average over, by whose rule are they "
        "labelled, and how many are they after weighting?",
        "Weights answer the first question only. Labels of the target answer the first two, if there are enough.",
        "For the way back ask the three questions of the rows at its end.",
    ),
    task="Six numbers speak for the first of two learners. Will it be the better one on the target? Say of each number "
    '`"wrong place"`, `"wrong rule"`, `"too few rows"` or `"all is well"`.',
    stories={
        "lottery": "500 source rows, drawn by lot from the target's. Cross-validation on them: 0.88 against 0.79;",
        "ages": "young patients in the source, old ones in the target, the disease follows one rule in all. "
        "Cross-validation on 500 source rows: 0.95 against 0.89;",
        "edge": "the same patients. WCV with the true ratio, by which the 500 rows have an ESS of 4: 0.90 against "
        "0.80;",
        "reform": "a bank's customers are as before, so that the weights are all about 1, but since January it calls "
        "other payments fraud. WCV on 500 source rows: 0.93 against 0.85;",
        "ten": "the same bank has labelled ten target rows, drawn by lot. On these: 9 right against 7;",
        "return": "TrCV takes these ten and 490 without labels out to the target and back to the 500 source rows: 0.94 "
        "against 0.81.",
    },
    praise="Where, by which rule, how many: three questions, three ways to fail. More rows help with the third.",
)
