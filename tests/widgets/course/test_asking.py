"""What the course asks, answered by pressing: the same is kept and said as by typing."""

import pytest

from shiftlab import course
from shiftlab.course import classroom, registry
from shiftlab.course.asking import veil
from shiftlab.course.kept import desk as its_desk
from shiftlab.course.question import Question
from shiftlab_widgets.course import asking

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch, lenient):
    """A student in a folder of their own."""
    its_desk.use(None)
    monkeypatch.setattr(veil, "waiting", {})
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    its_desk.use(None)


def kept(kind="predictions", id="02-drift"):
    return its_desk.current().read()[kind].get(id, {})


def names(form):
    return [button["name"] for button in form.buttons]


def controls(card):
    return asking.controls(card)


class TestShown:
    @pytest.mark.parametrize("card", [course.predict, course.reveal, course.again])
    def test_a_card_that_asks_is_text_and_html_and_controls(self, card):
        shown = card("02-drift")
        data, _ = shown._repr_mimebundle_()
        assert VIEW in data
        assert data["text/plain"] == repr(shown)
        assert data["text/html"] == shown._repr_html_()

    def test_a_card_that_tells_has_none(self):
        assert VIEW not in course.predict("02-drift", "up")._repr_mimebundle_()
        assert VIEW not in course.reveal("02-drift")._repr_mimebundle_()


class TestPredict:
    def test_choices_sureness_and_a_reason_become_a_prediction(self):
        form = controls(course.predict("02-drift"))
        assert [field["name"] for field in form.fields] == ["choice", "sure", "because"]
        assert form.fields[0]["options"] == ["up", "down", "unchanged"]
        form.press("predict", choice="up", sure="certain", because="it must")
        (said,) = kept()["tries"]
        assert (said["choice"], said["sure"], said["because"]) == ("up", "certain", "it must")
        assert "You predict: up" in form.answer
        assert not form.fields

    def test_a_mind_can_be_changed_and_both_are_kept(self):
        form = controls(course.predict("02-drift"))
        form.press("predict", choice="up", sure="", because="")
        form.press("change")
        assert form.fields[0]["chosen"] == "up"
        form.press("predict", choice="down", sure="guessing", because="")
        assert [said["choice"] for said in kept()["tries"]] == ["up", "down"]
        assert "First you said" in form.answer

    def test_after_the_reveal_it_cannot(self):
        course.predict("02-drift", "up")
        form = controls(course.predict("02-drift"))
        course.reveal("02-drift")
        form.press("predict", choice="down", sure="", because="")
        assert [said["choice"] for said in kept()["tries"]] == ["up"]
        assert "stays" in form.answer

    def test_what_was_typed_elsewhere_is_seen(self):
        form = controls(course.predict("02-drift"))
        course.predict("02-drift", "up")
        assert "You predicted: up" in form.answer
        assert names(form) == ["change"]

    def test_what_a_student_writes_is_no_html(self):
        form = controls(course.predict("02-drift"))
        form.press("predict", choice="up", sure="", because="<img src=x onerror=alert(1)>")
        assert "<img" not in form.answer


class TestVeil:
    @pytest.fixture
    def made(self):
        return []

    @pytest.fixture
    def closed(self, made):
        def make():
            made.append("made")
            return [veil.Printed("AUC 0.760"), course.verdict("undersampling/auc-unchanged")]

        return asking.veiled("02-drift", make)

    def shown(self, closed):
        return "".join(part.value for part in closed.children[-1].children)

    def test_nothing_is_made_before(self, closed, made):
        assert repr(closed) == "Veil(closed)"
        assert names(closed.children[0]) == ["predict", "look"]
        assert made == []

    @pytest.mark.parametrize("button", ["predict", "look"])
    def test_a_press_lifts_it_in_place_and_the_form_stays_for_the_focus(self, closed, made, button):
        form = closed.children[0]
        form.press(button, choice="up", sure="", because="")
        assert closed.children[0] is form
        assert "AUC 0.760" in self.shown(closed)
        assert made == ["made"]
        assert bool(kept().get("looked")) == (button == "look")

    def test_a_prediction_made_elsewhere_lifts_it_too(self, closed, made):
        course.predict("02-drift", "up")
        assert repr(closed) == "Veil(lifted)"
        assert len(closed.children) == 1

    def test_afterwards_there_is_no_veil(self, made):
        course.look("02-drift")
        assert asking.veiled("02-drift", lambda: "the thing itself") == "the thing itself"

    def test_a_picture_comes_out_as_such(self):
        picture = asking.Veil("02-drift", lambda: course.picture("undersampling", n=200))
        course.look("02-drift")
        assert "<img src=" in picture.children[0].value

    def test_what_fails_is_a_sentence_for_a_student(self):
        broken = asking.Veil("02-drift", lambda: 1 / 0)
        course.look("02-drift")
        assert "division by zero" in broken.children[0].value

    def test_and_an_error_where_failures_are_raised(self, monkeypatch):
        asking.Veil("02-drift", lambda: 1 / 0)
        monkeypatch.setenv("SHIFTLAB_STRICT", "1")
        with pytest.raises(ZeroDivisionError):
            veil.lift("02-drift")


class TestReveal:
    def test_it_waits_for_the_prediction_and_for_one_more_press(self):
        form = controls(course.reveal("02-drift"))
        why = registry.prediction("02-drift").why
        assert names(form) == []
        course.predict("02-drift", "up")
        assert names(form) == ["reveal"]
        assert not kept().get("revealed")
        form.press("reveal")
        assert why[:20] in form.answer
        assert kept()["revealed"]


class TestAgain:
    def test_it_is_asked_beside_what_was_said_and_kept_apart(self):
        course.predict("02-drift", "up", sure="certain")
        course.reveal("02-drift")
        form = controls(course.again("02-drift"))
        assert "(certain); and now?" in form.legend
        form.press("again", choice="unchanged", sure="", because="")
        assert "✔ So it is" in form.answer
        assert [said["choice"] for said in kept()["again"]] == ["unchanged"]
        assert not form.buttons

    def test_it_knows_what_was_predicted_after_its_cell_had_run(self):
        form = controls(course.again("02-drift"))
        assert "You did not predict it" in form.legend
        course.predict("02-drift", "up")
        assert "You said <code" in form.legend
        assert "up</code>; and now?" in form.legend

    def test_before_the_reveal_it_stays_open(self):
        form = controls(course.again("02-drift"))
        form.press("again", choice="unchanged", sure="", because="")
        assert "Not yet" in form.answer
        assert form.buttons


class TestRecall:
    @pytest.fixture(autouse=True)
    def questions(self, monkeypatch):
        asked = {
            f"02-q-{name}": Question(f"02-q-{name}", f"{name}?", {"yes": "", "no": "n"}, "yes", "y") for name in "ab"
        }
        monkeypatch.setattr(registry, "questions", lambda: asked)
        its_desk.current().round("02 end", lambda entry: entry.update(ids=[*asked], since="2020"))

    def test_each_question_is_answered_by_itself(self):
        first, second = controls(course.leave("02")).children
        first.press("answer", choice="no")
        assert "✘ Not no, but yes" in first.answer
        assert second.answer == ""
        assert [one["right"] for one in kept("questions", "02-q-a")["answers"]] == [False]

    def test_what_was_answered_stays_when_the_cell_runs_again(self):
        course.answer("02-q-a", "yes")
        first, second = controls(course.leave("02")).children
        assert ("✔ Right" in first.answer, names(first), names(second)) == (True, [], ["answer"])


class TestJudging:
    @pytest.fixture
    def form(self):
        return controls(course.check("02-judge", dict.fromkeys(registry.exercise("02-judge").situations)).card)

    def test_an_untouched_dictionary_has_a_list_for_each_situation(self, form):
        exercise = registry.exercise("02-judge")
        assert [field["name"] for field in form.fields] == [*exercise.situations]
        assert all(field["options"] == [*exercise.choices] for field in form.fields)

    def test_the_check_says_what_it_says_to_the_dictionary(self, form):
        situations = registry.exercise("02-judge").situations
        wrong = dict.fromkeys(situations, registry.exercise("02-judge").choices[0])
        form.press("check", **wrong)
        assert form.answer == classroom.check("02-judge", wrong)._repr_html_()
        assert kept("exercises", "02-judge")["tries"] == 2

    def test_what_was_chosen_is_there_when_the_cell_runs_again(self, form):
        exercise = registry.exercise("02-judge")
        form.press("check", **{exercise.situations[0]: exercise.choices[1]})
        again = controls(course.check("02-judge", dict.fromkeys(exercise.situations)).card)
        assert [field["chosen"] for field in again.fields][:2] == [exercise.choices[1], ""]

    def test_a_dictionary_that_was_filled_is_answered_with_a_card(self):
        exercise = registry.exercise("02-judge")
        said = course.check("02-judge", dict.fromkeys(exercise.situations, exercise.choices[0]))
        assert VIEW not in said._repr_mimebundle_()
