"""A table as text, as Markdown and as CSV."""

import csv
import io

import pytest

from shiftlab.experiments.table import Table, show

TABLE = Table.of(
    "Brier scores",
    [
        {"learner": "exact", "β": 1 / 9, "rows": 2000},
        {"learner": "forest, leaf 1", "β": None, "rows": 10_000, "note": 'a|b, "c"'},
    ],
)


def test_columns_are_those_of_all_rows_in_order():
    assert TABLE.columns == ("learner", "β", "rows", "note")
    assert TABLE.rows == (("exact", 1 / 9, 2000, None), ("forest, leaf 1", None, 10_000, 'a|b, "c"'))


def test_text_is_aligned_numbers_to_the_right():
    assert TABLE.text().splitlines() == [
        "Brier scores",
        "",
        "learner              β   rows  note",
        "exact           0.1111   2000",
        'forest, leaf 1          10000  a|b, "c"',
    ]
    assert str(TABLE) == TABLE.text()


def test_markdown_escapes_bars():
    assert TABLE.markdown().splitlines() == [
        "| learner | β | rows | note |",
        "| --- | ---: | ---: | --- |",
        "| exact | 0.1111 | 2000 |  |",
        '| forest, leaf 1 |  | 10000 | a\\|b, "c" |',
    ]


def test_csv_has_every_digit_and_can_be_read_back():
    rows = list(csv.reader(io.StringIO(TABLE.csv())))
    assert rows[0] == list(TABLE.columns)
    assert rows[1] == ["exact", repr(1 / 9), "2000", ""]
    assert rows[2][-1] == 'a|b, "c"'


@pytest.mark.parametrize(
    ("cell", "text"), [(None, ""), (0.123456, "0.1235"), (2e-17, "2e-17"), (3, "3"), (True, "True"), ("β", "β")]
)
def test_cells_are_shown_short(cell, text):
    assert show(cell) == text


def test_a_table_without_rows_still_has_its_columns():
    empty = Table("Nothing", ("a", "b"), ())
    assert empty.text().splitlines()[-1] == "a  b"
    assert empty.markdown().splitlines()[0] == "| a | b |"
    assert empty.csv() == "a,b\n"
    assert Table.of("Nothing", []).text() == "Nothing\n\n"
