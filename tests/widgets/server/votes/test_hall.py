"""The handlers for a Jupyter server, and the end of it."""

import asyncio

import pytest
from traitlets.config import Config

from shiftlab_widgets.server import votes
from shiftlab_widgets.server.votes import listener, qr
from shiftlab_widgets.server.votes.hall import Hall, ShiftlabVotes


def test_the_handlers_stand_below_the_servers_base_address():
    settings = {"base_url": "/user/me/"}
    ((path, handler, more),) = votes.handlers(settings)
    assert (path, handler) == ("/user/me/shiftlab/votes", votes.Presenter)
    assert more == {"hall": settings[votes.KEY]}
    assert votes.handlers(settings)[0][2] == more  # a server that asks twice has one room


def test_stopping_closes_the_door_and_can_be_done_twice():
    settings = {"config": Config(ShiftlabVotes={"ip": "127.0.0.1"})}
    votes.handlers(settings)
    hall = settings[votes.KEY]

    async def lecture():
        hall.open()
        hall.ask("02-drift")
        (port,) = {int(hall.listener.host.partition(":")[2])}
        votes.stop(settings)
        votes.stop(settings)
        with pytest.raises(ConnectionError):
            await asyncio.open_connection("127.0.0.1", port)

    asyncio.run(lecture())
    assert hall.state()["open"] is False
    assert hall.state()["asked"] is None
    votes.stop({})


def test_settings_are_those_of_the_server():
    settings = {"config": Config(ShiftlabVotes={"ip": "127.0.0.1", "name": "lecture.example"})}
    votes.handlers(settings)

    async def opened():
        settings[votes.KEY].open()
        try:
            return settings[votes.KEY].state()["address"]
        finally:
            votes.stop(settings)

    assert asyncio.run(opened()).startswith("http://lecture.example:")


@pytest.mark.parametrize(("ip", "module", "what"), [("127.0.0.1", qr, "svg"), ("0.0.0.0", listener, "reachable")])
def test_a_room_that_could_not_be_opened_leaves_no_port(monkeypatch, ip, module, what):
    bound = []
    bind = listener._bound
    monkeypatch.setattr(listener, "_bound", lambda *where: bound.extend(bind(*where)) or bound)
    monkeypatch.setattr(module, what, lambda *_: 1 / 0)
    hall = Hall(ShiftlabVotes(ip=ip))

    async def opened():
        with pytest.raises(ZeroDivisionError):
            hall.open()

    asyncio.run(opened())
    assert [one.fileno() for one in bound] == [-1] * len(bound)
    assert hall.state()["open"] is False
