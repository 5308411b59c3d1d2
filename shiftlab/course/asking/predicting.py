"""Predict first: commit, look, and come back to it at the end of the lesson."""

from __future__ import annotations

from .. import registry
from ..card import ASIDE, RIGHT, WRONG, Card, Control
from ..choices import SURE, either, find
from ..kept import desk
from ..kept.progress import stamp
from ..kept.record import Record
from ..prediction import Prediction
from . import veil


def predict(id: str, choice: str | None = None, *, sure: str | None = None, because: str = "") -> Card:
    """Commit to a prediction: what you expect, how sure you are, why. Every try is kept."""
    asked, before = registry.prediction(id), desk.prediction(id)
    if choice is None:
        return _pending(asked, before)
    said = _said(asked, choice, sure, because)
    if isinstance(said, Card):
        return said
    tries = before.get("tries", [])
    changed = not tries or said["choice"] != tries[-1]["choice"]
    if before.get("revealed") and tries and changed:
        stays = f"Your prediction stays `{tries[-1]['choice']}`"
        return Card(stays, ("You have seen the answer: what you predicted before counts.",))
    if before.get("looked") and not tries:
        return Card("You have looked already", ("It would be no prediction any more. The lesson has others.",))
    if changed or ((sure or because) and not _same(said, tries[-1])):
        desk.current().prediction(id, lambda entry: entry.setdefault("tries", []).append(said))
    veil.lift(id)
    first = (f"First you said `{tries[-1]['choice']}`; both are kept.",) if tries and changed else ()
    return _committed(asked, said, first, open=not before.get("revealed"))


def look(id: str) -> Card:
    """Look without predicting. That is kept too."""
    registry.prediction(id)
    if not desk.prediction(id).get("tries"):
        desk.current().prediction(id, lambda entry: entry.setdefault("looked", stamp()))
    veil.lift(id)
    return Card("You look without predicting", ("What was veiled is shown, at the latest when its cell runs again.",))


def reveal(id: str) -> Card:
    """What happens and why, beside what the student predicted; nothing before they have, or have looked."""
    asked, before = registry.prediction(id), desk.prediction(id)
    tries = before.get("tries", [])
    if not tries and not before.get("looked"):
        how = f'Say what you expect: `course.predict("{id}", "...")` with {asked.listed}.'
        return Card("○ Commit first", (how,), control=Control("reveal", (id,)))
    desk.current().prediction(id, lambda entry: entry.setdefault("revealed", stamp()))
    reasons = f"What happens: {asked.happens}", f"Why: {asked.why}"
    if not tries:
        return Card(f"What happens: {asked.answer}", ("You looked without predicting.", *reasons))
    last = tries[-1]
    right = last["choice"] == asked.answer
    path = f"You predicted {_in_words(last)}" + (f", after {_earlier(tries)}." if len(tries) > 1 else ".")
    head = "✔ As you predicted" if right else "✘ Not what you predicted"
    body = (path, reasons[0], asked.choices[last["choice"]], reasons[1])
    return Card(f"{head}: {asked.answer}", tuple(filter(None, body)), edge=RIGHT if right else ASIDE)


def again(id: str, choice: str | None = None, *, sure: str | None = None, because: str = "") -> Card:
    """The same question at the end of the lesson: you said so then, and now?"""
    asked, before = registry.prediction(id), desk.prediction(id)
    tries, later = before.get("tries", []), before.get("again", [])
    then = f"You said {_in_words(tries[-1])}; and now?" if tries else "You did not predict it. And now?"
    if choice is None and later:
        return _looking_back(asked, tries, later[-1])
    if choice is None:
        how = f'Say {asked.listed}: `course.again("{id}", "...")`.'
        return Card("○ Asked again", (asked.question, then, how), control=Control("again", (id,)))
    if not before.get("revealed"):
        return Card("○ Not yet", (f'First see what happens: `course.reveal("{id}")`.',))
    said = _said(asked, choice, sure, because)
    if isinstance(said, Card):
        return said
    if not later or not _same(said, later[-1]):
        desk.current().prediction(id, lambda entry: entry.setdefault("again", []).append(said))
    return _looking_back(asked, tries, said)


def _said(asked: Prediction, choice: object, sure: object, because: object) -> Record | Card:
    """One try as it is kept, or what does not fit in it."""
    chosen, level = asked.find(choice), None if sure is None else find(sure, SURE)
    for given, known, words in ((choice, chosen, asked.listed), (sure, level, either(SURE))):
        if given is not None and known is None:
            return Card("✘ Not one of the choices", (f"`{given!r:.60}` is not among them: take {words}.",), edge=WRONG)
    return {"choice": chosen, "sure": level, "because": " ".join(str(because or "").split()), "time": stamp()}


def _same(one: Record, other: Record) -> bool:
    return all(one[part] == other[part] for part in ("choice", "sure", "because"))


def _pending(asked: Prediction, before: Record) -> Card:
    if before.get("tries"):
        return _committed(asked, before["tries"][-1], (asked.question,), open=not before.get("revealed"), past=True)
    if before.get("looked"):
        return Card("You looked without predicting", (asked.question,))
    how = f'Choose {asked.listed}: `course.predict("{asked.id}", "...")`.'
    return Card("○ Predict first", (asked.question, how), control=Control("predict", (asked.id,)))


def _committed(asked: Prediction, said: Record, first: tuple[str, ...], *, open: bool, past: bool = False) -> Card:
    more = tuple(part for part in (_manner(said),) if part)
    body = (*more, *first) if past else (*more, *first, "Now look. The lesson comes back to it.")
    control = Control("predict", (asked.id,)) if open and past else None
    return Card(f"You {'predicted' if past else 'predict'}: {said['choice']}", body, control=control)


def _looking_back(asked: Prediction, tries: list[Record], now: Record) -> Card:
    right = now["choice"] == asked.answer
    then = f"At first you said {_in_words(tries[-1])}." if tries else ""
    body = (then, asked.choices[now["choice"]], f"Why: {asked.why}")
    head = f"{'✔ So it is' if right else '✘ Not yet'}: now you say {now['choice']}"
    return Card(head, tuple(filter(None, body)), edge=RIGHT if right else WRONG)


def _manner(said: Record) -> str:
    because = f"because {said['because'].removeprefix('because ')}" if said.get("because") else ""
    text = ", ".join(filter(None, (said.get("sure"), because)))
    return text[:1].upper() + text[1:] + "." if text else ""


def _in_words(said: Record) -> str:
    sure = said.get("sure")
    return f"`{said['choice']}`" + (f" ({sure})" if sure else "")


def _earlier(tries: list[Record]) -> str:
    return "first saying " + ", then ".join(_in_words(said) for said in tries[:-1])
