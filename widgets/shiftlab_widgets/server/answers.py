"""What the routes answer: the course as ``shiftlab report``, ``review`` and ``doctor`` see it, for JSON.

Everything here reads files and may take a moment: the routes call it beside the server's loop.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shiftlab.course import registry
from shiftlab.course.asking import recalling
from shiftlab.course.kept import reports, standing, where
from shiftlab.course.kept.progress import Progress
from shiftlab.course.kept.record import Record
from shiftlab.course.lesson import Lesson
from shiftlab.course.terminal import doctor, workspace

from .refused import Refused

Answer = dict[str, Any]
Say = Callable[[str], object]


def profile() -> str:
    return os.environ.get("SHIFTLAB_PROFILE", "")


def course(folder: Path, say: Say) -> Answer:
    """All lessons with what was done in them, and where one is."""
    record = _record(folder, say).read()
    return {
        "lessons": [_lesson(one, folder) for one in standing.standings(record)],
        "said": [standing.summary(record), *reports.recalled(record)],
        "where": where.read(folder),
        "due": len(recalling.due(record)),
    }


def review(folder: Path, say: Say) -> Answer:
    """The questions that are due, without their answers, and the day of the next one."""
    record = _record(folder, say).read()
    due = [
        {"id": one.id, "lesson": one.id[:2], "text": one.text, "choices": [*one.choices]}
        for one in recalling.due(record)
    ]
    return {"due": due, "next": recalling.next_day(record)}


def answer(folder: Path, asked: Answer, say: Say) -> Answer:
    """What to say to who answers a question so, `{"id": ..., "choice": ...}`; the answer is kept."""
    question, choice = known(registry.question, asked.get("id")), asked.get("choice")
    chosen = question.find(choice)
    if chosen is None:
        raise Refused(f"{choice!r:.60} is not among the choices: take {question.listed.replace('`', '')}.", 400)
    card = recalling.answer_in(_record(folder, say), question.id, chosen)
    return {"right": chosen == question.answer, "head": card.head, "body": [*card.body]}


def examined(folder: Path) -> Answer:
    """What the doctor finds."""
    findings = doctor.examine(folder, inside=True)
    listed = [{"what": one.what, "found": one.found, "cure": one.cure, "fine": one.fine} for one in findings]
    return {"findings": listed, "at once": doctor.at_once(findings)}


def prediction(id: str) -> Answer:
    """A prediction with its answer and what to say to each choice: for who presents."""
    asked = known(registry.prediction, id)
    return {
        "id": asked.id,
        "question": asked.question,
        "choices": [*asked.choices],
        "answer": asked.answer,
        "happens": asked.happens,
        "why": asked.why,
        "replies": dict(asked.choices),
    }


def state(token: str) -> Answer:
    """What a state link shows, and the lessons that have an explorer of it."""
    from shiftlab.experiments.settings import as_dict  # slow to load, and rarely needed

    from .. import tokens, written

    try:
        experiment, settings = tokens.decode(token)
    except tokens.TokenError as error:
        raise Refused(str(error), 400) from None
    return {
        "experiment": experiment.name,
        "settings": as_dict(settings),
        "changes": written.changes(settings),
        "lessons": [one.number for one in registry.lessons().values() if shows(one, experiment.name)],
    }


def shows(lesson: Lesson, experiment: str) -> bool:
    """Whether a cell of the lesson shows an explorer of this experiment."""
    cells = json.loads(lesson.content())["cells"]
    call = re.compile(rf"\bexplore\(\s*[\"']{re.escape(experiment)}[\"']")
    return any(cell["cell_type"] == "code" and call.search("".join(cell["source"])) for cell in cells)


def known(find: Callable[[Any], Any], name: object) -> Any:
    """What the course has under this name; 404 if nothing."""
    try:
        return find(name)
    except ValueError as error:
        raise Refused(str(error), 404) from None


def _record(folder: Path, say: Say) -> Progress:
    """As in a terminal: what is on disk, whatever the profile."""
    return Progress(folder, in_memory=False, say=say)


def _lesson(of: standing.Standing, folder: Path) -> Answer:
    lesson = of.lesson
    return {
        "number": lesson.number,
        "title": lesson.title,
        "about": lesson.about,
        "minutes": lesson.minutes,
        "file": lesson.file,
        "started": (folder / lesson.file).is_file(),
        "aside": workspace.copies(lesson, folder),
        "done": of.text,
        "exercises": [_state(one) for one in of.exercises],
        "predictions": [_state(one) for one in of.predictions],
    }


def _state(one: standing.State) -> Record:
    return {"id": one.id, "title": one.title, "done": one.done, "state": one.text}
