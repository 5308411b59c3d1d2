import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from shiftlab.learners import CurtailedTree, UnprunedTree

# grown: x <= 2 is 0 0; x > 4 is 1 1; between them 1 0, a leaf of its own below x > 2 with its 4 rows
X, y = np.arange(1.0, 7.0)[:, np.newaxis], [0, 0, 1, 0, 1, 1]


@pytest.mark.parametrize(
    ("enough", "expected"),
    [
        (2, [0, 0, 0.5, 0.5, 1, 1]),  # every leaf has two rows
        (3, [0.5, 0.5, 0.75, 0.75, 0.75, 0.75]),  # leaves are too small; x > 2 answers with its 4 rows
        (4, [0.5, 0.5, 0.75, 0.75, 0.75, 0.75]),
        (5, [0.5] * 6),  # only the root is left
        (100, [0.5] * 6),
    ],
)
def test_by_hand(enough, expected):
    learner = CurtailedTree(min_samples_answer=enough).fit(X, y)
    np.testing.assert_allclose(learner.predict_proba(X)[:, 1], expected)


def problem(n=2000, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, 4))
    return rows, (rng.random(n) < 0.1 + 0.8 * (rows[:, 0] > 1)).astype(int)


def test_no_answer_comes_from_a_small_node():
    rows, labels = problem()
    learner = CurtailedTree(min_samples_answer=50, random_state=0).fit(rows, labels)
    tree = learner.tree_
    path = tree.decision_path(rows).toarray().astype(bool)
    sizes = tree.tree_.n_node_samples
    # the last node on the path with enough rows
    last = [max((node for node in np.flatnonzero(row) if sizes[node] >= 50), default=0) for row in path]
    expected = [labels[path[:, node]].mean() for node in last]
    np.testing.assert_allclose(learner.predict_proba(rows)[:, 1], expected)


def test_the_structure_is_that_of_the_unpruned_tree():
    rows, labels = problem()
    curtailed = CurtailedTree(random_state=0).fit(rows, labels)
    unpruned = UnprunedTree(random_state=0).fit(rows, labels)
    assert isinstance(curtailed.tree_, DecisionTreeClassifier)
    np.testing.assert_array_equal(curtailed.tree_.tree_.threshold, unpruned.tree_.tree_.threshold)


def test_probabilities_of_new_rows_are_better_than_those_of_the_unpruned_tree():
    rows, labels = problem()
    new, truth = problem(seed=1)
    brier = [
        np.mean((learner.fit(rows, labels).predict_proba(new)[:, 1] - truth) ** 2)
        for learner in (CurtailedTree(), UnprunedTree())
    ]
    assert brier[0] < 0.9 * brier[1]


def test_automatic_size_expects_ten_rows_of_the_rarest_class():
    labels = np.repeat([0, 1], [95, 5])
    learner = CurtailedTree().fit(np.arange(100.0)[:, np.newaxis], labels)
    assert learner.min_samples_answer_ == pytest.approx(200)


@pytest.mark.parametrize("enough", ["all", 0, -1, np.nan])
def test_bad_size_is_told(enough):
    with pytest.raises(ValueError, match="min_samples_answer must be"):
        CurtailedTree(min_samples_answer=enough).fit(X, y)


def test_one_class_is_told():
    with pytest.raises(ValueError, match="CurtailedTree needs rows of two classes"):
        CurtailedTree().fit(X, np.ones(6))
