"""What is asked again of lesson 06, at its end and weeks later."""

from __future__ import annotations

from shiftlab.course.question import Question

QUESTIONS = (
    Question(
        "06-q-three",
        "Which three questions does one ask of the rows behind a number that speaks for a model?",
        {
            "how many, how many columns, how many classes": "That describes a table. Does the number belong to the "
            "target?",
            "where they are, by whose rule labelled, how many": "",
            "who collected them, when, with which program": "Good to know. Which properties of the rows would it tell "
            "you about?",
        },
        "where they are, by whose rule labelled, how many",
        "A number can be of the wrong place, by the wrong rule, or from too few rows. More rows help with the third "
        "alone.",
    ),
    Question(
        "06-q-few-labels",
        "Ten labelled rows, drawn by lot from the target. What can they tell?",
        {
            "the better of two good models": "Work out the interval of an accuracy on ten rows: it is about half of "
            "the scale.",
            "nothing": "They have the right place and the right rule. If nine of ten are wrong you have learned a lot.",
            "a disaster from a good model": "",
        },
        "a disaster from a good model",
        "They are of the right place and by the right rule, and few. Intervals of ten rows are wide.",
    ),
    Question(
        "06-q-weighted",
        "Weighted cross-validation has true weights and very many rows. When is it wrong all the same?",
        {
            "if the target has more rows": "The weights have taken care of how many rows are where.",
            "if the rule from x to y has changed": "",
            "never": "The weights move the rows. Whose labels do they bring along?",
        },
        "if the rule from x to y has changed",
        "Each row is judged by its label of the source. Weights put the rows in the right place and leave the rule as "
        "it was.",
    ),
    Question(
        "06-q-n",
        "Source rows are weighted, and an interval for the accuracy is wanted. Which number of rows belongs into it?",
        {
            "the number of source rows": "A few of them may have nearly all the weight. The interval would be far too "
            "narrow.",
            "the number of target rows": "They have no labels, so that no accuracy is counted on them.",
            "the effective sample size": "",
        },
        "the effective sample size",
        "A weighted mean is as noisy as the plain mean of that many rows.",
    ),
    Question(
        "06-q-home",
        "The rule has changed. One model follows the old one, another the new one. Both label the target and are sent "
        "back to the source. Which comes home better?",
        {
            "the one with the old rule": "",
            "the one with the new rule": "With whose labels is compared at home?",
            "both alike": "One brings the rule that home was labelled by, the other does not.",
        },
        "the one with the old rule",
        "What comes back is compared with labels of the source. The way back rewards who has kept the source's rule.",
    ),
    Question(
        "06-q-leak",
        "A fold is held out, and the result of a check on it looks just as it should. Has all been done right?",
        {
            "yes": "A model that has seen what it should not can come to the same result, this time.",
            "no": "It may well have been.",
            "one cannot tell from the result": "",
        },
        "one cannot tell from the result",
        "A leak need not show. Check what each model was allowed to know, not how good its number looks.",
    ),
    Question(
        "06-q-agree",
        "A criterion says the same of every model. By the printed count of concordant pairs it is right about all of "
        "them. What is wrong?",
        {
            "nothing, it has made no mistake": "It has made no choice, either. Would you let it choose for you?",
            "ties are counted as right": "",
            "there are too few models": "With more models it would still be called right about every pair.",
        },
        "ties are counted as right",
        "Who says nothing cannot be wrong by such a count. Let a tie count half, or look at what is lost by following "
        "the choice.",
    ),
    Question(
        "06-q-labels-first",
        "Rows may be elsewhere, and the rule may have changed; nobody knows. Some money is there. What does one buy?",
        {
            "labels of target rows drawn by lot": "",
            "more labelled rows of the source": "They come from the place and the rule that are in doubt.",
            "more unlabelled rows of the target": "They help to find weights. Whether the rule has changed they cannot "
            "say.",
        },
        "labels of target rows drawn by lot",
        "They alone answer where and by which rule at once. How many of them are needed an interval says.",
    ),
)
