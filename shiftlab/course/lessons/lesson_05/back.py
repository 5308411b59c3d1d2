"""The exercise of lesson 05 about the way there and back: what each learner learns from each one's labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, Misconception, mistake
from shiftlab.course.student import Wrong, agree, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _cases(rng: Generator) -> Cases:
    """Learners, source rows with their labels, and target rows that lie further to one side.

    The second learner is the nearest neighbour. The numbers of rows are prime: few accuracies are short numbers.
    """
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    found = []
    for n, m, count in ((23, 31, 3), (29, 20, 2)):
        X, X_target = rng.normal(0.7, 1, (n, 2)), rng.normal(-0.3, 1, (m, 2))
        y = (X.sum(axis=1) + rng.normal(0, 0.8, n) > 0.9).astype(int)
        y[:4] = 0, 1, 0, 1
        learners = [GaussianNB(), KNeighborsClassifier(1), DecisionTreeClassifier(max_depth=1, random_state=0)]
        found.append((learners[:count], X, y, X_target))
    return found


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np
    from sklearn.dummy import DummyClassifier

    for learners, X, y, X_target in _cases(rng):
        square = (len(learners), len(learners))
        table = numbers(answer, learners, X, y, X_target, shape=square)
        if ((table < 0) | (table > 1)).any():
            raise Wrong("An accuracy is a share of rows: some of yours are not between 0 and 1.")
        if not np.allclose(numbers(answer, learners[::-1], X, y, X_target, shape=square), table[::-1, ::-1]):
            raise Wrong("With the learners in another order, yours is not the same table in another order.")
        usual = float(max(np.mean(y), 1 - np.mean(y)))
        with_usual = numbers(answer, [learners[0], DummyClassifier()], X, y, X_target, shape=(2, 2))
        if not np.allclose(with_usual[:, 1], usual):
            raise Wrong(
                "Let the second learner say, of every target row, what is most frequent in the source. Whoever learns "
                "from that says it everywhere, and is right on as many source rows; the second column says otherwise."
            )
        # a learner that remembers every row labels a copy of the source without a mistake
        copied = numbers(answer, learners, X, y, X, shape=square)
        taught = [float(np.mean(learner.fit(X, y).predict(X) == y)) for learner in learners]
        if not np.allclose(copied[:, 1], taught):
            raise Wrong(
                "Let the target be a copy of the source. The nearest neighbour labels it without a mistake: from its "
                "labels each learner learns what it learns from the source. Your second column does not show it."
            )
        if not np.allclose(table, _there_and_back(learners, X, y, X_target)):
            raise Wrong(
                f"With {len(y)} source and {len(X_target)} target rows some of yours are not the accuracy, on the "
                "source, of the row's learner taught by the column's."
            )


def _table(learners: Any, X: Any, y: Any, X_target: Any, value: Callable[[Any, Any], Any]) -> Any:
    """What `value` gives for each learner and the labels of the target by each."""
    import numpy as np

    labels = [learner.fit(X, y).predict(X_target) for learner in learners]
    return np.array([[value(learner, T) for T in labels] for learner in learners])


def _there_and_back(learners: Any, X: Any, y: Any, X_target: Any) -> Any:
    return _table(learners, X, y, X_target, lambda pupil, T: (pupil.fit(X_target, T).predict(X) == y).mean())


def _refitted(teachers_first: bool) -> Callable[..., Any]:
    """The learners kept instead of their labels: once sent back they speak as pupils."""

    def come_back(learners: Any, X: Any, y: Any, X_target: Any) -> Any:
        import numpy as np

        kept = [learner.fit(X, y) for learner in learners]

        def taught(pupil: Any, teacher: Any) -> Any:
            return (pupil.fit(X_target, teacher.predict(X_target)).predict(X) == y).mean()

        if teachers_first:
            return np.array([[taught(pupil, teacher) for pupil in kept] for teacher in kept]).T
        return np.array([[taught(pupil, teacher) for teacher in kept] for pupil in kept])

    return come_back


def _keeps_learners(answer: Any, rng: Generator) -> bool:
    cases = _cases(rng)
    return any(agree(answer, _refitted(first), cases) for first in (False, True))


def _on_the_target(learners: Any, X: Any, y: Any, X_target: Any) -> Any:
    return _table(learners, X, y, X_target, lambda pupil, T: (pupil.fit(X_target, T).predict(X_target) == T).mean())


def _never_left(learners: Any, X: Any, y: Any, X_target: Any) -> Any:
    return _table(learners, X, y, X, lambda _, T: (y == T).mean())


def _agreement(learners: Any, X: Any, y: Any, X_target: Any) -> Any:
    return _table(learners, X, y, X_target, lambda other, T: (other.fit(X, y).predict(X_target) == T).mean())


def _pooled(learners: Any, X: Any, y: Any, X_target: Any) -> Any:
    import numpy as np

    rows = np.vstack([X, X_target])
    return _table(learners, X, y, X_target, lambda pupil, T: (pupil.fit(rows, [*y, *T]).predict(X) == y).mean())


BACK = Exercise(
    id="05-back",
    title="there and back",
    name="come_back",
    stub='''\
def come_back(learners, X, y, X_target):
    """The table A: rows say who is trained on the target, columns whose labels."""
    ...
''',
    solution='''\
def come_back(learners, X, y, X_target):
    """The table A: rows say who is trained on the target, columns whose labels."""
    labels = [learner.fit(X, y).predict(X_target) for learner in learners]
    return [[pupil.fit(X_target, T).score(X, y) for T in labels] for pupil in learners]
''',
    check=_check,
    hints=(
        "First the way there: train every learner on the source, and keep what each says of the target rows.",
        "Then the way back: every learner, trained on the target rows with every one's labels, is asked about the "
        "source rows.",
        "There the truth is known: compare with `y`. Two loops, the outer one over who is trained.",
    ),
    misconceptions=(
        mistake(
            "rows and columns exchanged",
            "Your table lies on its side: a row belongs to the learner that is trained on the target, a column to the "
            "one that labelled it.",
            lambda learners, X, y, X_target: _there_and_back(learners, X, y, X_target).T,
            _cases,
        ),
        mistake(
            "it stays at the target",
            "You ask the new classifiers about the target rows, whose labels they have just been taught. They will "
            "agree with nearly any teacher. Nobody knows the truth there; where is it known?",
            _on_the_target,
            _cases,
        ),
        mistake(
            "it never left",
            "You score the first classifiers on the rows they were trained on. The target has no part in it: that is "
            "the ordinary training accuracy.",
            _never_left,
            _cases,
        ),
        mistake(
            "agreement",
            "You count where two labellings of the target agree. That does not tell which of the two is right.",
            _agreement,
            _cases,
        ),
        mistake(
            "the source taught, too",
            "You train the new classifiers on the source as well. They have then seen the answers to the rows they are "
            "asked about, and the teacher hardly matters.",
            _pooled,
            _cases,
        ),
        Misconception(
            "the learners kept, not their labels",
            "You keep the learners and ask them for labels later. By then some have been trained again, on the target, "
            "and `fit` forgets what was before. Keep what each says of the target, before anybody goes back.",
            _refitted(teachers_first=False),
            _keeps_learners,
        ),
    ),
    task="Now the table itself, for any number of learners. `learner.fit(X, y)` forgets what was learned before and "
    "returns the learner, `learner.predict(X)` gives labels, `learner.score(X, y)` the share that is right. For 2 "
    "learners there are 4 numbers from 6 trainings.",
    minutes=8,
    praise="The target's rows go out without labels and come back as accuracies on rows whose labels are known.",
)
