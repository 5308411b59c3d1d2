"""The exercise of lesson 06 about the criterion, figure 3: weights, folds and what came back, in one number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _cases(rng: Generator) -> Cases:
    """Labels of two or three classes, weights, folds of unequal size, and what came back to each fold."""
    import numpy as np

    found = []
    for classes, cuts in ((2, (3, 8)), (3, (4, 6, 9)), (3, (2, 7))):
        y = rng.integers(0, classes, 14)
        wrong = rng.permutation(14)[:5]
        labels = y.copy()
        labels[wrong] = (y[wrong] + rng.integers(1, classes, 5)) % classes
        if classes > 2:  # one is off by two
            y[wrong[0]], labels[wrong[0]] = 2, 0
        weights = np.round(rng.lognormal(0.3, 0.7, 14), 2)
        folds = np.split(rng.permutation(14), cuts)
        found.append((y, weights, folds, [labels[fold] for fold in folds]))
    return found


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np

    def said(*given: Any) -> float:
        return float(numbers(answer, *given, shape=()))

    for y, weights, folds, back in _cases(rng):
        n, right = len(y), [y[fold] for fold in folds]
        if abs(said(y, weights, folds, right) - 1) > 1e-9:
            raise Wrong("Let every label come back right: the accuracy is 1 whatever the weights are; yours is not.")
        nothing = [1 + y[fold] for fold in folds]
        if abs(said(y, weights, folds, nothing)) > 1e-9:
            raise Wrong("Let every label come back wrong: the accuracy is 0 whatever the weights are; yours is not.")
        value = said(y, weights, folds, back)
        if abs(said(y, 10 * weights, folds, back) - value) > 1e-9:
            raise Wrong("Ten times all the weights is the same weighting; yours says that the accuracy is another.")
        labels = np.empty_like(y)
        for fold, came in zip(folds, back, strict=True):
            labels[fold] = came
        others = np.array_split(rng.permutation(n), len(folds) + 1)
        if abs(said(y, weights, others, [labels[fold] for fold in others]) - value) > 1e-9:
            raise Wrong(
                "Cut the same rows into other folds, with the same labels coming back to each row: no row has become "
                "better or worse, and yours says another accuracy."
            )
        for row in range(n):  # one row alone comes back wrong: the loss is its share of the weight
            alone = y.copy()
            alone[row] += 1
            found = 1 - said(y, weights, folds, [alone[fold] for fold in folds])
            if abs(found - weights[row] / weights.sum()) > 1e-9:
                raise Wrong(
                    f"Let one label alone come back wrong, that of row {row}: in yours the accuracy falls by something "
                    "else than the row's share of the weight."
                )
        if abs(value - _accuracy(y, weights, folds, back)) > 1e-9:
            raise Wrong("Several wrong labels together do not cost the sum of what each of them costs by itself.")


def _wrong(y: Any, folds: Any, back: Any) -> list[Any]:
    return [came != y[fold] for fold, came in zip(folds, back, strict=True)]


def _loss(y: Any, weights: Any, folds: Any, back: Any) -> Any:
    """Line 4 of figure 3."""
    wrong = _wrong(y, folds, back)
    return sum((weights[fold] * each).sum() for fold, each in zip(folds, wrong, strict=True))


def _accuracy(y: Any, weights: Any, folds: Any, back: Any) -> Any:
    return 1 - _loss(y, weights, folds, back) / weights.sum()


def _fold_by_fold(y: Any, weights: Any, folds: Any, back: Any) -> Any:
    wrong = _wrong(y, folds, back)
    losses = [(weights[f] * w).sum() / weights[f].sum() for f, w in zip(folds, wrong, strict=True)]
    return 1 - sum(losses) / len(folds)


def _class_numbers(y: Any, weights: Any, folds: Any, back: Any) -> Any:
    losses = [(weights[f] * abs(y[f] - b)).sum() for f, b in zip(folds, back, strict=True)]
    return 1 - sum(losses) / weights.sum()


def _in_a_row(y: Any, weights: Any, folds: Any, back: Any) -> Any:
    import numpy as np

    return 1 - (weights * (np.concatenate(back) != y)).sum() / weights.sum()


def _weights_in_a_row(y: Any, weights: Any, folds: Any, back: Any) -> Any:
    import numpy as np

    return 1 - (weights * np.concatenate(_wrong(y, folds, back))).sum() / weights.sum()


CRITERION = Exercise(
    id="06-criterion",
    title="a criterion from its parts",
    name="transfer_cv",
    stub='''\
def transfer_cv(y, weights, folds, back):
    """The weighted accuracy; `folds` has row numbers, `back` what came back to them."""
    ...
''',
    solution='''\
def transfer_cv(y, weights, folds, back):
    """The weighted accuracy; `folds` has row numbers, `back` what came back to them."""
    loss = 0
    for fold, labels in zip(folds, back):
        loss += np.sum(weights[fold] * (labels != y[fold]))  # line 4
    return 1 - loss / weights.sum()  # line 6, with the weights scaled to mean 1
''',
    check=_check,
    hints=(
        "Go from fold to fold. `y[fold]` are the true labels of its rows: where does something else come back?",
        "Such a row costs its weight. Add up these costs over all folds: that is the loss of figure 3, before line 6.",
        "Figure 3 divides by n, for weights whose mean is 1. Those that you get have another mean; what takes the "
        "place of n? And the question is for an accuracy.",
    ),
    misconceptions=(
        mistake(
            "loss for accuracy",
            "Yours is the loss: small is good. Compared with accuracies it would choose the worst learner.",
            lambda *given: 1 - _accuracy(*given),
            _cases,
        ),
        mistake(
            "n as printed",
            "You divide by the number of rows, as line 6 has it. That is right for weights of mean 1; those that an "
            "estimate gives may have a larger mean, and then a loss can pass 1. By what must you divide?",
            lambda y, weights, folds, back: 1 - _loss(y, weights, folds, back) / len(y),
            _cases,
        ),
        mistake(
            "k as printed",
            "You divide the sum over all rows by the number of folds, as equation (6) has it. Ask what comes out if "
            "everything is wrong: (6) and figure 3 cannot both be right.",
            lambda y, weights, folds, back: 1 - _loss(y, weights, folds, back) / len(folds),
            _cases,
        ),
        mistake(
            "fold by fold",
            "You work out an accuracy for each fold and take the mean. A fold of light rows then counts as much as a "
            "fold of heavy ones, and cutting the folds otherwise changes the result.",
            _fold_by_fold,
            _cases,
        ),
        mistake(
            "the way back alone",
            "Your weights do nothing. That is reverse validation alone: rows that the target hardly has count as much "
            "as those it is full of.",
            lambda y, weights, folds, back: _accuracy(y, weights * 0 + 1, folds, back),
            _cases,
        ),
        mistake(
            "class numbers subtracted",
            "You take |y - ȳ| at its word. With classes 0 and 1 that is right; with a third one, the 2 taken for a 0 "
            "would cost twice, and the numbers are only names.",
            _class_numbers,
            _cases,
        ),
        mistake(
            "labels in another order",
            "You put what came back into one row, fold after fold, and compare with `y`, which is in the order of the "
            "source. `fold` says which rows they belong to.",
            _in_a_row,
            _cases,
        ),
        mistake(
            "weights in another order",
            "You know for each fold what is wrong, and then put the folds in a row beside weights in the order of the "
            "source. Whose weight is it?",
            _weights_in_a_row,
            _cases,
        ),
    ),
    task="All folds together: `folds` has the row numbers of each fold, `back` the labels that came back to them. "
    "Write the weighted accuracy, 1 minus the loss of figure 3, for weights of any scale. Four rows with the weights "
    "1, 1, 2, 4, and the last one alone comes back wrong: the accuracy is 0.5.",
    praise="With weights of 1 it is reverse validation, with the labels of the first model in `back` it is weighted "
    "cross-validation, with both it is the ordinary one.",
)
