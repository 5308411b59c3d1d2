"""What ``shiftlab lab`` gives its JupyterLab: defaults, and nothing of anybody else's changed."""

import json
import os
import subprocess
import sys

import pytest

from shiftlab.course.terminal import surroundings


def test_what_others_have_named_comes_first_and_ours_once():
    environment = {"JUPYTER_CONFIG_PATH": "/theirs"}
    for _ in range(2):
        environment = surroundings.environment(environment)
    assert environment["JUPYTER_CONFIG_PATH"] == os.pathsep.join(["/theirs", str(surroundings.JUPYTER)])
    assert surroundings.environment({})["JUPYTER_CONFIG_PATH"] == str(surroundings.JUPYTER)


def test_jupyterlab_knows_the_settings_that_are_named():
    import jupyterlab

    schemas = os.path.join(os.path.dirname(jupyterlab.__file__), "schemas")
    file = surroundings.JUPYTER / "labconfig" / "default_setting_overrides.json"
    for plugin, settings in json.loads(file.read_text(encoding="utf-8")).items():
        package, name = plugin.split(":")
        with open(os.path.join(schemas, package, f"{name}.json"), encoding="utf-8") as known:
            assert set(settings) <= set(json.load(known)["properties"])


@pytest.mark.parametrize("own", [None, {"fetchNews": "true"}])
def test_what_a_person_has_set_counts(tmp_path, own):
    settings = tmp_path / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    if own:
        (settings / "notification.jupyterlab-settings").write_text(json.dumps(own))
    code = """
import json, os, sys
import jupyterlab
from jupyterlab_server.settings_utils import _get_overrides, get_settings
schemas = os.path.join(os.path.dirname(jupyterlab.__file__), "schemas")
overrides, _ = _get_overrides(sys.argv[1])
name = "@jupyterlab/apputils-extension:notification"
found, _ = get_settings(sys.argv[1], schemas, sys.argv[1], schema_name=name, overrides=overrides)
print(json.dumps([found["schema"]["properties"]["fetchNews"]["default"], found["settings"]]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env=surroundings.environment(os.environ),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == ["false", own or {}]
