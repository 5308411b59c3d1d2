"""What lesson 03, kernel mean matching, lets one predict. Numbers in brackets are the paper's equations."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "03-worth",
        "100 source rows have the true ratio as their weights, none above 3.7. As good as how many rows of equal "
        "weight are they?",
        {
            "about 90": "The largest weight is harmless. But most rows lie at the right, where the target hardly is: "
            "their weights are next to nothing.",
            "about 40": "",
            "about 5": "It would be so if a few rows had all the weight. Here it is spread over the rows around zero.",
        },
        "about 40",
        "with the true ratio the 100 rows are as good as about 42.",
        "the mean of the squared ratio over the source is 2.4, and 100/2.4 is 42. This has nothing to do with how well "
        "the weights are estimated: even perfect weights cost more than half of the sample.",
        spoilers=("41.9", "42 rows", "more than half of the rows"),
    ),
    Prediction(
        "03-solutions",
        "Two solutions agree in the objective of (12) to six digits. How far apart can the weights of one row be?",
        {
            "below 0.01": "That holds where the objective has a clear minimum. This one is a valley with a flat floor.",
            "about 0.1": "Larger. Neighbours can pass weight to each other, and the means hardly move.",
            "more than 1": "",
        },
        "more than 1",
        "with a ridge of 0.00001 the objective stays the same to six digits, and one row's weight changes by 17.",
        "neighbouring rows have nearly the same features. Weight that moves from one to the other is not felt by the "
        "means, so the objective cannot choose. A ridge can: it prefers to share. In other samples the change is from "
        "2 to 30.",
        spoilers=("flat floor", "flat valley", "0.00001"),
    ),
    Prediction(
        "03-right-model",
        "A polynomial of degree 3, weighted by the true ratio: its error on the target, compared with no weights?",
        {
            "lower": "It was for the line, which cannot be right everywhere. A polynomial of degree 3 can.",
            "higher": "",
            "the same": "Both errors are small, and with very many rows both vanish. With 100 rows it matters that, "
            "weighted, they are as good as 42.",
        },
        "higher",
        "the weighted fit has 1.6 times the error of the plain one, 0.0084 against 0.0052; over 4,000 samples it has "
        "twice.",
        "the model contains the truth, so that the plain fit has no bias to remove, on the target as little as on the "
        "source. The weights take rows away and bring nothing back.",
        spoilers=("0.0084", "0.0052", "a right model needs no weights"),
    ),
)
