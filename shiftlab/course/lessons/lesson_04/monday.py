"""The branch of lesson 04: weights from a classifier, and an error that is weighted too."""

from __future__ import annotations

from shiftlab.course.reference.chart import Branch

BRANCH = Branch(
    question="Weights from where, and for what?",
    answers=(
        ("a few columns, well scaled", "matching (lesson 03)"),
        ("many columns, categories, text", "a classifier that tells source from target: `DiscriminativeRatio`"),
        ("to train a model", "in two stages or integrated: try both; the mean weight and the ESS say how sure to be"),
        (
            "to measure an error on the target",
            "importance-weighted validation, with weights in two stages and rows that the model has not seen",
        ),
        ("source and target are told apart without a mistake", "the prior decides, not the rows: label target rows"),
    ),
    code="""\
from shiftlab.validation import importance_weighted_scorer
from shiftlab.weights import DiscriminativeRatio
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score

weigher = DiscriminativeRatio()  # or with a classifier of yours
loss = importance_weighted_scorer(weigher, X_source, X_target, "neg_log_loss")
for place, scoring in (("source", "neg_log_loss"), ("target", loss)):
    folds = cross_val_score(LogisticRegression(), X_source, y_source, scoring=scoring)
    print(f"log loss expected on the {place}: {-folds.mean():.3f}")
""",
)
