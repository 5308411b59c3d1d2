"""What a classroom trips over, each with its cure. Looks at files, versions and ports of this machine only."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from ..._version import __version__

PORT = 8888
#: The oldest versions that the lessons were made for.
OLDEST = {"jupyterlab": (4, 4), "jupyter_server": (2, 0), "ipywidgets": (8, 0), "anywidget": (0, 9)}
OURS = "shiftlab-lab"
#: What JupyterLab loads in the browser, the package that brings it, and what is without it.
EXTENSIONS = {
    "@jupyter-widgets/jupyterlab-manager": ("jupyterlab_widgets", "figures stay text"),
    "anywidget": ("anywidget", "figures stay text"),
    OURS: ("shiftlab-widgets", "no course panel, and nothing to present with"),
}


@dataclass(frozen=True)
class Finding:
    """What was looked at, what was found, and the cure if it is not fine.

    `install` is what pip must be given where that is the cure, so that several can be cured at once.
    """

    what: str
    found: str
    cure: str = ""
    install: str = ""

    @property
    def fine(self) -> bool:
        return not self.cure

    def __str__(self) -> str:
        if self.fine:
            return f"ok       {self.what}: {self.found}"
        return f"trouble  {self.what}: {self.found}\n         cure: {self.cure}"


def examine(folder: Path, *, inside: bool | None = None) -> list[Finding]:
    """Every check, in the order in which trouble is best cured; `inside` a running JupyterLab its port is taken."""
    checks: list[Callable[[], Iterator[Finding]]] = [
        python,
        packages,
        widgets,
        extensions,
        kernel,
        lambda: port(inside=inside),
        lambda: writable(folder),
        browser,
        data,
    ]
    return [finding for check in checks for finding in check()]


def at_once(findings: list[Finding]) -> str:
    """One line for all that pip can cure; empty if that is not more than one thing."""
    wanted = [finding.install for finding in findings if finding.install]
    return f"{_pip()} {' '.join(wanted)}" if len(wanted) > 1 else ""


def python() -> Iterator[Finding]:
    found = f"{sys.version.split()[0]}, {sys.executable}"
    yield Finding(
        "Python", found, "" if sys.version_info >= (3, 11) else "make an environment with Python 3.11 or later"
    )


def packages() -> Iterator[Finding]:
    """Whether Jupyter is there, in this environment and not too old."""
    for name, oldest in OLDEST.items():
        needed = ".".join(map(str, oldest))
        wanted = f'"{name}>={needed}"'
        cure = f"{_pip()} {wanted}"
        installed = _version(name)
        if installed is None:
            yield Finding(name, "not installed in this environment", cure, wanted)
        elif _numbers(installed) < oldest:
            yield Finding(name, f"{installed} is too old: the lessons need {needed}", cure, wanted)
        else:
            yield Finding(name, installed)


def widgets() -> Iterator[Finding]:
    """The live figures are a distribution of their own; one version with ours."""
    installed = _version("shiftlab-widgets")
    wanted, remark = _where_the_widgets_are()
    cure = f"{_pip()} {wanted}{remark}"
    if installed is None:
        yield Finding("shiftlab-widgets", "not installed in this environment", cure, wanted)
    elif installed != __version__:
        yield Finding("shiftlab-widgets", f"{installed} does not go with shiftlab {__version__}", cure, wanted)
    else:
        yield Finding("shiftlab-widgets", installed)


def extensions() -> Iterator[Finding]:
    """Whether the browser's half of all this lies where JupyterLab looks for it, and is not switched off."""
    folders = _folders()
    off = _switched_off(folders["config"])
    for name, (package, without) in EXTENSIONS.items():
        places = [folder / "labextensions" / name / "package.json" for folder in folders["data"]]
        if not any(place.is_file() for place in places):
            cure = f"{_pip()} --force-reinstall {package}, then restart JupyterLab"
            if name == OURS:
                wanted, remark = _where_the_widgets_are()
                cure = f"{_pip()} --force-reinstall --no-deps {wanted}, then restart JupyterLab{remark}"
            yield Finding(f"{name} in the browser", f"missing: {without}", cure)
        elif name in off:
            cure = f'"{sys.executable}" -m jupyter labextension enable {name}, then restart JupyterLab'
            yield Finding(f"{name} in the browser", f"switched off: {without}", cure)
        else:
            yield Finding(f"{name} in the browser", "there")


def kernel() -> Iterator[Finding]:
    """Whether the kernel "python3", which the lessons name, runs this Python."""
    cure = f'"{sys.executable}" -m pip install ipykernel; then "{sys.executable}" -m ipykernel install --sys-prefix'
    specs = _kernelspecs()
    if specs is None:
        yield Finding("kernel python3", "Jupyter cannot list its kernels", cure)
    elif "python3" not in specs:
        yield Finding("kernel python3", "there is none", cure)
    elif runs_this_python(specs["python3"]):
        yield Finding("kernel python3", "runs this Python")
    else:
        yield Finding("kernel python3", f"runs another Python, {specs['python3']}, which need not have shiftlab", cure)


def runs_this_python(program: str) -> bool:
    """A bare "python" is Jupyter's own Python. Links are not followed: environments link to one Python."""
    if re.fullmatch(r"python(\d(\.\d+)?)?(\.exe)?", program):
        return True
    own, other = Path(os.path.abspath(sys.executable)), Path(os.path.abspath(program))
    return other.parent == own.parent and other.name.startswith("python")


def port(number: int | None = None, *, inside: bool | None = None) -> Iterator[Finding]:
    number = PORT if number is None else number
    what = f"port {number}"
    if inside or (inside is None and os.environ.get("JUPYTER_SERVER_URL")):  # set in JupyterLab's own terminal
        yield Finding(what, "you are inside a running JupyterLab")
        return
    try:
        with socket.socket() as listener:
            if os.name == "posix":  # what a server that has just stopped leaves behind is not in the way
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", number))
    except PermissionError:
        yield Finding(
            what,
            "may not be used on this machine",
            f"shiftlab lab --port {number + 1000}, or ask who runs the machine",
        )
    except OSError:
        found = "taken, probably by a JupyterLab that still runs: a browser tab may show that one, with its own Python"
        yield Finding(what, found, f"stop the other one (jupyter server list), or shiftlab lab --port {number + 1}")
    else:
        yield Finding(what, "free")


def writable(folder: Path) -> Iterator[Finding]:
    there = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        yield Finding(
            "your folder", f"{folder} cannot be written: {error.strerror}", "name another: shiftlab lab FOLDER"
        )
    else:
        yield Finding("your folder", f"{folder} can be written" if folder.exists() else f"{folder} can be made")


def browser() -> Iterator[Finding]:
    try:
        webbrowser.get()
    except webbrowser.Error:
        cure = "shiftlab lab --no-browser, and open the address it says in a browser by hand"
        yield Finding("browser", "none that can be opened from here", cure)
    else:
        yield Finding("browser", "can be opened")


def data() -> Iterator[Finding]:
    named = os.environ.get("SHIFTLAB_DATA")
    if not named:
        yield Finding("SHIFTLAB_DATA", "not set, and no lesson needs it")
    elif Path(named).is_dir():
        yield Finding("SHIFTLAB_DATA", named)
    else:
        yield Finding("SHIFTLAB_DATA", f"{named} is no folder", "set it to the folder with the data sets, or unset it")


def _pip() -> str:
    return f'"{sys.executable}" -m pip install'


def _where_the_widgets_are() -> tuple[str, str]:
    """What pip must be given to find them, and a remark: they lie beside what shiftlab was installed from."""
    wanted, place = f'"shiftlab-widgets=={__version__}"', _origin()
    if place is None:
        return wanted, "; if it is not found there, add --find-links FOLDER, the folder with the two wheels"
    if (place / "widgets" / "pyproject.toml").is_file():
        return f'--editable "{place / "widgets"}"', ""
    return f'--find-links "{place if place.is_dir() else place.parent}" {wanted}', ""


def _origin() -> Path | None:
    """The wheel or the checkout that this shiftlab was installed from, where pip has noted one (PEP 610)."""
    try:
        noted = json.loads(distribution("shiftlab").read_text("direct_url.json") or "{}")
        url = urlsplit(noted.get("url", ""))
    except (PackageNotFoundError, ValueError, AttributeError):
        return None
    return Path(url2pathname(url.path)) if url.scheme == "file" else None


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)[:2]))


def _folders() -> dict[str, list[Path]]:
    """Where Jupyter of this Python looks for what was installed ("data") and configured ("config"), by rank."""
    paths = _jupyter("--paths", "--json")
    try:
        return {kind: [Path(folder) for folder in paths[kind]] for kind in ("data", "config")}
    except (KeyError, TypeError):
        return {"data": [], "config": []}


def _switched_off(folders: list[Path]) -> set[str]:
    """The extensions that these configurations switch off; the first one that names an extension decides."""
    said: dict[str, bool] = {}
    for folder in reversed(folders):
        said |= _disabled(folder)
    return {name.split(":")[0] for name, off in said.items() if off}


def _disabled(folder: Path) -> dict[str, bool]:
    try:
        config = json.loads((folder / "labconfig" / "page_config.json").read_text(encoding="utf-8"))
        off = config.get("disabledExtensions", {})
        return {name: bool(off[name]) if isinstance(off, dict) else True for name in off}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _kernelspecs() -> dict[str, str] | None:
    """The kernels that Jupyter of this Python knows, each with the program it starts."""
    listed = _jupyter("kernelspec", "list", "--json")
    try:
        return {name: str(spec["spec"]["argv"][0]) for name, spec in listed["kernelspecs"].items()}
    except (KeyError, IndexError, TypeError, AttributeError):
        return None


def _jupyter(*words: str) -> Any:
    """What a command of Jupyter of this Python answers; None if it does not."""
    command = [sys.executable, "-m", "jupyter", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
