"""The branch of lesson 05: which learner?"""

from __future__ import annotations

from shiftlab.course.reference.chart import Branch

BRANCH = Branch(
    question="Which of several learners, without labels of the target?",
    answers=(
        ("no shift", "cross-validation"),
        ("P(x) shifted, with overlap", "cross-validation, weighted (lesson 04)"),
        (
            "source rows are missing in some place",
            "ReverseTesting, if the learners are stiff and labels have little noise",
        ),
        ('it says "?"', "an answer: it cannot tell; take the simpler one, or buy labels"),
        (
            "a learner remembers every row, like a nearest neighbour or a full tree",
            "do not believe its verdict: it can learn nonsense there without harm here",
        ),
    ),
    code="""\
from shiftlab.validation import ReverseTesting
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

learners = {"line": LogisticRegression(), "bayes": GaussianNB()}
reverse = ReverseTesting(learners).fit(X_source, y_source, X_target)
print(reverse.verdicts_)  # None is "?"
for name, labels in reverse.target_labels_.items():
    print(f"{name} calls {labels.mean():.1%} positive")  # hardly any? no verdict
""",
)
