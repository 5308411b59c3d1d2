"""The erroneous example of lesson 01: the paper's proof that equal shares leave only feature bias (section 2.1)."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

FOLLOWS, NOT = "follows", "does not follow"

TABLE = """\
# Given: P(y) = Q(y). To be shown: selection has looked at x only.
# c is the share of all rows that was kept.
#
# bayes     s(x, y) = c P(x, y) / Q(x, y)
# product           = c P(x) P(y|x) / Q(x, y)
# rule              = c P(x) Q(y|x) / Q(x, y)
# cancel            = c P(x) / Q(x), where no y is left
#
# Say of each line "follows" or "does not follow" (from what is above it).
"""

MISTAKE = judgement(
    "01-mistake",
    "find the mistake",
    {"bayes": FOLLOWS, "product": FOLLOWS, "rule": NOT, "cancel": FOLLOWS},
    {
        ("bayes", NOT): (
            "the chance is no quotient",
            "of 100 rows of one kind 20 were kept: that is the chance of this kind. Count these 20 as a part of all "
            "that were kept, and the 100 as a part of all there are.",
        ),
        ("product", NOT): (
            "a product needs independence",
            "this is true of any distribution: how many rows are at x, times which part of those has the label y.",
        ),
        ("rule", FOLLOWS): (
            "equal shares, equal rule",
            "the shares of the labels in *all* rows are given as equal. What is used here is that they are equal at "
            "each place.",
        ),
        ("cancel", NOT): (
            "a mistake goes on",
            "take the line above for granted, and write the denominator as a product, too: what is left?",
        ),
    },
    hints=(
        "Put in the presets: in the one with equal shares P(y) is Q(y), and P(y|x) moves. Which line does it break?",
        "Three of the lines are true of any selection at all, or once the line above them is. One needs what is to be "
        "shown.",
    ),
    praise="The step from P(y|x) to Q(y|x) is what was to be shown: the proof assumes its end. Equal shares of labels "
    "say nothing about any one place.",
    task="The paper shows that equal shares, P(y) = Q(y), leave feature bias as the only kind. You have just seen "
    "otherwise, so one of its steps is wrong. For example, the first line: if 20 of 100 rows are kept, and 20 of 200 "
    "of all that are kept are these, then with 1,000 rows in all it says 0.2 · (20/200) / (100/1000) = 0.2, as it "
    "should.",
    table=TABLE,
    form="mistake",
)
