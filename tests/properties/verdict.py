"""The five outcomes of a call, of which the last two must not be."""

from __future__ import annotations

import linecache
import re
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

RIGHT = "right"
WARNED = "right, with a warning"
REFUSED = "refused in one sentence"
WRONG = "silently wrong"
UGLY = "a traceback or warning of others' making"
OUTCOMES = (RIGHT, WARNED, REFUSED, WRONG, UGLY)

#: What a call must end in, beyond being sound.
ANSWER, REFUSAL, DOUBT, ANYTHING = "an answer", "a refusal", "a warning or a refusal", "anything"

LONGEST = 20.0  # seconds of the processor
_OURS = ("shiftlab", "sklearn")
_THEIRS = "site-packages"
_NOISE = (RuntimeWarning, DeprecationWarning, FutureWarning, PendingDeprecationWarning, SyntaxWarning)


class Verdict(NamedTuple):
    outcome: str
    why: str = ""

    @property
    def bad(self) -> bool:
        return self.outcome in (WRONG, UGLY)


class Call(NamedTuple):
    """A call, in words and ready to be made."""

    words: str
    ask: Callable[[], Any]
    check: Callable[[Any], str | None]
    """What is wrong with an answer, or None."""
    must: str = ANYTHING
    borrows: bool = False
    """Warnings of scikit-learn's own estimators are theirs."""

    def verdict(self) -> Verdict:
        """Make the call and say how it ended."""
        return _judge(*self[1:])


def _judge(ask: Callable[[], Any], check: Callable[[Any], str | None], must: str, borrows: bool) -> Verdict:
    with warnings.catch_warnings(record=True) as caught, _not_forever():
        warnings.simplefilter("always")
        try:
            answer = ask()
        except Exception as error:
            return _of_refusal(error, must)
    noise = [one for one in caught if issubclass(one.category, _NOISE) and not (borrows and _THEIRS in one.filename)]
    if noise:
        return Verdict(UGLY, f"{noise[0].category.__name__}: {_line(noise[0].message)} ({noise[0].filename})")
    if must == REFUSAL:
        return Verdict(WRONG, "it answers what it must refuse")
    if must == DOUBT and not caught:
        return Verdict(WRONG, "it answers without the warning that belongs to it")
    wrong = check(answer)
    if wrong is not None:
        return Verdict(WRONG, wrong)
    return Verdict(WARNED, _line(caught[0].message)) if caught else Verdict(RIGHT)


def _of_refusal(error: Exception, must: str) -> Verdict:
    text = f"{type(error).__name__}: {_line(error)}"
    if not is_sentence(error):
        return Verdict(UGLY, f"{text} ({_innermost(error)})")
    return Verdict(WRONG, f"it refuses what is harmless: {text}") if must == ANSWER else Verdict(REFUSED, text)


def is_sentence(error: Exception) -> bool:
    """Somebody who knew what was wrong raised it: shiftlab, in one line, or scikit-learn in its own words.

    Where Python or numpy stumbles in the middle of a line of ours, that line does not begin with ``raise``. What
    scikit-learn's check of an estimator's rows says of what is no number, it has from numpy, and its tests ask for it.
    """
    if not isinstance(error, ValueError | TypeError | OverflowError | NotImplementedError | AttributeError):
        return False
    if _WELL_KNOWN.search(str(error)) and "\n" not in str(error) and _while_validating(error):
        return True
    frame = traceback.extract_tb(error.__traceback__)[-1]
    ours = _package(error) in _OURS
    raised = linecache.getline(frame.filename, frame.lineno or 0).strip().startswith("raise")
    return ours and raised and (_package(error) == "sklearn" or _one_sentence(str(error)))


def _one_sentence(text: str) -> bool:
    """As the house has it, but for a sentence that scikit-learn's own tools look for."""
    text = text.replace("is supported. The type", "is supported: the type")
    return text.endswith(".") and "\n" not in text and len(text) < 400 and not re.search(r"\. [A-Z]", text)


_WELL_KNOWN = re.compile(
    "^could not convert string to float|argument must be .*string.* number|^int too large to convert to float"
    "|^setting an array element with a sequence"
)


def _while_validating(error: Exception) -> bool:
    stack = traceback.walk_tb(error.__traceback__)
    return any(frame.f_globals.get("__name__") == "sklearn.utils.validation" for frame, _ in stack)


def _package(error: Exception) -> str:
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return str(last.tb_frame.f_globals.get("__name__")).partition(".")[0] if last is not None else ""


def _innermost(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.filename}:{frame.lineno}"


def _line(said: Any) -> str:
    lines = str(said).strip().splitlines()
    return lines[0] if lines else ""


@contextmanager
def _not_forever() -> Iterator[None]:
    """Where a signal can end it, a call that does not end is one that ends badly."""
    if sys.platform == "win32":
        yield
        return

    def give_up(*_: Any) -> None:
        raise RuntimeError(f"it has not ended after {LONGEST:g} seconds")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
