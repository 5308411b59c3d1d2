"""Settings: the frozen object that an experiment is a function of, and what can be read off its fields.

A field carries its type, default, bounds, label and help in one place. The explorer's controls, the command
line's options, the error sentences and the property tests' ranges are all derived from here.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin

import pydantic

S = TypeVar("S")

STRICT = pydantic.ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True, allow_inf_nan=False)


class SettingsError(ValueError):
    """Settings that cannot be run; the message is one sentence for the person who asked."""


@dataclasses.dataclass(frozen=True)
class Control:
    """How a field is offered to a person: the step of its slider, whether it moves on a log scale, and when it
    applies at all (`when` is asked with the settings; a field that does not apply is hidden).

    `moved` has values that the field once took, with what became of them, for whoever comes with an old one.
    """

    step: float | None = None
    log: bool = False
    when: Callable[[Any], bool] | None = None
    moved: Mapping[str, str] = dataclasses.field(default_factory=dict, hash=False)


class BaseSettings:
    """What every Settings class inherits: the check across fields, a change of some fields, text and back.

    `REPEATS` names the fields of which several values are repetitions of the same: a summary takes their mean and
    counts them as n. `VIEW` names those that are for the eye, and change no number that is kept.
    """

    REPEATS: ClassVar[tuple[str, ...]] = ("seed",)
    VIEW: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """The fields that tell one setting from another, in order."""
        return tuple(field.name for field in fields(cls) if field.name not in (*cls.REPEATS, *cls.VIEW))

    def __post_init__(self) -> None:
        if sentence := self.check():
            raise ValueError(sentence)

    def check(self) -> str | None:
        """What is wrong between the fields, as one sentence, or nothing. Overridden where fields depend."""
        return None

    def told(self, since: Self | None = None) -> dict[str, Any]:
        """What has to be said of these settings: what differs from other ones, or from the defaults."""
        other = as_dict(type(self)() if since is None else since)
        return {name: value for name, value in as_dict(self).items() if value != other[name]}

    def changed(self, **changes: Any) -> Self:
        """A copy with some fields changed, validated like new."""
        return make(type(self), **{**as_dict(self), **changes})


@dataclasses.dataclass(frozen=True)
class Field:
    """What can be said about one field of a Settings class."""

    name: str
    label: str
    help: str
    default: Any
    type: type
    low: float | None
    high: float | None
    open_low: bool
    open_high: bool
    choices: tuple[Any, ...]
    control: Control

    @property
    def range(self) -> str:
        """The allowed values, for a person: ``0 <= mu <= 15`` or ``one of exact, logistic, forest``."""
        if self.choices:
            return "one of " + ", ".join(map(str, self.choices))
        low = "" if self.low is None else f"{self.low:g} {'<' if self.open_low else '<='} "
        high = "" if self.high is None else f" {'<' if self.open_high else '<='} {self.high:g}"
        if not low and not high:
            return {int: "a whole number", float: "a number", bool: "true or false"}.get(self.type, "text")
        return f"{low}{self.name}{high}" + (", a whole number" if self.type is int else "")

    def refusal(self, given: Any) -> str:
        """What is said to a value that does not fit."""
        shown = f"{given:g}" if isinstance(given, float) and not math.isnan(given) else repr(given)
        if isinstance(given, str) and given in self.control.moved:
            return f"{self.name}={shown} {self.control.moved[given]}"
        return f"{self.name}={shown} does not fit: give {self.range}"

    def applies(self, settings: Any) -> bool:
        return self.control.when is None or bool(self.control.when(settings))


def fields(settings_type: type) -> tuple[Field, ...]:
    """The fields of a Settings class, in the order in which they are written."""
    known = settings_type.__pydantic_fields__  # type: ignore[attr-defined]
    return tuple(_field(name, info) for name, info in known.items())


def _field(name: str, info: pydantic.fields.FieldInfo) -> Field:
    def said(bound: str) -> Any:
        """An Interval has all four bounds, Ge and its like have one."""
        return next((given for extra in info.metadata if (given := getattr(extra, bound, None)) is not None), None)

    ge, gt, le, lt = map(said, ("ge", "gt", "le", "lt"))
    base: Any = info.annotation
    choices = get_args(base) if get_origin(base) is Literal else ()
    label, _, rest = (info.description or "").partition("\n")
    return Field(
        name=name,
        label=label.strip() or name,
        help=" ".join(rest.split()),
        default=info.default,
        type=type(choices[0]) if choices else base,
        low=ge if gt is None else gt,
        high=le if lt is None else lt,
        open_low=gt is not None,
        open_high=lt is not None,
        choices=choices,
        control=next((extra for extra in info.metadata if isinstance(extra, Control)), Control()),
    )


def make(settings_type: type[S], **values: Any) -> S:
    """Settings from keyword values, or one sentence (`SettingsError`) that names every wrong field."""
    try:
        return settings_type(**values)
    except pydantic.ValidationError as error:
        raise SettingsError(explain(settings_type, error)) from None


def from_dict(settings_type: type[S], values: Mapping[str, Any]) -> S:
    """Settings from what `as_dict` gave, also after a trip through JSON."""
    try:
        return pydantic.TypeAdapter(settings_type).validate_json(json.dumps(dict(values)))
    except pydantic.ValidationError as error:
        raise SettingsError(explain(settings_type, error)) from None


def as_dict(settings: Any) -> dict[str, Any]:
    return {item.name: getattr(settings, item.name) for item in dataclasses.fields(settings)}


def parse(field: Field, text: str) -> Any:
    """The value that a person typed for `field`. Fractions are understood: ``1/9``."""
    try:
        if field.choices:
            return next(choice for choice in field.choices if str(choice) == text)
        if field.type is bool:
            return {"true": True, "yes": True, "false": False, "no": False}[text.lower()]
        if field.type is int:
            return int(text)
        if field.type is float:
            numerator, _, denominator = text.partition("/")
            return float(numerator) / float(denominator or 1)
    except (ValueError, KeyError, StopIteration, ZeroDivisionError):
        raise SettingsError(f"{field.refusal(text)}.") from None
    return text


def explain(settings_type: type, error: pydantic.ValidationError) -> str:
    """A pydantic error as one sentence."""
    known = {field.name: field for field in fields(settings_type)}
    parts = []
    for item in error.errors():
        name = str(item["loc"][-1]) if item["loc"] else ""
        if item["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            parts.append(f"there is no setting {name!r} (there are {', '.join(known)})")
        elif name in known:
            parts.append(known[name].refusal(item["input"]))
        else:
            parts.append(item["msg"].removeprefix("Value error, ").rstrip("."))
    return "; ".join(parts) + "."


def shown(value: Any) -> str:
    """A value for a person: 0.111 instead of seventeen digits."""
    return f"{value:.3g}" if isinstance(value, float) else str(value)
