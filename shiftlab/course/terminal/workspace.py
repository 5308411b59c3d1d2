"""A student's own folder. Nothing that is theirs is ever overwritten, whenever the machine stops."""

from __future__ import annotations

from pathlib import Path

from ...support import files
from .. import registry
from ..kept import progress
from ..lesson import Lesson

DEFAULT = "shiftlab-course"
README = "README.md"

WELCOME = """\
# Your course folder

These notebooks are yours: change whatever you like. Begin with `00_start_here.ipynb`.

| in a terminal, in this folder | |
| --- | --- |
| `shiftlab lab` | opens JupyterLab here |
| `shiftlab start NN` | fetches lesson NN; never overwrites |
| `shiftlab reset NN` | a fresh copy of lesson NN; yours is put aside with a date |
| `shiftlab reset NN --predictions` | forgets what you predicted in lesson NN, and nothing else |
| `shiftlab review` | asks what is due to be asked again |
| `shiftlab report` | what you have done |
| `shiftlab doctor` | finds what is in the way when something does not work |

Lessons:

{lessons}

What you have done is kept in `.shiftlab/progress.json` in this folder. Nothing is sent anywhere.
"""


def choose(folder: Path | None) -> Path:
    """The folder that was named; else this one, if it is a course folder, else ``shiftlab-course`` in it."""
    if folder is not None:
        return folder
    here = Path.cwd()
    return here if (here / progress.FOLDER).is_dir() else here / DEFAULT


def first() -> Lesson:
    """The lesson that everybody begins with."""
    return next(iter(registry.lessons().values()))


def prepare(folder: Path) -> list[str]:
    """Make the folder and put lesson 00 and a README into it; what is there stays. Says what was made."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is a file: name a folder, or one that does not exist yet.")
    listed = "\n".join(
        f"- {one.number}: {one.title}, about {one.minutes} minutes" for one in registry.lessons().values()
    )
    (folder / progress.FOLDER).mkdir(parents=True, exist_ok=True)
    made = []
    for name, content in ((first().file, first().content()), (README, WELCOME.format(lessons=listed).encode())):
        try:
            files.write_new(folder / name, content)
            made.append(name)
        except FileExistsError:
            continue
    return made


def start(number: str, folder: Path) -> Path:
    """Copy a lesson into the folder; refuses when it is there already."""
    lesson = registry.lesson(number)
    content, target = lesson.content(), folder / lesson.file
    try:
        (folder / progress.FOLDER).mkdir(parents=True, exist_ok=True)
        files.write_new(target, content)
    except FileExistsError:
        if not target.exists():  # it was the folder
            raise
        raise ValueError(
            f"{target} is there already and stays as it is: shiftlab reset {lesson.number} puts it aside for a "
            f"fresh copy"
        ) from None
    return target


def reset(number: str, folder: Path) -> tuple[Path, Path]:
    """Put the student's copy aside under a dated name and a fresh one in its place: (fresh, aside).

    The old copy is complete under its new name before the fresh one replaces it, and each step happens whole or
    not at all: stopped anywhere, the student's work is in the folder, under one name or both.
    """
    lesson = registry.lesson(number)
    fresh, target = lesson.content(), folder / lesson.file
    if not target.is_file():
        raise ValueError(
            f"There is no {lesson.file} in {folder} to put aside: shiftlab start {lesson.number} fetches it"
        )
    aside = _put_aside(target)
    files.write(target, lambda file: file.write(fresh))
    return target, aside


def copies(lesson: Lesson, folder: Path) -> int:
    """How many copies of a lesson were put aside."""
    return sum(1 for _ in folder.glob(f"{lesson.name}.????-??-??-??????*.ipynb"))


def _put_aside(path: Path) -> Path:
    while True:
        aside = files.dated(path)
        try:
            files.write_new(aside, path.read_bytes())
            return aside
        except FileExistsError:  # another reset in the same second took the name
            continue


def forget_predictions(number: str, folder: Path) -> int:
    """Forget what was predicted in a lesson, in its record only; how many predictions that were."""
    record = progress.Progress(folder, in_memory=False)
    return record.forget_predictions(one.id for one in registry.lesson(number).predictions)
