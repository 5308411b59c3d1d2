"""Exercises of judgement: what is said of several choices at once."""

import pytest

from shiftlab.course import registry
from shiftlab.course.judgement import Judgement, judgement

JUDGES = [one for one in registry.exercises().values() if isinstance(one, Judgement)]


def judge(**options):
    """Four situations, each of which is a yes."""
    names = ("a", "b", "c", "d")
    words = {(name, "no"): (f"no to {name}", f"word about {name}") for name in names}
    return judgement("99-x", "", dict.fromkeys(names, "yes"), words, hints=(), praise="", **options)


def said(*choices):
    return judge().assess(dict(zip("abcd", choices, strict=True)))


@pytest.mark.parametrize("written", ["Yes", " YES ", "yes"])
def test_capitals_and_spaces_do_not_matter(written):
    assert said(written, "yes", "yes", "yes").correct


def test_in_every_judgement_choices_may_be_written_large():
    for one in JUDGES:
        assert one.assess({key: choice.upper() for key, choice in one.right.items()}).correct


class TestHowManyAreAsWeSeeIt:
    def test_with_one_choice_off_its_word_is_enough(self):
        assert said("yes", "no", "yes", "yes").message == "`b`: word about b"

    @pytest.mark.parametrize(
        ("choices", "count"),
        [
            (("no", "no", "yes", "yes"), "2 of 4 are as we see it."),
            (("no", "no", "yes", "no"), "1 of 4 is as we see it."),
            (("no", "no", "no", "no"), "None of the 4 is as we see it."),
        ],
    )
    def test_with_more_the_count_is_said_beside_the_first_word(self, choices, count):
        outcome = said(*choices)
        assert outcome.message == f"`a`: word about a ({count})"
        assert outcome.misconception == "no to a"

    def test_what_is_no_choice_is_not_counted(self):
        assert "as we see it" not in said("no", "perhaps", "yes", "yes").message


class TestTheTask:
    def test_each_situation_has_its_story(self):
        stories = dict.fromkeys("abcd", "told")
        task = judge(task="Judge.", stories=stories).task
        assert task.splitlines()[:3] == ["Judge.", "", '- `"a"`: told']

    def test_a_story_of_nothing_is_refused(self):
        with pytest.raises(ValueError, match=r"^99-x: the stories must be of a, b, c, d, in this order\.$"):
            judge(stories={"a": "told"})

    @pytest.mark.parametrize("one", JUDGES, ids=lambda one: one.id)
    def test_each_choice_is_named_where_the_student_reads(self, one):
        page = one.task + one.stub
        assert all(f'"{choice}"' in page.replace("\n# ", " ") for choice in one.choices)
        assert all(key in page for key in one.situations)

    @pytest.mark.parametrize("one", JUDGES, ids=lambda one: one.id)
    def test_its_choices_are_listed_as_in_the_text_and_not_in_the_order_in_which_they_are_right(self, one):
        page = (one.task + one.stub).replace("\n# ", " ")
        assert [*one.choices] == sorted(one.choices, key=lambda choice: page.index(f'"{choice}"'))
        if len(one.choices) > 2:
            assert [*one.choices] != [*dict.fromkeys(one.right.values())]
