"""What the course asks, to be answered by pressing: predictions, the veil, questions of recall, judgements.

Nothing here knows what is right: every press calls what a student could have typed, and shows the card it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as w
import traitlets as t

from shiftlab.course import classroom, registry
from shiftlab.course.asking import predicting, recalling, veil
from shiftlab.course.card import STOPPED, Card, code_block, inline
from shiftlab.course.choices import SURE
from shiftlab.course.kept import desk
from shiftlab.support.strict import strict

STATIC = Path(__file__).parents[1] / "static"

Said = Mapping[str, str]
Button = dict[str, Any]
PREDICT = {"name": "predict", "label": "I predict this", "needs": ["choice"]}
LOOK = {"name": "look", "label": "Look without predicting", "needs": []}


class Form(anywidget.AnyWidget):
    """A question, fields, buttons, and the answer below them. `pressed(button, values)` is called in the kernel."""

    _esm = STATIC / "asking.js"
    _css = STATIC / "asking.css"

    legend = t.Unicode().tag(sync=True)
    fields: Any = t.List().tag(sync=True)  # as `_field` makes them
    buttons: Any = t.List().tag(sync=True)  # name, label, and the fields that it needs
    answer = t.Unicode().tag(sync=True)

    def __init__(self, legend: str, pressed: Callable[[str, Said], object], **traits: Any) -> None:
        super().__init__(legend=inline(legend), **traits)
        self._pressed = pressed
        self.used = False
        self.on_msg(self._message)

    def __repr__(self) -> str:
        return "Form()"

    def press(self, button: str, **values: str) -> None:
        """As if it had been pressed in the page."""
        self.used = True
        self._pressed(button, values)

    def say(self, card: Any, fields: list[Any] | None = None, buttons: list[Button] | None = None) -> None:
        """Show an answer, and what can be pressed from now on."""
        with self.hold_sync():
            self.answer = card._repr_html_() if card else ""
            self.fields = self.fields if fields is None else fields
            self.buttons = self.buttons if buttons is None else buttons

    def _message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, dict) and "press" in content:
            self.press(content["press"], **content.get("values", {}))


def controls(card: Card) -> w.Widget:
    """The controls in place of a card that has some."""
    control = card.control
    assert control is not None
    return KINDS[control.kind](control.ids[0], control.make)


def veiled(id: str, make: Callable[[], Any]) -> Any:
    """What `make` returns if the prediction was made or waived, else a veil that lifts in place."""
    return make() if veil.lifted(id) else Veil(id, make)


class Veil(w.VBox):
    """The question in place of what would tell its answer."""

    def __init__(self, id: str, make: Callable[[], Any] | None) -> None:
        self._make = make
        self._form = _asking(id, [PREDICT, LOOK])
        self.lifted = False
        super().__init__([self._form])
        self.add_class("shiftlab-veil")
        veil.when_lifted(id, self._lift)

    def __repr__(self) -> str:
        return f"Veil({'lifted' if self.lifted else 'closed'})"

    def _lift(self) -> None:
        """Show what was veiled; below the form where that was used, so that the focus stays."""
        self.lifted = True
        kept = [self._form] if self._form.used else []
        try:
            self.children = [*kept, as_widget(self._make())] if self._make else kept
        except Exception as error:
            what = f"{type(error).__name__}: {error}".partition("\n")[0]
            stopped = Card("⚠ This cell stopped", (f"{what}. Run it again.",), edge=STOPPED)
            self.children = [*kept, as_widget(stopped)]
            if strict():
                raise


def as_widget(thing: Any) -> w.Widget:
    """Whatever a cell may show, as a widget."""
    if isinstance(thing, w.Widget):
        return thing
    if isinstance(thing, list):
        return w.VBox([as_widget(part) for part in thing])
    if isinstance(thing, Card) and thing.control:
        return controls(thing)
    return _html(_as_html(thing))


def _as_html(thing: Any) -> str:
    if hasattr(thing, "_repr_mimebundle_"):
        bundle = thing._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if "text/html" in data:
            return str(data["text/html"])
    if hasattr(thing, "_repr_html_"):
        return str(thing._repr_html_())
    text = thing if isinstance(thing, str) else repr(thing)
    first = text.strip().partition("\n")[0]
    return code_block(text, f"what this cell says: {first}")  # no two have the same name


def _html(html: str) -> w.HTML:
    shown = w.HTML(html)
    shown.add_class("shiftlab-shown")
    return shown


def _field(name: str, label: str, options: Iterable[str] = (), chosen: str | None = "") -> dict[str, Any]:
    """Without a label its options are to be pressed, with one they are a list; without options it is a line."""
    listed = [*options]
    kind = "text" if not listed else "select" if label else "radio"
    return {"name": name, "as": kind, "label": label, "options": listed, "chosen": chosen or ""}


def _how(id: str, last: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """The fields of a prediction, filled as they were last."""
    filled = last or {}
    return [
        _field("choice", "", registry.prediction(id).choices, filled.get("choice")),
        _field("sure", "How sure are you?", SURE, filled.get("sure")),
        _field("because", "Because ...", chosen=filled.get("because")),
    ]


def _commit(act: Callable[..., Card], id: str, values: Said) -> Card:
    """Hand over what a form has, as if it had been typed."""
    return act(id, values.get("choice", ""), sure=values.get("sure") or None, because=values.get("because", ""))


def _asking(id: str, buttons: list[Button]) -> Form:
    """The form of a prediction. Once something was said, it shows that, and lets one change one's mind."""

    def pressed(button: str, values: Said) -> None:
        if button == "look":
            form.say(predicting.look(id), [], [])
        elif button == "change":
            form.say(None, _how(id, _tries(id)[-1]), [PREDICT])
        else:
            form.say(_commit(predicting.predict, id, values), [], _to_change(id))

    return (form := Form(registry.prediction(id).question, pressed, fields=_how(id), buttons=buttons))


def _tries(id: str) -> list[dict[str, Any]]:
    return list(desk.prediction(id).get("tries", []))


def _to_change(id: str) -> list[Button]:
    revealed = desk.prediction(id).get("revealed")
    return [] if revealed else [{"name": "change", "label": "Change my mind", "needs": []}]


def _predict(id: str, make: Any) -> Form:
    form = _asking(id, [PREDICT])

    def catch_up() -> None:
        """It was answered, here or elsewhere."""
        form.say(predicting.predict(id), [], _to_change(id) if _tries(id) else [])

    if _tries(id):
        catch_up()
    else:
        veil.when_lifted(id, catch_up)
    return form


def _reveal(id: str, make: Any) -> Form:
    """Waits for the prediction; then one more press, after one has looked."""
    show = [{"name": "reveal", "label": "Show what happens", "needs": []}]
    form = Form("Say what you expect first, above.", lambda *_: form.say(predicting.reveal(id), [], []))

    def ready() -> None:
        form.legend = "Have you looked?"
        form.buttons = show

    veil.when_lifted(id, ready)
    return form


def _again(id: str, make: Any) -> Form:
    asked = [{"name": "again", "label": "This is what I think now", "needs": ["choice"]}]

    def pressed(button: str, values: Said) -> None:
        card = _commit(predicting.again, id, values)
        said = desk.prediction(id).get("again")
        form.say(card, [] if said else None, [] if said else None)

    def then_and_now() -> str:
        return " ".join(predicting.again(id).body[:-1])

    def catch_up() -> None:
        """It was predicted above, after all cells were run."""
        if not form.used:
            form.legend = inline(then_and_now())

    veil.when_lifted(id, catch_up)
    return (form := Form(then_and_now(), pressed, fields=_how(id), buttons=asked))


def _quiz(name: str, make: Any) -> w.VBox:
    return w.VBox([_question(asked, chosen) for asked, chosen in recalling.asked_in(name)])


def _question(asked: Any, chosen: str | None) -> Form:
    def pressed(button: str, values: Said) -> None:
        form.say(recalling.answer(asked.id, values.get("choice", "")), [], [])

    choices = _field("choice", "", asked.choices)
    check = {"name": "answer", "label": "Answer", "needs": ["choice"]}
    form = Form(asked.text, pressed, fields=[choices], buttons=[check])
    if chosen:
        form.say(recalling.outcome(asked, chosen), [], [])
    return form


def _judge(id: str, make: Any) -> Form:
    exercise = registry.exercise(id)
    said = desk.current().read()["exercises"].get(id, {}).get("said", {})
    fields = [_field(key, key, exercise.choices, said.get(key)) for key in exercise.situations]

    def pressed(button: str, values: Said) -> None:
        form.say(classroom.check(id, {key: values.get(key) or None for key in exercise.situations}))

    buttons = [{"name": "check", "label": "Check", "needs": []}]
    return (form := Form(exercise.title, pressed, fields=fields, buttons=buttons))


KINDS: dict[str, Callable[[str, Any], w.Widget]] = {
    "predict": _predict,
    "veil": Veil,
    "reveal": _reveal,
    "again": _again,
    "quiz": _quiz,
    "judge": _judge,
}
