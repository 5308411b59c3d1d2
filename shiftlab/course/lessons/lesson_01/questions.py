"""What is asked again of lesson 01, at its end and weeks later."""

from __future__ import annotations

from shiftlab.course.question import Question

QUESTIONS = (
    Question(
        "01-q-feature",
        "Rows were selected by their features x alone. Which of these is the same in source and target?",
        {
            "P(x)": "That is what selection by x changes: some places keep more of their rows than others.",
            "P(y)": "If places with many positives keep more rows, the share of positives in all rises, though nobody "
            "looked at labels.",
            "P(y|x)": "",
        },
        "P(y|x)",
        "At one place all rows have the same chance to be kept, so the mixture of classes there stays. This kind is "
        "called covariate shift.",
    ),
    Question(
        "01-q-blind-test",
        "A test compares the features x of source and target and finds no difference. May P(y|x) have changed?",
        {
            "yes": "",
            "no": "The test has seen no label. What could it know of how labels depend on x?",
            "only with few rows": "Even with as many rows as you like it sees x alone.",
        },
        "yes",
        "A test on x tells whether P(x) moved. Whether a row's label would be another one in the target it cannot see.",
    ),
    Question(
        "01-q-weights-by-x",
        "Rows were selected by their label. Can weights that depend on x alone repair that?",
        {
            "yes, if they are the right ones": "They can make each place as frequent as it should be. What do they do "
            "to the mixture of labels at that place?",
            "yes, with many rows": "More rows make the wrong mixture at each place more precise.",
            "no": "",
        },
        "no",
        "Such weights multiply all rows at one place by the same number: they repair P(x) and leave P(y|x) as it was "
        "harmed.",
    ),
    Question(
        "01-q-zero",
        "Nobody below a certain score was let into the source. The score is known. What can weights do for those "
        "below?",
        {
            "stand in for them, if they are large enough": "A large weight makes a row count for others like it. Which "
            "row is like those that never came?",
            "nothing": "",
            "as much as for the others": "A weight is one over the chance to be kept. What is it here?",
        },
        "nothing",
        "Where the chance to be selected is 0 there is no row that could carry a weight. Only rows from there help.",
    ),
    Question(
        "01-q-ess",
        "What does the effective sample size of a weighted sample say?",
        {
            "how many rows of equal weight would be as good": "",
            "how many rows have a weight above zero": "Rows with tiny weights are among them and say next to nothing.",
            "how large the weights are in all": "Double all weights and nothing changes in a weighted mean.",
        },
        "how many rows of equal weight would be as good",
        "A weighted mean is noisier the more its weights differ. The effective sample size is the number of equal rows "
        "whose mean has the same noise.",
    ),
    Question(
        "01-q-label-shift",
        "Scans of all who were ill are kept, and of one in ten of the others, by lot. Which word is for it?",
        {
            "covariate shift": "There selection looks at x. What did it look at here?",
            "label shift": "",
            "concept drift": "There the same scan would get another label. Has a label changed here?",
        },
        "label shift",
        "Selection has looked at the class: P(y) changes, and what scans of each class look like, P(x|y), stays. It is "
        "called label shift, or prior shift.",
    ),
    Question(
        "01-q-share",
        "The share of positives is the same in source and target. Is the source then as good as one drawn by lot?",
        {
            "yes": "One number agrees. How many ways are there for a distribution to differ and keep one number?",
            "yes, as far as labels go": "At each place the mixture of labels can be off, and still come out even in "
            "the sum.",
            "no": "",
        },
        "no",
        "Two biases can cancel in the share. It tells neither where the rows are nor which part is positive at each "
        "place.",
    ),
    Question(
        "01-q-story",
        "How does one find out which kind of selection a sample has gone through?",
        {
            "by a test on the rows": "A test sees whether x moved. Two samples can have the same x, and one of them be "
            "harmless.",
            "from the story of how the rows came in": "",
            "from the size of the sample": "A small sample can be drawn by lot and a huge one be biased.",
        },
        "from the story of how the rows came in",
        "The rows that are there do not tell what happened to those that are not. Somebody who knows how they were "
        "collected does.",
    ),
)
