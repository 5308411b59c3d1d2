"""Calling what a student wrote, and saying where it went wrong.

Everything of theirs is called through `call`, `numbers` or `word`: these tell a mistake of theirs (`Raised`, `Wrong`,
`NotAttempted`) from a mistake of ours, which surfaces as any other error does.
"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


class NotAttempted(Exception):
    """Nothing was written yet; the message says how we can tell."""


class Wrong(Exception):
    """A property does not hold; the message says which, never what would be right."""


class Raised(Exception):
    """The student's code raised the error that is this one's cause; the message is the case it was tried on."""


def call(answer: Any, *arguments: Any) -> Any:
    """What the student's function returns for `arguments` (copies of them: it may change its own)."""
    import copy

    import numpy as np

    if answer is None or answer is ...:
        raise NotAttempted("There is nothing to check yet.")
    if not callable(answer):
        raise Wrong(f"Hand over the function itself, without calling it; this is {_a(answer)}.")
    try:
        with np.errstate(all="ignore"):
            value = answer(*copy.deepcopy(arguments))
    except NotImplementedError as error:
        raise NotAttempted("The function raises NotImplementedError.") from error
    except Exception as error:
        if "ellipsis" in str(error).lower():
            raise NotAttempted("There are dots left in the function: put something in their place.") from error
        raise Raised(_case(answer, arguments)) from error
    if value is None or value is ...:
        raise NotAttempted("The function returns nothing yet; if you have written it, look for the `return`.")
    return value


def numbers(answer: Any, *arguments: Any, shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """The same as an array of floats; of the given shape, if one is given."""
    import numpy as np

    array = _as_numbers(call(answer, *arguments), shape)
    if not np.isfinite(array).all():
        case = _case(answer, arguments)
        where = f"{case} the result is" if case else "Some results are"
        raise Wrong(f"{where} not finite (nan or infinite): look for a division by zero.")
    return array


def word(answer: Any, *arguments: Any, among: Sequence[str]) -> str:
    """The same as one of some words."""
    value = call(answer, *arguments)
    if not isinstance(value, str):
        raise Wrong(f"The function must return {_either(among)}; yours returns {_a(value)}.")
    if value not in among:
        raise Wrong(f"The function must return {_either(among)}; yours returns {value!r:.40}.")
    return value


def _as_numbers(value: Any, shape: tuple[int, ...] | None) -> NDArray[Any]:
    import numpy as np

    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"The function must return numbers; yours returns {_a(value)}.") from None
    if shape is not None and array.shape != shape:
        must = f"have the shape {shape}" if shape else "be a single number"
        yours = f"has the shape {array.shape}" if array.shape else "is a single number"
        raise Wrong(f"The result must {must}; yours {yours}.")
    return array


def agree(answer: Any, other: Callable[..., Any], cases: list[tuple[Any, ...]]) -> bool:
    """Whether two functions return the same in all cases: how a misconception is recognised."""
    try:
        return all(_same(call(answer, *case), call(other, *case)) for case in cases)
    except (NotAttempted, Raised, Wrong):
        return False


def _same(mine: Any, theirs: Any) -> bool:
    import numpy as np

    if isinstance(theirs, str):
        return isinstance(mine, str) and mine == theirs
    mine, theirs = (_as_numbers(value, None) for value in (mine, theirs))
    return bool(mine.shape == theirs.shape and np.allclose(mine, theirs, rtol=1e-6, atol=1e-9))


def kindly(answer: Any, error: BaseException, case: str = "") -> str:
    """What went wrong in the student's code and where, in their own line, and for which arguments."""
    kind, text = type(error).__name__, " ".join(str(error).split())
    what = f"{kind}: {text}" if text else kind
    number, line = where(answer, error)
    shown = f", `{line}`," if line else ""
    place = "" if number is None else f" in line {number} of its cell{shown}"
    return f"{case + ' your' if case else 'Your'} code stopped{place} with {what}."


def where(answer: Any, error: BaseException) -> tuple[int | None, str]:
    """The last line of the student's own that was running, and its text.

    Their own is what shares its global names with the function: helpers in other cells count, libraries do not.
    """
    names = getattr(answer, "__globals__", None)
    place = None
    trace = error.__traceback__
    while trace is not None:
        if names is not None and trace.tb_frame.f_globals is names:
            place = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    if place is None and isinstance(error, TypeError) and hasattr(answer, "__code__"):
        place = answer.__code__.co_filename, answer.__code__.co_firstlineno  # called with the wrong arguments
    if place is None:
        return None, ""
    return place[1], linecache.getline(*place).strip()


def _a(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _either(words: Sequence[str]) -> str:
    quoted = [f'"{word}"' for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _case(answer: Any, arguments: tuple[Any, ...]) -> str:
    """The arguments by the student's own names, `For p = 1 and beta = 0.3`; nothing if they are not all numbers."""
    if not arguments or not all(isinstance(value, int | float) for value in arguments):
        return ""
    try:
        names = list(inspect.signature(answer).bind(*arguments).arguments)
    except (TypeError, ValueError):  # called with the wrong arguments, or written in C
        return ""
    given = [f"{name} = {value:g}" for name, value in zip(names, arguments, strict=False)]
    return f"For {', '.join(given[:-1])} and {given[-1]}" if len(given) > 1 else f"For {given[0]}"
