"""What lesson 04, weights and classifier in one, lets one predict. Numbers in brackets are the paper's equations."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "04-odds",
        "At some place a row is from the source with probability 0.8; the samples are equally large. Its weight?",
        {
            "0.2": "That is the probability of a target row. A weight compares the two kinds: target rows for each "
            "source row.",
            "0.25": "",
            "1.25": "That is one over 0.8. It would make these rows heavier than 1, where source rows are too many "
            "already.",
            "4": "Four source rows for each target row: so each of them must count less than 1, not more.",
        },
        "0.25",
        "a source row there has weight 0.25.",
        "of ten rows at this place eight are source rows and two target rows. The eight must count as two.",
        spoilers=("must count as two", "a quarter"),
    ),
    Prediction(
        "04-together",
        "Weights and classifier are learned in one criterion. The mean weight, compared with two stages?",
        {
            "larger": "A larger weight makes a row's loss cost more. In one criterion v can choose, and it chooses "
            "what costs less.",
            "smaller": "",
            "the same": "It would be so if v did not know of the labels. In one criterion their loss pulls at v too.",
        },
        "smaller",
        "the mean weight falls, in the sample of the lesson from 0.93 to 0.53.",
        "the criterion pays weight times loss for every source row. Learned first, v knows nothing of that bill; "
        "learned together, it can lower the bill by smaller weights, at the price of telling the samples apart a "
        "little worse.",
        spoilers=("0.93", "0.53", "weights shrink", "the mean weight falls"),
    ),
    Prediction(
        "04-factor",
        "Take the weights of two stages, and multiply them all by one number, so that their mean is that of the "
        "integrated ones. Which classifier do they give?",
        {
            "that of two stages": "In lesson 01 a common factor did not matter, for shares and means. This classifier "
            "has a prior, which does not grow or shrink along with the weights.",
            "nearly the integrated one": "",
            "another one altogether": "It would be so if each weight had changed in its own way. Most of the change is "
            "one factor for all.",
        },
        "nearly the integrated one",
        "with the factor 0.568 the coefficients are -0.52, 2.33 and 0.67. The integrated fit has -0.46, 2.34 and 0.67, "
        "two stages have -0.52, 2.73 and 0.84.",
        "a common factor below 1 on all weights does just what a tighter prior does: the labels speak more softly. So "
        "learning in one criterion mostly means more caution.",
        spoilers=("0.568", "2.34", "2.33", "tighter prior", "one factor for all"),
    ),
    Prediction(
        "04-apart",
        "No overlap, and v as steep as it likes. Which probabilities does the classifier give target rows?",
        {
            "as without weights": "Equal weights would give the plain fit, however small they are. But its prior does "
            "not shrink along.",
            "0.5 everywhere": "",
            "0 or 1 everywhere": "That takes long coefficients. What pays for these when no row counts?",
        },
        "0.5 everywhere",
        "with a width of 1,000 for v all of them are between 0.49999 and 0.50001. Their order stays, and so AUC, which "
        "looks at nothing else, tells nothing of it.",
        "every source row is surely a source row: s(x) goes to 1 and its weight to 0. The labels no longer say "
        "anything, and the prior, which likes coefficients of 0 best, decides alone.",
        spoilers=("0.500 to 0.500", "0.49999", "0.50001", "the prior alone"),
    ),
)
