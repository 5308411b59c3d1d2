"""The room: what is asked, voted, counted, shown and forgotten."""

import json

import pytest

from shiftlab.course.prediction import Prediction
from shiftlab_widgets.server.refused import Refused
from shiftlab_widgets.server.votes import room as rooms
from shiftlab_widgets.server.votes.room import Room

ASKED = Prediction(
    "99-coin", "What does the coin do?", {"heads": "", "tails": "No.", "edge": "No."}, "heads", "it", "so"
)


@pytest.fixture
def room():
    made = Room()
    made.ask(ASKED)
    return made


def vote(room, *places, start=0):
    for nth, place in enumerate(places, start):
        room.vote(f"voter {nth}", room.rounds[-1].number, place)


def test_an_empty_room_says_so():
    assert Room().state() == {"asked": None, "rounds": [], "revealed": False, "hint": None, "answer": None}
    assert Room().step("me") == "wait"


def test_votes_are_counted_and_the_answer_waits_for_the_end_of_the_round(room):
    vote(room, 0, 0, 2)
    state = room.state()
    assert state["asked"] == {"id": "99-coin", "question": ASKED.question, "choices": ["heads", "tails", "edge"]}
    assert state["rounds"] == [
        {"open": True, "counts": {"heads": 2, "tails": 0, "edge": 1}, "total": 3, "hands": False}
    ]
    assert (state["hint"], state["answer"]) == (None, None)
    room.close_round()
    state = room.state()
    assert (state["hint"], state["answer"]) == ("67 % are right: let neighbours discuss, then vote again.", "heads")
    json.dumps(state)


def test_a_browser_has_one_vote_in_a_round_and_one_in_the_next(room, one_sentence):
    vote(room, 1)
    assert "cannot be changed" in one_sentence(room.vote, "voter 0", 1, 0)
    assert room.rounds[0].counts == [0, 1, 0]
    room.close_round()
    room.again()
    vote(room, 0)
    assert [one.counts for one in room.rounds] == [[0, 1, 0], [1, 0, 0]]


def test_a_phone_is_told_where_it_is(room):
    assert room.step("voter 0") == room.step(None) == "vote"
    vote(room, 1)
    assert (room.step("voter 0"), room.step("voter 1")) == ("voted", "vote")
    room.close_round()
    assert room.step("voter 0") == room.step("voter 1") == "closed"
    room.again()
    assert room.step("voter 0") == "vote"


def test_nobody_is_known_after_the_round(room):
    vote(room, 0, 1)
    room.close_round()
    assert room.rounds[0].voted == set()
    assert "voter" not in str(vars(room.rounds[0]))


def test_a_vote_for_a_round_that_is_over_is_not_one_for_the_next(room, one_sentence):
    room.close_round()
    assert one_sentence(room.vote, "late", 1, 0) == "Voting is closed."
    room.again()
    assert one_sentence(room.vote, "late", 1, 0) == "Voting is closed."
    room.close_round()
    room.ask(ASKED)
    assert room.rounds[0].number == 3
    assert one_sentence(room.vote, "late", 1, 0) == "Voting is closed."


@pytest.mark.parametrize("place", [-1, 3, 10**9])
def test_there_is_no_such_choice(room, place, one_sentence):
    assert one_sentence(room.vote, "me", 1, place) == "There is no such choice."
    assert room.rounds[0].counts == [0, 0, 0]


def test_a_round_is_full_some_day(room, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_VOTES", 3)
    vote(room, 0, 0, 0)
    with pytest.raises(Refused, match=r"has 3 votes, and takes no more\.") as refused:
        vote(room, 0, start=3)
    assert refused.value.status == 503
    assert sum(room.rounds[0].counts) == 3


def test_hands_are_counted_beside_phones(room):
    vote(room, 0)
    room.count_hands("heads", 12)
    room.count_hands("tails", 1)
    room.count_hands("heads", -2)
    (told,) = room.state()["rounds"]
    assert told == {"open": True, "counts": {"heads": 11, "tails": 1, "edge": 0}, "total": 12, "hands": True}


def test_hands_that_were_taken_back_are_none(room):
    room.count_hands("heads", 1)
    room.count_hands("heads", -1)
    assert room.state()["rounds"][0]["hands"] is False


def test_hands_that_cannot_be(room, one_sentence):
    vote(room, 0)
    assert one_sentence(room.count_hands, "heads", -1) == "A choice has from 0 to 2,000 hands."  # the phone's stays
    assert one_sentence(room.count_hands, "heads", 2001) == "A choice has from 0 to 2,000 hands."
    assert "'sideways' is not a choice" in one_sentence(room.count_hands, "sideways", 1)
    assert "is not a choice" in one_sentence(room.count_hands, ["heads"], 1)
    for by in (1.5, "1", None, True):
        assert "whole number" in one_sentence(room.count_hands, "heads", by)
    room.close_round()
    assert one_sentence(room.count_hands, "heads", 1) == "This round is closed."
    assert room.state()["rounds"][0]["hands"] is False


def test_what_others_chose_is_hidden_until_the_round_is_closed_and_again_in_the_second(room, one_sentence):
    assert "close the round before you show it" in one_sentence(room.reveal)
    room.close_round()
    assert room.state()["revealed"] is False
    room.reveal()
    assert room.state()["revealed"] is True
    room.again()
    assert room.state()["revealed"] is False
    assert room.state()["answer"] is None
    room.close_round()
    room.reveal()
    assert len(room.state()["rounds"]) == 2


def test_one_question_at_a_time_and_two_votes_on_it(room, one_sentence):
    assert "close its round first" in one_sentence(room.ask, ASKED)
    assert "still open" in one_sentence(room.again)
    room.close_round()
    assert one_sentence(room.close_round) == "This round is closed."
    room.again()
    room.close_round()
    assert "ask another one" in one_sentence(room.again)
    room.ask(ASKED)
    assert len(room.state()["rounds"]) == 1


@pytest.mark.parametrize("act", [Room.close_round, Room.again, Room.reveal])
def test_before_a_question_there_is_nothing_to_do(act, one_sentence):
    assert one_sentence(act, Room()) == "No question was asked yet."
