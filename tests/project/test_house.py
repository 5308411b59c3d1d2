"""The rules of the house: where things stand, and who may look where."""

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path, PurePosixPath

from documents import ROOT

TRACKED = [
    PurePosixPath(path)
    for path in subprocess.run(
        ["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    ).stdout.split("\0")[:-1]
    if (ROOT / path).exists()
]
assert TRACKED, "the rules of the house are about what git tracks: run them in a checkout"
SOURCES = ("shiftlab", "widgets/shiftlab_widgets", "tests")
#: A source tree, and the name under which it is imported.
PACKAGES = {"shiftlab": "shiftlab", "widgets/shiftlab_widgets": "shiftlab_widgets", "tests": "tests", "notebooks": ""}
MOST_ENTRIES = 20
ALIKE = 3

#: Where each part of an experiment is written, unless it is short and stays in the room's __init__.py.
ROLES = {
    "Settings": {"settings"},
    "Result": {"run"},
    "run": {"run"},
    "coarse": {"run"},
    "describe": {"run"},
    "PRESETS": {"cells"},
    "cells": {"cells"},
    "record": {"record"},
    "summarise": {"summary"},
    "table": {"summary", "report"},
    "draw_summary": {"summary", "report"},
    "stage": {"picture"},
    "update": {"picture"},
    "STATEMENTS": {"claims"},
}
SHORT = 40


def folders():
    """The entries of every source folder."""
    entries = {}
    for path in TRACKED:
        parts = path.parts
        for depth in range(1, len(parts)):
            entries.setdefault("/".join(parts[:depth]), set()).add(parts[depth])
    return {
        folder: names for folder, names in entries.items() if f"{folder}/".startswith(tuple(f"{s}/" for s in SOURCES))
    }


def test_a_folder_can_be_seen_at_a_glance():
    assert {folder: len(names) for folder, names in folders().items() if len(names) > MOST_ENTRIES} == {}


def test_three_files_with_a_common_prefix_are_a_folder():
    crowded = {}
    for folder, names in folders().items():
        stems = [Path(name).stem.lstrip("_") for name in names if name.endswith(".py")]
        bare = [stem.removeprefix("test_").removeprefix("bench_") for stem in stems]
        alike = Counter(stem.partition("_")[0] for stem in bare)
        crowded |= {f"{folder}/{prefix}_": times for prefix, times in alike.items() if prefix and times >= ALIKE}
    assert crowded == {}


def uses(path):
    """(package of the file, what it uses as a tuple of names), for each name that it imports, looks up in a module
    that it has imported, or patches by its dotted name.
    """
    tree = next((tree for tree in sorted(PACKAGES, key=len, reverse=True) if path.is_relative_to(tree)), None)
    if tree is None:
        return
    inside = path.relative_to(tree).parts[:-1]
    package = (*PACKAGES[tree].split("."), *inside)
    bound = {}
    nodes = list(ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))))
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            bound |= {name.asname or name.name: (*module, name.name) for name in node.names}
            yield from ((package, (*module, name.name)) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from ((package, tuple(name.name.split("."))) for name in node.names)
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and is_module(bound.get(node.value.id)):
            yield package, (*bound[node.value.id], node.attr)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"shiftlab(_widgets)?(\.\w+)+", str(node.value)):
            yield package, tuple(node.value.split("."))


def is_module(names):
    """Whether these names are those of a module of the kit."""
    return names is not None and any(
        (ROOT / tree).joinpath(*names).with_suffix(".py").exists() for tree in ("", "widgets")
    )


def may_look(path, package, owner):
    """Into the private parts of `owner` look its own folder, what is below it, and the tests that mirror it: of a
    folder those in a folder of its name, or in one file.
    """
    if package[: len(owner)] == owner:
        return True
    mirrored = ("tests", *(owner[1:] if owner[0] == "shiftlab" else ("widgets", *owner[1:])))
    mirrored = mirrored if len(mirrored) > 1 else ("tests", "modules")
    return (*package, path.stem.removeprefix("test_"))[: len(mirrored)] == mirrored


def trespasses(path):
    """The private names of other folders that a file imports."""
    for package, target in uses(path):
        private = [i for i, name in enumerate(target) if name.startswith("_") and not name.startswith("__")]
        if private and target[0] in ("shiftlab", "shiftlab_widgets"):
            owner = target[: private[0]]
            file = Path(*owner).with_suffix(".py")
            if (ROOT / file).exists() or (ROOT / "widgets" / file).exists():
                owner = owner[:-1]  # what is private to a module may be seen in its folder
            if not may_look(path, package, owner):
                yield f"{path}: {'.'.join(target)}"


def test_what_begins_with_an_underscore_is_for_its_own_folder():
    assert [found for path in TRACKED if path.suffix == ".py" for found in trespasses(path)] == []


def parts(path):
    """What a module defines at its top."""
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.end_lineno - node.lineno + 1
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id, node.end_lineno - node.lineno + 1


def test_a_part_of_an_experiment_stands_in_the_file_of_its_role():
    elsewhere = [
        f"{path}: {name}"
        for path in TRACKED
        if path.match("shiftlab/papers/*/*/*.py")
        for name, lines in parts(path)
        if name in ROLES and path.stem not in ROLES[name] and not (path.stem == "__init__" and lines <= SHORT)
    ]
    assert elsewhere == []


def test_contributing_names_the_files_of_all_roles():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| in the room | file |\n")[2].partition("\n\n")[0]
    assert set().union(*ROLES.values()) - set(re.findall(r"`(\w+)\.py`", table)) == set()


def test_table_and_figure_stand_in_one_file():
    homes = {}
    for path in TRACKED:
        if path.match("shiftlab/papers/*/*/*.py"):
            homes.setdefault(path.parent, []).extend(
                path.stem for name, _ in parts(path) if name in ("table", "draw_summary")
            )
    assert {str(room): files for room, files in homes.items() if len(files) != 2 or len(set(files)) != 1} == {}
