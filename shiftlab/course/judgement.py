"""Exercises of judgement: one choice for each of several situations, and a word about every wrong one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .exercise import Exercise, Misconception
from .student import NotAttempted, Wrong

if TYPE_CHECKING:
    from numpy.random import Generator

NAME = "answers"
_WIDTH = 100  # of a cell that is written on one line


def judgement(
    id: str,
    title: str,
    right: Mapping[str, str],
    words: Mapping[tuple[str, str], tuple[str, str]],
    *,
    hints: tuple[str, ...],
    praise: str,
) -> Exercise:
    """The exercise that hands over a dictionary with a choice for each situation.

    `right` has the situations in their order, `words` the name and the message of every wrong choice.
    """
    choices = [*dict.fromkeys([*right.values(), *(choice for _, choice in words)])]
    for key in right:
        for choice in choices:
            if choice != right[key] and (key, choice) not in words:
                raise ValueError(f"{id}: there is no word yet for the choice {choice!r} in {key!r}.")

    def check(answer: Any, rng: Generator) -> None:
        _check(answer, right, choices)

    return Exercise(
        id=id,
        title=title,
        name=NAME,
        stub=_written(dict.fromkeys(right)),
        solution=_written(right),
        check=check,
        hints=hints,
        misconceptions=tuple(
            _one(name, message, right, key, choice) for (key, choice), (name, message) in words.items()
        ),
        praise=praise,
    )


def _written(answers: Mapping[str, str | None]) -> str:
    entries = [f'"{key}": {json.dumps(choice) if choice else None}' for key, choice in answers.items()]
    line = f"{NAME} = {{{', '.join(entries)}}}\n"
    return line if len(line) <= _WIDTH else f"{NAME} = {{\n" + "".join(f"    {entry},\n" for entry in entries) + "}\n"


def _check(answer: Any, right: Mapping[str, str], choices: Sequence[str]) -> None:
    if answer is None or answer is ...:
        raise NotAttempted("There is nothing to check yet.")
    if not isinstance(answer, dict):
        raise Wrong("Hand over the dictionary with one choice for each of " + ", ".join(right) + ".")
    strange = [key for key in answer if key not in right]
    if strange:
        raise Wrong(f"There is no situation {strange[0]!r:.40}; there are {', '.join(right)}.")
    open_ = [key for key in right if answer.get(key) in (None, ...)]
    if len(open_) == len(right):
        raise NotAttempted("Choose something for each situation.")
    for key, choice in answer.items():
        if key not in open_ and choice not in choices:
            raise Wrong(f"For `{key}` you say {choice!r:.40}; the choices are {', '.join(map(repr, choices))}.")
    if open_:
        raise NotAttempted(f"There is no choice yet for: {', '.join(open_)}.")
    off = [key for key in right if answer[key] != right[key]]
    if off:
        raise Wrong(f"Think again about `{off[0]}`.")


def _one(name: str, message: str, right: Mapping[str, str], key: str, choice: str) -> Misconception:
    """The misconception behind one choice in one situation."""
    return Misconception(
        name,
        f"`{key}`: {message}",
        {**right, key: choice},
        lambda answer, rng: isinstance(answer, dict) and bool(answer.get(key) == choice),
    )
