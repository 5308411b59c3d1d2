"""What lesson 06, transfer cross-validation, lets one predict. Numbers in brackets are the paper's equations.

Where a rule is turned, x is normal in the plane with variances of 1, and 200 rows are in either domain. The source's
classes are parted by x₂ = 0, the target's by that line turned by 60°. Rows that lie elsewhere have mean (½, 0) in the
target and (-½, 0) in the source. It is the world of `transfer-cv` with a bend of 0 and no noise.
"""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "06-double",
        "Two shifts at once: the target's rows lie elsewhere, and the line that separates its classes is turned by "
        "60°. We know the true ratio. A logistic regression learned from the source: what does WCV say of it?",
        {
            "about 0.98": "",
            "about 0.80": "That would be half of the way. Weights take nothing from a row that is right, whichever "
            "weight it has.",
            "about 0.65": "That is the truth. Which label in the source could have told it to WCV?",
        },
        "about 0.98",
        "WCV says 0.98, as plain cross-validation does. On the target 0.65 of the rows are right.",
        "weights move the rows to where the target is. The labels come along as they were, by the source's rule, and "
        "by that rule the model is right nearly everywhere. In the picture, where borders bend and labels are noisy, "
        "WCV too says the same at every angle.",
        spoilers=("right nearly everywhere", "the labels come along"),
    ),
    Prediction(
        "06-baselines",
        "Both have shifted again. Three numbers for one model: cross-validation on the source (SCV), the same with "
        "true weights (WCV), and the share right of ten labelled target rows (STV). Each gets a thousand times as "
        "many rows of its kind. Which of them come out right?",
        {
            "all three": "More rows make each of them precise. Precise about what?",
            "WCV and STV": "WCV comes out right where the rule stayed, as in lesson 03. With many rows it tells "
            "exactly how the model does by the old rule where the target is.",
            "STV alone": "",
            "none": "Rows of the target with labels of the target, and as many as one likes: what is left to go wrong?",
        },
        "STV alone",
        "STV goes to the truth. SCV and WCV become precise and stay where they were.",
        "each fails for its own reason. SCV looks at the wrong place and by the wrong rule, WCV at the right place and "
        "by the wrong rule; no number of rows changes that. STV has the right place and the right rule, and too few "
        "rows.",
        spoilers=("STV goes to the truth", "by the wrong rule"),
    ),
    Prediction(
        "06-worth",
        "The rule has stayed. By kernel mean matching 200 source rows have an ESS of 8, and WCV says 0.80. From where "
        "to where does its interval of 95 % go, by (15)?",
        {
            "0.74 to 0.85": "That is n = 200, every row as good as the other. Lesson 03: as good as how many rows is "
            "a weighted sample?",
            "0.65 to 0.90": "That is n = 40, one fold of five. All rows have been held out once, so it is not the "
            "folds that make them few.",
            "0.45 to 0.95": "",
        },
        "0.45 to 0.95",
        "from 0.45 to 0.95: n is 8.",
        "a weighted mean is as noisy as the plain mean of as many rows as the weights' effective sample size says. "
        "With n = 200 an interval that is called one of 95 % has the truth in it in about every third "
        "sample.",
        spoilers=("n is 8", "n = 8", "about every third sample"),
    ),
    Prediction(
        "06-back",
        "The target's line is turned by 60°, its rows lie where the source's do. One learner's labels of the target "
        "are all right; the other's follow the source's rule, and a third of them is wrong. Each way back also gets "
        "ten labelled target rows. Which of the two does reverse validation call better?",
        {
            "the one that is right": "It would be so if what comes back were compared with the target's rule. Lesson "
            "05, the case of the bank with the new rules: with what is it compared?",
            "the one that is wrong": "",
            "neither": "The two come back very differently: one with the rule that the source's labels follow, the "
            "other with another.",
        },
        "the one that is wrong",
        "the way back says 0.98 for the one that is wrong and 0.67 for the one that is right, with ten labelled rows "
        "among 200.",
        "what comes back is compared with the source's labels. Who has kept the source's rule is at home there; who "
        "has learned the target's is a stranger. Of the first model nothing but its distance from the source's rule is "
        "left in the paper's (13).",
        spoilers=("0.67", "a stranger", "at home there"),
    ),
)
