"""The exercise of lesson 06 about reverse validation, figure 1: out to the target with a fold, and back to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _cases(rng: Generator) -> Cases:
    """A learner, source rows with their labels, the rows held out, and target rows, few of them with labels.

    The target lies further to one side, and another rule holds there.
    """
    import numpy as np
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    found = []
    for learner in (KNeighborsClassifier(1), GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0)):
        X, X_unlabeled, X_labeled = (rng.normal(centre, 1, (n, 2)) for centre, n in ((0.4, 45), (-0.2, 33), (-0.2, 9)))
        y = (X.sum(axis=1) + rng.normal(0, 0.8, len(X)) > 0.6).astype(int)
        y_labeled = (X_labeled[:, 0] - X_labeled[:, 1] > 0).astype(int)
        y[:4], y_labeled[:2] = (0, 1, 0, 1), (0, 1)
        fold = np.sort(rng.permutation(np.arange(4, len(X)))[:19])  # without the first four: both classes stay
        found.append((learner, X, y, fold, X_unlabeled, X_labeled, y_labeled))
    return found


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np
    from sklearn.neighbors import KNeighborsClassifier

    for learner, X, y, fold, X_unlabeled, X_labeled, y_labeled in _cases(rng):
        target, shape = (X_unlabeled, X_labeled, y_labeled), fold.shape
        found = numbers(answer, learner, X, y, fold, *target, shape=shape)
        if not np.isin(found, (0, 1)).all():
            raise Wrong("r is 1 for a row that comes back with a wrong label and 0 for the others; yours has more.")
        other = y.copy()
        other[fold] = 1 - y[fold]
        if not np.array_equal(numbers(answer, learner, X, other, fold, *target, shape=shape), 1 - found):
            raise Wrong(
                "Turn round all labels of the fold. No model has seen them, so the same labels come back, and what was "
                "right is wrong. Your r does not turn round with them."
            )
        near, labels = X[fold] + 1e-6, rng.integers(0, 2, len(fold))
        r = numbers(answer, KNeighborsClassifier(1), X, y, fold, X_unlabeled, near, labels, shape=shape)
        if not np.array_equal(r, labels != y[fold]):
            raise Wrong(
                "Let a labelled target row lie beside every row of the fold, and the learner be the nearest neighbour. "
                "Each label that comes back is then that of the row beside it; yours are not."
            )
        if not np.array_equal(found, _reverse(learner, X, y, fold, *target)):
            raise Wrong(
                f"With {len(X)} source rows, {len(fold)} of them held out, some of yours are not what figure 1 gives. "
                "Go through its lines 1 and 3: which rows does each of the two models learn from?"
            )


def _there(learner: Any, X: Any, y: Any, fold: Any, X_unlabeled: Any) -> Any:
    """Lines 1 and 2 of figure 1: the labels of the unlabelled target rows."""
    import numpy as np

    return learner.fit(np.delete(X, fold, axis=0), np.delete(y, fold)).predict(X_unlabeled)


def _back(learner: Any, rows: list[Any], labels: list[Any], asked: Any) -> Any:
    """Lines 3 and 4: what comes back for the rows that are asked about."""
    import numpy as np

    return learner.fit(np.vstack(rows), np.concatenate(labels)).predict(asked)


def _reverse(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    pseudo = _there(learner, X, y, fold, X_u)
    return _back(learner, [X_u, X_l], [pseudo, y_l], X[fold]) != y[fold]


def _leak(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    pseudo = learner.fit(X, y).predict(X_u)
    return _back(learner, [X_u, X_l], [pseudo, y_l], X[fold]) != y[fold]


def _pooled(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    import numpy as np

    rest, labels = np.delete(X, fold, axis=0), np.delete(y, fold)
    pseudo = learner.fit(np.vstack([rest, X_l]), np.concatenate([labels, y_l])).predict(X_u)
    return _back(learner, [X_u, X_l], [pseudo, y_l], X[fold]) != y[fold]


def _unlabelled_alone(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    return _back(learner, [X_u], [_there(learner, X, y, fold, X_u)], X[fold]) != y[fold]


def _labelled_alone(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    return learner.fit(X_l, y_l).predict(X[fold]) != y[fold]


def _labels_overwritten(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    import numpy as np

    target = np.vstack([X_u, X_l])
    return _back(learner, [target], [_there(learner, X, y, fold, target)], X[fold]) != y[fold]


def _source_too(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    import numpy as np

    pseudo = _there(learner, X, y, fold, X_u)
    rest, labels = np.delete(X, fold, axis=0), np.delete(y, fold)
    return _back(learner, [X_u, X_l, rest], [pseudo, y_l, labels], X[fold]) != y[fold]


def _never_left(learner: Any, X: Any, y: Any, fold: Any, *target: Any) -> Any:
    return _there(learner, X, y, fold, X[fold]) != y[fold]


def _agreement(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    said = _there(learner, X, y, fold, X[fold])
    return _back(learner, [X_u, X_l], [_there(learner, X, y, fold, X_u), y_l], X[fold]) != said


def _other_rows(learner: Any, X: Any, y: Any, fold: Any, X_u: Any, X_l: Any, y_l: Any) -> Any:
    """Reverse validation on the rows that f was trained on."""
    import numpy as np

    pseudo, rest = _there(learner, X, y, fold, X_u), np.delete(X, fold, axis=0)
    return _back(learner, [X_u, X_l], [pseudo, y_l], rest) != np.delete(y, fold)


def _negated(value: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given: 1 - value(*given)


FOLD = Exercise(
    id="06-fold",
    title="out with a fold, and back to it",
    name="reverse_validate",
    stub='''\
def reverse_validate(learner, X, y, fold, X_unlabeled, X_labeled, y_labeled):
    """r of the rows `fold`: 1 where the label that comes back is wrong, else 0."""
    rest = np.delete(X, fold, axis=0)
    pseudo = learner.fit(rest, np.delete(y, fold)).predict(X_unlabeled)
    rows, labels = ..., ...  # what the second model learns from
    learner.fit(rows, labels)
    return (learner.predict(X[fold]) != y[fold]).astype(int)
''',
    solution='''\
def reverse_validate(learner, X, y, fold, X_unlabeled, X_labeled, y_labeled):
    """r of the rows `fold`: 1 where the label that comes back is wrong, else 0."""
    rest = np.delete(X, fold, axis=0)
    pseudo = learner.fit(rest, np.delete(y, fold)).predict(X_unlabeled)
    rows, labels = np.vstack([X_unlabeled, X_labeled]), np.append(pseudo, y_labeled)
    learner.fit(rows, labels)
    return (learner.predict(X[fold]) != y[fold]).astype(int)
''',
    check=_check,
    hints=(
        "Two models by the same learner. For each write down first which rows it learns from, and with whose labels.",
        "The first is given: it learns from the source without the fold, and labels `X_unlabeled`.",
        "The second learns from the whole target: those labels for the unlabelled rows, `y_labeled` for the others. "
        "Put the rows one below the other, and the labels in the same order.",
    ),
    misconceptions=(
        mistake(
            "the fold has taught",
            "Your first model learns from all source rows, those held out among them. What it has learned from their "
            "labels can come back to them.",
            _leak,
            _cases,
        ),
        mistake(
            "the rows it was trained on",
            "You ask about the source rows that the first model learned from. Held out means: it is asked about the "
            "others.",
            _other_rows,
            _cases,
        ),
        mistake(
            "the labelled rows stay at home",
            "Your second model learns from the unlabelled target rows alone. The few labels that you have of the "
            "target are the only ones that know its rule.",
            _unlabelled_alone,
            _cases,
        ),
        mistake(
            "the labelled rows alone",
            "Your second model learns from the labelled target rows alone. So the first model has no part in the "
            "result: every learner that can learn from a few rows gets the same, however it labels the target.",
            _labelled_alone,
            _cases,
        ),
        mistake(
            "known labels overwritten",
            "You let the first model label all target rows, also those whose labels you know. It may be wrong there, "
            "and you have thrown away what could tell.",
            _labels_overwritten,
            _cases,
        ),
        mistake(
            "labelled rows on the way there, too",
            "You give the labelled target rows to the first model as well. That can be sensible, and is an option of "
            "the package (`pool_labeled=True`); line 1 of figure 1 has the source without the fold, nothing else.",
            _pooled,
            _cases,
        ),
        mistake(
            "the source on the way back",
            "Your second model learns from source rows as well. They know the source's rule at first hand, and how the "
            "target was labelled hardly matters.",
            _source_too,
            _cases,
        ),
        mistake(
            "it never left",
            "You ask the first model about the fold. That is ordinary cross-validation; the target has no part in it.",
            _never_left,
            _cases,
        ),
        mistake(
            "agreement of two models",
            "You compare the two models with each other. Two models can agree on a wrong label, and for these rows the "
            "right one is known.",
            _agreement,
            _cases,
        ),
        mistake(
            "right for wrong",
            "Yours is 1 for rows that come back right. Figure 1 returns a loss: what is it for a row without one?",
            _negated(_reverse),
            _cases,
        ),
    ),
    task="Reverse validation of one fold, for any learner: what you did by hand for 15 and 16, whose r was 0 and 1. "
    "Out to the target without the fold, back to the fold with all that is known there. The way out is given; what "
    "does the second model learn from?",
    form="faded",
    praise="Two models: the first has never seen the fold, the second never the source. What comes back is compared "
    "with the source's labels; keep that in mind.",
)
