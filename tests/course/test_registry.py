"""What the course finds in the folder of lessons, and what it says of what is not there."""

import dataclasses
import sys

import pytest

from shiftlab.course import lessons, progress, registry, reports

NEW = """\
from shiftlab.course.lesson import Lesson

LESSON = Lesson("NN", "slug", "A new lesson", 5, "something new", predictions=(), exercises=())
"""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A place beside the lessons for another one: ``shelf(folder, number)``."""

    def put(folder, number):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text(NEW.replace("NN", number), encoding="utf-8")

    monkeypatch.setattr(lessons, "__path__", [str(tmp_path), *lessons.__path__])
    caches = registry.lessons, registry.exercises, registry.predictions
    for cache in caches:
        cache.cache_clear()
    yield put
    for cache in caches:
        cache.cache_clear()
    for name in [name for name in sys.modules if name.startswith("shiftlab.course.lessons.lesson_9")]:
        del sys.modules[name]


def test_the_lessons_are_numbered_in_their_order():
    assert [*registry.lessons()] == [f"{number:02d}" for number in range(len(registry.lessons()))]


def test_a_new_lesson_is_found_by_its_folder(shelf):
    shelf("lesson_99", "99")
    assert registry.lesson("99").file == "99_slug.ipynb"
    assert [*registry.lessons()] == sorted(registry.lessons())
    assert registry.exercise("02-posterior")


def test_a_lesson_that_asks_nothing_is_no_part_of_a_report(shelf):
    before = reports.text(progress.empty())
    shelf("lesson_99", "99")
    assert reports.text(progress.empty()) == before


def test_a_folder_with_the_lesson_of_another_number_is_one_sentence(shelf, one_sentence):
    shelf("lesson_98", "99")
    assert "lesson_98 has the lesson 99" in one_sentence(registry.lessons)


def test_what_a_lesson_asks_begins_with_its_number(one_sentence):
    first = registry.lesson("00")
    assert "must begin with 07-" in one_sentence(dataclasses.replace, first, number="07")


@pytest.mark.parametrize("number", ["2", "02", " 2 ", 2])
def test_a_number_may_be_written_without_its_zero(number):
    assert registry.lesson(number).name == "02_undersampling"


def test_two_exercises_with_one_id_are_one_sentence(monkeypatch, one_sentence):
    first = registry.lesson("00")
    monkeypatch.setattr(registry, "lessons", lambda: {"00": first, "01": first})
    registry.exercises.cache_clear()
    assert "two with the id 00-first" in one_sentence(registry.exercises)
    registry.exercises.cache_clear()
