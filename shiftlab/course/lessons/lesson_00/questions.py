"""What is asked again of lesson 00, at its end and weeks later."""

from __future__ import annotations

from shiftlab.course.question import Question

QUESTIONS = (
    Question(
        "00-q-balanced",
        "A model was trained on a sample in which a rare class had been made as frequent as the other. What is wrong "
        "with the probabilities that it states of the rare class?",
        {
            "they are too low": "The rare class looked more frequent in training than it is. Which way does that push?",
            "they are too high": "",
            "nothing": "The rows were changed, and probabilities are learned from rows. What share has the model seen?",
        },
        "they are too high",
        "It has learned in a world in which the class is frequent, and states the probabilities of that world.",
    ),
    Question(
        "00-q-more-data",
        "A model learns where things are otherwise than where it will be used. Do many more rows from the same place "
        "repair that?",
        {
            "yes": "More rows make the answer more precise. Precise for which place?",
            "if they are ten times as many": "However many, they come from the place that the model knows already.",
            "no": "",
        },
        "no",
        "More rows of the source bring the model nearer to what is right for the source. The difference between source "
        "and target stays.",
    ),
    Question(
        "00-q-sum",
        "A model gives each payment of a day a probability of fraud. What is the sum of these probabilities?",
        {
            "the number of frauds it expects": "",
            "one": "Probabilities add up to one over the possible answers for *one* payment, not over payments.",
            "its accuracy": "For that one would have to know which payments were frauds.",
        },
        "the number of frauds it expects",
        "Each payment adds its own part of a fraud. Beside the number that came it is the quickest test of "
        "probabilities.",
    ),
    Question(
        "00-q-always-no",
        'One row in ten is positive. A classifier that never says "positive" is right how often, and what for?',
        {
            "never": "It is right about each negative, and these are many.",
            "nine times in ten, so it is good": "It has not found one of those that one looks for.",
            "nine times in ten, and it is useless": "",
        },
        "nine times in ten, and it is useless",
        "Where one class is rare, accuracy says how frequent the other is. Look at what is found, and at "
        "probabilities.",
    ),
    Question(
        "00-q-shift",
        "What is dataset shift?",
        {
            "there are too few rows": "That makes a model noisy. It is no difference between two places.",
            "source and target have different distributions": "",
            "the model has learned noise by heart": "That is overfitting. It happens without any second place.",
        },
        "source and target have different distributions",
        "The rows a model learns from and those it is used on come from different distributions. It can be the rows, "
        "their labels or both that differ.",
    ),
    Question(
        "00-q-made",
        "Who makes a shift?",
        {
            "often we do, when we prepare the rows": "",
            "only the world, as time goes by": "Time does. But look at what is done to rows before training.",
            "nobody, it is bad luck": "Luck makes a sample noisy, and more rows help. A shift stays.",
        },
        "often we do, when we prepare the rows",
        "Balancing classes, leaving out what is incomplete, asking those who are easy to reach: each changes what "
        "distribution the model learns from.",
    ),
)
