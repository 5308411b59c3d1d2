"""The routes of the course, asked of a server that runs: what ``shiftlab report`` says, for a page."""

import json
import os
import re
import urllib.error
import urllib.request
from urllib.parse import urlencode

import hosts
import pytest

from shiftlab.course import registry
from shiftlab.course.kept import reports
from shiftlab.course.kept.progress import Progress, now
from shiftlab_widgets import tokens


class Site:
    """A server, and the folder that it serves."""

    def __init__(self, host):
        self.host, self.root = host, host.folder

    def ask(self, path, body=None, *, token=True, **query):
        """(status, what was answered)"""
        address = f"http://127.0.0.1:{self.host.port}/shiftlab/{path}?{urlencode(query)}"
        headers = {"Authorization": "token secret"} if token else {}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(address, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            said = error.read()
            return error.code, json.loads(said) if said.startswith(b"{") else said


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with hosts.Host("lab", tmp_path_factory.mktemp("served"), token="secret") as host:
        yield Site(host)


@pytest.fixture
def site(served, request):
    """A course folder of its own for each test, below the server's root, and the requests that name it."""
    name = re.sub(r"\W+", "_", request.node.name)
    folder = served.root / name
    (folder / ".shiftlab").mkdir(parents=True)

    class Here(Site):
        def __init__(self):
            super().__init__(served.host)
            self.folder, self.name, self.record = folder, name, Progress(folder, in_memory=False)

        def ask(self, path, body=None, **query):
            return super().ask(path, body, **{"folder": name, **query})

        def read(self, path="course", **query):
            status, answer = self.ask(path, **query)
            assert status == 200
            return answer

    return Here()


def lesson(site, number):
    return next(one for one in site.read()["lessons"] if one["number"] == number)


def one_sentence_of(answer, status):
    assert answer[0] == status
    assert [*answer[1]] == ["message"]
    said = answer[1]["message"]
    assert said
    assert "\n" not in said
    assert "Traceback" not in said
    return said


class TestCourse:
    def test_it_lists_the_lessons(self, site):
        found = site.read()
        assert found["course"] is True
        assert found["folder"] == site.name
        assert [one["number"] for one in found["lessons"]] == [*registry.lessons()]
        for one in found["lessons"]:
            told = registry.lesson(one["number"])
            assert (one["title"], one["about"], one["minutes"]) == (told.title, told.about, told.minutes)
            assert (one["file"], one["started"], one["aside"]) == (told.file, False, 0)
        assert (found["where"], found["due"], found["profile"]) == (None, 0, "")

    def test_it_says_what_the_report_says(self, site):
        site.record.exercise("00-first", lambda entry: entry.update(tries=2, solved=True, hints=1))
        site.record.exercise("02-posterior", lambda entry: entry.update(tries=1, last="wrong", misconception="odds"))
        said = {"choice": "up", "sure": "certain", "because": "", "time": "2026-01-01"}
        site.record.prediction("02-drift", lambda entry: entry.update(tries=[said], revealed="2026-01-01"))
        lines = reports.text(site.record.read()).splitlines()
        found = site.read()
        assert found["said"] == lines[: len(found["said"])]
        listed = [one for of in found["lessons"] for one in (*of["exercises"], *of["predictions"])]
        assert {tuple(line.split(maxsplit=1)) for line in lines if line.startswith("  ")} == {
            (one["id"], one["state"]) for one in listed
        }
        assert [one["id"] for one in listed if one["done"]] == ["00-first", "02-drift"]
        assert lesson(site, "00")["done"] == "1 of 1 exercise, 0 of 1 prediction"

    def test_elsewhere_there_is_no_course(self, served):
        (served.root / "elsewhere").mkdir(exist_ok=True)
        for folder in ("", "elsewhere", "nowhere"):
            assert served.ask("course", folder=folder) == (200, {"course": False})

    @pytest.mark.parametrize("folder", ["..", "../outside", "a/../../outside", "/../outside"])
    def test_a_folder_above_the_root_is_none_of_its_business(self, served, folder):
        outside = served.root.parent / "outside" / ".shiftlab"
        outside.mkdir(parents=True, exist_ok=True)
        assert served.ask("course", folder=folder) == (200, {"course": False})

    def test_what_a_kernel_has_kept_is_there_at_once(self, site):
        before = site.read()
        site.record.exercise("00-first", lambda entry: entry.update(solved=True))
        assert site.read() != before

    def test_a_record_that_cannot_be_read_is_put_aside(self, site):
        (site.folder / ".shiftlab" / "progress.json").write_text("{")
        assert site.read()["said"][0].startswith("0 of ")
        assert len([*site.folder.glob(".shiftlab/progress.broken*")]) == 1

    def test_who_is_not_signed_in_learns_nothing(self, served):
        for path in ("course", "course/doctor", "course/review", "course/prediction", "course/state"):
            assert served.ask(path, token=False)[0] == 403, path
        assert served.ask("course", {"do": "start", "number": "02"}, token=False)[0] == 403


class TestActions:
    def do(self, site, what, number="02", **more):
        return site.ask("course", {"do": what, "number": number, **more})

    def test_start_fetches_a_lesson(self, site):
        assert self.do(site, "start") == (200, {"file": "02_undersampling.ipynb"})
        assert (site.folder / "02_undersampling.ipynb").read_bytes() == registry.lesson("02").content()
        assert lesson(site, "02")["started"] is True

    def test_start_never_overwrites(self, site):
        (site.folder / "02_undersampling.ipynb").write_bytes(b"mine")
        assert "stays as it is" in one_sentence_of(self.do(site, "start"), 409)
        assert (site.folder / "02_undersampling.ipynb").read_bytes() == b"mine"

    def test_reset_keeps_the_old_copy(self, site):
        (site.folder / "02_undersampling.ipynb").write_bytes(b"mine")
        status, answer = self.do(site, "reset")
        assert status == 200
        assert (site.folder / answer["aside"]).read_bytes() == b"mine"
        assert (site.folder / answer["file"]).read_bytes() == registry.lesson("02").content()
        assert lesson(site, "02")["aside"] == 1

    def test_reset_of_nothing_is_one_sentence(self, site):
        assert "shiftlab start 02 fetches it" in one_sentence_of(self.do(site, "reset"), 409)

    def test_predictions_are_forgotten_and_nothing_else(self, site):
        site.record.prediction("02-drift", lambda entry: entry.update(looked="today"))
        site.record.exercise("02-posterior", lambda entry: entry.update(solved=True))
        assert self.do(site, "forget") == (200, {"forgotten": 1})
        record = site.record.read()
        assert record["predictions"] == {}
        assert record["exercises"] == {"02-posterior": {"solved": True}}

    def test_where_one_stopped_is_kept(self, site):
        self.do(site, "start")
        assert self.do(site, "where", cell="abc", index=7) == (200, {})
        place = site.read()["where"]
        assert (place["number"], place["file"]) == ("02", "02_undersampling.ipynb")
        assert (place["cell"], place["index"]) == ("abc", 7)
        (site.folder / "02_undersampling.ipynb").unlink()
        assert site.read()["where"] is None

    @pytest.mark.parametrize(
        ("body", "status", "says"),
        [
            (b"{", 400, "JSON object"),
            ([], 400, "JSON object"),
            ({"do": "delete", "number": "02"}, 400, "one of start, reset"),
            ({"do": "start"}, 400, '"number" must be that of a lesson'),
            ({"do": "start", "number": "77"}, 404, "There is no lesson '77'"),
            ({"do": "start", "number": "../02"}, 404, "There is no lesson"),
            ({"do": "where", "number": "02", "cell": 3}, 400, '"cell" must be the id'),
            ({"do": "where", "number": "02", "index": -1}, 400, '"cell" must be the id'),
        ],
    )
    def test_what_does_not_fit_is_one_sentence(self, site, body, status, says):
        assert says in one_sentence_of(site.ask("course", body), status)
        assert [path.name for path in site.folder.iterdir()] == [".shiftlab"]

    def test_nothing_is_made_where_there_is_no_course(self, served):
        answer = served.ask("course", {"do": "start", "number": "02"}, folder="nowhere")
        assert "no course folder" in one_sentence_of(answer, 404)
        assert not (served.root / "nowhere").exists()

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
    def test_a_folder_that_cannot_be_written_is_one_sentence(self, site):
        site.folder.chmod(0o500)
        try:
            assert "cannot be written" in one_sentence_of(self.do(site, "start"), 403)
        finally:
            site.folder.chmod(0o700)


class TestReview:
    @pytest.fixture
    def due(self, site):
        question = registry.lesson("00").questions[0]
        site.record.question(question.id, lambda entry: entry.update(step=1, due=now().date().isoformat()))
        return question

    def test_what_is_due_is_asked_without_its_answer(self, site, due):
        assert site.read()["due"] == 1
        (asked,) = site.read("course/review")["due"]
        assert asked == {"id": due.id, "lesson": "00", "text": due.text, "choices": [*due.choices]}

    def test_a_right_answer_is_kept_and_comes_again_later(self, site, due):
        status, said = site.ask("course/review", {"id": due.id, "choice": due.answer})
        assert (status, said["right"]) == (200, True)
        assert due.why in said["body"]
        assert site.read("course/review") == {"due": [], "next": site.record.read()["questions"][due.id]["due"]}

    def test_a_wrong_answer_says_why(self, site, due):
        wrong = next(choice for choice in due.choices if choice != due.answer)
        status, said = site.ask("course/review", {"id": due.id, "choice": wrong})
        assert (status, said["right"]) == (200, False)
        assert said["body"] == [due.choices[wrong], due.why]
        assert site.record.read()["questions"][due.id]["answers"][0]["choice"] == wrong

    def test_what_is_no_choice_is_refused(self, site, due):
        said = one_sentence_of(site.ask("course/review", {"id": due.id, "choice": "perhaps"}), 400)
        assert "'perhaps' is not among the choices" in said
        assert "There is no question" in one_sentence_of(site.ask("course/review", {"id": "x", "choice": "y"}), 404)
        assert one_sentence_of(site.ask("course/review", {}), 404)
        assert "answers" not in site.record.read()["questions"][due.id]


def test_the_doctor_does_not_complain_of_the_server_that_asks(site):
    found = {one["what"]: one for one in site.read("course/doctor")["findings"]}
    assert found["port 8888"]["fine"]
    assert found["your folder"]["fine"]
    assert all(one["fine"] is (not one["cure"]) for one in found.values())


class TestPrediction:
    def test_a_presenter_gets_the_answer_and_what_to_say(self, site):
        asked = registry.prediction("02-drift")
        found = site.read("course/prediction", id="02-drift")
        assert found["question"] == asked.question
        assert found["choices"] == [*asked.choices] == [*found["replies"]]
        assert (found["answer"], found["happens"]) == (asked.answer, asked.happens)
        assert found["replies"] == dict(asked.choices)

    def test_an_unknown_one_is_one_sentence(self, site):
        assert "There is no prediction" in one_sentence_of(site.ask("course/prediction", id="02-nothing"), 404)
        assert one_sentence_of(site.ask("course/prediction"), 404)


class TestState:
    def token(self, name, **settings):
        from shiftlab import experiments

        experiment = experiments.get(name)
        return tokens.encode(experiment, experiment.settings(**settings))

    def test_a_link_says_what_it_shows_and_where(self, site):
        found = site.read("course/state", state=self.token("undersampling", mu=15.0))
        assert (found["experiment"], found["settings"]["mu"], found["changes"]) == ("undersampling", 15.0, "mu=15.0")
        assert found["lessons"] == ["00", "02"]

    def test_every_experiment_with_an_explorer_in_a_lesson_finds_it(self, site):
        assert site.read("course/state", state=self.token("kmm-selection"))["lessons"] == ["03"]

    def test_what_is_no_token_is_one_sentence(self, site):
        for token in ("", "nonsense", self.token("undersampling")[:-9]):
            assert "state token" in one_sentence_of(site.ask("course/state", state=token), 400)
