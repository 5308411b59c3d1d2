"""What numbers are computed with beside our own code: versions of packages, and the machine."""

from __future__ import annotations

import os
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_info

from .. import __version__

PACKAGES = ("numpy", "scipy", "scikit-learn", "matplotlib", "joblib", "pydantic")


def versions() -> dict[str, str]:
    ours = {"python": platform.python_version(), "shiftlab": __version__}
    return ours | {package: version(package) for package in PACKAGES}


def machine() -> dict[str, Any]:
    return {"system": platform.system(), "architecture": platform.machine(), "cores": os.cpu_count()}


@cache
def kind() -> str:
    """The kind of processor, and for which one BLAS takes it: on another kind the last bits of sums may differ."""
    kernels = {f"{found['internal_api']} {found['architecture']}" for found in threadpool_info() if _is_blas(found)}
    return ", ".join([_processor(), *sorted(kernels)])


def _is_blas(library: dict[str, Any]) -> bool:
    return bool(library["user_api"] == "blas" and library.get("architecture"))


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:  # not Linux
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
