"""``shiftlab review``: what is due is asked in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..kept import desk
from ..kept.progress import Progress
from ..question import Question
from . import recalling


def ask(folder: Path, read: Callable[[str], str] = input, say: Callable[[str], object] = print) -> int:
    """Ask what is due, one question after the other, until all are answered or one has had enough."""
    desk.use(Progress(folder, in_memory=False))
    waiting = recalling.due(desk.current().read())
    for number, asked in enumerate(waiting, 1):
        say(f"{number} of {len(waiting)} (lesson {asked.id[:2]}): {asked.text}")
        for position, choice in enumerate(asked.choices, 1):
            say(f"  {position}. {choice}")
        chosen = _chosen(asked, read, say)
        if chosen is None:
            say("The rest stays due.")
            return 0
        say(repr(recalling.answer(asked.id, chosen)))
    day = recalling.next_day(desk.current().read())
    head = "Done" if waiting else "Nothing is due"
    say(f"{head}: {f'the next question comes on {day}' if day else 'no question waits'}.")
    return 0


def _chosen(asked: Question, read: Callable[[str], str], say: Callable[[str], object]) -> str | None:
    """A choice by its number or in words; nothing for who wants to stop."""
    choices = [*asked.choices]
    while True:
        try:
            said = read("number, or Enter to stop: ").strip()
        except EOFError:
            return None
        if not said:
            return None
        if said.isdecimal() and 1 <= int(said) <= len(choices):
            return choices[int(said) - 1]
        if found := asked.find(said):
            return found
        say(f"A number from 1 to {len(choices)}.")
