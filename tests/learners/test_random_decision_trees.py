import numpy as np
import pytest

from shiftlab.learners import RandomDecisionTrees


def sample(n=300, d=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (X[:, 0] + X[:, 1] > 0.5).astype(int)


def walk(tree, row):
    """The nodes on the way of a row."""
    path = [0]
    while tree.feature[path[-1]] >= 0:
        node = path[-1]
        path.append(tree.left[node] + int(row[tree.feature[node]] > tree.cut[node]))
    return path


def test_leaves_count_the_training_rows():
    X, y = sample()
    for tree in RandomDecisionTrees(random_state=0).fit(X, y).trees_:
        table = np.zeros_like(tree.counts)
        for row, label in zip(X, y, strict=True):
            table[walk(tree, row)[-1], label] += 1
        np.testing.assert_array_equal(tree.counts, table)


def test_hand_table_of_counts():
    # one feature with two values, depth 1: whatever the cut, the leaves are the two values
    X, y = np.array([[0.0]] * 4 + [[1.0]] * 2), [0, 0, 0, 1, 1, 1]
    learner = RandomDecisionTrees(random_state=3).fit(X, y)
    for tree in learner.trees_:
        assert 0 <= tree.cut[0] < 1
        np.testing.assert_array_equal(tree.counts, [[0, 0], [3, 1], [0, 2]])
    np.testing.assert_allclose(learner.predict_proba([[0.0], [1.0]])[:, 1], [0.25, 1])


def test_posteriors_are_averaged_over_the_trees():
    X, y = sample()
    learner = RandomDecisionTrees(n_estimators=3, random_state=0).fit(X, y)
    leaves = [tree.counts[walk(tree, X[0])[-1]] for tree in learner.trees_]
    np.testing.assert_allclose(learner.predict_proba(X[:1])[0], np.mean([c / c.sum() for c in leaves], axis=0))


def test_the_structure_does_not_look_at_the_labels():
    X, y = sample()
    other = np.random.default_rng(1).permutation(y)
    trees, same = (RandomDecisionTrees(random_state=0).fit(X, labels).trees_ for labels in (y, other))
    for one, two in zip(trees, same, strict=True):
        np.testing.assert_array_equal(one.cut, two.cut)
        np.testing.assert_array_equal(one.feature, two.feature)


def test_a_path_takes_each_feature_once_and_is_half_as_long_as_they_are_many():
    X, y = sample(d=7)
    for tree in RandomDecisionTrees(random_state=0).fit(X, y).trees_:
        paths = [tree.feature[walk(tree, row)[:-1]] for row in X]
        assert max(map(len, paths)) == 3
        assert all(len(set(path)) == len(path) for path in paths)


def test_deeper_than_there_are_features_starts_over():
    X, y = sample(d=2)
    tree = RandomDecisionTrees(n_estimators=1, max_depth=4, random_state=0).fit(X, y).trees_[0]
    longest = max((tree.feature[walk(tree, row)[:-1]] for row in X), key=len)
    assert len(longest) == 4
    assert set(longest[:2]) == set(longest[2:]) == {0, 1}


def test_all_features_are_drawn_first_about_equally_often():
    X, y = sample(n=20, d=4)
    first = [tree.feature[0] for tree in RandomDecisionTrees(800, random_state=0).fit(X, y).trees_]
    assert np.bincount(first, minlength=4).min() > 150  # 200 expected, with a standard deviation of 12


def test_cuts_are_uniform_over_the_range():
    X = np.r_[np.zeros(9), 1.0][:, np.newaxis]
    cuts = [tree.cut[0] for tree in RandomDecisionTrees(500, random_state=0).fit(X, [0, 1] * 5).trees_]
    assert abs(np.mean(cuts) - 0.5) < 0.05
    assert min(cuts) < 0.05
    assert max(cuts) > 0.95


def test_no_leaf_is_empty_and_constant_features_are_passed_over():
    X, y = sample()
    X[:, :5] = 1.0
    for tree in RandomDecisionTrees(max_depth=6, random_state=0).fit(X, y).trees_:
        assert (tree.counts[tree.feature < 0].sum(axis=1) > 0).all()
        assert tree.feature[0] == 5


def test_neighbouring_numbers_are_told_apart():
    X = np.array([[1.0], [np.nextafter(1.0, 2)]])
    tree = RandomDecisionTrees(20, random_state=0).fit(X, [0, 1]).trees_[0]
    np.testing.assert_array_equal(tree.counts, [[0, 0], [1, 0], [0, 1]])


@pytest.mark.parametrize("name", ["n_estimators", "max_depth"])
@pytest.mark.parametrize("value", [0, 1.5, True])
def test_bad_parameters_are_told(name, value):
    X, y = sample()
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1, got {value}"):
        RandomDecisionTrees(**{name: value}).fit(X, y)


def test_one_class_is_told():
    X, _ = sample()
    with pytest.raises(ValueError, match="RandomDecisionTrees needs rows of two classes"):
        RandomDecisionTrees().fit(X, np.ones(len(X)))
