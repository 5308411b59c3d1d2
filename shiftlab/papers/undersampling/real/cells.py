"""The named settings, and those that the paper needs."""

from __future__ import annotations

from .settings import LEARNERS, Settings
from .tasks import BUNDLED, TABLE_IV

PRESETS = {
    "Ecoli, LogitBoost": Settings(),
    "Ecoli, forest": Settings(learner="forest"),
    "Ecoli, SVM": Settings(learner="svm"),
    "Glass, LogitBoost": Settings(dataset="glass"),
    "Glass, forest": Settings(dataset="glass", learner="forest"),
}


#: The SVM's time grows with the square of the rows: on the card data it sees a stratified sample of this size.
SVM_CARD_ROWS = 100_000


def cells(mode: str) -> list[Settings]:
    """Quick: the bundled sets once. Full: Table IV ten times, and one cross-validation of the card data."""
    if mode == "quick":
        return [Settings(dataset=name, learner=learner) for name in BUNDLED for learner in LEARNERS]
    card = [
        Settings(
            dataset="creditcard",
            learner=learner,
            fold=fold,
            max_rows=SVM_CARD_ROWS if learner == "svm" else 0,
        )
        for fold in range(1, 11)
        for learner in ("forest", "svm", "logitboost")
    ]
    sets = [
        Settings(dataset=name, learner=learner, seed=seed)
        for seed in range(10)
        for name in reversed(TABLE_IV)
        for learner in LEARNERS
    ]
    return card + sets
