"""The versions that are declared are those that are tested."""

import subprocess
import sys
import tomllib

import pytest
from documents import ROOT
from packaging.requirements import Requirement
from packaging.version import Version

VERSIONS = ROOT / "tests" / "versions"


def pins(name):
    lines = (VERSIONS / name).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def project(folder=""):
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def version(requirement, operator):
    (specifier,) = requirement.specifier
    assert specifier.operator == operator
    return Version(specifier.version)


def test_the_lowest_versions_are_the_bounds_of_pyproject():
    bounds = {one.name: version(one, ">=") for one in map(Requirement, project()["dependencies"])}
    assert {one.name: version(one, "==") for one in pins("lowest.txt")} == bounds


@pytest.mark.parametrize("folder", ["", "widgets"])
def test_bits_are_compared_on_versions_that_are_declared(folder):
    pinned = {one.name: version(one, "==") for one in pins("compared.txt")}
    for one in map(Requirement, project(folder)["dependencies"]):
        assert pinned.get(one.name) is None or pinned[one.name] in one.specifier


def test_only_the_python_of_the_lowest_versions_is_pinned():
    assert {str(one.marker) for one in pins("compared.txt")} == {
        f'python_version == "{project()["requires-python"].removeprefix(">=")}"'
    }


def test_bits_are_compared_here_or_it_is_said_that_they_are_not(tmp_path):
    """In a run of its own: with the declared versions, and with one more that is not installed like this."""
    (tmp_path / "versions").mkdir()
    for name in ("conftest.py", "versions/compared.py"):
        (tmp_path / name).write_text((ROOT / "tests" / name).read_text(encoding="utf-8"))
    (tmp_path / "test_of_bits.py").write_text("import pytest\n@pytest.mark.same_bits\ndef test_bits(): pass\n")
    here = f'python_version == "{sys.version_info.major}.{sys.version_info.minor}"'
    for pin, code in ((f"pytest=={pytest.__version__}", 0), ("pytest==1.0", 5)):
        (tmp_path / "versions" / "compared.txt").write_text(f"{pin} ; {here}\n")
        command = [sys.executable, "-m", "pytest", "-q", "-o", "markers=same_bits", "--rootdir", tmp_path, tmp_path]
        done = subprocess.run([*command, "-p", "no:cacheprovider"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == code, done.stdout
        line = f"tests of the same bits are left out: here is pytest {pytest.__version__}"
        assert (line in done.stdout) == (code == 5)
