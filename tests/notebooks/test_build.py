"""Building a lesson: what comes out, what stays the same, and what the check notices."""

import dataclasses
import json
import re
import sys
from types import SimpleNamespace

import pytest
from documents import ROOT

from shiftlab.course import registry, show
from shiftlab.course.lesson import Lesson

sys.path.insert(0, str(ROOT / "notebooks"))  # the tools beside the lessons, not a package

import build
import lesson_source
import reading_time

SOURCE = """\
# %% [markdown] slideshow={"slide_type": "slide"}
# # {{title}}
#
# Allow {{minutes}} minutes. The counts are as printed: {{claim:undersampling/table-1}}.

# %% [notes]
# Ask the room
# twice.

# %% id="setup"
import os
from shiftlab import course
print("ready", os.environ["SHIFTLAB_STRICT"], os.environ["PYTHONHASHSEED"], os.listdir())

# %%
course.predict("02-drift", None)

# %% tags=["keep-me"] slideshow={"slide_type": "fragment"}
# exercise: 02-posterior

# %%
# exercise: 02-judge

# %%
course.reveal("02-drift")

# %%
class Live:
    def _repr_mimebundle_(self, **_):
        live = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}}
        return {**live, "image/png": "aGk=", "text/plain": "a picture"}

Live()
"""


TINY = Lesson("99", "tiny", "A tiny lesson", 5, "next to nothing", predictions=(), exercises=())


def claim(id):
    return SimpleNamespace(verdict="replicates")


def surroundings(patch):
    """One lesson, and a verdict that does not depend on the last full run."""
    patch.setattr(show, "claim", claim)
    patch.setattr(registry, "lessons", lambda: {"99": TINY})


@pytest.fixture(scope="module", autouse=True)
def all_exercises():
    """Those of the real lessons, looked up before there is only one lesson."""
    return registry.exercises(), registry.predictions()


@pytest.fixture
def real_lessons():
    """For tests that look at the lessons of the course."""


@pytest.fixture(autouse=True)
def one_tiny_lesson(request, monkeypatch):
    if "real_lessons" not in request.fixturenames:
        surroundings(monkeypatch)


def write(folder, text=SOURCE):
    (folder / "source").mkdir(parents=True, exist_ok=True)
    source = folder / "source" / "99_tiny.py"
    source.write_text(text, encoding="utf-8")
    return source


@pytest.fixture(scope="module")
def built_once(tmp_path_factory):
    """The tiny lesson, built and run: once for all tests, which work on copies."""
    folder = tmp_path_factory.mktemp("notebooks")
    write(folder)
    with pytest.MonkeyPatch.context() as patch:
        surroundings(patch)
        assert build.main(["--folder", str(folder)]) == 0
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def folder(built_once, tmp_path):
    for name, content in built_once.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def load(folder, name="99_tiny.ipynb"):
    return json.loads((folder / name).read_text(encoding="utf-8"))


def text_of(cell):
    return "".join(cell["source"])


def outputs_of(cell):
    return json.dumps(cell["outputs"], ensure_ascii=False)


def problems(folder, capsys):
    code = build.main(["--check", "--folder", str(folder)])
    said = capsys.readouterr().err.splitlines()
    assert code == (1 if said else 0)
    return said


class TestBuilt:
    def test_all_three_notebooks_are_there_and_the_check_passes(self, folder, capsys):
        for place in (folder, folder / "solutions", folder / "student"):
            assert [path.name for path in place.glob("*.ipynb")] == ["99_tiny.ipynb"]
        assert problems(folder, capsys) == []

    def test_every_code_cell_was_run_in_order_in_an_empty_folder(self, folder):
        for name in ("99_tiny.ipynb", "solutions/99_tiny.ipynb"):
            code = [cell for cell in load(folder, name)["cells"] if cell["cell_type"] == "code"]
            assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
            assert "ready 1 0 []" in outputs_of(code[0])

    def test_a_student_s_cells_are_the_executed_ones_without_outputs_and_counts(self, folder):
        executed, student = load(folder), load(folder, "student/99_tiny.ipynb")
        for cell in executed["cells"]:
            if cell["cell_type"] == "code":
                cell.update(outputs=[], execution_count=None)
        assert build.canonical(executed) == (folder / "student" / "99_tiny.ipynb").read_text(encoding="utf-8")
        assert build.canonical(student) == build.canonical(executed)

    def test_the_time_that_one_needs_is_said(self, tmp_path, capsys, monkeypatch):
        write(tmp_path)
        monkeypatch.setattr(build, "run", lambda notebook: notebook)
        assert build.main(["--folder", str(tmp_path)]) == 0
        assert "99_tiny: about " in capsys.readouterr().out

    def test_the_student_gets_the_stub_and_the_solutions_the_solution(self, folder):
        student, solved = (load(folder, name)["cells"][3] for name in ("99_tiny.ipynb", "solutions/99_tiny.ipynb"))
        exercise = registry.exercise("02-posterior")
        for cell, answer in ((student, exercise.stub), (solved, exercise.solution)):
            lines = "# exercise: 02-posterior\n" + answer.strip() + '\n\n\ncourse.check("02-posterior", undersampled)'
            assert text_of(cell) == lines
        assert "Not attempted" in outputs_of(student)
        assert "✔ Correct" in outputs_of(solved)

    def test_a_stub_of_one_line_is_followed_by_one_blank_line(self, folder):
        stub = registry.exercise("02-judge").stub.strip()
        lines = f'# exercise: 02-judge\n{stub}\n\ncourse.check("02-judge", answers)'
        assert text_of(load(folder)["cells"][4]) == lines

    def test_title_and_minutes_are_those_that_the_course_lists(self, folder):
        assert text_of(load(folder)["cells"][0]).startswith("# A tiny lesson\n\nAllow 5 minutes.")
        assert load(folder)["metadata"]["title"] == "A tiny lesson"

    def test_another_title_makes_the_notebook_stale(self, folder, monkeypatch, capsys):
        monkeypatch.setattr(registry, "lessons", lambda: {"99": dataclasses.replace(TINY, title="Another title")})
        assert "differs from its source in the source of cell 99-001" in problems(folder, capsys)[0]

    @pytest.mark.parametrize("call", ["predict", "again"])
    def test_a_short_call_is_answered_too(self, tmp_path, call):
        source = write(tmp_path, f'# %%\ncourse.{call}("02-drift")\n')
        assert text_of(lesson_source.convert(source)["cells"][0]) == f'course.{call}("02-drift")'
        answered = lesson_source.convert(source, solved=True)["cells"][0]
        assert text_of(answered) == f'course.{call}("02-drift", "unchanged")'

    def test_predictions_are_open_for_the_student_and_made_in_the_solutions(self, folder):
        student, solved = (load(folder, name)["cells"][2] for name in ("99_tiny.ipynb", "solutions/99_tiny.ipynb"))
        assert text_of(student) == 'course.predict("02-drift", None)'
        assert text_of(solved) == 'course.predict("02-drift", "unchanged")'

    def test_ids_are_those_of_the_source_or_of_the_position(self, folder):
        ids = [cell["id"] for cell in load(folder)["cells"]]
        assert ids == ["99-001", "setup", "99-003", "99-004", "99-005", "99-006", "99-007"]

    def test_slide_types_and_tags_pass_through_and_notes_are_metadata(self, folder):
        cells = load(folder)["cells"]
        assert cells[0]["metadata"] == {
            "shiftlab": {"minutes": 10.5, "notes": "Ask the room\ntwice."},
            "slideshow": {"slide_type": "slide"},
        }
        assert cells[3]["metadata"] == {"slideshow": {"slide_type": "fragment"}, "tags": ["keep-me"]}
        assert not any("Ask the room" in text_of(cell) for cell in cells)

    def test_nothing_volatile_is_kept_and_the_static_picture_is(self, folder):
        notebook = load(folder)
        assert notebook["metadata"] == {
            "kernelspec": lesson_source.KERNEL,
            "language_info": lesson_source.LANGUAGE,
            "title": "A tiny lesson",
        }
        assert all("execution" not in cell["metadata"] for cell in notebook["cells"])
        assert notebook["cells"][-1]["outputs"][0]["data"] == {"image/png": "aGk=", "text/plain": ["a picture"]}

    def test_building_again_changes_nothing(self, folder, built_once):
        assert build.main(["--folder", str(folder)]) == 0
        assert {
            path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        } == built_once


class TestClaims:
    def test_a_mention_becomes_our_verdict(self, folder):
        assert "as printed: **replicates** (claim `undersampling/table-1`)." in text_of(load(folder)["cells"][0])
        assert lesson_source.claims_in(load(folder)) == [("undersampling/table-1", "replicates")]

    def test_another_verdict_makes_the_notebook_stale(self, folder, monkeypatch, capsys):
        monkeypatch.setattr(show, "claim", lambda id: SimpleNamespace(verdict="inconclusive"))
        assert "differs from its source in the source of cell 99-001" in problems(folder, capsys)[0]

    def test_partly_stands_with_its_share(self, folder, monkeypatch):
        evidence = [{"state": state, "primary": True} for state in ("supported", "undecided", "contradicted")]
        partly = SimpleNamespace(verdict="partly", kind="measured", evidence=evidence)
        monkeypatch.setattr(show, "claim", lambda id: partly)
        ((_, said),) = lesson_source.claims_in(lesson_source.convert(folder / "source" / "99_tiny.py"))
        assert said == "partly (1 of 3 supported, 1 contradicted)"

    def test_an_unknown_claim_stops_the_build(self, folder, monkeypatch, capsys):
        monkeypatch.undo()
        write(folder, SOURCE.replace("table-1", "tabel-1"))
        assert build.main(["--check", "--folder", str(folder)]) == 2


class TestConventions:
    def converted(self, tmp_path, text, **options):
        return lesson_source.convert(write(tmp_path, text), **options)["cells"]

    def test_a_deeper_section_is_folded(self, tmp_path):
        opened, folded = self.converted(
            tmp_path, '# %% [markdown]\n# ## A\n\n# %% [markdown] tags=["deeper"]\n# ## B\n'
        )
        assert lesson_source.FOLDED not in opened["metadata"]
        assert folded["metadata"][lesson_source.FOLDED] is True

    def test_what_stands_below_a_folded_heading_is_folded_with_it(self, tmp_path):
        text = '# %% [markdown] tags=["deeper"]\n# ## B\n#\n# More of it.\n\n# %% [notes]\n# Skip it.\n'
        heading, below = self.converted(tmp_path, text)
        assert (heading["source"], below["source"]) == ("## B", "More of it.")
        assert lesson_source.FOLDED in heading["metadata"]
        assert lesson_source.FOLDED not in below["metadata"]
        assert lesson_source.notes_of(below) == "Skip it."

    def test_a_task_is_that_of_the_exercise(self, tmp_path, monkeypatch):
        asked = dataclasses.replace(registry.exercise("02-posterior"), task="Write it. p = 0.1 gives 0.5.")
        monkeypatch.setattr(registry, "exercise", lambda id: asked)
        (cell,) = self.converted(tmp_path, "# %% [markdown]\n# **Exercise 1.** {{task:02-posterior}}\n")
        assert text_of(cell) == "**Exercise 1.** Write it. p = 0.1 gives 0.5."

    def test_a_task_that_is_not_written_stops_the_build(self, tmp_path, monkeypatch, capsys):
        asked = dataclasses.replace(registry.exercise("02-posterior"), task="")
        monkeypatch.setattr(registry, "exercise", lambda id: asked)
        write(tmp_path, "# %% [markdown]\n# {{task:02-posterior}}\n")
        assert build.main(["--folder", str(tmp_path)]) == 2
        assert "02-posterior has no task yet: write it in shiftlab/course/lessons/lesson_02" in capsys.readouterr().err

    @pytest.mark.parametrize("form", ["worked", "alone"])
    def test_a_worked_exercise_comes_with_its_solution(self, tmp_path, monkeypatch, form):
        asked = dataclasses.replace(registry.exercise("02-posterior"), form=form)
        monkeypatch.setattr(registry, "exercise", lambda id: asked)
        (cell,) = self.converted(tmp_path, "# %%\n# exercise: 02-posterior\n")
        assert (asked.solution.strip() in text_of(cell)) == (form == "worked")


class TestTheCheckNotices:
    def change(self, folder, edit, name="99_tiny.ipynb"):
        notebook = load(folder, name)
        edit(notebook)
        (folder / name).write_text(build.canonical(notebook), encoding="utf-8")

    @pytest.mark.parametrize(
        ("edit", "words"),
        [
            (lambda nb: nb["cells"][1]["source"].append("# mine"), "source of cell setup"),
            (lambda nb: nb["cells"][1].update(id="other"), "id of cell setup"),
            (lambda nb: nb["cells"][0]["metadata"].pop("shiftlab"), "metadata of cell 99-001"),
            (
                lambda nb: nb["cells"][3]["metadata"]["slideshow"].update(slide_type="slide"),
                "metadata of cell 99-004",
            ),
            (lambda nb: nb["cells"].pop(), "has 6 cells where its source gives 7"),
            (lambda nb: nb["metadata"].update(title="Other"), "in its metadata"),
            (lambda nb: nb.update(nbformat_minor=4), "in its metadata"),
            (lambda nb: nb.pop("cells"), "is not a notebook"),
        ],
    )
    @pytest.mark.parametrize("name", ["99_tiny.ipynb", "solutions/99_tiny.ipynb", "student/99_tiny.ipynb"])
    def test_a_hand_edit(self, folder, capsys, name, edit, words):
        self.change(folder, edit, name)
        self.one_problem(folder, capsys, name, words)

    @pytest.mark.parametrize(
        ("edit", "words"),
        [
            (lambda cell: cell.update(execution_count=None), "was not run from top to bottom"),
            (lambda cell: cell.update(execution_count=7), "was not run from top to bottom"),
            (
                lambda cell: cell["outputs"].append(
                    {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
                ),
                "has a cell that raised",
            ),
        ],
    )
    @pytest.mark.parametrize("name", ["99_tiny.ipynb", "solutions/99_tiny.ipynb"])
    def test_a_cell_that_did_not_run(self, folder, capsys, name, edit, words):
        self.change(folder, lambda nb: edit(nb["cells"][1]), name)
        self.one_problem(folder, capsys, name, words)

    @pytest.mark.parametrize(
        "edit",
        [
            lambda cell: cell.update(execution_count=1),
            lambda cell: cell["outputs"].append({"output_type": "stream", "name": "stdout", "text": ["4,296"]}),
        ],
    )
    def test_an_answer_in_a_student_s_notebook(self, folder, capsys, edit):
        name = "student/99_tiny.ipynb"
        self.change(folder, lambda nb: edit(nb["cells"][1]), name)
        self.one_problem(folder, capsys, name, "has outputs or counts")

    def one_problem(self, folder, capsys, name, words):
        (said,) = problems(folder, capsys)
        assert said.startswith(name)
        assert words in said
        assert said.endswith(": run make notebooks")

    def test_outputs_are_not_its_business(self, folder, capsys):
        self.change(folder, lambda nb: nb["cells"][1].update(outputs=[]))
        assert problems(folder, capsys) == []

    def test_another_way_of_writing_the_same(self, folder, capsys):
        path = folder / "99_tiny.ipynb"
        path.write_text(json.dumps(load(folder)), encoding="utf-8")
        assert "written by something else" in problems(folder, capsys)[0]

    def test_a_changed_source(self, folder, capsys):
        write(folder, SOURCE.replace('print("ready"', 'print("steady"'))
        assert [re.sub(r" differs.*", "", said) for said in problems(folder, capsys)] == [
            "99_tiny.ipynb",
            "solutions/99_tiny.ipynb",
            "student/99_tiny.ipynb",
        ]

    def test_a_changed_solution(self, folder, capsys, monkeypatch):
        exercise = registry.exercise("02-posterior")
        changed = type(exercise)(**{**vars(exercise), "solution": "undersampled = None"})
        monkeypatch.setattr(
            registry, "exercise", lambda id, real=registry.exercise: changed if id == changed.id else real(id)
        )
        (said,) = problems(folder, capsys)
        assert said.startswith("solutions/99_tiny.ipynb differs")

    def test_a_notebook_that_was_never_built(self, folder, capsys):
        (folder / "99_tiny.ipynb").unlink()
        assert problems(folder, capsys) == ["99_tiny.ipynb has not been built: run make notebooks"]

    def test_a_notebook_without_a_source(self, folder, capsys):
        names = ["98_old.ipynb", "solutions/98_old.ipynb", "student/98_old.ipynb"]
        for name in names:
            (folder / name).write_text("{}")
        assert [said.split()[0] for said in problems(folder, capsys)] == names

    def test_a_lesson_without_a_text(self, folder, capsys, monkeypatch):
        more = dataclasses.replace(TINY, number="98", slug="untold")
        monkeypatch.setattr(registry, "lessons", lambda: {"98": more, "99": TINY})
        assert problems(folder, capsys) == ["lesson 98 has no text: write source/98_untold.py"]

    def test_it_writes_nothing(self, folder, built_once, capsys):
        problems(folder, capsys)
        assert {
            path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        } == built_once


class TestRefused:
    """Sources that would make a bad lesson, each in one line."""

    @pytest.mark.parametrize(
        ("old", "new", "words"),
        [
            (
                "# exercise: 02-posterior\n",
                "# exercise: 02-posterior\ndef undersampled(p, beta): ...\n",
                "the cell of 02-posterior has more than its id",
            ),
            (
                "# %% [markdown] slideshow",
                "# ---\n# jupyter:\n#   title: Mine\n# ---\n\n# %% [markdown] slideshow",
                "99_tiny.py says its title itself: leave that to shiftlab/course/lessons/lesson_99",
            ),
            (
                "# exercise: 02-judge",
                "# exercise: 02-jugde",
                "There is no exercise '02-jugde'; did you mean 02-judge?",
            ),
            ('id="setup"', 'id="99-003"', "two cells have the same id"),
            ('course.reveal("02-drift")', "", "an empty code cell"),
            (
                "# %% [markdown] slideshow",
                "# %% [notes]\n# first\n\n# %% [markdown] slideshow",
                "begins with notes",
            ),
        ],
    )
    def test_in_one_line(self, tmp_path, capsys, old, new, words):
        assert old in SOURCE
        write(tmp_path, SOURCE.replace(old, new))
        assert build.main(["--folder", str(tmp_path)]) == 2
        said = capsys.readouterr().err
        assert said.startswith("notebooks: ")
        assert words in said
        assert not (tmp_path / "99_tiny.ipynb").exists()

    @pytest.mark.parametrize(
        ("lessons", "words"),
        [
            ({}, "99_tiny.py tells a lesson that there is not: make shiftlab/course/lessons/lesson_99"),
            ({"99": dataclasses.replace(TINY, slug="small")}, "99_tiny.py tells lesson 99, whose name is 99_small"),
            ({"99": dataclasses.replace(TINY, told=False)}, "99_tiny.py tells a lesson that says told=False: remove"),
        ],
    )
    def test_a_text_without_a_lesson_or_under_another_name(self, tmp_path, monkeypatch, capsys, lessons, words):
        monkeypatch.setattr(registry, "every_lesson", lambda: lessons)
        monkeypatch.setattr(registry, "lessons", lambda: {n: one for n, one in lessons.items() if one.told})
        write(tmp_path)
        assert build.main(["--folder", str(tmp_path)]) == 2
        assert words in capsys.readouterr().err

    def test_a_cell_that_raises_stops_the_build_and_keeps_the_old_notebook(self, folder, built_once, capsys):
        write(folder, SOURCE.replace("import os\n", "import os\n1 / 0\n"))
        assert build.main(["--folder", str(folder)]) == 1
        assert "ZeroDivisionError" in capsys.readouterr().err
        kept = next(content for name, content in built_once.items() if str(name) == "99_tiny.ipynb")
        assert (folder / "99_tiny.ipynb").read_bytes() == kept

    def test_a_lesson_that_is_not_there(self, tmp_path, capsys):
        write(tmp_path)
        assert build.main(["12", "--folder", str(tmp_path)]) == 2
        assert "there is no lesson 12" in capsys.readouterr().err


def test_the_handout_has_the_notes_under_their_headings(tmp_path, capsys):
    write(tmp_path)
    assert build.main(["--handout", "99", "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "# A tiny lesson: notes\n\n## A tiny lesson\n\nAsk the room\ntwice.\n"


@pytest.mark.usefixtures("real_lessons")
@pytest.mark.parametrize("source", build.sources(ROOT / "notebooks"), ids=lambda path: path.stem)
class TestTheLessons:
    """The real sources, converted but not run."""

    @pytest.fixture
    def cells(self, source):
        return lesson_source.convert(source)["cells"]

    def test_it_has_each_exercise_and_prediction_of_its_number(self, source, cells):
        code = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "code")
        for id in registry.exercises():
            assert (f"# exercise: {id}\n" in code) == id.startswith(source.name[:2])
        for id in registry.predictions():
            for call in (rf'course\.predict\("{id}"(, None)?\)', rf'course\.reveal\("{id}"\)'):
                assert bool(re.search(call, code)) == id.startswith(source.name[:2])

    def test_it_begins_with_what_was_and_ends_with_what_is_learned(self, source, cells):
        lesson = registry.lesson(source.name[:2])
        unfolded = reading_time.unfolded({"cells": cells})  # what is deeper may stand behind the end
        code = [cell["source"] for cell in unfolded if cell["cell_type"] == "code"]
        first = next(nth for nth, cell in enumerate(code) if "course.predict(" in cell or "explore(" in cell)
        older = any(one.number < lesson.number for one in registry.lessons().values())
        assert any(f'course.recall("{lesson.number}")' in cell for cell in code[:first]) == older
        last = max(nth for nth, cell in enumerate(code) if "course.reveal(" in cell)
        assert any(f'course.leave("{lesson.number}")' in cell for cell in code[last:])
        assert any("course.again(" in cell for cell in code[last:]) == older

    def test_it_has_notes_and_slides_and_at_most_25_code_cells_that_are_not_folded_away(self, source, cells):
        assert any(lesson_source.notes_of(cell) for cell in cells)
        assert any("slideshow" in cell["metadata"] for cell in cells)
        assert sum(cell["cell_type"] == "code" for cell in reading_time.unfolded({"cells": cells})) <= 25
