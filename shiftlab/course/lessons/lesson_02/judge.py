"""The exercise of judgement in lesson 02: what to hand over in four situations."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

UNCORRECTED, CORRECTED, EITHER, NEITHER = "uncorrected", "corrected", "either", "neither"

JUDGE = judgement(
    "02-judge",
    "what would you hand over?",
    {"rank": EITHER, "loss": CORRECTED, "decide": EITHER, "forest": NEITHER},
    {
        ("rank", CORRECTED): (
            "ranking needs correction",
            "would a single customer change places on the list if you had not corrected? What did AUC do?",
        ),
        ("rank", UNCORRECTED): (
            "only the uncorrected rank",
            "right, the list is good without a correction. Would it be another list with one?",
        ),
        ("loss", EITHER): (
            "calibrated by ranking",
            "an expected loss adds up probabilities times euros. A good order does not help: p_s adds up to "
            "several times the frauds there are.",
        ),
        ("loss", UNCORRECTED): (
            "undersampled probabilities as real ones",
            "p_s is the probability in a world with most negatives thrown away. The euros are lost in the other world.",
        ),
        ("decide", CORRECTED): (
            "decisions need correction",
            "that decides well. But compare, row by row, with the decisions that p_s and its own threshold make.",
        ),
        ("decide", UNCORRECTED): (
            "decisions only before correction",
            "that decides well. But compare, row by row, with the decisions after correcting probability and "
            "threshold together.",
        ),
        ("forest", CORRECTED): (
            "correction cures variance",
            "the correction undoes the bias of undersampling. Such a forest says 0 or 1 where the truth is in "
            "between: that is noise, and noise it leaves, or makes worse.",
        ),
        ("forest", UNCORRECTED): (
            "undersampled probabilities as risks",
            "these numbers are too high for every patient, and noisy besides.",
        ),
        ("forest", EITHER): (
            "all the same for a forest",
            "the two differ a lot here, and a patient hears the number itself. Can you vouch for one of them?",
        ),
        ("rank", NEITHER): (
            "nothing ranks",
            "the two lists are the same, row by row. What more than an order would a list need?",
        ),
        ("loss", NEITHER): (
            "nothing is calibrated",
            "with a model that is not noisy the way back exists: which of the columns lives in tomorrow's world?",
        ),
        ("decide", NEITHER): (
            "nothing decides",
            "with the class shares as costs there is a threshold for each, and it is the best there is.",
        ),
    },
    hints=(
        "Ask of each situation what it uses: the order of the rows, a decision about each, or the probability itself.",
        "The way back moves no row past another, and no decision if the threshold goes along. Probabilities it moves.",
        "The way back takes away bias. Ask of the last situation whether bias is all that is wrong with its numbers.",
    ),
    task="Four tasks, and the probabilities of a model that was trained after undersampling. Each has the threshold "
    'that goes with it. What would you hand over: `"uncorrected"` (p_s with τ_s), `"corrected"` (p̃ with τ̃), '
    '`"either"` or `"neither"`?',
    stories={
        "rank": "a list of customers to call, most likely first;",
        "loss": "the expected loss in euros over tomorrow's payments;",
        "decide": "yes or no for each payment, with the class shares as costs;",
        "forest": "risks for a doctor to tell patients, from one fully grown forest after strong undersampling.",
    },
    praise="Order and decisions do not feel the correction, probabilities need it, and noise needs another cure.",
)
