"""Break the code in one place, as a slip of the pen would, to see who notices."""

import functools
import inspect
import sys
import textwrap


def rewrite(monkeypatch, owner, name, *slips):
    """Put a function of a module or a class back with some of its source replaced, wherever it was imported.

    `slips` are pairs of what stands there, exactly once, and of what is put in its place.
    """
    whole = getattr(owner, name)
    function = inspect.unwrap(whole)
    source = textwrap.dedent(inspect.getsource(function))
    for right, wrong in slips:
        assert source.count(right) == 1, f"{name} has {right!r} {source.count(right)} times: the mutant needs another"
        source = source.replace(right, wrong)
    scope = {}
    # names are looked up where the function has always looked: what else is patched there is seen
    code = compile("from __future__ import annotations\n" + source, f"<{name}, broken>", "exec")
    exec(code, function.__globals__, scope)
    replace(monkeypatch, owner, name, scope[name])


def replace(monkeypatch, owner, name, broken):
    """Put another function in the place of one, in its module or class and wherever it was imported by its name."""
    whole = getattr(owner, name)
    monkeypatch.setattr(owner, name, broken)
    if inspect.ismodule(owner):
        for module in [module for key, module in sys.modules.items() if key.startswith("shiftlab.")]:
            if module is not owner and vars(module).get(name) is whole:
                monkeypatch.setattr(module, name, broken)


def after(monkeypatch, owner, name, change):
    """What a function gives is changed by a slip at its end."""
    whole = getattr(owner, name)

    @functools.wraps(whole)
    def broken(*arguments, **named):
        return change(whole(*arguments, **named))

    replace(monkeypatch, owner, name, broken)
