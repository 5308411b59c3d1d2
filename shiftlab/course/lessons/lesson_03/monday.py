"""The branch of lesson 03: P(x) differs, and nobody knows by how much."""

from __future__ import annotations

from shiftlab.course.reference.chart import Branch

BRANCH = Branch(
    question="P(x) has shifted (covariate shift). Would weights help?",
    answers=(
        ("no overlap: target rows where no source row is", "no weight can help: label there, or say nothing there"),
        ("overlap, and the model can be right", "use no weights: they only cost rows"),
        ("overlap, and the model is wrong somewhere", "weight: importance weights, matched or by a ratio"),
        (
            "the effective sample size is small",
            "stop before you train: as few rows decide as it says; soften the weights, or label target rows",
        ),
    ),
    code="""\
import numpy as np
from shiftlab.diagnostics import effective_sample_size
from shiftlab.weights import KernelMeanMatching
from sklearn.linear_model import LogisticRegression

w = KernelMeanMatching().fit(X_source, X_target).weights_
print(f"of {len(w)} rows effectively {effective_sample_size(w):.0f}")  # few? stop
plain = LogisticRegression().fit(X_source, y_source).predict_proba(X_target)
weighted = LogisticRegression().fit(X_source, y_source, w).predict_proba(X_target)
print(f"moved by {np.abs(plain - weighted).mean():.3f}")  # hardly? no weights
""",
)
