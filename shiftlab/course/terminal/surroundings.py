"""What ``shiftlab lab`` gives the JupyterLab that it starts, and only that one, through its environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

#: Defaults for JupyterLab's settings: no question about news lies over the first minute. What a person has set counts.
JUPYTER = Path(__file__).with_name("jupyter")
VARIABLE = "JUPYTER_CONFIG_PATH"


def environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """The environment for a server, with our defaults behind all others of this variable."""
    folders = [folder for folder in inherited.get(VARIABLE, "").split(os.pathsep) if folder and folder != str(JUPYTER)]
    return {**inherited, VARIABLE: os.pathsep.join([*folders, str(JUPYTER)])}
