"""What the course finds in the folder of lessons, and what it says of what is not there."""

import dataclasses
import sys

import pytest

from shiftlab.course import lessons, registry
from shiftlab.course.kept import progress, reports

NEW = """\
from shiftlab.course.lesson import Lesson

LESSON = Lesson("NN", "slug", "A new lesson", 5, "something new", predictions=(), exercises=())
"""

UNTOLD = """\
import dataclasses

from shiftlab.course.lesson import Lesson
from shiftlab.course.lessons.lesson_00.share import SHARE

ASKED = dataclasses.replace(SHARE, id="NN-first")
LESSON = Lesson("NN", "slug", "To come", 5, "something", predictions=(), exercises=(ASKED,), told=False)
"""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A place beside the lessons for another one: ``shelf(folder, number)``."""

    def put(folder, number, text=NEW):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text(text.replace("NN", number), encoding="utf-8")

    monkeypatch.setattr(lessons, "__path__", [str(tmp_path), *lessons.__path__])
    caches = registry.every_lesson, registry.lessons, registry.exercises, registry.predictions
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


class TestALessonThatIsNotToldYet:
    @pytest.fixture(autouse=True)
    def put(self, shelf):
        shelf("lesson_97", "97", UNTOLD)

    def test_nobody_is_sent_to_it(self, one_sentence):
        assert "97" not in registry.lessons()
        assert "There is no lesson '97'" in one_sentence(registry.lesson, "97")

    def test_what_it_asks_can_be_checked(self):
        assert registry.exercise("97-first").assess(None).kind == "not attempted"

    def test_nobody_owes_its_exercises(self):
        told = sum(len(lesson.exercises) for lesson in registry.lessons().values())
        record = {**progress.empty(), "exercises": {"97-first": {"solved": True}}}
        assert reports.summary(record).startswith(f"0 of {told} exercises solved")
        assert "97-first" not in reports.text(record)


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
    monkeypatch.setattr(registry, "every_lesson", lambda: {"00": first, "01": first})
    registry.exercises.cache_clear()
    assert "two with the id 00-first" in one_sentence(registry.exercises)
    registry.exercises.cache_clear()
