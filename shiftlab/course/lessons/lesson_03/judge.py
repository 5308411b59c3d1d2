"""The exercise of judgement in lesson 03: when do weights help?"""

from __future__ import annotations

from shiftlab.course.judgement import judgement

WEIGH, LEAVE, LABEL = "use weights", "use no weights", "label target rows"

JUDGE = judgement(
    "03-judge",
    "weights or not?",
    {"line": WEIGH, "offer": LEAVE, "gap": LABEL, "rules": LABEL},
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
        ("offer", WEIGH): (
            "weights never hurt",
            "for the share of buyers in lesson 01 they were the cure. This is a model, and it can be right for all "
            "ages at once: there is no age to prefer. What the weights still do is take rows away.",
        ),
        ("offer", LABEL): (
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
    task='Four tasks; there are labelled source rows and unlabelled target rows. What do you do: `"use no weights"`, '
    '`"use weights"` or `"label target rows"`?',
    stories={
        "line": "a straight line for a curved rule; the target lies at the source's edge, and the 100 source rows, "
        "weighted, have an ESS of 40;",
        "offer": "the shop of lesson 01: all ages were sent an offer, the young more. Now it trains a model of who "
        "buys at which age, flexible enough for the rule, on 5,000 customers;",
        "gap": "a model for adults, to be used on children; of 100 source rows two are under 20, and the ESS is 2;",
        "rules": "x is as it was, but since January the bank calls other payments fraud.",
    },
    praise="Weights help a model that must be wrong somewhere, where there are rows to weight, under the same rule.",
)
