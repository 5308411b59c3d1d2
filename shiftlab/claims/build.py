"""Build claims.json, CLAIMS.md, the pages and pictures of docs/claims and the README's table from records of full runs.

``python -m shiftlab.claims.build RESULTS`` takes what ``shiftlab reproduce --full --out RESULTS`` left, of one
experiment or of many, keeps the records as evidence in the package and writes all files. Without RESULTS it starts
from the evidence that is already kept; with ``--check`` it writes nothing and fails when a file differs from what
would be written, or is left over in docs/claims.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from .. import experiments, papers
from ..experiments import times
from ..support import files
from . import pages
from .pages import Finding
from .parts import NothingRead
from .statement import Claim, Statement, Summaries

HERE = Path(__file__).parent
CLAIMS_JSON = HERE / "claims.json"
CHECKOUT = HERE.parents[1]  # where the pages are


def titles() -> dict[str, str]:
    """The papers of which something is claimed, in the order of the lessons."""
    return {paper.name: paper.title for paper in papers.rooms().values() if paper.title}


def examined() -> dict[str, str]:
    """Those of them that have been run whole. Of the others nothing is shown yet."""
    waiting = {paper for paper, name, _ in _claimed() if not papers.evidence(name).exists()}
    return {name: title for name, title in titles().items() if name not in waiting}


def _claimed() -> Iterator[tuple[str, str, ModuleType]]:
    """The claims of every experiment, with the paper of its room and the experiment's name."""
    for module, paper in papers.rooms().items():
        for name, folder in paper.experiments.items():
            claims = f"{module}.{folder}.claims"
            if importlib.util.find_spec(claims) is not None:  # of some experiment nothing may be claimed
                yield paper.name, name, importlib.import_module(claims)


def statements() -> dict[str, list[Statement]]:
    """What is said of each paper: in its own room, and where a room serves several."""
    stated: dict[str, list[Statement]] = {name: [] for name in titles()}
    for paper, _, module in _claimed():
        for statement in module.STATEMENTS:
            stated[statement.paper or paper].append(statement)
    return stated


def dropped() -> dict[str, dict[str, str]]:
    """Of each paper the claims that are none of their own any more, with the reason.

    A room that serves several papers says which: "PAPER/CLAIM".
    """
    gone: dict[str, dict[str, str]] = {name: {} for name in titles()}
    for room, _, module in _claimed():
        for id, why in getattr(module, "DROPPED", {}).items():
            paper, _, claim = id.rpartition("/")
            gone[paper or room][claim] = why
    return gone


def decide(summaries: Summaries, partial: bool = False) -> Iterator[Claim]:
    """Every claim of every paper, decided by these summaries. Where they are of some cells only (`partial`), claims
    that ask for others are left out; else that is an error.
    """
    for name, stated in statements().items():
        for statement in stated:
            try:
                yield statement.decide(name, summaries)
            except NothingRead:
                if not partial:
                    raise


def findings(summaries: Summaries) -> list[Finding]:
    """Every claim of the papers that have been run, with what the pages show of it."""
    stated = statements()
    return [Finding.of(statement, name, summaries) for name in examined() for statement in stated[name]]


def with_evidence() -> list[str]:
    """The experiments of which a run is kept."""
    return [name for name in experiments.names() if papers.evidence(name).exists()]


def keep_evidence(results: Path) -> list[str]:
    """Copy the finished full runs that are there into the package; the evidence of other experiments stays.

    Gives their names.
    """
    finished = [name for name in experiments.names() if (results / name / "full" / "run.json").exists()]
    if not finished:
        raise FileNotFoundError(f"{results} holds no finished full run: shiftlab reproduce NAME --full --out {results}")
    for name in finished:
        run = results / name / "full"
        content = {
            "run": json.loads((run / "run.json").read_text()),
            **_columns(json.loads((run / "records.json").read_text())),
        }
        files.write_text(papers.evidence(name), _dense(content))
        keep_times(name, results)
    return finished


def keep_times(name: str, results: Path) -> None:
    """Note how long its cells took, for the order in which a cluster gets them the next time."""
    experiment = experiments.get(name)
    if known := times.found(experiment, results / name / "cells"):
        files.write_text(papers.evidence(name).with_name(times.FILE), times.written(experiment, known))


def evidence(name: str) -> dict[str, Any]:
    """The kept run of one experiment: its provenance under "run", its records under "records"."""
    content = json.loads(papers.evidence(name).read_text(encoding="utf-8"))
    records = [
        {column: value for column, value in zip(content["columns"], row, strict=True) if value is not None}
        for row in content["rows"]
    ]
    return {"run": content["run"], "records": records}


def change_run(name: str, changes: Mapping[str, Any]) -> None:
    """Note something about a kept run; its records stay as they are, to the bit."""
    path = papers.evidence(name)
    content = json.loads(path.read_text(encoding="utf-8"))
    files.write_text(path, _dense({**content, "run": {**content["run"], **changes}}))


def contents() -> dict[Path, str]:
    """What every derived file must contain, given the evidence that is kept."""
    kept = {name: evidence(name) for name in with_evidence()}
    found = findings({name: experiments.get(name).summarise(one["records"]) for name, one in kept.items()})
    runs = {name: one["run"] for name, one in kept.items()}
    document = {
        "runs": {name: _short(run) for name, run in runs.items()},
        "claims": [finding.claim.as_dict() for finding in found],
    }
    known, gone = examined(), dropped()
    shown = pages.written(found, known, {name: gone[name] for name in known}, runs)
    readme = CHECKOUT / "README.md"
    return {
        CLAIMS_JSON: json.dumps(document, indent=1, ensure_ascii=False) + "\n",
        **{CHECKOUT / place: text for place, text in shown.items()},
        readme: pages.readme(readme.read_text(encoding="utf-8"), [finding.claim for finding in found], known),
    }


def left_over(written: Mapping[Path, str]) -> list[Path]:
    """Files in the folder of the pages that are not written any more: of a claim that is gone, say."""
    there = (CHECKOUT / pages.FOLDER).rglob("*")
    return sorted(path for path in there if path.is_file() and path not in written)


def _short(run: Mapping[str, Any]) -> dict[str, Any]:
    """A run without the definitions behind its code, which are in the evidence."""
    return {**run, "code": run["code"]["digest"]} if "code" in run else dict(run)


def _columns(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    columns = list(dict.fromkeys(name for record in records for name in record))
    return {"columns": columns, "rows": [[record.get(name) for name in columns] for record in records]}


def _dense(evidence: Mapping[str, Any]) -> str:
    """JSON with one line per record: small, and a changed record is one changed line."""
    rows = ",\n".join(json.dumps(row) for row in evidence["rows"])
    head = {name: evidence[name] for name in ("run", "columns")}
    return json.dumps(head, indent=1, ensure_ascii=False)[:-2] + ',\n "rows": [\n' + rows + "\n ]\n}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m shiftlab.claims.build", description=__doc__)
    parser.add_argument("results", nargs="?", type=Path, help="the folder of a finished full run")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is stale")
    given = parser.parse_args(arguments)
    if given.results is not None and not given.check:
        try:
            print(f"kept as evidence: {', '.join(keep_evidence(given.results))}")
        except (FileNotFoundError, ValueError) as error:
            print(error, file=sys.stderr)
            return 2
    written = contents()
    surplus = left_over(written)
    if given.check:
        return _report(
            [path for path, text in written.items() if not path.exists() or path.read_text(encoding="utf-8") != text],
            surplus,
        )
    for path, text in written.items():
        files.write_text(path, text)
    for path in surplus:
        path.unlink()
    return 0


def _report(stale: Sequence[Path], surplus: Sequence[Path]) -> int:
    """Name the files that are not as they should be; the exit code."""
    said = []
    if stale:
        said.append(f"{', '.join(path.name for path in stale)} not what the evidence gives")
    if surplus:
        said.append(f"{', '.join(path.name for path in surplus)} left over")
    if said:
        print(f"{'; '.join(said)}: run make claims-files", file=sys.stderr)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
