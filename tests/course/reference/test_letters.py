"""The card of letters: a meaning a letter, and only letters that have been introduced."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from shiftlab.course.reference.letters import LETTERS, notation
from shiftlab.course.registry import every_lesson


def test_no_letter_means_two_things():
    signs = [sign.strip() for letter in LETTERS for sign in letter.sign.split(",")]
    assert len(signs) == len(set(signs))


def test_every_letter_has_a_meaning_and_a_lesson_that_there_is():
    for letter in LETTERS:
        assert letter.means
        assert letter.lesson in every_lesson()
    assert [letter.lesson for letter in LETTERS] == sorted(letter.lesson for letter in LETTERS)


@pytest.mark.parametrize(("lesson", "first", "not_yet"), [("00", "β", "w"), ("2", "τ", "κ"), ("03", "κ", "v")])
def test_up_to_a_lesson_later_letters_are_left_out(lesson, first, not_yet):
    signs = [sign.strip() for letter in notation(lesson).letters for sign in letter.sign.split(",")]
    assert first in signs
    assert not_yet not in signs


def test_text_and_html_have_every_letter():
    card = notation()
    rows = ElementTree.fromstring(card._repr_html_()).findall("./tbody/tr")
    assert [row.find("./th").text for row in rows] == [letter.sign for letter in LETTERS]
    assert all(letter.means in repr(card) and letter.papers in repr(card) for letter in LETTERS)


@pytest.mark.parametrize("lesson", ["", "paper", "-1"])
def test_an_unknown_lesson_is_one_sentence(lesson):
    with pytest.raises(ValueError, match="There is no lesson"):
        notation(lesson)
