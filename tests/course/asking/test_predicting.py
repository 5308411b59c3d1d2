"""Predict first: committed before the reveal, and the reveal comes back to it."""

from datetime import datetime

import pytest

from shiftlab import course
from shiftlab.course import registry
from shiftlab.course.prediction import Prediction

PREDICTIONS = list(registry.predictions().values())
every = pytest.mark.parametrize("asked", PREDICTIONS, ids=lambda p: p.id)


def reveals(text, asked):
    return asked.happens in text or asked.why in text


def choices(kept, kind="tries"):
    return [said["choice"] for said in kept()["predictions"]["02-drift"][kind]]


@every
def test_before_a_prediction_nothing_is_revealed(kept, asked):
    for card in (course.reveal(asked.id), course.predict(asked.id, None), course.reveal(asked.id)):
        assert not reveals(repr(card) + card._repr_html_(), asked)
    assert "Commit first" in repr(course.reveal(asked.id))
    assert kept()["predictions"] == {}


@every
def test_the_reveal_says_what_was_predicted_what_happens_and_why(desk, another_session, asked):
    for choice in asked.choices:
        another_session()
        for file in desk.glob(".shiftlab/*"):
            file.unlink()
        assert not reveals(repr(course.predict(asked.id, choice)), asked)
        text = repr(course.reveal(asked.id))
        assert f"You predicted `{choice}`" in text
        assert asked.happens in text
        assert asked.why in text
        assert ("✔ As you predicted" in text) == (choice == asked.answer)
        assert asked.choices[choice] in text


@every
def test_every_wrong_choice_gets_a_word_of_its_own(asked):
    assert [choice for choice, word in asked.choices.items() if not word] == [asked.answer]


def test_a_changed_mind_is_recorded_as_such(kept):
    course.predict("02-drift", "up")
    course.predict("02-drift", "up")
    assert "First you said `up`" in repr(course.predict("02-drift", "down"))
    assert choices(kept) == ["up", "down"]
    assert "You predicted `down`, after first saying `up`." in repr(course.reveal("02-drift"))


def test_after_the_reveal_the_prediction_stays(kept):
    course.predict("02-drift", "up")
    course.reveal("02-drift")
    assert "stays `up`" in repr(course.predict("02-drift", "unchanged"))
    assert choices(kept) == ["up"]
    assert "You predict: up" in repr(course.predict("02-drift", "up")), "running the cell again is harmless"


@pytest.mark.parametrize("choice", ["upp", "", 3, ["up"], True])
def test_an_unknown_choice_is_refused_in_a_sentence_and_not_kept(desk, choice):
    assert 'take `"up"`, `"down"` or `"unchanged"`.' in repr(course.predict("02-drift", choice))
    assert "Commit first" in repr(course.reveal("02-drift"))


def test_case_and_spaces_do_not_matter(desk):
    assert "You predict: about 1,000" in repr(course.predict("00-cost", "  About  1,000 "))


def test_the_prediction_is_still_there_in_another_session(desk, another_session):
    course.predict("02-leaf", "about 1,000")
    another_session()
    assert "You predicted: about 1,000" in repr(course.predict("02-leaf", None))
    assert "You predicted `about 1,000`" in repr(course.reveal("02-leaf"))


def test_an_answer_must_be_among_the_choices():
    with pytest.raises(ValueError, match="not one of the choices"):
        Prediction("x", "?", {"a": "", "b": ""}, "c", "", "")


class TestHowSureAndWhy:
    def test_both_are_kept_with_the_time(self, kept):
        said = repr(course.predict("02-drift", "up", sure="Certain", because=" because  it must "))
        assert "Certain, because it must." in said
        (one,) = kept()["predictions"]["02-drift"]["tries"]
        assert (one["choice"], one["sure"], one["because"]) == ("up", "certain", "because it must")
        assert datetime.fromisoformat(one["time"]).tzinfo is not None

    def test_the_reveal_comes_back_to_it(self, desk):
        course.predict("02-drift", "up", sure="certain")
        assert "You predicted `up` (certain)." in repr(course.reveal("02-drift"))

    def test_who_becomes_less_sure_has_said_so_twice(self, kept):
        for sure in ("certain", "guessing", "guessing"):
            course.predict("02-drift", "up", sure=sure)
        assert [one["sure"] for one in kept()["predictions"]["02-drift"]["tries"]] == ["certain", "guessing"]

    def test_another_word_is_refused_in_a_sentence_and_nothing_is_kept(self, kept):
        said = repr(course.predict("02-drift", "up", sure="quite"))
        assert '`"guessing"`, `"fairly sure"` or `"certain"`' in said
        assert kept()["predictions"] == {}


class TestAgain:
    def test_it_asks_beside_what_was_said_then(self, desk):
        course.predict("02-drift", "up", sure="certain")
        course.reveal("02-drift")
        assert "You said `up` (certain); and now?" in repr(course.again("02-drift"))

    def test_it_is_kept_apart(self, kept):
        course.predict("02-drift", "up")
        course.reveal("02-drift")
        for answer in ("unchanged", "unchanged", "down"):
            course.again("02-drift", answer)
        assert choices(kept) == ["up"]
        assert choices(kept, "again") == ["unchanged", "down"]

    @every
    def test_every_choice_gets_its_word(self, desk, asked):
        course.predict(asked.id, asked.answer)
        course.reveal(asked.id)
        for choice, word in asked.choices.items():
            said = repr(course.again(asked.id, choice))
            assert ("✔ So it is" in said) == (choice == asked.answer)
            assert word in said
            assert asked.why in said

    def test_before_the_reveal_it_tells_nothing(self, kept):
        course.predict("02-drift", "up")
        said = repr(course.again("02-drift", "up"))
        assert said.startswith("○ Not yet")
        assert "again" not in kept()["predictions"]["02-drift"]

    def test_who_did_not_predict_is_asked_too(self, desk):
        course.look("02-drift")
        course.reveal("02-drift")
        assert "You did not predict it" in repr(course.again("02-drift"))
        assert "✔ So it is" in repr(course.again("02-drift", "unchanged"))


def test_who_has_looked_gets_the_reveal_and_no_prediction_any_more(kept):
    course.look("02-drift")
    assert "no prediction any more" in repr(course.predict("02-drift", "up"))
    said = repr(course.reveal("02-drift"))
    assert "You looked without predicting." in said
    assert registry.prediction("02-drift").why in said
    assert "tries" not in kept()["predictions"]["02-drift"]


def test_a_presenter_s_predictions_are_forgotten_with_the_kernel(desk, another_session, monkeypatch):
    monkeypatch.setenv("SHIFTLAB_PROFILE", "presenter")
    course.predict("02-drift", "up")
    assert "You predicted `up`" in repr(course.reveal("02-drift"))
    another_session()
    assert "Predict first" in repr(course.predict("02-drift"))
    assert not [*desk.iterdir()]
