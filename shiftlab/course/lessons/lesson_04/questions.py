"""What is asked again of lesson 04, at its end and weeks later."""

from __future__ import annotations

from shiftlab.course.question import Question

QUESTIONS = (
    Question(
        "04-q-odds",
        "A classifier says, of each row, how probable it is that it is from the source and not from the target. How "
        "does it give a weight?",
        {
            "by the probability of a source row": "That is large where the source has too many rows already.",
            "by the odds of a target row, times a factor for the sizes": "",
            "by one over the probability of a source row": "That fits rows that were selected out of the target. A row "
            "that has no target row near it would still count.",
        },
        "by the odds of a target row, times a factor for the sizes",
        "The odds are the number of target rows for each source row at this place. The factor takes back that one "
        "sample is larger.",
    ),
    Question(
        "04-q-one-criterion",
        "Weights and classifier are learned in one criterion. What happens to the weights, compared with learning them "
        "first?",
        {
            "they become smaller": "",
            "they come closer to the true ratio": "Their mean would have to stay near 1. What does a row with a large "
            "loss wish for its own weight?",
            "nothing": "The weights stand in front of the losses. Who can lower a bill that is looked at?",
        },
        "they become smaller",
        "Each row pays its weight times its loss. Learned together, the weights can lower this bill, and they do.",
    ),
    Question(
        "04-q-measure",
        "You want to know the error of a finished classifier on the target. Which weights, and on which rows?",
        {
            "the integrated weights, on its own rows": "These weights were chosen to make a loss small, and so were "
            "the classifier's answers on its rows.",
            "a true ratio, on rows that it has not seen": "",
            "a true ratio, on its own rows": "The ratio is right for the place. But on rows it was trained on, the "
            "error is too small as well.",
        },
        "a true ratio, on rows that it has not seen",
        "Weights that helped to train are no ratio of densities, and rows that helped to train flatter. It is called "
        "importance-weighted validation.",
    ),
    Question(
        "04-q-apart",
        "Source and target can be told apart without a mistake. What do the weights of the source say then?",
        {
            "all is well, the classifier is perfect": "It is perfect at telling the samples apart. What does that mean "
            "for the overlap?",
            "the rows near the border count ten times": "None of them lies among target rows. There is no number that "
            "would make them do so.",
            "these rows are of no use for the target": "",
        },
        "these rows are of no use for the target",
        "There is no overlap: all weights go to 0, and what the model says of the target comes from its prior. Label "
        "target rows.",
    ),
    Question(
        "04-q-order",
        "All stated probabilities have shrunk to almost one half. What does AUC say of it?",
        {
            "it falls to one half": "It would if the order were lost. Rows can keep their order however close they "
            "are.",
            "nothing": "",
            "it rises": "Nothing has been moved past anything else.",
        },
        "nothing",
        "AUC looks at the order alone. Look at the probabilities, or at the sum of them, as well.",
    ),
    Question(
        "04-q-factor",
        "All weights of a regularised model are divided by ten. What changes?",
        {
            "nothing, weights are relative": "For a mean that is so. Here the weighted losses stand beside a penalty "
            "that is not divided.",
            "each row counts equally": "Their ratios are as before.",
            "the penalty counts more": "",
        },
        "the penalty counts more",
        "Losses get smaller and the penalty stays: as if it had been made ten times as large. So the scale of weights "
        "matters for such models.",
    ),
    Question(
        "04-q-convex",
        "A criterion is convex in each of two parameters while the other is held fast. Is it convex in both together?",
        {
            "yes": "Take the product of the two: a straight line in each. Go along the diagonal where one is minus the "
            "other.",
            "not necessarily": "",
            "never": "The sum of two squares is.",
        },
        "not necessarily",
        "So there can be several valleys, and where a search ends depends on its start. Begin at a good one, and take "
        "only steps that descend.",
    ),
    Question(
        "04-q-which",
        "A linear score for a curved rule, and target rows lie among the source rows. Weights in two stages or "
        "learned in one?",
        {
            "one criterion, it is the newer method": "Over many samples the two were about equal. What was much worse "
            "than both?",
            "neither": "A line must choose where to be good. Without weights it chooses the source.",
            "either, they hardly differ": "",
        },
        "either, they hardly differ",
        "Both move the model to where it is needed, and that is where the gain is. Between the two ways there was no "
        "clear winner.",
    ),
)
