"""Source and verdicts."""

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
    {"label": "drift, μ < 4", "value": 0.31832, "n": 50, "state": "contradicted", "primary": True},
    {"label": "forest", "value": -1.0, "n": 50, "state": "contradicted", "primary": False},
]


@pytest.fixture(autouse=True)
def stored(monkeypatch):
    """Claims of our own: the tests do not depend on the last full run."""
    found = [a_claim("overlap", "partly", EVIDENCE)]

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
        page = course.show_source("shiftlab.course.show.Verdict")._repr_html_()
        assert "&lt;span" in page
        assert 'tabindex="0" role="region" aria-label="shiftlab/course/show.py, line ' in page

    @pytest.mark.parametrize("name", ["shiftlab.posterior.kafka", "kafka", "", "shiftlab..posterior", "."])
    def test_an_unknown_name_is_one_sentence(self, name, one_sentence):
        assert one_sentence(course.show_source, name).startswith("There is nothing called")

    @pytest.mark.parametrize("thing", [3, len, "shiftlab.style.BLUE"])
    def test_what_has_no_source_is_one_sentence(self, thing, one_sentence):
        assert "has no source" in one_sentence(course.show_source, thing)


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


def test_two_dollars_in_a_card_are_no_formula():
    card = Card("Money", ("$5 is not worth $90",))
    assert repr(card) == "Money\n$5 is not worth $90"
    assert "<span>$</span>5 is not worth <span>$</span>90" in card._repr_html_()
