"""From the two wheels alone, in an environment without a checkout, there is a lesson that runs."""

import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from documents import ROOT

from shiftlab import __version__

RUN = """
import nbformat, nbclient, os, pathlib, sys
lesson, environment = sys.argv[1:]
notebook = nbformat.read(lesson, 4)
own = f"import shiftlab, shiftlab_widgets; assert shiftlab.__file__.startswith({environment!r}), shiftlab.__file__"
notebook.cells.insert(0, nbformat.v4.new_code_cell(own))
folder = {"metadata": {"path": str(pathlib.Path(lesson).parent)}}
nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=folder).execute()

forgotten = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("course.predict('02-drift')")])
client = nbclient.NotebookClient(forgotten, allow_errors=True, kernel_name="python3", resources=folder)
client.execute(env={**os.environ, "JPY_SESSION_NAME": lesson})
print(forgotten.cells[0].outputs[0].evalue)
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheels")
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    for project in (ROOT, ROOT / "widgets"):
        subprocess.run([sys.executable, "-c", build], cwd=project, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """An environment that has what this one has, but for the kit itself; nothing is downloaded."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(
        subprocess.run([folder / "bin" / "python", "-c", script], capture_output=True, text=True).stdout.strip()
    )
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if "shiftlab" not in entry.name and not (site / entry.name).exists():
            (site / entry.name).symlink_to(entry)
    return folder


@pytest.fixture
def run(environment, tmp_path, monkeypatch):
    """Run a program of that environment, which knows of no other Python path, index or checkout."""
    for name in ("PYTHONPATH", "JUPYTER_PATH", "JUPYTER_DATA_DIR", "SHIFTLAB_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    monkeypatch.setenv("HOME", str(tmp_path))  # kernels and settings of whoever tests

    def ran(program, *arguments):
        command = [str(environment / "bin" / program), *map(str, arguments)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done

    return ran


def test_a_lesson_runs_from_the_wheels_alone(wheels, environment, run, tmp_path):
    # the extra brings the live figures, of the same version
    said = run("python", "-m", "pip", "install", "--dry-run", "--find-links", wheels, "shiftlab[lab]").stdout
    assert f"Would install shiftlab-{__version__} shiftlab-widgets-{__version__}" in said

    # who has installed without it is told what is missing, and the cure works as it is printed
    (wheel,) = wheels.glob("shiftlab-*.whl")
    run("python", "-m", "pip", "install", wheel)
    said = run("shiftlab", "start", "02", tmp_path / "course")
    assert "is ready" in said.stdout
    (cure,) = re.findall(r"not installed in this environment: (.*)\n", said.stderr)
    program, *arguments = shlex.split(cure)
    assert Path(program).parent == environment / "bin"
    run("python", *arguments)
    said = run("shiftlab", "reset", "02", tmp_path / "course")
    assert said.stderr == ""

    (lesson,) = (tmp_path / "course").glob("02_undersampling.ipynb")
    said = run("python", "-c", RUN, lesson, environment)
    assert "Run the first code cell of this lesson" in said.stdout
