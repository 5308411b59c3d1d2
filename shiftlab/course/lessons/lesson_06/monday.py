"""The branch of lesson 06: a few labels of the target can be bought."""

from __future__ import annotations

from shiftlab.course.reference.chart import Branch

BRANCH = Branch(
    question="What do a few labels of the target buy?",
    answers=(
        ("the rule may have changed (concept drift)", "buy them first of all: nothing else can see it"),
        ("ten labels", "they tell a disaster from a good model; between two good ones they cannot choose"),
        ("a hundred or more", "an interval that one can use: measure on them, and give them no part in training"),
        ("to train with them", "add them to the source rows with a larger weight, and measure on others"),
        ("how to draw them", "by lot, or with a chance that you write down"),
    ),
    code="""\
from shiftlab.validation import confidence_interval
from sklearn.linear_model import LogisticRegression

model = LogisticRegression().fit(X_source, y_source)
right = model.score(X_labeled, y_labeled)  # target rows by lot, new to the model
low, high = confidence_interval(right, len(y_labeled), 0.95)
print(f"accuracy on the target: {right:.2f}, that is, from {low:.2f} to {high:.2f}")
""",
)
