"""The eight learners of section 5.1, by the names of Table 5.

The classical ones have Weka's defaults, as the paper says. Columns are on one scale before any of them sees a row
(`scaling`), as Weka's SMO and IBk do by themselves.
"""

from __future__ import annotations

from typing import Any, Literal

from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

Name = Literal["NB", "SVM", "C45", "KNN", "Ng", "TA", "LM", "LWE"]

CLASSICAL = ("NB", "SVM", "C45", "KNN", "Ng")
TRANSFER = ("TA", "LM", "LWE")
LEARNERS = (*CLASSICAL, *TRANSFER)
#: The values that are compared where a parameter is chosen: five, from 10^-2 to 10^2 and from 5 to 45.
C_VALUES = (0.01, 0.1, 1.0, 10.0, 100.0)
NEIGHBORS = (5, 15, 25, 35, 45)
#: Of LatentMap where it is one of the learners: the least of those that the paper compares.
N_NEIGHBORS = NEIGHBORS[0]


def learner_by_name(
    name: str, *, C: float = 1.0, n_neighbors: int = N_NEIGHBORS, rounds: int = 10, degree: int = 1, seed: int = 0
) -> Any:
    """One of the eight.

    `C` is that of the support vector machine, `degree` that of its polynomial kernel, also inside of TrAdaBoost, which
    runs for so many `rounds`; `n_neighbors` is LatentMap's. `seed` is for the clusters of the ensemble.
    """
    if name == "NB":
        return GaussianNB()
    if name == "SVM":
        return polynomial_svm(C, degree)
    if name == "C45":
        from shiftlab.learners import C45Tree

        return C45Tree()
    if name == "KNN":
        return KNeighborsClassifier(1, algorithm="brute")  # two columns or five hundred: the sooner one
    if name == "Ng":
        from shiftlab.learners import NNge

        return NNge()
    if name == "TA":
        from shiftlab.learners import TrAdaBoost

        return TrAdaBoost(polynomial_svm(1.0, degree), n_estimators=rounds, random_state=seed)
    if name == "LM":
        from shiftlab.learners import LatentMap

        return LatentMap(n_neighbors=n_neighbors)
    if name == "LWE":
        from shiftlab.learners import LocallyWeightedEnsemble

        models = [(one, learner_by_name(one, degree=degree)) for one in CLASSICAL]
        return LocallyWeightedEnsemble(models, random_state=seed)
    raise ValueError(f"There is no learner {name!r}: take one of {', '.join(LEARNERS)}.")


def polynomial_svm(C: float, degree: int) -> Any:
    """Weka's SMO: a polynomial kernel without the lower terms, which for its default degree of 1 is the linear one."""
    return SVC(kernel="linear", C=C) if degree == 1 else SVC(kernel="poly", degree=degree, gamma=1.0, C=C)
