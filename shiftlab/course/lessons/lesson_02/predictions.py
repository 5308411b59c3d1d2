"""What lesson 02, undersampling, lets one predict. Numbers in brackets are the paper's equations."""

from __future__ import annotations

from shiftlab.course.prediction import Prediction

PREDICTIONS = (
    Prediction(
        "02-drift",
        "Eight of nine negatives are thrown away and the posteriors are exact. What does AUC do?",
        {
            "up": "The probabilities of positives go up, and so do those of negatives: nobody overtakes anybody.",
            "down": "Rows are lost, but with exact posteriors nothing has to be learned from them.",
            "unchanged": "",
        },
        "unchanged",
        "every posterior rises, and AUC is the same before and after.",
        "p_s is an increasing function of p: of two rows the one with the higher p also has the higher p_s. AUC "
        "looks at nothing but that order.",
        spoilers=("the order stays", "nobody overtakes"),
    ),
    Prediction(
        "02-drift-forest",
        "Now nothing is exact: a random forest is trained on 2,000 rows, and once more after eight of nine negatives "
        "were thrown away. What does AUC do?",
        {
            "up": "",
            "down": "It has lost most of its rows, that is true. But in what is left positives are no longer "
            "outvoted wherever there are few.",
            "unchanged": "The correction moves no row past another. This is another forest, trained on other rows: it "
            "has learned another order.",
        },
        "up",
        "from 0.623 to 0.665 in this sample, and up in each of the six that we drew. The correction afterwards leaves "
        "it at 0.665.",
        "exact posteriors keep their order, a trained model is another model. Fewer rows cost it something, and "
        "balance may help it: which of the two wins differs from learner to learner and from data to data. That AUC "
        "does not change is said of (3) and (9), not of training.",
        spoilers=("0.623", "0.665"),
    ),
    Prediction(
        "02-separated",
        "The largest gap between p and p_s anywhere on the curve: at μ = 15, compared with μ = 3?",
        {
            "larger": "A steep curve does not make a large gap: at every x the gap depends on p and β alone.",
            "smaller": "On average over the rows you are right, because few rows lie where the gap is. The "
            "question was about the largest gap.",
            "equal": "",
        },
        "equal",
        "the largest gap is 0.500 for both; the average over the rows is 0.318 at μ = 3 and 0.0085 at μ = 15.",
        "the gap depends on p and β only, and is largest where p/(1 - p) = √β. Both curves pass through that p; "
        "at μ = 15 hardly a row is there.",
        spoilers=("0.0085", "0.00848"),
    ),
    Prediction(
        "02-leaf",
        "There are 1,000 positives. A forest of fully grown trees, trained on everything, expects 997. The same forest "
        "after undersampling expects 4,231, and each of its probabilities is corrected by (9). How many does it expect "
        "now?",
        {
            "about 1,000": "It would be so if its p_s were off by the bias of undersampling alone, as with logistic "
            "regression. They are noisy, too.",
            "about 2,000": "",
            "about 4,000": "The correction does take away most of what undersampling has added. But not all.",
        },
        "about 2,000",
        "it expects 2,126; in two other samples it was 2,201 and 2,168.",
        "the correction takes the bias away, and the noise of the leaves stays. (9) bends upwards: a p_s that is too "
        "high gains more than one that is too low loses, so the sum comes out too high.",
        spoilers=("2,126", "2,177", "twice the frauds"),
    ),
)
