"""By which code numbers were computed: a digest of the definitions that functions reach inside shiftlab.

Functions, classes and constants are followed by their names, from the functions given through everything that these
use. What they do not use may change as it likes: pictures, sentences, claims, other experiments. Where a name cannot
be told, a whole module counts, so that a change is seen too often and not too seldom.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .syntax import Chain, Definition, Import, Module, read

PACKAGE = "shiftlab"
#: How settings are checked, offered and told, while their values are in the name of every cell; how files are written
#: and what is said to a slip.
NOT_FOLLOWED = ("shiftlab.experiments.settings", "shiftlab.support")
#: An f-string that begins with fewer letters does not name data.
SHORTEST_STEM = 4
#: What registered data are called and where they are from; the rest of an entry says what they are.
PROSE = {"title", "origin", "licence", "citation", "note"}
#: The name of what a module does when it is imported, beside defining names.
REST = "(statements)"


class Code(NamedTuple):
    """A digest, and the short one of every definition behind it, by its name."""

    digest: str
    definitions: dict[str, str]


class Place(NamedTuple):
    module: str
    name: str


def digest(*functions: Callable[..., Any], root: Path | None = None) -> str:
    """One digest of all that the functions reach."""
    return reached(*functions, root=root).digest


def reached(*functions: Callable[..., Any], root: Path | None = None) -> Code:
    """What functions, or classes, reach. `root` is another copy of the package than the one that is imported."""
    walk = _Walk(_Sources(root))
    for function in functions:
        walk.start(function)
    definitions = dict(sorted(walk.finish().items()))
    return Code(_short(json.dumps(definitions), 16), definitions)


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The definitions that differ, by name: changed, new, or no longer used."""
    changed = [name for name in after if name in before and after[name] != before[name]]
    new = [f"{name} (new)" for name in after if name not in before]
    return [*changed, *new, *(f"{name} (no longer used)" for name in before if name not in after)]


class _Sources:
    """Finds the files of modules: those of what is imported, or those of a copy."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.module = cache(self._module)

    def _module(self, name: str) -> Module | None:
        path = self._path(name)
        return None if path is None else read(name, path)

    def _path(self, name: str) -> Path | None:
        if not _is_ours(name):
            file = getattr(sys.modules.get(name), "__file__", None)
            return Path(file) if file and file.endswith(".py") else None
        if name == PACKAGE:
            return self._folders(name)[0] / "__init__.py"
        parent, _, last = name.rpartition(".")
        candidates = (
            path for folder in self._folders(parent) for path in (folder / last / "__init__.py", folder / f"{last}.py")
        )
        return next((path for path in candidates if path.is_file()), None)

    def _folders(self, package: str) -> list[Path]:
        loaded = sys.modules.get(package)
        if self.root is None and loaded is not None:
            return [Path(folder) for folder in getattr(loaded, "__path__", [])]
        if package == PACKAGE:
            return [self.root or Path(__file__).parents[1]]
        path = self._path(package)
        return [path.parent] if path is not None and path.stem == "__init__" else []


class _Walk:
    """From definition to definition, each once."""

    def __init__(self, sources: _Sources) -> None:
        self.sources = sources
        self.todo: list[Place] = []
        self.seen: set[Place] = set()
        self.digests: dict[str, str] = {}
        self.strings: set[str] = set()
        self.stems: set[str] = set()
        self.tables: dict[Path, str] = {}

    def start(self, function: Callable[..., Any]) -> None:
        module, name = function.__module__, function.__qualname__
        found = self.sources.module(module)
        if found is None:  # typed into a notebook
            code = getattr(function, "__code__", None)
            self.digests[f"{module}.{name}"] = _short(repr(code and (code.co_code, code.co_names, code.co_consts)))
        elif name.split(".")[0] in found.definitions:
            self._reach(Place(module, name.split(".")[0]))
        else:
            self._whole(found)

    def finish(self) -> dict[str, str]:
        while self.todo:
            self._follow(self.todo.pop())
        return self.digests | dict(self._registered())

    def _reach(self, place: Place) -> None:
        for one in (place, Place(place.module, REST)):
            if one not in self.seen:
                self.seen.add(one)
                self.todo.append(one)

    def _whole(self, module: Module) -> None:
        for name in (*module.definitions, REST):
            self._reach(Place(module.name, name))
        for name, one in module.bindings.items():  # what it hands on
            if isinstance(one, Import) and name == one.name and one.module.startswith(f"{module.name}."):
                self._resolve(module, one)

    def _follow(self, place: Place) -> None:
        module = self.sources.module(place.module)
        assert module is not None
        definition = module.rest if place.name == REST else module.definitions[place.name]
        if not definition.statements:
            return
        meanings = sorted(filter(None, (self._use(module, definition, chain) for chain in definition.uses)))
        self.digests[f"{place.module}.{place.name}"] = _short(definition.text + "\n" + "\n".join(meanings))
        self.strings |= definition.strings
        self.stems |= {stem for stem in definition.stems if len(stem) >= SHORTEST_STEM}
        for name in definition.strings:
            if name.endswith(".json") and (path := module.path.with_name(name)).is_file():
                self.tables[path] = f"{module.name.rpartition('.')[0]}/{name}"

    def _use(self, module: Module, definition: Definition, chain: Chain) -> str:
        """Reach what a name stands for; gives name and meaning, or nothing for one of Python's own."""
        name, *attributes = chain
        bound = definition.imports.get(name) or module.bindings.get(name)
        if bound is None:
            for star in module.stars:
                if (whole := self.sources.module(star)) is not None and _is_ours(star):
                    self._whole(whole)
            return ""
        if isinstance(bound, Definition):
            self._reach(Place(module.name, name))
            return f"{name} = {module.name}.{name}"
        return f"{name} = {self._resolve(module, bound, *attributes)}"

    def _resolve(self, module: Module, bound: Import, *attributes: str) -> str:
        """Reach what an import and attributes of it stand for; gives its full name."""
        names = [bound.name, *attributes] if bound.name else list(attributes)
        if not _is_ours(bound.module) or bound.module.startswith(NOT_FOLLOWED):
            return ".".join(filter(None, (bound.module, bound.name)))
        found = self.sources.module(bound.module)
        if found is None:  # a module that is not there: whoever imports it has to be looked at
            self._whole(module)
            return bound.module
        if not names:
            self._whole(found)
            return found.name
        name, *rest = names
        inner = found.bindings.get(name)
        if isinstance(inner, Definition):
            self._reach(Place(found.name, name))
            return f"{found.name}.{name}"
        if inner is not None:
            return self._resolve(found, inner, *rest)
        if lazy := found.lazy.get(name):
            return self._resolve(found, Import(f"{found.name}.{lazy}", name), *rest)
        if self.sources.module(f"{found.name}.{name}") is not None:
            return self._resolve(found, Import(f"{found.name}.{name}"), *rest)
        self._whole(found)
        return f"{found.name}.{name}"

    def _registered(self) -> Iterator[tuple[str, str]]:
        """Entries of tables beside the code that are named in it: what data sets are, checksums among it."""
        for path, name in self.tables.items():
            entries: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            named = [entry for entry in entries if entry in self.strings or entry.startswith(tuple(self.stems))]
            for entry in named or entries:
                facts = entries[entry]
                if isinstance(facts, dict):
                    facts = {key: value for key, value in facts.items() if key not in PROSE}
                yield f"{name}: {entry}", _short(json.dumps(facts, sort_keys=True))


def _is_ours(module: str) -> bool:
    return module == PACKAGE or module.startswith(f"{PACKAGE}.")


def _short(text: str, digits: int = 10) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]
