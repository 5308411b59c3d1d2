"""The shift report: what it must find, what it must not, and that its error rates are those it states."""

import json
import re
import sys
import time

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.stats import norm
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import HistGradientBoostingClassifier

from shiftlab import Target
from shiftlab.diagnostics import report as module
from shiftlab.diagnostics import shift_report
from shiftlab.weights import KLIEP, DiscriminativeRatio, ShiftWarning

TREES = HistGradientBoostingClassifier(categorical_features="from_dtype", max_iter=10)


def normal(n=400, m=300, d=4, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=(m, d))


@pytest.fixture(scope="module")
def shifted():
    X, Y = normal()
    Y[:, 2] += 1.0
    return shift_report(X, Y, random_state=0)


@pytest.fixture(scope="module")
def same():
    return shift_report(*normal(), random_state=0)


def test_a_shifted_column_is_found(shifted):
    low, high = shifted.auc_interval
    assert 0.5 < low < shifted.auc < high < 1
    assert shifted.p_value == 0.001
    assert shifted.shifted == [2]
    first = shifted.columns[0]
    assert (first["column"], first["test"]) == (2, "Kolmogorov-Smirnov")
    assert first["importance"] == max(column["importance"] for column in shifted.columns) > 0.1
    assert [set(column) for column in shifted.columns] == [{"column", "importance", "test", "p_value"}] * 4


def test_the_effective_sample_size_is_that_of_the_ratio():
    X, Y = normal(1500, 1500)
    Y[:, 2] += 1  # the ratio is exp(x - 1/2), the mean of its square e
    assert shift_report(X, Y, random_state=0).effective_sample_size == pytest.approx(1500 / np.e, rel=0.25)


def test_without_a_shift_nothing_is_found(same):
    assert same.auc_interval[0] < 0.5 < same.auc_interval[1]
    assert same.p_value > 0.05
    assert same.shifted == []
    assert same.without_counterpart == 0
    assert same.set_apart < 0.02
    assert same.effective_sample_size > 0.9 * 400


def test_p_values_are_uniform_without_a_shift_and_intervals_hold_a_half():
    reports = [shift_report(*normal(40, 30, d=2, seed=seed), random_state=seed) for seed in range(40)]
    p_values = np.array([report.p_value for report in reports])
    assert np.mean(p_values) == pytest.approx(0.5, abs=3 * np.sqrt(1 / 12 / 40))
    assert np.mean(p_values <= 0.1) <= 0.1 + 3 * np.sqrt(0.09 / 40)
    hold = np.mean([report.auc_interval[0] <= 0.5 <= report.auc_interval[1] for report in reports])
    assert hold >= 0.95 - 3 * np.sqrt(0.0475 / 40)
    assert np.mean([bool(report.shifted) for report in reports]) <= 0.05 + 3 * np.sqrt(0.0475 / 40)


def test_a_spread_and_a_correlation_are_seen_which_no_mean_shows():
    X, Y = normal(1000, 1000, d=3)
    wider = Y * [1, 1, 2]
    assert shift_report(X, wider, random_state=0).columns[0]["column"] == 2
    together = Y.copy()
    together[:, 1] = 0.9 * Y[:, 0] + np.sqrt(1 - 0.9**2) * Y[:, 1]
    report = shift_report(X, together, random_state=0)
    assert report.p_value == 0.001
    assert report.shifted == []
    assert {column["column"] for column in report.columns[:2]} == {0, 1}
    assert "but they do together" in report.text


@pytest.mark.parametrize("change", [lambda X: X * [1, 1e-30, 1e150, 1], lambda X: X + 1e8])
def test_units_and_offsets_change_nothing(change):
    X, Y = normal()
    Y[:, 0] += 0.5
    assert shift_report(change(X), change(Y), random_state=0).auc == pytest.approx(
        shift_report(X, Y, random_state=0).auc, abs=0.01
    )


def test_two_samples_far_apart_have_nothing_in_common():
    X, Y = normal()
    report = shift_report(X, Y + 10, random_state=0)
    assert report.auc > 0.99
    assert report.auc_interval[0] < 1 == report.auc_interval[1]
    assert report.without_counterpart == 1
    assert report.effective_sample_size < 4


def test_the_share_without_counterpart_is_that_of_a_group_that_has_none():
    X, Y = normal(1000, 1000)
    Y[:250, 1] += 20
    report = shift_report(X, Y, random_state=0)
    assert report.without_counterpart == pytest.approx(0.25, abs=0.01)
    assert report.set_apart == pytest.approx(0.25, abs=0.01)
    assert "25.0% of the 1000 target rows have no counterpart among the source rows" in report.text
    Y[3:, 1] = normal(1000, 1000, seed=1)[1][3:, 1]
    report = shift_report(X, Y, random_state=0)
    assert report.set_apart == pytest.approx(0.003, abs=0.003)  # three rows are no group
    assert report.without_counterpart == 0


@pytest.mark.parametrize("weigher", [KLIEP(random_state=0), DiscriminativeRatio(TREES)])
def test_the_report_and_the_warning_of_a_weigher_count_the_same_rows(weigher):
    X, Y = normal(300, 200)
    Y[:, 1] += 3
    if weigher.get_params().get("estimator"):
        X, Y = (tables(n, seed).drop(columns=["when", "text", "nothing"]) for n, seed in ((300, 0), (200, 1)))
        Y["size"] += 4
    with pytest.warns(ShiftWarning, match="no counterpart") as caught:
        weigher.fit(X, Y)
    counts = [re.match(r"(\d+) of (\d+) target rows", str(one.message)) for one in caught]
    alone, n = next(map(int, found.groups()) for found in counts if found)
    assert 0 < alone < n <= 200
    assert shift_report(X, Y, random_state=0).without_counterpart == alone / n


def test_a_border_between_the_samples_sets_rows_apart_that_have_neighbours_beyond_it():
    rows = np.random.default_rng(0).normal(size=(600, 6))
    low = rows[:, 0] < 0
    report = shift_report(rows[low], rows[~low], random_state=0)
    assert report.set_apart > 0.8
    assert report.without_counterpart < 0.3


def test_a_handful_of_source_rows_proves_nothing():
    X, Y = normal(2, 500)
    report = shift_report(X, Y, random_state=0)
    assert report.p_value > 0.05
    assert report.without_counterpart == 0
    assert report.set_apart < 0.5


def tables(n=400, seed=0):
    rng = np.random.default_rng(seed)
    kinds = pd.CategoricalDtype(["x", "y", "z", "new"])
    frame = pd.DataFrame(
        {
            "kind": pd.Categorical(rng.choice(["x", "y", "z"], n), dtype=kinds),
            "text": rng.choice(["u", "v"], n),
            "size": rng.normal(size=n),
            "flag": rng.random(n) < 0.3,
            "when": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900, n), unit="D"),
            "count": pd.array(rng.integers(0, 50, n), dtype="Int64"),
            "nothing": np.nan,
            "always": 1,
        }
    )
    frame.loc[rng.random(n) < 0.2, "size"] = np.nan
    frame.loc[rng.random(n) < 0.1, ["text", "count"]] = None
    return frame


def test_tables_of_mixed_types_are_read_as_they_are():
    report = shift_report(tables(), tables(seed=1), random_state=0)
    assert report.p_value > 0.05
    assert report.shifted == []
    assert {column["column"] for column in report.columns} == set(tables().columns)
    assert all(np.isfinite(column["importance"]) for column in report.columns)


@pytest.mark.parametrize(
    ("name", "change", "test"),
    [
        ("kind", lambda s: s.where(np.arange(len(s)) % 4 > 0, "new"), "chi-square"),
        ("text", lambda s: s.mask(s.eq("u") & (np.arange(len(s)) % 2 == 0), "v"), "chi-square"),
        ("size", lambda s: s + 1, "Kolmogorov-Smirnov"),
        ("size", lambda s: s.mask(np.arange(len(s)) % 2 == 0), "missing values, Fisher"),
        ("flag", lambda s: ~s, "Fisher"),
        ("when", lambda s: s + pd.Timedelta(400, "D"), "Kolmogorov-Smirnov"),
        ("count", lambda s: s * 2, "Kolmogorov-Smirnov"),
        ("nothing", lambda s: pd.Series(np.arange(len(s)) % 2 * 1.0), "missing values, Fisher"),
        ("always", lambda s: s * 2, "Fisher"),
    ],
)
def test_a_change_of_any_kind_of_column_is_found(name, change, test):
    target = tables(seed=1)
    target[name] = change(target[name])
    report = shift_report(tables(), target, random_state=0)
    assert report.shifted == [name]
    assert report.columns[0]["test"] == test
    assert report.p_value == 0.001


def test_categories_that_the_source_lacks_set_rows_apart_unless_all_are_names():
    target = tables(seed=1)
    target["kind"] = target["kind"].where(np.arange(400) % 4 > 0, "new")
    assert shift_report(tables(), target, random_state=0).set_apart == pytest.approx(0.25, abs=0.02)
    source, target = tables(), tables(seed=1)
    source["name"], target["name"] = [f"a{i}" for i in range(400)], [f"b{i}" for i in range(400)]
    report = shift_report(source, target, random_state=0)
    assert max(report.set_apart, report.without_counterpart) < 0.02


def test_what_carries_rows_changes_nothing():
    X, Y = normal(100, 80)
    Y[:, 0] += 1
    expected = shift_report(X, Y, random_state=0)
    names = list("abcd")
    for change in (sparse.csr_array, Target, np.ndarray.tolist, lambda X: X.astype(object)):
        assert shift_report(change(X), change(Y), random_state=0) == expected
    framed = shift_report(pd.DataFrame(X, columns=names), pd.DataFrame(Y, columns=names), random_state=0)
    assert framed.auc == expected.auc
    assert framed.shifted == ["a"]


def test_two_thousand_rows_each_of_thirty_columns_take_seconds():
    X, Y = normal(2000, 2000, d=30)
    start = time.process_time()
    shift_report(X, Y, random_state=0)
    assert time.process_time() - start < 10  # half of one, on a machine of its own


def test_of_very_many_rows_some_are_looked_at(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_SAMPLE", 200)
    X, Y = normal(1000, 150)
    report = shift_report(X, Y, random_state=0)
    assert (report.n_source, report.n_target) == (1000, 150)
    assert [int(np.isfinite(scores).sum()) for scores in report.scores] == [200, 150]
    assert report.effective_sample_size > 800


def test_two_rows_of_each_sample_are_answered():
    report = shift_report([[0.0], [1.0]], [[5.0], [6.0]], random_state=0)
    assert report.p_value > 0.05  # two rows show nothing, however far apart
    assert 0 <= report.auc_interval[0] < 0.5


def test_text_dict_and_frame_say_the_same(shifted, same, monkeypatch):
    assert shifted.text.startswith("The samples differ: ")
    assert f"{shifted.auc:.2f}" in shifted.text
    assert "1 differs by itself (corrected p at most 0.05): 2." in shifted.text
    assert same.text.startswith("The classifier sees no clear shift: ")
    assert str(shifted).startswith(shifted.text)
    assert len(str(shifted).splitlines()) == 3 + 4
    told = json.loads(json.dumps(shifted.to_dict()))
    assert told["columns"] == shifted.columns
    assert told["auc"] == shifted.auc
    frame = shifted.to_frame()
    assert list(frame.columns) == ["column", "importance", "test", "p_value"]
    assert frame["column"].tolist() == [column["column"] for column in shifted.columns]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="needs pandas"):
        shifted.to_frame()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_shows_scores_and_columns(shifted, theme):
    scores, columns = shifted.figure(theme).axes
    assert f"{shifted.auc:.2f}" in scores.get_title("left")
    assert [text.get_text() for text in scores.get_legend().get_texts()] == ["source", "target"]
    widths = [patch.get_width() for patch in columns.patches]
    assert widths == pytest.approx([column["importance"] for column in shifted.columns])
    assert columns.get_yticklabels()[0].get_text() == "2"


def test_in_a_notebook_the_picture_has_the_sentences_as_its_alternative_text(shifted):
    assert f'alt="{shifted.text}"' in shifted._repr_html_()


def test_seeds_repeat_reports(one_sentence):
    assert "random_state must be" in one_sentence(shift_report, *normal(9, 9), random_state=-1)
    X, Y = normal(60, 60)
    assert shift_report(X, Y, random_state=3) == shift_report(X, Y, random_state=3)


def test_real_rows_in_random_halves_are_alike_and_selected_ones_are_not():
    X, _ = load_breast_cancer(return_X_y=True, as_frame=True)
    half = np.random.default_rng(0).random(len(X)) < 0.5
    assert shift_report(X[half], X[~half], random_state=0).shifted == []
    small = X["mean radius"] < 13
    report = shift_report(X[small], X[~small], random_state=0)
    assert report.p_value == 0.001
    assert report.columns[0]["column"] == "mean radius"
    assert report.set_apart > 0.5  # all but those close to the border


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: f[f.columns[::-1]], "same names in the same order"),
        (lambda f: f.iloc[:, :3], "same columns"),
        (lambda f: f.iloc[:1], "at least 2 rows"),
        (lambda f: f.iloc[:0], "at least one row"),
        (lambda f: f.assign(size=np.inf), "'size' of X_target is infinite"),
        (lambda f: f.assign(size="large"), "'size' must be of one kind"),
        (lambda f: f.assign(size=1j), "complex"),
        (lambda f: f.assign(when=1.5), "holds times in X_source and numbers in X_target"),
        (
            lambda f: f.assign(size=pd.Series([10**400] * len(f), index=f.index, dtype=object)),
            "'size' of X_target must be numbers",
        ),
        (lambda f: f.assign(text=[["a"]] * len(f)), "'text' holds what is neither"),
        (lambda f: f["size"], "two axes"),
        (lambda f: [[1.0], [1.0, 2.0]], "same number of columns"),
        (lambda f: np.ma.masked_greater(np.ones((4, 8)), 0), "masked"),
        (lambda f: sparse.csr_array((10**5, 8 * 10**4)), "sparse"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(change, words, one_sentence):
    assert words in one_sentence(shift_report, tables(), change(tables(seed=1)), random_state=0)


def test_the_interval_at_chance_is_that_of_the_rank_sum_and_holds_the_truth_under_a_shift():
    # a single split into a part that trains and parts that are judged: the areas to expect are close to the best one's
    best = norm.cdf(1 / np.sqrt(2))
    held = []
    for seed in range(10):
        X, Y = normal(600, 600, d=1, seed=seed)
        low, high = shift_report(X, Y + 1, random_state=seed).auc_interval
        held.append(low <= best <= high)
        assert high - low == pytest.approx(2 * 1.96 * np.sqrt(best * (1 - best) / 400) * 0.7, rel=0.35)
    assert np.mean(held) >= 0.7  # models of few rows are a little worse than the best
