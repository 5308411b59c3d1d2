"""Source, verdicts and the table paper | we | you."""

import inspect
import re

import pytest

from shiftlab import claims, course, posterior
from shiftlab.claims import Claim
from shiftlab.course.card import Card


def a_claim(id, verdict, evidence, paper="undersampling", **about):
    return Claim(
        id=id,
        paper=paper,
        place="Table I",
        statement=f"Statement of {id}.",
        kind="measured",
        category="re-run",
        headline=False,
        paper_says="",
        rule="",
        verdict=verdict,
        why=about.get("why", ""),
        certainty={},
        evidence=evidence,
        together=None,
        repetitions=50,
        unit="draw",
        data="original",
        experiment="undersampling",
        settings={},
        assumptions=[],
        evidence_id="",
    )


EVIDENCE = [
    {"label": "rows left", "value": 2000.0, "paper_value": 2000, "n": 1, "state": "supported", "primary": True},
    {
        "label": "drift, μ < 4",
        "value": 0.31832,
        "interval": [0.301, 0.3349],
        "n": 50,
        "state": "contradicted",
        "primary": True,
    },
    {"label": "forest", "value": -1.0, "n": 50, "state": "contradicted", "primary": False},
]
OPEN = {"label": "svm", "value": 0.1, "interval": [-0.1, 0.3], "n": 50, "state": "undecided", "primary": True}


@pytest.fixture(autouse=True)
def stored(monkeypatch):
    """Claims of our own: the tests do not depend on the last full run."""
    found = [
        a_claim("table-1", "replicates", EVIDENCE[:1]),
        a_claim("overlap", "partly", EVIDENCE),
        a_claim("rising", "inconclusive", [EVIDENCE[0], OPEN]),
        a_claim("cards", "no data", []),
        a_claim("mail", "no data", EVIDENCE[1:], why="The mails are lost."),
    ]

    def load(paper=None):
        if paper not in (None, "undersampling"):
            raise ValueError(f"There are no claims of a paper {paper!r}; there are those of undersampling.")
        return found

    monkeypatch.setattr(claims, "load", load)


class TestSource:
    def test_it_is_the_real_source_with_file_and_line(self):
        shown = course.show_source("shiftlab.posterior.undersampled_posterior")
        lines, number = inspect.getsourcelines(posterior.undersampled_posterior)
        assert shown.place == f"shiftlab/posterior.py, line {number}"
        assert shown.code == "".join(lines)
        assert repr(shown).splitlines()[0] == f"# {shown.place}"

    def test_an_object_and_its_name_show_the_same(self):
        assert repr(course.show_source(posterior.g_mean)) == repr(course.show_source("shiftlab.posterior.g_mean"))

    def test_a_class_a_method_and_a_module_have_source_too(self):
        name = "shiftlab.learners.undersampled.UndersampledClassifier"
        assert course.show_source(name).code.startswith("class UndersampledClassifier")
        assert course.show_source(f"{name}.fit").code.startswith("def fit")
        assert course.show_source("shiftlab.style").place == "shiftlab/style.py, line 1"

    def test_a_property_is_shown_as_the_function_that_it_is(self):
        assert "def card(self)" in course.show_source("shiftlab.course.exercise.Outcome.card").code

    def test_in_html_it_is_escaped_named_and_reached_by_keyboard(self):
        page = course.show_source("shiftlab.course.show.PaperWeYou")._repr_html_()
        assert "&lt;table" in page
        assert 'tabindex="0" role="region" aria-label="shiftlab/course/show.py, line ' in page

    @pytest.mark.parametrize("name", ["shiftlab.posterior.kafka", "kafka", "", "shiftlab..posterior", "."])
    def test_an_unknown_name_is_one_sentence(self, name, one_sentence):
        assert one_sentence(course.show_source, name).startswith("There is nothing called")

    @pytest.mark.parametrize("thing", [3, len, "shiftlab.style.BLUE"])
    def test_what_has_no_source_is_one_sentence(self, thing, one_sentence):
        assert "has no source" in one_sentence(course.show_source, thing)


class TestTable:
    def test_it_has_what_the_paper_says_what_we_found_and_what_you_found(self):
        table = course.paper_we_you(["undersampling/overlap"], you={"undersampling/overlap": 0.3})
        ((paper, we, you),) = table.rows
        assert paper == "Statement of overlap. (Table I) Printed, for example, rows left: 2000."
        assert we == (
            "partly (1 of 2 supported, 1 contradicted); not, for example, drift, μ < 4: 0.3183 [0.301, 0.3349]"
        )
        assert you == "0.3"
        assert repr(table) == f"paper | {paper}\n   we | {we}\n  you | {you}"

    def test_ids_may_be_a_list_or_one_by_one(self):
        ids = ["undersampling/table-1", "undersampling/overlap"]
        assert course.paper_we_you(ids) == course.paper_we_you(*ids)

    def test_your_numbers_may_be_a_number_a_text_several_or_missing(self):
        for given, shown in [
            (2000, "2000"),
            ("my word", "my word"),
            ({"a": 1, "b": "c"}, "a: 1; b: c"),
            (None, "–"),
        ]:
            table = course.paper_we_you("undersampling/table-1", you={"undersampling/table-1": given})
            assert table.rows[0][2] == shown

    @pytest.mark.parametrize(
        ("id", "shown"),
        [
            ("table-1", "replicates: 1 of 1 supported; for example rows left: 2000"),
            ("rising", "inconclusive: 1 of 2 supported; undecided, for example, svm: 0.1 [-0.1, 0.3]"),
            ("cards", "no data"),
            ("mail", "no data: The mails are lost; on a stand-in drift, μ < 4: 0.3183 [0.301, 0.3349]"),
        ],
    )
    def test_a_number_of_the_reading_that_decides_stands_beside_the_verdict(self, id, shown):
        assert course.paper_we_you(f"undersampling/{id}").rows[0][1] == shown

    def test_in_html_it_is_a_table_with_a_caption_and_column_heads(self):
        page = course.paper_we_you("undersampling/overlap", you={"undersampling/overlap": "<b>"})._repr_html_()
        assert re.findall(r'<th scope="col"[^>]*>(\w+)<', page) == ["paper", "we", "you"]
        assert "<caption" in page
        assert "&lt;b&gt;" in page
        assert "μ &lt; 4" in page

    def test_a_number_for_no_row_is_one_sentence(self, one_sentence):
        said = one_sentence(course.paper_we_you, "undersampling/table-1", you={"undersampling/tabel-1": 1})
        assert "'undersampling/tabel-1', which is not a row" in said

    def test_a_number_that_is_none_is_one_sentence(self, one_sentence):
        one_sentence(course.paper_we_you, "undersampling/table-1", you={"undersampling/table-1": [1, 2]})


class TestVerdict:
    def test_it_is_text_for_a_line(self):
        verdict = course.verdict("undersampling/overlap")
        assert repr(verdict) == "partly (1 of 2 supported, 1 contradicted) (undersampling/overlap)"
        assert "<strong>partly (1 of 2 supported, 1 contradicted)</strong>" in verdict._repr_html_()

    @pytest.mark.parametrize("id", ["undersampling/tabel-1", "kafka/table-1", "table-1", ""])
    def test_an_unknown_claim_is_one_sentence(self, id, one_sentence):
        assert "no claim" in one_sentence(course.verdict, id)


def test_a_card_marks_code_and_escapes_the_rest():
    card = Card("Head & more", ("take `a < b` or 2 < 3",), "if a < b: ...")
    assert repr(card) == "Head & more\ntake `a < b` or 2 < 3\n    if a < b: ..."
    page = card._repr_html_()
    assert re.search(r"<code [^>]*>a &lt; b</code> or 2 &lt; 3", page)
    assert "<strong>Head &amp; more</strong>" in page
