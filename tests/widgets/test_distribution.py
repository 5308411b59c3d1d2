"""The distribution: its files, and light to import."""

import re
import subprocess
import sys
import zipfile

from documents import ROOT

import shiftlab_widgets

WIDGETS = ROOT / "widgets"


def test_the_wheel_has_scripts_styles_and_the_settings_of_servers_and_kernels(tmp_path):
    build = f"from hatchling.build import build_wheel; build_wheel({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=WIDGETS, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = {re.sub(r"^.*\.data/data/", "", name) for name in zipfile.ZipFile(wheel).namelist()}
    assert {
        "shiftlab_widgets/py.typed",
        "shiftlab_widgets/static/figure_view.js",
        "shiftlab_widgets/static/figure_view.css",
        "shiftlab_widgets/static/explorer.js",
        "shiftlab_widgets/static/explorer.css",
        "shiftlab_widgets/static/page/page.html",
        "etc/jupyter/jupyter_server_config.d/shiftlab_widgets.json",
        "etc/ipython/ipython_kernel_config.json",
    } <= names


def test_the_server_loads_neither_widgets_nor_matplotlib():
    code = (
        "import sys, shiftlab_widgets.server\n"
        "print(sorted({'ipywidgets', 'anywidget', 'matplotlib', 'sklearn', 'PIL'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_examples_of_the_readme_run():
    names: dict = {}
    for example in re.findall(r"```python\n(.*?)```", (WIDGETS / "README.md").read_text(encoding="utf-8"), re.S):
        exec(example, names)
    assert any(isinstance(value, shiftlab_widgets.Explorer) for value in names.values())


def test_nothing_in_the_page_comes_from_elsewhere():
    for path in (WIDGETS / "shiftlab_widgets/static").rglob("*.*"):
        assert not re.search(r"https?:", path.read_text(encoding="utf-8")), path.name
