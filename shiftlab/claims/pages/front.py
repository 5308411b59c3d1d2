"""CLAIMS.md, and the table of the README: what the papers are known for, and whether it holds. One screen a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import words
from ..rules import MeasuredAbove, Predicted, Zero, rule_text
from ..statement import Claim
from .finding import Finding
from .markdown import page, sentence, table
from .reason import reason

BEGIN, END = "<!-- verdicts: make claims-files -->", "<!-- end of verdicts -->"
FOLDER = "docs/claims"

HEAD = ("claim", "the paper", "ours, 95 % interval", "verdict", "certainty", "why")


def front_page(findings: Sequence[Finding], titles: Mapping[str, str]) -> str:
    """The whole file."""
    claims = [finding.claim for finding in findings]
    lines = [
        "# Do the papers hold up?",
        "",
        "The conclusions for which each paper is known, run again. This file and all of [docs/claims](docs/claims) are",
        "built from the kept records by `python -m shiftlab.claims.build`; no verdict is typed.",
        "",
        *_verdicts(claims, {name: [f"[{name}](#{name})"] for name in titles}, ["headline claims"]),
        "",
        f"{sentence(words.beside_the_counts(claims))} These are in [mathematics](docs/claims/mathematics.md) and "
        "[errata](docs/claims/errata.md), and in no count above.",
        "",
        "## How to read it",
        "",
        f"- **Verdict**, measured claims. A part is supported, contradicted, or undecided: its interval "
        f"includes the bound. {_rest(MeasuredAbove())}",
        f"- **Verdict**, exact claims. A part is right or it is not. {_rest(Zero())}",
        "- **No data**: what the paper measured on does not exist any more; the result on others is shown beside it.",
        "- **Ours**: the mean of the parts that decide. They belong to one reading of the paper's sentence, the",
        "  primary one, chosen from the text; other readings are on the paper's page, and decide nothing.",
        f"- **Certainty** has four marks: {', '.join(f'{letter}, {what}' for letter, what, _ in words.MARKS)}.",
        "  High: all four; moderate: three; low: fewer. A dash stands for a mark that is missing.",
    ]
    for name, title in titles.items():
        own = [finding for finding in findings if finding.claim.paper == name]
        if own:
            lines += ["", *_paper(name, title, own)]
    return page(lines)


def readme(text: str, claims: Sequence[Claim], titles: Mapping[str, str]) -> str:
    """The README with the table of verdicts as it is now, between its two marks."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"README.md must have {BEGIN} and {END}: the table of verdicts stands between them.")
    heads = {name: [f"[{name}]({FOLDER}/{name}.md)", title] for name, title in titles.items()}
    lines = [*_verdicts(claims, heads, ["headline claims of", "paper"]), "", sentence(words.beside_the_counts(claims))]
    return "".join([before, begin, "\n", "\n".join(lines), "\n", end, after])


def _verdicts(claims: Sequence[Claim], heads: Mapping[str, Sequence[str]], columns: Sequence[str]) -> list[str]:
    """How many headline claims of each paper have which verdict. Each row begins with the head of its paper."""
    counted = words.counts(claims)
    rows = [[*heads[name], *(str(found[verdict]) for verdict in words.VERDICTS)] for name, found in counted.items()]
    return table([*columns, *words.VERDICTS], rows)


def _paper(name: str, title: str, own: Sequence[Finding]) -> list[str]:
    chosen = [finding for finding in own if words.is_headline(finding.claim)]
    runs = sum(finding.claim.category == "re-run" for finding in own)
    return [
        f"## {name}",
        "",
        f"{title}. {summary(chosen)} [Its page](docs/claims/{name}.md) has a picture of each, and "
        f"{words.counted(runs - len(chosen), 'other claim')} that were run.",
        "",
        *table(HEAD, [_row(finding) for finding in chosen]),
    ]


def summary(chosen: Sequence[Finding]) -> str:
    """How the headline claims came out, and on what."""
    if not chosen:
        return "No headline claim."
    claims = [finding.claim for finding in chosen]
    verdicts = ((verdict, [claim for claim in claims if claim.verdict == verdict]) for verdict in words.VERDICTS)
    phrases = (f"{len(some)} {PHRASES[verdict]}" for verdict, some in verdicts if some)
    original = sum(claim.certainty["original_data"] for claim in claims)
    return (
        f"{words.counted(len(claims), 'headline claim')}: {', '.join(phrases)}; "
        f"{original} on the paper's own data, or drawn as it says."
    )


PHRASES = {
    "replicates": "replicated",
    "partly": "in part",
    "does not replicate": "not replicated",
    "inconclusive": "inconclusive",
    "no data": "without the paper's data",
}


def _row(finding: Finding) -> list[str]:
    claim = finding.claim
    link = f"[{claim.statement}](docs/claims/{claim.paper}.md#{claim.id}) ({claim.place})"
    return [
        link,
        words.paper(claim),
        ours(finding),
        f"**{words.spoken(claim)}**",
        words.certainty(claim),
        reason(finding),
    ]


def ours(finding: Finding) -> str:
    """Our number; of a single printed one also where another run like the paper's would lie."""
    shown = words.ours(finding.claim)
    if isinstance(finding.statement.relation, Predicted) and len(finding.primary) == 1:
        low, high = finding.primary[0].prediction()
        if low is not None and high is not None:
            shown += f"; a run like the paper's would lie in {words.interval([low, high])}"
    return shown


def _rest(relation: MeasuredAbove | Zero) -> str:
    """What the rule says of a claim, without what it says of a part."""
    rest = rule_text(relation).removeprefix(f"A part is {relation.text}. ")
    return sentence(rest)
