"""A module read as text: what it defines under which names, and what each definition means and uses.

Comments, docstrings, annotations, positions and the words of a refusal are left out: changing them changes no number.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

#: Of a node, what changes nothing or differs between versions of Python.
_LEFT_OUT = {"ctx", "type_comment", "kind", "type_ignores", "type_params", "annotation", "returns"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.Lambda)
_NAMED = (*_FUNCTIONS, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
_COMPOUND = (ast.If, ast.Try, ast.With, ast.For, ast.While)

#: A name and the attributes asked of it: `base.samples` is ("base", "samples").
Chain = tuple[str, ...]


@dataclass(frozen=True)
class Import:
    """What a name stands for: a module, or what a module has under a name."""

    module: str
    name: str = ""


@dataclass
class Definition:
    """The statements that give a module's name its meaning. All of them, where there are several."""

    package: str  # where relative imports start
    statements: list[ast.stmt] = field(default_factory=list)
    imports: dict[str, Import] = field(default_factory=dict)  # its own, inside

    @cached_property
    def text(self) -> str:
        return "\n".join(map(_dump, self._bare))

    @cached_property
    def uses(self) -> frozenset[Chain]:
        """The names from outside that it asks for."""
        found = _Uses()
        for statement in self._bare:
            found.visit(statement)
        conditional = {(name,) for s in self.statements if isinstance(s, _COMPOUND) for name in self.imports}
        return frozenset(found.chains | conditional)

    @cached_property
    def strings(self) -> frozenset[str]:
        """All that are written in it, in annotations too: names of data are among them."""
        return frozenset(str(one.value) for one in self._inside if isinstance(one, ast.Constant) and _is_text(one))

    @cached_property
    def stems(self) -> frozenset[str]:
        """What f-strings begin with."""
        first = (one.values[0] for one in self._inside if isinstance(one, ast.JoinedStr) and one.values)
        return frozenset(str(one.value) for one in first if isinstance(one, ast.Constant))

    @cached_property
    def _inside(self) -> list[ast.AST]:
        """The nodes that are asked for, before annotations go."""
        nodes = (node for statement in self.statements for node in ast.walk(statement))
        return [one for one in nodes if isinstance(one, ast.Constant | ast.JoinedStr | ast.Import | ast.ImportFrom)]

    @cached_property
    def _bare(self) -> list[ast.stmt]:
        for node in self._inside:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.imports |= _imports(node, self.package)
        bare = (_Bare().visit(statement) for statement in self.statements)
        return [statement for statement in bare if statement is not None]


@dataclass
class Module:
    """What a file defines; `rest` are the statements that define no name, and run when it is imported.

    `lazy` are names that a package gives on demand, with the modules below it that have them.
    """

    name: str
    path: Path
    package: str
    rest: Definition
    bindings: dict[str, Import | Definition] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    lazy: dict[str, str] = field(default_factory=dict)

    @property
    def definitions(self) -> dict[str, Definition]:
        return {name: one for name, one in self.bindings.items() if isinstance(one, Definition)}

    def bind(self, statement: ast.stmt) -> None:
        """Note what a statement of the file is for."""
        if isinstance(statement, ast.Import | ast.ImportFrom):
            self.bindings |= _imports(statement, self.package)
            if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
                self.stars.append(_absolute(statement, self.package))
        elif isinstance(statement, ast.If) and _is_asked(statement.test, "TYPE_CHECKING", "__name__"):
            for other in statement.orelse:
                self.bind(other)
        elif not _is_docstring(statement):
            self.lazy |= _given_on_demand(statement)
            names = _bound([statement])
            if isinstance(statement, _COMPOUND):
                inner = (node for node in ast.walk(statement) if isinstance(node, ast.Import | ast.ImportFrom))
                names |= {name for node in inner for name in _imports(node, self.package)}
            for definition in [self._definition(name) for name in sorted(names)] or [self.rest]:
                definition.statements.append(statement)

    def _definition(self, name: str) -> Definition:
        known = self.bindings.get(name)
        if isinstance(known, Definition):
            return known
        new = Definition(self.package)
        if known is not None:  # imported, and then changed
            new.imports[name] = known
        self.bindings[name] = new
        return new


def read(name: str, path: Path) -> Module:
    """The module `name` from its file, read again only when the file has changed."""
    status = path.stat()
    return _read(name, path, status.st_mtime_ns, status.st_size)


@cache
def _read(name: str, path: Path, changed: int, size: int) -> Module:
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    module = Module(name, path, package, Definition(package))
    for statement in ast.parse(path.read_bytes()).body:
        module.bind(statement)
    return module


def _imports(statement: ast.Import | ast.ImportFrom, package: str) -> dict[str, Import]:
    if isinstance(statement, ast.ImportFrom):
        module = _absolute(statement, package)
        return {
            alias.asname or alias.name: Import(module, alias.name) for alias in statement.names if alias.name != "*"
        }
    return {
        alias.asname or alias.name.partition(".")[0]: Import(alias.name if alias.asname else alias.name.split(".")[0])
        for alias in statement.names
    }


def _absolute(statement: ast.ImportFrom, package: str) -> str:
    if not statement.level:
        return statement.module or ""
    parts = package.split(".")[: len(package.split(".")) - statement.level + 1]
    return ".".join([*parts, *([statement.module] if statement.module else [])])


def _is_asked(test: ast.expr, *names: str) -> bool:
    """Whether a condition is about one of these names: types are being checked, or the file is the program."""
    return any(getattr(node, "id", getattr(node, "attr", "")) in names for node in ast.walk(test))


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and _is_text(statement.value)


def _given_on_demand(statement: ast.stmt) -> dict[str, str]:
    """The names that `lazy_loader.attach` is told, and where each of them is; "" where the name is a module."""
    call = getattr(statement, "value", None)
    if not isinstance(call, ast.Call) or not ast.unparse(call.func).endswith("attach"):
        return {}
    told = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    attributes = {name: module for module, names in told.get("submod_attrs", {}).items() for name in names}
    return attributes | dict.fromkeys(told.get("submodules", ()), "")


class _Bare(ast.NodeTransformer):
    """Takes away what changes no number."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if _is_docstring(node) else self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        for one in node.body:  # the fields of a dataclass: their names and order count
            if isinstance(one, ast.AnnAssign):
                one.simple = -1
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        node.annotation = ast.Constant(None)
        self.generic_visit(node)
        if node.simple == -1:
            return node
        return None if node.value is None else ast.Assign([node.target], node.value)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        if isinstance(node.exc, ast.Call):
            node.exc.args = [one for one in node.exc.args if not _is_text(one)]
        return self.generic_visit(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


class _Uses(ast.NodeVisitor):
    """Collects the names that are not bound where they are used."""

    def __init__(self) -> None:
        self.chains: set[Chain] = set()
        self.local: list[set[str]] = []

    def visit_Name(self, node: ast.Name) -> None:
        if self.local or isinstance(node.ctx, ast.Load):  # a module's own names are not used by being bound
            self._use((node.id,))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        attributes: list[str] = []
        value: ast.expr = node
        while isinstance(value, ast.Attribute):
            attributes.insert(0, value.attr)
            value = value.value
        if isinstance(value, ast.Name):
            self._use((value.id, *attributes))
        else:
            self.visit(value)

    def _use(self, chain: Chain) -> None:
        if not any(chain[0] in names for names in self.local):
            self.chains.add(chain)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_all(node.decorator_list)
        self._function(node.args, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node.args, [node.body])

    def _function(self, arguments: ast.arguments, body: list[Any]) -> None:
        self._visit_all([*arguments.defaults, *filter(None, arguments.kw_defaults)])
        several = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        several += filter(None, [arguments.vararg, arguments.kwarg])
        self._inside({one.arg for one in several} | _bound(body), body)

    def visit_ListComp(self, node: Any) -> None:
        inner = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._inside(_bound([one.target for one in node.generators]), [*inner, *node.generators])

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def _inside(self, names: set[str], nodes: Iterable[ast.AST]) -> None:
        self.local.append(names)
        self._visit_all(nodes)
        self.local.pop()

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)


def _bound(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that statements bind in their own scope. Imports are none of them: those are followed."""
    names: set[str] = set()
    outer: set[str] = set()
    for node in _own_scope(nodes):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, _NAMED) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            names.add(node.rest)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            outer |= set(node.names)
    return names - outer


def _own_scope(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every node but those of functions, classes and comprehensions inside; of these only a := ."""
    todo = list(nodes)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, _COMPREHENSIONS):
            todo += [one.target for one in ast.walk(node) if isinstance(one, ast.NamedExpr)]
        elif not isinstance(node, _SCOPES):
            todo += ast.iter_child_nodes(node)


def _dump(node: Any) -> str:
    """The same text for the same code, with any version of Python that can read it."""
    if isinstance(node, ast.Constant):
        return f"{type(node.value).__name__} {node.value!r}"
    if isinstance(node, ast.JoinedStr):  # in which Python 3.12 finds empty texts
        return f"JoinedStr({', '.join(_dump(one) for one in node.values if getattr(one, 'value', None) != '')})"
    if isinstance(node, ast.AST):
        parts = ((name, value) for name, value in ast.iter_fields(node) if name not in _LEFT_OUT)
        inner = ", ".join(f"{name}={_dump(value)}" for name, value in parts if value is not None and value != [])
        return f"{type(node).__name__}({inner})"
    if isinstance(node, list):
        return f"[{', '.join(map(_dump, node))}]"
    return repr(node)
