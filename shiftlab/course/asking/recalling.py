"""Memory: three questions before a lesson, two after it, and in between those that are due."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import registry
from ..card import RIGHT, WRONG, Card, Control
from ..kept import desk
from ..kept.progress import Progress, now, stamp
from ..kept.record import Record
from ..lesson import Lesson
from ..question import Question
from . import schedule


def recall(number: str) -> Card:
    """Three questions at the start of a lesson: of the last one, of an older one, and one that you had wrong."""
    lesson = registry.lesson(number)
    before = [one for one in registry.lessons().values() if one.number < lesson.number]
    return _round(f"{lesson.number} start", "Before you begin", lambda: _for_the_start(before))


def leave(number: str) -> Card:
    """Two questions about this lesson at its end."""
    lesson = registry.lesson(number)
    return _round(f"{lesson.number} end", "Before you leave", lambda: lesson.questions[:2])


def answer(id: str, choice: str) -> Card:
    """Answer a question of recall; when it comes again follows from whether that was right."""
    return answer_in(desk.current(), id, choice)


def answer_in(kept: Progress, id: str, choice: object) -> Card:
    """The same in the record of a folder that one need not be in."""
    asked = registry.question(id)
    chosen = asked.find(choice)
    if chosen is None:
        said = f"`{choice!r:.60}` is not among them: take {asked.listed}."
        return Card("✘ Not one of the choices", (said,), edge=WRONG)
    right = chosen == asked.answer

    def keep(entry: Record) -> None:
        entry.setdefault("answers", []).append({"choice": chosen, "right": right, "time": stamp()})
        schedule.note(entry, right, now().date())

    kept.question(id, keep)
    return outcome(asked, chosen)


def outcome(asked: Question, chosen: str) -> Card:
    """What to say to who chose this."""
    right = chosen == asked.answer
    head = f"✔ Right: {chosen}" if right else f"✘ Not {chosen}, but {asked.answer}"
    body = tuple(part for part in (asked.choices[chosen], asked.why) if part)
    return Card(head, body, edge=RIGHT if right else WRONG)


def due(record: Record) -> list[Question]:
    """The questions that are due today, the longest waiting first."""
    today, entries = now().date(), record["questions"]
    waiting = [id for id in entries if id in registry.questions() and schedule.is_due(entries[id], today)]
    return [registry.question(id) for id in sorted(waiting, key=lambda id: (entries[id]["due"], id))]


def next_day(record: Record) -> str | None:
    """The day on which a question is due next."""
    known = [entry for id, entry in record["questions"].items() if id in registry.questions()]
    return min((entry["due"] for entry in known if entry.get("due")), default=None)


def asked_in(name: str) -> list[tuple[Question, str | None]]:
    """The questions of a round, each with what was chosen in it already."""
    record = desk.current().read()
    entry = record["rounds"].get(name, {})
    ids = [id for id in entry.get("ids", []) if id in registry.questions()]
    return [(registry.question(id), _chosen(record["questions"].get(id, {}), entry["since"])) for id in ids]


def _chosen(entry: Record, since: str) -> str | None:
    later = [one["choice"] for one in entry.get("answers", []) if one["time"] >= since]
    return later[-1] if later else None


def _round(name: str, head: str, choose: Callable[[], Sequence[Question]]) -> Card:
    """The questions of a round: they stay when the cell runs again, until another day after all were answered."""
    asked = asked_in(name)
    since = desk.current().read()["rounds"].get(name, {}).get("since", "")
    if not asked or (all(chosen for _, chosen in asked) and since[:10] != stamp()[:10]):
        if ids := [one.id for one in choose()]:
            desk.current().round(name, lambda entry: entry.update(ids=ids, since=stamp()))
        asked = asked_in(name)
    if not asked:
        return Card(f"{head}: there is nothing to ask yet")
    count = "one question" if len(asked) == 1 else f"{len(asked)} questions"
    lines = [f"{number}. {_line(one, chosen)}" for number, (one, chosen) in enumerate(asked, 1)]
    return Card(f"○ {head}: {count}, without looking back", tuple(lines), control=Control("quiz", (name,)))


def _line(one: Question, chosen: str | None) -> str:
    if chosen is None:
        return f'{one.text} Answer {one.listed}: `course.answer("{one.id}", "...")`.'
    return f"{one.text} You said `{chosen}`: {'right' if chosen == one.answer else 'not right'}."


def _for_the_start(before: Sequence[Lesson]) -> list[Question]:
    """At most one of each pool: the last lesson, older ones, what was wrong."""
    entries = desk.current().read()["questions"]
    older = [one for lesson in before[-2::-1] for one in lesson.questions]
    last = before[-1].questions if before else ()
    wrong = [one for one in (*last, *older) if schedule.was_wrong(entries.get(one.id, {}))]
    chosen: list[Question] = []
    for pool in (last, older, wrong):
        left = [one for one in pool if one not in chosen]
        chosen += sorted(left, key=lambda one: _turn(entries.get(one.id, {}), one in wrong and pool is not wrong))[:1]
    return chosen


def _turn(entry: Record, waits: bool) -> tuple[int, str]:
    """What is due comes first, then what was never asked; what was wrong waits for its own pool."""
    if waits:
        return 3, ""
    if not entry.get("answers"):
        return 1, ""
    return (0 if schedule.is_due(entry, now().date()) else 2), entry.get("due") or ""
