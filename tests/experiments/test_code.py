"""A digest of code changes when what is computed may change, and with nothing else."""

import ast
import inspect
import shutil
import subprocess
import sys
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

import shiftlab
from shiftlab import experiments
from shiftlab.experiments import code
from shiftlab.experiments.code import PACKAGE, changes, digest, reached

HERE = Path(shiftlab.__file__).parent
NAMES = experiments.names()
#: Transfer cross-validation weighs by kernel mean matching.
TRANSFER = {"transfer-cv", "transfer-cv-sources", "transfer-cv-text"}


def of(experiment, root=None):
    return reached(experiment.run, experiment.report.record, experiment.Settings, root=root)


@cache
def now(name):
    return of(experiments.get(name))


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Another copy of the package, to be edited."""
    root = tmp_path_factory.mktemp("copy") / PACKAGE
    shutil.copytree(HERE, root, ignore=shutil.ignore_patterns("__pycache__", "evidence.json", "*.gz", "claims.json"))
    return root


@contextmanager
def edited(path, change):
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")
    yield
    path.write_text(before, encoding="utf-8")


def turned(source):
    """The same module with the first + or - , * or / of every function turned round."""
    tree, other = ast.parse(source), {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            sums = (node for node in ast.walk(function) if isinstance(node, ast.BinOp) and type(node.op) in other)
            if (first := next(sums, None)) is not None:
                first.op = other[type(first.op)]()
    return ast.unparse(tree)


def affected(copy, path, change):
    with edited(copy / path, change):
        return {name for name in NAMES if of(experiments.get(name), copy) != now(name)}


# What changes a digest, and what does not.


def test_a_copy_has_the_digests_of_the_original(copy):
    assert {name: of(experiments.get(name), copy) for name in NAMES} == {name: now(name) for name in NAMES}


@pytest.mark.parametrize(
    ("path", "those"),
    [
        ("papers/bias/kinds/world.py", {"bias-kinds"}),
        ("papers/bias/kinds/record.py", {"bias-kinds"}),
        ("papers/kmm/regression/trial.py", {"kmm-regression"}),
        ("papers/kmm/selection/sample.py", {"kmm-selection"}),
        ("papers/reverse_testing/boolean/world.py", {"reverse-testing-boolean"}),
        ("weights/kernel_mean_matching.py", {"discriminative", "kmm-regression", "kmm-selection", *TRANSFER}),
        ("weights/kmm_qp/interior.py", {"discriminative", "kmm-regression", "kmm-selection", *TRANSFER}),
        ("weights/information.py", {"kmm-regression"}),
        ("learners/logitboost.py", {"undersampling-real"}),
        ("learners/penalized_lms.py", {"kmm-selection"}),
        ("learners/random_decision_trees.py", {"reverse-testing-costs"}),
        ("learners/joint/newton.py", {"discriminative", "discriminative-theorems"}),
        ("posterior.py", {"undersampling", "undersampling-real"}),
        ("bias/feature.py", {"bias-kinds", "kmm-selection"}),
        ("validation/verdicts.py", {"reverse-testing", "reverse-testing-costs", "reverse-testing-news"}),
    ],
)
def test_another_formula_is_other_code_of_those_that_use_it(copy, path, those):
    assert affected(copy, path, turned) == those


@pytest.mark.parametrize(
    "path",
    [
        *(f"papers/kmm/regression/{role}.py" for role in ("picture", "summary", "cells", "claims", "__init__")),
        "papers/reverse_testing/uci/report.py",
        "papers/undersampling/printed.py",
        "experiments/summary.py",
        "experiments/settings.py",
        "experiments/axes.py",
        "support/files.py",
        "claims/rules.py",
        "style.py",
        "cli.py",
    ],
)
def test_pictures_summaries_claims_and_the_mechanism_are_not_reached(copy, path):
    assert affected(copy, path, lambda source: turned(source) + "\nprint('imported')\n") == set()


@pytest.mark.parametrize("path", ["weights/kernel_mean_matching.py", "papers/bias/kinds/world.py", "_check.py"])
def test_comments_docstrings_annotations_and_places_are_no_code(copy, path):
    def rewritten(source):
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node.returns = ast.Name("object")
                if ast.get_docstring(node):
                    node.body[0] = ast.Expr(ast.Constant("Something else."))
                for one in node.args.args:
                    one.annotation = ast.Name("object")
        tree.body.insert(0, ast.Expr(ast.Constant("Another first line.")))
        return "# comments are gone, and lines elsewhere\n\n\n" + ast.unparse(tree)

    assert affected(copy, path, rewritten) == set()


def test_the_words_of_a_refusal_are_no_code(copy):
    assert affected(copy, "_check.py", lambda source: source.replace("must be", "has to be")) == set()


def test_what_a_module_does_when_it_is_imported_counts(copy):
    those = affected(copy, "weights/information.py", lambda source: source + "\nnp.seterr(all='raise')\n")
    assert those == {"kmm-regression"}


def test_a_default_and_a_decorator_and_a_constant_count(copy):
    path = "papers/bias/kinds/world.py"
    for change in (
        lambda source: source.replace("EXTENT = 5.0", "EXTENT = 6.0"),
        lambda source: source.replace("@lru_cache", "@lru_cache\n@lru_cache", 1),
    ):
        assert affected(copy, path, change) == {"bias-kinds"}


def test_registered_data_count_by_what_they_are_and_not_by_what_is_said_of_them(copy):
    path = "datasets/registry.json"
    other = affected(copy, path, lambda text: text.replace('"sha256": "6c4d56', '"sha256": "0c4d56', 1))
    assert other == {"undersampling-real"}  # ecoli
    assert affected(copy, path, lambda text: text.replace("Horton and Nakai", "Nakai and Horton")) == set()


def test_changes_are_told_by_name(copy):
    experiment = experiments.get("bias-kinds")
    with edited(copy / "papers/bias/kinds/world.py", lambda source: source.replace("EXTENT = 5.0", "EXTENT = 6.0")):
        other = of(experiment, copy)
    assert changes(now("bias-kinds").definitions, other.definitions) == ["shiftlab.papers.bias.kinds.world.EXTENT"]
    assert changes({"a": "1", "b": "1"}, {"b": "2", "c": "1"}) == ["b", "c (new)", "a (no longer used)"]
    assert changes({"a": "1"}, {"a": "1"}) == []


# Whether all is reached that runs.


@pytest.mark.parametrize("name", NAMES)
def test_all_that_runs_is_reached(name):
    experiment = experiments.get(name)
    cells = dict.fromkeys(cell.changed(**experiment.small) for cell in experiment.cells())
    ran, package = set(), f"{HERE}/"

    def looking(frame, event, argument):
        # the body of a class runs where its module is imported, whoever it was that needed the module
        body = not frame.f_code.co_flags & inspect.CO_OPTIMIZED
        if event == "call" and not body and frame.f_code.co_filename.startswith(package):
            place = frame.f_globals["__name__"], frame.f_code.co_qualname.split(".")[0]
            ran.add(".".join(place))

    sys.setprofile(looking)
    try:
        for cell in (*list(cells)[:2], *list(cells)[-2:]):
            experiment.report.record(experiment.run(cell))
    finally:
        sys.setprofile(None)
    ran = {place for place in ran if not place.startswith(code.NOT_FOLLOWED) and not place.endswith(">")}
    assert len(ran) > 5
    assert ran <= now(name).definitions.keys()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_reached_by_a_name_that_is_put_together(name):
    """Such a module would change without a sound."""
    for place in now(name).definitions:
        module = place.rpartition(".")[0]
        file = HERE.joinpath(*module.split(".")[1:])
        path = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
        if path.exists():
            text = path.read_text(encoding="utf-8")
            assert not [word for word in ("import_module", "__import__", "exec(", "eval(") if word in text], place


# How names are followed.


@pytest.fixture
def package(tmp_path):
    """Writes modules of a package and gives the names that a function reaches."""

    def names(function, **modules):
        for name, text in {"__init__": "", **modules}.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        place = type("place", (), {"__module__": "shiftlab.start", "__qualname__": function})
        return {name.removeprefix("shiftlab.") for name in reached(place, root=tmp_path).definitions}

    return names


def test_a_name_is_followed_through_functions_classes_and_constants(package):
    start = """
from .other import Child, SCALE as scale
UNUSED = 1
FACTOR, OTHER = 2, 3
def run(x): return helper(x) * FACTOR
def helper(x): return Child(scale).value(x)
def idle(): return UNUSED
"""
    other = """
import numpy as np
SCALE = 2.0
class Parent:
    def value(self, x): return table[x]
class Child(Parent): pass
class Stranger(Parent): pass
table = {1: np.exp}
table[2] = stranger_function = None
"""
    reached = {"start.run", "start.helper", "start.FACTOR", "other.Child", "other.Parent", "other.SCALE", "other.table"}
    assert package("run", start=start, other=other) - {"other.(statements)"} == reached


def test_local_names_are_not_those_of_the_module(package):
    start = """
def data(): pass
def name(): pass
def scale(): pass
def item(): pass
def error(): pass
def run(data, *, scale=None):
    name = lambda item: item
    return [item for item in data if name(item)], [scale for scale in data]
"""
    assert package("run", start=start) == {"start.run"}


def test_a_module_is_followed_by_its_attributes_and_whole_where_it_is_handed_on(package):
    other = "def used(): pass\ndef unused(): pass\n"
    start = "from . import other\ndef run(): return other.used()\ndef whole(): return vars(other)\n"
    assert package("run", start=start, other=other) == {"start.run", "other.used"}
    assert package("whole", start=start, other=other) == {"start.whole", "other.used", "other.unused"}


def test_a_name_that_cannot_be_told_brings_the_whole_module(package):
    other = "def used(): pass\ndef __getattr__(name): return used\n"
    start = "from .other import strange\ndef run(): return strange\n"
    assert package("run", start=start, other=other) == {"start.run", "other.used", "other.__getattr__"}
    stars = "from .other import *\ndef run(): return used()\n"
    assert package("run", start=stars, other=other) == {"start.run", "other.used", "other.__getattr__"}


def test_imports_inside_a_function_for_types_only_and_under_a_condition(package):
    start = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from .types import Kind
try:
    from .fast import solve
except ImportError:
    solve = None
def run(x: "Kind") -> "Kind":
    from .late import finish
    return finish(solve(x))
if __name__ == "__main__":
    main()
"""
    modules = {"types": "class Kind: pass", "fast": "def solve(x): pass", "late": "def finish(x): pass"}
    assert package("run", start=start, **modules) == {"start.run", "start.solve", "fast.solve", "late.finish"}


def test_where_a_name_is_imported_from_counts(tmp_path):
    (tmp_path / "__init__.py").write_text("")
    place = type("place", (), {"__module__": "shiftlab.start", "__qualname__": "run"})
    digests = set()
    for line in ("from numpy import median", "from scipy import median", "import numpy as median"):
        (tmp_path / "start.py").write_text(f"{line}\ndef run(x): return median(x)\n")
        digests.add(digest(place, root=tmp_path))
    assert len(digests) == 3


def test_what_is_typed_elsewhere_has_a_digest_too():
    spaces = {}
    exec("def run(x): return x + 1", spaces)
    exec("def other(x): return x - 1", spaces)
    functions = [spaces["run"], spaces["other"]]
    for function in functions:
        function.__module__, function.__qualname__ = "a_notebook", "run"
    first, second = (digest(function) for function in functions)
    assert first != second


def test_the_digest_is_the_same_in_another_process():
    ask = "from shiftlab import experiments; print(experiments.get('bias-kinds').code.digest)"
    other = subprocess.run([sys.executable, "-c", ask], check=True, capture_output=True, text=True, env=None)
    assert other.stdout.strip() == experiments.get("bias-kinds").code.digest == now("bias-kinds").digest
