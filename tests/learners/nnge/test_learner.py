"""NNge against boxes drawn by hand, a slow version of it, and what must hold for all data."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.validation import check_is_fitted

from shiftlab.learners import NNge


def boxes(learner):
    """Class, lower corner, upper corner and rows of each box."""
    low, high, codes, n_rows = learner.exemplars_
    return [
        (str(learner.classes_[c]), tuple(l.tolist()), tuple(h.tolist()), int(n))
        for l, h, c, n in zip(low, high, codes, n_rows, strict=True)
    ]


def test_rows_join_the_nearest_box_that_may_grow():
    learner = NNge().fit([[1.0], [2.0], [5.0], [6.0], [3.0]], ["a", "a", "b", "b", "a"])
    assert boxes(learner) == [("a", (1.0,), (3.0,), 3), ("b", (5.0,), (6.0,), 2)]


def test_a_conflict_divides_the_box_where_the_row_is_nearest_to_a_border():
    # (3, 1) is a quarter of the range from the right border, and half of it from the upper and the lower one
    learner = NNge().fit([[0, 0], [4, 2], [1, 1], [3, 1]], ["a", "a", "a", "b"])
    assert boxes(learner) == [("a", (4, 2), (4, 2), 1), ("a", (0, 0), (1, 1), 2), ("b", (3, 1), (3, 1), 1)]


def test_rows_on_the_cut_join_a_side_that_then_does_not_hold_the_conflict():
    learner = NNge().fit([[0, 0], [4, 2], [3, 2], [3, 0], [3, 1]], ["a", "a", "a", "a", "b"])
    assert boxes(learner) == [("a", (3, 2), (4, 2), 2), ("a", (0, 0), (3, 0), 2), ("b", (3, 1), (3, 1), 1)]


def test_rows_on_the_cut_stay_alone_where_either_side_would_hold_the_conflict():
    rows = [[0, 0], [0, 2], [4, 0], [4, 2], [3, 2], [3, 1]]
    learner = NNge().fit(rows, ["a", "a", "a", "a", "a", "b"])
    assert boxes(learner) == [
        ("a", (4, 0), (4, 2), 2),
        ("a", (0, 0), (0, 2), 2),
        ("a", (3, 2), (3, 2), 1),
        ("b", (3, 1), (3, 1), 1),
    ]


@pytest.mark.parametrize(("n_attempts", "n_boxes"), [(1, 4), (2, 3)])
def test_a_second_attempt_joins_the_second_nearest_box(n_attempts, n_boxes):
    # 7 is nearest to 10, but 8 is between them; from 0 to 7 the way is free
    learner = NNge(n_attempts, feature_weights="equal").fit([[0.0], [8.0], [10.0], [7.0]], ["a", "b", "a", "a"])
    assert len(boxes(learner)) == n_boxes


def test_distance_counts_from_the_border_in_ranges():
    rows, y = [[0.0, 0.0], [2.0, 10.0], [4.0, 0.0], [4.0, 10.0]], ["a", "a", "b", "b"]
    learner = NNge(feature_weights="equal").fit(rows, y)
    assert boxes(learner) == [("a", (0, 0), (2, 10), 2), ("b", (4, 0), (4, 10), 2)]
    # .5 of the way from 2 to 4, and beyond the upper border of both
    assert learner.predict([[2.9, 99.0], [3.1, 99.0], [1.0, 5.0]]).tolist() == ["a", "b", "a"]


def test_a_feature_that_tells_less_of_the_class_counts_less():
    rows, y = [[0, 0], [1, 4], [4, 3], [3, 4]], ["a", "a", "b", "b"]
    learner, equal = (NNge(n_bins=2, feature_weights=how).fit(rows, y) for how in ("incremental", "equal"))
    assert boxes(learner) == boxes(equal) == [("a", (0, 0), (1, 4), 2), ("b", (3, 3), (4, 4), 2)]
    assert learner.feature_weights_ == pytest.approx([1, 1 - 0.75 * 0.9183], abs=1e-4)
    # (2.2, 1) is .3 from the first box; .2 and .311 * .5 from the second, which is .254, but .539 if both count 1
    assert learner.predict([[2.2, 1.0]]).tolist() == ["b"]
    assert equal.predict([[2.2, 1.0]]).tolist() == ["a"]


def test_equal_rows_of_two_classes_stay_points_and_are_counted():
    learner = NNge().fit([[1.0], [1.0], [1.0], [3.0]], ["a", "b", "b", "a"])
    assert learner.predict_proba([[1.0]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))
    assert learner.predict([[3.0]]).tolist() == ["a"]


def test_a_box_with_rows_equal_to_the_conflict_leaves_them_behind():
    learner = NNge().fit([[0.0], [2.0], [1.0], [1.0], [1.0]], ["a", "a", "a", "a", "b"])
    assert sorted(boxes(learner)) == [
        ("a", (0,), (0,), 1),
        ("a", (1,), (1,), 2),
        ("a", (2,), (2,), 1),
        ("b", (1,), (1,), 1),
    ]


def test_rows_without_any_information_have_the_shares_of_the_classes():
    learner = NNge().fit([[1.0], [1.0], [1.0]], ["a", "b", "b"])
    assert learner.predict_proba([[7.0]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))


def test_inside_a_box_no_other_box_counts_even_if_a_feature_has_no_weight():
    # exclusive or: either feature alone tells nothing, so that every distance is 0
    rows, y = [[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1]
    learner = NNge().fit(rows, y)
    assert learner.feature_weights_.tolist() == [0.0, 0.0]
    assert learner.predict(rows).tolist() == y


def test_shuffled_rows_depend_on_the_seed_only():
    rng = np.random.default_rng(0)
    rows, y = rng.normal(size=(80, 2)), rng.integers(2, size=80)
    learners = [NNge(shuffle=True, random_state=seed).fit(rows, y) for seed in (1, 1, 2)]
    assert boxes(learners[0]) == boxes(learners[1]) != boxes(learners[2])


def slow_nnge(rows, codes, n_attempts, incremental):
    """The boxes as sets of rows, with everything computed anew for each row; no two values of a column are equal."""

    def corners(box):
        return rows[box].min(axis=0), rows[box].max(axis=0)

    def meet(box, other):
        (low, high), (low_2, high_2) = corners(box), corners(other)
        return all(low <= high_2) and all(low_2 <= high)

    def scale(n):
        seen, spans = rows[:n], np.ptp(rows[:n], axis=0)
        bits = []
        for column, span in zip(seen.T, spans, strict=True):
            bins = np.minimum((column - column.min()) / (span or 1) * 5, 4).astype(int)
            table = np.array([[np.mean((bins == b) & (codes[:n] == c)) for b in range(5)] for c in (0, 1)])
            apart = table.sum(axis=1, keepdims=True) * table.sum(axis=0)
            bits.append(sum(p * np.log2(p / q) for p, q in zip(table.ravel(), apart.ravel(), strict=True) if p))
        return np.array([b if b > 1e-12 else 0 for b in bits]), np.where(spans > 0, spans, 1)

    kept = []
    for i, x in enumerate(rows):
        weights, spans = scale(i + 1 if incremental else len(rows))
        own = [box for box in kept if codes[box[0]] == codes[i]]
        if any(meet(box, [i]) and codes[box[0]] == codes[i] for box in kept):
            next(box for box in own if meet(box, [i])).append(i)
            continue
        for k, box in enumerate(kept):
            if meet(box, [i]):
                low, high = corners(box)
                j = np.argmin(np.minimum(x - low, high - x) / spans)
                above = [r for r in box if rows[r, j] > x[j]]
                below = [r for r in box if rows[r, j] < x[j]]
                kept[k] = above
                kept.append(below)
                break

        def distance(box, x=x, scale=weights / spans):
            low, high = corners(box)
            return float(np.square(np.maximum(np.maximum(low - x, x - high), 0) * scale).sum())

        own = sorted((box for box in kept if codes[box[0]] == codes[i]), key=distance)
        for box in own[:n_attempts]:
            if not any(meet([*box, i], other) for other in kept if other is not box):
                box.append(i)
                break
        else:
            kept.append([i])
    return kept


@pytest.mark.parametrize("how", ["incremental", "batch"])
@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_the_same_boxes_as_a_slow_version(how, noise):
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(120, 3))
    codes = ((rows[:, 0] + rows[:, 1] > 0) ^ (rng.random(120) < noise)).astype(int)
    learner = NNge(3, feature_weights=how).fit(rows, codes)
    expected = slow_nnge(rows, codes, 3, how == "incremental")
    assert boxes(learner) == [
        (str(codes[box[0]]), tuple(rows[box].min(axis=0).tolist()), tuple(rows[box].max(axis=0).tolist()), len(box))
        for box in expected
    ]


@st.composite
def samples(draw):
    """Rows of few values, so that borders touch and rows are equal, and their classes: two at least."""
    n, d = draw(st.integers(2, 25)), draw(st.integers(1, 3))
    rows = draw(st.lists(st.lists(st.integers(0, 4), min_size=d, max_size=d), min_size=n, max_size=n))
    codes = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n).filter(lambda codes: len(set(codes)) > 1))
    return np.array(rows, dtype=float), np.array(codes)


@settings(max_examples=50, deadline=None)
@given(samples(), st.sampled_from(["incremental", "batch", "equal"]))
def test_boxes_hold_the_rows_of_their_class_and_do_not_meet(sample, how):
    rows, codes = sample
    learner = NNge(feature_weights=how).fit(rows, codes)
    low, high, box_codes, n_rows = learner.exemplars_
    holds = ((low[:, np.newaxis] <= rows) & (rows <= high[:, np.newaxis])).all(axis=2)
    of_class = learner.classes_[box_codes][:, np.newaxis] == codes
    assert (holds & of_class).sum(axis=0).tolist() == [1] * len(rows)
    assert (holds & of_class).sum(axis=1).tolist() == n_rows.tolist()
    for box, row in np.argwhere(holds & ~of_class):  # contradictions only
        assert low[box].tolist() == high[box].tolist() == rows[row].tolist()
    meet = ((low[:, np.newaxis] <= high) & (high[:, np.newaxis] >= low)).all(axis=2)
    for one, other in np.argwhere(np.triu(meet, 1)):
        assert low[one].tolist() == high[one].tolist() == low[other].tolist() == high[other].tolist()
        assert box_codes[one] != box_codes[other]


@settings(max_examples=50, deadline=None)
@given(samples(), st.sampled_from(["incremental", "batch", "equal"]))
def test_training_rows_without_a_contradiction_are_predicted_right(sample, how):
    rows, codes = sample
    predicted = NNge(feature_weights=how).fit(rows, codes).predict(rows)
    equal = (rows[:, np.newaxis] == rows).all(axis=2)
    clear = [len(set(codes[same])) == 1 for same in equal]
    assert predicted[clear].tolist() == codes[clear].tolist()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n_attempts": 0}, "n_attempts must be a whole number of at least 1, got 0."),
        ({"n_bins": 1}, "n_bins must be a whole number of at least 2, got 1."),
        (
            {"feature_weights": "none"},
            "feature_weights must be one of 'incremental', 'batch', 'equal', got 'none'.",
        ),
    ],
)
def test_wrong_options_get_one_sentence(options, sentence):
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        NNge(**options).fit([[0.0], [1.0]], [0, 1])


def test_one_class_gets_one_sentence():
    with pytest.raises(ValueError, match="NNge needs rows of two classes to learn from, but y holds only one class"):
        NNge().fit([[0.0], [1.0]], [1, 1])


def test_fitting_leaves_the_rows_as_they_are():
    rows = np.array([[0.0], [1.0], [2.0]])
    learner = NNge().fit(rows, [0, 1, 1])
    check_is_fitted(learner)
    assert rows.ravel().tolist() == [0.0, 1.0, 2.0]
