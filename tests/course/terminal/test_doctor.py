"""What the doctor finds, one trouble at a time, and that each has a cure."""

import json
import os
import shutil
import socket
import sys
import webbrowser
from pathlib import Path

import pytest

from shiftlab import __version__
from shiftlab.course.terminal import doctor

HEALTHY = {
    "jupyterlab": "4.6.6",
    "jupyter_server": "2.21.1",
    "ipywidgets": "8.1.9",
    "anywidget": "0.11.0",
    "shiftlab-widgets": __version__,
}


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A machine on which all is well; the tests break one thing each."""
    for name in doctor.EXTENSIONS:
        extension = tmp_path / "prefix" / "share" / "jupyter" / "labextensions" / name
        extension.mkdir(parents=True)
        (extension / "package.json").write_text("{}")
    folders = {
        "data": [tmp_path / "prefix" / "share" / "jupyter"],
        "config": [tmp_path / "home" / ".jupyter", tmp_path / "prefix" / "etc" / "jupyter"],
    }
    monkeypatch.setattr(doctor, "_folders", lambda: folders)
    versions = dict(HEALTHY)
    monkeypatch.setattr(doctor, "_version", versions.get)
    monkeypatch.setattr(doctor, "_origin", lambda: None)
    monkeypatch.setattr(doctor, "_kernelspecs", lambda: {"python3": sys.executable})
    monkeypatch.setattr(webbrowser, "get", lambda: object())
    monkeypatch.setattr(doctor, "PORT", free_port())
    for name in ("JUPYTER_SERVER_URL", "SHIFTLAB_DATA"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path, versions


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def troubles(folder):
    found = doctor.examine(folder)
    assert all("\n         cure: " in str(finding) for finding in found if not finding.fine)
    return {finding.what: finding for finding in found if not finding.fine}


def only(folder, what):
    (found,) = troubles(folder).items()
    assert found[0] == what
    return found[1]


def test_a_healthy_room_has_no_trouble(room):
    assert troubles(room[0]) == {}


@pytest.mark.parametrize("name", doctor.OLDEST)
def test_a_missing_package(room, name):
    del room[1][name]
    assert f'-m pip install "{name}>=' in only(room[0], name).cure


@pytest.mark.parametrize(
    ("name", "old"), [("jupyterlab", "3.6.8"), ("jupyter_server", "1.24.0"), ("ipywidgets", "7.8.1")]
)
def test_an_old_package(room, name, old):
    room[1][name] = old
    assert f"{old} is too old" in only(room[0], name).found


def test_a_release_candidate_is_no_trouble(room):
    room[1]["jupyterlab"] = "5.0.0rc1"
    assert troubles(room[0]) == {}


@pytest.mark.parametrize("version", [None, "0.0.1"])
def test_widgets_that_are_missing_or_of_another_version(room, version):
    room[1]["shiftlab-widgets"] = version
    cure = only(room[0], "shiftlab-widgets").cure
    assert f'-m pip install "shiftlab-widgets=={__version__}"; if it is not found there, add --find-links' in cure


def test_the_widgets_lie_beside_what_shiftlab_was_installed_from(room, monkeypatch):
    room[1]["shiftlab-widgets"] = None
    wheel, checkout = room[0] / "wheels" / "shiftlab.whl", room[0] / "checkout"
    (checkout / "widgets").mkdir(parents=True)
    (checkout / "widgets" / "pyproject.toml").touch()
    for origin, words in [
        (wheel, f'--find-links "{wheel.parent}" "shiftlab-widgets=={__version__}"'),
        (checkout, f'--editable "{checkout / "widgets"}"'),
    ]:
        monkeypatch.setattr(doctor, "_origin", lambda origin=origin: origin)
        assert only(room[0], "shiftlab-widgets").cure.endswith(f"-m pip install {words}")


@pytest.mark.parametrize(
    ("noted", "expected"),
    [
        ({"url": "file:///some/where%20else/shiftlab.whl"}, Path("/some/where else/shiftlab.whl")),
        ({"url": "https://example.org/shiftlab.whl"}, None),
        ({}, None),
    ],
)
def test_where_shiftlab_came_from_is_what_pip_has_noted(monkeypatch, noted, expected):
    class Installed:
        def read_text(self, name):
            return json.dumps(noted) if noted and name == "direct_url.json" else None

    monkeypatch.setattr(doctor, "distribution", lambda name: Installed())
    assert doctor._origin() == expected


def test_what_pip_can_cure_is_one_line(room, monkeypatch):
    assert doctor.at_once(doctor.examine(room[0])) == ""
    del room[1]["anywidget"]
    assert doctor.at_once(doctor.examine(room[0])) == ""  # its own line is as short
    room[1].update({"shiftlab-widgets": None, "ipywidgets": "7.8.1"})
    assert doctor.at_once(doctor.examine(room[0])) == (
        f'"{sys.executable}" -m pip install "ipywidgets>=8.0" "anywidget>=0.9" "shiftlab-widgets=={__version__}"'
    )


def test_starting_a_lesson_without_the_widgets_says_how_to_get_them(room, capsys):
    from shiftlab import cli

    assert cli.main(["start", "02", str(room[0] / "course")]) == 0
    assert capsys.readouterr().err == ""
    room[1]["shiftlab-widgets"] = None
    assert cli.main(["start", "03", str(room[0] / "course")]) == 0
    out, err = capsys.readouterr()
    assert "is ready" in out
    assert "live figures need shiftlab-widgets, not installed in this environment" in err
    assert f'pip install "shiftlab-widgets=={__version__}"' in err


@pytest.mark.parametrize("name", doctor.EXTENSIONS)
def test_an_extension_missing_in_the_browser(room, name):
    (room[0] / "prefix" / "share" / "jupyter" / "labextensions" / name / "package.json").unlink()
    assert "--force-reinstall" in only(room[0], f"{name} in the browser").cure


@pytest.mark.parametrize("off", [{"anywidget": True}, ["anywidget"], {"anywidget:plugin": True}])
def test_an_extension_switched_off(room, off):
    config = room[0] / "prefix" / "etc" / "jupyter" / "labconfig" / "page_config.json"
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({"disabledExtensions": off}))
    assert "labextension enable anywidget" in only(room[0], "anywidget in the browser").cure


def test_without_our_extension_there_is_no_panel_and_the_cure_is_where_the_widgets_are(room):
    shutil.rmtree(room[0] / "prefix" / "share" / "jupyter" / "labextensions" / doctor.OURS)
    found = only(room[0], f"{doctor.OURS} in the browser")
    assert found.found == "missing: no course panel, and nothing to present with"
    assert f'--no-deps "shiftlab-widgets=={__version__}", then restart' in found.cure


def test_an_extension_switched_on_again_or_a_broken_config_is_no_trouble(room):
    config = room[0] / "home" / ".jupyter" / "labconfig" / "page_config.json"
    config.parent.mkdir(parents=True)
    for text in ('{"disabledExtensions": {"anywidget": false}}', '{"disabledExtensions": 1}', "{", "[]"):
        config.write_text(text)
        assert troubles(room[0]) == {}


def test_a_person_may_switch_on_what_the_machine_switches_off(room):
    for place, off in (("prefix/etc/jupyter", True), ("home/.jupyter", False)):
        config = room[0] / place / "labconfig" / "page_config.json"
        config.parent.mkdir(parents=True)
        config.write_text(json.dumps({"disabledExtensions": {"anywidget": off}}))
    assert troubles(room[0]) == {}


@pytest.mark.parametrize("specs", [None, {}, {"ir": "R"}, {"python3": "/opt/other/bin/python"}])
def test_a_kernel_that_is_missing_or_another_python(room, monkeypatch, specs):
    monkeypatch.setattr(doctor, "_kernelspecs", lambda: specs)
    assert "ipykernel install --sys-prefix" in only(room[0], "kernel python3").cure


def test_environments_that_link_to_one_python_are_told_apart(tmp_path):
    other = tmp_path / "bin" / "python"
    other.parent.mkdir()
    os.symlink(os.path.realpath(sys.executable), other)
    assert not doctor.runs_this_python(str(other))
    assert doctor.runs_this_python(os.path.join(os.path.dirname(sys.executable), "python3"))
    assert doctor.runs_this_python("python")


def test_jupyter_here_lists_its_kernels():
    assert "python3" in (doctor._kernelspecs() or {})


def test_jupyter_here_says_where_it_looks(monkeypatch, tmp_path):
    for name, kind in (("JUPYTER_PATH", "data"), ("JUPYTER_CONFIG_PATH", "config")):
        monkeypatch.setenv(name, str(tmp_path))
        folders = doctor._folders()[kind]
        assert tmp_path in folders
        assert any(folder.is_relative_to(sys.prefix) for folder in folders)


def test_a_jupyter_that_does_not_answer_is_trouble(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert doctor._folders() == {"data": [], "config": []}
    assert [finding.found.split(":")[0] for finding in doctor.extensions()] == ["missing"] * len(doctor.EXTENSIONS)
    assert doctor._kernelspecs() is None


def test_a_port_that_is_taken(room, monkeypatch):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        (finding,) = doctor.port(other.getsockname()[1])
        assert not finding.fine
        assert "shiftlab lab --port" in finding.cure
        monkeypatch.setenv("JUPYTER_SERVER_URL", "http://localhost/")
        (finding,) = doctor.port(other.getsockname()[1])
        assert finding.fine


def test_a_port_that_is_blocked(room, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    assert "may not be used" in only(room[0], f"port {doctor.PORT}").found


def test_a_folder_that_cannot_be_written(room, monkeypatch):
    def refuse(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(doctor.tempfile, "TemporaryFile", refuse)
    assert "Read-only file system" in only(room[0] / "not" / "yet", "your folder").found


def test_no_browser(room, monkeypatch):
    def none():
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    assert "--no-browser" in only(room[0], "browser").cure


def test_a_data_folder_that_is_none(room, monkeypatch):
    monkeypatch.setenv("SHIFTLAB_DATA", str(room[0]))
    assert troubles(room[0]) == {}
    monkeypatch.setenv("SHIFTLAB_DATA", str(room[0] / "nowhere"))
    only(room[0], "SHIFTLAB_DATA")


def test_the_exit_code_is_0_only_if_all_is_fine(room, monkeypatch, capsys):
    from argparse import Namespace

    from shiftlab.course.terminal import commands

    assert commands._doctor(Namespace(folder=room[0]), []) == 0
    room[1]["jupyterlab"] = "3.0"
    assert commands._doctor(Namespace(folder=room[0]), []) == 1
    assert "trouble  jupyterlab: 3.0 is too old" in capsys.readouterr().out
