"""The command line: ``shiftlab lab | start | reset | review | report | doctor | reproduce | page | claims | data``.

Exit code 0 only when the work was done, 2 for a wrong request. Errors are one line on stderr. Without a command it
prints the help: whoever types only the name asks what there is. Everything heavy is imported inside the commands:
the help must answer at once.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NoReturn

from ._version import __version__

DEFAULT_OUT = Path("shiftlab-results")


class Parser(argparse.ArgumentParser):
    """argparse with one readable line where it prints usage and error, and no guessing: ``--n`` is the setting
    n, not the beginning of ``--no-progress``.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser, debug = build_parser(), False
    try:
        given, rest = parser.parse_known_args(arguments)
        debug = given.debug
        if rest and getattr(given, "folder", ...) is None and not rest[0].startswith("-"):
            given.folder = Path(rest.pop(0))  # behind an option, where argparse looks for none any more
        if rest and given.command not in (_reproduce, _page):
            parser.error(f"unknown argument {rest[0]}")
        if given.command is None:
            parser.print_help()
            return 0
        code = int(given.command(given, rest))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("shiftlab: interrupted; the same command goes on where it stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader, head for example, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it closes it
        return 128 + 13  # what a shell makes of SIGPIPE
    except (ValueError, OSError, BrokenExecutor) as error:
        if debug:
            traceback.print_exc()
        print(f"shiftlab: {_one_line(error)}", file=sys.stderr)
        return 2


def build_parser() -> Parser:
    parser = Parser(prog="shiftlab", description="Dataset shift as code, live experiments and checked claims.")
    parser.add_argument("--version", action="version", version=f"shiftlab {__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    parser.set_defaults(command=None)

    reproduce = commands.add_parser(
        "reproduce",
        help="re-run a paper's tables and figures",
        description="Re-run the tables and figures of one experiment, or of all. Finished cells are kept: an "
        "interrupted run goes on where it stopped. Any setting can be held at a value: "
        "shiftlab reproduce undersampling --mu 15.",
        usage="%(prog)s [NAME] [--full] [--jobs N | --scheduler ADDRESS] [--out FOLDER] [--no-progress] "
        "[--SETTING VALUE ...] [-h]",
        add_help=False,
    )
    reproduce.add_argument("--full", action="store_true", help="every repetition, not the quick selection")
    reproduce.add_argument("--jobs", type=int, metavar="N", help="cells side by side, default: 1; -1: one per core")
    reproduce.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="cells on a Dask cluster: tcp://HOST:8786, a scheduler file, or local:N for N workers here",
    )
    reproduce.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="FOLDER", help=f"default: {DEFAULT_OUT}")
    reproduce.add_argument("--no-progress", action="store_true", help="no progress bar")
    reproduce.add_argument("-h", "--help", action="store_true", help="this help, with the settings of NAME")
    reproduce.set_defaults(command=_reproduce, parser=reproduce)

    page = commands.add_parser(
        "page",
        help="an experiment as a page that moves without a kernel",
        description="Write one file with pictures of an experiment over a grid of settings, which moves in any browser "
        "and asks for nothing: the first two controls in every combination, the others one at a time. The page begins "
        "at the given settings: shiftlab page undersampling --mu 15.",
        usage="%(prog)s NAME [--out FILE] [--controls A,B] [--most-values N] [--size-limit KB] [--seconds S] "
        "[--jobs N] [--no-progress] [--SETTING VALUE ...] [-h]",
        add_help=False,
    )
    page.add_argument("--out", type=Path, metavar="FILE", help="default: NAME.html")
    page.add_argument("--controls", metavar="A,B", help="settings that stand beside the picture; two move together")
    page.add_argument("--most-values", type=int, metavar="N", help="values of a control at most")
    page.add_argument("--size-limit", type=float, metavar="KB", help="of the file, compressed; default: 600")
    page.add_argument("--seconds", type=float, metavar="S", help="of computing, about; default: 20")
    page.add_argument("--jobs", type=int, default=1, metavar="N", help="settings computed side by side; default: 1")
    page.add_argument("--no-progress", action="store_true", help="no progress bar")
    page.add_argument("-h", "--help", action="store_true", help="this help, with the settings of NAME")
    page.set_defaults(command=_page, parser=page)

    claims = commands.add_parser("claims", help="what the papers are known for, and our verdicts")
    claims.add_argument("--paper", metavar="P", help="one paper only")
    claims.add_argument("--all", action="store_true", help="every claim, formulas and printed tables included")
    claims.add_argument("--json", action="store_true", help="the whole record: every claim with rule and evidence")
    claims.set_defaults(command=_claims)

    data = commands.add_parser("data", help="the data sets: where they come from; or fetch one")
    data.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="load this set, from the public source if need be; a part of its name will do",
    )
    data.set_defaults(command=_data)

    from .course.terminal.commands import add_commands

    students = add_commands(commands)
    for command in (reproduce, page, claims, data, *students):  # wherever it is written
        command.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return parser


def _reproduce(given: argparse.Namespace, rest: Sequence[str]) -> int:
    from . import experiments

    name, settings = _name_and_settings(given.parser, rest)
    if given.help:
        return _help_with_settings(given.parser, name)
    if given.jobs is not None and given.scheduler is not None:
        raise ValueError("--jobs and --scheduler do not go together: the number of workers is that of the cluster")
    jobs = 1 if given.jobs is None else given.jobs
    if jobs == 0 or jobs < -1:
        raise ValueError(f"--jobs {jobs} does not fit: give a number of cells to run side by side, or -1")
    names = experiments.names() if name is None else [name]
    if name is None and settings:
        raise ValueError(
            f"{settings[0].partition('=')[0]} is a setting of one experiment: name it first ({', '.join(names)})"
        )
    wanted = [(one, _overrides(one, given.parser, settings)) for one in map(experiments.get, names)]
    from .experiments.reproduce import reproduce
    from .experiments.sweep import PutAside

    code = 0
    with _cluster(given.scheduler) as cluster:
        if cluster is not None:
            print(cluster.told())
        for experiment, overrides in wanted:
            try:
                reproduce(
                    experiment,
                    mode="full" if given.full else "quick",
                    jobs=jobs,
                    cluster=cluster,
                    out=given.out,
                    overrides=overrides,
                    progress=not given.no_progress,
                )
            except PutAside as error:  # the rest goes on
                print(f"shiftlab: {error}", file=sys.stderr)
                code = 1
    return code


def _cluster(scheduler: str | None) -> AbstractContextManager[Any]:
    """The workers that were asked for, or nothing."""
    if scheduler is None:
        return nullcontext()
    from .experiments.cluster import connected

    return connected(scheduler)


def _name_and_settings(command: Parser, rest: Sequence[str]) -> tuple[str | None, list[str]]:
    """The name of the experiment, which may stand anywhere, and the settings, each as ``--setting=value``."""
    names, settings, words = [], [], list(rest)
    while words:
        word = words.pop(0)
        if not word.startswith("-"):
            names.append(word)
            continue
        if "=" not in word and words and not words[0].startswith("--"):
            word += f"={words.pop(0)}"  # joined, so that -1/2 is a value and no option
        settings.append(word)
    if len(names) > 1:
        command.error(f"name one experiment, or none for all of them, not {' and '.join(names)}")
    return (names[0] if names else None), settings


def _overrides(experiment: Any, command: Parser, settings: Sequence[str]) -> dict[str, Any]:
    """The settings that were given as options, checked one by one."""
    from .experiments.settings import parse

    parser = _settings_parser(experiment, command)
    texts = vars(parser.parse_args(list(settings)))
    fields = {field.name: field for field in experiment.fields}
    overrides = {name: parse(fields[name], text) for name, text in texts.items()}
    experiment.settings(**overrides)  # one sentence now, not in the middle of a run
    return overrides


def _settings_parser(experiment: Any, command: Parser) -> Parser:
    parser = Parser(prog=f"{command.prog} {experiment.name}", add_help=False, usage=argparse.SUPPRESS)
    group = parser.add_argument_group(f"settings of {experiment.name}")
    for field in experiment.fields:
        sentence = f" {field.help}" if field.help else ""
        group.add_argument(
            f"--{field.name.replace('_', '-')}",
            dest=field.name,
            default=argparse.SUPPRESS,
            metavar=field.type.__name__.upper(),
            help=f"{field.label}; {field.range}.{sentence}".replace("%", "%%"),
        )
    return parser


def _page(given: argparse.Namespace, rest: Sequence[str]) -> int:
    name, settings = _name_and_settings(given.parser, rest)
    if given.help:
        return _help_with_settings(given.parser, name)
    name = name or str(given.parser.error("name an experiment"))
    from . import experiments

    experiment = experiments.get(name)
    start = experiment.settings(**_overrides(experiment, given.parser, settings))
    if given.jobs == 0 or given.jobs < -1:
        raise ValueError(f"--jobs {given.jobs} does not fit: give a number of settings to compute side by side, or -1")
    limits = {"size_limit": given.size_limit, "seconds": given.seconds, "values": given.most_values}
    try:
        page = _page_writer()(
            experiment,
            given.out or Path(f"{name}.html"),
            start,
            controls=given.controls.split(",") if given.controls else (),
            jobs=given.jobs,
            progress=not given.no_progress,
            **{option: value for option, value in limits.items() if value is not None},
        )
    except KeyboardInterrupt:
        print("shiftlab: interrupted; no page was written.", file=sys.stderr)
        return 130
    print(page)
    for sentence in page.told:
        print(sentence)
    return 0


def _page_writer() -> Any:
    """What writes pages is not of this package: it uses the explorer's controls, and says here that it is there."""
    from importlib.metadata import entry_points

    for found in entry_points(group="shiftlab.pages"):
        return found.load()
    raise ValueError("pages are written by shiftlab-widgets, which is not installed beside this shiftlab")


def _help_with_settings(command: Parser, name: str | None) -> int:
    from . import experiments

    if name is None:
        more = f"experiments: {', '.join(experiments.names())}"
    else:
        more = _settings_parser(experiments.get(name), command).format_help()
    print(command.format_help())
    print(more)
    return 0


def _claims(given: argparse.Namespace, rest: Sequence[str]) -> int:
    from . import claims

    found = claims.load(given.paper)
    if given.json:
        print(json.dumps([claim.as_dict() for claim in found], indent=1, ensure_ascii=False))
        return 0
    from .claims import words
    from .experiments.table import Table

    if given.all:
        rows = [
            {"paper": c.paper, "claim": c.id, "place": c.place, "kind": c.category, "verdict": words.spoken(c)}
            for c in found
        ]
        print(Table.of("", rows).text().strip())
        return 0
    shown = words.headlines(found)
    for paper in dict.fromkeys(c.paper for c in shown):
        rows = [{"claim": c.id, "verdict": words.spoken(c), "ours": words.value(c)} for c in shown if c.paper == paper]
        print(Table.of(paper, rows).text(), end="\n\n")
    print(f"{words.beside_the_counts(found)}: shiftlab claims --all")
    return 0


def _data(given: argparse.Namespace, rest: Sequence[str]) -> int:
    from . import datasets
    from .experiments.table import Table

    if given.name is None:
        print(Table.of("", [row._asdict() for row in datasets.provenance_table()]).text().strip())
        return 0
    name = datasets.registry.meant(given.name)
    facts, loaded = datasets.provenance(name), datasets.load(name)
    rows, columns = loaded.X.shape
    print(f"{loaded.name}: {rows:,} rows, {columns} features, from {loaded.source}")
    if loaded.classes:
        print("classes: " + ", ".join(f"{label} ({count:,})" for label, count in loaded.classes.items()))
    else:
        print(f"to predict: {facts['columns'][-1]}, from {loaded.y.min():g} to {loaded.y.max():g}")
    print(f"checksum: {loaded.checksum} ({'as registered' if loaded.verified else 'unverified'})")
    for fact in ("origin", "licence", "citation", "note"):
        if facts.get(fact):
            print(f"{fact}: {facts[fact]}")
    return 0


def _one_line(error: BaseException) -> str:
    if isinstance(error, BrokenExecutor):
        return "a process of --jobs was killed, perhaps for want of memory; the same command goes on, try fewer jobs"
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
