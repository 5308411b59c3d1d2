"""The routes of the course, below ``shiftlab/``: for who is signed in, with the server's own protection of POST.

`folder=PATH`, from the server's root, says in which folder one works; a course folder has a folder ``.shiftlab``.
An error is ``{"message": one sentence}`` with its HTTP status.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from jupyter_server.utils import url_path_join
from tornado import web

from . import actions, answers, folders
from .refused import Refused

#: What the page is told before it asks: whether the server's root is a course folder.
PAGE_OPTION = "shiftlabCourse"


class CourseHandler(APIHandler):
    """What the routes have in common."""

    auth_resource = "contents"

    def folder(self) -> Path:
        found = folders.course(self.settings, self.get_query_argument("folder", ""))
        if found is None:
            raise Refused("This is no course folder: shiftlab lab makes one.", 404)
        return found

    def asked(self) -> dict[str, Any]:
        try:
            asked = json.loads(self.request.body)
        except ValueError:
            asked = None
        if not isinstance(asked, dict):
            raise Refused("What is sent must be a JSON object.", 400)
        return asked

    def say(self, sentence: str) -> None:
        self.log.warning("shiftlab: %s", sentence)

    async def reply(self, work: Callable[[], Any]) -> None:
        """Answer with what `work` returns; it runs beside the loop, so that kernels' messages go on."""
        try:
            answer = await asyncio.get_running_loop().run_in_executor(None, work)
        except Refused as refused:
            self.set_status(refused.status)
            answer = {"message": str(refused)}
        except web.HTTPError:  # an address that cannot be read
            raise
        except Exception as error:
            self.log.error("shiftlab: %s failed", self.request.path, exc_info=True)
            self.set_status(500)
            answer = {"message": f"The course could not answer: {error}"}
        self.finish(json.dumps(answer))


class Course(CourseHandler):
    """How far one is; and what can be done with a lesson."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        await self.reply(self._found)

    @web.authenticated
    @authorized
    async def post(self) -> None:
        await self.reply(lambda: actions.act(self.folder(), self.asked()))

    def _found(self) -> dict[str, Any]:
        try:
            folder = self.folder()
        except Refused:
            return {"course": False}
        place = {"course": True, "folder": folders.relative(self.settings, folder), "profile": answers.profile()}
        return place | answers.course(folder, self.say)


class Doctor(CourseHandler):
    """What is in the way."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        await self.reply(lambda: answers.examined(self.folder()))


class Review(CourseHandler):
    """The questions that are due; and an answer to one."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        await self.reply(lambda: answers.review(self.folder(), self.say))

    @web.authenticated
    @authorized
    async def post(self) -> None:
        await self.reply(lambda: answers.answer(self.folder(), self.asked(), self.say))


class Prediction(CourseHandler):
    """A prediction with its answer, for a presenter's notes."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        await self.reply(lambda: answers.prediction(self.get_query_argument("id", "")))


class State(CourseHandler):
    """What a state link would show. ("token" is the server's own word, for who is signed in.)"""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        await self.reply(lambda: answers.state(self.get_query_argument("state", "")))


ROUTES: dict[str, type[CourseHandler]] = {
    "course": Course,
    "course/doctor": Doctor,
    "course/review": Review,
    "course/prediction": Prediction,
    "course/state": State,
}


def enable(app: Any) -> None:
    """Add the routes to a server, and tell its pages whether it serves a course."""
    settings = app.web_app.settings
    base = settings["base_url"]
    app.web_app.add_handlers(".*$", [(url_path_join(base, "shiftlab", path), cls) for path, cls in ROUTES.items()])
    settings.setdefault("page_config_data", {})[PAGE_OPTION] = folders.course(settings) is not None
