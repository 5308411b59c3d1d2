"""What lesson 00, start here, lets one predict."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "00-cost",
        "There will be 1,000 frauds among 10,000 payments. How many does the model expect that was trained on balanced "
        "data?",
        {
            "about 1,000": "That would be so if balancing changed the rows and not the probabilities learned from "
            "them.",
            "about 4,000": "",
            "about 5,000": "That is what a model expects that has learned the share and nothing else. This one has "
            "features to go by: many honest payments it can tell.",
            "about 500": "The shift goes the other way: balancing makes frauds look more frequent, not rarer.",
        },
        "about 4,000",
        "it expects 4,296 where there are 1,000.",
        "it has learned in a world in which every second payment is fraud. Had it no features to go by, it would "
        "expect 5,000, and with perfect ones 1,000; its own tell it a part.",
        spoilers=("4,296", "four times the frauds"),
    ),
)
