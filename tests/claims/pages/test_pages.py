"""The pages: what stands where, that links lead somewhere, and that nothing is said twice."""

import re

import pytest
from findings import NO, OPEN, TITLES, YES, computed, measured, part

from shiftlab.claims import pages
from shiftlab.claims.pages import front
from shiftlab.claims.pages.markdown import cell, sentence
from shiftlab.claims.pages.paper import provenance
from shiftlab.claims.rules import Predicted

RUN = {
    "mode": "full",
    "cells": 1900,
    "cell_seconds": 366.0,
    "started": "2026-11-18T10:00:00",
    "machine": {"system": "Linux", "architecture": "x86_64", "cores": 2},
    "versions": {"python": "3.11.7"},
    "held": {"mu": [3.0, 15.0], "seed": list(range(50))},
}
SHARED = "Ten undersamples."
FINDINGS = [
    measured(part(YES, 1), part(OPEN, 2), part(NO, 3), id="head-one", assumptions=[SHARED, "Only here."], says="more"),
    measured(part(YES), id="head-two", assumptions=[SHARED]),
    measured(part(NO), id="other", headline=False, assumptions=[SHARED]),
    measured(part(YES), id="rows", headline=False, category="data"),
    computed((1, 1), id="identity"),
    computed((0.5, 0.4), id="wrong-formula", assumptions=["With 2 instead of 1 it is right."]),
    computed((2, 2), (5, 4), id="table-one", category="printed table"),
    measured(part(OPEN), id="elsewhere", paper="kmm"),
]
DROPPED = {"undersampling": {"gone": "It repeats head-one."}}
WRITTEN = pages.written(FINDINGS, TITLES, DROPPED, {"undersampling": RUN})
FRONT = WRITTEN[pages.FRONT]
PAPER = WRITTEN[pages.FOLDER / "undersampling.md"]
MATHEMATICS = WRITTEN[pages.FOLDER / "mathematics.md"]
ERRATA = WRITTEN[pages.FOLDER / "errata.md"]


def rows(text, id):
    return [line for line in text.splitlines() if line.startswith("|") and id in line]


def test_a_page_a_paper_two_lists_and_a_picture_for_each_headline():
    assert sorted(str(path) for path in WRITTEN) == [
        "CLAIMS.md",
        "docs/claims/errata.md",
        *(
            f"docs/claims/figures/{name}.svg"
            for name in ("kmm-elsewhere", "undersampling-head-one", "undersampling-head-two")
        ),
        "docs/claims/kmm.md",
        "docs/claims/mathematics.md",
        "docs/claims/undersampling.md",
    ]


class TestFront:
    def test_it_counts_headlines_first(self):
        assert "| [undersampling](#undersampling) | 1 | 1 | 0 | 0 | 0 |" in FRONT
        assert "| [kmm](#kmm) | 0 | 0 | 0 | 1 | 0 |" in FRONT
        assert "Plus 2 formulas checked, 1 wrong as printed; 1 printed table recomputed, 1 with slips." in FRONT

    def test_a_row_answers_everything(self):
        (row,) = rows(FRONT, "head-one")
        cells = [one.strip() for one in row.strip("|").split("|")]
        assert cells == [
            "[The text of head-one.](docs/claims/undersampling.md#head-one) (section 2)",
            "more",
            "0 [-0.1, 0.1], mean of 3; 50 seeds",
            "**partly (1 of 3 supported, 1 contradicted)**",
            "high (D S P U)",
            "1 undecided; supported where mu = 1",
        ]

    def test_only_headlines_are_on_it(self):
        for id in ("other", "rows", "identity", "table-one"):
            assert not rows(FRONT, f"#{id}")

    def test_a_single_printed_number_stands_beside_where_another_run_would_lie(self):
        finding = measured(part((14, 20), n=101, expected=17), relation=Predicted(), id="one-number")
        text = pages.written([finding], TITLES, {}, {})[pages.FRONT]
        assert "17 [14, 20]; 101 seeds; a run like the paper's would lie in [-13.3, 47.3]" in text


class TestReadme:
    TEXT = f"before\n{front.BEGIN}\nold\n{front.END}\nafter\n"

    def test_its_table_is_written_between_its_marks_and_nowhere_else(self):
        said = pages.readme(self.TEXT, [finding.claim for finding in FINDINGS], TITLES)
        assert said.startswith("before\n")
        assert said.endswith("\nafter\n")
        assert "old" not in said
        assert "| [kmm](docs/claims/kmm.md) | Huang and others, 2007 | 0 | 0 | 0 | 1 | 0 |" in said
        assert pages.readme(said, [finding.claim for finding in FINDINGS], TITLES) == said

    def test_without_the_marks_it_is_left_alone(self, one_sentence):
        assert front.BEGIN in one_sentence(pages.readme, "no table", [], TITLES)


class TestPaper:
    def test_an_assumption_is_written_once_and_referred_to(self):
        assert PAPER.count(SHARED) == 1
        assert '- <a id="a1"></a>**A1** Ten undersamples.' in PAPER
        assert PAPER.count("[A1](#a1)") == 3

    def test_a_headline_has_its_picture_with_words_for_it(self):
        assert re.search(r"!\[Forest plot of head-one: [^\]]+\]\(figures/undersampling-head-one.svg\)", PAPER)

    def test_settings_that_tell_the_parts_apart_are_a_table(self):
        assert "| `mu` | 1: 1 of 1; 2: 0 of 1; 3: 0 of 1 |" in PAPER

    def test_the_others_are_folded(self):
        folded = PAPER.partition("<details>")[2]
        assert rows(folded, '<a id="other"></a>`other`')
        assert rows(folded, '<a id="rows"></a>`rows`')
        assert "<details><summary>1 merged or dropped" in PAPER
        assert rows(folded, "`gone` | It repeats head-one.")

    def test_formulas_and_printed_tables_are_elsewhere(self):
        for id in ("identity", "wrong-formula", "table-one"):
            assert id not in PAPER

    def test_runs_have_their_provenance(self):
        (line,) = [line for line in PAPER.splitlines() if line.startswith("- `undersampling`, full")]
        assert "1900 cells, 6.1 minutes of cells, 2026-11-18" in line
        assert line.endswith("Settings: mu = 3, 15; seed with 50 values from 0 to 49.")

    def test_the_code_of_a_run_is_told_and_that_only_a_sample_was_repeated_by_it(self):
        run = {**RUN, "code": {"digest": "ab12", "definitions": {"shiftlab.posterior.g_mean": "34cd"}}}
        assert ". Code ab12. Settings: " in provenance("undersampling", run)
        line = provenance("undersampling", {**run, "adopted": {"cells": 95, "of": 1900, "date": "2026-11-30"}})
        assert ". Code ab12, by which 95 of 1900 cells are the same to the bit (2026-11-30). Settings: " in line


def test_wrong_formulas_stand_first_with_a_counter_example_and_the_correction():
    assert MATHEMATICS.index("`wrong-formula`") < MATHEMATICS.index("`identity`")
    assert rows(MATHEMATICS, "| row 1: 0.5, printed 0.4 |")
    assert "**A1** With 2 instead of 1 it is right." in MATHEMATICS


def test_errata_name_the_wrong_numbers():
    (row,) = rows(ERRATA, "`table-one`")
    assert "| row 2: printed 4, computed 5 |" in row
    assert "row 1" not in row


def anchors(text):
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {
        *re.findall(r'<a id="([^"]+)">', text),
        *(re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings),
    }


@pytest.mark.parametrize("path", [path for path in WRITTEN if path.suffix == ".md"], ids=str)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)]+)\)", WRITTEN[path]):
        file, _, id = target.partition("#")
        there = [other for other in WRITTEN if other == normal(path.parent / file)] if file else [path]
        if file and not id and file == "docs/claims":
            continue
        assert there, target
        assert not id or id in anchors(WRITTEN[there[0]]), target


def normal(path):
    names = []
    for name in path.parts:
        names = names[:-1] if name == ".." else [*names, name]
    return type(path)(*names)


def test_a_cell_ends_where_it_should():
    assert cell("largest |p - q|\nof all") == "largest \\|p - q\\| of all"
    assert sentence("it holds") == "It holds."
    assert sentence("") == ""
