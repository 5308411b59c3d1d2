"""What every lesson asks: questions for later, predictions that can keep a secret, and help that fades."""

import re

import pytest

from shiftlab.course import registry
from shiftlab.course.judgement import Judgement

LESSONS = list(registry.every_lesson().values())
QUESTIONS = [question for lesson in LESSONS for question in lesson.questions]
PREDICTIONS = list(registry.predictions().values())
EXERCISES = list(registry.exercises().values())


def tells(page, told):
    return re.search(rf"(?<![\w.,]){re.escape(told.lower())}(?!\w)", page)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.number)
class TestEachLesson:
    def test_there_are_questions_for_weeks(self, lesson):
        assert len(lesson.questions) >= 6

    def test_the_right_choice_is_not_always_in_one_place(self, lesson):
        assert len({[*one.choices].index(one.answer) for one in lesson.questions}) > 1

    def test_help_fades_from_shown_to_alone(self, lesson):
        forms = {one.form for one in lesson.exercises}
        if lesson.number == "00":
            assert forms == {"faded"}
        else:
            assert {"faded", "alone", "mistake"} <= forms


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
class TestEachQuestion:
    def test_every_wrong_choice_has_a_word_of_its_own(self, question):
        assert [choice for choice, word in question.choices.items() if not word] == [question.answer]
        assert len(set(question.choices.values())) == len(question.choices) >= 2

    def test_the_reason_is_one_or_two_sentences(self, question):
        assert 1 <= len(re.findall(r"[.?](?=\s|$)", question.why)) <= 2

    def test_it_can_be_understood_without_the_page(self, question):
        words = " ".join((question.text, *question.choices, *question.choices.values(), question.why))
        assert not re.search(r"\(\d+\)|\bpreset|\bfigure\b|\bexercise\b|\babove\b the|\bthis lesson\b|World 49", words)

    def test_it_is_about_an_idea_and_not_about_a_number(self, question):
        assert not re.search(r"\d", " ".join(question.choices))


@pytest.mark.parametrize("asked", PREDICTIONS, ids=lambda asked: asked.id)
def test_what_would_tell_the_answer_is_known_and_not_in_the_question(asked):
    assert asked.spoilers
    page = " ".join((asked.question, *asked.choices)).lower()
    assert not [told for told in asked.spoilers if tells(page, told)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.number)
def test_no_exercise_of_a_lesson_tells_what_its_predictions_ask(lesson):
    page = " ".join(f"{one.task} {one.stub} {one.solution}" for one in lesson.exercises).lower()
    for asked in lesson.predictions:
        assert not [told for told in asked.spoilers if tells(page, told)]


@pytest.mark.parametrize("exercise", [one for one in EXERCISES if one.form == "faded"], ids=lambda one: one.id)
def test_a_gap_is_one_line_and_the_rest_is_the_solution(exercise):
    stub, solution = (text.splitlines() for text in (exercise.stub, exercise.solution))
    ((gap, filled),) = [pair for pair in zip(stub, solution, strict=True) if pair[0] != pair[1]]
    assert "..." in gap
    assert filled.split(" = ")[0].split("return")[0] == gap.split(" = ")[0].split("return")[0]


@pytest.mark.parametrize("exercise", [one for one in EXERCISES if one.form == "worked"], ids=lambda one: one.id)
def test_what_is_worked_says_why(exercise):
    assert exercise.solution.count("  # ") >= 2


@pytest.mark.parametrize("exercise", [one for one in EXERCISES if one.form == "mistake"], ids=lambda one: one.id)
def test_a_mistake_is_to_be_found_in_a_table_over_the_answer(exercise):
    assert isinstance(exercise, Judgement)
    for cell in (exercise.stub, exercise.solution):
        table = [line for line in cell.splitlines() if line.startswith("#")]
        assert len(table) > 5
        for key in exercise.situations:
            assert any(re.match(rf"# {key}\b", line) for line in table)
