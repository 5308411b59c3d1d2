"""A lesson whose first cell has not run: one sentence, not a NameError about a name that nobody has heard of."""

import os
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from shiftlab.course.terminal import first_cell


def said(cells, notebook, inherited=None):
    """The errors of these cells in a kernel that belongs to a notebook of this name."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    environment = {**first_cell.environment({**os.environ, **(inherited or {})}), "JPY_SESSION_NAME": notebook}
    NotebookClient(made, allow_errors=True).execute(env=environment)
    outputs = [output for cell in made.cells for output in cell.outputs]
    return [output.get("evalue", output.get("text")) for output in outputs]


def test_before_it_has_run_there_is_one_sentence_and_afterwards_python_s_own(tmp_path):
    before = tmp_path / "before.py"
    before.write_text("mine = 'kept'", encoding="utf-8")
    cells = ["course.predict('02-drift')", "print(mine, 'watch' in globals())", "course = 1", "other"]
    found = said(cells, "folder/02_undersampling.ipynb", {"PYTHONSTARTUP": str(before)})
    assert found == [first_cell.SENTENCE, "kept False\n", "name 'other' is not defined"]


def test_another_notebook_is_left_alone():
    assert said(["course"], "folder/notes.ipynb") == ["name 'course' is not defined"]


def test_a_python_in_a_terminal_of_the_server_is_left_alone():
    environment = first_cell.environment(os.environ)
    code = f"exec(open({environment['PYTHONSTARTUP']!r}).read()); print(sorted(n for n in globals() if n[0] != '_'))"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("times", [1, 2])
def test_what_was_named_before_is_not_lost(times):
    environment = {"PYTHONSTARTUP": "/mine.py"}
    for _ in range(times):
        environment = first_cell.environment(environment)
    assert environment == {"PYTHONSTARTUP": str(first_cell.STARTUP), first_cell.BEFORE: "/mine.py"}
