"""What lesson 05, reverse testing, lets one predict. Numbers in brackets are the paper's sections."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "05-folds",
        "A quarter of the source rows is gone, those with the lowest x₁. In how many of 100 samples does "
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
        spoilers=("12 of 20", "54 of 100", "92 of 100", "like a coin"),
    ),
    Prediction(
        "05-square",
        "A uniform square cut by a diagonal, a fifth of the labels flipped, no bias. The line is better than the tree "
        "in every sample. In how many of 100 does ReverseTesting name the line?",
        {
            "over 90": "Cross-validation does. ReverseTesting has to see it on the source, and there the tree's labels "
            "do not look so bad.",
            "about 70": "Fewer. A tree learns its rows by heart, noise and all, and hands that on.",
            "under 50": "",
        },
        "under 50",
        "of 300 samples it names the line in 127 and the tree in 29; in the others it cannot decide. Ten folds name "
        "the line in each of 20.",
        "the tree has copied the flipped labels of the source into the target. A tree that learns from them brings "
        "them back to the very rows they came from, and there they count as right.",
        spoilers=("127", "43 of 100", "by heart"),
    ),
    Prediction(
        "05-message",
        "All labels of the target are turned round where no source row is left. Four learners are trained on the true "
        "labels, and on these, and asked about the source. Which one loses most?",
        {
            "the line": "",
            "naive Bayes": "It does notice: the two bells of its classes feel each row. It gives way less than a line "
            "does.",
            "the nearest neighbour": "It learns the nonsense faithfully, and only there. On the source it asks the "
            "neighbours nearby, whose labels are true.",
            "the tree": "It learns the nonsense faithfully, and only there: one more cut keeps the two places apart.",
        },
        "the line",
        "in the sample of the lesson its accuracy on the source falls from 0.91 to 0.75. On average over 20 samples "
        "the line loses 17 of 100 rows, naive Bayes 6, the neighbour and the tree 1 each.",
        "a line is stiff: what pulls at one end moves the other. A flexible learner keeps what is wrong in its place, "
        "and so tells nobody. It is a matter of degree: a tree with one cut, or 51 neighbours, is stiff enough to "
        "notice.",
        spoilers=("0.91", "0.75", "stiff"),
    ),
)
