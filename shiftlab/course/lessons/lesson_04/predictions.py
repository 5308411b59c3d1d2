"""What lesson 04, weights and classifier in one, lets one predict. Numbers in brackets are the paper's equations."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "04-odds",
        "At some place a row is a training row with probability 0.8; the samples are equally large. Its weight?",
        {
            "0.2": "That is the probability of a target row. A weight compares the two kinds: target rows for each "
            "training row.",
            "0.25": "",
            "1.25": "That is one over 0.8. It would make these rows heavier than 1, where training rows are too many "
            "already.",
            "4": "Four training rows for each target row: so each of them must count less than 1, not more.",
        },
        "0.25",
        "a training row there has weight 0.25.",
        "of ten rows at this place eight are training rows and two target rows. The eight must count as two.",
    ),
    Prediction(
        "04-together",
        "Weights and classifier are learned in one criterion. The mean weight, compared with two stages?",
        {
            "larger": "A larger weight makes a row's loss dearer. In one criterion v can choose, and it chooses the "
            "cheaper.",
            "smaller": "",
            "the same": "It would be so if v did not know of the labels. In one criterion their loss pulls at v too.",
        },
        "smaller",
        "the mean weight falls, in the first preset from 0.93 to 0.53.",
        "the criterion pays weight times loss for every training row. Learned first, v knows nothing of that bill; "
        "learned together, it can lower the bill by smaller weights, at the price of telling the samples apart a "
        "little worse.",
    ),
    Prediction(
        "04-apart",
        "No overlap, and v as steep as it likes. What does the classifier say of target rows?",
        {
            "as without weights": "Equal weights would give the plain fit, however small they are. But its prior does "
            "not shrink along.",
            "0.5 everywhere": "",
            "0 or 1 everywhere": "That takes a long w. What pays for a long w when no row counts?",
        },
        "0.5 everywhere",
        "all probabilities go to 0.5.",
        "every training row is surely a training row: p(σ = 1|x) goes to 1 and its weight to 0. The labels no longer "
        "say anything, and the prior, which likes w = 0 best, decides alone.",
    ),
)
