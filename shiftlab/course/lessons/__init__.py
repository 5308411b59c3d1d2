"""The lessons there are, and where their built notebooks lie: in a wheel beside this file, in a checkout in
``notebooks/``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PACKAGED = Path(__file__).parents[1] / "notebooks"
CHECKOUT = Path(__file__).parents[3] / "notebooks"


@dataclass(frozen=True)
class Lesson:
    number: str
    slug: str
    title: str
    minutes: int

    @property
    def name(self) -> str:
        """What its files are called, without their endings."""
        return f"{self.number}_{self.slug}"

    @property
    def file(self) -> str:
        return f"{self.name}.ipynb"

    def content(self) -> bytes:
        """The built notebook, as a student gets it."""
        for folder in (PACKAGED, CHECKOUT):
            if (folder / self.file).is_file():
                return (folder / self.file).read_bytes()
        raise FileNotFoundError(f"Lesson {self.number} has not been built yet: make notebooks")


LESSONS = (
    Lesson("00", "start_here", "Start here", 10),
    Lesson("01", "kinds_of_shift", "Four ways to bias a sample", 40),
    Lesson("02", "undersampling", "Undersampling, and the way back", 40),
    Lesson("03", "kernel_mean_matching", "Weights from unlabelled rows", 40),
    Lesson("04", "discriminative", "Weights and classifier in one", 40),
    Lesson("05", "reverse_testing", "Which learner will be best there?", 40),
)


def get(number: str) -> Lesson:
    """A lesson by its number: "02", or "2"."""
    wanted = str(number).strip().zfill(2)
    for lesson in LESSONS:
        if lesson.number == wanted:
            return lesson
    known = ", ".join(f"{lesson.number} ({lesson.title})" for lesson in LESSONS)
    raise ValueError(f"There is no lesson {number!r:.20}; there are {known}.")
