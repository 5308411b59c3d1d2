"""What a practitioner asks first of two samples: is there a shift, where, and how much is left?"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from .._check import Floats
from ..support.seeds import generator
from .column_tests import compare, holm
from .held_out import hold_out
from .overlap import reached_size, scores_above_all, stand_out, without_counterpart
from .table import Table, read

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LARGEST_SAMPLE = 20_000
"""Rows of a sample that are looked at; of more, as many drawn at random."""

CLEAR = 0.05
"""p-values up to here are called a difference."""

_NAMED = 5  # columns that a sentence names


@dataclass(frozen=True)
class ShiftReport:
    """What `shift_report` found."""

    auc: float
    """How often a classifier that has seen neither ranks a target row above a source row; 0.5 is by chance."""
    auc_interval: tuple[float, float]
    """Its 95 % interval."""
    p_value: float
    """How likely chance alone makes the area as large."""
    columns: list[dict[str, Any]]
    """Of each column ``column``, ``importance``, ``test`` and ``p_value`` (corrected), the most telling first."""
    without_counterpart: float
    """The share of target rows that have a group of other target rows nearer to them than any source row: what a
    `shiftlab.weights.ShiftWarning` counts."""
    set_apart: float
    """The share of target rows, each by itself, that a number beyond the source's range, a category that the source
    lacks or the classifier sets apart from every source row."""
    effective_sample_size: float
    """How many equally weighted rows the source rows are worth, once weighted to resemble the target."""
    n_source: int
    n_target: int
    scores: tuple[Floats, Floats] = field(repr=False, compare=False)
    """Log-odds of being a target row, of the source rows and of the target rows, by classifiers that have not seen
    them; NaN for rows that were not looked at."""

    @property
    def shifted(self) -> list[Any]:
        """The names of the columns that differ by themselves: corrected p-value at most 0.05."""
        return [column["column"] for column in self.columns if column["p_value"] <= CLEAR]

    @property
    def text(self) -> str:
        """The findings in sentences."""
        low, high = self.auc_interval
        seen = self.p_value <= CLEAR
        classifier = (
            f"a classifier tells target rows from source rows with an area under the ROC curve of {self.auc:.2f} "
            f"(95 % interval {low:.2f} to {high:.2f}, 0.5 by chance; p = {self.p_value:.3g} by permutation)"
        )
        found = "The samples differ: " if seen else "The classifier sees no clear shift: "
        return " ".join([found + classifier + ".", self._about_columns(), self._about_overlap()])

    def _about_columns(self) -> str:
        shifted, width = self.shifted, len(self.columns)
        if not shifted:
            together = width > 1 and self.p_value <= CLEAR
            return "No column differs clearly by itself" + (", but they do together." if together else ".")
        names = ", ".join(map(str, shifted[:_NAMED])) + (" and others" if len(shifted) > _NAMED else "")
        which = "differs by itself" if len(shifted) == 1 else "differ by themselves"
        return f"Of {width} column{'s' * (width > 1)} {len(shifted)} {which} (corrected p at most 0.05): {names}."

    def _about_overlap(self) -> str:
        return (
            f"{self.without_counterpart:.1%} of the {self.n_target} target rows have no counterpart among the source "
            f"rows, so that a group of other target rows is nearer to each; {self.set_apart:.1%} are set apart from "
            "every source row, by a number beyond the range, a new category or the classifier. Weighted to resemble "
            f"the target, the {self.n_source} source rows are worth {self.effective_sample_size:.1f} (effective sample "
            "size)."
        )

    def __str__(self) -> str:
        shown = self.columns[:10]
        wide = max(len("column"), *(len(str(column["column"])) for column in shown))
        lines = [self.text, "", f"{'column':<{wide}}  importance  p (corrected)  test"]
        lines += [
            f"{column['column']!s:<{wide}}  {column['importance']:10.3f}  {column['p_value']:13.3g}  {column['test']}"
            for column in shown
        ]
        left = len(self.columns) - len(shown)
        return "\n".join([*lines, f"and {left} more"] if left else lines)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the scores of the rows, as plain numbers, lists and texts."""
        return {
            "auc": self.auc,
            "auc_interval": list(self.auc_interval),
            "p_value": self.p_value,
            "columns": [dict(column) for column in self.columns],
            "without_counterpart": self.without_counterpart,
            "set_apart": self.set_apart,
            "effective_sample_size": self.effective_sample_size,
            "n_source": self.n_source,
            "n_target": self.n_target,
            "text": self.text,
        }

    def to_frame(self) -> Any:
        """The columns as a pandas frame, one row for each; refused without pandas."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise ImportError("to_frame needs pandas, which is not installed: take columns or to_dict().") from None
        return pandas.DataFrame(self.columns)

    def _repr_html_(self) -> str:
        from .picture import as_html

        return as_html(self)

    def figure(self, theme: str = "light", size: str = "notebook") -> Figure:
        """A picture: how the samples score, and what the columns tell. `text` says the same in words."""
        from .picture import draw

        return draw(self, theme, size)


def shift_report(X_source: Any, X_target: Any, *, random_state: Any = None) -> ShiftReport:
    """Is there a shift, in which columns, and how much do the samples overlap?

    A two-sample classifier, histogram gradient boosting, is asked for rows it has not seen: it reads numbers,
    categories and missing values as they are, and sees shifts of means, of spreads and of how columns go together.
    The columns are tested by themselves too.

    Parameters
    ----------
    X_source, X_target : frame, array-like or sparse matrix of shape (n, n_features) and (m, n_features)
        The samples, at least two rows each: numbers, times, categories (whatever is no number), missing values. Of more
        than 20,000 rows as many are drawn at random and looked at.
    random_state : int, RandomState instance or None, default=None
        Divides the rows, and shuffles labels and columns.

    Returns
    -------
    ShiftReport
        ``auc``, ``auc_interval``, ``p_value``, ``columns``, ``without_counterpart``, ``set_apart``,
        ``effective_sample_size``, the rows' ``scores``; ``str()``, ``text``, ``to_dict()``, ``to_frame()`` and
        ``figure()`` tell of them.

    Notes
    -----
    The classifier is trained on a third of the rows and judges the next sixth, then on the half, and so on to the end;
    999 permutations of the labels, each sixth by itself, give an exact p-value (rows are taken as independent: those
    of one patient or one day are not). The area is the mean over the four sixths judged; its interval is Newcombe's.

    A column's importance is by how much the area falls when the column is shuffled: columns that tell the same share
    it, down to nothing. Its test is Kolmogorov and Smirnov's for numbers, Fisher's or the chi-square test for
    categories and for numbers with up to ten values, and Fisher's for how many values are missing; p-values are
    corrected for the number of columns by Holm. Columns with a corrected p-value of at most 0.05 come first, by
    importance.

    A target row has no counterpart if a group of other target rows, one in twenty at least, is nearer to it than any
    source row, as the warning of `shiftlab.weights` counts them: there are no rows to give the weight to. A row is set
    apart, a single one too, if it has a number beyond the source's range, by more than a standard deviation and by
    more than all but one in a hundred source rows are beyond the range of the others, or a category that the source
    has not, or if it scores higher than every source row (where the classifier sees a shift): a border that the
    samples do not cross, though rows on both sides may be near each other, as after a selection. The effective sample
    size is that of the odds of being a target row, read off the scores by isotonic regression. Small samples show
    little: no clear shift is not the same as none.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.diagnostics import shift_report
    >>> rng = np.random.default_rng(0)
    >>> X_source, X_target = rng.normal(size=(500, 3)), rng.normal(size=(400, 3))
    >>> X_target[:, 1] += 1
    >>> report = shift_report(X_source, X_target, random_state=0)
    >>> report.shifted, report.p_value <= 0.05, report.auc_interval[0] > 0.5
    ([1], True, True)
    """
    table = read(X_source, X_target)
    if min(table.n_source, table.n_target) < 2:
        raise ValueError(
            f"shift_report needs at least 2 rows of each sample, got {table.n_source} and {table.n_target}."
        )
    rng = np.random.default_rng(generator(random_state).randint(2**31 - 1))
    rows = _looked_at(table, rng)
    some = table.some(rows)
    held_out = hold_out(some, rng)
    auc = held_out.auc()
    scores = np.full(table.n_source + table.n_target, np.nan)
    scores[rows] = held_out.scores
    p_value = held_out.p_value(rng)
    apart = stand_out(some)
    if p_value <= CLEAR:  # otherwise the scores are no more than noise
        apart |= scores_above_all(held_out.scores, some.is_target)
    reached = reached_size(held_out.scores, some.is_target) / some.n_source
    return ShiftReport(
        auc=auc,
        auc_interval=held_out.interval(auc),
        p_value=p_value,
        columns=_columns(some, held_out.importances(rng)),
        without_counterpart=without_counterpart(some),
        set_apart=float(apart.mean()),
        effective_sample_size=reached * table.n_source,
        n_source=table.n_source,
        n_target=table.n_target,
        scores=(scores[: table.n_source], scores[table.n_source :]),
    )


def _looked_at(table: Table, rng: np.random.Generator) -> Any:
    parts = []
    for start, size in ((0, table.n_source), (table.n_source, table.n_target)):
        if size > LARGEST_SAMPLE:
            parts.append(start + np.sort(rng.choice(size, LARGEST_SAMPLE, replace=False)))
        else:
            parts.append(np.arange(start, start + size))
    return np.concatenate(parts)


def _columns(table: Table, importances: Floats) -> list[dict[str, Any]]:
    tests = [compare(column, table.n_source) for column in table.columns]
    found = [
        {"column": column.name, "importance": float(importance), "test": test.test, "p_value": p_value}
        for column, importance, test, p_value in zip(
            table.columns, importances, tests, holm([test.p_value for test in tests]), strict=True
        )
    ]
    return sorted(found, key=lambda one: (one["p_value"] > CLEAR, -one["importance"], one["p_value"]))
