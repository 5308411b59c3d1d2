"""The exercise of lesson 06 about a fold worked through by hand: whose working has which mistake?

The table stands in the cell, so that nobody has to leaf back. One nearest neighbour, so that each label has one row
that it comes from; no two rows are equally near.
"""

from __future__ import annotations

from shiftlab.course.judgement import judgement

RIGHT, LEAK, NO_LABELS, SOURCE = (
    "no mistake",
    "held-out rows in f",
    "labelled rows left out",
    "source rows on the way back",
)

TABLE = """\
# source, rule 1 from 16 on      x |  2  3  5 15 16 17 18
# held out: 15 and 16            y |  0  0  0  0  1  1  1
#
# target, without labels         x |  9 12 13 21
# target, with labels            x | 14 22
#                                y |  0  1
#
# The learner is the nearest neighbour. f labels the target; then 15 and 16 come back.
#
#        labels of 9 12 13 21    come back     r
# ann  |  0  1  1  1           |  0  1      |  0  0
# ben  |  0  1  1  1           |  0  0      |  0  1
# cho  |  0  0  0  1           |  0  0      |  0  1
# dee  |  0  1  1  1           |  1  1      |  1  0
#
# Say of each "no mistake", "held-out rows in f", "labelled rows left out" or
# "source rows on the way back".
"""

MISTAKE = judgement(
    "06-mistake",
    "find the mistake",
    {"ann": SOURCE, "ben": RIGHT, "cho": LEAK, "dee": NO_LABELS},
    {
        ("ann", RIGHT): (
            "a fold without a loss",
            "both rows come back with their own labels, and that is pleasing. Which row has given 16 its 1? List the "
            "rows that the way back may learn from, and look for the nearest.",
        ),
        ("ann", LEAK): (
            "a leak behind every good result",
            "had f known 15 and its label, what would it have said of 12 and 13? Ann's labels of the target are those "
            "of a model that has not seen the fold.",
        ),
        ("ann", NO_LABELS): (
            "a label of the target that cannot be seen",
            "without 14 and 22 the nearest row to 15 would be 13, and that was labelled 1. Ann has a 0 there: so 14 "
            "has taken part.",
        ),
        ("ben", LEAK): (
            "a loss must have a culprit",
            "work out the four labels: of the rows that f may know, 5 and 17 are the ones in question. Ben has the "
            "same.",
        ),
        ("ben", NO_LABELS): (
            "labels of the target would have helped",
            "they have taken part, and are to blame for the loss: 14 is the nearest row to 15 and to 16. Its label is "
            "right for the one and wrong for the other, though it is true itself.",
        ),
        ("ben", SOURCE): (
            "a row of its own kind nearby",
            "with 17 in reach, 16 would have come back as 1. What is the nearest row to 16 in the target?",
        ),
        ("cho", RIGHT): (
            "the right r, so the right way",
            "r is what it should be, this time. Look at the label of 12: from which row is it, and may f know it?",
        ),
        ("cho", NO_LABELS): (
            "a mistake before it was made",
            "the labels of 9, 12, 13 and 21 are given before anything goes back. Who would say 0 of 13?",
        ),
        ("cho", SOURCE): (
            "the source at both ends",
            "then 16 would have come back as 1, from 17. And look at the four labels: they are given before anything "
            "goes back.",
        ),
        ("dee", RIGHT): (
            "one loss is as good as another",
            "a loss of one in two, as with Ben, but at the other row. Which row of the target is nearest to 15, and "
            "what is its label?",
        ),
        ("dee", LEAK): (
            "a leak would be felt at the end",
            "it would be felt at once: 12 and 13 would have the label of 15. Dee's four labels are as they should be.",
        ),
        ("dee", SOURCE): (
            "too many rows for too few",
            "with the source's rows at hand 15 would still have 14 as its nearest, and 16 would have 17. Dee's 15 has "
            "come back as 1.",
        ),
    },
    hints=(
        "Take a pencil. First f: it knows 2, 3, 5, 17 and 18. Then the way back: it knows all six rows of the target.",
        "The four labels tell whether f has seen what it should not. They are given before anything goes back.",
        "If the four labels are in order, ask for 15 and for 16: which row of the target is nearest, and which would "
        "be nearest of others that somebody may have added or lost?",
    ),
    task="Four students have worked reverse validation by hand, with a fold of two rows, 15 and 16. One has made no "
    "mistake. The learner is the nearest neighbour, so that each label comes from one row: the 0 of 9, for example, is "
    "the label of 5, the nearest source row that is not held out.",
    table=TABLE,
    form="mistake",
    praise="Cho's r was right, and the working was not: a leak does not always show in the result. What each model may "
    "know has to be checked, not how good the number looks.",
)
