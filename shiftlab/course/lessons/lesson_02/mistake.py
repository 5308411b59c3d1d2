"""The erroneous example of lesson 02: the paper's second way to (9), with a slip in its last display (appendix)."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

GOOD, BAD = "right", "wrong"

TABLE = """\
# The appendix comes to (9) once more. N and M are the numbers of positives and of
# negatives, π and π_s the shares of positives before and after undersampling.
#
#   corrected p = first · p_s / (second · (1 - p_s) + p_s - third)
#
# first     1 - π_s  = βM / (N + βM)
# second    π_s / π  = (N + βM) / (N + βM)
# third     π_s      = N / (N + βM)
# end       corrected p = β p_s / (β p_s - p_s + 1)
#
# Say of each line "right" or "wrong".
"""

MISTAKE = judgement(
    "02-mistake",
    "find the mistake",
    {"first": GOOD, "second": BAD, "third": GOOD, "end": GOOD},
    {
        ("first", BAD): (
            "the share of negatives doubted",
            "1 - π_s is the share of negatives after undersampling. Of M negatives βM stay: what are they a part of?",
        ),
        ("second", GOOD): (
            "a fraction that is always 1",
            "put in the numbers of the task: π_s is 0.5 and π is 0.1. What is one over the other, and what does this "
            "line say?",
        ),
        ("third", BAD): (
            "the share of positives doubted",
            "all N positives stay, and βM negatives: count the 1,000 and the 1,000 of the task.",
        ),
        ("end", BAD): (
            "a wrong step, so a wrong end",
            "put p_s = 0.5 into it. A slip of the pen in a line before does not make the end wrong; compare it with "
            "(9).",
        ),
    },
    hints=(
        "Put numbers in: N = 1,000, M = 9,000, β = 1/9, so that π is 0.1 and π_s is 0.5.",
        "With p_s = 0.5 the end must be 0.1. Work out the three parts, and put them together.",
        "A fraction whose two lines are the same is 1. Which quotient of shares can that be?",
    ),
    praise="In the upper line of the second fraction belongs N + M: 10,000 over 2,000 is 5. One slice with easy "
    "numbers finds such a slip faster than algebra does.",
    task="The appendix of the paper comes to (9) by another way, and one of its lines has a slip. Try it with numbers: "
    "1,000 positives, 9,000 negatives, β = 1/9 and p_s = 0.5 must give p̃ = 0.1.",
    table=TABLE,
    form="mistake",
)
