"""What lesson 00, start here, lets one predict."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "00-cost",
        "There will be 1,000 frauds. How many does the model expect that was trained on balanced data?",
        {
            "about 1,000": "That would be so if balancing changed the rows and not the probabilities learned from "
            "them.",
            "about 4,000": "",
            "about 500": "The shift goes the other way: balancing makes frauds look more frequent, not rarer.",
        },
        "about 4,000",
        "it expects more than 4,000 where there are 1,000.",
        "the model has learned from a world in which every second payment is fraud, and it carries that share "
        "into a world in which one in ten is.",
    ),
)
