"""The versions that are declared are those that are tested."""

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
