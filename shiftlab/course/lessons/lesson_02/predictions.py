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
        "the largest gap is the same; the average over the rows is much smaller at μ = 15.",
        "the gap depends on p and β only, and is largest where p/(1 - p) = √β. Both curves pass through that p; "
        "at μ = 15 hardly a row is there.",
    ),
    Prediction(
        "02-leaf",
        "Is the corrected p' of a fully grown forest as well calibrated as p of the forest trained on everything?",
        {
            "yes": "It would be if the trouble were bias only. The forest's p_s are noisy too.",
            "no": "As well as p it is not. But look at p_s: the correction does take away most of what "
            "undersampling added.",
            "partly": "",
        },
        "partly",
        "the Brier score of p' is far below that of p_s and still above that of p.",
        "the correction takes the bias away. The noise of the leaves stays, and (9) stretches it where p_s is high.",
    ),
)
