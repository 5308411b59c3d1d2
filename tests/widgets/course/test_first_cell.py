"""A lesson whose first cell has not run: one sentence, not a NameError about a name that nobody has heard of."""

import json
import os
import shutil

import nbformat
import pytest
from documents import ROOT
from nbclient import NotebookClient

from shiftlab_widgets.course import first_cell

SETTING = ROOT / "widgets" / "ipython-config" / "ipython_kernel_config.json"
CELLS = ["course.predict('02-drift')", "course = 1", "other"]


@pytest.fixture
def run(tmp_path):
    """Run cells in a kernel with the setting that the wheel brings, or without it: their errors, as they are shown."""

    def errors(cells, notebook=None, setting=True):
        profile = tmp_path / f"{setting}" / "profile_default"
        profile.mkdir(parents=True, exist_ok=True)
        if setting:
            shutil.copy(SETTING, profile)
        environment = {**os.environ, "IPYTHONDIR": str(profile.parent)}
        if notebook:
            environment["JPY_SESSION_NAME"] = notebook  # as Jupyter's server says it
        made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        NotebookClient(made, allow_errors=True).execute(env=environment)
        return [output for cell in made.cells for output in cell.outputs]

    return errors


@pytest.mark.parametrize(
    ("notebook", "cells"),
    [
        ("folder/02_undersampling.ipynb", CELLS),
        ("folder/02_undersampling-Copy1.ipynb", CELLS),
        # an editor starts kernels without a server, and says whose they are in their names
        (None, ["__vsc_ipynb_file__ = '/folder/02_undersampling.ipynb'", *CELLS]),
    ],
)
def test_before_it_has_run_there_is_one_sentence_and_afterwards_python_s_own(run, notebook, cells):
    missing, other = run(cells, notebook)
    assert (missing["evalue"], missing["traceback"]) == (first_cell.SENTENCE, [first_cell.SENTENCE])
    assert other["evalue"] == "name 'other' is not defined"


@pytest.mark.parametrize("notebook", ["folder/notes.ipynb", "folder/02_mine.ipynb", None])
def test_another_notebook_says_what_it_says_without_the_kit(run, notebook):
    cells = ["def f():\n    return course\n\nf()"]
    assert run(cells, notebook) == run(cells, notebook, setting=False)


def test_who_watches_for_names_already_goes_on_doing_so(monkeypatch):
    class Watched:
        custom_exceptions = (NameError,)

        def set_custom_exc(self, *_):
            raise AssertionError("displaced")

    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    first_cell.load_ipython_extension(Watched())


def test_the_setting_names_the_extension():
    setting = json.loads(SETTING.read_text(encoding="utf-8"))
    assert setting == {"InteractiveShellApp": {"extra_extensions": [first_cell.__name__]}}
