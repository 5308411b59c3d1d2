"""Scripts are joined into one module that a browser can read."""

import re
import shutil
import subprocess
from collections import Counter

import pytest

from shiftlab_widgets import page

MOVING = "page/page.js"
ENTRIES = ("figure_view.js", "explorer.js", "field_control.js")


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_joined_script_imports_nothing_and_exports_one_thing(entry):
    script = page.script(entry)
    assert not re.search(r"^import ", script, re.M)
    assert re.findall(r"^export .*", script, re.M) == ["export default { render };"]


def test_the_script_of_a_moving_page_imports_and_exports_nothing():
    assert not re.search(r"^(import|export) ", page.script(MOVING), re.M)


@pytest.mark.parametrize("entry", [*ENTRIES, MOVING])
def test_no_name_stands_for_two_things(entry):
    names = re.findall(r"^(?:async )?(?:const|let|function) (\w+)", page.script(entry), re.M)
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_a_module_comes_once_and_after_what_it_needs():
    script = page.script("explorer.js")
    assert script.count("function add(") == 1
    assert script.index("function add(") < script.index("function addControl(") < script.index("function render(")


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_joined_script_can_be_parsed(entry, tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node to parse it")
    path = tmp_path / "joined.mjs"
    path.write_text(page.script(entry), encoding="utf-8")
    subprocess.run([node, "--check", path], check=True)


def test_styles_follow_each_other():
    style = page.style("controls.css", "explorer.css")
    assert style.index(".shiftlab-control ") < style.index(".shiftlab-toolbar {")
