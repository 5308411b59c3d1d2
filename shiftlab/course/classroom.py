"""What a lesson calls: each answers with a card and keeps in the student's folder that it was called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import progress, registry, reports
from .card import ASIDE, RIGHT, WRONG, Card
from .exercise import Outcome
from .prediction import Prediction

_here: progress.Progress | None = None


def current() -> progress.Progress:
    """The record of the folder that this process was in when it was first needed."""
    global _here
    if _here is None:
        _here = progress.Progress(Path.cwd())
    return _here


def check(id: str, answer: Any = None, *, seed: int = 0) -> Outcome:
    """Check an answer to an exercise; `seed` chooses the data that it is tried on."""
    outcome = registry.exercise(id).assess(answer, seed)

    def keep(entry: progress.Record) -> None:
        if outcome.kind != "not attempted":
            entry["tries"] = entry.get("tries", 0) + 1
        entry["last"] = outcome.kind
        entry["misconception"] = outcome.misconception
        entry["solved"] = entry.get("solved", False) or outcome.correct

    current().exercise(id, keep)
    return outcome


def hint(id: str) -> Card:
    """The hints so far and one more; after the last, where the solution is."""
    exercise = registry.exercise(id)
    total = len(exercise.hints)

    def one_more(entry: progress.Record) -> None:
        entry["hints"] = min(entry.get("hints", 0) + 1, total)

    shown = current().exercise(id, one_more)["hints"]
    more = (
        "Run the cell again for another."
        if shown < total
        else (f'That was the last hint; the solution is `course.solution("{id}")`.')
    )
    numbered = tuple(f"{number}. {text}" for number, text in enumerate(exercise.hints[:shown], 1))
    return Card(f"Hint {shown} of {total}: {exercise.title}", (*numbered, more))


def solution(id: str) -> Card:
    """One solution of an exercise, as source."""
    exercise = registry.exercise(id)
    current().exercise(id, lambda entry: entry.update(solution_seen=True))
    return Card(
        f"A solution: {exercise.title}",
        ("There are others; the check tells whether yours is right.",),
        exercise.solution,
    )


def predict(id: str, choice: str | None = None) -> Card:
    """Commit to a prediction. What was said first is kept; a change of mind is kept as such."""
    asked = registry.prediction(id)
    before = current().read()["predictions"].get(id, {})
    if choice is None:
        return _pending(asked, before)
    chosen = asked.find(choice)
    if chosen is None:
        return Card(
            "✘ Not one of the choices", (f"`{choice!r:.60}` is not among them: take {asked.listed}.",), edge=WRONG
        )
    said = before.get("choices", [])
    if before.get("revealed") and chosen != said[-1]:
        return Card(
            f"Your prediction stays `{said[-1]}`", ("You have seen the answer: what you predicted before counts.",)
        )
    if not said or chosen != said[-1]:
        current().prediction(id, lambda entry: entry.setdefault("choices", []).append(chosen))
    changed = (f"First you said `{said[-1]}`; both are kept.",) if said and chosen != said[-1] else ()
    return Card(f"You predict: {chosen}", (*changed, "Now look. The lesson comes back to it."))


def _pending(asked: Prediction, before: progress.Record) -> Card:
    if before.get("choices"):
        return Card(f"You predicted: {before['choices'][-1]}", (asked.question,))
    how = f'Choose {asked.listed}: `course.predict("{asked.id}", "...")`.'
    return Card("○ Predict first", (asked.question, how))


def reveal(id: str) -> Card:
    """What happens and why, beside what the student predicted; nothing before they have."""
    asked = registry.prediction(id)
    said = current().read()["predictions"].get(id, {}).get("choices", [])
    if not said:
        return Card("○ Commit first", (f'Say what you expect: `course.predict("{id}", "...")` with {asked.listed}.',))
    current().prediction(id, lambda entry: entry.update(revealed=True))
    last = said[-1]
    right = last == asked.answer
    path = f"You predicted `{last}`" + (f", after {_earlier(said)}." if len(said) > 1 else ".")
    head = "✔ As you predicted" if right else "✘ Not what you predicted"
    body = (path, f"What happens: {asked.happens}", asked.choices[last], f"Why: {asked.why}")
    return Card(f"{head}: {asked.answer}", tuple(part for part in body if part), edge=RIGHT if right else ASIDE)


def report() -> Card:
    """What you have done so far in this folder; ``shiftlab report`` says the same in a terminal."""
    return reports.card(current().read())


def _earlier(said: list[str]) -> str:
    return "first saying " + ", then ".join(f"`{choice}`" for choice in said[:-1])
