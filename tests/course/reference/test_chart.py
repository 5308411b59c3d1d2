"""What would you do on Monday: the chart grows by a branch a lesson, and the code of each branch runs."""

from __future__ import annotations

import ast
from xml.etree import ElementTree

import numpy as np
import pytest

from shiftlab.course.reference.chart import NEW, branches, monday
from shiftlab.course.registry import every_lesson

every_branch = pytest.mark.parametrize("number", list(branches()))


@pytest.fixture
def own_data():
    """Rows of one's own: the target lies to one side, and of a few of its rows the label is known."""
    rng = np.random.default_rng(0)
    X_source, X_target = rng.normal(0, 1, (300, 3)), rng.normal(0.5, 1, (250, 3))

    def labels(X):
        return (rng.random(len(X)) < 1 / (1 + np.exp(1 - X.sum(axis=1)))).astype(int)

    return {
        "X_source": X_source,
        "y_source": labels(X_source),
        "X_target": X_target,
        "s": np.clip(0.5 + X_source[:, 0] / 4, 0.1, 0.9),
        "X_labeled": X_target[:60],
        "y_labeled": labels(X_target[:60]),
    }


def test_every_lesson_has_a_branch():
    assert list(branches()) == list(every_lesson())


@every_branch
def test_the_code_of_a_branch_runs_on_made_up_data_and_says_something(number, own_data, capsys):
    exec(branches()[number].code, own_data)
    assert capsys.readouterr().out.strip()


@every_branch
def test_the_code_has_five_lines_at_most_beside_its_imports(number):
    code = branches()[number].code
    statements = [one for one in ast.parse(code).body if not isinstance(one, ast.Import | ast.ImportFrom)]
    assert 1 <= len(statements) <= 5
    assert max(map(len, code.splitlines())) <= 88


@every_branch
def test_the_chart_has_the_branches_up_to_the_lesson_and_marks_the_last_one(number):
    chart = monday(number)
    assert [name for name, _ in chart.branches] == [name for name in branches() if name <= number]
    assert chart.code == branches()[number].code
    for text in (repr(chart), chart._repr_html_().partition("<pre")[0]):
        assert text.count(NEW) == 1
        assert text.index(NEW) > max(text.index(f"(lesson {name})") for name, _ in chart.branches)


@every_branch
def test_as_html_it_is_a_list_in_which_the_new_branch_is_marked_for_all_senses(number):
    page = ElementTree.fromstring(monday(number)._repr_html_())
    items = page.findall("./ol/li")
    assert len(items) == len(monday(number).branches)
    assert [item.get("aria-current") for item in items] == [None] * (len(items) - 1) + ["step"]
    assert all(len(item.findall("./ul/li")) >= 3 for item in items)
    assert "border-left" in items[-1].get("style")


def test_the_words_that_everybody_else_uses_are_named():
    said = repr(monday("06"))
    for word in ("label shift", "prior shift", "covariate shift", "concept drift", "importance weighting"):
        assert word in said


def test_an_unknown_lesson_is_one_sentence():
    with pytest.raises(ValueError, match="no branch of a lesson '99'; there are 00, 01"):
        monday("99")
