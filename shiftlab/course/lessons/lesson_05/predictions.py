"""What lesson 05, reverse testing, lets one predict. Numbers in brackets are the paper's sections."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "05-folds",
        "A quarter of the labelled rows is gone, those with the lowest x₁. In how many of 100 samples does "
        "cross-validation name the learner that is better on the target?",
        {
            "about 95": "It is so without the bias, or nearly. Now the rows that would tell the two learners apart are "
            "gone.",
            "about 50": "",
            "about 5": "It is not misled into the wrong choice each time: the two look equally good to it.",
        },
        "about 50",
        "logistic regression is better on the target in every sample, by 7 points. Cross-validation names it in about "
        "half of them; in the others it names naive Bayes, or finds them exactly equal.",
        "where the two learners differ most, at low x₁, no row is left to be held out. On the rows that are left both "
        "are right in 92 of 100 cases.",
    ),
    Prediction(
        "05-fits",
        "Four learners, six pairs. How many models must be trained, if nothing is trained twice?",
        {
            "20": "",
            "28": "That trains four new models for each of six pairs. Look at AccTrain of a learner on its own labels: "
            "how often is it needed, how often must it be computed?",
            "44": "That is the formula printed in the paper, 2l² + 3l. For two learners it gives 14, where the text "
            "counts 6.",
        },
        "20",
        "four models on the source, and each learner once on each of four labellings: l + l² in all.",
        "a model trained by a on the labels of b serves every pair that it occurs in. If two learners label the target "
        "alike it is still less: the same labels are learnt once.",
    ),
    Prediction(
        "05-square",
        "A uniform square cut by a diagonal, a fifth of the labels flipped, no bias. The line is better than the tree "
        "in every sample. In how many of 100 does ReverseTesting name the line?",
        {
            "over 90": "Cross-validation does. ReverseTesting has to see it on the source, and there the tree's labels "
            "do not look so bad.",
            "about 70": "Fewer. A tree learns the training rows by heart, noise and all, and hands that on.",
            "under 50": "",
        },
        "under 50",
        "it names the line in about 43 of 100 samples and the tree in 8; in the others it cannot decide. "
        "Cross-validation names the line each time.",
        "the tree has copied the flipped labels of the source into the target. A tree that learns from them brings "
        "them back to the very rows they came from, and there they count as right.",
    ),
)
