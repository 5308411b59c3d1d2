"""The exercise of judgement in lesson 03: when do weights help?"""

from __future__ import annotations

from shiftlab.course.judgement import judgement

WEIGH, LEAVE, LABEL = "use weights", "use no weights", "label target rows"

JUDGE = judgement(
    "03-judge",
    "weights or not?",
    {"line": WEIGH, "curve": LEAVE, "gap": LABEL, "rules": LABEL},
    {
        ("line", LEAVE): (
            "all lines are equal",
            "the plain line is best where the source is. It will be used elsewhere, and a line cannot be good in both "
            "places.",
        ),
        ("line", LABEL): (
            "labels before trying",
            "labels would help, and they cost money. Is there anything in the way of what you can do with the rows you "
            "have?",
        ),
        ("curve", WEIGH): (
            "weights never hurt",
            "this model can be right everywhere at once, so there is no place to choose. What is then left of the "
            "weights is noise: the sample is worth fewer rows.",
        ),
        ("curve", LABEL): (
            "a shift must be repaired",
            "what would the new labels teach this model that the source does not? The rule is the same in both places, "
            "the model can express it, and source rows lie where it is needed.",
        ),
        ("gap", WEIGH): (
            "weights reach everywhere",
            "all the weight would sit on the two rows nearest to the target. The condition under (4), that the target "
            "lies within the source's support, fails.",
        ),
        ("gap", LEAVE): (
            "no shift to see",
            "the model would be used where it has seen next to nothing. It may be right by luck; neither you nor your "
            "data can know.",
        ),
        ("rules", WEIGH): (
            "weights for every shift",
            "weights come from x alone, and x has not changed: the right ones are all 1. Key assumption 1 fails here.",
        ),
        ("rules", LEAVE): (
            "same x, same problem",
            "x looks the same, so nothing warns you. Yet the model's answers belong to the old rules.",
        ),
    },
    hints=(
        "Ask three things of each: can the model be right everywhere, are there source rows where it will be used, and "
        "is the rule from x to y the same?",
        "Weights choose the place where a model that must be wrong somewhere is good. If it can be right everywhere, "
        "they only cost rows.",
        "Weights are a function of x. They cannot make rows that are not there, nor know of a rule that changed.",
    ),
    praise="Weights help a model that must be wrong somewhere, where there are rows to weigh, under the same rule.",
)
