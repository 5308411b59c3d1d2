"""The veil: what tells an answer is not there before it was asked for, and no reload or second run gets past it."""

import subprocess
import sys

import pytest

from shiftlab import course
from shiftlab.course.asking import veil


@pytest.fixture
def table(desk, capsys):
    """Run the cell of a table that would tell the answer: what it prints."""

    def run(id="02-drift"):
        @course.after(id)
        def table():
            print("AUC 0.760 and 0.760")
            return "and a value"

        return capsys.readouterr().out

    return run


def test_before_the_prediction_there_is_the_question_and_both_ways_on(table):
    said = table()
    assert "0.760" not in said
    assert "What does AUC do?" in said
    assert 'course.predict("02-drift", "...")' in said
    assert 'course.look("02-drift")' in said


def test_running_it_again_does_not_get_past_it(table, another_session):
    table()
    another_session()
    assert "0.760" not in table()


@pytest.mark.parametrize("way", [lambda: course.predict("02-drift", "up"), lambda: course.look("02-drift")])
def test_afterwards_it_runs_at_once_also_in_another_session(table, another_session, way):
    way()
    another_session()
    said = table()
    assert said == "AUC 0.760 and 0.760\nand a value\n"


def test_each_prediction_lifts_its_own(table):
    course.predict("02-drift", "up")
    assert "0.760" not in table("02-leaf")


def test_a_choice_that_is_none_lifts_nothing(table):
    course.predict("02-drift", "sideways")
    assert "0.760" not in table()


def test_where_outputs_are_compared_it_is_open(table, monkeypatch):
    monkeypatch.setenv("SHIFTLAB_STRICT", "1")
    assert "0.760" in table()


@pytest.mark.parametrize(
    "call", [lambda id: course.after(id)(print), lambda id: course.picture("x", after=id), course.look]
)
def test_a_misspelt_prediction_is_no_open_door(desk, call):
    with pytest.raises(ValueError, match=r"There is no prediction '02-drfit'; did you mean 02-drift\?"):
        call("02-drfit")


class TestPictures:
    def test_a_picture_is_veiled_with_its_alternative_text(self, desk):
        closed = course.picture("undersampling", after="02-drift", n=200)
        assert "AUC" in repr(closed)
        assert "0." not in repr(closed)
        assert "image/png" not in str(closed._repr_mimebundle_())

    def test_it_is_drawn_once_one_has_predicted(self, desk):
        course.predict("02-drift", "up")
        data, _ = course.picture("undersampling", after="02-drift", n=200)._repr_mimebundle_()
        assert "image/png" in data


class TestThoseWhoWait:
    def test_they_are_told_once(self, desk):
        told = []
        veil.when_lifted("02-drift", lambda: told.append("drift"))
        veil.when_lifted("02-leaf", lambda: told.append("leaf"))
        course.predict("02-drift", "up")
        course.predict("02-drift", "down")
        assert told == ["drift"]
        course.look("02-leaf")
        assert told == ["drift", "leaf"]

    def test_what_was_printed_and_returned_can_be_shown_later(self, desk, monkeypatch):
        shown = []
        monkeypatch.setattr(veil.front, "show", shown.append)

        @course.after("02-drift")
        def table():
            print("0.760")
            return course.report()

        printed, value = shown[0].control.make()
        assert (printed, value.head) == ("0.760\n", "Your progress")


def test_in_a_notebook_it_is_a_card_and_never_imports_the_front_end(desk):
    code = (
        "import builtins; shown = []; builtins.display = shown.append\n"
        "from shiftlab import course\n"
        "@course.after('02-drift')\n"
        "def table(): print('told')\n"
        "assert 'Predict first' in shown[0]._repr_html_()\n"
        "import sys; assert not {'IPython', 'ipywidgets', 'shiftlab_widgets'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=desk, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
