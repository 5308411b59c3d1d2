"""A question put to a room: its rounds, what was voted, and what a phone is told.

Nothing but the choices is kept. Who has voted is known for as long as a round is open, so that nobody votes twice, and
is never kept beside a choice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shiftlab.course.prediction import Prediction

from ..refused import Refused
from . import rule

MOST_VOTES = 2000  # in a round, from phones
MOST_HANDS = 2000  # for a choice
ROUNDS = 2  # a vote, and one more after the discussion


@dataclass
class Round:
    number: int  # no two rounds of a room have the same
    votes: list[int]
    hands: list[int]
    open: bool = True
    voted: set[str] = field(default_factory=set, repr=False)

    @property
    def counts(self) -> list[int]:
        return [phones + hands for phones, hands in zip(self.votes, self.hands, strict=True)]

    def close(self) -> None:
        self.open = False
        self.voted.clear()


class Room:
    """One question at a time, and at most two rounds of votes on it."""

    def __init__(self) -> None:
        self.asked: Prediction | None = None
        self.rounds: list[Round] = []
        self.revealed = False
        self._numbers = 0

    def ask(self, prediction: Prediction) -> None:
        if self.rounds and self.rounds[-1].open:
            raise Refused("A question is being voted on: close its round first.")
        self.asked, self.rounds = prediction, []
        self._begin()

    def again(self) -> None:
        """The second vote on the same question. What the first one said is hidden until then."""
        if self._last().open:
            raise Refused("The first vote is still open: close its round before the second one.")
        if len(self.rounds) == ROUNDS:
            raise Refused("There were two votes on this question: ask another one.")
        self._begin()

    def close_round(self) -> None:
        self._voting().close()

    def reveal(self) -> None:
        if self._last().open:
            raise Refused("What others chose would change votes: close the round before you show it.")
        self.revealed = True

    def vote(self, voter: str, number: int, place: int) -> None:
        """A vote of a phone: for the choice at this place, in the round with this number."""
        now = self.rounds[-1] if self.rounds else None
        if now is None or not now.open or now.number != number:
            raise Refused("Voting is closed.")
        if not 0 <= place < len(now.votes):
            raise Refused("There is no such choice.", 400)
        if voter in now.voted:
            raise Refused("Your vote is in already, and it cannot be changed.")
        if len(now.voted) >= MOST_VOTES:
            raise Refused(f"This round has {MOST_VOTES:,} votes, and takes no more.", 503)
        now.voted.add(voter)
        now.votes[place] += 1

    def count_hands(self, choice: object, by: object) -> None:
        """Hands in the air, more or fewer than were counted so far."""
        now, choices = self._voting(), self._choices()
        if choice not in choices:
            raise Refused(f"{choice!r:.60} is not a choice of this question.", 400)
        if not isinstance(by, int) or isinstance(by, bool):
            raise Refused("How many hands more or fewer is a whole number.", 400)
        place = choices.index(choice)
        hands = now.hands[place] + by
        if not 0 <= hands <= MOST_HANDS:
            raise Refused(f"A choice has from 0 to {MOST_HANDS:,} hands.", 400)
        now.hands[place] = hands

    def step(self, voter: str | None) -> str:
        """Where a phone is: "wait" for a question, "vote", "voted" or "closed"."""
        if not self.rounds:
            return "wait"
        if not self.rounds[-1].open:
            return "closed"
        return "voted" if voter in self.rounds[-1].voted else "vote"

    def state(self) -> dict[str, Any]:
        """All that the presenter may know. What is right is not said while there is a vote: the window may be seen."""
        if self.asked is None:
            return {"asked": None, "rounds": [], "revealed": False, "hint": None, "answer": None}
        asked, closed = self.asked, not self.rounds[-1].open
        return {
            "asked": {"id": asked.id, "question": asked.question, "choices": self._choices()},
            "rounds": [self._told(one) for one in self.rounds],
            "revealed": self.revealed,
            "hint": self._hint() if closed else None,
            "answer": asked.answer if closed else None,
        }

    def _begin(self) -> None:
        self._numbers += 1
        self.revealed = False
        nobody = [0] * len(self._choices())
        self.rounds.append(Round(self._numbers, [*nobody], [*nobody]))

    def _last(self) -> Round:
        if not self.rounds:
            raise Refused("No question was asked yet.")
        return self.rounds[-1]

    def _voting(self) -> Round:
        if not self._last().open:
            raise Refused("This round is closed.")
        return self.rounds[-1]

    def _choices(self) -> list[Any]:
        return [*self.asked.choices] if self.asked else []

    def _told(self, one: Round) -> dict[str, Any]:
        counts = dict(zip(self._choices(), one.counts, strict=True))
        return {"open": one.open, "counts": counts, "total": sum(one.counts), "hands": any(one.hands)}

    def _hint(self) -> str | None:
        assert self.asked is not None
        counts = self.rounds[-1].counts
        return rule.hint(counts[self._choices().index(self.asked.answer)], sum(counts), len(self.rounds))
