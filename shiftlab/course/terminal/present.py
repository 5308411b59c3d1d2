"""``shiftlab present NN``: a lesson as slides, full screen where the browser can, by a profile that forgets."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
from collections.abc import Sequence
from typing import Any

#: Browsers that can be told to show nothing but a page.
CHROMES = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge", "brave-browser")


def add_command(subparsers: Any) -> Any:
    """Add the command; returns its parser."""
    parser = subparsers.add_parser(
        "present",
        help="a lesson as slides, for a lecture",
        description="Open a lesson as slides with everything in them alive. Page keys walk, N opens the notes, ? lists "
        "the keys, Escape ends it. What is predicted and answered is forgotten afterwards.",
    )
    parser.add_argument("number", metavar="NN", help="the number of the lesson, for example 02")
    parser.add_argument(
        "--size", type=size, metavar="1280x720", help="the size of the projector; default: the whole screen"
    )
    parser.set_defaults(command=_present)
    return parser


def size(text: str) -> tuple[int, int]:
    """Width and height in pixels."""
    match = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r:.30} is no size: say width and height, for example 1280x720")
    return int(match[1]), int(match[2])


def address(file: str, wanted: tuple[int, int] | None) -> str:
    """A notebook that JupyterLab puts on stage at once."""
    more = f"&shiftlab-size={wanted[0]}x{wanted[1]}" if wanted else ""
    return f"{file}?shiftlab-present=1{more}"


def browser(wanted: tuple[int, int] | None, known: Sequence[str] = CHROMES) -> str | None:
    """A command line that shows a page and nothing around it; None: whatever browser there is, F is full screen."""
    found = next(filter(None, map(shutil.which, known)), None)
    if found is None:
        return None
    window = f"--window-size={wanted[0]},{wanted[1]}" if wanted else "--start-fullscreen"
    return f"{shlex.quote(found)} --new-window {window} --app=%s &"


def _present(given: argparse.Namespace, rest: Sequence[str]) -> int:
    from .. import registry
    from . import commands, workspace

    commands.need_jupyterlab()
    lesson = registry.lesson(given.number)
    folder = workspace.choose(given.folder)
    if not (folder / lesson.file).exists():
        workspace.start(lesson.number, folder)
    print(f"{folder / lesson.file}: on stage. Escape ends it; stop JupyterLab with Control-C.", flush=True)
    show = None if given.no_browser else browser(given.size)
    options = [f"--ServerApp.browser={show}"] if show else []
    command = commands.lab_command(address(lesson.file, given.size), given.port, browser=not given.no_browser)
    return commands.serve([*command, *options], folder, SHIFTLAB_PROFILE="presenter")  # nothing that is said is kept
