"""What is asked again of lesson 03, at its end and weeks later."""

from __future__ import annotations

from shiftlab.course.question import Question

QUESTIONS = (
    Question(
        "03-q-right-model",
        "Source and target differ in x, the rule from x to y is the same, and the model can express it. What do "
        "perfect weights do to its error on the target?",
        {
            "they lower it": "They would if the model had to choose where to be good. This one can be right "
            "everywhere.",
            "nothing at all": "With endless rows, nothing. With the rows one has, unequal weights mean fewer of them.",
            "they raise it, mostly": "",
        },
        "they raise it, mostly",
        "There is no bias to remove, and the weighted sample is as good as fewer rows. Right models need no weights.",
    ),
    Question(
        "03-q-first-look",
        "You have found weights for a labelled source. Which number do you look at first?",
        {
            "the error on the source": "It says how good the model is where it will not be used.",
            "the effective sample size": "",
            "the mean weight": "That is close to 1 whether the weights are harmless or one row has nearly all.",
        },
        "the effective sample size",
        "It says how many rows are left to learn from, before any model is trained, and it warns where source and "
        "target hardly overlap.",
    ),
    Question(
        "03-q-ratio",
        "What is the right weight of a source row at x?",
        {
            "target density over source density": "",
            "source density over target density": "It would be large where the source has too many rows already.",
            "target density": "Where the source is dense each of its rows needs less weight. That is left out.",
        },
        "target density over source density",
        "Weighted so, the source has the target's share of rows at each place.",
    ),
    Question(
        "03-q-matching",
        "What does kernel mean matching match?",
        {
            "means of x alone": "Two very different samples can have the same mean of x.",
            "means of many features of x": "",
            "labels of source and target": "The target has none.",
        },
        "means of many features of x",
        "It chooses weights so that the weighted source and the target have close means in the space of a kernel's "
        "features. No density is estimated.",
    ),
    Question(
        "03-q-flat",
        "Two solvers of the same weighting problem return very different weights with the same value of the objective. "
        "What is it most likely?",
        {
            "one solver is broken": "Both have reached the same value. The problem does not say which of the two is "
            "better.",
            "source and target do not overlap": "That makes a few weights large in any solution.",
            "the objective is nearly flat there": "",
        },
        "the objective is nearly flat there",
        "Neighbouring rows can pass weight to each other unnoticed. A ridge, which prefers weights to be alike, makes "
        "the answer unique.",
    ),
    Question(
        "03-q-new-rule",
        "The same customers as last year, but since January other payments count as fraud. Which weights by x help?",
        {
            "those of kernel mean matching": "They see x alone, and x has not changed: they will all be about 1.",
            "none": "",
            "the true ratio": "It is 1 everywhere, as x has not changed.",
        },
        "none",
        "Weights say where rows are needed, and cannot know that the rule has become another one: only labels of the "
        "target can. This is concept drift.",
    ),
    Question(
        "03-q-help",
        "When do weights help a model on the target?",
        {
            "whenever source and target differ": "A model that is right everywhere has nothing to gain, and without "
            "overlap there is nothing to weight.",
            "when there are very many rows": "Then they cost little. Whether there is something to gain is another "
            "question.",
            "it must be wrong somewhere, and rows lie where it is used": "",
        },
        "it must be wrong somewhere, and rows lie where it is used",
        "Weights choose the place where a model that cannot be right everywhere is good.",
    ),
    Question(
        "03-q-quotient",
        "Why is it fragile to estimate two densities and divide one by the other?",
        {
            "where the lower one is small, small errors become large": "",
            "a density cannot be estimated": "It can, in few dimensions even well. What happens in the quotient?",
            "the quotient is not a density": "It need not be. A weight is not a density, either.",
        },
        "where the lower one is small, small errors become large",
        "Just where the source is thin, and weights are large, the quotient is most uncertain. Matching and "
        "classifying skip the two densities.",
    ),
)
