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
        spoilers=("0.710", "0.71"),
    ),
    Prediction(
        "01-shares",
        "In the source the share of positives is exactly that of the target. What follows for the selection?",
        {
            "there was no bias": "One number agrees out of many. Where the rows are can have changed, and which part "
            "of them is positive at each place, too.",
            "it has not looked at the class": "The paper thinks so, too. Two biases can push the share in opposite "
            "directions, and cancel.",
            "P(x) is unchanged": "The share of positives says nothing about where rows are: by a cut that parts both "
            "classes alike half of the places can go.",
            "nothing follows": "",
        },
        "nothing follows",
        "here is a selection by x and by class together: the share stays 0.500, P(x) moves by 0.186, and P(y|x) by up "
        "to 0.220.",
        "the step in x keeps more of the places of positives, and selection by class fewer of the positives at each "
        "place. In the share the two cancel; at one place x only the second is at work.",
        spoilers=("0.186", "0.220", "yet no feature bias"),
    ),
    Prediction(
        "01-ess",
        "Half of 10,000 rows lie below a cut. These are kept with chance 0.05, the others with 0.95, so that about "
        "5,000 are kept. With the right weights, as good as how many rows of equal weight is the source?",
        {
            "about 5,000": "Each row still takes part. But 250 of them speak for half of all, with a weight of 20 "
            "each, and what chance does to these 250 is felt.",
            "about 2,500": "Half would be lost if one half of the rows did not count at all. It is worse: half of the "
            "weight is in a twentieth of the rows.",
            "about 1,000": "",
            "about 250": "It is not as bad as if the few below the cut were all there is. For the other half of the "
            "target there are rows enough.",
        },
        "about 1,000",
        "4,979 rows are kept in our run, and they are as good as 946.",
        "noise adds up by the squares of the weights, and the 250 heavy rows have nearly all of these. Right weights "
        "bring back the right mean, not the rows that were lost.",
        spoilers=("946", "950"),
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
        "of the sample selected by x the weighted share is 0.51, of the one selected by class 0.36; the target has "
        "0.50.",
        "weights that depend on x repair P(x) in both. P(y|x) they cannot change: it was right in one sample and wrong "
        "in the other.",
        spoilers=("0.51", "0.36", "0.507", "0.355"),
    ),
)
