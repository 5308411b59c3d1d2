"""The erroneous example of lesson 06: the sign in the second line of (13)."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

GOOD, BAD = "right", "wrong"

TABLE = """\
# At some x: P and Q are the true chances of y in source and target. The first model
# says f = P + e, by (11); what comes back says b = α f + (1 - α) Q + d, by (12).
#
# one      r = |P - b|
# two        = |P - α f + (1 - α) Q - d|
# three      = |(1 - α) (f - Q) - e - d|
#
# Say of each line of (13) "right" or "wrong".
"""

SIGN = judgement(
    "06-sign",
    "find the sign",
    {"one": GOOD, "two": BAD, "three": GOOD},
    {
        ("one", BAD): (
            "a definition doubted",
            "that is what reverse validation measures: how far what has come back is from what the source knows.",
        ),
        ("two", GOOD): (
            "a minus in front of a sum",
            "put b of (12) into the line above, in brackets, and take the brackets away.",
        ),
        ("three", BAD): (
            "a slip goes on",
            "try the numbers of the task. A slip of the pen that is made in one line need not be made in the next.",
        ),
    },
    hints=(
        "Work out each line with the numbers of the task. Two of the three agree.",
        "P is f - e. What is left of f once α f has been taken from it?",
    ),
    praise="(1 - α) Q must be taken away, not added. With it right, the last line says what the way back measures: how "
    "far the model is from the target, and by how much it errs on the source.",
    task="Line by line (13) says what comes back. One of its signs is turned round in print. Try P = 0.9, f = 0.8, "
    "Q = 0.2, α = 0.5 and d = 0: then e = -0.1 and b = 0.5, so that r is 0.4.",
    table=TABLE,
    form="mistake",
)
