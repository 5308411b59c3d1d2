"""The four learners of section 3.3. The paper names neither their software nor their settings."""

from __future__ import annotations

from typing import Any

from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from .uci.settings import Settings

LEARNERS = ("DT", "NB", "LR", "SVM")


def learners(settings: Settings) -> dict[str, Any]:
    """By name, the first and the second learner of the settings first; a learner against itself has a prime."""
    s = settings
    names: list[str] = [s.a, s.b]
    if s.every:
        names += [name for name in LEARNERS if name not in names]
    found = {name: _learner(name, s) for name in names}
    return found if s.a != s.b else {s.a: found.pop(s.a), f"{s.b}′": _learner(s.b, s), **found}


def _learner(name: str, s: Settings) -> Any:
    if name == "NB":
        return GaussianNB()
    if name == "LR":
        return LogisticRegression(solver="newton-cholesky")  # the same optimum as by default, sooner
    if name == "SVM":
        return SVC(kernel=s.svm)
    if s.tree == "c45":
        from shiftlab.learners import C45Tree

        return C45Tree()
    return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=s.seed)
