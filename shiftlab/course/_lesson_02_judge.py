"""The exercise of judgement in lesson 02: what to hand over in four situations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .exercise import Exercise, Misconception
from .student import NotAttempted, Wrong

if TYPE_CHECKING:
    from numpy.random import Generator

CHOICES = ("p_s with tau_s", "p' with tau'", "either", "neither")
RIGHT = {"rank": "either", "loss": "p' with tau'", "decide": "either", "forest": "neither"}


def _check(answer: Any, rng: Generator) -> None:
    if answer is None or answer is ...:
        raise NotAttempted("There is nothing to check yet.")
    if not isinstance(answer, dict):
        raise Wrong("Hand over the dictionary with one choice for each of " + ", ".join(RIGHT) + ".")
    strange = [key for key in answer if key not in RIGHT]
    if strange:
        raise Wrong(f"There is no situation {strange[0]!r:.40}; there are {', '.join(RIGHT)}.")
    open_ = [key for key in RIGHT if answer.get(key) in (None, ...)]
    if len(open_) == len(RIGHT):
        raise NotAttempted("Choose something for each of the four situations.")
    for key, choice in answer.items():
        if key not in open_ and choice not in CHOICES:
            raise Wrong(f"For `{key}` you say {choice!r:.40}; the choices are {', '.join(map(repr, CHOICES))}.")
    if open_:
        raise NotAttempted(f"There is no choice yet for: {', '.join(open_)}.")
    off = [key for key in RIGHT if answer[key] != RIGHT[key]]
    if off:
        raise Wrong(f"Think again about `{off[0]}`.")


def _one(name: str, key: str, choice: str, message: str) -> Misconception:
    """The misconception behind one choice in one situation."""
    return Misconception(
        name,
        f"`{key}`: {message}",
        {**RIGHT, key: choice},
        lambda answer, rng: isinstance(answer, dict) and bool(answer.get(key) == choice),
    )


JUDGE = Exercise(
    id="02-judge",
    title="what would you hand over?",
    name="answers",
    stub="""\
answers = {"rank": None, "loss": None, "decide": None, "forest": None}
""",
    solution="""\
answers = {"rank": "either", "loss": "p' with tau'", "decide": "either", "forest": "neither"}
""",
    check=_check,
    hints=(
        "Ask of each situation what it uses: the order of the rows, a decision about each, or the probability itself.",
        "Order and decisions survive undersampling if the threshold goes along. Probabilities do not.",
        "The correction takes away bias. Ask of the last situation whether bias is all that is wrong with its numbers.",
    ),
    misconceptions=(
        _one(
            "ranking needs correction",
            "rank",
            "p' with tau'",
            "would a single customer change places on the list if you had not corrected? What did AUC do?",
        ),
        _one(
            "only the uncorrected rank",
            "rank",
            "p_s with tau_s",
            "right, the list is good without a correction. Would it be another list with one?",
        ),
        _one(
            "calibrated by ranking",
            "loss",
            "either",
            "an expected loss adds up probabilities times euros. A good order does not help: p_s adds up to "
            "several times the frauds there are.",
        ),
        _one(
            "undersampled probabilities as real ones",
            "loss",
            "p_s with tau_s",
            "p_s is the probability in a world with most negatives thrown away. The euros are lost in the other world.",
        ),
        _one(
            "decisions need correction",
            "decide",
            "p' with tau'",
            "that decides well. But compare, row by row, with the decisions that p_s and its own threshold make.",
        ),
        _one(
            "decisions only before correction",
            "decide",
            "p_s with tau_s",
            "that decides well. But compare, row by row, with the decisions after correcting probability and "
            "threshold together.",
        ),
        _one(
            "correction cures variance",
            "forest",
            "p' with tau'",
            "the correction undoes the bias of undersampling. Such a forest says 0 or 1 where the truth is in "
            "between: that is noise, and noise it leaves, or makes worse.",
        ),
        _one(
            "undersampled probabilities as risks",
            "forest",
            "p_s with tau_s",
            "these numbers are too high for every patient, and noisy besides.",
        ),
        _one(
            "all the same for a forest",
            "forest",
            "either",
            "the two differ a lot here, and a patient hears the number itself. Can you vouch for one of them?",
        ),
        _one(
            "nothing ranks",
            "rank",
            "neither",
            "undersampling leaves the order of exact probabilities alone. What else would a list need?",
        ),
        _one(
            "nothing is calibrated",
            "loss",
            "neither",
            "with a model that is not noisy the way back exists: which of the columns lives in tomorrow's world?",
        ),
        _one(
            "nothing decides",
            "decide",
            "neither",
            "with the class shares as costs there is a threshold for each, and it is the best there is.",
        ),
    ),
    praise="Order and decisions are safe, probabilities need the way back, and noise needs another cure.",
)
