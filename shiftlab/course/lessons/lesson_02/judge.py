"""The exercise of judgement in lesson 02: what to hand over in four situations."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

JUDGE = judgement(
    "02-judge",
    "what would you hand over?",
    {"rank": "either", "loss": "p' with tau'", "decide": "either", "forest": "neither"},
    {
        ("rank", "p' with tau'"): (
            "ranking needs correction",
            "would a single customer change places on the list if you had not corrected? What did AUC do?",
        ),
        ("rank", "p_s with tau_s"): (
            "only the uncorrected rank",
            "right, the list is good without a correction. Would it be another list with one?",
        ),
        ("loss", "either"): (
            "calibrated by ranking",
            "an expected loss adds up probabilities times euros. A good order does not help: p_s adds up to "
            "several times the frauds there are.",
        ),
        ("loss", "p_s with tau_s"): (
            "undersampled probabilities as real ones",
            "p_s is the probability in a world with most negatives thrown away. The euros are lost in the other world.",
        ),
        ("decide", "p' with tau'"): (
            "decisions need correction",
            "that decides well. But compare, row by row, with the decisions that p_s and its own threshold make.",
        ),
        ("decide", "p_s with tau_s"): (
            "decisions only before correction",
            "that decides well. But compare, row by row, with the decisions after correcting probability and "
            "threshold together.",
        ),
        ("forest", "p' with tau'"): (
            "correction cures variance",
            "the correction undoes the bias of undersampling. Such a forest says 0 or 1 where the truth is in "
            "between: that is noise, and noise it leaves, or makes worse.",
        ),
        ("forest", "p_s with tau_s"): (
            "undersampled probabilities as risks",
            "these numbers are too high for every patient, and noisy besides.",
        ),
        ("forest", "either"): (
            "all the same for a forest",
            "the two differ a lot here, and a patient hears the number itself. Can you vouch for one of them?",
        ),
        ("rank", "neither"): (
            "nothing ranks",
            "undersampling leaves the order of exact probabilities alone. What else would a list need?",
        ),
        ("loss", "neither"): (
            "nothing is calibrated",
            "with a model that is not noisy the way back exists: which of the columns lives in tomorrow's world?",
        ),
        ("decide", "neither"): (
            "nothing decides",
            "with the class shares as costs there is a threshold for each, and it is the best there is.",
        ),
    },
    hints=(
        "Ask of each situation what it uses: the order of the rows, a decision about each, or the probability itself.",
        "Order and decisions survive undersampling if the threshold goes along. Probabilities do not.",
        "The correction takes away bias. Ask of the last situation whether bias is all that is wrong with its numbers.",
    ),
    praise="Order and decisions are safe, probabilities need the way back, and noise needs another cure.",
)
