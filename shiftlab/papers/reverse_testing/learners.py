"""The four learners of section 3.3. The paper names neither their software nor their settings."""

from __future__ import annotations

from typing import Any

from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

LEARNERS = ("DT", "NB", "LR", "SVM")


def learner_by_name(name: str, *, tree: str, svm: str, seed: int) -> Any:
    """One of the four; `tree` is "entropy" or "c45", `svm` the kernel."""
    if name == "NB":
        return GaussianNB()
    if name == "LR":
        return LogisticRegression(solver="newton-cholesky")  # the same optimum as by default, sooner
    if name == "SVM":
        return SVC(kernel=svm)
    if tree == "c45":
        from shiftlab.learners import C45Tree

        return C45Tree()
    return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=seed)
