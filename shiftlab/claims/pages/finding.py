"""A claim with what its record leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..evidence import Part, distinct
from ..rules import State, states
from ..statement import Claim, Statement, Summaries


@dataclass(frozen=True)
class Finding:
    """A decided claim, the statement behind it, and the parts that it read."""

    claim: Claim
    statement: Statement
    parts: Sequence[Part]

    @classmethod
    def of(cls, statement: Statement, paper: str, summaries: Summaries) -> Finding:
        """Read and decided."""
        parts = statement.read(summaries)
        return cls(statement.decide_by(parts, paper), statement, parts)

    @property
    def is_drawn(self) -> bool:
        """Headline claims have a picture."""
        return self.claim.headline and bool(self.parts)

    @cached_property
    def states(self) -> list[State]:
        return states(self.parts, self.statement.relation)

    @property
    def primary(self) -> list[Part]:
        """The different parts that decide."""
        return distinct([part for part in self.parts if part.primary])

    @property
    def figure(self) -> str:
        """The name of its picture."""
        return f"{self.claim.paper}-{self.claim.id}.svg"
