"""Memory: what is asked at the start and the end of a lesson, and again when it is due."""

import dataclasses
from datetime import datetime, timedelta

import pytest

from shiftlab import course
from shiftlab.course import registry
from shiftlab.course.asking import recalling, review
from shiftlab.course.kept import desk as its_desk
from shiftlab.course.kept import progress, reports
from shiftlab.course.question import Question

START = datetime.fromisoformat("2026-03-02T09:00:00+00:00")


def question(lesson, name):
    return Question(
        f"{lesson}-q-{name}", f"What of {name}?", {"this": "", "that": f"not {name}"}, "this", f"so is {name}"
    )


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """Three questions in each lesson."""
    lessons = {
        number: dataclasses.replace(one, questions=tuple(question(number, name) for name in "abc"))
        for number, one in registry.lessons().items()
    }
    monkeypatch.setattr(registry, "lessons", lambda: lessons)
    registry.questions.cache_clear()
    yield
    registry.questions.cache_clear()


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Call it to let days pass."""
    time = [START]
    monkeypatch.setattr(progress, "now", lambda: time[0])
    monkeypatch.setattr(recalling, "now", lambda: time[0])

    def pass_by(days):
        time[0] += timedelta(days)

    return pass_by


def ids(name):
    return [one.id for one, _ in recalling.asked_in(name)]


def due():
    return [one.id for one in recalling.due(its_desk.current().read())]


class TestTheStart:
    def test_the_first_lesson_has_nothing_to_ask(self, desk):
        assert "nothing to ask" in repr(course.recall("00"))

    def test_one_of_the_last_lesson_and_one_of_an_older_one(self, desk):
        assert "2 questions" in repr(course.recall("03"))
        assert [id[:2] for id in ids("03 start")] == ["02", "01"]

    def test_and_one_that_this_student_had_wrong(self, desk):
        course.answer("00-q-c", "that")
        course.recall("03")
        assert [id[:2] for id in ids("03 start")] == ["02", "01", "00"]
        assert ids("03 start")[2] == "00-q-c"

    def test_what_is_due_comes_before_what_was_never_asked(self, desk, clock):
        course.answer("02-q-b", "this")
        clock(2)
        course.recall("03")
        assert ids("03 start")[0] == "02-q-b"

    def test_what_was_never_asked_comes_before_what_is_known(self, desk):
        course.answer("02-q-a", "this")
        course.recall("03")
        assert ids("03 start")[0] == "02-q-b"


class TestARound:
    def test_the_end_asks_two_of_this_lesson(self, desk):
        said = repr(course.leave("02"))
        assert "2 questions" in said
        assert 'course.answer("02-q-a", "...")' in said
        assert ids("02 end") == ["02-q-a", "02-q-b"]

    def test_running_the_cell_again_asks_the_same_and_says_what_was_said(self, desk, another_session):
        course.recall("03")
        first = ids("03 start")
        course.answer(first[0], "that")
        another_session()
        assert "You said `that`: not right." in repr(course.recall("03"))
        assert ids("03 start") == first

    def test_on_another_day_after_all_were_answered_it_begins_anew(self, desk, clock):
        course.leave("02")
        for id in ids("02 end"):
            course.answer(id, "this")
        assert "You said `this`: right." in repr(course.leave("02"))
        clock(1)
        assert "You said" not in repr(course.leave("02"))

    def test_it_tells_no_answer_before_one_has_answered(self, desk):
        text = repr(course.leave("02")) + course.leave("02")._repr_html_()
        assert "so is a" not in text
        assert "not a" not in text


class TestAnAnswer:
    def test_each_choice_has_its_word_and_the_reason(self, desk):
        assert repr(course.answer("02-q-a", "This")) == "✔ Right: this\nso is a"
        assert repr(course.answer("02-q-a", "that")) == "✘ Not that, but this\nnot a\nso is a"

    @pytest.mark.parametrize("choice", ["other", "", None, 3])
    def test_another_word_is_refused_and_not_kept(self, kept, choice):
        assert 'take `"this"` or `"that"`' in repr(course.answer("02-q-a", choice))
        assert kept()["questions"] == {}

    def test_an_unknown_question_is_refused(self, desk):
        with pytest.raises(ValueError, match="There is no question '02-q-z'; did you mean"):
            course.answer("02-q-z", "this")


class TestWhenItIsDue:
    def test_after_1_3_7_and_21_days_and_then_it_rests(self, desk, clock, kept):
        course.answer("02-q-a", "this")
        for days in (1, 3, 7, 21):
            clock(days - 1)
            assert due() == []
            clock(1)
            assert due() == ["02-q-a"]
            course.answer("02-q-a", "this")
        clock(1000)
        assert due() == []
        assert kept()["questions"]["02-q-a"]["due"] is None

    def test_a_wrong_answer_goes_back_to_the_start(self, desk, clock):
        for days in (0, 1, 3):
            clock(days)
            course.answer("02-q-a", "this")
        course.answer("02-q-a", "that")
        clock(1)
        assert due() == ["02-q-a"]

    def test_answering_twice_on_one_day_is_not_knowing_it_for_longer(self, desk, clock):
        for _ in range(4):
            course.answer("02-q-a", "this")
        clock(1)
        assert due() == ["02-q-a"]

    def test_the_longest_waiting_comes_first(self, desk, clock):
        course.answer("02-q-b", "this")
        clock(1)
        course.answer("02-q-a", "that")
        clock(5)
        assert due() == ["02-q-b", "02-q-a"]

    def test_a_question_that_is_asked_no_more_is_not_due(self, desk, clock):
        its_desk.current().question("02-q-gone", lambda entry: entry.update(due="2026-01-01"))
        assert due() == []

    def test_the_report_says_it(self, desk, clock, kept):
        course.answer("02-q-a", "this")
        course.answer("02-q-b", "that")
        assert "1 of 2 answers from memory right; next 2026-03-03." in reports.text(kept())
        clock(1)
        assert "2 due today." in repr(course.report())


class TestReview:
    """``shiftlab review``, in a terminal."""

    @pytest.fixture
    def asks(self, desk, clock):
        def run(*typed):
            said, left = [], iter(typed)

            def read(_):
                try:
                    return next(left)
                except StopIteration:
                    raise EOFError from None

            assert review.ask(desk, read, said.append) == 0
            return said

        for id in ("02-q-a", "02-q-b"):
            course.answer(id, "this")
        clock(1)
        return run

    def test_it_asks_what_is_due_and_says_when_the_next_is(self, asks):
        said = asks("1", "that")
        assert said[0] == "1 of 2 (lesson 02): What of a?"
        assert said[1:3] == ["  1. this", "  2. that"]
        assert said[3].startswith("✔ Right: this")
        assert any(line.startswith("✘ Not that") for line in said)
        assert said[-1] == "Done: the next question comes on 2026-03-04."

    def test_something_else_is_asked_again(self, asks):
        assert asks("7", "x", "2", "1").count("A number from 1 to 2.") == 2

    @pytest.mark.parametrize("typed", [(), ("",)])
    def test_one_may_stop_and_the_rest_stays_due(self, asks, typed):
        assert asks(*typed)[-1] == "The rest stays due."
        assert due() == ["02-q-a", "02-q-b"]

    def test_nothing_due_is_said(self, asks):
        asks("1", "1")
        assert asks() == ["Nothing is due: the next question comes on 2026-03-06."]
