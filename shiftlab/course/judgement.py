"""Exercises of judgement: one choice for each of several situations, and a word about every wrong one."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .exercise import Exercise, Form, Misconception, Outcome
from .student import NotAttempted, Wrong

if TYPE_CHECKING:
    from numpy.random import Generator

NAME = "answers"
_WIDTH = 88  # of a cell that is written on one line


@dataclass(frozen=True)
class Judgement(Exercise):
    """An exercise whose answer is a choice for each situation. Capitals and spaces in a choice do not matter."""

    right: Mapping[str, str] = field(default_factory=dict, repr=False)

    def assess(self, answer: Any, seed: int = 0) -> Outcome:
        """The outcome: a word about the first choice that is off, and how many are not."""
        answer = _tidied(answer, self.choices)
        outcome = super().assess(answer, seed)
        if outcome.misconception is None:
            return outcome
        good, total = sum(answer[key] == choice for key, choice in self.right.items()), len(self.right)
        if good == total - 1:
            return outcome
        count = f"{good} of {total} {'is' if good == 1 else 'are'}" if good else f"None of the {total} is"
        return dataclasses.replace(outcome, message=f"{outcome.message} ({count} as we see it.)")


def judgement(
    id: str,
    title: str,
    right: Mapping[str, str],
    words: Mapping[tuple[str, str], tuple[str, str]],
    *,
    hints: tuple[str, ...],
    praise: str,
    task: str = "",
    stories: Mapping[str, str] | None = None,
    table: str = "",
    form: Form = "alone",
) -> Judgement:
    """The exercise that hands over a dictionary with a choice for each situation.

    `right` has the situations in their order, `words` the name and the message of every wrong choice, `stories`
    what the task tells of each situation, `table` what stands as a comment over the dictionary.
    """
    read = (task + table).replace("\n# ", " ")
    # as the text lists them: in the order in which they are right a list would tell the answers
    choices = sorted({*right.values(), *(choice for _, choice in words)}, key=lambda one: (read.find(f'"{one}"'), one))
    for key in right:
        for choice in choices:
            if choice != right[key] and (key, choice) not in words:
                raise ValueError(f"{id}: there is no word yet for the choice {choice!r} in {key!r}.")
    if stories and [*stories] != [*right]:
        raise ValueError(f"{id}: the stories must be of {', '.join(right)}, in this order.")

    def check(answer: Any, rng: Generator) -> None:
        _check(answer, right, choices)

    return Judgement(
        id=id,
        title=title,
        name=NAME,
        stub=table + _written(dict.fromkeys(right)),
        solution=table + _written(right),
        check=check,
        hints=hints,
        misconceptions=tuple(
            _one(name, message, right, choices, key, choice) for (key, choice), (name, message) in words.items()
        ),
        praise=praise,
        task="\n".join([task, "", *(f'- `"{key}"`: {told}' for key, told in stories.items())]) if stories else task,
        form=form,
        situations=tuple(right),
        choices=tuple(choices),
        right=right,
    )


def _tidied(answer: Any, choices: Sequence[str]) -> Any:
    """The answer with each choice as it is written in the list, where it differs in capitals and spaces alone."""
    if not isinstance(answer, dict):
        return answer
    known = {choice.lower(): choice for choice in choices}
    return {
        key: known.get(" ".join(choice.lower().split()), choice) if isinstance(choice, str) else choice
        for key, choice in answer.items()
    }


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


def _one(
    name: str, message: str, right: Mapping[str, str], choices: Sequence[str], key: str, choice: str
) -> Misconception:
    """The misconception behind one choice in one situation; an answer that is none of the choices comes before it."""

    def shown_by(answer: Any, rng: Generator) -> bool:
        known = isinstance(answer, dict) and all(said in choices for said in answer.values())
        return known and bool(answer.get(key) == choice)

    return Misconception(name, f"`{key}`: {message}", {**right, key: choice}, shown_by)
