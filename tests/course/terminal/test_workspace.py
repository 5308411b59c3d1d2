"""A student's folder: nothing of theirs is overwritten, whenever the machine stops."""

import argparse
import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from shiftlab import course
from shiftlab.course import lesson, registry
from shiftlab.course.terminal import commands, workspace
from shiftlab.support import files

MINE = b"an hour of work"


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def run(*arguments):
    """A command as the command line calls it."""
    parser = argparse.ArgumentParser()
    commands.add_commands(parser.add_subparsers(required=True))
    given = parser.parse_args([str(argument) for argument in arguments])
    return given.command(given, [])


class TestStart:
    def test_it_copies_the_lesson(self, shelf, tmp_path):
        assert workspace.start("2", tmp_path / "new").read_bytes() == b"fresh 02"
        assert [*contents(tmp_path / "new")] == ["02_undersampling.ipynb"]

    def test_it_never_overwrites_and_says_so(self, shelf, tmp_path, one_sentence_like):
        (tmp_path / "02_undersampling.ipynb").write_bytes(MINE)
        said = one_sentence_like(workspace.start, "02", tmp_path)
        assert "is there already and stays as it is" in said
        assert contents(tmp_path) == {"02_undersampling.ipynb": MINE}

    def test_interrupted_it_leaves_no_half_lesson(self, shelf, tmp_path, interrupted_at):
        for step in interrupted_at(lambda: workspace.start("02", tmp_path)):
            left = contents(tmp_path)
            assert set(left.values()) <= {b"fresh 02"}, step
            shutil.rmtree(tmp_path)
            tmp_path.mkdir()

    def test_without_hard_links_it_works_and_does_not_overwrite_either(self, shelf, tmp_path, monkeypatch):
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(PermissionError(1, "not here")))
        target = workspace.start("02", tmp_path)
        target.write_bytes(MINE)
        with pytest.raises(ValueError, match="stays as it is"):
            workspace.start("02", tmp_path)
        assert contents(tmp_path) == {"02_undersampling.ipynb": MINE}

    def test_an_unknown_lesson_is_one_sentence(self, one_sentence, tmp_path):
        assert "there are 00 (Start here), 01" in one_sentence(workspace.start, "77", tmp_path)

    def test_an_unbuilt_lesson_says_how_to_build_it(self, tmp_path, monkeypatch):
        for place in ("PACKAGED", "CHECKOUT"):
            monkeypatch.setattr(lesson, place, tmp_path / "nowhere")
        with pytest.raises(FileNotFoundError, match="make notebooks"):
            workspace.start("02", tmp_path)


class TestReset:
    @pytest.fixture
    def folder(self, shelf, tmp_path):
        (tmp_path / "02_undersampling.ipynb").write_bytes(MINE)
        return tmp_path

    def test_the_old_copy_is_put_aside_with_a_date(self, folder):
        fresh, aside = workspace.reset("02", folder)
        assert fresh.read_bytes() == b"fresh 02"
        assert aside.read_bytes() == MINE
        assert re.fullmatch(r"02_undersampling\.\d{4}-\d\d-\d\d-\d{6}\.ipynb", aside.name)

    def test_three_in_one_second_keep_all_three(self, folder, monkeypatch):
        for k in range(3):
            (folder / "02_undersampling.ipynb").write_bytes(MINE + bytes([k]))
            workspace.reset("02", folder)
        assert set(contents(folder).values()) == {b"fresh 02", *(MINE + bytes([k]) for k in range(3))}

    def test_a_name_taken_at_the_last_moment_is_not_overwritten(self, folder, monkeypatch):
        real, other = files.dated, []

        def taken(path, word=""):
            name = real(path, word)
            if not other:
                other.append(name)
                name.write_bytes(b"of another reset")
            return name

        monkeypatch.setattr(files, "dated", taken)
        _, aside = workspace.reset("02", folder)
        assert aside.read_bytes() == MINE
        assert other[0].read_bytes() == b"of another reset"

    def test_interrupted_at_any_step_the_work_is_there(self, folder, interrupted_at):
        steps = 0
        for step in interrupted_at(lambda: workspace.reset("02", folder)):
            steps += 1
            left = contents(folder)
            assert MINE in left.values(), step
            assert left["02_undersampling.ipynb"] in (MINE, b"fresh 02"), step
            assert set(left.values()) <= {MINE, b"fresh 02"}, step
            for name in [*left]:
                (folder / name).unlink()
            (folder / "02_undersampling.ipynb").write_bytes(MINE)
        assert steps >= 6

    def test_nothing_to_reset_is_one_sentence(self, shelf, tmp_path, one_sentence_like):
        assert "shiftlab start 02 fetches it" in one_sentence_like(workspace.reset, "02", tmp_path)
        assert contents(tmp_path) == {}

    def test_an_unbuilt_lesson_leaves_the_work_alone(self, folder, shelf):
        (shelf / "02_undersampling.ipynb").unlink()
        with pytest.raises(FileNotFoundError):
            workspace.reset("02", folder)
        assert contents(folder) == {"02_undersampling.ipynb": MINE}


class Stop(BaseException):
    """The machine stops here."""


@pytest.fixture
def interrupted_at(monkeypatch):
    """Run something again and again, stopping before and after each call that changes the disk."""

    def stopping(real, countdown):
        def step(*arguments, **named):
            if next(countdown) == 0:
                raise Stop
            result = real(*arguments, **named)
            if next(countdown) == 0:
                raise Stop
            return result

        return step

    def runs(work):
        for stop_at in itertools.count():
            countdown = itertools.count(stop_at, -1)
            with monkeypatch.context() as patched:
                for name in ("link", "replace", "fsync", "chmod", "fdopen"):
                    patched.setattr(os, name, stopping(getattr(os, name), countdown))
                try:
                    work()
                except Stop:
                    pass
                else:
                    return
            yield stop_at

    return runs


@pytest.fixture
def one_sentence_like():
    """A refusal of the command line: one line, no full stop needed."""

    def refused(call, *arguments):
        with pytest.raises(ValueError) as caught:  # noqa: PT011  what it says is checked by the caller
            call(*arguments)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    return refused


class TestLab:
    @pytest.fixture
    def started(self, monkeypatch):
        """What would have been run, and where."""
        calls = []

        def fake(command, folder):
            calls.append((command, folder))
            return 0

        monkeypatch.setattr(commands, "serve", fake)
        return calls

    def test_it_makes_a_folder_and_opens_lesson_00_in_it_with_this_python(self, shelf, tmp_path, started, capsys):
        assert run("lab", tmp_path / "mine") == 0
        assert {*contents(tmp_path / "mine")} == {"00_start_here.ipynb", "README.md"}
        ((command, cwd),) = started
        assert cwd == tmp_path / "mine"
        assert command[:3] == [sys.executable, "-m", "jupyterlab"]
        assert command[-1] == "--LabApp.default_url=/lab/tree/00_start_here.ipynb"
        assert "made 00_start_here.ipynb, README.md" in capsys.readouterr().out

    def test_the_second_time_everything_stays(self, shelf, tmp_path, started, capsys):
        run("lab", tmp_path)
        for path in tmp_path.glob("*.*"):
            if path.is_file():
                path.write_bytes(MINE)
        before = contents(tmp_path)
        assert run("lab", tmp_path) == 0
        assert contents(tmp_path) == before
        assert "as you left it" in capsys.readouterr().out

    def test_it_asks_the_network_for_nothing(self, shelf, tmp_path, started):
        run("lab", tmp_path)
        ((command, _),) = started
        assert {"--LabApp.news_url=None", "--LabApp.extension_manager=readonly"} <= {*command}
        assert "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate" in command

    def test_jupyterlab_has_the_options_that_we_name(self):
        from jupyterlab import NeverCheckForUpdate
        from jupyterlab.labapp import LabApp

        assert NeverCheckForUpdate
        assert {"news_url", "check_for_updates_class", "extension_manager", "default_url"} <= set(
            LabApp.class_trait_names()
        )

    @pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
    def test_root_is_allowed_where_one_is_root(self, monkeypatch, user, allowed):
        monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
        assert ("--allow-root" in commands.lab_command("x.ipynb", None, browser=True)) == allowed

    def test_port_and_browser_can_be_chosen(self):
        command = commands.lab_command("x.ipynb", 9999, browser=False)
        assert {"--ServerApp.port=9999", "--no-browser"} <= {*command}

    def test_its_exit_code_is_jupyterlabs(self, shelf, tmp_path, monkeypatch):
        monkeypatch.setattr(commands, "lab_command", lambda *_, **__: [sys.executable, "-c", "raise SystemExit(3)"])
        assert run("lab", tmp_path) == 3

    def test_control_c_is_left_to_jupyterlab(self, tmp_path, monkeypatch):
        class Process:
            pressed = 0

            def __init__(self, command, cwd, env):
                pass

            def wait(self):
                Process.pressed += 1
                if Process.pressed < 3:
                    raise KeyboardInterrupt
                return 0

        monkeypatch.setattr(commands.subprocess, "Popen", Process)
        assert commands.serve(["jupyter"], tmp_path) == 0

    @pytest.mark.skipif(os.name != "posix", reason="elsewhere a process is ended without being asked")
    def test_who_ends_it_ends_jupyterlab(self, tmp_path):
        begun = tmp_path / "begun"
        server = "import pathlib, time; pathlib.Path('begun').touch(); time.sleep(60)"
        code = f"""
import pathlib, sys
from shiftlab.course.terminal import commands
print(commands.serve([sys.executable, "-c", {server!r}], pathlib.Path({str(tmp_path)!r})))
"""
        ours = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        while not begun.exists():
            assert ours.poll() is None
            time.sleep(0.02)
        ours.terminate()
        said, _ = ours.communicate(timeout=30)
        assert said.strip() == str(-signal.SIGTERM)  # how the server ended

    def test_without_jupyterlab_it_is_one_line_and_nothing_is_made(
        self, shelf, tmp_path, monkeypatch, one_sentence_like
    ):
        monkeypatch.setattr(commands.importlib.util, "find_spec", lambda name: None)
        assert "JupyterLab is not installed" in one_sentence_like(run, "lab", tmp_path / "new")
        assert not (tmp_path / "new").exists()

    def test_a_file_in_place_of_the_folder_is_one_line(self, shelf, tmp_path, started, one_sentence_like):
        (tmp_path / "file").write_text("")
        assert "is a file" in one_sentence_like(run, "lab", tmp_path / "file")


class TestCommands:
    def test_start_reset_and_report_in_one_folder(self, shelf, tmp_path, monkeypatch, capsys):
        monkeypatch.chdir(tmp_path)
        assert run("start", "02") == run("reset", "02") == run("report") == 0
        folder = tmp_path / "shiftlab-course"
        assert len(contents(folder)) == 2
        said = capsys.readouterr().out
        assert "yours is kept as 02_undersampling.2" in said
        asked = sum(len(one.exercises) for one in registry.lessons().values())
        assert f"0 of {asked} exercises solved" in said

    def test_inside_a_course_folder_it_is_the_default(self, shelf, tmp_path, monkeypatch):
        run("start", "00", tmp_path)
        monkeypatch.chdir(tmp_path)
        run("start", "02")
        assert {*contents(tmp_path)} == {"00_start_here.ipynb", "02_undersampling.ipynb"}

    @pytest.mark.parametrize("command", [["report"], ["review"], ["reset", "--predictions", "02"]])
    def test_no_folder_is_one_line(self, tmp_path, one_sentence_like, command):
        assert "There is no folder" in one_sentence_like(run, *command, tmp_path / "nowhere")

    def test_reset_of_predictions_clears_what_was_said_and_leaves_the_notebook(self, shelf, desk, capsys):
        run("start", "02", desk)
        (desk / "02_undersampling.ipynb").write_bytes(MINE)
        for id, choice in (("02-drift", "up"), ("01-twins", "no")):
            course.predict(id, choice)
        course.look("02-separated")
        course.hint("02-posterior")
        assert run("reset", "02", desk, "--predictions") == 0
        assert contents(desk) == {"02_undersampling.ipynb": MINE}
        assert "Predictions forgotten: 2." in capsys.readouterr().out
        assert "Predict first" in repr(course.predict("02-drift"))
        assert "You predict: down" in repr(course.predict("02-drift", "down"))
        assert "Hint 2" in repr(course.hint("02-posterior"))

    def test_review_with_nothing_due_says_so(self, desk, capsys):
        assert run("review", desk) == 0
        assert capsys.readouterr().out == "Nothing is due: no question waits.\n"
