"""The commands for students: ``shiftlab lab | present | start | reset | review | report | doctor``."""

from __future__ import annotations

import argparse
import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import present, surroundings

Given = argparse.Namespace

#: JupyterLab asks the network for news, for updates and for extensions; a course does not.
QUIET = (
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
    "--LabApp.extension_manager=readonly",
)


def add_commands(subparsers: Any) -> list[Any]:
    """Add the commands; returns their parsers."""
    lab = subparsers.add_parser(
        "lab",
        help="a folder of your own, opened in JupyterLab",
        description="Make a folder for the course (what is there stays) and open it in JupyterLab at lesson 00, with "
        "the course in a panel beside it.",
    )
    lab.set_defaults(command=_lab)

    presented = present.add_command(subparsers)
    for command in (lab, presented):
        command.add_argument(
            "--port", type=int, metavar="N", help="the port to serve on; default: 8888 or the next that is free"
        )
        command.add_argument("--no-browser", action="store_true", help="do not open a browser, only say the address")

    start = subparsers.add_parser(
        "start", help="fetch a lesson", description="Copy a lesson into your folder; never overwrites."
    )
    start.set_defaults(command=_start)
    reset = subparsers.add_parser(
        "reset",
        help="a fresh copy of a lesson",
        description="Put your copy of a lesson aside, with a date, and fetch a fresh one.",
    )
    reset.add_argument(
        "--predictions", action="store_true", help="forget what was predicted in it instead; notebooks stay"
    )
    reset.set_defaults(command=_reset)
    for command in (start, reset):
        command.add_argument("number", metavar="NN", help="the number of the lesson, for example 02")

    review = subparsers.add_parser("review", help="questions that are due to be asked again")
    review.set_defaults(command=_review)
    report = subparsers.add_parser("report", help="what you have done so far")
    report.set_defaults(command=_report)
    doctor = subparsers.add_parser("doctor", help="find what is in the way, and its cure")
    doctor.set_defaults(command=_doctor)

    parsers = [lab, presented, start, reset, review, report, doctor]
    for command in parsers:
        command.add_argument(
            "folder",
            nargs="?",
            type=Path,
            metavar="FOLDER",
            help="default: this folder if it is a course folder, else shiftlab-course in it",
        )
    return parsers


def _lab(given: Given, rest: Sequence[str]) -> int:
    from . import workspace

    need_jupyterlab()
    folder = workspace.choose(given.folder)
    made = workspace.prepare(folder)
    print(
        f"{folder}: {'made ' + ', '.join(made) if made else 'as you left it'}. Stop JupyterLab with Control-C.",
        flush=True,
    )
    command = lab_command(workspace.first().file, given.port, browser=not given.no_browser)
    return serve(command, folder)


def need_jupyterlab() -> None:
    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError("JupyterLab is not installed beside this shiftlab: shiftlab doctor says how")


def lab_command(file: str, port: int | None, *, browser: bool) -> list[str]:
    """JupyterLab of this very Python, at a file of the current folder, or at what its address asks for beyond that."""
    options = [*QUIET]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # in a container; Jupyter refuses root otherwise
    if port is not None:
        options.append(f"--ServerApp.port={port}")
    if not browser:
        options.append("--no-browser")
    # as the default page, so that the address that is printed leads there too, for who opens it by hand
    return [sys.executable, "-m", "jupyterlab", *options, f"--LabApp.default_url=/lab/tree/{file}"]


def serve(command: Sequence[str], folder: Path, **more: str) -> int:
    """Run a server in the folder until it ends. Control-C is its business: it asks, and shuts its kernels down.

    `more` is said in its environment. Who ends us ends it: nothing runs on that nobody sees.
    """
    process = subprocess.Popen(command, cwd=folder, env={**surroundings.environment(os.environ), **more})
    before = signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    try:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue
    finally:
        signal.signal(signal.SIGTERM, before)


def _start(given: Given, rest: Sequence[str]) -> int:
    from . import doctor, workspace

    print(f"{workspace.start(given.number, workspace.choose(given.folder))} is ready.")
    for figures in doctor.widgets():  # its first cell would fail without them
        if not figures.fine:
            print(f"Its live figures need {figures.what}, {figures.found}: {figures.cure}", file=sys.stderr)
    return 0


def _reset(given: Given, rest: Sequence[str]) -> int:
    from . import workspace

    if given.predictions:
        forgotten = workspace.forget_predictions(given.number, _made(workspace.choose(given.folder)))
        print(f"Predictions forgotten: {forgotten}. Notebooks stay; in one that is open run its cells again.")
        return 0
    fresh, aside = workspace.reset(given.number, workspace.choose(given.folder))
    print(f"{fresh} is fresh; yours is kept as {aside.name}. If it is open in JupyterLab, reload it from disk there.")
    return 0


def _report(given: Given, rest: Sequence[str]) -> int:
    from ..kept import progress, reports
    from . import workspace

    folder = _made(workspace.choose(given.folder))
    print(f"{folder}\n{reports.text(progress.Progress(folder, in_memory=False).read())}")
    return 0


def _review(given: Given, rest: Sequence[str]) -> int:
    from ..asking import review
    from . import workspace

    return review.ask(_made(workspace.choose(given.folder)))


def _made(folder: Path) -> Path:
    """A folder that there is."""
    if not folder.is_dir():
        raise ValueError(f"There is no folder {folder}: name yours, or make one with shiftlab lab")
    return folder


def _doctor(given: Given, rest: Sequence[str]) -> int:
    from . import doctor, workspace

    findings = doctor.examine(workspace.choose(given.folder))
    print("\n".join(str(finding) for finding in findings))
    if line := doctor.at_once(findings):
        print(f"all that pip can cure, at once: {line}")
    return 0 if all(finding.fine for finding in findings) else 1
