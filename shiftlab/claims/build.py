"""Build claims.json and CLAIMS.md from the records of full runs.

``python -m shiftlab.claims.build RESULTS`` takes what ``shiftlab reproduce --full --out RESULTS`` left, of one
experiment or of many, keeps the records as evidence in the package and writes both files. Without RESULTS it
starts from the evidence that is already kept; with ``--check`` it writes nothing and fails when a file differs
from what would be written.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import experiments, papers
from ..support import files
from .parts import NothingRead
from .statement import Claim, Statement, Summaries

HERE = Path(__file__).parent
CLAIMS_JSON = HERE / "claims.json"
CLAIMS_MD = HERE.parents[1] / "CLAIMS.md"


def titles() -> dict[str, str]:
    """The papers that have claims, in the order of the lessons."""
    return {paper.name: paper.title for paper in papers.rooms().values() if paper.title}


def statements() -> dict[str, list[Statement]]:
    """What is said of each paper: in its own room, and where a room serves several."""
    stated: dict[str, list[Statement]] = {name: [] for name in titles()}
    for module, paper in papers.rooms().items():
        for folder in paper.experiments.values():
            claims = f"{module}.{folder}.claims"
            if importlib.util.find_spec(claims) is None:
                continue  # an experiment of which nothing is claimed
            for statement in importlib.import_module(claims).STATEMENTS:
                stated[statement.paper or paper.name].append(statement)
    return stated


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
    return finished


def evidence(name: str) -> dict[str, Any]:
    """The kept run of one experiment: its provenance under "run", its records under "records"."""
    content = json.loads(papers.evidence(name).read_text(encoding="utf-8"))
    records = [
        {column: value for column, value in zip(content["columns"], row, strict=True) if value is not None}
        for row in content["rows"]
    ]
    return {"run": content["run"], "records": records}


def summaries() -> dict[str, list[dict[str, Any]]]:
    """The summary of every experiment whose evidence is kept."""
    return {name: experiments.get(name).summarise(evidence(name)["records"]) for name in with_evidence()}


def contents() -> dict[Path, str]:
    """What claims.json and CLAIMS.md must contain, given the evidence that is kept."""
    claims = list(decide(summaries()))
    runs = {name: evidence(name)["run"] for name in with_evidence()}
    document = {"runs": runs, "claims": [claim.as_dict() for claim in claims]}
    return {
        CLAIMS_JSON: json.dumps(document, indent=1, ensure_ascii=False) + "\n",
        CLAIMS_MD: _markdown(claims, runs),
    }


def _columns(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    columns = list(dict.fromkeys(name for record in records for name in record))
    return {"columns": columns, "rows": [[record.get(name) for name in columns] for record in records]}


def _dense(evidence: Mapping[str, Any]) -> str:
    """JSON with one line per record: small, and a changed record is one changed line."""
    rows = ",\n".join(json.dumps(row) for row in evidence["rows"])
    head = {name: evidence[name] for name in ("run", "columns")}
    return json.dumps(head, indent=1, ensure_ascii=False)[:-2] + ',\n "rows": [\n' + rows + "\n ]\n}\n"


def _markdown(claims: Sequence[Claim], runs: Mapping[str, Any]) -> str:
    lines = [
        "# Claims",
        "",
        "What the papers say, what we found, and by which rule. This file is built from the kept records by",
        "`python -m shiftlab.claims.build`; no verdict in it is typed.",
    ]
    for name, title in titles().items():
        own = [claim for claim in claims if claim.paper == name]
        counts = Counter(claim.verdict for claim in own)
        lines += ["", f"## {title}", ""]
        lines += [", ".join(f"{verdict}: {count}" for verdict, count in counts.most_common()) + ".", ""]
        lines += ["| claim | place | statement | verdict |", "| --- | --- | --- | --- |"]
        lines += [f"| [{c.id}](#{c.id}) | {c.place} | {c.statement} | **{c.verdict}** |" for c in own]
        for claim in own:
            lines += ["", *_details(claim)]
    lines += ["", "## Runs", "", *(_provenance(name, run) for name, run in runs.items()), ""]
    return "\n".join(lines)


#: Longer lists of parts are shortened in the text; claims.json has them all.
SHOWN_PARTS = 24


def _details(claim: Claim) -> list[str]:
    held = sum(part["holds"] for part in claim.evidence)
    settings = ", ".join(f"{key} = {value}" for key, value in claim.settings.items()) or "all of its cells"
    lines = [
        f"### {claim.id}",
        "",
        f"{claim.place}. {claim.statement}",
        "",
        f"**{claim.verdict}**: {held} of {len(claim.evidence)} parts hold ({claim.kind}). {claim.rule}",
        "",
        f"Evidence from `{claim.experiment}`, {settings}.",
        *(f"Assumed: {assumption}" for assumption in claim.assumptions),
    ]
    if claim.evidence:
        lines += ["", "| part | value | 95 % interval | n | holds |", "| --- | ---: | --- | ---: | --- |"]
    for part in claim.evidence[:SHOWN_PARTS]:
        interval = "{:.4g} to {:.4g}".format(*part["interval"]) if "interval" in part else ""
        printed = f" (printed {part['printed']:.10g})" if "printed" in part else ""
        value = f"{part['value']:.6g}{printed}"
        lines.append(f"| {part['label']} | {value} | {interval} | {part['n']} | {'yes' if part['holds'] else 'no'} |")
    if len(claim.evidence) > SHOWN_PARTS:
        lines += ["", f"... and {len(claim.evidence) - SHOWN_PARTS} more in claims.json."]
    return lines


def _provenance(name: str, run: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{package} {version}" for package, version in run["versions"].items())
    held = ", ".join(f"{key} {value}" for key, value in run["held"].items())
    machine = f"{run['machine']['system']} {run['machine']['architecture']}, {run['machine']['cores']} cores"
    # of a run that has been divided since, the time is that of the whole
    whole = f" of {run['from']['cells']} in one run of `{run['from']['experiment']}`" if "from" in run else ""
    return (
        f"- `{name}`, {run['mode']}: {run['cells']} cells{whole}, {run['cell_seconds'] / 60:.1f} minutes of cells, "
        f"{run['started'][:10]}; {machine}; {versions}. Settings: {held}."
    )


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
    stale = []
    for path, text in contents().items():
        if given.check:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(path.name)
        else:
            files.write_text(path, text)
    if stale:
        print(f"{', '.join(stale)} differ from what the evidence gives: run make claims-files", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
