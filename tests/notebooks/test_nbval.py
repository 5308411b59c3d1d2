"""That nbval, run as `make nbval` runs it, notices what it is there for; and that nothing escapes it unrun."""

import json
import os
import re
import subprocess
import sys

import nbformat
import pytest
from documents import ROOT

from shiftlab.course import registry
from shiftlab.course.lesson import Lesson

sys.path.insert(0, str(ROOT / "notebooks"))  # the tools beside the lessons, not a package

import build

BUILT = sorted([*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / "notebooks" / "solutions").glob("*.ipynb")])
# What the Makefile runs, without the workers, where outputs are compared.
ELSEWHERE = "$$($(BIN)/python tests/versions/compared.py || echo -lax)"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8").replace(ELSEWHERE, "")
COMMAND = re.search(r"SHIFTLAB_STRICT=1 \$\(BIN\)/python (-m pytest.*?--nbval .*?)notebooks/\*", MAKEFILE, re.S)
EXPLORER = 'from shiftlab_widgets import explore\nexplorer = explore("undersampling", n=1000)\nexplorer'
BREAK = """\
def broken(artists, result):
    raise RuntimeError("the dog ate it")

vars(explorer.experiment.picture)["update"] = broken"""
PLAY = "explorer.play_presets()\nexplorer"


def nbval(path):
    """(whether it passes, what it says), on a notebook that the build has run."""
    words = re.sub(r"\\\n", " ", COMMAND[1]).split()
    words = [word for word in words if word not in ("-n", "$(JOBS)", "--dist", "loadfile")]
    words = [str(ROOT / word) if word.endswith(".cfg") else word for word in words]
    done = subprocess.run(
        [sys.executable, *words, "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), str(path)],
        env={**os.environ, "SHIFTLAB_STRICT": "1"},
        cwd=path.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 0, done.stdout


def ran(tmp_path, *cells):
    """A notebook of these cells, run and stored as a lesson is."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path = tmp_path / "lesson.ipynb"
    nbformat.write(build.run(notebook), path)
    return path


def edit(path, change):
    notebook = nbformat.read(path, as_version=4)
    change(notebook["cells"])
    nbformat.write(notebook, path)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A notebook as it should be: an explorer and its sentence, a number, and its presets played."""
    number = "from shiftlab import posterior\nprint(f'{posterior.corrected_posterior(0.5, 1 / 9):.3f}')"
    return ran(tmp_path_factory.mktemp("sound"), EXPLORER, "explorer.text", number, "# break", PLAY)


def test_callbacks_that_raise_and_outputs_that_drift_are_noticed_each(sound, tmp_path):
    path = tmp_path / sound.name
    path.write_bytes(sound.read_bytes())

    def damage(cells):
        text = cells[1]["outputs"][0]["data"]["text/plain"]
        assert "Brier score 0.0" in text
        cells[1]["outputs"][0]["data"]["text/plain"] = text.replace("0.0", "0.1", 1)
        assert cells[2]["outputs"][0]["text"] == "0.100\n"
        cells[2]["outputs"][0]["text"] = "0.101\n"
        cells[3].update(source=BREAK)

    edit(path, damage)
    passed, said = nbval(path)
    assert not passed
    failed = re.findall(r"^FAILED \S+::Cell (\d+)", said, re.MULTILINE)
    assert failed == ["1", "2", "4"]  # the sentence, the number, and what the broken callback stops
    assert "0.101" in said
    assert "the dog ate it" in said


def test_a_notebook_that_was_stored_unrun_passes_nbval_and_is_stopped_by_the_guard(tmp_path, capsys, monkeypatch):
    tiny = Lesson("98", "tiny", "A tiny lesson", 5, "next to nothing", predictions=(), exercises=())
    monkeypatch.setattr(registry, "lessons", lambda: {"98": tiny})
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "98_tiny.py").write_text("# %%\nprint(1)\n", encoding="utf-8")
    assert build.main(["--folder", str(tmp_path)]) == 0
    path = tmp_path / "98_tiny.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell.update(outputs=[], execution_count=None)
    path.write_text(build.canonical(notebook), encoding="utf-8")
    assert nbval(path)[0], "nbval has begun to notice this by itself"
    capsys.readouterr()
    assert build.main(["--check", "--folder", str(tmp_path)]) == 1
    assert "98_tiny.ipynb was not run from top to bottom" in capsys.readouterr().err


def test_the_lane_checks_the_build_first_and_then_every_lesson():
    lane = re.sub(r"\\\n\s*", "", MAKEFILE.partition("\nnbval:")[2].partition("\n\n")[0])
    assert lane.index("notebooks/build.py --check &&") < lane.index("SHIFTLAB_STRICT=1") < lane.index("--nbval")
    assert "--nbval " in lane
    assert lane.rstrip(")").endswith("notebooks/*.ipynb notebooks/solutions/*.ipynb")
    assert {path.name for path in BUILT} == {f"{source.stem}.ipynb" for source in build.sources(ROOT / "notebooks")}


@pytest.mark.parametrize("path", BUILT, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_code_cell_was_run_and_says_something(path):
    cells = [cell for cell in nbformat.read(path, as_version=4)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    # a cell without an output is compared with nothing
    assert [cell["source"] for cell in cells if not cell["outputs"]] == []
    assert [cell["source"] for cell in cells if "raises-exception" in cell["metadata"].get("tags", [])] == []
