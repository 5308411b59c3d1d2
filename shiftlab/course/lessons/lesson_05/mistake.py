"""The erroneous example of lesson 05: one table, read once by figure 3's letters as if they were those of the text."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

RIGHT, PUPILS, BOTH_CHANGE, OUTVOTED = (
    "no mistake",
    "compares pupils",
    "changes two things at once",
    "one outvotes the other",
)

TABLE = """\
# A: accuracy on the source        labels by a   labels by b
#                     a is trained      0.80          0.78
#                     b is trained      0.70          0.76
#
#        compares                                     verdict
# ann  | 0.78 with 0.80, and 0.76 with 0.70         |  ?
# ben  | 0.70 with 0.80, and 0.76 with 0.78         |  a
# cho  | 0.76 with 0.80                             |  a
# dee  | 0.78 + 0.76 with 0.80 + 0.70               |  b
#
# Say of each "changes two things at once", "compares pupils", "no mistake" or
# "one outvotes the other".
"""

MISTAKE = judgement(
    "05-mistake",
    "find the mistake",
    {"ann": RIGHT, "ben": PUPILS, "cho": BOTH_CHANGE, "dee": OUTVOTED},
    {
        ("ann", PUPILS): (
            "along the row taken for down the column",
            "the two numbers of each of Ann's comparisons stand in one row of the table: who is trained is the same in "
            "both.",
        ),
        ("ann", BOTH_CHANGE): (
            "two comparisons are two changes",
            "take one comparison at a time. From 0.80 to 0.78, what has changed?",
        ),
        ("ann", OUTVOTED): (
            "a question mark hides a vote",
            "one pupil speaks for a's labels, the other for b's. Has either been overruled?",
        ),
        ("ben", RIGHT): (
            "figure 3 in the letters of the text",
            "the verdict looks firm. Whose labels has Ben compared: find 0.80 and 0.70 in the table.",
        ),
        ("ben", BOTH_CHANGE): (
            "a diagonal where there is a column",
            "0.80 and 0.70 stand in one column: the labels are the same. So one thing only has changed, and which?",
        ),
        ("ben", OUTVOTED): (
            "two that agree outvote",
            "both of Ben's comparisons say the same. The question is what they compare.",
        ),
        ("cho", RIGHT): (
            "each on its own labels",
            "0.80 is a taught by a, 0.76 is b taught by b. Is a ahead because of the labels, or because it learns more "
            "from any?",
        ),
        ("cho", PUPILS): (
            "half of the difference",
            "the pupil is another one, yes. Are the labels the same?",
        ),
        ("cho", OUTVOTED): (
            "one comparison outvotes",
            "there is only one comparison here, so nobody is outvoted. What do its two numbers have in common?",
        ),
        ("dee", RIGHT): (
            "sums are fair",
            "b's labels lost 2 points with one pupil and won 6 with the other. The rule wants more than a balance.",
        ),
        ("dee", PUPILS): (
            "columns taken for rows",
            "Dee adds down the columns: what is compared are labels. What does a sum do to two opinions?",
        ),
        ("dee", BOTH_CHANGE): (
            "four numbers, many changes",
            "on both sides are the same two pupils; only the labels differ. But have both pupils said b?",
        ),
    },
    hints=(
        "Find the numbers of each comparison in the table: do they share a row, a column, or neither?",
        "In one row the labels change, in one column the pupil. The question is whose labels are better.",
        "For Dee ask each of the two pupils alone.",
    ),
    praise="Ben has read figure 3 of the paper with the letters of its text, where they stand the other way round; in "
    "its own letters the figure is right. Say in words what a letter means before you compare.",
    task="Four students have read one table, in which pupil a learned a little more from a's labels and pupil b a good "
    "deal more from b's: 0.80 against 0.78, and 0.70 against 0.76. Who has made which mistake?",
    table=TABLE,
    form="mistake",
)
