"""A claim with what its record leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..evidence import Part, distinct
from ..rules import State, states
from ..statement import Claim, Statement


@dataclass(frozen=True)
class Finding:
    """A decided claim, the statement behind it, and the parts that it read (of headline claims only)."""

    claim: Claim
    statement: Statement
    parts: Sequence[Part] = ()

    @property
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
