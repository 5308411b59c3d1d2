"""In which versions bits are compared, and what is installed here in another one. As a program: 1 if anything is."""

import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

PINS = Path(__file__).with_suffix(".txt")


def differences():
    """What differs here, each in a word or two."""
    found = {}  # in order, each once
    for line in PINS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pin = Requirement(line)
            if not pin.marker.evaluate():
                found[f"Python {sys.version_info.major}.{sys.version_info.minor}"] = None
            try:
                version = metadata.version(pin.name)
            except metadata.PackageNotFoundError:
                found[f"no {pin.name}"] = None
            else:
                if version not in pin.specifier:
                    found[f"{pin.name} {version}"] = None
    return list(found)


if __name__ == "__main__":
    sys.exit(bool(differences()))
