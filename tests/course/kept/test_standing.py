"""How far a student is, in numbers and words."""

from shiftlab.course import registry
from shiftlab.course.kept import standing
from shiftlab.course.kept.record import empty


def of(number, record):
    return next(one for one in standing.standings(record) if one.lesson.number == number)


def test_at_first_nothing_is_done():
    for one in standing.standings(empty()):
        assert {state.text for state in one.exercises} == {"not attempted"}
        assert {state.text for state in one.predictions} == {"not predicted"}
        assert standing.done(one.exercises) == standing.done(one.predictions) == 0
    assert [one.lesson for one in standing.standings(empty())] == [*registry.lessons().values()]


def test_a_lesson_counts_what_is_solved_and_predicted():
    record = empty()
    record["exercises"]["00-first"] = {"solved": True, "tries": 1, "hints": 2}
    record["predictions"]["00-cost"] = {"looked": "today"}
    first = of("00", record)
    assert first.text == "1 of 1 exercise, 0 of 1 prediction"
    assert first.exercises[0].text == "solved, 1 try, 2 hints"
    assert first.predictions[0].text == "looked without predicting"
    exercises = sum(len(one.exercises) for one in registry.lessons().values())
    assert standing.summary(record).startswith(f"1 of {exercises} exercises solved, 0 of ")
