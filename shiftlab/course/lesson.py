"""A lesson: what it is called, what it asks, and where its built notebook lies.

Its text is in ``notebooks/source``; everything that is said of it elsewhere, and the stubs in it, come from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .exercise import Exercise
from .prediction import Prediction
from .question import Question

#: Students' notebooks: in a wheel beside this file, in a checkout in ``notebooks/student``.
PACKAGED = Path(__file__).parent / "notebooks"
CHECKOUT = Path(__file__).parents[2] / "notebooks" / "student"


@dataclass(frozen=True)
class Lesson:
    """One lesson. The ids of what it asks begin with its number."""

    number: str
    slug: str
    title: str
    minutes: int
    about: str  # in a few words, for the list of lessons
    predictions: tuple[Prediction, ...] = field(repr=False)
    exercises: tuple[Exercise, ...] = field(repr=False)
    questions: tuple[Question, ...] = field(default=(), repr=False)  # the first two are asked at its end
    told: bool = True  # False while it asks and has no text: its questions can be checked, and it is listed nowhere

    def __post_init__(self) -> None:
        asked: list[Prediction | Exercise | Question] = [*self.predictions, *self.exercises, *self.questions]
        for id in (one.id for one in asked):
            if not id.startswith(f"{self.number}-"):
                raise ValueError(f"{id} is asked in lesson {self.number}: its id must begin with {self.number}-.")

    @property
    def name(self) -> str:
        """What its files are called, without their endings."""
        return f"{self.number}_{self.slug}"

    @property
    def file(self) -> str:
        return f"{self.name}.ipynb"

    def content(self) -> bytes:
        """The notebook that a student gets: without outputs, so that it tells nothing before it is asked for."""
        for folder in (PACKAGED, CHECKOUT):
            if (folder / self.file).is_file():
                return (folder / self.file).read_bytes()
        raise FileNotFoundError(f"Lesson {self.number} has not been built yet: make notebooks")
