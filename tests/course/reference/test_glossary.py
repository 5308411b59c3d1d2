"""The words of the course: each is explained once, briefly, and found by every name it has."""

from __future__ import annotations

import re

import pytest

from shiftlab.course.reference.glossary import WORDS, word
from shiftlab.course.registry import every_lesson


def test_a_word_is_found_by_each_of_its_names_in_any_case():
    for one in WORDS:
        for name in (one.name, one.name.upper(), *one.others):
            assert one.says in repr(word(name))


def test_no_name_means_two_things():
    names = [name.casefold() for one in WORDS for name in (one.name, *one.others)]
    assert len(names) == len(set(names))


def test_each_is_explained_in_a_few_sentences_and_introduced_by_a_lesson():
    for one in WORDS:
        assert 1 <= len(re.findall(r"[.:](?= |$)", one.says)) <= 4, one.name
        assert one.says[-1] in ".?"
        assert one.lesson in every_lesson()
        assert f"From lesson {one.lesson}." in repr(word(one.name))


@pytest.mark.parametrize(
    "name",
    ["Brier score", "G-mean", "IC", "KDE", "LMS", "iid", "kernel", "prior", "MAP", "ROC", "label shift", "prior shift",
     "concept drift", "importance weighting", "importance-weighted cross-validation", "effective sample size"],
)  # fmt: skip
def test_what_the_lessons_use_is_explained(name):
    assert name.casefold() in repr(word(name)).casefold()


@pytest.mark.parametrize(
    ("name", "said"), [("efective sample size", "did you mean"), ("zzz", "there are"), (3, "there are")]
)
def test_an_unknown_word_is_one_sentence(name, said):
    with pytest.raises(ValueError, match=said):
        word(name)
