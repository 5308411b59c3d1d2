"""The first branch of the chart: the question that everything else hangs on."""

from __future__ import annotations

from shiftlab.course.reference.chart import Branch

BRANCH = Branch(
    question="Will the model be used on rows like those it learned from?",
    answers=(
        ("yes, both are drawn by lot from the same rows", "go on as usual; rows held out tell you the truth"),
        ("no", "this is dataset shift: find out which kind, below"),
        (
            "nobody knows",
            "add up the probabilities and compare with a count: two numbers that are far apart are the cheapest alarm",
        ),
    ),
    code="""\
from sklearn.linear_model import LogisticRegression

model = LogisticRegression().fit(X_source, y_source)
expected = model.predict_proba(X_target)[:, 1].sum()
print(f"{expected:.0f} of {len(X_target)} rows expected to be positive. Count later.")
""",
)
