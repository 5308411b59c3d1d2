"""What lesson 01, the kinds of shift, lets one predict."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "01-feature",
        "Rows left of the cut are kept with chance 0.2, the others with 0.8, whatever their class. What changes?",
        {
            "P(y)": "",
            "P(y|x)": "At one place x all rows have the same chance, so their mixture stays. What does the mixture of "
            "the whole sample do?",
            "both": "The share of positives does move. But at one place x all rows have the same chance: the mixture "
            "there stays.",
            "neither": "At one place x nothing moves, right. But there are more places with many positives on the "
            "right, and these are kept.",
        },
        "P(y)",
        "the share of positives rises from 0.500 to 0.710, and P(y|x) stays as it is at every x.",
        "at one place x both classes are thinned out alike. The places differ: most positives live where more is kept. "
        "So P(y) can move although selection never looked at y.",
    ),
    Prediction(
        "01-shares",
        "In the sample the share of positives is exactly that of the population. Can selection have looked at the "
        "class all the same?",
        {
            "yes": "",
            "no": "The paper thinks so, too. Two biases can push the share in opposite directions, and cancel.",
        },
        "yes",
        "the share stays 0.500, and P(y|x) moves by up to 0.220.",
        "the step in x₁ keeps more of the places of positives, and selection by class fewer of the positives at each "
        "place. In the share the two cancel; at one place x only the second is at work.",
    ),
    Prediction(
        "01-twins",
        "Two samples: the same P(x), the same weights. One was selected by x, the other by class. For which do the "
        "weights bring the share of positives back?",
        {
            "both": "Both samples have the right P(x) after weighting. Then compare what they say at one place x.",
            "by x": "",
            "by class": "There the share among the rows at one place x is wrong, and weights give the same to all rows "
            "at one place.",
            "neither": "With many rows one of them comes as close as you like.",
        },
        "by x",
        "the weighted share is near 0.5 for the sample selected by x, and far below for the one selected by class.",
        "weights that depend on x repair P(x) in both. P(y|x) they cannot change: it was right in one sample and wrong "
        "in the other.",
    ),
)
